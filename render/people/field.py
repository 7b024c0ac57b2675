"""The field of a chart: land with rules, on which lines, cracks and marks are drawn.

Coordinates are pixels of the whole picture. Lines are drawn on a sketch, marks stamped on top.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil, floor, log10
from typing import Final

from render.canvas import Canvas, Face
from render.frames import place_field
from render.lettering import shortened
from render.shapes import Outline, Point
from render.signs import padlock_sprite
from render.sprites import Sketch
from render.theme import SEATS, WIDTH

MARGIN: Final = 36
LABEL: Final = Face("regular", 32, "soft")
"""What stands beside a field."""
HEADLINE: Final = Face("bold", 52)
_RULE: Final = 2.4
_STEPS: Final = (1, 2, 5, 10)
LINE: Final = 8
_EDGE: Final = 2.25
"""Of ink on both sides of a line, and of paper outside of that."""
_CRACK: Final = (("rubble", 11.0), ("paper", 8.0), ("ink", 3.4))
_TOOTH: Final = (7, 26)
"""How far a crack swings aside, and how high a tooth is."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers on an axis: those from `low` to `high` lie from pixel `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def at(self, number: float) -> float:
        """Return where a number lies."""
        part = (number - self.low) / ((self.high - self.low) or 1)
        return self.start + part * (self.end - self.start)

    def ticks(self, most: int = 6) -> range:
        """Return round numbers that lie on the axis, about `most` at most."""
        span = max(1.0, self.high - self.low)
        power = 10 ** max(0, floor(log10(span / most)))
        step = next(each * power for each in _STEPS if span / (each * power) <= most)
        return range(ceil(self.low / step) * step, floor(self.high) + 1, step)


@dataclass(slots=True)
class Field:
    """A field between pixels of a picture, drawn on until it is `placed`."""

    left: int
    top: int
    right: int
    bottom: int
    _sketch: Sketch = field(init=False)

    def __post_init__(self) -> None:
        """Lay out the land."""
        self._sketch = Sketch(self.width / 2, self.height / 2, "land")

    @property
    def width(self) -> int:
        """How wide it is; even."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """How high it is; even."""
        return self.bottom - self.top

    def line(self, points: Iterable[Point], width: float, colour: str) -> None:
        """Draw a line with round joints through points of the picture."""
        self._sketch.line(self._own(points), width, colour)

    def fill(self, outline: Iterable[Point], colour: str) -> None:
        """Paint an outline."""
        self._sketch.fill(self._own(outline), colour)

    def rules(self, heights: Iterable[float]) -> None:
        """Draw a rule across at each of these heights."""
        for y in heights:
            self.line(((self.left, y), (self.right, y)), _RULE, "landline")

    def crack(self, x: float) -> None:
        """Draw a crack from top to bottom: a quake, or a shock."""
        aside, tooth = _TOOTH
        count = self.height // tooth + 2
        points = [(x + aside * (-1) ** n, self.top + (n - 0.5) * tooth) for n in range(count)]
        for colour, width in _CRACK:
            self.line(points, width, colour)

    def halo(self, points: Outline) -> None:
        """Draw what keeps the line of a seat apart from all below it."""
        self.line(points, LINE + 4 * _EDGE, "paper")

    def seat_line(self, points: Outline, seat: int) -> None:
        """Draw the line of a seat."""
        self.line(points, LINE + 2 * _EDGE, "ink")
        self.line(points, LINE, SEATS[seat])

    def placed(self, canvas: Canvas) -> None:
        """Put it into a picture."""
        place_field(canvas, self._sketch.finished().picture, self.left, self.top)

    def _own(self, points: Iterable[Point]) -> Outline:
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return [(px - x, py - y) for px, py in points]


def head(canvas: Canvas, title: str, headline: str, *, is_private: bool = False) -> None:
    """Write what a picture is about; a padlock says that one person alone sees it."""
    room = WIDTH - 2 * MARGIN
    canvas.write(shortened(title, LABEL.weight, LABEL.size, room), MARGIN, 46, LABEL)
    size = HEADLINE.size
    canvas.write(shortened(headline, HEADLINE.weight, size, room), MARGIN, 96, HEADLINE)
    if is_private:
        canvas.stamp(padlock_sprite(), WIDTH - MARGIN - 14, 46)


def grouped(number: int, comma: str) -> str:
    """Return a number with its digits in groups of three: "1,610"."""
    return f"{number:,}".replace(",", comma)
