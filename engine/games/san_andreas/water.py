"""Ocean, lakes, coast and islands (rules 3 and 5), reckoned as bits of a number.

A number holds 16 rows of spaces between the borders, and a rim of columns and rows around them.
Between two rows a bit is left that belongs to no space, so that what spreads sideways (`_spread`)
leaves the number and never comes round to another row.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.boards.squares import Space
from engine.games.san_andreas.tiles import EAST_BORDER, TOP, is_land

_WIDTH: Final = max(EAST_BORDER.values()) + 2
_ROW: Final = _WIDTH + 1
BITS: Final = {Space(x, y): 1 << y * _ROW + x for y in range(TOP + 2) for x in range(_WIDTH)}
"""The bit of each space between the borders and in the rim."""


def mask(spaces: Iterable[Space]) -> int:
    """Return spaces as bits; those beyond the rim have none."""
    bits = BITS
    return sum([bits.get(space, 0) for space in spaces])


def spaces(bits: int) -> tuple[Space, ...]:
    """Return the spaces of `bits`, row by row from the south."""
    return tuple(space for space, bit in BITS.items() if bit & bits)


def _spread(spaces: int) -> int:
    """Return these spaces and those that share a side with them; bits of no space are lost."""
    return _ALL & (spaces | spaces << 1 | spaces >> 1 | spaces << _ROW | spaces >> _ROW)


def _joined(seed: int, within: int) -> int:
    """Return what of `within` can be reached from `seed` side by side."""
    reached = seed & within
    while (grown := _spread(reached) & within) != reached:
        reached = grown
    return reached


_ALL: Final = mask(BITS)
_OPEN: Final = mask(space for space in BITS if not is_land(space))
_WEST: Final = mask(Space(0, y) for y in EAST_BORDER)
"""No tile ever moves west: this column is always water."""
_BESIDE_LAND: Final = _spread(_ALL & ~_OPEN)


class Water(NamedTuple):
    """The open water as bits: ocean from x = 0 on, and lakes."""

    ocean: int
    lakes: int


def water(covered: int) -> Water:
    """Return the open water, given where tiles lie."""
    free = _OPEN & ~covered
    ocean = _joined(_WEST, free)
    return Water(ocean, free & ~ocean)


def islands(covered: int) -> int:
    """Return those spaces with tiles that have no way to the land over other ones (rules 5)."""
    solid = covered & _OPEN
    return solid & ~_joined(_BESIDE_LAND, solid)


def sea_west_of(space: Space, sea: int) -> int:
    """Return one more than the `x` of the nearest of these spaces west of `space`; 0 if none is."""
    return (sea >> space.y * _ROW & (1 << space.x) - 1).bit_length()


def shore(sea: int) -> int:
    """Return the water and every space that shares a side with it."""
    return _spread(sea)


ALWAYS_COAST: Final[Mapping[int, int]] = MappingProxyType(
    {1: mask(Space(_WIDTH - 1, y) for y in range(TOP)), 2: 0}
)
"""What counts as coast whatever lies there, by the edition of the rules.

In edition 1 the ocean at x = 0 wetted the far end of the row below, too: on land, in the east.
"""
