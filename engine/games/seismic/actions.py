"""What a seat can choose, and what chance can bring."""

from typing import Literal, TypeAlias

from engine.boards.hexes import CellText
from engine.game import Seat
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Build a face-up tile, with or without a crew on it (rules 4.3 and 4.4).

    In Road Crew's Dilemma the second tile of a turn is placed by it too, without a crew.

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
class StrikeFirst:
    """Choose which town a quake strikes first (rules 9, Twin Cities): 0, or 1."""

    town: int
    type: Literal["strike_first"] = "strike_first"


@dataclass(frozen=True, slots=True)
class Rotate:
    """Turn a tile where it lies, after a quake (rules 9, Aftershocks).

    `turn` is the rotation that it gets, 0 to 5: the smallest that gives these fragments and
    brings its crew, if it has one, to this place.
    """

    cell: CellText
    turn: int
    type: Literal["rotate"] = "rotate"


@dataclass(frozen=True, slots=True)
class KeepAll:
    """Turn nothing after this quake (rules 9, Aftershocks)."""

    type: Literal["keep_all"] = "keep_all"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Build no second tile (rules 9, Road Crew's Dilemma)."""

    type: Literal["end_turn"] = "end_turn"


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
    """Chance: the top tile of the pile, or of the seat's own, is turned up."""

    tile: str
    type: Literal["flip"] = "flip"

    def __hash__(self) -> int:  # every flip looks it up in the pile
        return hash(self.tile)


Placing: TypeAlias = Place | EndTurn
"""What can be chosen while a tile is due, the first or the second of a turn."""
Rotating: TypeAlias = Rotate | KeepAll
"""What can be chosen while tiles may be turned."""
Action: TypeAlias = Placing | Strike | StrikeFirst | Rotating | SetAside | Begin | Flip
