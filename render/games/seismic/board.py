"""The table as everybody sees it: at one moment, a part of it, a whole match as an animation."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from PIL import Image

from engine.boards.hexes import Cell
from engine.games.seismic.state import Observation
from render.blocks import MapFrames
from render.canvas import Canvas
from render.games.seismic.captions import Captions
from render.games.seismic.faults import fallen_crews, fallen_layer
from render.games.seismic.ground import outline_sprite
from render.games.seismic.inset import placed_inset, put_inset
from render.games.seismic.map import Corners, MapField, letters_above
from render.games.seismic.minimap import put_minimap
from render.games.seismic.signs import turn_sign
from render.games.seismic.strip import (
    DISPLAY,
    FILM_STRIP,
    ROOM,
    MapPicture,
    board_strip,
    display,
    draw_board_strip,
    film_strip,
    seat_rows,
)
from render.games.seismic.view import (
    MAP_WIDTH,
    Layout,
    MapWindow,
    Strip,
    around,
    board_layout,
    cells_to_show,
    extent_of,
    film_layout,
    is_window,
    whole_layout,
)
from render.layout import SMALLEST, Viewport, centred_on, filled
from render.picture import Picture, gif
from render.strips import SEAT, headline, line, seats_across
from render.theme import WIDTH

_SIGN: Final = 36
"""Size of the arrow on a turned tile."""
_PART: Final = 1 / 3
"""Of the width of the table in a zoom; less would be nearer than anybody needs on a small one."""
_SIDES: Final = (60, 120)
_HIGH: Final = 800
_MINIMAP: Final = (300, 200)
_STRIP: Final = Strip(SEAT + 4, 224)
_PAUSE: Final = 0.7
_LAST: Final = 3.0
"""Seconds that frames of an animation are shown, and its last one."""


def board_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return what the table holds: public, the last move ringed, fresh quakes torn open."""
    strip = board_strip(observation, captions)
    layout = board_layout(observation, strip)
    if layout.view.side == SMALLEST and is_window(observation, strip):
        told = filter(None, (captions.window, captions.last))
        captions = replace(captions, last=" \N{MIDDLE DOT} ".join(told))
    picture = board_picture(observation, captions, layout, "frame")
    draw_board_strip(picture, observation, captions)
    return picture.canvas


def whole_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the whole table however wide it is, without an inset."""
    layout = whole_layout(observation, board_strip(observation, captions))
    picture = MapPicture(plain_field(observation, captions, layout.view), layout, "frame")
    draw_board_strip(picture, observation, captions)
    return picture.canvas


def zoom_canvas(observation: Observation, captions: Captions, cell: Cell) -> Canvas:
    """Return a third of the table around a cell; below it the table, framed where one looks."""
    view = centred_on(cell, side_of(observation), (MAP_WIDTH, _HIGH))
    view = filled(view, cells_to_show(observation) | {cell})

    def outlined(field: MapField) -> None:
        field.canvas.stamp(outline_sprite(view.side, "ink", 4), *view.point(cell))

    field = plain_field(observation, captions, view, outlined)
    picture = MapPicture(field, around(view, _STRIP), "frame")
    seats_across(picture.above, seat_rows(observation, captions), ROOM)
    room = ROOM - _MINIMAP[0] - DISPLAY - 48
    headline(picture.below, 50, captions.headline, room, captions.names)
    line(picture.below, 108, captions.note, room)
    line(picture.below, 160, captions.title, room)
    display(picture.below.moved(room + 24, 112), observation, captions)
    put_minimap(picture.below.moved(ROOM - _MINIMAP[0], 14), field, _MINIMAP)
    return picture.canvas


def side_of(observation: Observation) -> int:
    """Return the side, an even number, at which a third of the table's width fills the map."""
    extent = extent_of(observation)
    side = 2 * round(MAP_WIDTH / (_PART * (extent.right - extent.left)) / 2)
    return max(_SIDES[0], min(_SIDES[1], side))


def film(
    observations: Sequence[Observation], captions: Sequence[Captions], before: int = 0
) -> Picture:
    """Return a match in one view to its end, so that nothing jumps; `before` frames are skipped.

    Cells have no names: nobody types while watching.
    """
    layout = film_layout(observations, FILM_STRIP)
    count = before + len(observations)

    def frames() -> Iterator[Image.Image]:
        moments = zip(observations, captions, strict=True)
        for n, (observation, words) in enumerate(moments, before + 1):
            field = plain_field(observation, words, layout.view, named=False)
            picture = MapPicture(field, layout, "frame")
            film_strip(picture, observation, words, n / count)
            yield picture.canvas.picture

    return Picture(gif(frames(), _PAUSE, _LAST), WIDTH, layout.height, "gif")


def frames(
    observations: Sequence[Observation], captions: Sequence[Captions], window: MapWindow
) -> MapFrames:
    """Return maps of a match in one window."""
    moments = zip(observations, captions, strict=True)
    maps = (map_only(*moment, window.view).picture for moment in moments)
    return MapFrames.of(maps, window.tight, letters_above(observations[0].grid, window.view))


def map_only(observation: Observation, captions: Captions, window: Viewport) -> Canvas:
    """Return the map alone, without frame, strip or words."""
    return plain_field(observation, captions, window).canvas


def plain_field(
    observation: Observation,
    captions: Captions,
    view: Viewport,
    below_crews: Callable[[MapField], None] = lambda _: None,
    drafted: Cell | None = None,
    *,
    named: bool = True,
) -> MapField:
    """Return the map with everything that lies on the table, the last moves ringed.

    The ring around `drafted` is amber: that tile is not played yet. Tiles that were turned since
    the last placement have a ring, too, and an arrow. `named`: with the names of cells.
    """
    field = MapField(observation, view)
    field.outlines()
    field.shadows()
    fallen_layer(field)
    field.tiles()
    last = () if observation.last is None else (observation.last.cell,)
    ringed = [cell for cell in dict.fromkeys((*captions.recent, *last)) if observation.at(cell)]
    if named:
        field.keep_clear(ringed)
        field.names()
    for cell in ringed:
        field.mark(cell, "amber" if cell == drafted else "white")
    rotated = dict.fromkeys(each.after.cell for each in observation.rotated)
    turned = [cell for cell in rotated if observation.at(cell)]
    for cell in turned:
        field.mark(cell)
    below_crews(field)
    field.crews(captions.letters)
    fallen_crews(field, captions.letters)
    corners = Corners(field, _SIGN)
    for cell in turned:
        corners.stamp(turn_sign(_SIGN), cell)
    return field


def board_picture(
    observation: Observation,
    captions: Captions,
    layout: Layout,
    frame: str,
    drafted: Cell | None = None,
) -> MapPicture:
    """Return the map of a whole board, the last move enlarged in a corner if its tiles are small.

    The picture's layout has room for that.
    """
    layout, spot = placed_inset(observation, layout)
    field = plain_field(observation, captions, layout.view, drafted=drafted)
    if spot:
        put_inset(field, captions, spot)
    return MapPicture(field, layout, frame)
