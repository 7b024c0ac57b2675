"""Ocean, lakes, coastal tiles, islands: what the ground leaves open (rules 3 and 5).

Between the borders lie 16 rows; they are reckoned as one number with a bit for each space, and a
rim of columns and rows around them. Between two rows a bit is left that belongs to no space, so
that what spreads sideways (`_spread`) leaves the number and never comes round to another row.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.boards.squares import Space, moved
from engine.games.san_andreas.tiles import EAST_BORDER, TOP, is_land

_WIDTH: Final = max(EAST_BORDER.values()) + 2
_ROW: Final = _WIDTH + 1
BITS: Final = {Space(x, y): 1 << y * _ROW + x for y in range(TOP + 2) for x in range(_WIDTH)}
"""The bit of each space between the borders and in the rim."""

_ALL: Final = sum(BITS.values())


def mask(spaces: Iterable[Space]) -> int:
    """Return spaces as bits; those beyond the rim have none."""
    bits = BITS
    return sum([bits.get(space, 0) for space in spaces])


OPEN: Final = mask(space for space in BITS if not is_land(space))
"""Where neither land lies nor the rim is."""

_WEST: Final = mask(Space(0, y) for y in EAST_BORDER)
"""No tile ever moves west: this column is always water."""

LAND_BITS: Final = mask(space for space in BITS if is_land(space))
"""Where the land lies, tiles upon it or not."""

LOOKS: Final = ("west", "north", "south", "east")
"""The directions, the one in which the sea lies first."""


class Ray(NamedTuple):
    """The spaces straight ahead as bits, `step` places apart; `ascends`: the next one is lowest."""

    direction: str
    spaces: int
    step: int
    ascends: bool


def _ray(space: Space, direction: str) -> Ray:
    ahead = []
    while (space := moved(space, direction)) in BITS:
        ahead.append(space)
    is_level = direction in ("west", "east")
    return Ray(direction, mask(ahead), 1 if is_level else _ROW, direction in ("north", "east"))


RAYS: Final = {space: tuple([_ray(space, each) for each in LOOKS]) for space in BITS}
"""What lies ahead of each space, as far as there are bits."""


class Water(NamedTuple):
    """The open water as bits: ocean from x = 0 on, and lakes."""

    ocean: int
    lakes: int


def _spread(spaces: int) -> int:
    """Return these spaces and those that share a side with them; bits of no space are lost."""
    return _ALL & (spaces | spaces << 1 | spaces >> 1 | spaces << _ROW | spaces >> _ROW)


def _joined(seed: int, within: int) -> int:
    """Return what of `within` can be reached from `seed` side by side."""
    reached = seed & within
    while (grown := _spread(reached) & within) != reached:
        reached = grown
    return reached


_SHORE: Final = _spread(LAND_BITS)
"""The spaces next to the land."""


def water(solid: int) -> Water:
    """Return the open water, given where tiles lie."""
    free = OPEN & ~solid
    ocean = _joined(_WEST, free)
    return Water(ocean, free & ~ocean)


def islands(solid: int) -> int:
    """Return those spaces with tiles that have no way to the land over other ones (rules 5)."""
    return solid & ~_joined(_SHORE, solid)


def shore(sea: int) -> int:
    """Return the water and every space that shares a side with it, as bits."""
    return _spread(sea)


ALWAYS_COAST: Final[Mapping[int, int]] = MappingProxyType(
    {1: mask(Space(_WIDTH - 1, y) for y in range(TOP)), 2: 0}
)
"""What counts as coast whatever lies there, by the edition of the rules.

In edition 1 the ocean at x = 0 wetted the far end of the row below, too: on land, in the east.
"""


def spaces(bits: int) -> tuple[Space, ...]:
    """Return the spaces of `bits`, row by row from the south."""
    return tuple(space for space, bit in BITS.items() if bit & bits)
