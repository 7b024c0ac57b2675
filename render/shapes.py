"""Outlines as lists of points, x to the right and y down, around (0, 0)."""

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = Sequence[Point]

ROOT3: Final = math.sqrt(3)


def hexagon(side: float, height: float | None = None) -> Outline:
    """Return a flat-top hexagon, corners clockwise from the upper left, √3 `side` high."""
    half = (ROOT3 * side if height is None else height) / 2
    x = side / 2
    return ((-x, -half), (x, -half), (side, 0), (x, half), (-x, half), (-side, 0))


def circle(radius: float, corners: int = 72) -> Outline:
    """Return a circle as a polygon."""
    return _star((radius,), corners)


def rounded(width: float, height: float, corner: float) -> Outline:
    """Return a rectangle with round corners."""
    points: list[Point] = []
    centres = ((1, -1), (1, 1), (-1, 1), (-1, -1))
    for quarter, (x, y) in enumerate(centres):
        for step in range(9):
            turn = (quarter + step / 8) * math.pi / 2
            points.append(
                (
                    x * (width / 2 - corner) + corner * math.sin(turn),
                    y * (height / 2 - corner) - corner * math.cos(turn),
                )
            )
    return points


def seat_outline(seat: int, size: float) -> Outline:
    """Return the shape of a seat, 0 to 4, its ink outline included; `size` is its nominal width."""
    r = size / 2
    match seat:
        case 0:  # a square
            r *= 0.86
            return ((-r, -r), (r, -r), (r, r), (-r, r))
        case 1:  # a triangle
            return moved(_star((1.22 * r,), 3), 0, 0.2 * r)
        case 2:  # a diamond
            return ((0, -1.16 * r), (1.16 * r, 0), (0, 1.16 * r), (-1.16 * r, 0))
        case 3:
            return circle(0.98 * r)
        case _:
            return _star((1.2 * r, 0.68 * r), 10)


def _star(radii: Sequence[float], corners: int) -> Outline:
    """Return corners around (0, 0), the first one up, that take turns with these radii."""
    turns = (2 * math.pi * corner / corners for corner in range(corners))
    return [
        (radii[n % len(radii)] * math.sin(turn), -radii[n % len(radii)] * math.cos(turn))
        for n, turn in enumerate(turns)
    ]


def moved(outline: Outline, x: float, y: float) -> Outline:
    """Return the outline shifted."""
    return [(px + x, py + y) for px, py in outline]


def turned(outline: Outline, degrees: float) -> Outline:
    """Return the outline turned clockwise around (0, 0)."""
    turn = math.radians(degrees)
    cos, sin = math.cos(turn), math.sin(turn)
    return [(px * cos - py * sin, px * sin + py * cos) for px, py in outline]


def grown(outline: Outline, by: float) -> Outline:
    """Return a clockwise outline with every edge moved outwards by `by`; below 0: inwards."""
    points = []
    for n, corner in enumerate(outline):
        ax, ay = _normal(outline[n - 1], corner)
        zx, zy = _normal(corner, outline[(n + 1) % len(outline)])
        stretch = by / max(0.2, 1 + ax * zx + ay * zy)
        points.append((corner[0] + (ax + zx) * stretch, corner[1] + (ay + zy) * stretch))
    return points


def _normal(one: Point, other: Point) -> Point:
    x, y = other[0] - one[0], other[1] - one[1]
    length = math.hypot(x, y) or 1.0
    return y / length, -x / length
