"""The five seats' shapes: colour, shape and letter always go together."""

from dataclasses import dataclass
from typing import Final

from render.shapes import circle, grown, hexagon, rounded, seat_outline
from render.sketch import Sketch, outlined
from render.sprites import SPRITES, Sprite
from render.theme import SEAT_LETTERS, SEATS

LETTERED_FROM: Final = 22
"""Smallest size that carries a letter."""


def seat_sprite(seat: int, size: int, letter: str = "", ground: str = "paper") -> Sprite:
    """Return a seat's shape, nominally `size` pixels wide, with its letter if that can be read.

    Its rim fades into `ground`; a trace of that on other grounds is not seen.
    """
    letter = letter if size >= LETTERED_FROM else ""
    key = ("seat", seat, size, letter, ground)
    return SPRITES.get(key, lambda: _filled(seat, size, letter, ground))


def hollow_sprite(seat: int, size: int, letter: str = "", ground: str = "paper") -> Sprite:
    """Return the shape of a piece that went home or counts no longer: its fill is only a ring."""
    letter = letter if size >= LETTERED_FROM else ""
    key = ("hollow", seat, size, letter, ground)
    return SPRITES.get(key, lambda: _hollow(seat, size, letter, ground))


_RIM: Final = 40
"""Coverage from which a pixel of a rim is drawn, of 255."""


def _board(seat: int, size: int, ground: str) -> Sketch:
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


def _filled(seat: int, size: int, letter: str, ground: str) -> Sprite:
    sketch = _board(seat, size, ground)
    if seat == 4:
        sketch.fill(seat_outline(seat, size), "ink")
    if letter:
        height = _letter(seat, size) * (_NUMBER if letter.isdigit() else 1)
        sketch.text(letter, (0, _drop(seat, size)), height, SEAT_LETTERS[seat])
    return sketch.finished(_RIM)


def _hollow(seat: int, size: int, letter: str, ground: str) -> Sprite:
    sketch = _board(seat, size, ground)
    sketch.fill(grown(seat_outline(seat, size), -_line(size) - 0.11 * size), "paper")
    if letter:
        height = _letter(seat, size) * (0.9 * _NUMBER if letter.isdigit() else 0.9)
        sketch.text(letter, (0, _drop(seat, size)), height, "ink")
    return sketch.finished(_RIM)


def _letter(seat: int, size: int) -> float:
    return size * (0.54 if seat in {1, 4} else 0.60)


_NUMBER: Final = 1.22
"""How much larger than a letter a digit is: it is read, a letter only confirms the shape."""


def _drop(seat: int, size: int) -> float:
    """How far below the middle a letter stands: the body of a triangle is low."""
    return {1: 0.14, 4: 0.02}.get(seat, 0) * size


@dataclass(frozen=True, slots=True)
class Badge:
    """How a disc with a label looks: its diameter in pixels, its colour, its label's."""

    size: int = 36
    colour: str = "ink"
    letter: str = "white"


def badge_sprite(label: str, badge: Badge) -> Sprite:
    """Return a disc with the number or letter of a choice or an event."""
    return SPRITES.get(("badge", label, badge), lambda: _badge(label, badge))


def _badge(label: str, badge: Badge) -> Sprite:
    size = badge.size
    disc = circle(size / 2)
    sketch = Sketch(size / 2 + 4, size / 2 + 4, "paper")
    sketch.shape(grown(disc, 2.2))
    sketch.fill(disc, badge.colour)
    sketch.text(label, (0, 0), size * (0.72, 0.56, 0.42)[min(len(label), 3) - 1], badge.letter)
    return sketch.finished()


def pill_sprite(width: int, height: int, colour: str = "paper") -> Sprite:
    """Return an empty pill with an ink outline, in pixels."""
    outline = rounded(width, height, height / 2 - 0.01)
    layers = (("ink", outline), (colour, grown(outline, -2.2)))
    return SPRITES.get(("pill", width, height, colour), lambda: outlined(outline, layers))


def chip_sprite(text: str, side: int, size: int, colour: str = "ink") -> Sprite:
    """Return a small hexagon with a word in it, such as a quake's magnitude."""
    return SPRITES.get(("chip", text, side, size, colour), lambda: _chip(text, side, size, colour))


def _chip(text: str, side: int, size: int, colour: str) -> Sprite:
    sketch = Sketch(side + 2, side + 2, "paper")
    sketch.shape(grown(hexagon(side), 0.8))
    pale = colour == "land"
    sketch.fill(hexagon(side), "ink" if pale else colour)
    sketch.fill(grown(hexagon(side), -1.6 if pale else 0), colour)
    sketch.text(text, (0, 0), size, "ink" if pale else "white" if colour == "hot" else "paper")
    return sketch.finished()
