"""The words of Seismic's pictures, in the reader's language; the bot fills them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Captions:
    """What every picture of Seismic may say; things per seat are in the order of the seats.

    `title` "Seismic · match 27"; `headline` "Ben to play"; `note` a small line under the
    headline, or ""; `letters` one upper-case letter per seat; `seat_notes` "13 crews";
    `seat_news` "+2 back" or "" (drawn in the colour of loss); `points_label` "points now";
    `pile_label` the words behind the numeral ("tiles in the pile"); `quakes_label` "quakes";
    `last` "Nora, F5", or "" before the first move.
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


@dataclass(frozen=True, slots=True)
class Choice:
    """A lettered or numbered choice in the strip: "X", "14 points", "complete"."""

    label: str
    text: str
    note: str = ""
