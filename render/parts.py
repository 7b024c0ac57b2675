"""What every picture has: the frame, the field's line, rows of seats, badges, rules."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from PIL import Image

from render.canvas import Canvas, Face
from render.lettering import fitting_size, one_size, shortened, shortened_name, text_width
from render.palette import active
from render.seats import seat_sprite
from render.shapes import grown, rounded
from render.sketch import Sketch, outlined
from render.sprites import SPRITES, Sprite
from render.theme import FIELD_CORNER, FRAME, FRAME_CORNER, HEIGHT, STRIP, WIDTH

TITLE: Final = Face("regular", 28, "soft")
LABEL: Final = Face("regular", 26, "soft")
WORDS: Final = Face("regular", 30)
NAME: Final = Face("bold", 34)
NUMBER: Final = Face("bold", 40)
NUMERAL: Final = Face("bold", 44)
NEWS: Final = Face("bold", 26, "hot")
MARGIN: Final = Face("bold", 26, "soft")

_HEADLINES: Final = (42, 40, 38, 36, 34)
_NARROW: Final = Face("bold", 38)
_NAMES: Final = (34, 32, 30, 28)
"""Sizes of names in rows: the largest at which none is cut."""
_NOTES: Final = (26, 25, 24, 23, 22)
_ROW: Final = 72
_NARROW_ROW: Final = 52
_AROUND: Final = 4
"""How far paper reaches beyond a field's line."""
_LINE: Final = 2.5
_ROOM: Final = STRIP[1] - STRIP[0]


def framed(colour: str, width: int = WIDTH, height: int = HEIGHT) -> Canvas:
    """Return an empty picture: pine frames are public, amber ones private drafts."""
    sprite = SPRITES.get(("frame", colour, width, height), lambda: _frame(colour, width, height))
    return Canvas(sprite.picture.copy())


def _frame(colour: str, width: int, height: int) -> Sprite:
    half = FRAME + FRAME_CORNER + 2
    sketch = Sketch(half, half, colour)
    sketch.fill(rounded(2 * (half - FRAME), 2 * (half - FRAME), FRAME_CORNER), "paper")
    return stretched(sketch.finished(), width, height)


def stretched(small: Sprite, width: int, height: int) -> Sprite:
    """Return a sprite of a small box as one of a large box: corners as they are, middles longer.

    A large box is not worth drawing at several times its size.
    """
    picture = _stretched(small.picture, width, height)
    mask = _stretched(small.mask, width, height) if small.mask else None
    return Sprite(picture, mask, width // 2, height // 2)


def _stretched(small: Image.Image, width: int, height: int) -> Image.Image:
    """Return a small picture with its middle column and then its middle row drawn out."""
    wide = _widened(small, width)
    return _widened(wide.transpose(_TURN), height).transpose(_TURN)


_TURN: Final = Image.Transpose.TRANSPOSE


def _widened(small: Image.Image, width: int) -> Image.Image:
    half, height = small.width // 2, small.height
    wide = Image.new(small.mode, (width, height))
    middle = small.crop((half, 0, half + 1, height))
    wide.paste(middle.resize((width, height), Image.Resampling.NEAREST), (0, 0))
    wide.paste(small.crop((0, 0, half, height)), (0, 0))
    wide.paste(small.crop((half, 0, small.width, height)), (width - half, 0))
    if small.mode == "P":
        wide.putpalette(active().flat)
    return wide


def neat_line(width: int, height: int, corner: float = FIELD_CORNER, line: float = 2.5) -> Sprite:
    """Return the line around a field of this size, paper outside of its round corners."""
    key = ("neat", width, height, corner, line)
    size = width + 2 * _AROUND, height + 2 * _AROUND
    return SPRITES.get(key, lambda: stretched(_neat_corners(corner, line), *size))


def _neat_corners(corner: float, line: float) -> Sprite:
    key = ("neat corners", corner, line)
    return SPRITES.get(key, lambda: _neat(corner, line))


def _neat(corner: float, line: float) -> Sprite:
    half = round(corner) + 2 * _AROUND
    inner = 2 * (half - _AROUND)
    sketch = Sketch(half, half, "paper")
    sketch.shape(rounded(2 * half, 2 * half, 0.1))
    sketch.fill(rounded(inner + 2 * line, inner + 2 * line, corner), "ink")
    sketch.fill(rounded(inner, inner, corner - line), "land")
    sketch.cut(rounded(inner - 1.2, inner - 1.2, corner - line))
    return sketch.finished()


def plate(width: int, height: int, corner: float = FIELD_CORNER, line: float = 2.5) -> Sprite:
    """Return a paper card with a line around it, to lay on a map."""
    key = ("plate", width, height, corner, line)
    return SPRITES.get(key, lambda: stretched(_plate(corner, line), width, height))


def _plate(corner: float, line: float) -> Sprite:
    half = round(corner) + 4
    outline = rounded(2 * half, 2 * half, corner)
    sketch = Sketch(half, half, "ink")
    sketch.shape(outline)
    sketch.fill(rounded(2 * (half - line), 2 * (half - line), corner - line), "paper")
    return sketch.finished()


def panelled(canvas: Canvas, colour: str) -> None:
    """Draw frame, paper and line over a map that fills the picture."""
    panel = SPRITES.get(("panel", colour), lambda: _panel(colour))
    edge = FRAME + FRAME_CORNER + 2
    _stamp_edges(canvas, ("panel", colour), (panel, canvas.picture.size, edge))


def _stamp_edges(
    canvas: Canvas,
    key: tuple[str, ...],
    box: tuple[Sprite, tuple[int, int], int],
    corner: tuple[int, int] = (0, 0),
) -> None:
    """Draw a small box, stretched to a size, without its inside: that would be most of its pixels.

    `box` is the small one, the size and how wide the edges are; `corner` its upper left one.
    """
    small, (width, height), edge = box
    for band in (
        (0, 0, width, edge),
        (0, height - edge, width, height),
        (0, edge, edge, height - edge),
        (width - edge, edge, width, height - edge),
    ):
        sprite = SPRITES.get((*key, width, height, band), partial(_cropped, small, box[1], band))
        canvas.stamp(sprite, band[0] + corner[0], band[1] + corner[1])


def _cropped(small: Sprite, size: tuple[int, int], band: tuple[int, int, int, int]) -> Sprite:
    whole = stretched(small, *size)
    mask = whole.mask.crop(band) if whole.mask else None
    return Sprite(whole.picture.crop(band), mask, 0, 0)


_PAPER: Final = 4


def _panel(colour: str) -> Sprite:
    half = FRAME + FRAME_CORNER + 2
    sketch = Sketch(half, half, colour)
    sketch.shape(rounded(2 * half, 2 * half, 0.1))
    for painted, inside in (("paper", 0.0), ("ink", _PAPER)):
        side = 2 * (half - FRAME - inside)
        sketch.fill(rounded(side, side, FRAME_CORNER - inside), painted)
    side = 2 * (half - FRAME - _PAPER - _LINE)
    sketch.cut(rounded(side, side, FRAME_CORNER - _PAPER - _LINE))
    return sketch.finished()


def place_field(canvas: Canvas, field: Image.Image, left: int, top: int) -> None:
    """Put a map field into a picture and draw its line around it."""
    canvas.picture.paste(field, (left, top))
    size = field.width + 2 * _AROUND, field.height + 2 * _AROUND
    edge = FIELD_CORNER + 2 * _AROUND
    line = _neat_corners(FIELD_CORNER, _LINE)
    _stamp_edges(canvas, ("field",), (line, size, edge), (left - _AROUND, top - _AROUND))


def head(
    canvas: Canvas, title: str, headline: str, names: tuple[str, ...] = (), room: int = _ROOM
) -> None:
    """Write the strip's first two lines; of a headline too long, one of `names` is cut."""
    left = STRIP[0]
    canvas.write(shortened(title, "regular", 28, room), left, 40, TITLE)
    size = fitting_size(headline, "bold", _HEADLINES, room)
    short = shortened_name(headline, names, "bold", size, room)
    canvas.write(short, left, 83, Face("bold", size))


@dataclass(frozen=True, slots=True)
class Row:
    """One seat in the strip. Texts may be empty; `news` is in the colour of loss."""

    seat: int
    letter: str
    name: str
    number: str
    note: str = ""
    news: str = ""
    acting: bool = False


def row_box(height: int, width: int = _ROOM) -> Sprite:
    """Return the white box around the row of the seat to play; `width` of what it holds."""
    outline = rounded(width + 22, height, 12)
    layers = (("ink", outline), ("white", grown(outline, -2.5)))
    return SPRITES.get(("row", height, width), lambda: outlined(outline, layers))


def rows(canvas: Canvas, top: int, listed: tuple[Row, ...]) -> int:
    """Draw rows of seats from height `top` on; return the height where they end."""
    size = name_size(listed)
    for n, row in enumerate(listed):
        seat_row(canvas, top + n * _ROW, row, size)
    return top + len(listed) * _ROW


def name_size(listed: tuple[Row, ...], width: int = _ROOM) -> int:
    """Return the size of the names in rows so wide."""
    return one_size(((row.name, _name_room(row, width)) for row in listed), "bold", _NAMES)


def _name_room(row: Row, width: int) -> int:
    return width - 60 - text_width(row.number, NUMBER.weight, NUMBER.size) - 14


def seat_row(canvas: Canvas, top: int, row: Row, size: int, width: int = _ROOM) -> None:
    """Draw the row of a seat, its shape at the strip's left edge, its name so large."""
    left, right = STRIP[0], STRIP[0] + width
    ground = "white" if row.acting else "paper"
    if row.acting:
        canvas.stamp(row_box(_ROW - 2, width), left + width // 2 - 1, top + _ROW // 2)
    canvas.stamp(seat_sprite(row.seat, 46, row.letter), left + 24, top + 36)
    number = _on(NUMBER, ground)
    canvas.write(row.number, right - 3, top + 25, number, "right")
    name = shortened(row.name, "bold", size, _name_room(row, width))
    canvas.write(name, left + 60, top + 23, _on(Face("bold", size), ground))
    news = text_width(row.news, NEWS.weight, NEWS.size) + 10 if row.news else 0
    small = fitting_size(row.note, "regular", _NOTES, width - 60 - news)
    note = shortened(row.note, "regular", small, width - 60 - news)
    face = _on(Face("regular", small, "soft"), ground)
    taken = canvas.write(note, left + 60, top + 55, face)
    start = left + 60 + (taken + 10 if taken else 0)
    canvas.write(row.news, start, top + 55, _on(NEWS, ground))


def narrow_rows(canvas: Canvas, top: int, listed: tuple[Row, ...]) -> int:
    """Draw rows under other content, the note left of the number; return where they end."""
    rooms = [_narrow_room(row) for row in listed]
    names = ((row.name, room) for row, room in zip(listed, rooms, strict=True))
    size = one_size(names, "bold", _NAMES)
    for n, (row, room) in enumerate(zip(listed, rooms, strict=True)):
        _narrow_row(canvas, top + n * _NARROW_ROW, row, (size, room))
    return top + len(listed) * _NARROW_ROW


def _narrow_row(canvas: Canvas, top: int, row: Row, name: tuple[int, int]) -> None:
    left, right = STRIP
    size, room = name
    ground = "white" if row.acting else "paper"
    middle = top + _NARROW_ROW // 2
    if row.acting:
        canvas.stamp(row_box(_NARROW_ROW - 2), 1025, middle)
    canvas.stamp(seat_sprite(row.seat, 38, row.letter), left + 20, middle)
    canvas.write(row.number, right - 3, middle, _on(_NARROW, ground), "right")
    if row.news:
        canvas.write(row.news, right - _beside(row), middle, _on(LABEL, ground), "right")
    face = _on(Face("bold", size), ground)
    canvas.write(shortened(row.name, "bold", size, room), left + 54, middle, face)


def _beside(row: Row) -> int:
    """Return how far from the right edge of a narrow row its news end."""
    return max(62, text_width(row.number, _NARROW.weight, _NARROW.size) + 14)


def _narrow_room(row: Row) -> int:
    if row.news:
        taken = _beside(row) + text_width(row.news, LABEL.weight, LABEL.size)
    else:
        taken = text_width(row.number, _NARROW.weight, _NARROW.size)
    return _ROOM - 54 - taken - 12


def _on(face: Face, ground: str) -> Face:
    return Face(face.weight, face.size, face.colour, ground)


def rule(canvas: Canvas, y: int) -> None:
    """Draw the thin line between parts of the strip."""
    canvas.box(STRIP[0], y - 1, STRIP[1], y + 1, "landline")


def counted(canvas: Canvas, y: int, count: str, words: str, room: int = _ROOM) -> None:
    """Write one big numeral and its word on the same baseline."""
    left = STRIP[0]
    width = canvas.write(count, left, y, NUMERAL) + 13
    canvas.write(shortened(words, "regular", 28, room - width), left + width, y + 6, TITLE)
