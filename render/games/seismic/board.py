"""The table as everybody sees it: at one moment, a part of it, a whole match as an animation."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from PIL import Image

from engine.boards.hexes import Cell, neighbour
from engine.games.seismic.state import Observation
from render.canvas import Canvas
from render.frames import neat_line, plate
from render.games.seismic.captions import Captions
from render.games.seismic.faults import fallen_crews, fallen_layer
from render.games.seismic.ground import outline_sprite
from render.games.seismic.map import Corners, MapField
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
    Strip,
    around,
    board_layout,
    cells_to_show,
    extent_of,
    film_layout,
    is_window,
    whole_layout,
)
from render.layout import BOARD_FROM, SMALLEST, Viewport, centred_on, filled
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
    picture = MapPicture(field_with_inset(observation, captions, layout.view), layout, "frame")
    draw_board_strip(picture, layout, observation, captions)
    return picture.canvas


def whole_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the whole table however wide it is, without an inset that hides a corner."""
    layout = whole_layout(observation, board_strip(observation, captions))
    picture = MapPicture(plain_field(observation, captions, layout.view), layout, "frame")
    draw_board_strip(picture, layout, observation, captions)
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


def field_with_inset(
    observation: Observation, captions: Captions, view: Viewport, drafted: Cell | None = None
) -> MapField:
    """Return the map with the last move ringed, and on an overview enlarged in a corner."""
    last = observation.last
    if view.side >= BOARD_FROM or last is None or not observation.at(last.cell):
        return plain_field(observation, captions, view, drafted=drafted)
    view, corner = _placed(observation, view)
    field = plain_field(observation, captions, view, drafted=drafted)
    small = MapField(observation, centred_on(last.cell, _SIDE, _SIZE))
    small.outlines()
    small.shadows()
    fallen_layer(small)
    small.tiles()
    small.names({neighbour(last.cell, edge) for edge in range(6)} & small.pointed_at())
    small.mark(last.cell)
    small.crews(captions.letters)
    fallen_crews(small, captions.letters)
    left, top = _corner_of(view, corner)
    field.canvas.stamp(plate(*_OUTER), left + _OUTER[0] / 2, top + _OUTER[1] / 2)
    left, top = left + (_OUTER[0] - _SIZE[0]) // 2, top + (_OUTER[1] - _SIZE[1]) // 2
    field.canvas.paste(small.canvas.picture, left, top)
    field.canvas.stamp(neat_line(*_SIZE, 6, 1.6), left + _SIZE[0] / 2, top + _SIZE[1] / 2)
    return field


_SIZE: Final = (264, 216)
_SIDE: Final = 44
_BORDER: Final = 8
_AWAY: Final = 14
_OUTER: Final = (_SIZE[0] + 2 * _BORDER + 6, _SIZE[1] + 2 * _BORDER + 6)

Corner = tuple[int, int]
"""0 left or 1 right, 0 top or 1 bottom."""


def _placed(observation: Observation, view: Viewport) -> tuple[Viewport, Corner]:
    """Return the view moved aside within its slack, and the corner where an inset hides least."""
    cells = cells_to_show(observation)
    built = {laid.cell for laid in observation.tiles}

    def cost(choice: tuple[Viewport, Corner]) -> tuple[int, bool]:
        tried, corner = choice
        left, top = _corner_of(tried, corner)
        reach = 0.8 * tried.side
        right, bottom = left + _OUTER[0] + reach, top + _OUTER[1] + reach
        hidden = 0
        for cell in cells:
            x, y = tried.point(cell)
            if left - reach < x < right and top - reach < y < bottom:
                hidden += 3 if cell in built else 1
        return hidden, tried is not view

    corners = [(right, bottom) for right in (1, 0) for bottom in (0, 1)]
    tried = [(each, to) for to in corners for each in (view, _aside(view, cells, to))]
    return min(tried, key=cost)


def _corner_of(view: Viewport, corner: Corner) -> tuple[int, int]:
    across = view.width - 2 * _AWAY - _OUTER[0]
    down = view.height - 2 * _AWAY - _OUTER[1]
    return _AWAY + across * corner[0], _AWAY + down * corner[1]


def _aside(view: Viewport, cells: Collection[Cell], corner: Corner) -> Viewport:
    """Return the view moved away from a corner as far as all cells stay in the field."""
    xs, ys = zip(*(view.point(cell) for cell in cells), strict=True)
    half = view.cell_height // 2
    spare = 10
    left, right = min(xs) - view.side - spare, view.width - max(xs) - view.side - spare
    top, bottom = min(ys) - half - spare, view.height - max(ys) - half - spare
    x = -max(0, left) if corner[0] else max(0, right)
    y = max(0, bottom) if not corner[1] else -max(0, top)
    return view.shifted(x, y)
