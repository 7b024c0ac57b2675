"""Ways of Shocked meeples: arrows along bridges, movers, tolls."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from engine.game import Seat
from render.canvas import Canvas, Face
from render.lettering import fitting_size
from render.shapes import Outline, Point, circle, moved, turned
from render.signs import pill_sprite, seat_sprite
from render.sprites import SPRITES, Sketch, Sprite

_INK: Final = 12
_WHITE: Final = 6
_HEAD: Final = 34


def draw_arrow(canvas: Canvas, points: Sequence[Point]) -> None:
    """Draw one arrow through all points."""
    legs = list(pairwise(points))
    for colour, thick in (("ink", _INK), ("white", _WHITE)):
        for n, (start, end) in enumerate(legs):
            last = n == len(legs) - 1
            _leg(canvas, start, _before(start, end, _HEAD - 6) if last else end, colour, thick)
        for joint in points[:-1]:
            canvas.stamp(_joint(colour, thick), *joint)
    start, end = legs[-1]
    degrees = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    key = ("arrow head", round(degrees))
    canvas.stamp(SPRITES.get(key, lambda: _head(round(degrees))), *end)


def _before(start: Point, end: Point, by: float) -> Point:
    length = math.dist(start, end) or 1.0
    part = max(0.0, 1 - by / length)
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _leg(canvas: Canvas, start: Point, end: Point, colour: str, thick: int) -> None:
    half = (round((end[0] - start[0]) / 2), round((end[1] - start[1]) / 2))
    key = ("leg", half, colour, thick)
    sprite = SPRITES.get(key, lambda: _drawn_leg(half, colour, thick))
    canvas.stamp(sprite, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2)


def _drawn_leg(half: Point, colour: str, thick: int) -> Sprite:
    x, y = half
    sketch = Sketch(abs(x) + thick, abs(y) + thick, colour)
    line = ((-x, -y), (x, y))
    sketch.shape_line(line, thick)
    sketch.line(line, thick, colour)
    return sketch.finished()


def _joint(colour: str, thick: int) -> Sprite:
    key = ("joint", colour, thick)
    return SPRITES.get(key, lambda: _disc(colour, thick))


def _disc(colour: str, thick: int) -> Sprite:
    sketch = Sketch(thick, thick, colour)
    sketch.shape(circle(thick / 2))
    sketch.fill(circle(thick / 2), colour)
    return sketch.finished()


def _head(degrees: int) -> Sprite:
    sketch = Sketch(_HEAD + 4, _HEAD + 4, "ink")
    outer: Outline = ((4, 0), (-_HEAD, -17), (-_HEAD, 17))
    inner: Outline = ((-3, 0), (-_HEAD + 3.5, -11.5), (-_HEAD + 3.5, 11.5))
    sketch.shape(turned(outer, degrees))
    sketch.fill(turned(outer, degrees), "ink")
    sketch.fill(turned(inner, degrees), "white")
    neck = moved(((0, -3), (8, -3), (8, 3), (0, 3)), -_HEAD - 2, 0)
    sketch.fill(turned(neck, degrees), "white")
    return sketch.finished()


def draw_toll(canvas: Canvas, at: Point, amount: str, owner: tuple[Seat, str]) -> None:
    """Draw a pill that says how much went to the owner of a bridge."""
    x, y = at
    canvas.stamp(pill_sprite(94, 44), x, y)
    size = fitting_size(amount, "bold", (34, 32, 30, 28, 26, 24), 50)
    canvas.write(amount, x - 13, y, Face("bold", size), "middle")
    canvas.stamp(seat_sprite(owner[0], 26, owner[1]), x + 28, y)


def along(points: Sequence[Point], part: float) -> Point:
    """Return the point at a part of a way, 0 to 1."""
    lengths = [math.dist(a, z) for a, z in pairwise(points)]
    left = part * sum(lengths)
    for (a, z), length in zip(pairwise(points), lengths, strict=True):
        if left <= length and length:
            return a[0] + (z[0] - a[0]) * left / length, a[1] + (z[1] - a[1]) * left / length
        left -= length
    return points[-1]
