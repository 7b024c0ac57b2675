"""How high a tile lies: its corners in layers, and the bands that show them."""

import math
from dataclasses import dataclass
from typing import Final

from engine.games.san_andreas.pieces import Laid
from render.shapes import Outline, Point

STEP: Final = 0.5
"""Layers from one tint to the next."""


@dataclass(frozen=True, slots=True)
class Relief:
    """A plane over a tile, in layers; `east` and `north` are what it rises in one space."""

    middle: float
    east: float
    north: float

    @property
    def corners(self) -> tuple[float, float, float, float]:
        """The heights of the corners at a north-east, b south-east, c north-west, d south-west."""
        return (
            max(0.0, self.middle + self.east + self.north),
            max(0.0, self.middle + self.east - self.north),
            max(0.0, self.middle - self.east + self.north),
            max(0.0, self.middle - self.east - self.north),
        )

    @property
    def rise(self) -> float:
        """From the lowest to the highest corner."""
        return 2 * (abs(self.east) + abs(self.north))

    @property
    def low(self) -> float:
        """The height of the lowest corner."""
        return self.middle - self.rise / 2

    def at(self, x: float, y: float) -> float:
        """Return the height at a point of the picture: 1 to the right is south, 1 down is west."""
        return self.middle - y * self.east - x * self.north

    def above(self, outline: Outline, height: float) -> Outline:
        """Return the part of a convex outline that lies higher, in spaces around the middle."""
        kept: list[Point] = []
        for n, point in enumerate(outline):
            before = outline[n - 1]
            here, there = self.at(*point) - height, self.at(*before) - height
            if (here >= 0) != (there >= 0):
                part = there / (there - here)
                kept.append(
                    (
                        before[0] + (point[0] - before[0]) * part,
                        before[1] + (point[1] - before[1]) * part,
                    )
                )
            if here >= 0:
                kept.append(point)
        return kept

    def steps(self) -> list[int]:
        """Return the tints from the second lowest up: numbers of half layers."""
        top = self.low + self.rise
        return [n for n in range(1, math.ceil(top / STEP)) if n * STEP > self.low + 1e-6]


def relief(laid: Laid) -> Relief:
    """Return how a tile lies."""
    a, b, c, d = laid.depths
    east, north = laid.lean
    steep, both = laid.steepness, abs(east) + abs(north)
    if not both:
        return Relief(max(laid.depths), 0.0, 0.0)
    middle: float = max(laid.depths)
    if steep > 1 and abs(east) != abs(north):
        # It bridges the gap between a high edge and a low one.
        one, other = (max(a, b), max(c, d)) if abs(east) > abs(north) else (max(a, c), max(b, d))
        middle = (one + other) / 2 + STEP
    return Relief(middle, steep * east / both, steep * north / both)
