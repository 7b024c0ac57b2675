"""Marks on the map: dashed places, movements with their number, sunken tiles, ways to the coast."""

import math
from typing import Final

from engine.boards.squares import Space
from engine.games.san_andreas.pieces import Shift
from render.canvas import Canvas
from render.games.san_andreas.facing import step
from render.games.san_andreas.signs import move_sprite, number_sprite
from render.games.san_andreas.waters import wave
from render.games.san_andreas.window import Box, Window
from render.shapes import circle, grown
from render.sprites import SPRITES, Sketch, Sprite, outlined
from render.theme import SEATS

_ON, _OFF = 13, 9
_NEAR: Final = 36
"""Pixels within which two numbers would touch."""


def dashed(canvas: Canvas, box: Box) -> None:
    """Outline where a tile was, or would be: white dashes on ink."""
    left, top, right, bottom = (round(edge) for edge in box)
    for y in (top + 2, bottom - 2):
        for start, end in _dashes(left, right):
            canvas.box(start - 1, y - 3, end + 1, y + 3, "ink")
            canvas.box(start, y - 2, end, y + 2, "white")
    for x in (left + 2, right - 2):
        for start, end in _dashes(top, bottom):
            canvas.box(x - 3, start - 1, x + 3, end + 1, "ink")
            canvas.box(x - 2, start, x + 2, end, "white")


def _dashes(start: int, end: int) -> list[tuple[int, int]]:
    """Return dashes from corner to corner, one at each end."""
    count = max(1, round((end - start - _ON) / (_ON + _OFF)))
    pitch = (end - start - _ON) / count
    return [(round(start + n * pitch), round(start + n * pitch) + _ON) for n in range(count + 1)]


def ahead(canvas: Canvas, window: Window, shift: Shift, behind: int = 0) -> None:
    """Draw where a die would move its tile: an arrow across the edge that leads.

    It stands behind so many others that would move the tile to the same place.
    """
    x, y = window.centre(shift.before)
    right, down = step(shift.direction)
    arrow = move_sprite(shift.direction, shift.die, window.side)
    reach = (1 + 0.85 * behind) * window.side
    canvas.stamp(arrow, x + right * reach, y + down * reach)


class Trail:
    """Movements with their numbers, none on top of another."""

    def __init__(self, canvas: Canvas, window: Window) -> None:
        """Begin without any."""
        self._canvas = canvas
        self._window = window
        self._numbers: list[tuple[float, float]] = []

    def add(self, shift: Shift, number: int) -> None:
        """Draw an arrow out of the strip that a tile has left, its number at the tail."""
        side = self._window.side
        x, y = self._window.centre(shift.after)
        right, down = step(shift.direction)
        aside = self._aside(shift)
        x, y = round(x + aside * down * side), round(y + aside * right * side)
        arrow = move_sprite(shift.direction, shift.die, side)
        self._canvas.stamp(arrow, x - 1.2 * right * side, y - 1.2 * down * side)
        tail = (x - 1.72 * right * side, y - 1.72 * down * side)
        self._numbers.append(tail)
        self._canvas.stamp(number_sprite(number, side), *tail)

    def _aside(self, shift: Shift) -> float:
        """Return how far off the tile's midline an arrow has to run, in sides."""
        side = self._window.side
        x, y = self._window.centre(shift.after)
        right, down = step(shift.direction)
        for aside in (0.0, 0.55, -0.55):
            tail = (
                x + aside * down * side - 1.72 * right * side,
                y + aside * right * side - 1.72 * down * side,
            )
            if all(math.dist(tail, other) > _NEAR for other in self._numbers):
                return aside
        return 0.0


def sunken(canvas: Canvas, window: Window, corner: Space) -> None:
    """Mark where a tile sank: its outline and three white waves."""
    dashed(canvas, window.box(corner))
    canvas.stamp(_waves(window.side), *window.centre(corner))


def _waves(side: int) -> Sprite:
    return SPRITES.get(("sa waves", side), lambda: _drawn_waves(side))


def _drawn_waves(side: int) -> Sprite:
    scale = side / 64
    sketch = Sketch(44 * scale, 40 * scale, "deep")
    for y in (-26, 0, 26):
        line = wave(0, y * scale, 18 * scale, 4 * scale, 4)
        sketch.shape_line(line, 4 * scale)
        sketch.line(line, 4 * scale, "white")
    return sketch.finished(96)


def small_waves() -> Sprite:
    """Return the waves that say "sank" in a list."""
    return SPRITES.get("sa small waves", _drawn_small_waves)


def _drawn_small_waves() -> Sprite:
    sketch = Sketch(42, 14, "paper")
    for y in (-6, 6):
        line = wave(0, y, 13, 3, 6)
        sketch.shape_line(line, 3.4)
        sketch.line(line, 3, "lakewave")
    return sketch.finished(96)


def path(canvas: Canvas, start: tuple[float, float], end: tuple[float, float], seat: int) -> None:
    """Draw a straight way to the coast in a seat's colour."""
    left, right = sorted((start[0], end[0]))
    top, bottom = sorted((start[1], end[1]))
    for half, colour in ((6.5, "paper"), (5, "ink"), (3, SEATS[seat])):
        canvas.box(left - half, top - half, right + half, bottom + half, colour)


def bead() -> Sprite:
    """Return the mark of a space that costs a point."""
    disc = circle(8)
    layers = (("ink", disc), ("white", grown(disc, -2.6)))
    return SPRITES.get("sa bead", lambda: outlined(disc, layers))
