"""The picture of the table as everybody sees it."""

from collections.abc import Callable
from dataclasses import replace

from engine.games.seismic.state import Observation
from render.canvas import Canvas
from render.games.seismic.captions import Captions
from render.games.seismic.faults import fallen_crews, fallen_layer
from render.games.seismic.field import MapField
from render.games.seismic.inset import placed, put_inset
from render.games.seismic.strip import board_strip
from render.games.seismic.view import board_view, is_window
from render.layout import BOARD_FROM, SMALLEST, View
from render.parts import framed
from render.png import png
from render.renderer import Picture


def picture_of(canvas: Canvas) -> Picture:
    """Return the canvas as a finished PNG picture."""
    return Picture(png(canvas.picture), canvas.picture.width, canvas.picture.height)


def board_canvas(observation: Observation, captions: Captions, view: View | None = None) -> Canvas:
    """Return the public picture of the table."""
    canvas = framed("frame")
    view = view or board_view(observation)
    if not captions.note and view.side == SMALLEST and is_window(observation):
        captions = replace(captions, note=captions.window)
    table_field(observation, captions, view).put_on(canvas)
    board_strip(canvas, observation, captions)
    return canvas


def table_field(
    observation: Observation,
    captions: Captions,
    view: View,
    below_crews: Callable[[MapField], None] = lambda _: None,
) -> MapField:
    """Return the map with everything that lies on the table, the last move ringed."""
    overview = view.side < BOARD_FROM and observation.last is not None
    view, corner = placed(observation, view) if overview else (view, (1, 0))
    field = MapField(observation, view)
    field.outlines()
    field.shadows()
    fallen_layer(field)
    field.tiles()
    field.names()
    if observation.last and observation.at(observation.last.cell):
        field.mark(observation.last.cell)
    below_crews(field)
    field.crews(captions.letters)
    fallen_crews(field, captions.letters)
    if overview and observation.last:
        put_inset(field, corner, observation.last.cell, captions)
    return field
