"""On an overview, where cells are small: the last move once more, enlarged in a corner."""

from collections.abc import Collection
from typing import Final

from engine.boards.hexes import Cell, neighbour
from engine.games.seismic.state import Observation
from render.canvas import Canvas
from render.frames import neat_line, plate
from render.games.seismic.captions import Captions
from render.games.seismic.faults import fallen_crews, fallen_layer
from render.games.seismic.field import MapField
from render.games.seismic.view import shown
from render.layout import View, centred_on

_SIZE: Final = (264, 216)
_SIDE: Final = 44
_BORDER: Final = 8
_AWAY: Final = 14
_OUTER: Final = (_SIZE[0] + 2 * _BORDER + 6, _SIZE[1] + 2 * _BORDER + 6)

Corner = tuple[int, int]
"""0 left or 1 right, 0 top or 1 bottom."""


def placed(observation: Observation, view: View) -> tuple[View, Corner]:
    """Return the view moved aside within its slack, and the corner where an inset hides least."""
    cells = shown(observation)
    built = {laid.cell for laid in observation.tiles}
    choices: list[tuple[int, bool, int, View, Corner]] = []
    for right in (1, 0):
        for bottom in (0, 1):
            for tried in (view, _aside(view, cells, (right, bottom))):
                cost = sum(
                    3 if cell in built else 1 for cell in _hidden(tried, cells, (right, bottom))
                )
                choices.append((cost, tried is not view, len(choices), tried, (right, bottom)))
    best = min(choices, key=lambda choice: choice[:3])
    return best[3], best[4]


def _hidden(view: View, cells: Collection[Cell], corner: Corner) -> list[Cell]:
    left, top = _corner_of(view, corner)
    reach = 0.8 * view.side
    right, bottom = left + _OUTER[0] + reach, top + _OUTER[1] + reach
    points = ((cell, *view.point(cell)) for cell in cells)
    return [cell for cell, x, y in points if left - reach < x < right and top - reach < y < bottom]


def _corner_of(view: View, corner: Corner) -> tuple[int, int]:
    across = view.width - 2 * _AWAY - _OUTER[0]
    down = view.height - 2 * _AWAY - _OUTER[1]
    return _AWAY + across * corner[0], _AWAY + down * corner[1]


def _aside(view: View, cells: Collection[Cell], corner: Corner) -> View:
    """Return the view moved away from a corner as far as all cells stay in the field."""
    xs, ys = zip(*(view.point(cell) for cell in cells), strict=True)
    half = view.cell_height // 2
    spare = 10
    left, right = min(xs) - view.side - spare, view.width - max(xs) - view.side - spare
    top, bottom = min(ys) - half - spare, view.height - max(ys) - half - spare
    x = -max(0, left) if corner[0] else max(0, right)
    y = max(0, bottom) if not corner[1] else -max(0, top)
    return view.shifted(x, y)


def put_inset(field: MapField, corner: Corner, cell: Cell, captions: Captions) -> None:
    """Draw the surroundings of `cell` enlarged into a corner of the field."""
    small = MapField(field.observation, centred_on(cell, _SIDE, _SIZE))
    small.outlines()
    small.shadows()
    fallen_layer(small)
    small.tiles()
    small.names({neighbour(cell, edge) for edge in range(6)} & small.pointed_at())
    small.mark(cell)
    small.crews(captions.letters)
    fallen_crews(small, captions.letters)
    left, top = _corner_of(field.view, corner)
    _frame(field.canvas, small.canvas, left, top)


def _frame(canvas: Canvas, inner: Canvas, left: int, top: int) -> None:
    middle = left + _OUTER[0] / 2, top + _OUTER[1] / 2
    canvas.stamp(plate(*_OUTER), *middle)
    corner = left + (_OUTER[0] - _SIZE[0]) // 2, top + (_OUTER[1] - _SIZE[1]) // 2
    canvas.picture.paste(inner.picture, corner)
    canvas.stamp(neat_line(*_SIZE, 6, 1.6), corner[0] + _SIZE[0] / 2, corner[1] + _SIZE[1] / 2)
