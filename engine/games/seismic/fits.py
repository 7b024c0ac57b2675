"""What an empty cell knows of its edges, and which tiles fit there (rules 4.3 and 4.4).

These constraints are packed into a number: from its lowest bit six bits that say behind which
edges a tile lies, six that say where a highway arrives, six where that highway's section carries a
crew, and for each edge three bits with the edge (plus 1) where the same section arrives again, if
it does and carries no crew.

A match lists its placements every turn. Small tables answer what fits; the placements themselves
are made once for each tile and cell. Nothing here grows beyond the tiles and cells there are.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import itemgetter
from typing import Final, TypeAlias

from engine.games.seismic.actions import Place
from engine.games.seismic.grid import numbered
from engine.games.seismic.tiles import Shape, edges, shape, turns

_HIGHWAY: Final = 6
_CLAIMED: Final = 12
_BACK: Final = 18
_EDGES: Final = (1 << _CLAIMED) - 1

GREEN_EDGE: Final = tuple(1 << edge for edge in range(6))
HIGHWAY_EDGE: Final = tuple(1 << edge | 1 << edge + _HIGHWAY for edge in range(6))
CLAIMED_EDGE: Final = tuple(1 << edge + _CLAIMED for edge in range(6))
_SECTION: Final = tuple(CLAIMED_EDGE[edge] | 7 << _BACK + 3 * edge for edge in range(6))
KEPT: Final = tuple(~section for section in _SECTION)
"""For each edge a mask that forgets what is known of its section."""
OTHERS: Final = tuple(~(HIGHWAY_EDGE[edge] | _SECTION[edge]) for edge in range(6))
"""For each edge a mask that forgets the edge altogether."""

Placements: TypeAlias = dict[int, tuple[Place, ...]]
"""The placements of one tile, by cell number; none where it doesn't fit."""

_PICKS_KEPT: Final = 1 << 12


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


class _All(dict[int, tuple[Place, ...]]):
    """For each cell, by its number, every placement of a tile that any constraints may allow."""

    __slots__ = ("tile",)

    def __init__(self, tile: str) -> None:
        super().__init__()
        self.tile = tile

    def __missing__(self, number: int) -> tuple[Place, ...]:
        cell = numbered(number)
        self[number] = tuple(
            Place(self.tile, cell, turn, crew)
            for turn in turns(self.tile)
            for crew in (None, *(a for a, _ in shape(self.tile, turn).fragments))
        )
        return self[number]


class _Picks(dict[int, Callable[[tuple[Place, ...]], tuple[Place, ...]]]):
    """Which of all placements are legal, by the fitting turns (six bits) and what sections say."""

    __slots__ = ("tile",)

    def __init__(self, tile: str) -> None:
        super().__init__()
        self.tile = tile

    def __missing__(self, key: int) -> Callable[[tuple[Place, ...]], tuple[Place, ...]]:
        if len(self) >= _PICKS_KEPT:
            self.clear()
        picked, n = list[int](), 0
        for turn in turns(self.tile):
            lying = shape(self.tile, turn)
            if key >> turn & 1:
                free = free_crews(key >> 6 << _CLAIMED, lying)
                picked.append(n)
                picked += [m for m, (a, _) in enumerate(lying.fragments, n + 1) if a in free]
            n += 1 + len(lying.fragments)
        is_run = picked[-1] - picked[0] == len(picked) - 1
        run = slice(picked[0], picked[-1] + 1)
        self[key] = itemgetter(run) if is_run else itemgetter(*picked)
        return self[key]


class Fits:
    """Where one tile fits."""

    __slots__ = ("_all", "_picks", "_turns")

    def __init__(self, tile: str) -> None:
        self._all = _All(tile)
        self._picks = _Picks(tile)
        # For the twelve lowest bits of a cell's constraints the turns that fit, as a mask.
        self._turns = bytearray(1 << _CLAIMED)
        for turn in turns(tile):
            own = edges(tile, turn)
            for known in range(64):
                if met := own & known:  # at least one highway meets a highway
                    self._turns[known | met << _HIGHWAY] |= 1 << turn

    def takes(self, constraints: int) -> bool:
        """Say whether it fits on a cell with these constraints, in some rotation."""
        return self._turns[constraints & _EDGES] > 0

    def revised(
        self, placements: Placements, constraints: Mapping[int, int], changed: Iterable[int]
    ) -> Placements:
        """Return the placements, each with every crew it may bring, after some cells changed.

        A cell without constraints is not reached any more and gets lost.
        """
        all_on, picks, fitting = self._all, self._picks, self._turns
        revised = placements.copy()
        for number in changed:
            if (known := constraints.get(number)) is None:
                revised.pop(number, None)
            elif ways := fitting[known & _EDGES]:
                revised[number] = picks[known >> _CLAIMED << 6 | ways](all_on[number])
            else:
                revised[number] = ()
        return revised


fits = cache(Fits)
"""The tables of a tile, made once."""
