"""A part of the board drawn large, beside the whole table very small."""

from typing import Final

from engine.boards.hexes import Cell
from engine.games.seismic.state import Observation
from render.canvas import Canvas
from render.frames import framed
from render.games.seismic.board import plain_field
from render.games.seismic.captions import Captions
from render.games.seismic.field import FIELD_SIZE, MapField
from render.games.seismic.ground import outline_sprite
from render.games.seismic.minimap import put_minimap
from render.games.seismic.strip import display, seat_rows
from render.games.seismic.view import shown
from render.layout import centred_on, filled
from render.lettering import shortened
from render.parts import LABEL, head, narrow_rows
from render.theme import STRIP

_SIDE: Final = 56
_MAP_TOP: Final = 520
_LEFT, _RIGHT = STRIP


def zoom_canvas(observation: Observation, captions: Captions, cell: Cell) -> Canvas:
    """Return three rings around a cell; beside them the table, framed where one looks."""
    view = filled(centred_on(cell, _SIDE, FIELD_SIZE), shown(observation) | {cell})

    def outlined(field: MapField) -> None:
        field.canvas.stamp(outline_sprite(view.side, "ink", 4), *view.point(cell))

    field = plain_field(observation, captions, view, outlined)
    canvas = framed("frame")
    field.put_on(canvas)
    _strip(canvas, observation, captions)
    put_minimap(canvas, _MAP_TOP, field)
    return canvas


def _strip(canvas: Canvas, observation: Observation, captions: Captions) -> None:
    head(canvas, captions.title, captions.headline, captions.names)
    if captions.note:
        canvas.write(shortened(captions.note, "regular", 26, _RIGHT - _LEFT), _LEFT, 134, LABEL)
    else:
        canvas.write(captions.points_label, _RIGHT - 3, 134, LABEL, "right")
    bottom = narrow_rows(canvas, 164, seat_rows(observation, captions))
    display(canvas, bottom + 72, observation, captions)
