"""What an empty cell knows of its edges, and which tiles fit there (rules 4.3 and 4.4).

It is packed into a number, the sign: from its lowest bit six bits that say behind which edges a
tile lies, six that say where a highway arrives, six where that highway's section carries a crew,
and for each edge three bits with the edge (plus 1) where the same section arrives again, if it
does and carries no crew. Cells with the same sign take the same tiles in the same ways, so that
the work is done once for each sign and remembered.
"""

from functools import lru_cache
from typing import Final

from engine.games.seismic.actions import Place
from engine.games.seismic.ground import numbered
from engine.games.seismic.tiles import Shape, shape, turns

HIGHWAY: Final = 6
CLAIMED: Final = 12
BACK: Final = 18

GREEN_EDGE: Final = tuple(1 << edge for edge in range(6))
HIGHWAY_EDGE: Final = tuple(1 << edge | 1 << edge + HIGHWAY for edge in range(6))
CLAIMED_EDGE: Final = tuple(1 << edge + CLAIMED for edge in range(6))
_SECTION: Final = tuple(CLAIMED_EDGE[edge] | 7 << BACK + 3 * edge for edge in range(6))
KEPT: Final = tuple(~section for section in _SECTION)
"""For each edge a mask that forgets what is known of its section."""
OTHERS: Final = tuple(~(HIGHWAY_EDGE[edge] | _SECTION[edge]) for edge in range(6))
"""For each edge a mask that forgets the edge altogether."""

_NO_CREW: Final = 63 << CLAIMED
_EDGES: Final = (1 << CLAIMED) - 1


def back_edge(edge: int, back: int) -> int:
    """Return the bits that say: the section at `edge` arrives again at `back`."""
    return back + 1 << BACK + 3 * edge


@lru_cache(maxsize=1 << 18)
def _place(tile: str, number: int, turn: int, crew: int | None) -> Place:
    return Place(tile, numbered(number), turn, crew)


class Way(dict[int, tuple[Place, ...]]):
    """A tile in one rotation with the crews it may bring; for each cell's number the placements."""

    __slots__ = ("crews", "tile", "turn")

    def __init__(self, tile: str, turn: int, crews: tuple[int | None, ...]) -> None:
        super().__init__()
        self.tile, self.turn, self.crews = tile, turn, crews

    def __missing__(self, number: int) -> tuple[Place, ...]:
        if len(self) == _CELLS_KEPT:
            self.clear()
        places = tuple(_place(self.tile, number, self.turn, crew) for crew in self.crews)
        self[number] = places
        return places


_CELLS_KEPT: Final = 512
_way = lru_cache(maxsize=1 << 12)(Way)


class Spot(dict[str, tuple[Way, ...]]):
    """An empty cell with a sign: for each tile the ways in which it fits."""

    __slots__ = ("sign",)

    def __init__(self, sign: int) -> None:
        super().__init__()
        self.sign = sign

    def __missing__(self, tile: str) -> tuple[Way, ...]:
        lying = [(turn, shape(tile, turn)) for turn in turns(tile)]
        ways = tuple(
            _way(tile, turn, (None, *self.free_crews(each)))
            for turn, each in lying
            if self._takes(each)
        )
        self[tile] = ways
        return ways

    @property
    def bare(self) -> "Spot":
        """The same cell for a seat that has no crews at home."""
        return spot(self.sign & _EDGES | _NO_CREW)

    @property
    def has_highway(self) -> bool:
        """Whether a highway arrives; without one no tile fits."""
        return bool(self.sign >> HIGHWAY & 63)

    def _takes(self, lying: Shape) -> bool:
        known, wanted = self.sign & 63, self.sign >> HIGHWAY & 63
        return bool(lying.highways & wanted) and not (lying.highways ^ wanted) & known

    def free_crews(self, lying: Shape) -> tuple[int, ...]:
        """Return the fragments, by their lowest edge, whose section would carry no crew yet."""
        return tuple(
            a
            for a, b in lying.fragments
            if not self._leads_to_crew(lying, a) and not self._leads_to_crew(lying, b)
        )

    def _leads_to_crew(self, lying: Shape, start: int) -> bool:
        """Follow the section out of `start`, as often as it comes back to this cell."""
        edge = start
        while not self.sign & CLAIMED_EDGE[edge]:
            back = (self.sign >> BACK + 3 * edge & 7) - 1
            if back < 0 or lying.across[back] in (back, start):
                return False
            edge = lying.across[back]
        return True


spot = lru_cache(maxsize=1 << 14)(Spot)
"""The spot of a sign, the same one as long as it is remembered."""
