"""The words of San Andreas's pictures, in the reader's language; the bot fills them."""

from dataclasses import dataclass

from engine.game import Seat
from engine.games.san_andreas.tiles import Pawn, Quarter, Tile


@dataclass(frozen=True, slots=True)
class Captions:
    """What every picture of San Andreas may say; things per seat are in the order of the seats.

    `headline` "Ben to play", "Which die next?", "Quake 3"; `note` one quiet fact right of it
    ("2 quakes", who caused the quake) or ""; `letters` one upper-case letter per seat.
    `free` the word behind the number of free epicenters; `pawns` "Sun", "Moon", "Crown", "Arms"
    in the order of `PAWNS`; `coins` the head of one's own coins ("Your coins").
    `hand`, `board` and `lost` head the columns of the coins that are left ("in hand", "on the
    board", "lost"). `recent` are cities and epicenters to be ringed like the last move:
    what computer players did since people did something; `machines` are their seats.
    """

    headline: str
    names: tuple[str, ...]
    letters: tuple[str, ...]
    note: str = ""
    free: str = ""
    pawns: tuple[str, ...] = ()
    coins: str = ""
    hand: str = ""
    board: str = ""
    lost: str = ""
    machines: frozenset[int] = frozenset()
    recent: tuple[Pawn | tuple[Tile, Quarter], ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """Something that happened since a player's turn, as a row of the panel.

    `label` is its number, the same that stands on the map, or "" for none; `text` says what
    ("B2c", "Quake 3: 2 lost"). It belongs to `seat`, to an epicenter `pawn`, or to neither: then
    it is a quake, drawn in the colour of destruction.
    """

    label: str
    text: str
    seat: Seat | None = None
    pawn: Pawn | None = None
