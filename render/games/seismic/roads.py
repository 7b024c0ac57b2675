"""The roads of a tile: their middle lines, and how they are drawn."""

import math
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from typing import Final

from render.shapes import Outline, Point
from render.sprites import Sketch

_INNER: Final = math.sqrt(3) / 2
"""From the middle of a hexagon to the middle of an edge."""


@cache
def edge_middle(edge: int) -> Point:
    """Return the middle of an edge, 0 to 5 clockwise from north."""
    turn = math.pi / 3 * edge
    return _INNER * math.sin(turn), -_INNER * math.cos(turn)


@dataclass(frozen=True, slots=True)
class Path:
    """A road's middle line from edge `a` (t = 0) to `b` (t = 1); a stub begins in the middle."""

    a: int
    b: int

    @property
    def bend(self) -> int:
        """0 stub, 1 tight curve, 2 loose curve, 3 straight."""
        apart = (self.b - self.a) % 6
        return min(apart, 6 - apart)

    @property
    def length(self) -> float:
        """Length in sides."""
        return (_INNER, math.pi / 3, math.pi / 2, 2 * _INNER)[self.bend]

    def at(self, t: float, aside: float = 0) -> Point:
        """Return the point at `t`, `aside` sides to the right of the way from a to b."""
        if self.bend in {0, 3}:
            x1, y1 = edge_middle(self.b)
            x0, y0 = edge_middle(self.a) if self.bend else (0.0, 0.0)
            length = self.length
            dx, dy = (x1 - x0) / length, (y1 - y0) / length
            return x0 + (x1 - x0) * t - dy * aside, y0 + (y1 - y0) * t + dx * aside
        x, y, radius, start, swing = _arc(self.a, self.b)
        turn = start + swing * t
        radius += -aside if swing > 0 else aside
        return x + radius * math.cos(turn), y + radius * math.sin(turn)

    def direction(self, t: float) -> float:
        """Return the angle of the way at `t`, in radians."""
        x0, y0 = self.at(t - 0.01)
        x1, y1 = self.at(t + 0.01)
        return math.atan2(y1 - y0, x1 - x0)

    def ribbon(self, start: float, end: float, right: float, left: float) -> Outline:
        """Return the strip from t = `start` to `end`, between two distances to the right."""
        return _ribbon(self, (start, end), right, left)


@lru_cache(maxsize=2048)
def _ribbon(path: Path, way: tuple[float, float], right: float, left: float) -> Outline:
    start, end = way
    steps = 1 if path.bend in {0, 3} else max(2, math.ceil(abs(end - start) * 22))
    times = [start + (end - start) * step / steps for step in range(steps + 1)]
    return [path.at(t, right) for t in times] + [path.at(t, left) for t in reversed(times)]


@cache
def _arc(a: int, b: int) -> tuple[float, float, float, float, float]:
    """Return centre, radius, angle at the start and signed angle to the end of a curve."""
    ax, ay = edge_middle(a)
    bx, by = edge_middle(b)
    tight = (b - a) % 6 in {1, 5}
    away = (1.0 if tight else math.sqrt(3)) / math.hypot(ax + bx, ay + by)
    x, y = (ax + bx) * away, (ay + by) * away
    start = math.atan2(ay - y, ax - x)
    swing = math.atan2(by - y, bx - x) - start
    swing = (swing + math.pi) % (2 * math.pi) - math.pi
    return x, y, 0.5 if tight else 1.5, start, swing


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where a road goes over another: t on both, the place, the sine of their angle."""

    over: float
    under: float
    point: Point
    sine: float


@cache
def crossing(over: Path, under: Path) -> Crossing | None:
    """Return where two roads of one tile cross, if their edges lie alternately."""
    if 0 in {over.bend, under.bend}:
        return None
    low, high = sorted((over.a, over.b))
    if (low < under.a < high) == (low < under.b < high):
        return None
    t, u = _nearest(over, under, (0.5, 0.5), 0.5)
    for reach in (0.05, 0.005):
        t, u = _nearest(over, under, (t, u), reach)
    sine = abs(math.sin(over.direction(t) - under.direction(u)))
    return Crossing(t, u, over.at(t), max(sine, 0.5))


def _nearest(
    over: Path, under: Path, around: tuple[float, float], reach: float
) -> tuple[float, float]:
    steps = [reach * step / 10 for step in range(-10, 11)]
    ours = [(around[0] + step, over.at(around[0] + step)) for step in steps]
    theirs = [(around[1] + step, under.at(around[1] + step)) for step in steps]
    pairs = ((math.dist(p, q), t, u) for t, p in ours for u, q in theirs)
    return min(pairs)[1:]


def stacked(pairs: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return the order of a tile's roads from the lowest to the highest.

    Straights go over curves; otherwise the later of the tile's code goes over the earlier.
    """
    return tuple(sorted(range(len(pairs)), key=lambda n: (Path(*pairs[n]).bend == 3, n)))


HALF: Final = 0.18
"""Half the asphalt's width, in sides of the hexagon like every measure here."""

_BEYOND: Final = 0.06
_EDGE: Final = 0.045
_CLAIMED: Final = 0.085
_GLOW: Final = 0.17
_INSET: Final = 0.04
_LINE: Final = 0.032
_DASH: Final = 0.045
_PARAPET: Final = 0.065
_SHADE: Final = 0.05
_FINE: Final = 76
"""Pixels of a side from which roads have a line inside their edges; a phone shows less as grey."""


class Look(Enum):
    """How much a tile counts in this picture."""

    FULL = "full"
    DIM = "dim"
    """Out of the question: pale, but one sees whose roads they are."""
    SCORED = "scored"
    """Pale, except for roads that a seat owns: they scored."""


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on one sketch, `side` pixels a side, stretched to the height of the cell."""

    sketch: Sketch
    side: int
    stretch: float
    look: Look

    def fill(self, outline: Outline, colour: str) -> None:
        """Paint an outline given in sides."""
        self.sketch.fill(self._pixels(outline), colour)

    def shade(self, outline: Outline, bounds: Outline, colour: str) -> None:
        """Paint the part of an outline inside of another."""
        self.sketch.fill_within(self._pixels(outline), self._pixels(bounds), colour)

    def _pixels(self, outline: Outline) -> Outline:
        x, y = self.side, self.side * self.stretch
        return [(px * x, py * y) for px, py in outline]

    def at_least(self, sides: float, pixels: float) -> float:
        """Return a width in sides that is no thinner than `pixels`."""
        return max(sides, pixels / self.side)


def draw_roads(
    pen: Pen, paths: tuple[Path, ...], edges: tuple[tuple[str, ...], ...], order: tuple[int, ...]
) -> None:
    """Draw the roads of a tile from the lowest to the highest.

    `edges` are the colours beside each road: seats' own, or those of a glow, which is wider.
    """
    below: list[Path] = []
    for n in order:
        road = _Road(pen, paths[n], edges[n])
        for under in below:
            meeting = crossing(paths[n], under)
            if meeting:
                road.bridge(under, meeting)
        road.draw()
        below.append(paths[n])


@dataclass(frozen=True, slots=True)
class _Road:
    pen: Pen
    path: Path
    edges: tuple[str, ...]

    @property
    def _full(self) -> bool:
        look, claimed = self.pen.look, bool(self.edges)
        if claimed and self.edges[0].startswith("tint"):
            return False
        return look is Look.FULL or (look is Look.SCORED and claimed)

    @property
    def _edge(self) -> float:
        if not self.edges:
            return _EDGE
        if not self.edges[0].startswith(("seat", "tint")):
            return _GLOW
        wide = 1.5 if self.pen.look is Look.SCORED else 1.0
        return self.pen.at_least(_CLAIMED * wide, 2.5 * wide)

    def draw(self) -> None:
        beyond, reach = _BEYOND / self.path.length, HALF + self._edge
        # The colours of the edge from where to where: tied owners take turns, twice.
        turns = len(self.edges) * 2 if len(self.edges) > 1 else len(self.edges)
        cuts = [-beyond, *(n / turns for n in range(1, turns)), 1 + beyond]
        for n in range(turns):
            colour = self.edges[n % len(self.edges)]
            paint = colour if self._full else colour.replace("seat", "tint")
            self.pen.fill(self.path.ribbon(cuts[n], cuts[n + 1], reach, -reach), paint)
        # On fine roads the line inside the asphalt does for an edge.
        if not self.edges and self.pen.side < _FINE:
            self._stripe(reach, -reach, self._line)
        self._stripe(HALF, -HALF, "asphalt" if self._full else "asphaltdim")
        if self.pen.side >= _FINE:
            outer = HALF - _INSET
            self._stripe(outer, outer - _LINE, self._line)
            self._stripe(_LINE - outer, -outer, self._line)
        if self.pen.side >= 24:
            colour = "dash" if self._full else "linedim"
            half = self.pen.at_least(_DASH, 1.35) / 2
            count = ((3, 3, 5, 5) if self.pen.side >= 34 else (2, 2, 3, 3))[self.path.bend]
            # Half a gap at each end, so that dashes meet across tiles.
            for n in range(count):
                start, end = (n + 0.21) / count, (n + 0.79) / count
                if self.path.bend == 0:
                    start, end = 1 - end, 1 - start
                self.pen.fill(self.path.ribbon(start, end, half, -half), colour)

    @property
    def _line(self) -> str:
        return "paper" if self._full else "linedim"

    def _stripe(self, right: float, left: float, colour: str) -> None:
        beyond = _BEYOND / self.path.length
        start = 0 if self.path.bend == 0 else -beyond
        self.pen.fill(self.path.ribbon(start, 1 + beyond, right, left), colour)

    def bridge(self, under: Path, meeting: Crossing) -> None:
        """Draw what a road needs to go over another: shade below, parapets beside."""
        rail = self._edge if self.edges else self.pen.at_least(_PARAPET, 1.6)
        reach = HALF + rail
        span = (HALF + 0.10) / meeting.sine / self.path.length
        if self.pen.look is Look.FULL:
            shade = reach + self.pen.at_least(_SHADE, 1.2)
            wide = span * 2
            over = self.path.ribbon(meeting.over - wide, meeting.over + wide, shade, -shade)
            length = 1.2 / under.length
            asphalt = under.ribbon(meeting.under - length, meeting.under + length, HALF, -HALF)
            self.pen.shade(asphalt, over, "bed")
        if self.edges:
            return
        path, start, end = self.path, meeting.over - span, meeting.over + span
        along = 0.07 / path.length
        for side in (1, -1):
            inner, outer, out = side * HALF, side * reach, side * 0.06
            self.pen.fill(path.ribbon(start, end, outer, inner), self._line)
            for t, step in ((start, -along), (end, along)):
                ends = [path.at(t, inner), path.at(t, outer)]
                bent = [path.at(t + step, outer + out), path.at(t + step, inner + out)]
                self.pen.fill(ends + bent, self._line)
