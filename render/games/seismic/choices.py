"""Private pictures of the first two questions: which tile, and where."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from engine.boards.hexes import Cell, disc
from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.games.seismic.board import table_field
from render.games.seismic.captions import Captions
from render.games.seismic.field import MapField
from render.games.seismic.minimap import put_minimap
from render.games.seismic.roads import Look
from render.games.seismic.sheets import ROOM, Sheet
from render.games.seismic.strip import offered
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import tile_sprite
from render.games.seismic.view import (
    Layout,
    Strip,
    board_layout,
    extent_of,
    laid_out,
    shown,
    whole_layout,
)
from render.layout import STEPS, TINY, Extent, cell_height, filled
from render.lettering import fitting_size
from render.shapes import grown, hexagon
from render.signs import Badge, badge_sprite, padlock_sprite, seat_sprite
from render.sprites import SPRITES, Sprite, outlined
from render.strips import WORDS, counted, headline, line

_LABELS: Final = (44, 42, 40, 38, 36, 34, 32, 30, 28, 26, 24, 22)
_SMALL_LABELS: Final = 44
"""Below this side a picture of a few columns is worth more than the whole board."""
_LARGEST: Final = 60
HEAD: Final = 66
"""Height of the headline of a private picture."""
NOTE: Final = Face("regular", 34, "soft")
_LEAST_NOTE: Final = 120
"""Room below which a note beside the headline tells nothing."""
_OFFER: Final = 384
_TILES: Final = Strip(HEAD, 216)
_WHERE: Final = Strip(HEAD, 172)
_MINIMAP: Final = (300, 152)


def tiles_canvas(
    observation: Observation,
    captions: Captions,
    fits: tuple[str, ...],
    drafted: Cell | None = None,
) -> Canvas:
    """Return the board and the tiles face up, each with a note on how many cells it fits."""
    layout = board_layout(observation, _TILES)
    sheet = Sheet(table_field(observation, captions, layout.view, drafted), layout, "amber")
    private_head(sheet.above, captions)
    notes = (*fits[-1:], *fits[:-1]) if observation.drawn else fits
    for n, (label, code) in enumerate(offered(observation)):
        canvas = sheet.below.moved(n * _OFFER, 14)
        canvas.stamp(_offer_sprite(observation, captions, label), 40, 74)
        canvas.stamp(tile_sprite(TileFace(code, 0, 84)), 166, 74)
        note = notes[n] if n < len(notes) else ""
        line(canvas.moved(10, 0), 176, note, _OFFER - 24, WORDS)
    return sheet.canvas


def _offer_sprite(observation: Observation, captions: Captions, label: str) -> Sprite:
    """Return a tile's number, or the seat's shape beside the tile that it drew itself."""
    if label:
        return badge_sprite(label, Badge(60))
    return seat_sprite(observation.on_turn, 60, captions.letters[observation.on_turn])


def private_head(canvas: Canvas, captions: Captions) -> None:
    """Write headline, note and title of a private picture, a padlock at the end."""
    width, _ = headline(canvas, 32, captions.headline, ROOM - 60)
    room = ROOM - width - 24 - 60
    text = f"{captions.note} \N{MIDDLE DOT} {captions.title}" if captions.note else captions.title
    # Of what is cut, the title is missed least: it stands last.
    if room > _LEAST_NOTE:
        line(canvas.moved(width + 24, 0), 36, text, room, NOTE)
    lock(canvas)


def lock(canvas: Canvas) -> None:
    """Put a padlock at the end of the headline: not all see amber."""
    canvas.stamp(padlock_sprite(), ROOM - 20, 32)


def where_canvas(
    observation: Observation,
    captions: Captions,
    tile: str,
    cells: Mapping[Cell, str],
    count: tuple[str, str],
    drafted: Cell | None = None,
) -> Canvas:
    """Return the dimmed board with the cells one may choose glowing."""
    layout = where_layout(observation, cells)
    field = MapField(observation, layout.view)
    field.outlines(cells)
    field.shadows()
    field.tiles(look=lambda laid: Look.FULL if laid.cell == drafted else Look.DIM)
    if drafted:
        field.mark(drafted, "amber")
    field.crews(captions.letters)
    for cell in sorted(cells):
        glowing(field, cell, cells[cell])
    return where_sheet(field, layout, captions, tile_sprite(TileFace(tile, 0, 84)), count)


def where_layout(observation: Observation, cells: Collection[Cell]) -> Layout:
    """Return the whole board, or only what is around `cells` if that makes labels legible."""
    whole = laid_out(extent_of(observation, cells), _WHERE, (*TINY, *STEPS))
    if whole and (whole.view.side >= _SMALL_LABELS or not cells):
        return whole
    near = {near for cell in cells for near in disc(cell, 1)} & (shown(observation) | set(cells))
    part = laid_out(Extent.of(near), _WHERE, largest=_LARGEST)
    if not part or (whole and part.view.side <= whole.view.side):
        return whole_layout(observation, _WHERE, cells)
    return replace(part, view=filled(part.view, shown(observation) | near))


def where_sheet(
    field: MapField, layout: Layout, captions: Captions, sign: Sprite, count: tuple[str, str]
) -> Canvas:
    """Return the picture of a field with its strip: how many fit, and where a part of it lies."""
    sheet = Sheet(field, layout, "amber")
    private_head(sheet.above, captions)
    sheet.below.stamp(sign, 92, 88)
    is_part = not all(field.view.sees(cell, -0.3) for cell in shown(field.observation))
    words = sheet.below.moved(216, 0)
    room = ROOM - 216 - (_MINIMAP[0] + 24 if is_part else 0)
    top = 88 - 22 * len(captions.foot)
    counted(words, top, *count, room)
    for n, text in enumerate(captions.foot):
        line(words, top + 48 + 42 * n, text, room, NOTE)
    if is_part:
        put_minimap(sheet.below.moved(ROOM - _MINIMAP[0], 10), field, _MINIMAP)
    return sheet.canvas


def glowing(field: MapField, cell: Cell, label: str) -> None:
    """Fill a cell with the colour of choice and write its label."""
    side = field.view.side
    x, y = field.view.point(cell)
    field.canvas.stamp(glow_sprite(side), x, y)
    size = fitting_size(label, "bold", _LABELS, round(1.5 * side))
    field.canvas.write(label, x, y, Face("bold", min(size, side), "ink", "glow"), "middle")


def glow_sprite(side: int) -> Sprite:
    """Return a cell that may be chosen."""
    cell = grown(hexagon(side, cell_height(side)), 1.2)
    layers = (("ink", cell), ("glow", grown(cell, -2.5)))
    return SPRITES.get(("glow", side), lambda: outlined(cell, layers))
