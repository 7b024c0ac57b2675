"""Sheets of small examples side by side, each with a line below, for the pages of the rules."""

from typing import Final, Protocol

from render.canvas import Canvas, Face
from render.games.seismic.captions import Lesson
from render.games.seismic.check import Undrawable
from render.games.seismic.examples import DRAWINGS
from render.lettering import shortened, wrapped
from render.parts import framed, place_field
from render.theme import WIDTH

_HEIGHT: Final = 640
_MARGIN: Final = 28
_GAP: Final = 16
_TOP: Final = 92
_FIELD: Final = 400
_LINES: Final = 3
_TITLE: Final = Face("bold", 42)
_LABEL: Final = Face("regular", 30)


class Drawing(Protocol):
    """Something that can be drawn in any size."""

    def draw(self, size: tuple[int, int]) -> Canvas:
        """Return it as a canvas of this size in pixels."""


def lesson_canvas(name: str, lesson: Lesson) -> Canvas:
    """Return the examples of this name with their words."""
    if name not in DRAWINGS or len(lesson.labels) != len(DRAWINGS[name]):
        raise Undrawable(f"{name!r} with {len(lesson.labels)} labels")
    canvas = framed("frame", WIDTH, _HEIGHT)
    room = WIDTH - 2 * _MARGIN
    canvas.write(shortened(lesson.title, "bold", 42, room), _MARGIN + 4, 52, _TITLE)
    drawings = DRAWINGS[name]
    width = (room - _GAP * (len(drawings) - 1)) // len(drawings)
    for n, (drawing, label) in enumerate(zip(drawings, lesson.labels, strict=True)):
        _panel(canvas, _MARGIN + n * (width + _GAP), width, drawing, label)
    return canvas


def _panel(canvas: Canvas, left: int, width: int, drawing: Drawing, label: str) -> None:
    place_field(canvas, drawing.draw((width, _FIELD)).picture, left, _TOP)
    lines = wrapped(label, _LABEL.weight, _LABEL.size, width - 8, _LINES)
    for n, line in enumerate(lines):
        canvas.write(line, left + 4, _TOP + _FIELD + 32 + 38 * n, _LABEL)
