"""What an empty cell knows of its edges, and which tiles fit there (rules 4.3 and 4.4).

These constraints are packed into a number: from its lowest bit six bits that say behind which
edges a tile lies, six that say where a highway arrives, six where that highway's section carries a
crew, and for each edge three bits with the edge (plus 1) where the same section arrives again, if
it does and carries no crew.

A match lists its placements every turn. Small tables answer what fits; the placements themselves
are made once for each tile and cell. Nothing here grows beyond the tiles and cells there are.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, islice
from operator import itemgetter
from typing import Final

from engine.compiled import plain
from engine.games.seismic.actions import Place
from engine.games.seismic.grid import numbered
from engine.games.seismic.tiles import TILES, Shape, shape, turns
from engine.values import dataclass

_HIGHWAY: Final = 6
_CLAIMED: Final = 12
_BACK: Final = 18
_EDGES: Final = (1 << _CLAIMED) - 1

GREEN_EDGE: Final = tuple(1 << edge for edge in range(6))
HIGHWAY_EDGE: Final = tuple(1 << edge | 1 << edge + _HIGHWAY for edge in range(6))
CLAIMED_EDGE: Final = tuple(1 << edge + _CLAIMED for edge in range(6))
_SECTION: Final = tuple(CLAIMED_EDGE[edge] | 7 << _BACK + 3 * edge for edge in range(6))
_BITS: Final = (1 << _BACK + 18) - 1
KEPT: Final = tuple(_BITS & ~section for section in _SECTION)
"""For each edge a mask that forgets what is known of its section."""
OTHERS: Final = tuple(_BITS & ~(HIGHWAY_EDGE[edge] | _SECTION[edge]) for edge in range(6))
"""For each edge a mask that forgets the edge altogether."""

_ALL_CLAIMED: Final = 63 << _CLAIMED


def without_crews(constraints: int) -> int:
    """Return the constraints of a cell for a seat without crews."""
    return constraints & _EDGES | _ALL_CLAIMED


_KEPT: Final = 1 << 13
"""At most how many constraints are cached with what fits there; 1,500 random matches met 5,000."""
_COUNT: Final = 16
_COUNTED: Final = (1 << _COUNT) - 1
"""The bits of one count; the widest table has 938 cells, and no tile has 25 placements on one."""


def back_edge(edge: int, back: int) -> int:
    """Return the bits that say: the section at `edge` arrives again at `back`."""
    return back + 1 << _BACK + 3 * edge


def is_reached(constraints: int) -> bool:
    """Say whether a highway arrives; without one no tile fits."""
    return bool(constraints >> _HIGHWAY & 63)


def free_crews(constraints: int, lying: Shape) -> tuple[int, ...]:
    """Return the fragments, by their lowest edge, whose section would carry no crew yet."""
    return tuple(a for a, _ in lying.fragments if is_free(constraints, lying, a))


def is_free(constraints: int, lying: Shape, crew: int) -> bool:
    """Say whether there is a fragment with this lowest edge, on a section without a crew."""
    if not 0 <= crew < len(lying.across) or lying.across[crew] < crew:
        return False
    b = lying.across[crew]
    if _leads_to_crew(constraints, lying, crew):
        return False
    return b == crew or not _leads_to_crew(constraints, lying, b)


def _leads_to_crew(constraints: int, lying: Shape, start: int) -> bool:
    """Follow the section out of `start`, as often as it comes back to this cell."""
    edge = start
    while not constraints & CLAIMED_EDGE[edge]:
        back = (constraints >> _BACK + 3 * edge & 7) - 1
        if back < 0 or lying.across[back] in (back, start):
            return False
        edge = lying.across[back]
    return True


def takes(edges: int, lying: Shape) -> bool:
    """Say whether a tile that lies so fits: at least one highway meets, and no edge disagrees."""
    wanted, own = edges >> _HIGHWAY & 63, lying.highways
    return bool(own & wanted) and not (own ^ wanted) & edges & 63


@plain
class _All(dict[int, tuple[Place, ...]]):
    """For each cell, by its number, every placement of a tile that any constraints may allow."""

    __slots__ = ("tile", "ways")

    def __init__(self, tile: str) -> None:
        super().__init__()
        self.tile = tile
        self.ways = [
            (turn, crew)
            for turn in turns(tile)
            for crew in (None, *[a for a, _ in shape(tile, turn).fragments])
        ]

    def __missing__(self, number: int) -> tuple[Place, ...]:
        cell = numbered(number)
        self[number] = tuple([Place(self.tile, cell, *way) for way in self.ways])
        return self[number]


@cache
def _fitting(edges_known: int) -> tuple[tuple[int, str, tuple[int, ...]], ...]:
    """Return the tiles that fit on a cell, by number and code, with the turns in which they do.

    The lowest twelve bits of its constraints say so.
    """
    return tuple(
        (n, tile, fitting)
        for n, tile in enumerate(TILES)
        if (fitting := tuple(t for t in turns(tile) if takes(edges_known, shape(tile, t))))
    )


@lru_cache(_KEPT)
def _picked(tile: str, fitting: tuple[int, ...], sections: int) -> tuple[int, ...]:
    """Return which of all placements of a tile on a cell are legal, given the turns that fit."""
    picked, n = list[int](), 0
    for turn in turns(tile):
        lying = shape(tile, turn)
        if turn in fitting:
            free = free_crews(sections << _CLAIMED, lying)
            picked.append(n)
            picked += [m for m, (a, _) in enumerate(lying.fragments, n + 1) if a in free]
        n += 1 + len(lying.fragments)
    return tuple(picked)


@plain
class _Picks(dict[int, tuple[tuple[int, ...], ...]]):
    """By the constraints of a cell, for each tile: which of all its placements there are legal."""

    def __missing__(self, constraints: int) -> tuple[tuple[int, ...], ...]:
        if len(self) >= _KEPT:
            self.clear()
        picks: list[tuple[int, ...]] = [()] * len(TILES)
        for n, tile, fitting in _fitting(constraints & _EDGES):
            picks[n] = _picked(tile, fitting, constraints >> _CLAIMED)
        self[constraints] = tuple(picks)
        return self[constraints]


_PICKS: Final = _Picks()


@plain
class _Counts(dict[int, int]):
    """By the constraints of a cell: how many placements each tile has there, in one number."""

    def __missing__(self, constraints: int) -> int:
        if len(self) >= _KEPT:
            self.clear()
        counts = 0
        for n, tile, fitting in _fitting(constraints & _EDGES):
            counts |= len(_picked(tile, fitting, constraints >> _CLAIMED)) << _COUNT * n
        self[constraints] = counts
        return counts


_COUNTS: Final = _Counts()


def counts(constraints: Iterable[int]) -> list[int]:
    """Return how many placements each tile has before each of these cells, and on all of them.

    All tiles are counted in one number: `Fits.count` tells its own out of it.
    """
    return [*accumulate(map(_COUNTS.__getitem__, constraints), initial=0)]


@lru_cache(_KEPT)
def _taken_out(places: tuple[int, ...]) -> Callable[[tuple[Place, ...]], tuple[Place, ...]]:
    """Return what takes these places out of a row."""
    is_run = places[-1] - places[0] == len(places) - 1
    return itemgetter(slice(places[0], places[-1] + 1)) if is_run else itemgetter(*places)


@plain
@dataclass(frozen=True, slots=True)
class Fits:
    """Where one tile fits: all of its placements by cell, and which are legal by constraints."""

    number: int
    shift: int
    all_on: _All

    def takes(self, constraints: int) -> bool:
        """Say whether it fits on a cell with these constraints, in some rotation."""
        return bool(self.count(_COUNTS[constraints]))

    def count(self, counts: int) -> int:
        """Return its own number of placements out of one of the `counts` of all tiles."""
        return counts >> self.shift & _COUNTED

    def on(self, number: int, constraints: int) -> tuple[Place, ...]:
        """Return the legal placements on a cell with these constraints, with every crew."""
        places = _PICKS[constraints][self.number]
        return _taken_out(places)(self.all_on[number]) if places else ()

    def nth(self, constraints: Mapping[int, int], counts: Sequence[int], n: int) -> Place:
        """Return one of the legal placements on cells with these constraints and `counts`.

        The others needn't be made for that.
        """
        cell = bisect_right(counts, n, key=self.count) - 1
        number, known = next(islice(constraints.items(), cell, None))
        turn, crew = self.all_on.ways[_PICKS[known][self.number][n - self.count(counts[cell])]]
        return Place(self.all_on.tile, numbered(number), turn, crew)


@cache
def fits(tile: str) -> Fits:
    """Return the tables of a tile, made once."""
    number = list(TILES).index(tile)
    return Fits(number, _COUNT * number, _All(tile))
