"""The last move enlarged in a corner of a board whose tiles are small, where it hides nothing."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.boards.hexes import Cell, neighbour
from engine.games.seismic.state import Observation
from render.frames import neat_line, plate
from render.games.seismic.captions import Captions
from render.games.seismic.faults import fallen_crews, fallen_layer
from render.games.seismic.map import MapField, Spot
from render.games.seismic.view import STEP, TALLEST, Layout, built_cells, frontier_cells
from render.layout import LETTERS_FROM, Viewport, centred_on

_SIZE: Final = (300, 248)
_SIDE: Final = 62
_BORDER: Final = 8
_AWAY: Final = 14
_OUTER: Final = (_SIZE[0] + 2 * _BORDER + 6, _SIZE[1] + 2 * _BORDER + 6)
_CLEAR: Final = 0.75
"""How far from an inset the middle of a tile is at least, in sides; an edge may lie under it."""
_CLEAR_NAME: Final = 0.3
"""The same for an empty cell, of which only the name is missed."""
_CORNERS: Final = ((1, 0), (1, 1), (0, 0), (0, 1))
"""0 left or 1 right, 0 top or 1 bottom; the best first."""


def placed_inset(observation: Observation, layout: Layout) -> tuple[Layout, Spot | None]:
    """Return the layout and where on its map the inset's upper left corner lies, if it has one.

    The map moves aside within its slack, and gets higher if all its corners are built.
    """
    last = observation.last
    if layout.view.side >= LETTERS_FROM or last is None or not observation.at(last.cell):
        return layout, None
    built = built_cells(observation)
    empty = frontier_cells(observation) - built
    for tried in _higher(layout):
        for right, bottom in _CORNERS:
            view = _aside(tried.view, built | empty, (right, bottom))
            left = _AWAY + right * (view.width - 2 * _AWAY - _OUTER[0])
            top = _AWAY + bottom * (view.height - 2 * _AWAY - _OUTER[1])
            hidden = _under(view, built, (left, top), _CLEAR)
            if not (hidden or _under(view, empty, (left, top), _CLEAR_NAME)):
                return replace(tried, view=view), (left, top)
    return layout, None


def _higher(layout: Layout) -> Iterator[Layout]:
    """Yield the layout, then higher and higher ones around the same cells."""
    view = layout.view
    for more in range(0, max(TALLEST - layout.height, 0) + 1, STEP):
        taller = replace(view, y=view.y + more // 2, height=view.height + more)
        yield replace(layout, view=taller, height=layout.height + more)


def _under(view: Viewport, cells: set[Cell], corner: Spot, clear: float) -> bool:
    """Say whether an inset with this upper left corner would hide one of the cells."""
    (left, top), reach = corner, clear * view.side
    return any(
        left - reach < x < left + _OUTER[0] + reach and top - reach < y < top + _OUTER[1] + reach
        for x, y in map(view.point, cells)
    )


def _aside(view: Viewport, cells: set[Cell], corner: tuple[int, int]) -> Viewport:
    """Return the view moved away from a corner as far as all cells stay in the field."""
    xs, ys = zip(*(view.point(cell) for cell in cells), strict=True)
    half = view.cell_height // 2
    spare = 10
    left, right = min(xs) - view.side - spare, view.width - max(xs) - view.side - spare
    top, bottom = min(ys) - half - spare, view.height - max(ys) - half - spare
    x = -max(0, left) if corner[0] else max(0, right)
    y = max(0, bottom) if not corner[1] else -max(0, top)
    return view.shifted(x, y)


def put_inset(field: MapField, captions: Captions, spot: Spot) -> None:
    """Draw the surroundings of the last move, large, with its upper left corner at `spot`."""
    last = field.observation.last
    assert last is not None
    small = MapField(field.observation, centred_on(last.cell, _SIDE, _SIZE))
    small.outlines()
    small.shadows()
    fallen_layer(small)
    small.tiles()
    small.names({neighbour(last.cell, edge) for edge in range(6)} & small.pointed_at())
    small.mark(last.cell)
    small.crews(captions.letters)
    fallen_crews(small, captions.letters)
    left, top = spot
    field.canvas.stamp(plate(*_OUTER), left + _OUTER[0] / 2, top + _OUTER[1] / 2)
    left, top = left + (_OUTER[0] - _SIZE[0]) // 2, top + (_OUTER[1] - _SIZE[1]) // 2
    field.canvas.paste(small.canvas.picture, left, top)
    field.canvas.stamp(neat_line(*_SIZE, 6, 1.6), left + _SIZE[0] / 2, top + _SIZE[1] / 2)
