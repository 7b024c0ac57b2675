"""Ocean, lakes, coastal tiles, islands: what the ground leaves open (rules 3 and 5).

Between the borders lie 16 rows; they are reckoned as one number with a bit for each space, and a
rim of empty columns and rows around them that keeps the rows apart.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.boards.squares import Space
from engine.games.san_andreas.tiles import EAST_BORDER, TOP, is_land

_WIDTH: Final = max(EAST_BORDER.values()) + 2
BITS: Final = {Space(x, y): 1 << y * _WIDTH + x for y in range(TOP + 2) for x in range(_WIDTH)}
"""The bit of each space between the borders and in the rim."""


def _mask(spaces: Iterable[Space]) -> int:
    bits = BITS
    return sum([bits.get(space, 0) for space in spaces])


_OPEN: Final = _mask(space for space in BITS if not is_land(space))
"""Where neither land lies nor the rim is."""

_WEST: Final = _mask(Space(0, y) for y in EAST_BORDER)
"""No tile ever moves west: this column is always water."""

LAND_BITS: Final = _mask(space for space in BITS if is_land(space))
"""Where the land lies, tiles upon it or not."""

STEPS: Final = {"west": (0, 1), "east": (1, 0), "south": (0, _WIDTH), "north": (_WIDTH, 0)}
"""How far a bit goes up and down for one step in a direction."""


class Water(NamedTuple):
    """The open water as bits: ocean from x = 0 on, and lakes."""

    ocean: int
    lakes: int


def _spread(spaces: int) -> int:
    """Return these spaces and those that share a side with them."""
    return spaces | spaces << 1 | spaces >> 1 | spaces << _WIDTH | spaces >> _WIDTH


def _joined(seed: int, within: int) -> int:
    """Return what of `within` can be reached from `seed` side by side."""
    reached = seed & within
    while (grown := _spread(reached) & within) != reached:
        reached = grown
    return reached


_SHORE: Final = _spread(LAND_BITS)
"""The spaces next to the land."""


def solid(covered: Iterable[Space]) -> int:
    """Return the spaces between the borders in which tiles lie, as bits."""
    return _OPEN & _mask(covered)


def water(solid: int) -> Water:
    """Return the open water, given where tiles lie."""
    free = _OPEN & ~solid
    ocean = _joined(_WEST, free)
    return Water(ocean, free & ~ocean)


def islands(solid: int) -> int:
    """Return those spaces with tiles that have no way to the land over other ones (rules 5)."""
    return solid & ~_joined(_SHORE, solid)


def shore(sea: int) -> int:
    """Return the water and every space that shares a side with it, as bits."""
    return _spread(sea)


def spaces(bits: int) -> tuple[Space, ...]:
    """Return the spaces of `bits`, row by row from the south."""
    return tuple(space for space, bit in BITS.items() if bit & bits)
