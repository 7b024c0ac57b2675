"""Where a board's areas and links lie on the picture, in pixels of it."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.games.aftershock.board import Board
from render.games.aftershock.bay import COMPASS, ISLETS, NORTH, PLACES, SHORES, SPANS
from render.lettering import fitting_size, shortened
from render.shapes import Outline, Point, moved, rounded

MAP: Final = (12, 173, 1188, 858)
"""The map: left, top, right, bottom."""
HEIGHT: Final = 870
"""Of a picture with the map, the strip above it."""
SECTION: Final = 62
"""The longest a section is drawn."""
BETWEEN: Final = 5
LANE: Final = 14
"""How far each of two lanes lies from the middle of its link."""
_WIDTH: Final = MAP[2] - MAP[0]
_HEIGHT: Final = MAP[3] - MAP[1]
_ROUNDS: Final = 3
_ISLAND: Final = 118
_ROW: Final = 132
"""Half the height of an island without a drawing, and how far its middle is from the map's end."""


@dataclass(frozen=True, slots=True)
class Place:
    """An area: `middle` of its name, where its pieces hang from (`x`, `top`), its mark's `pin`."""

    key: str
    name: str
    size: int
    x: float
    top: float
    pin: Point
    shore: Outline


@dataclass(frozen=True, slots=True)
class Span:
    """A link from shore to shore, in the middle between its lanes, and its number of sections."""

    start: Point
    end: Point
    sections: int
    lanes: int

    @property
    def length(self) -> float:
        """Pixels from shore to shore."""
        return math.dist(self.start, self.end)

    @property
    def section(self) -> int:
        """Length of a section in pixels."""
        return min(SECTION, math.floor((self.length - 16) / self.sections) - BETWEEN)

    @property
    def degrees(self) -> float:
        """How far the link is turned clockwise from pointing right."""
        return math.degrees(math.atan2(self.end[1] - self.start[1], self.end[0] - self.start[0]))

    def at(self, along: float, lane: int = 0, lanes: int = 0) -> Point:
        """Return the point `along` pixels from the middle towards the end, on a lane of some."""
        (ax, ay), (zx, zy) = self.start, self.end
        dx, dy = (zx - ax) / self.length, (zy - ay) / self.length
        aside = LANE * (lanes - 1 - 2 * lane) if lanes else 0
        return (ax + zx) / 2 + dx * along + dy * aside, (ay + zy) / 2 + dy * along - dx * aside


@dataclass(frozen=True, eq=False)
class Chart:
    """A board as it is drawn: places by area, spans in the order of its links."""

    places: Mapping[str, Place]
    spans: tuple[Span, ...]
    islets: tuple[tuple[float, float, int], ...] = ()
    compass: tuple[float, float, float] | None = None
    """Where the compass stands, and how many degrees north lies to the left of up."""
    worded: bool = False
    """Whether words stand on the water."""


@cache
def chart_of(board: Board) -> Chart:
    """Return the drawing of a board, or two rows of equal islands if it brings none."""
    pairs = {frozenset(pair) for *pair, _, _ in SPANS}
    known = {frozenset(link.between) for link in board.links} <= pairs
    return _bay(board) if known and set(board.areas) <= set(PLACES) else _islands(board)


def _px(part: Point) -> Point:
    return MAP[0] + part[0] * _WIDTH, MAP[1] + part[1] * _HEIGHT


def _bay(board: Board) -> Chart:
    ends = {frozenset((one, other)): (one, a, z) for one, other, a, z in SPANS}
    spans = []
    for link in board.links:
        one, start, end = ends[frozenset(link.between)]
        start, end = (start, end) if one == link.between[0] else (end, start)
        spans.append(Span(_px(start), _px(end), link.sections, link.spaces))
    return Chart(
        {area: _place(area) for area in board.areas},
        tuple(spans),
        tuple((*_px((x, y)), radius) for x, y, radius in ISLETS),
        (*_px(COMPASS), NORTH),
        worded=True,
    )


def _place(area: str) -> Place:
    name, x, top, width, pin = PLACES[area]
    numbers = SHORES[area]
    corners = [_px(corner) for corner in zip(numbers[::2], numbers[1::2], strict=True)]
    size = fitting_size(name, "bold", (32, 31, 30, 29, 28), round(width * _WIDTH) - 8)
    middle, height = _px((x, top))
    return Place(area, name, size, middle, height, _px(pin), smooth(corners))


def smooth(corners: Iterable[Point]) -> Outline:
    """Return a shore with its corners cut until they are round."""
    points = list(corners)
    for _ in range(_ROUNDS):
        points = [
            ((a[0] * w + z[0] * (4 - w)) / 4, (a[1] * w + z[1] * (4 - w)) / 4)
            for a, z in zip(points, (*points[1:], points[0]), strict=True)
            for w in (3, 1)
        ]
    return points


def _islands(board: Board) -> Chart:
    """Return the areas clockwise around the water, links straight."""
    columns = -(-len(board.areas) // 2)
    middles = {area: _middle(n, columns) for n, area in enumerate(board.areas)}
    half = min(88.0, _WIDTH / columns / 2 - 28)
    places = {area: _island(board, area, middles[area], half) for area in board.areas}
    spans = tuple(
        Span(
            *_ends(middles[link.between[0]], middles[link.between[1]], half),
            link.sections,
            link.spaces,
        )
        for link in board.links
    )
    return Chart(places, spans)


def _middle(number: int, columns: int) -> Point:
    row, column = divmod(number, columns)
    across = _WIDTH / columns
    x = across * (column + 0.5)
    return (MAP[0] + x, MAP[1] + _ROW) if row == 0 else (MAP[2] - x, MAP[3] - _ROW)


def _island(board: Board, area: str, middle: Point, half: float) -> Place:
    x, y = middle
    name = board.space(area).name
    size = fitting_size(name, "bold", (32, 30, 28, 26, 24), round(2 * half) - 8)
    shore = moved(rounded(2 * half, 2 * _ISLAND, 40), x, y)
    away = _ISLAND + 30
    pin = (x, y + away if y < (MAP[1] + MAP[3]) / 2 else y - away)
    room = round(2 * half) - 8
    return Place(area, shortened(name, "bold", size, room), size, x, y - _ISLAND, pin, shore)


def _ends(one: Point, other: Point, half: float) -> tuple[Point, Point]:
    """Return the ends of a link: side by side, across the water, or along the shore."""
    (ax, ay), (zx, zy) = one, other
    side = math.copysign(1, zx - ax)
    if ay != zy:
        down, aside = math.copysign(_ISLAND - 6, zy - ay), 40 * side * (ax != zx)
        return (ax + aside, ay + down), (zx - aside, zy - down)
    if abs(zx - ax) < 2 * half + 80:
        return (ax + side * (half - 6), ay), (zx - side * (half - 6), zy)
    shore = math.copysign(_ISLAND + 34, (MAP[1] + MAP[3]) / 2 - ay)
    return (ax, ay + shore), (zx, zy + shore)
