"""Sheets of small examples side by side, each with a line below, for the pages of the rules."""

from collections.abc import Sequence
from typing import Final

from render.canvas import Canvas, Face
from render.frames import framed, place_field
from render.games.seismic.captions import Lesson
from render.games.seismic.check import Undrawable
from render.games.seismic.examples import DRAWINGS
from render.lettering import shortened, wrapped
from render.theme import WIDTH

_HEIGHT: Final = 700
_MARGIN: Final = 28
_GAP: Final = 16
_ROOM: Final = WIDTH - 2 * _MARGIN
_TOP: Final = 92
_FIELD: Final = 400
_LINES: Final = 4
_TITLE: Final = Face("bold", 48)
_SIZES: Final = (38, 36, 34, 32, 30)
"""Of the labels: the largest at which none of them is cut."""


def lesson_canvas(name: str, lesson: Lesson) -> Canvas:
    """Return the examples of this name with their words."""
    if name not in DRAWINGS or len(lesson.labels) != len(DRAWINGS[name]):
        raise Undrawable(f"{name!r} with {len(lesson.labels)} labels")
    canvas = framed("frame", WIDTH, _HEIGHT)
    title = shortened(lesson.title, _TITLE.weight, _TITLE.size, _ROOM)
    canvas.write(title, _MARGIN + 4, 52, _TITLE)
    width = _width(len(lesson.labels))
    size, labels = label_lines(lesson.labels)
    for n, (drawing, lines) in enumerate(zip(DRAWINGS[name], labels, strict=True)):
        left = _MARGIN + n * (width + _GAP)
        place_field(canvas, drawing.draw((width, _FIELD)).picture, left, _TOP)
        for row, line in enumerate(lines):
            y = _TOP + _FIELD + 34 + 44 * row
            canvas.write(line, left + 4, y, Face("regular", size))
    return canvas


def label_lines(labels: Sequence[str]) -> tuple[int, list[list[str]]]:
    """Return the size of the labels below drawings and their lines, cut only if all sizes are."""
    room = _width(len(labels)) - 8
    for size in _SIZES:
        found = [wrapped(label, "regular", size, room, _LINES) for label in labels]
        if not any(line.endswith("…") for lines in found for line in lines):
            break
    return size, found


def _width(count: int) -> int:
    return (_ROOM - _GAP * (count - 1)) // count
