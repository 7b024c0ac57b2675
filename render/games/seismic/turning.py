"""Private pictures of turning a tile after a quake: which tile, and how it is to lie."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.boards.hexes import Cell
from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.games.seismic.building import (
    HEAD,
    ORIENTATIONS_HEIGHT,
    Orientation,
    draw_orientations,
    near_view,
    private_head,
    where_layout,
    where_picture,
)
from render.games.seismic.captions import Captions
from render.games.seismic.faults import border_sprite
from render.games.seismic.map import Corners, MapField
from render.games.seismic.roads import Look
from render.games.seismic.signs import turn_sign
from render.games.seismic.strip import ROOM, MapPicture, changed_rows
from render.games.seismic.view import Strip, around
from render.lettering import fitting_size, text_width
from render.signs import pill_sprite
from render.strips import SEAT, WORDS, line, seats_across

_LABELS: Final = (36, 34, 32, 30, 28, 26, 24, 22, 20)
_FRAME: Final = 0.1
_FRAME_AT_LEAST: Final = 5


def turnable_canvas(
    observation: Observation,
    captions: Captions,
    cells: Mapping[Cell, str],
    count: tuple[str, str],
) -> Canvas:
    """Return the tiles that can turn, each with its label; `count` is ("9", "tiles can turn")."""
    layout = where_layout(observation, cells)
    field = MapField(observation, layout.view)
    field.outlines()
    field.shadows()
    field.tiles(look=lambda laid: Look.FULL if laid.cell in cells else Look.DIM)
    side = field.view.side
    wide = max(_FRAME, _FRAME_AT_LEAST / side)
    for cell in sorted(cells):
        field.canvas.stamp(border_sprite(side, "ink", wide + 2 / side), *field.view.point(cell))
        field.canvas.stamp(border_sprite(side, "glow", wide), *field.view.point(cell))
    field.crews(captions.letters)
    sizes = tuple(size for size in _LABELS if size <= max(24, 0.7 * side))
    for cell, label in sorted(cells.items()):
        size = fitting_size(label, "bold", sizes, round(1.2 * side))
        width = 2 * ((text_width(label, "bold", size) + 18) // 2)
        height = 2 * round(0.58 * size)
        # On the tile's lower half.
        x, y = field.view.point(cell)
        y += field.view.cell_height // 2 - height // 2 - 2
        field.canvas.stamp(pill_sprite(width, height, "glow"), x, y)
        field.canvas.write(label, x, y, Face("bold", size, "ink", "glow"), "middle")
    return where_picture(field, layout, captions, turn_sign(120), count)


def turn_canvas(
    observation: Observation,
    captions: Captions,
    cell: Cell,
    ways: Sequence[Observation],
    chosen: int,
) -> Canvas:
    """Return the tile on `cell` turned, private: `ways` are the tables after each orientation.

    The chosen one (its index) is drawn large; below it stand the tile as it lies now and all
    orientations, numbered from 1. `captions` are those of the chosen one, with `seat_changes`.
    """
    strip = Strip(HEAD + SEAT + 4, ORIENTATIONS_HEIGHT + 6 + 44 * len(captions.foot))
    after = ways[chosen]
    through = [each for each in after.sections if any(cell == part.cell for part in each.pieces)]
    field = MapField(after, near_view(after, cell, through))
    field.outlines()
    field.shadows()
    field.tiles()
    field.names()
    field.mark(cell, "amber")
    field.crews(captions.letters)
    Corners(field, 54).stamp(turn_sign(54), cell)
    picture = MapPicture(field, around(field.view, strip), "amber")
    private_head(picture.above, captions)
    seats_across(picture.above.moved(0, HEAD), changed_rows(after, captions), ROOM)
    present = Orientation(observation, "", chosen=False)
    numbered = [Orientation(way, str(n + 1), n == chosen) for n, way in enumerate(ways)]
    draw_orientations(picture.below, cell, (present, *numbered), captions.letters)
    for n, text in enumerate(captions.foot):
        line(picture.below, ORIENTATIONS_HEIGHT + 26 + 44 * n, text, ROOM, WORDS)
    return picture.canvas
