"""Private pictures of the first two questions: which tile, and where."""

from collections.abc import Collection, Mapping
from typing import Final

from engine.boards.hexes import Cell, disc
from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.frames import framed
from render.games.seismic.board import table_field
from render.games.seismic.captions import Captions
from render.games.seismic.field import FIELD_SIZE, MapField
from render.games.seismic.minimap import put_minimap
from render.games.seismic.roads import Look
from render.games.seismic.sheets import COLUMNS, Sheet
from render.games.seismic.strip import offered
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import tile_sprite
from render.games.seismic.view import board_view, shown, whole_view
from render.layout import View, cell_height, filled, fitted
from render.lettering import fitting_size, shortened
from render.parts import LABEL, NUMERAL, TITLE, head
from render.seats import Badge, badge_sprite, seat_sprite
from render.shapes import grown, hexagon
from render.signs import padlock_sprite
from render.sketch import outlined
from render.sprites import SPRITES, Sprite
from render.theme import HEIGHT, STRIP, WIDTH

_LEFT, _RIGHT = STRIP
_LABELS: Final = (34, 32, 30, 28, 26, 24, 22)
_SMALL_LABELS: Final = 44
"""Below this side a picture of a few columns is worth more than the whole board."""
_BAND_LARGEST: Final = 60
_LEGIBLE: Final = 34
"""Below this side a higher picture is worth more than one of the usual height."""
_HIGH: Final = 1014
_OFFER_BAND: Final = 190
_OFFER_COLUMNS: Final = (350, 613, 876)


def tiles_canvas(
    observation: Observation,
    captions: Captions,
    fits: tuple[str, ...],
    drafted: Cell | None = None,
) -> Canvas:
    """Return the board and the tiles face up, each with a note on how many cells it fits."""
    field = table_field(observation, captions, board_view(observation), drafted=drafted)
    sheet = Sheet(field, "amber", _OFFER_BAND)
    private_head(sheet.part(COLUMNS[0], 20), captions)
    notes = (*fits[-1:], *fits[:-1]) if observation.drawn else fits
    for n, (label, code) in enumerate(offered(observation)):
        y = 244 + 196 * n
        canvas = sheet.part(_OFFER_COLUMNS[n], y - 84)
        canvas.stamp(tile_sprite(TileFace(code, 0, 84)), 1036, y)
        canvas.stamp(_offer_sprite(observation, captions, label), 902, y)
        note = notes[n] if n < len(notes) else ""
        canvas.write(shortened(note, "regular", 26, 300), _RIGHT, y + 90, LABEL, "right")
    return sheet.canvas


def _offer_sprite(observation: Observation, captions: Captions, label: str) -> Sprite:
    """Return a tile's number, or the seat's shape beside the tile that it drew itself."""
    if label:
        return badge_sprite(label, Badge(52))
    return seat_sprite(observation.on_turn, 50, captions.letters[observation.on_turn])


def private_head(canvas: Canvas, captions: Captions) -> None:
    """Write title, headline and note of a private picture, a padlock beside them."""
    head(canvas, captions.title, captions.headline)
    lock(canvas)
    canvas.write(shortened(captions.note, "regular", 26, _RIGHT - _LEFT), _LEFT, 126, LABEL)


def lock(canvas: Canvas) -> None:
    """Put a padlock at the end of the title: not all see amber."""
    canvas.stamp(padlock_sprite(), _RIGHT - 14, 38)


def where_canvas(
    observation: Observation,
    captions: Captions,
    tile: str,
    cells: Mapping[Cell, str],
    count: tuple[str, str],
    drafted: Cell | None = None,
) -> Canvas:
    """Return the dimmed board with the cells one may choose glowing."""
    field = where_field(observation, cells)
    field.outlines(cells)
    field.shadows()
    field.tiles(look=lambda laid: Look.FULL if laid.cell == drafted else Look.DIM)
    if drafted:
        field.mark(drafted, "amber")
    field.crews(captions.letters)
    for cell in sorted(cells):
        glowing(field, cell, cells[cell])
    canvas = where_strip(field, captions, count)
    canvas.stamp(tile_sprite(TileFace(tile, 0, 96)), (_LEFT + _RIGHT) // 2, 250)
    return canvas


def where_field(
    observation: Observation, cells: Collection[Cell], legible: int = _LEGIBLE
) -> MapField:
    """Return the field of a picture with many labels, higher if its side is below `legible`."""
    view = where_view(observation, cells)
    if view.side < legible and cells:
        view = fitted(_near(observation, cells), (FIELD_SIZE[0], _HIGH), _BAND_LARGEST) or view
    return MapField(observation, view)


def where_view(observation: Observation, cells: Collection[Cell]) -> View:
    """Return the whole board, or only what is around `cells` if that makes labels legible."""
    whole = whole_view(observation)
    if whole.side >= _SMALL_LABELS or not cells:
        return whole
    near = _near(observation, cells)
    part = fitted(near, FIELD_SIZE, largest=_BAND_LARGEST)
    return filled(part, shown(observation) | near) if part and part.side > whole.side else whole


def _near(observation: Observation, cells: Collection[Cell]) -> set[Cell]:
    """Return the cells that may be chosen and what is drawn around them."""
    around = {near for cell in cells for near in disc(cell, 1)}
    return around & (shown(observation) | set(cells))


def where_strip(field: MapField, captions: Captions, count: tuple[str, str]) -> Canvas:
    """Return the picture of a field with its strip: how many fit, and where a part of it lies."""
    more = field.view.height - FIELD_SIZE[1]
    canvas = framed("amber", WIDTH, HEIGHT + more)
    field.put_on(canvas)
    private_head(canvas, captions)
    width = canvas.write(count[0], _LEFT, 394, NUMERAL)
    canvas.write(count[1], _LEFT + width + 13, 400, TITLE)
    for n, line in enumerate(captions.foot):
        canvas.write(shortened(line, "regular", 28, 300), _LEFT, 470 + 40 * n, TITLE)
    if not all(field.view.sees(cell, -0.5) for cell in shown(field.observation)):
        put_minimap(canvas, 520 + more, field)
    return canvas


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
