"""What strips have: headlines, rows of seats, rules, counts."""

from dataclasses import dataclass
from typing import Final

from render.canvas import Canvas, Face
from render.lettering import fitting_size, one_size, shortened, shortened_name, text_width
from render.seats import seat_sprite
from render.shapes import grown, rounded
from render.sketch import outlined
from render.sprites import SPRITES, Sprite
from render.theme import STRIP

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
ROW_BELOW: Final = 52
"""Height of a row of a seat under other content."""
_ROOM: Final = STRIP[1] - STRIP[0]


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
        _narrow_row(canvas, top + n * ROW_BELOW, row, (size, room))
    return top + len(listed) * ROW_BELOW


def _narrow_row(canvas: Canvas, top: int, row: Row, name: tuple[int, int]) -> None:
    left, right = STRIP
    size, room = name
    ground = "white" if row.acting else "paper"
    middle = top + ROW_BELOW // 2
    if row.acting:
        canvas.stamp(row_box(ROW_BELOW - 2), 1025, middle)
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
