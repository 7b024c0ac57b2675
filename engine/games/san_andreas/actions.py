"""What a seat can choose, and what chance can bring."""

from typing import Literal, TypeAlias

from engine.boards.squares import SpaceText
from engine.game import Seat
from engine.games.san_andreas.tiles import Pawn
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """Found a city with the own coin of this value, face down (rules 2)."""

    coin: int
    space: SpaceText
    type: Literal["found"] = "found"


@dataclass(frozen=True, slots=True)
class Epicenter:
    """Set a free pawn on a coastal tile; the last free one starts a quake (rules 2)."""

    pawn: Pawn
    space: SpaceText
    type: Literal["epicenter"] = "epicenter"


@dataclass(frozen=True, slots=True)
class Resolve:
    """Choose which die acts next in the quake (rules 4); the last one acts by itself."""

    die: Pawn
    type: Literal["resolve"] = "resolve"


@dataclass(frozen=True, slots=True)
class Swap:
    """Replace the surviving null by an own lost coin of this value; None keeps it (rules 6)."""

    coin: int | None
    type: Literal["swap"] = "swap"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing: only if neither a city nor an epicenter is possible."""

    type: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Begin:
    """Chance: who plays first."""

    seat: Seat
    type: Literal["begin"] = "begin"


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: what the die of this colour shows; they are rolled in the order of `PAWNS`."""

    die: Pawn
    face: int
    type: Literal["roll"] = "roll"


Action: TypeAlias = Found | Epicenter | Resolve | Swap | Pass | Begin | Roll
