"""Signs and marks: what a die does, the way down, where tiles moved or sank, ways to the coast."""

import math
from typing import Final

from engine.boards.squares import Space
from engine.games.san_andreas.pieces import Shift
from engine.games.san_andreas.tiles import SHIFTS
from render.canvas import Canvas
from render.games.san_andreas.directions import ON_SCREEN, on_screen, step
from render.games.san_andreas.ground import wave
from render.games.san_andreas.window import Box, Window
from render.shapes import Outline, circle, grown, rounded, turned
from render.signs import Badge, badge_sprite
from render.sprites import Sketch, Sprite, kept, outlined
from render.theme import SEATS


def arrow(long: float, wide: float, head: float, turn: float) -> Outline:
    """Return an arrow around the middle, `long` from tip to tail, turned from up in degrees."""
    half, neck = long / 2, head * 0.92
    points = [
        (0.0, -half),
        (head, -half + neck),
        (wide / 2, -half + neck),
        (wide / 2, half),
        (-wide / 2, half),
        (-wide / 2, -half + neck),
        (-head, -half + neck),
    ]
    return turned(points, turn)


_TURNS: Final = {"up": 0, "right": 90, "down": 180, "left": -90}
"""How far an arrow that points up is turned."""


@kept
def face_sprite(face: int, size: int = 40) -> Sprite:
    """Return the sign of a face: a slab, and an arrow that lies on it or passes under it."""
    sketch = Sketch(size / 2 + 5, size / 2 + 5, "paper")
    if face == 0:
        box = rounded(0.44 * size, 0.44 * size, 0.1 * size)
        sketch.shape(box)
        sketch.fill(box, "ink")
        sketch.fill(grown(box, -0.055 * size), "paper")
        sketch.fill(rounded(0.2 * size, 0.06 * size, 0.02 * size), "ink")
        return sketch.finished(96)
    direction, edge = SHIFTS[face]
    turn = _TURNS[ON_SCREEN[direction]]
    shaft = arrow(1.12 * size, 0.17 * size, 0.31 * size, turn)
    sideways = ON_SCREEN[direction] != "up"
    wide, high = (0.44, 0.84) if sideways else (0.84, 0.44)
    slab = rounded(wide * size, high * size, 0.07 * size)
    layers = [(slab, "ink"), (grown(slab, -0.055 * size), "slab")]
    over = [(grown(shaft, 0.06 * size), "paper"), (shaft, "ink")]
    for outline, colour in layers + over if edge == "lift" else over[1:] + layers:
        sketch.fill(outline, colour)
    for outline, _ in (*layers[:1], *over[:1]):
        sketch.shape(outline)
    return sketch.finished(96)


@kept
def move_sprite(direction: str, colour: str, side: int) -> Sprite:
    """Return the arrow across the edge that leads, in the colour of its die."""
    shaft = arrow(0.98 * side, 0.27 * side, 0.31 * side, _TURNS[ON_SCREEN[direction]])
    halo = grown(shaft, 0.045 * side)
    return outlined(halo, (("paper", halo), (colour, shaft)))


def number_sprite(number: int, side: int) -> Sprite:
    """Return the black disc with the number of an event."""
    return badge_sprite(str(number), Badge(2 * round(0.28 * side)))


@kept
def lean_sprite(lean: tuple[int, int], size: int, *, dark: bool) -> Sprite:
    """Return the disc with the arrow downhill; a dark one says too steep to found on."""
    # From the side that is up to the other one; an arrow that points up is not turned.
    right, down = on_screen(*lean)
    shaft = arrow(0.66 * size, 0.19 * size, 0.26 * size, math.degrees(math.atan2(-right, down)))
    disc = circle(size / 2)
    sketch = Sketch(size / 2 + 2, size / 2 + 2, "ink")
    sketch.shape(disc)
    sketch.fill(disc, "ink")
    sketch.fill(grown(disc, -0.058 * size), "ink" if dark else "paper")
    sketch.fill(shaft, "white" if dark else "ink")
    return sketch.finished(96)


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

    `behind` is how many other arrows stand between this one and the tile.
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
        # How far off the tile's midline an arrow has to run, in sides.
        aside = 0.0
        for tried in (0.0, 0.55, -0.55):
            tail = (
                x + tried * down * side - 1.72 * right * side,
                y + tried * right * side - 1.72 * down * side,
            )
            if all(math.dist(tail, other) > _NEAR for other in self._numbers):
                aside = tried
                break
        x, y = round(x + aside * down * side), round(y + aside * right * side)
        arrow = move_sprite(shift.direction, shift.die, side)
        self._canvas.stamp(arrow, x - 1.2 * right * side, y - 1.2 * down * side)
        tail = (x - 1.72 * right * side, y - 1.72 * down * side)
        self._numbers.append(tail)
        self._canvas.stamp(number_sprite(number, side), *tail)


def sunken(canvas: Canvas, window: Window, corner: Space) -> None:
    """Mark where a tile sank: its outline and three white waves."""
    dashed(canvas, window.box(corner))
    canvas.stamp(waves_sprite(window.side), *window.centre(corner))


@kept
def waves_sprite(side: int) -> Sprite:
    """Return the waves over a tile that sank."""
    scale = side / 64
    sketch = Sketch(44 * scale, 40 * scale, "deep")
    for y in (-26, 0, 26):
        line = wave(0, y * scale, 18 * scale, 4 * scale, 4)
        sketch.shape_line(line, 4 * scale)
        sketch.line(line, 4 * scale, "white")
    return sketch.finished(96)


@kept
def small_waves() -> Sprite:
    """Return the waves that say "sank" in a list."""
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


@kept
def bead() -> Sprite:
    """Return the mark of a space that costs a point."""
    disc = circle(8)
    layers = (("ink", disc), ("white", grown(disc, -2.6)))
    return outlined(disc, layers)
