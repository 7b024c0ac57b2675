"""Small signs: the five seats' shapes, badges, pills, chips, the padlock, ticks, the compass.

Colour, shape and letter of a seat always go together.
"""

from dataclasses import dataclass
from typing import Final

from render.shapes import circle, grown, hexagon, moved, rounded, seat_outline, turned
from render.sprites import Sketch, Sprite, kept, outlined
from render.theme import SEAT_LETTERS, SEATS

LETTERED_FROM: Final = 22
"""Smallest size of a seat's shape that carries a letter."""
_RIM: Final = 40
"""Coverage from which a pixel of a rim is drawn, of 255."""
_DIGIT: Final = 1.22
"""How much larger than a letter a digit is: it is read, a letter only confirms the shape."""
_TRIANGLE, _STAR = 1, 4


@kept
def seat_sprite(seat: int, size: int, letter: str = "", ground: str = "paper") -> Sprite:
    """Return a seat's shape, nominally `size` pixels wide, with its letter if that can be read.

    Its rim fades into `ground`; a trace of that on other grounds is not seen.
    """
    sketch = _seat(seat, size, ground)
    if seat == _STAR:
        sketch.fill(seat_outline(seat, size), "ink")
    _write(sketch, seat, size, letter, SEAT_LETTERS[seat])
    return sketch.finished(_RIM)


@kept
def antenna_sprite(seat: int, size: int) -> Sprite:
    """Return what a seat's shape of this size gets on top if a computer player sits there."""
    top = min(y for _, y in seat_outline(seat, size))
    end = top - 0.15 * size
    knob, stem = moved(circle(0.12 * size), 0, end), [(0.0, top + 4), (0.0, end)]
    halo = grown(knob, max(1.6, 0.055 * size))
    sketch = Sketch(0.3 * size, size, "paper")
    sketch.shape(halo)
    sketch.shape_line(stem, 0.2 * size)
    sketch.fill(halo, "paper")
    sketch.line(stem, 0.09 * size, "ink")
    sketch.fill(knob, "ink")
    return sketch.finished(_RIM)


@kept
def hollow_sprite(seat: int, size: int, letter: str = "", ground: str = "paper") -> Sprite:
    """Return the shape of a piece that went home or counts no longer: its fill is only a ring."""
    sketch = _seat(seat, size, ground)
    sketch.fill(grown(seat_outline(seat, size), -_line(size) - 0.11 * size), "paper")
    _write(sketch, seat, size, letter, "ink", 0.9)
    return sketch.finished(_RIM)


def _seat(seat: int, size: int, ground: str) -> Sketch:
    sketch = Sketch(0.72 * size + 3, 0.72 * size + 3, ground)
    outline = seat_outline(seat, size)
    halo = grown(outline, max(1.6, 0.055 * size))
    sketch.shape(halo)
    sketch.fill(halo, "paper")
    sketch.fill(outline, "ink")
    sketch.fill(grown(outline, -_line(size)), SEATS[seat])
    return sketch


def _line(size: int) -> float:
    return max(1.6, 0.06 * size)


def _write(sketch: Sketch, seat: int, size: int, letter: str, colour: str, part: float = 1) -> None:
    """Write a seat's letter on its shape, in a part of the size that fills it."""
    if letter and size >= LETTERED_FROM:
        high = size * (0.54 if seat in {_TRIANGLE, _STAR} else 0.60)
        high *= part * _DIGIT if letter.isdigit() else part
        # The body of a triangle is low.
        below = {_TRIANGLE: 0.14, _STAR: 0.02}.get(seat, 0) * size
        sketch.text(letter, (0, below), high, colour)


@dataclass(frozen=True, slots=True)
class Badge:
    """How a disc with a label looks: its diameter in pixels, its colour, its label's."""

    size: int = 36
    colour: str = "ink"
    letter: str = "white"


@kept
def badge_sprite(label: str, badge: Badge) -> Sprite:
    """Return a disc with the number or letter of a choice or an event."""
    size = badge.size
    disc = circle(size / 2)
    sketch = Sketch(size / 2 + 4, size / 2 + 4, "paper")
    sketch.shape(grown(disc, 2.2))
    sketch.fill(disc, badge.colour)
    sketch.text(label, (0, 0), size * (0.72, 0.56, 0.42)[min(len(label), 3) - 1], badge.letter)
    return sketch.finished()


@kept
def pill_sprite(width: int, height: int, colour: str = "paper") -> Sprite:
    """Return an empty pill with an ink outline, in pixels."""
    outline = rounded(width, height, height / 2 - 0.01)
    return outlined(outline, (("ink", outline), (colour, grown(outline, -2.2))))


@kept
def chip_sprite(text: str, side: int, size: int, colour: str = "ink") -> Sprite:
    """Return a small hexagon with a word in it, such as a quake's magnitude."""
    sketch = Sketch(side + 2, side + 2, "paper")
    sketch.shape(grown(hexagon(side), 0.8))
    pale = colour == "land"
    sketch.fill(hexagon(side), "ink" if pale else colour)
    sketch.fill(grown(hexagon(side), -1.6 if pale else 0), colour)
    sketch.text(text, (0, 0), size, "ink" if pale else "white" if colour == "hot" else "paper")
    return sketch.finished()


@kept
def padlock_sprite(ground: str = "paper") -> Sprite:
    """Return the padlock that says without colour that only one person sees this; 26 by 34."""
    sketch = Sketch(14, 18, ground)
    shackle = [(x, y * 1.15 - 5) for x, y in circle(8.5) if y <= 2]
    sketch.line([(-8.5, 2), *sorted(shackle), (8.5, 2)], 4.4, "soft")
    sketch.fill(moved(rounded(26, 19, 3), 0, 7), "soft")
    sketch.fill(moved(circle(3), 0, 5.2), ground)
    sketch.fill([(-1.4, 6), (1.4, 6), (1.4, 11), (-1.4, 11)], ground)
    return sketch.finished()


_TICK: Final = ((-0.42, 0.06), (-0.12, 0.34), (0.42, -0.32))


@kept
def tick_sprite(size: int, colour: str, ground: str = "paper") -> Sprite:
    """Return a tick, `size` pixels wide."""
    sketch = Sketch(size / 2 + 2, size / 2 + 2, ground)
    points = [(x * size, y * size) for x, y in _TICK]
    sketch.shape_line(points, 0.17 * size)
    sketch.line(points, 0.17 * size, colour)
    for end in (points[0], points[-1]):
        sketch.shape(moved(circle(0.085 * size), *end))
        sketch.fill(moved(circle(0.085 * size), *end), colour)
    return sketch.finished(40)


@kept
def compass_sprite(radius: int, north: float) -> Sprite:
    """Return a compass; `north` is how many degrees it lies to the left of up."""
    sketch = Sketch(radius + 2, radius + 2, "ink")
    disc = circle(radius)
    sketch.shape(grown(disc, 1))
    sketch.fill(grown(disc, 1), "ink")
    sketch.fill(grown(disc, -2.2), "paper")
    half = ((-0.26 * radius, 0.0), (0.0, -0.78 * radius), (0.26 * radius, 0.0))
    sketch.fill(turned(half, -north), "hot")
    sketch.fill(turned(half, 180 - north), "ink")
    return sketch.finished()
