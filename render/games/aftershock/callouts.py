"""Plates on the Bay shore of an area: what one plans or marks there, where one may go."""

from collections.abc import Sequence
from typing import Final

from render.canvas import Canvas
from render.frames import stretched
from render.games.aftershock.chart import MAP, Place
from render.shapes import Point, grown, rounded, turned
from render.sprites import SPRITES, Sketch, Sprite

HEIGHT: Final = 56
EACH: Final = 50
"""Width of one thing on a plate."""
_TIP: Final = 14
_CORNER: Final = 12
_LINES: Final = ((0.0, "ink"), (2.5, "amber"), (6.5, "paper"))


def is_upper(place: Place) -> bool:
    """Say whether an area lies above the Bay, so that its plates hang under its shore."""
    return place.pin[1] < (MAP[1] + MAP[3]) / 2


def draw_callout(canvas: Canvas, place: Place, width: int, row: int = 0) -> Point:
    """Draw an empty plate on the shore of an area and return its middle.

    `row` counts the plates of an area from its shore on; only the first has a tip.
    """
    width += width % 2
    x, y = place.pin
    x = min(max(x, MAP[0] + width / 2 + 5), MAP[2] - width / 2 - 5)
    y += (HEIGHT + 2) * row * (1 if is_upper(place) else -1)
    if row == 0:
        side = -1 if is_upper(place) else 1
        canvas.stamp(_tip(side), place.pin[0], y + side * (HEIGHT / 2 - 5))
    canvas.stamp(plate_sprite(width), x, y)
    return x, y


def draw_things(canvas: Canvas, place: Place, things: Sequence[Sprite]) -> None:
    """Draw a plate with things side by side."""
    x, y = draw_callout(canvas, place, EACH * len(things) + 22)
    for n, thing in enumerate(things):
        canvas.stamp(thing, x + EACH * (n - (len(things) - 1) / 2), y)


def plate_sprite(width: int, height: int = HEIGHT) -> Sprite:
    """Return an empty private plate: paper, amber, ink."""
    return SPRITES.get(("callout", width, height), lambda: stretched(_plate(), width, height))


def _plate() -> Sprite:
    half = _CORNER + 4
    sketch = Sketch(half, half, "ink")
    outline = rounded(2 * half, 2 * half, _CORNER)
    sketch.shape(outline)
    for inside, colour in _LINES:
        sketch.fill(rounded(2 * (half - inside), 2 * (half - inside), _CORNER - inside), colour)
    return sketch.finished()


def _tip(side: int) -> Sprite:
    return SPRITES.get(("callout tip", side), lambda: _drawn_tip(side))


def _drawn_tip(side: int) -> Sprite:
    sketch = Sketch(16, _TIP + 10, "ink")
    down = ((-13, 1), (13, 1), (0, _TIP + 7))
    tip = down if side > 0 else turned(down, 180)
    sketch.shape(tip)
    sketch.fill(tip, "ink")
    sketch.fill(grown(tip, -2.6), "amber")
    return sketch.finished()
