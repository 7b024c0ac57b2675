"""The pieces and the map, to be held against the rules (1 and 2)."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from engine.boards.squares import Space

Tile: TypeAlias = str
"""The name of a tile, "A1" to "H2": its row from the north and its place in the row."""

Plate: TypeAlias = str
"""A tile, or `LAND`."""

Quarter: TypeAlias = Literal["a", "b", "c", "d"]
"""A space of a tile, wherever the tile lies: a north-east, b south-east, c north-west, d s.-w."""

Pawn: TypeAlias = Literal["sun", "moon", "crown", "arms"]
"""An epicenter by the picture on it; the die of the same colour bears its name."""

Spot: TypeAlias = tuple[Tile, Quarter]
"""A space of a tile, which moves with it."""

PawnSpot: TypeAlias = Spot | None
"""Where a pawn stands; None: in the pool."""

LAND: Final[Plate] = "LAND"
"""All the land around the tiles: one plate that never moves."""

# fmt: off
START: Final[Mapping[Tile, Space]] = MappingProxyType({
    "A1": Space(1, 15), "A2": Space(3, 15), "A3": Space(5, 15),
    "B1": Space(1, 13), "B2": Space(3, 13), "B3": Space(5, 13),
    "C1": Space(1, 11), "C2": Space(3, 11), "C3": Space(5, 11),
    "D1": Space(2, 9),  "D2": Space(4, 9),  "D3": Space(6, 9),
    "E1": Space(3, 7),  "E2": Space(5, 7),  "E3": Space(7, 7),
    "F1": Space(4, 5),  "F2": Space(6, 5),  "F3": Space(8, 5),
    "G1": Space(5, 3),  "G2": Space(7, 3),  "G3": Space(9, 3),
    "H1": Space(7, 1),  "H2": Space(9, 1),
})
"""The south-west space of each tile before anything has moved."""

TOP: Final = 16
"""The northernmost row between the borders; the southernmost is 1."""

_LAST: Final = (
    10, 10, 10, 10,      # y 1 to 4
    9, 9,                # 5, 6
    8, 8,                # 7, 8
    7, 7,                # 9, 10
    6, 6, 6, 6, 6, 6,    # 11 to 16
)
# fmt: on

EAST_BORDER: Final[Mapping[int, int]] = MappingProxyType(dict(enumerate(_LAST, 1)))
"""The last space before the land in the east, for each row `y`."""

QUARTERS: Final[Mapping[Quarter, Space]] = MappingProxyType(
    {"a": Space(1, 1), "b": Space(1, 0), "c": Space(0, 1), "d": Space(0, 0)}
)
"""Where each quarter lies, from the south-west space of its tile."""

PAWNS: Final[tuple[Pawn, ...]] = ("sun", "moon", "crown", "arms")
COINS: Final = (0, 1, 2, 3, 4, 5)
"""The values of a seat's six coins."""

FACES: Final = (0, 1, 2, 3, 4, 5)
SHIFTS: Final[Mapping[int, tuple[str, str]]] = MappingProxyType(
    {
        1: ("east", "lift"),
        2: ("north", "dip"),
        3: ("north", "lift"),
        4: ("south", "dip"),
        5: ("south", "lift"),
    }
)
"""What the faces of a die do to a tile; 0 does nothing (rules 4)."""


def is_land(space: Space) -> bool:
    """Say whether the endless land lies in `space`, perhaps under or over tiles."""
    return not 1 <= space.y <= TOP or space.x > EAST_BORDER[space.y]


@lru_cache(maxsize=4096)
def footprint(corner: Space) -> tuple[Space, Space, Space, Space]:
    """Return the spaces a, b, c, d of a tile by its south-west space."""
    x, y = corner
    return Space(x + 1, y + 1), Space(x + 1, y), Space(x, y + 1), corner
