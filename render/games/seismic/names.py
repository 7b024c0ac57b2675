"""Finds room for the name of an empty cell: crews win, the name gives way a little."""

import math
from typing import TYPE_CHECKING, Final

from engine.boards.hexes import Cell
from render.games.seismic.crews import crew_size
from render.lettering import text_width

if TYPE_CHECKING:
    from render.games.seismic.field import MapField

_CLEAR: Final = 2.0
_WAYS: Final = (
    *((0.0, 0.0), (0.0, 0.12), (0.0, -0.12), (0.12, 0.0), (-0.12, 0.0)),
    *((0.1, 0.14), (-0.1, 0.14), (0.1, -0.14), (-0.1, -0.14)),
    *((0.0, 0.2), (0.0, -0.2), (0.2, 0.0), (-0.2, 0.0), (0.2, 0.2), (-0.2, 0.2)),
    *((0.2, -0.2), (-0.2, -0.2)),
)


def free_place(name: str, size: int, cell: Cell, field: "MapField") -> tuple[int, int]:
    """Return the middle of a name of font `size`, in pixels of the field."""
    x, y = field.view.point(cell)
    side = field.view.side
    half = text_width(name, "regular", size) / 2, 0.4 * size
    near = [(px, py) for px, py in field.taken if abs(px - x) < 2 * side and abs(py - y) < 2 * side]
    best, most = (0.0, 0.0), -math.inf
    for dx, dy in _WAYS:
        gap = _gap((x + dx * side, y + dy * side), half, near, 0.62 * crew_size(side))
        if gap > most:
            best, most = (dx, dy), gap
        if gap >= _CLEAR:
            break
    return round(x + best[0] * side), round(y + best[1] * side)


def _gap(
    place: tuple[float, float],
    half: tuple[float, float],
    crews: list[tuple[int, int]],
    reach: float,
) -> float:
    """Return the pixels between a name and the nearest crew, below 0 if they overlap."""
    gaps = (
        max(abs(x - place[0]) - half[0] - reach, abs(y - place[1]) - half[1] - reach)
        for x, y in crews
    )
    return min(gaps, default=math.inf)
