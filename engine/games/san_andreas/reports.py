"""What a quake did, step by step, as everybody may know it."""

from dataclasses import dataclass

from engine.boards.squares import SpaceText
from engine.game import Seat
from engine.games.san_andreas.tiles import Pawn, Plate, Quarter, Tile


@dataclass(frozen=True, slots=True)
class Die:
    """A die of the quake: its face, and whether it has acted; a null counts as done."""

    die: Pawn
    face: int
    is_resolved: bool


@dataclass(frozen=True, slots=True)
class Ruin:
    """A city that was lost; `how` is "destroyed", "buried" or "sunk", `space` where it was lost.

    A city that is both destroyed and buried by one shift counts as destroyed.
    """

    seat: Seat
    tile: Tile
    quarter: Quarter
    space: SpaceText
    how: str


@dataclass(frozen=True, slots=True)
class LeanChange:
    """A tile that leans otherwise after a shift than before."""

    tile: Tile
    before: tuple[int, int]
    after: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shift:
    """What one die did: `tile` moved from one south-west space to the next one.

    `direction` is "north", "east" or "south", `edge` "lift" or "dip". `over` are the plates that it
    newly lies on, `under` those that it newly lies under, with `LAND` among them.
    """

    die: Pawn
    face: int
    tile: Tile
    direction: str
    edge: str
    before: SpaceText
    after: SpaceText
    over: tuple[Plate, ...]
    under: tuple[Plate, ...]
    leans: tuple[LeanChange, ...]
    ruins: tuple[Ruin, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What a surviving city scored (rules 6).

    `direction` is the one counted, None if there is no coast in any; `coast` is the first ocean
    space that way, `distance` the number of spaces before it. `value` is None when the viewer may
    not know it any more (option memory).
    """

    seat: Seat
    tile: Tile
    quarter: Quarter
    space: SpaceText
    value: int | None
    direction: str | None
    distance: int | None
    coast: SpaceText | None
    points: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """A null that was replaced by a lost coin before it was scored.

    `coin` is None when the viewer may not know it any more (option memory).
    """

    seat: Seat
    space: SpaceText
    coin: int | None
