"""An empty cell beside tiles, and which tiles fit there (rules 4.3 and 4.4).

What an empty cell knows of its six edges is packed into a number, its sign. Two cells with the
same sign take the same tiles, so that the work is done once for each sign and remembered.
"""

from functools import lru_cache
from typing import Final

from engine.boards.hexes import Cell
from engine.games.seismic.actions import Place
from engine.games.seismic.tiles import Shape, shape, turns

# A sign, from its lowest bit: six bits that say behind which edges a tile lies, six that say
# where a highway arrives, six where that highway's section carries a crew, and for each edge
# three bits with the edge (plus 1) where the same section arrives again, if it does.
HIGHWAY: Final = 6
CLAIMED: Final = 12
BACK: Final = 18

KNOWN: Final = tuple((1 << edge, 1 << edge | 1 << edge + HIGHWAY) for edge in range(6))
"""For each edge the bits of a green edge and of a highway edge."""

_SECTION: Final = tuple(1 << CLAIMED + edge | 7 << BACK + 3 * edge for edge in range(6))
_ALL: Final = tuple(KNOWN[edge][1] | _SECTION[edge] for edge in range(6))


def highways(sign: int) -> int:
    """Return the mask of the edges where a highway arrives."""
    return sign >> HIGHWAY & 63


def forgotten(sign: int, edge: int) -> int:
    """Return the sign after the tile behind `edge` was taken away."""
    return sign & ~_ALL[edge]


def marked(sign: int, edge: int, *, claimed: bool, back: int) -> int:
    """Return the sign with what is now known of the section at `edge`; `back` is -1 if none."""
    section = claimed << CLAIMED + edge | back + 1 << BACK + 3 * edge
    return sign & ~_SECTION[edge] | section


@lru_cache(maxsize=1 << 16)
def fits(tile: str, sign: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the legal rotations, each with the fragments that a crew may take."""
    known, wanted = sign & 63, highways(sign)
    shapes = [(turn, shape(tile, turn)) for turn in turns(tile)]
    return tuple(
        (turn, free_crews(lying, sign))
        for turn, lying in shapes
        if lying.highways & wanted and not (lying.highways ^ wanted) & known
    )


def free_crews(lying: Shape, sign: int) -> tuple[int, ...]:
    """Return the fragments, by their lowest edge, whose section would carry no crew yet."""
    return tuple(a for a, b in lying.fragments if not _is_claimed(lying, sign, a, b))


def _is_claimed(lying: Shape, sign: int, a: int, b: int) -> bool:
    return _leads_to_crew(lying, sign, a) or _leads_to_crew(lying, sign, b)


def _leads_to_crew(lying: Shape, sign: int, start: int) -> bool:
    """Follow the section out of `start`, as often as it comes back to this cell."""
    edge = start
    while not sign >> CLAIMED + edge & 1:
        back = (sign >> BACK + 3 * edge & 7) - 1
        if back < 0 or lying.across[back] in (back, start):
            return False
        edge = lying.across[back]
    return True


@lru_cache(maxsize=1 << 18)
def _place(tile: str, cell: Cell, turn: int, crew: int | None) -> Place:
    return Place(tile, cell, turn, crew)


class Menu(dict[str, tuple[Place, ...]]):
    """The placements of each tile on one spot, worked out when first asked for."""

    __slots__ = ("cell", "sign")

    def __init__(self, cell: Cell, sign: int) -> None:
        super().__init__()
        self.cell = cell
        self.sign = sign


class Crewed(Menu):
    """For a seat that has crews at home."""

    __slots__ = ()

    def __missing__(self, tile: str) -> tuple[Place, ...]:
        places = tuple(
            _place(tile, self.cell, turn, crew)
            for turn, crews in fits(tile, self.sign)
            for crew in (None, *crews)
        )
        self[tile] = places
        return places


class Bare(Menu):
    """For a seat whose crews are all on the table."""

    __slots__ = ()

    def __missing__(self, tile: str) -> tuple[Place, ...]:
        places = tuple(_place(tile, self.cell, turn, None) for turn, _ in fits(tile, self.sign))
        self[tile] = places
        return places


class Spot:
    """An empty cell next to at least one tile."""

    __slots__ = ("bare", "crewed", "sign")

    def __init__(self, cell: Cell, sign: int) -> None:
        self.sign = sign
        self.crewed = Crewed(cell, sign)
        self.bare = Bare(cell, sign)


spot = lru_cache(maxsize=1 << 13)(Spot)
"""The spot of a cell with this sign; the same one as long as it is remembered."""
