"""A part of the board drawn large, above the whole table very small."""

from typing import Final

from engine.boards.hexes import Cell
from engine.games.seismic.state import Observation
from render.canvas import Canvas
from render.games.seismic.board import plain_field
from render.games.seismic.captions import Captions
from render.games.seismic.field import MapField
from render.games.seismic.ground import outline_sprite
from render.games.seismic.minimap import put_minimap
from render.games.seismic.sheets import ROOM, Sheet
from render.games.seismic.strip import DISPLAY, display, seat_rows
from render.games.seismic.view import MAP_WIDTH, Strip, around, extent_of, shown
from render.layout import centred_on, filled
from render.strips import SEAT, headline, line, seats_across

_PART: Final = 1 / 3
"""Of the width of the table; less would be nearer than anybody needs on a small one."""
_SIDES: Final = (60, 120)
_HIGH: Final = 800
_MINIMAP: Final = (300, 200)
_STRIP: Final = Strip(SEAT + 4, 224)


def zoom_canvas(observation: Observation, captions: Captions, cell: Cell) -> Canvas:
    """Return a third of the table around a cell; below it the table, framed where one looks."""
    view = centred_on(cell, side_of(observation), (MAP_WIDTH, _HIGH))
    view = filled(view, shown(observation) | {cell})

    def outlined(field: MapField) -> None:
        field.canvas.stamp(outline_sprite(view.side, "ink", 4), *view.point(cell))

    field = plain_field(observation, captions, view, outlined)
    sheet = Sheet(field, around(view, _STRIP), "frame")
    seats_across(sheet.above, seat_rows(observation, captions), ROOM)
    room = ROOM - _MINIMAP[0] - DISPLAY - 48
    headline(sheet.below, 50, captions.headline, room, captions.names)
    line(sheet.below, 108, captions.note, room)
    line(sheet.below, 160, captions.title, room)
    display(sheet.below.moved(room + 24, 112), observation, captions)
    put_minimap(sheet.below.moved(ROOM - _MINIMAP[0], 14), field, _MINIMAP)
    return sheet.canvas


def side_of(observation: Observation) -> int:
    """Return the side, an even number, at which a third of the table's width fills the map."""
    extent = extent_of(observation)
    side = 2 * round(MAP_WIDTH / (_PART * (extent.right - extent.left)) / 2)
    return max(_SIDES[0], min(_SIDES[1], side))
