"""The picture of the table as everybody sees it."""

from collections.abc import Callable
from dataclasses import replace

from engine.boards.hexes import Cell
from engine.games.seismic.state import Observation
from render.canvas import Canvas
from render.games.seismic.captions import Captions
from render.games.seismic.faults import fallen_crews, fallen_layer
from render.games.seismic.field import MapField
from render.games.seismic.inset import placed, put_inset
from render.games.seismic.sheets import Sheet
from render.games.seismic.strip import board_strip, draw_board_strip
from render.games.seismic.turned import mark_turned, sign_turned
from render.games.seismic.view import board_layout, is_window, whole_layout
from render.layout import BOARD_FROM, SMALLEST, View
from render.renderer import Picture


def picture_of(canvas: Canvas) -> Picture:
    """Return the canvas as a finished PNG picture."""
    return Picture.packed(canvas.picture)


def board_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the public picture of the table."""
    strip = board_strip(observation, captions)
    layout = board_layout(observation, strip)
    if layout.view.side == SMALLEST and is_window(observation, strip):
        told = filter(None, (captions.window, captions.last))
        captions = replace(captions, last=" \N{MIDDLE DOT} ".join(told))
    sheet = Sheet(table_field(observation, captions, layout.view), layout, "frame")
    draw_board_strip(sheet, layout, observation, captions)
    return sheet.canvas


def whole_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the table as a whole, without an inset that hides a corner."""
    layout = whole_layout(observation, board_strip(observation, captions))
    sheet = Sheet(plain_field(observation, captions, layout.view), layout, "frame")
    draw_board_strip(sheet, layout, observation, captions)
    return sheet.canvas


def table_field(
    observation: Observation, captions: Captions, view: View, drafted: Cell | None = None
) -> MapField:
    """Return the map with the last move ringed, and on an overview enlarged in a corner."""
    last = observation.last
    if view.side >= BOARD_FROM or last is None or not observation.at(last.cell):
        return plain_field(observation, captions, view, drafted=drafted)
    view, corner = placed(observation, view)
    field = plain_field(observation, captions, view, drafted=drafted)
    put_inset(field, corner, last.cell, captions)
    return field


def plain_field(
    observation: Observation,
    captions: Captions,
    view: View,
    below_crews: Callable[[MapField], None] = lambda _: None,
    drafted: Cell | None = None,
) -> MapField:
    """Return the map with everything that lies on the table, the last move ringed.

    The ring around `drafted` is amber: that tile is not played yet.
    """
    field = MapField(observation, view)
    field.outlines()
    field.shadows()
    fallen_layer(field)
    field.tiles()
    ringed = [last.cell for last in (observation.last,) if last and observation.at(last.cell)]
    field.keep_clear(ringed)
    field.names()
    for cell in ringed:
        field.mark(cell, "amber" if cell == drafted else "white")
    mark_turned(field)
    below_crews(field)
    field.crews(captions.letters)
    fallen_crews(field, captions.letters)
    sign_turned(field)
    return field
