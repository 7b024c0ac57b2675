"""What a seat can choose, and what chance can bring."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.boards.hexes import CellText
from engine.seat import Seat


@dataclass(frozen=True, slots=True)
class Place:
    """Build a face-up tile, with or without a crew on it (rules 4.3 and 4.4).

    `tile` is its code, `turn` the smallest rotation that gives these fragments (sixths of a turn,
    clockwise). `crew` is the lowest edge of the board, 0 to 5, that the chosen fragment reaches
    on this cell, or the edge of the stub; None: no crew.
    """

    tile: str
    cell: CellText
    turn: int
    crew: int | None = None
    type: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class Strike:
    """Choose which of the tied lines a quake takes: its direction from the town, 0 to 5."""

    line: int
    type: Literal["strike"] = "strike"


@dataclass(frozen=True, slots=True)
class SetAside:
    """Chance: one tile of the first stage leaves the game unseen (rules 3.2)."""

    tile: str
    type: Literal["set_aside"] = "set_aside"


@dataclass(frozen=True, slots=True)
class Begin:
    """Chance: who plays first."""

    seat: Seat
    type: Literal["begin"] = "begin"


@dataclass(frozen=True, slots=True)
class Flip:
    """Chance: the top tile of the pile is turned up."""

    tile: str
    type: Literal["flip"] = "flip"

    def __hash__(self) -> int:  # every flip looks it up in the pile
        return hash(self.tile)


Action: TypeAlias = Place | Strike | SetAside | Begin | Flip
