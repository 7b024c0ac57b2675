"""All legal placements of some tiles, without listing them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import overload

from engine.games.seismic.actions import Place
from engine.games.seismic.fits import fits


class Placements(Sequence[Place]):
    """Every legal placement of some tiles, equal ones once; made when they are looked at.

    They come tile by tile in the order given, then cell by cell in the order in which highways
    first reached the cells.
    """

    __slots__ = ("_constraints", "_counts", "_number", "_tiles")

    def __init__(
        self, tiles: Iterable[str], constraints: Mapping[int, int], counts: Sequence[int]
    ) -> None:
        """Take the constraints of cells by their numbers, and their `fits.counts`."""
        self._tiles = [fits(tile) for tile in dict.fromkeys(tiles)]
        self._constraints, self._counts = constraints, counts
        self._number, total = 0, counts[-1]
        for tile in self._tiles:
            self._number += tile.count(total)

    def __len__(self) -> int:
        return self._number

    def __iter__(self) -> Iterator[Place]:
        places: list[Place] = []
        for tile in self._tiles:
            for number, known in self._constraints.items():
                places += tile.on(number, known)
        return iter(places)

    @overload
    def __getitem__(self, n: int) -> Place: ...
    @overload
    def __getitem__(self, n: slice) -> tuple[Place, ...]: ...
    def __getitem__(self, n: int | slice) -> Place | tuple[Place, ...]:
        if isinstance(n, slice):
            return tuple(self)[n]
        before, counts = n if n >= 0 else n + self._number, self._counts
        for tile in self._tiles if before >= 0 else ():
            count = tile.count(counts[-1])
            if before < count:
                return tile.nth(self._constraints, counts, before)
            before -= count
        raise IndexError(n)
