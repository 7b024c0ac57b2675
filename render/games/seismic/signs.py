"""Small round signs for what was done besides building: turned, claimed, joined."""

import math
from collections.abc import Sequence
from typing import Final

from render.shapes import Outline, Point, circle, grown
from render.sprites import Sketch, Sprite, kept

_FROM: Final = math.radians(-50)
_ROUND: Final = math.radians(275)


@kept
def turn_sign(size: int, colour: str = "ink", arrow: str = "white") -> Sprite:
    """Return a disc with an arrow that runs round, clockwise; `size` is its diameter in pixels."""
    sketch = _disc(size, colour)
    radius, head = 0.26 * size, 0.19 * size
    turns = [_FROM + _ROUND * n / 24 for n in range(25)]
    line = [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]
    sketch.line(line, 0.11 * size, arrow)
    end = turns[-1]
    x, y = line[-1]
    along: Point = (-math.sin(end), math.cos(end))
    out: Point = (math.cos(end), math.sin(end))
    sketch.fill(
        [
            (x + out[0] * head, y + out[1] * head),
            (x + along[0] * 1.3 * head, y + along[1] * 1.3 * head),
            (x - out[0] * head, y - out[1] * head),
        ],
        arrow,
    )
    return sketch.finished()


@kept
def join_sign(size: int, colour: str = "ink", ring: str = "white") -> Sprite:
    """Return a disc with two links of a chain: sections that became one."""
    sketch = _disc(size, colour)
    radius, thick = 0.19 * size, 0.09 * size
    for x in (-0.14 * size, 0.14 * size):
        around = [(px + x, py) for px, py in circle(radius, 36)]
        sketch.line([*around, around[0]], thick, ring)
    return sketch.finished()


@kept
def claim_sign(size: int, colour: str = "ink", flag: str = "white") -> Sprite:
    """Return a disc with a flag: a crew was put down."""
    sketch = _disc(size, colour)
    sketch.line([(-0.13 * size, -0.3 * size), (-0.13 * size, 0.3 * size)], 0.09 * size, flag)
    pennant = [(-0.13, -0.3), (0.27, -0.14), (-0.13, 0.04)]
    sketch.fill([(x * size, y * size) for x, y in pennant], flag)
    return sketch.finished()


@kept
def yes_sign(size: int) -> Sprite:
    """Return a dark disc with a tick: this is allowed, or counts."""
    return _strokes(size, "ink", [((-0.22, 0.02), (-0.06, 0.19), (0.24, -0.17))])


@kept
def no_sign(size: int) -> Sprite:
    """Return a red disc with a cross: this is not allowed, or does not count."""
    crossed = [((-0.18, -0.18), (0.18, 0.18)), ((-0.18, 0.18), (0.18, -0.18))]
    return _strokes(size, "hot", crossed)


def _strokes(size: int, colour: str, strokes: Sequence[Outline]) -> Sprite:
    sketch = _disc(size, colour)
    for stroke in strokes:
        sketch.line([(x * size, y * size) for x, y in stroke], 0.13 * size, "white")
    return sketch.finished()


def _disc(size: int, colour: str) -> Sketch:
    disc = circle(size / 2)
    sketch = Sketch(size / 2 + 4, size / 2 + 4, "paper")
    sketch.shape(grown(disc, 2.2))
    sketch.fill(disc, colour)
    return sketch


SIGNS: Final = {"turn": turn_sign, "claim": claim_sign, "join": join_sign}
"""The sign of each thing that a line of a list can tell of."""
