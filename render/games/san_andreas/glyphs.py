"""The pictures on the four epicenters."""

import math
from typing import Final

from engine.games.san_andreas.tiles import Pawn
from render.shapes import circle, moved, rounded, turned
from render.sprites import Sketch

_RAYS: Final = 8


def draw_glyph(sketch: Sketch, pawn: Pawn, size: float, colour: str, ground: str) -> None:
    """Draw an epicenter's picture `size` wide around the middle of a sketch."""
    _GLYPHS[pawn](sketch, size / 2, colour, ground)


def _sun(sketch: Sketch, r: float, colour: str, ground: str) -> None:
    for ray in range(_RAYS):
        ray_outline = [(-0.17 * r, -0.6 * r), (0, -1.08 * r), (0.17 * r, -0.6 * r)]
        sketch.fill(turned(ray_outline, 360 * ray / _RAYS), colour)
    sketch.fill(circle(0.64 * r), ground)
    sketch.fill(circle(0.52 * r), colour)


def _moon(sketch: Sketch, r: float, colour: str, ground: str) -> None:
    sketch.fill(circle(0.94 * r), colour)
    sketch.fill(moved(circle(0.78 * r), 0.4 * r, -0.18 * r), ground)


def _crown(sketch: Sketch, r: float, colour: str, _: str) -> None:
    peaks = [(-1.0, -0.42), (-0.5, 0.06), (0.0, -0.66), (0.5, 0.06), (1.0, -0.42), (0.76, 0.72)]
    points = [*peaks, (-0.76, 0.72)]
    sketch.fill([(x * r, y * r) for x, y in points], colour)
    for x, y in ((-1.0, -0.5), (0.0, -0.74), (1.0, -0.5)):
        sketch.fill(moved(circle(0.17 * r), x * r, y * r), colour)


def _arms(sketch: Sketch, r: float, colour: str, ground: str) -> None:
    curve = [(0.82 * math.cos(t), 0.15 + 0.9 * math.sin(t)) for t in _quarter(0, 90)]
    left = [(-x, y) for x, y in reversed(curve)]
    shield = [(-0.82, -0.85), (0.82, -0.85), *curve, *left]
    sketch.fill([(x * r, y * r) for x, y in shield], colour)
    for wide, high, y in ((0.26, 1.0, 0.0), (0.84, 0.26, -0.14)):
        sketch.fill(moved(rounded(wide * r, high * r, 0.01), 0, y * r), ground)


_GLYPHS: Final = {"sun": _sun, "moon": _moon, "crown": _crown, "arms": _arms}


def _quarter(start: int, end: int) -> list[float]:
    return [math.radians(start + (end - start) * n / 10) for n in range(11)]
