"""Small signs that several titles use: the padlock of private pictures, ticks, the compass."""

from typing import Final

from render.shapes import circle, grown, moved, rounded, turned
from render.sketch import Sketch
from render.sprites import SPRITES, Sprite


def padlock_sprite(ground: str = "paper") -> Sprite:
    """Return the padlock that says without colour that only one person sees this; 26 by 34."""
    return SPRITES.get(("padlock", ground), lambda: _padlock(ground))


def _padlock(ground: str) -> Sprite:
    sketch = Sketch(14, 18, ground)
    shackle = [(x, y * 1.15 - 5) for x, y in circle(8.5) if y <= 2]
    sketch.line([(-8.5, 2), *sorted(shackle), (8.5, 2)], 4.4, "soft")
    sketch.fill(moved(rounded(26, 19, 3), 0, 7), "soft")
    sketch.fill(moved(circle(3), 0, 5.2), ground)
    sketch.fill([(-1.4, 6), (1.4, 6), (1.4, 11), (-1.4, 11)], ground)
    return sketch.finished()


_TICK: Final = ((-0.42, 0.06), (-0.12, 0.34), (0.42, -0.32))


def tick_sprite(size: int, colour: str, ground: str = "paper") -> Sprite:
    """Return a tick, `size` pixels wide."""
    return SPRITES.get(("tick", size, colour, ground), lambda: _tick(size, colour, ground))


def _tick(size: int, colour: str, ground: str) -> Sprite:
    sketch = Sketch(size / 2 + 2, size / 2 + 2, ground)
    points = [(x * size, y * size) for x, y in _TICK]
    sketch.shape_line(points, 0.17 * size)
    sketch.line(points, 0.17 * size, colour)
    for end in (points[0], points[-1]):
        sketch.shape(moved(circle(0.085 * size), *end))
        sketch.fill(moved(circle(0.085 * size), *end), colour)
    return sketch.finished(40)


def compass_sprite(radius: int, north: float) -> Sprite:
    """Return a compass; `north` is how many degrees it lies to the left of up."""
    return SPRITES.get(("compass", radius, north), lambda: _compass(radius, north))


def _compass(radius: int, north: float) -> Sprite:
    sketch = Sketch(radius + 2, radius + 2, "ink")
    disc = circle(radius)
    sketch.shape(grown(disc, 1))
    sketch.fill(grown(disc, 1), "ink")
    sketch.fill(grown(disc, -2.2), "paper")
    half = ((-0.26 * radius, 0.0), (0.0, -0.78 * radius), (0.26 * radius, 0.0))
    sketch.fill(turned(half, -north), "hot")
    sketch.fill(turned(half, 180 - north), "ink")
    return sketch.finished()
