"""The middle lines of roads on a tile, in sides of a hexagon around its middle."""

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from render.shapes import Outline, Point

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
            return self._straight(t, aside)
        x, y, radius, start, swing = _arc(self.a, self.b)
        turn = start + swing * t
        radius += -aside if swing > 0 else aside
        return x + radius * math.cos(turn), y + radius * math.sin(turn)

    def _straight(self, t: float, aside: float) -> Point:
        x1, y1 = edge_middle(self.b)
        x0, y0 = edge_middle(self.a) if self.bend else (0.0, 0.0)
        length = self.length
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        return x0 + (x1 - x0) * t - dy * aside, y0 + (y1 - y0) * t + dx * aside

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
    if not _alternate(over, under):
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


def _alternate(one: Path, other: Path) -> bool:
    if 0 in {one.bend, other.bend}:
        return False
    low, high = sorted((one.a, one.b))
    return (low < other.a < high) != (low < other.b < high)


def stacked(pairs: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return the order of a tile's roads from the lowest to the highest.

    Straights go over curves; otherwise the later of the tile's code goes over the earlier.
    """
    return tuple(sorted(range(len(pairs)), key=lambda n: (Path(*pairs[n]).bend == 3, n)))
