"""What strips have: headlines, seats, rules, counts. All is drawn from the canvas' left edge on.

A phone shows a picture at a quarter of its size: what one must read is 36 and larger.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from render.canvas import Canvas, Face
from render.lettering import fitting_size, one_size, shortened, shortened_name, text_width
from render.shapes import grown, rounded
from render.signs import antenna_sprite, seat_sprite
from render.sprites import Sprite, kept, outlined

TITLE: Final = Face("regular", 30, "soft")
WORDS: Final = Face("regular", 36)
NAME: Final = Face("bold", 38)
NUMBER: Final = Face("bold", 52)
NUMERAL: Final = Face("bold", 48)
MARGIN: Final = Face("bold", 30, "soft")

HEADLINES: Final = tuple(range(50, 28, -2))
NAMES: Final = (38, 36, 34, 32)
"""Sizes of names: the largest at which none is cut."""
_NOTES: Final = tuple(range(32, 22, -1))
_NEWS: Final = tuple(range(32, 22, -1))

SEAT: Final = 82
"""Height of what is said of a seat."""
_SHAPE: Final = 54
_TEXT: Final = 66
"""Left edge of a seat's texts."""
_INSIDE: Final = 12
"""From the line between two seats to what is said of a seat."""


def headline(
    canvas: Canvas, y: int, text: str, room: int, names: tuple[str, ...] = ()
) -> tuple[int, int]:
    """Write a headline; too long, one of `names` is cut. Return its width and its size."""
    size = fitting_size(text, "bold", HEADLINES, room)
    short = shortened_name(text, names, "bold", size, room)
    return canvas.write(short, 0, y, Face("bold", size)), size


def line(canvas: Canvas, y: int, text: str, room: int, face: Face = TITLE) -> None:
    """Write a line of small text, smaller and then cut if it is too long."""
    sizes = tuple(range(face.size, face.size - 6, -1))
    size = fitting_size(text, face.weight, sizes, room)
    canvas.write(shortened(text, face.weight, size, room), 0, y, replace(face, size=size))


@dataclass(frozen=True, slots=True)
class StripRow:
    """One seat in the strip. Texts may be empty; `news` is a change, in `colour`."""

    seat: int
    letter: str
    name: str
    number: str
    note: str = ""
    news: str = ""
    colour: str = "hot"
    acting: bool = False
    is_machine: bool = False


def seats_across(canvas: Canvas, listed: Sequence[StripRow], width: int) -> None:
    """Draw the seats side by side, `SEAT` high, thin lines between them."""
    pitch = min(width // len(listed), width // 2)
    inner = pitch - 2 * _INSIDE
    size = _name_size(listed, inner)
    for n, row in enumerate(listed):
        left = n * pitch
        if n and not row.acting and not listed[n - 1].acting:
            canvas.box(left - 1, 14, left + 1, SEAT - 14, "landline")
        _seat(canvas.moved(left + _INSIDE, 0), row, size, inner)


def seats_below_one_another(canvas: Canvas, listed: Sequence[StripRow], width: int) -> int:
    """Draw the seats in a column; return where they end."""
    size = _name_size(listed, width)
    for n, row in enumerate(listed):
        _seat(canvas.moved(0, n * (SEAT + 4)), row, size, width)
    return len(listed) * (SEAT + 4)


def _name_size(listed: Sequence[StripRow], width: int) -> int:
    return one_size(((row.name, width - _TEXT) for row in listed), NAME.weight, NAMES)


def _seat(canvas: Canvas, row: StripRow, size: int, width: int) -> None:
    """Draw a seat: its shape, its name, below that a note and on the right its number."""
    ground = "white" if row.acting else "paper"
    if row.acting:
        canvas.stamp(row_box(SEAT - 2, width), width // 2, SEAT // 2)
    draw_player(canvas, (30, SEAT // 2), row.seat, (_SHAPE, row.letter), is_machine=row.is_machine)
    name = shortened(row.name, "bold", size, width - _TEXT)
    canvas.write(name, _TEXT, 21, Face("bold", size, "ink", ground))
    taken = canvas.write(row.number, width - 4, 54, replace(NUMBER, ground=ground), "right")
    room = width - _TEXT - taken - 16
    if row.news:
        size = fitting_size(row.news, "bold", _NEWS, room)
        news = shortened(row.news, "bold", size, room)
        taken = canvas.write(news, _TEXT, 59, Face("bold", size, row.colour, ground))
        canvas, room = canvas.moved(taken + 12, 0), room - taken - 12
    note = fitting_size(row.note, "regular", _NOTES, room)
    # A note beside news is left out rather than cut: "21 cre…" tells nothing.
    if not row.news or text_width(row.note, "regular", note) <= room:
        short = shortened(row.note, "regular", note, room)
        canvas.write(short, _TEXT, 59, Face("regular", note, "soft", ground))


def draw_player(
    canvas: Canvas,
    at: tuple[float, float],
    seat: int,
    look: tuple[int, str],
    *,
    is_machine: bool,
) -> None:
    """Draw the shape that stands beside a name; `look` is its size and its letter.

    That of a computer player has an antenna, and is so much smaller that both have room.
    """
    (x, y), (size, letter) = at, look
    if is_machine:
        y += 0.1 * size
        size = round(0.86 * size)
        canvas.stamp(antenna_sprite(seat, size), x, y)
    canvas.stamp(seat_sprite(seat, size, letter), x, y)


@kept
def row_box(height: int, width: int) -> Sprite:
    """Return the white box around the seat to play; `width` of what it holds."""
    outline = rounded(width + 2 * _INSIDE - 4, height, 12)
    return outlined(outline, (("ink", outline), ("white", grown(outline, -2.5))))


def rule(canvas: Canvas, y: int, width: int) -> None:
    """Draw the thin line between parts of the strip."""
    canvas.box(0, y - 1, width, y + 1, "landline")


def counted(canvas: Canvas, y: int, count: str, words: str, room: int) -> None:
    """Write one big numeral and its word on the same baseline."""
    width = canvas.write(count, 0, y, NUMERAL) + 13
    line(canvas.moved(width, 0), y + 5, words, room - width, _WORD)


_WORD: Final = Face("regular", 34, "soft")
