"""Finds room for the name of an empty cell: crews win, the name gives way a little."""

from typing import TYPE_CHECKING, Final

from engine.boards.hexes import Cell
from render.games.seismic.crews import crew_size
from render.lettering import text_width

if TYPE_CHECKING:
    from render.games.seismic.field import MapField

_WAYS: Final = (
    *((0.0, 0.0), (0.0, 0.12), (0.0, -0.12), (0.12, 0.0), (-0.12, 0.0)),
    *((0.1, 0.14), (-0.1, 0.14), (0.1, -0.14), (-0.1, -0.14)),
    *((0.0, 0.2), (0.0, -0.2), (0.2, 0.0), (-0.2, 0.0), (0.2, 0.2), (-0.2, 0.2)),
    *((0.2, -0.2), (-0.2, -0.2)),
)


def free_place(name: str, size: int, cell: Cell, field: "MapField") -> tuple[int, int]:
    """Return the middle of a name of font `size`, in pixels of the field."""
    x, y = field.view.point(cell)
    half = text_width(name, "regular", size) / 2, 0.4 * size
    places = [(x + dx * field.view.side, y + dy * field.view.side) for dx, dy in _WAYS]
    best = max(places, key=lambda place: min(2.0, _gap(place, half, field)))
    return round(best[0]), round(best[1])


def _gap(place: tuple[float, float], half: tuple[float, float], field: "MapField") -> float:
    """Return the pixels between a name and the nearest crew or last-move ring, below 0: overlap."""
    reach = 0.62 * crew_size(field.view.side)
    gaps = [99.0]
    for crew in field.standings:
        across = abs(crew.x - place[0]) - half[0] - reach
        down = abs(crew.y - place[1]) - half[1] - reach
        gaps.append(max(across, down))
    return min(gaps)
