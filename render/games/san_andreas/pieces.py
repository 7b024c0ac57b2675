"""What stands on the ground: cities, epicenters, dice, rings, and the squares of a choice."""

import math
from typing import Final

from engine.game import Seat
from engine.games.san_andreas.tiles import Pawn
from render.shapes import Outline, circle, grown, moved, rounded, turned
from render.signs import hollow_sprite, seat_sprite
from render.sprites import Sketch, Sprite, kept, outlined

_CITY: Final = 0.71
"""The nominal size of a city, in sides of a space."""
_SEAL: Final = 0.31
_WAVE: Final = 0.44
_RING: Final = 0.475
_CHOICE: Final = 0.66
_DOT: Final = 0.34
_RAYS: Final = 8


def city_size(side: int) -> int:
    """Return the nominal size of a city in pixels."""
    return 2 * round(_CITY * side / 2)


def city_sprite(seat: Seat, side: int, label: str) -> Sprite:
    """Return a city: a letter where its value is not known, else a numeral."""
    return seat_sprite(seat, city_size(side), label)


@kept
def lost_sprite(seat: Seat, size: int, label: str = "") -> Sprite:
    """Return a lost city: hollow and struck out."""
    hollow = hollow_sprite(seat, size)
    reach = 0.6 * size
    half = max(hollow.x, round(reach + 0.12 * size + 2))
    sketch = Sketch(half, half, "paper")
    ends = [(-reach, reach), (reach, -reach)]
    sketch.shape_line(ends, 0.12 * size + 4)
    sketch.line(ends, 0.12 * size + 4, "paper")
    sketch.line(ends, 0.12 * size, "hot")
    stroke = sketch.finished()
    assert hollow.mask is not None
    assert stroke.mask is not None
    corner = (half - hollow.x, half - hollow.y)
    picture, mask = stroke.picture.copy(), stroke.mask.copy()
    picture.paste(hollow.picture, corner)
    mask.paste(hollow.mask, corner)
    picture.paste(stroke.picture, mask=stroke.mask)
    mask.paste(stroke.mask, mask=stroke.mask)
    if label:
        # A value that can be read on the stroke through it.
        sketch = Sketch(size / 2, size / 2, "paper")
        sketch.shape(rounded(0.4 * size, 0.5 * size, 0.15 * size))
        sketch.text(label, (0, 0), 0.5 * size, "ink")
        numeral = sketch.finished()
        corner = (half - numeral.x, half - numeral.y + round(0.08 * size) * (seat == 1))
        picture.paste(numeral.picture, corner, numeral.mask)
    return Sprite(picture, mask, half, half)


@kept
def hatch_sprite(side: int) -> Sprite:
    """Return the hatching of a space of `side` pixels: what lies under a tile."""
    half, step = 0.5 * side - 2, side / 5
    sketch = Sketch(half, half, "ground")
    for n in range(-4, 5):
        c = n * step
        ends = [(max(c, 0) - half, min(c, 0) + half), (min(c, 0) + half, max(c, 0) - half)]
        sketch.shape_line(ends, 0.05 * side)
        sketch.line(ends, 0.05 * side, "ink")
    return sketch.finished()


@kept
def seal_sprite(pawn: Pawn, side: int) -> Sprite:
    """Return an epicenter on the board: a dark seal in a wave."""
    reach, radius, line = _WAVE * side, _SEAL * side, 3 * side / 64
    sketch = Sketch(reach + 2, reach + 2, "paper")
    sketch.shape(circle(reach))
    sketch.fill(circle(reach - 0.6 * line), pawn)
    sketch.fill(circle(reach - 1.5 * line), "paper")
    sketch.fill(circle(radius), pawn)
    draw_glyph(sketch, pawn, 1.24 * radius, "white", pawn)
    return sketch.finished(96)


@kept
def pawn_sprite(pawn: Pawn, size: int, *, gone: bool = False) -> Sprite:
    """Return an epicenter in a panel, pale if it is not in the pool."""
    disc = circle(size / 2)
    sketch = Sketch(size / 2 + 3, size / 2 + 3, "paper")
    sketch.shape(grown(disc, 1.6))
    line, fill = (f"{pawn} gone line", f"{pawn} gone") if gone else (pawn, pawn)
    sketch.fill(disc, line)
    sketch.fill(grown(disc, -1.6), fill)
    draw_glyph(sketch, pawn, 0.6 * size, line if gone else "white", fill)
    return sketch.finished(96)


@kept
def ring_sprite(side: int, colour: str) -> Sprite:
    """Return the ring under the piece of the last move (white) or of a draft (amber)."""
    disc = circle(_RING * side)
    line = 2.2 * side / 64
    layers = (("ink", disc), (colour, grown(disc, -line)))
    return outlined(disc, layers)


@kept
def dot_sprite(side: int) -> Sprite:
    """Return the small yellow square of a space that is open."""
    square = rounded(_DOT * side, _DOT * side, 4)
    layers = (("ink", square), ("glow", grown(square, -2)))
    return outlined(square, layers)


@kept
def choice_sprite(label: str, side: int) -> Sprite:
    """Return the yellow square of a space that may be chosen."""
    size, scale = _CHOICE * side, side / 64
    square = rounded(size, size, 8 * scale)
    sketch = Sketch(size / 2 + 2, size / 2 + 2, "ground")
    sketch.shape(square)
    sketch.fill(square, "ink")
    sketch.fill(grown(square, -2.5 * scale), "glow")
    sketch.text(label, (0, 0), (34 if len(label) == 1 else 24) * scale, "ink")
    return sketch.finished(96)


@kept
def die_sprite(face: int, colour: str, size: int) -> Sprite:
    """Return a die: its face as a numeral, in the colour of its epicenter or in ink."""
    square: Outline = rounded(size, size, 0.2 * size)
    sketch = Sketch(size / 2 + 3, size / 2 + 3, "paper")
    sketch.shape(grown(square, 1.4))
    sketch.fill(square, colour)
    sketch.text(str(face), (0, 0), 0.74 * size, "white")
    return sketch.finished(96)


def draw_glyph(sketch: Sketch, pawn: Pawn, size: float, colour: str, ground: str) -> None:
    """Draw an epicenter's picture `size` wide around the middle of a sketch."""
    r = size / 2
    if pawn == "sun":
        for ray in range(_RAYS):
            outline = [(-0.17 * r, -0.6 * r), (0, -1.08 * r), (0.17 * r, -0.6 * r)]
            sketch.fill(turned(outline, 360 * ray / _RAYS), colour)
        sketch.fill(circle(0.64 * r), ground)
        sketch.fill(circle(0.52 * r), colour)
    elif pawn == "moon":
        sketch.fill(circle(0.94 * r), colour)
        sketch.fill(moved(circle(0.78 * r), 0.4 * r, -0.18 * r), ground)
    elif pawn == "crown":
        peaks = [(-1.0, -0.42), (-0.5, 0.06), (0.0, -0.66), (0.5, 0.06), (1.0, -0.42)]
        points = [*peaks, (0.76, 0.72), (-0.76, 0.72)]
        sketch.fill([(x * r, y * r) for x, y in points], colour)
        for x, y in ((-1.0, -0.5), (0.0, -0.74), (1.0, -0.5)):
            sketch.fill(moved(circle(0.17 * r), x * r, y * r), colour)
    else:
        angles = [math.radians(9 * n) for n in range(11)]
        curve = [(0.82 * math.cos(t), 0.15 + 0.9 * math.sin(t)) for t in angles]
        left = [(-x, y) for x, y in reversed(curve)]
        shield = [(-0.82, -0.85), (0.82, -0.85), *curve, *left]
        sketch.fill([(x * r, y * r) for x, y in shield], colour)
        for wide, high, y in ((0.26, 1.0, 0.0), (0.84, 0.26, -0.14)):
            sketch.fill(moved(rounded(wide * r, high * r, 0.01), 0, y * r), ground)
