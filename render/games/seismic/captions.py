"""The words of Seismic's pictures, in the reader's language; the bot fills them."""

from dataclasses import dataclass

from engine.boards.hexes import Cell
from engine.game import Seat


@dataclass(frozen=True, slots=True)
class Captions:
    """What every picture of Seismic may say; things per seat are in the order of the seats.

    `title` "Seismic · match 27"; `headline` "Ben to play"; `note` a small line under the
    headline, or ""; `letters` one upper-case letter per seat; `seat_notes` "13 crews";
    `seat_news` "+2 back" or "" (drawn in the colour of loss); `points_label` "points now",
    or "" where points are not shown;
    `pile_label` the words behind the numeral ("tiles in the pile"); `quakes_label` "quakes";
    `last` "Nora, F5", or "" before the first move; `no_quakes` "no quake yet";
    `seat_changes` "-17", points since the reader's turn; `foot` small lines below the standings
    of a result ("15 roads scored"); `window` says that the board is too wide to be shown whole;
    `bottom` tells of the bottom of the pile ("the 6.0 is in the last 6"), or "";
    `town_labels` names the towns from left to right ("left", "right"). `recent` are cells to be
    ringed like the last move: where computer players moved since people did.
    `machines` are the seats of computer players.
    """

    title: str
    headline: str
    names: tuple[str, ...]
    letters: tuple[str, ...]
    seat_notes: tuple[str, ...]
    points_label: str
    pile_label: str
    quakes_label: str
    last: str = ""
    note: str = ""
    seat_news: tuple[str, ...] = ()
    no_quakes: str = ""
    seat_changes: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()
    window: str = ""
    bottom: str = ""
    town_labels: tuple[str, ...] = ()
    machines: frozenset[int] = frozenset()
    recent: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A lettered or numbered line in the strip: "X", "14 points", "complete".

    In a list of events: `label` "1", `text` "Cleo", `note` "M3", and whose event it is: `seat`
    of the player who placed, `others` who share it (a joined section), or `quake` with the
    quake's tile ("Q5.0"). `sign` says what was done besides placing: "turn" (a tile was turned),
    "claim" (a crew was put down), "join" (claimed sections were joined), or "".
    """

    label: str
    text: str
    note: str = ""
    seat: Seat | None = None
    quake: str = ""
    others: tuple[Seat, ...] = ()
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The words of a small drawn example: its title and what stands below each of its drawings.

    A label has four lines: about 110 characters below one of two drawings, 75 of three, 50 of
    four.
    """

    title: str
    labels: tuple[str, ...]
