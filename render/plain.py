"""A table without a board of its own: what is known of it, line by line on a card."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from PIL import Image

from render.canvas import Face
from render.frames import framed
from render.lettering import shortened, wrapped
from render.picture import Picture, gif
from render.theme import WIDTH

Lines: TypeAlias = Sequence[tuple[str, str]]
"""What something is called, and what it is now."""

_TITLE: Final = Face("bold", 52)
_LABEL: Final = Face("regular", 38, "soft")
_VALUE: Final = Face("bold", 38)
_MARGIN, _STEP, _VALUES_AT, _MOST_LINES = 48, 56, 400, 3


def card(title: str, lines: Lines) -> Picture:
    """Draw a card as high as its lines are."""
    return Picture.packed(_drawn(title, lines))


def film(title: str, tables: Iterable[Lines]) -> Picture:
    """Draw a card for each table, one after the other."""
    shown = list(tables)
    rows = max(sum(map(len, _wrapped(each))) for each in shown)
    frames = [_drawn(title, each, rows) for each in shown]
    return Picture(gif(frames, 1.2, 4.0), *frames[0].size, format="gif")


def _wrapped(lines: Lines) -> list[list[str]]:
    room = WIDTH - _VALUES_AT - _MARGIN
    return [wrapped(value, _VALUE.weight, _VALUE.size, room, _MOST_LINES) for _, value in lines]


def _drawn(title: str, lines: Lines, rows: int = 0) -> Image.Image:
    values = _wrapped(lines)
    rows = max(rows, sum(map(len, values)))
    canvas = framed("frame", WIDTH, 2 * _MARGIN + (rows + 1) * _STEP)
    y = _MARGIN + _STEP // 2
    room = WIDTH - 2 * _MARGIN
    canvas.write(shortened(title, _TITLE.weight, _TITLE.size, room), _MARGIN, y, _TITLE)
    for (label, _), value in zip(lines, values, strict=True):
        name = shortened(label, _LABEL.weight, _LABEL.size, _VALUES_AT - _MARGIN - 20)
        canvas.write(name, _MARGIN, y + _STEP, _LABEL)
        for each in value:
            y += _STEP
            canvas.write(each, _VALUES_AT, y, _VALUE)
    return canvas.picture
