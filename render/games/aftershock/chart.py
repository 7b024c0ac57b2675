"""Where a board's areas and links lie on the picture, in pixels of it.

San Francisco's is drawn by hand: the Bay as one sees it from the Pacific, up is 62° from north.
There x is a part of the map's 1176 pixels from its left edge, y of its 685 from its top; what lies
outside 0 to 1 runs off the picture. Any other board gets two rows of equal islands.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from engine.games.aftershock.board import Board
from render.lettering import fitting_size, shortened
from render.shapes import Outline, Point, moved, rounded

Part: TypeAlias = tuple[float, float]

# fmt: off
PLACES: Final[dict[str, tuple[str, float, float, float, Part]]] = {
    #  area                 short name       centre  top    width  where private marks stand
    "vallejo":             ("Vallejo",       0.085, 0.013, 0.156, (0.112, 0.400)),
    "richmond":            ("Richmond",      0.315, 0.013, 0.151, (0.278, 0.386)),
    "oakland":             ("Oakland",       0.509, 0.013, 0.150, (0.534, 0.401)),
    "hayward":             ("Hayward",       0.736, 0.013, 0.148, (0.760, 0.393)),
    "fremont":             ("Fremont",       0.923, 0.024, 0.148, (0.958, 0.436)),
    "san_jose":            ("San Jose",      0.924, 0.620, 0.145, (0.888, 0.588)),
    "palo_alto":           ("Palo Alto",     0.711, 0.615, 0.143, (0.701, 0.574)),
    "south_san_francisco": ("South SF",      0.497, 0.653, 0.143, (0.491, 0.618)),
    "san_francisco":       ("San Francisco", 0.301, 0.638, 0.176, (0.250, 0.591)),
    "san_rafael":          ("San Rafael",    0.073, 0.530, 0.128, (0.118, 0.498)),
}
"""The short name belongs to the drawing: texts say the full one."""

SHORES: Final[dict[str, tuple[float, ...]]] = {
    "vallejo": (
        -0.036, -0.063, 0.170, -0.063, 0.165, 0.069, 0.172, 0.142, 0.163, 0.215, 0.170, 0.288,
        0.151, 0.346, 0.117, 0.364, 0.078, 0.346, 0.041, 0.369, -0.036, 0.355,
    ),
    "richmond": (
        0.235, -0.063, 0.395, -0.063, 0.389, 0.083, 0.398, 0.164, 0.389, 0.232, 0.396, 0.288,
        0.374, 0.343, 0.338, 0.355, 0.306, 0.340, 0.267, 0.364, 0.238, 0.334, 0.228, 0.258,
        0.238, 0.185, 0.231, 0.098,
    ),
    "oakland": (
        0.435, -0.063, 0.588, -0.063, 0.590, 0.083, 0.582, 0.171, 0.590, 0.273, 0.577, 0.356,
        0.534, 0.372, 0.500, 0.355, 0.463, 0.372, 0.439, 0.340, 0.431, 0.244, 0.438, 0.142,
        0.430, 0.069,
    ),
    "hayward": (
        0.662, -0.063, 0.813, -0.063, 0.809, 0.098, 0.815, 0.185, 0.807, 0.288, 0.811, 0.346,
        0.755, 0.364, 0.713, 0.346, 0.673, 0.361, 0.662, 0.288, 0.656, 0.185, 0.663, 0.083,
    ),
    "fremont": (
        0.849, -0.063, 1.036, -0.063, 1.036, 0.413, 0.951, 0.396, 0.908, 0.413, 0.866, 0.396,
        0.845, 0.331, 0.853, 0.244, 0.844, 0.142,
    ),
    "san_jose": (
        0.850, 0.641, 0.891, 0.615, 0.942, 0.629, 1.036, 0.603, 1.036, 1.061, 0.866, 1.061,
        0.859, 0.930, 0.848, 0.857, 0.856, 0.755,
    ),
    "palo_alto": (
        0.645, 0.618, 0.696, 0.601, 0.747, 0.619, 0.786, 0.604, 0.791, 0.711, 0.781, 0.799,
        0.789, 0.886, 0.776, 0.959, 0.721, 0.947, 0.670, 0.965, 0.641, 0.947, 0.634, 0.872,
        0.644, 0.784, 0.634, 0.711,
    ),
    "south_san_francisco": (
        0.432, 0.661, 0.474, 0.645, 0.526, 0.658, 0.568, 0.647, 0.573, 0.755, 0.564, 0.842,
        0.573, 0.930, 0.553, 0.982, 0.500, 0.971, 0.449, 0.985, 0.422, 0.962, 0.420, 0.872,
        0.429, 0.784, 0.418, 0.726,
    ),
    "san_francisco": (
        0.212, 0.632, 0.270, 0.618, 0.330, 0.632, 0.390, 0.619, 0.397, 0.690, 0.385, 0.784,
        0.392, 0.872, 0.383, 0.971, 0.330, 0.982, 0.279, 0.969, 0.228, 0.985, 0.207, 0.936,
        0.218, 0.842, 0.206, 0.769, 0.208, 0.700,
    ),
    "san_rafael": (
        -0.036, 0.518, 0.049, 0.527, 0.092, 0.515, 0.140, 0.526, 0.163, 0.582, 0.147, 0.667,
        0.158, 0.755, 0.150, 0.832, 0.100, 0.872, 0.049, 0.858, -0.036, 0.874,
    ),
}
"""Corners, x and y in turn; they are rounded when they are drawn."""

SPANS: Final[tuple[tuple[str, str, Part, Part], ...]] = (
    ("san_rafael", "vallejo",                (0.075, 0.527), (0.082, 0.349)),
    ("san_rafael", "richmond",               (0.146, 0.580), (0.255, 0.337)),
    ("san_rafael", "san_francisco",          (0.117, 0.836), (0.218, 0.895)),
    ("vallejo", "richmond",                  (0.158, 0.180), (0.245, 0.180)),
    ("richmond", "san_francisco",            (0.323, 0.340), (0.313, 0.638)),
    ("richmond", "oakland",                  (0.386, 0.194), (0.439, 0.194)),
    ("oakland", "san_francisco",             (0.486, 0.352), (0.364, 0.647)),
    ("oakland", "hayward",                   (0.578, 0.174), (0.667, 0.174)),
    ("hayward", "san_francisco",             (0.661, 0.290), (0.383, 0.697)),
    ("hayward", "south_san_francisco",       (0.702, 0.346), (0.551, 0.664)),
    ("hayward", "fremont",                   (0.804, 0.188), (0.855, 0.188)),
    ("fremont", "palo_alto",                 (0.871, 0.393), (0.765, 0.623)),
    ("fremont", "san_jose",                  (0.934, 0.396), (0.934, 0.629)),
    ("san_jose", "palo_alto",                (0.857, 0.784), (0.777, 0.784)),
    ("palo_alto", "south_san_francisco",     (0.645, 0.819), (0.561, 0.819)),
    ("south_san_francisco", "san_francisco", (0.432, 0.857), (0.381, 0.857)),
)
"""From shore to shore, in the middle between the two lanes."""

ISLETS: Final = ((0.192, 0.667, 11), (0.179, 0.734, 6))
"""Angel Island and Alcatraz: x, y and radius in pixels."""

COMPASS: Final = (0.155, 0.953)
NORTH: Final = 62
"""Degrees that north lies to the left of up."""
# fmt: on


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


@dataclass(frozen=True, eq=False)
class Place:
    """An area: `middle` of its name, where its pieces hang from (`x`, `top`), its mark's `pin`."""

    key: str
    name: str
    size: int
    x: float
    top: float
    pin: Point
    shore: Outline


@dataclass(frozen=True, eq=False)
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
    ends = {frozenset((one, other)): (one, a, z) for one, other, a, z in SPANS}
    known = {frozenset(link.between) for link in board.links} <= set(ends)
    if not known or not set(board.areas) <= set(PLACES):
        return islands(board)
    spans = []
    for link in board.links:
        one, start, end = ends[frozenset(link.between)]
        start, end = (start, end) if one == link.between[0] else (end, start)
        spans.append(Span(_px(start), _px(end), link.sections, link.spaces))
    places = {}
    for area in board.areas:
        name, x, top, width, pin = PLACES[area]
        numbers = SHORES[area]
        shore = smooth(_px(each) for each in zip(numbers[::2], numbers[1::2], strict=True))
        size = fitting_size(name, "bold", (32, 31, 30, 29, 28), round(width * _WIDTH) - 8)
        places[area] = Place(area, name, size, *_px((x, top)), _px(pin), shore)
    islets = tuple((*_px((x, y)), radius) for x, y, radius in ISLETS)
    return Chart(places, tuple(spans), islets, (*_px(COMPASS), NORTH), worded=True)


def _px(part: Point) -> Point:
    return MAP[0] + part[0] * _WIDTH, MAP[1] + part[1] * _HEIGHT


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


def islands(board: Board) -> Chart:
    """Return the areas clockwise around the water, links straight."""
    columns = -(-len(board.areas) // 2)
    across, middle = _WIDTH / columns, (MAP[1] + MAP[3]) / 2
    half = min(88.0, across / 2 - 28)
    room = round(2 * half) - 8
    places, middles = {}, {}
    for n, area in enumerate(board.areas):
        row, column = divmod(n, columns)
        x, y = across * (column + 0.5), _ROW
        x, y = (MAP[0] + x, MAP[1] + y) if row == 0 else (MAP[2] - x, MAP[3] - y)
        name = board.space(area).name
        size = fitting_size(name, "bold", (32, 30, 28, 26, 24), room)
        name = shortened(name, "bold", size, room)
        away = (_ISLAND + 30) * (1 if y < middle else -1)
        shore = moved(rounded(2 * half, 2 * _ISLAND, 40), x, y)
        places[area] = Place(area, name, size, x, y - _ISLAND, (x, y + away), shore)
        middles[area] = (x, y)
    spans = []
    for link in board.links:
        (ax, ay), (zx, zy) = (middles[area] for area in link.between)
        side = math.copysign(1, zx - ax)
        if ay != zy:  # across the water
            down, aside = math.copysign(_ISLAND - 6, zy - ay), 40 * side * (ax != zx)
            ends = (ax + aside, ay + down), (zx - aside, zy - down)
        elif abs(zx - ax) < 2 * half + 80:  # side by side
            ends = (ax + side * (half - 6), ay), (zx - side * (half - 6), zy)
        else:  # along the shore
            shore_y = ay + math.copysign(_ISLAND + 34, middle - ay)
            ends = (ax, shore_y), (zx, shore_y)
        spans.append(Span(*ends, link.sections, link.spaces))
    return Chart(places, tuple(spans))
