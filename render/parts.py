"""What every picture has: the frame, the field's line, rows of seats, badges, rules."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.canvas import Canvas, Face
from render.lettering import fitting_size, shortened, shortened_name, text_width
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
_ROW: Final = 72
_NARROW_ROW: Final = 52


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
    return SPRITES.get(key, lambda: _neat(width, height, corner, line))


def _neat(width: int, height: int, corner: float, line: float) -> Sprite:
    around = 4
    half = round(corner) + 2 * around
    inner = 2 * (half - around)
    sketch = Sketch(half, half, "paper")
    sketch.shape(rounded(2 * half, 2 * half, 0.1))
    sketch.fill(rounded(inner + 2 * line, inner + 2 * line, corner), "ink")
    sketch.fill(rounded(inner, inner, corner - line), "land")
    sketch.cut(rounded(inner - 1.2, inner - 1.2, corner - line))
    return stretched(sketch.finished(), width + 2 * around, height + 2 * around)


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
    width, height = canvas.picture.size
    edge = FRAME + FRAME_CORNER + 2
    for band in (
        (0, 0, width, edge),
        (0, height - edge, width, height),
        (0, edge, edge, height - edge),
        (width - edge, edge, width, height - edge),
    ):
        canvas.stamp(_band(colour, (width, height), band), band[0], band[1])


def _band(colour: str, size: tuple[int, int], band: tuple[int, int, int, int]) -> Sprite:
    """Return one edge of a panel: the whole would hold a hundred times as many pixels."""

    def drawn() -> Sprite:
        whole = stretched(_panel(colour), *size)
        mask = whole.mask.crop(band) if whole.mask else None
        return Sprite(whole.picture.crop(band), mask, 0, 0)

    return SPRITES.get(("panel", colour, size, band), drawn)


_PAPER: Final = 4
_LINE: Final = 2.5


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
    line = neat_line(field.width, field.height)
    canvas.stamp(line, left + field.width / 2, top + field.height / 2)


def head(canvas: Canvas, title: str, headline: str, names: tuple[str, ...] = ()) -> None:
    """Write the strip's first two lines; of a headline too long, one of `names` is cut."""
    left, right = STRIP
    room = right - left
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


def row_box(height: int) -> Sprite:
    """Return the white box around the row of the seat to play."""
    outline = rounded(322, height, 12)
    layers = (("ink", outline), ("white", grown(outline, -2.5)))
    return SPRITES.get(("row", height), lambda: outlined(outline, layers))


def rows(canvas: Canvas, top: int, listed: tuple[Row, ...]) -> int:
    """Draw rows of seats from height `top` on; return the height where they end."""
    for n, row in enumerate(listed):
        _row(canvas, top + n * _ROW, row)
    return top + len(listed) * _ROW


def _row(canvas: Canvas, top: int, row: Row) -> None:
    left, right = STRIP
    ground = "white" if row.acting else "paper"
    if row.acting:
        canvas.stamp(row_box(_ROW - 2), 1025, top + _ROW // 2)
    canvas.stamp(seat_sprite(row.seat, 46, row.letter), left + 24, top + 36)
    number = _on(NUMBER, ground)
    taken = canvas.write(row.number, right - 3, top + 25, number, "right")
    room = right - left - 60 - taken - 14
    canvas.write(shortened(row.name, "bold", 34, room), left + 60, top + 23, _on(NAME, ground))
    news = text_width(row.news, "bold", 26) + 10 if row.news else 0
    note = shortened(row.note, "regular", 26, right - left - 60 - news)
    width = canvas.write(note, left + 60, top + 55, _on(LABEL, ground))
    if row.news:
        canvas.write(
            row.news, left + 60 + width + (10 if width else 0), top + 55, _on(NEWS, ground)
        )


def narrow_rows(canvas: Canvas, top: int, listed: tuple[Row, ...]) -> int:
    """Draw rows under other content, the note left of the number; return where they end."""
    for n, row in enumerate(listed):
        _narrow_row(canvas, top + n * _NARROW_ROW, row)
    return top + len(listed) * _NARROW_ROW


def _narrow_row(canvas: Canvas, top: int, row: Row) -> None:
    left, right = STRIP
    ground = "white" if row.acting else "paper"
    middle = top + _NARROW_ROW // 2
    if row.acting:
        canvas.stamp(row_box(_NARROW_ROW - 2), 1025, middle)
    canvas.stamp(seat_sprite(row.seat, 38, row.letter), left + 20, middle)
    taken = canvas.write(row.number, right - 3, middle, _on(Face("bold", 38), ground), "right")
    if row.news:
        edge = right - max(62, taken + 14)
        taken = right - edge + canvas.write(row.news, edge, middle, _on(LABEL, ground), "right")
    room = right - left - 54 - taken - 12
    canvas.write(shortened(row.name, "bold", 34, room), left + 54, middle, _on(NAME, ground))


def _on(face: Face, ground: str) -> Face:
    return Face(face.weight, face.size, face.colour, ground)


def rule(canvas: Canvas, y: int) -> None:
    """Draw the thin line between parts of the strip."""
    canvas.box(STRIP[0], y - 1, STRIP[1], y + 1, "landline")


def counted(canvas: Canvas, y: int, count: str, words: str) -> None:
    """Write one big numeral and its word on the same baseline."""
    left, right = STRIP
    width = canvas.write(count, left, y, NUMERAL)
    room = right - left - width - 13
    canvas.write(shortened(words, "regular", 28, room), left + width + 13, y + 6, TITLE)
