"""Finds room for the name of an empty cell: what happened wins, the name gives way a little."""

import math
from collections import defaultdict
from collections.abc import Iterable
from itertools import product
from typing import Final, TypeAlias

from engine.boards.hexes import Cell
from render.games.seismic.crews import crew_size
from render.layout import View
from render.lettering import text_width

Spot: TypeAlias = tuple[int, int]
"""A point in pixels."""

_CLEAR: Final = 2.0
_LINE: Final = 0.16
"""How far a fault or a ring reaches from its middle, in sides."""
_WAYS: Final = (
    *((0.0, 0.0), (0.0, 0.12), (0.0, -0.12), (0.12, 0.0), (-0.12, 0.0)),
    *((0.1, 0.14), (-0.1, 0.14), (0.1, -0.14), (-0.1, -0.14)),
    *((0.0, 0.2), (0.0, -0.2), (0.2, 0.0), (-0.2, 0.0), (0.2, 0.2), (-0.2, 0.2)),
    *((0.2, -0.2), (-0.2, -0.2), (0.0, 0.36), (0.0, -0.36)),
    *((0.3, 0.32), (-0.3, -0.32), (0.3, -0.32), (-0.3, 0.32)),
)


class Room:
    """Where pieces, faults and rings are, in squares of two sides: few can be near one name."""

    def __init__(self, view: View, pieces: Iterable[Spot], lines: Iterable[Spot] = ()) -> None:
        """Keep clear of the middles of pieces and of points on lines, in pixels of the view."""
        self._view = view
        self._square = 2 * view.side
        self._taken: defaultdict[Spot, list[tuple[int, int, float]]] = defaultdict(list)
        for spots, reach in (
            (pieces, 0.62 * crew_size(view.side)),
            (lines, _LINE * view.side),
        ):
            for x, y in spots:
                self._taken[x // self._square, y // self._square].append((x, y, reach))

    def place(self, name: str, size: int, cell: Cell) -> tuple[int, int]:
        """Return the middle of the name of a cell, in font `size`."""
        x, y = self._view.point(cell)
        side = self._view.side
        half = text_width(name, "regular", size) / 2, 0.4 * size
        near = self._near(x, y)
        best, most = (0.0, 0.0), -math.inf
        for dx, dy in _WAYS:
            gap = _gap((x + dx * side, y + dy * side), half, near)
            if gap > most:
                best, most = (dx, dy), gap
            if gap >= _CLEAR:
                break
        return round(x + best[0] * side), round(y + best[1] * side)

    def _near(self, x: int, y: int) -> list[tuple[int, int, float]]:
        reach = square = self._square
        columns = range((x - reach) // square, (x + reach) // square + 1)
        rows = range((y - reach) // square, (y + reach) // square + 1)
        found = (self._taken.get(each, ()) for each in product(columns, rows))
        return [
            spot
            for spots in found
            for spot in spots
            if abs(spot[0] - x) < reach and abs(spot[1] - y) < reach
        ]


def _gap(
    place: tuple[float, float], half: tuple[float, float], near: list[tuple[int, int, float]]
) -> float:
    """Return the pixels between a name and what is nearest, below 0 if they overlap."""
    (left, top), (wide, high) = place, half
    gaps = [max(abs(x - left) - wide, abs(y - top) - high) - reach for x, y, reach in near]
    return min(gaps, default=math.inf)
