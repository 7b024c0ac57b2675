"""The words of Aftershock's pictures, in the reader's language; the bot fills them."""

from dataclasses import dataclass

from engine.game import Seat


@dataclass(frozen=True, slots=True)
class Captions:
    """What every picture of Aftershock may say; things per seat are in the order of the seats.

    `title` "Aftershock · match 12" (result, sheets of cards); `headline` the phase, or what is
    asked ("Plan", "Which cards do you keep?", "Ben wins"); `round` the small line over the phase
    ("Round 2 of 3", "Ben builds"), which in private pictures stands below; `note` one quiet fact of
    a sheet ("Round 1 of 3").

    `money` is what stands before and after an amount: ("$", ""), or ("", " $"). `free` means
    "no toll", `spent` "$11 of $15", `left` "$4 left". `cards` are the names of what is not an
    area, by kind: "bridge", "aftershock", "influence". `most_bridges` names that space,
    `scoring` heads a scoring in an animation.
    `rounds` are "Round 1", "Round 2", …; `cash` names the points for money in the result.
    `bay` and `ocean` are the words on the water, "BAY" and "PACIFIC OCEAN"; "" leaves them out.
    `north` is the letter beside the compass, which goes with it. `recent` are the seats whose turns
    of 3A are marked beside the newest: computer players that built since people did something.
    `machines` are the seats of all computer players. `ringed` is an area that a text tells of.
    """

    title: str
    headline: str
    names: tuple[str, ...]
    letters: tuple[str, ...]
    round: str = ""
    note: str = ""
    money: tuple[str, str] = ("$", "")
    free: str = ""
    spent: str = ""
    left: str = ""
    cards: tuple[tuple[str, str], ...] = ()
    most_bridges: str = ""
    scoring: str = ""
    rounds: tuple[str, ...] = ()
    cash: str = ""
    bay: str = ""
    ocean: str = ""
    north: str = ""
    machines: frozenset[int] = frozenset()
    recent: tuple[Seat, ...] = ()
    ringed: str = ""

    def amount(self, millions: int) -> str:
        """Return an amount of money as the reader writes it."""
        before, after = self.money
        return f"{before}{millions}{after}"

    def card(self, kind: str) -> str:
        """Return the name of a kind of card that is not an area."""
        return dict(self.cards)[kind]
