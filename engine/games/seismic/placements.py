"""All legal placements of some tiles, without listing them."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, islice
from typing import overload

from engine.games.seismic.actions import Place
from engine.games.seismic.fits import fits, without_crews


class Placements(Sequence[Place]):
    """Every legal placement of some tiles, equal ones once; made when they are looked at.

    They come tile by tile in the order given, then cell by cell in the order in which highways
    first reached the cells.
    """

    __slots__ = ("_cells", "_counts", "_number", "_picks", "_tiles")

    def __init__(
        self, tiles: Iterable[str], constraints: Mapping[int, int], *, with_crew: bool
    ) -> None:
        self._tiles = [fits(tile) for tile in dict.fromkeys(tiles)]
        self._cells: Iterable[int] = constraints
        known: Collection[int] = constraints.values()
        if not with_crew:
            known = [*map(without_crews, known)]
        self._picks = [[*map(each.picks.__getitem__, known)] for each in self._tiles]
        self._counts = [sum(map(len, picks)) for picks in self._picks]
        self._number = sum(self._counts)

    def __len__(self) -> int:
        return self._number

    def __iter__(self) -> Iterator[Place]:
        places: list[Place] = []
        for tile, picks in zip(self._tiles, self._picks, strict=True):
            for number, picked in zip(self._cells, picks, strict=True):
                if picked:
                    places += tile.picked(number, picked)
        return iter(places)

    @overload
    def __getitem__(self, n: int) -> Place: ...
    @overload
    def __getitem__(self, n: slice) -> tuple[Place, ...]: ...
    def __getitem__(self, n: int | slice) -> Place | tuple[Place, ...]:
        if isinstance(n, slice):
            return tuple(self)[n]
        before = range(self._number)[n]
        for tile, picks, count in zip(self._tiles, self._picks, self._counts, strict=True):
            if before < count:
                ends = [*accumulate(map(len, picks))]
                cell = bisect_right(ends, before)
                number = next(islice(self._cells, cell, None))
                return tile.one(number, picks[cell][before - ends[cell]])
            before -= count
        raise IndexError(n)
