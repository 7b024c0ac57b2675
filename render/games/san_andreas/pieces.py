"""What stands on the ground: cities, epicenters, rings, and the squares of a choice."""

from typing import Final

from engine.game import Seat
from engine.games.san_andreas.tiles import Pawn
from render.games.san_andreas.glyphs import draw_glyph
from render.shapes import Outline, circle, grown, rounded
from render.signs import hollow_sprite, seat_sprite
from render.sprites import SPRITES, Sketch, Sprite, outlined

_CITY: Final = 0.71
"""The nominal size of a city, in sides of a space."""
_SEAL: Final = 0.31
_WAVE: Final = 0.44
_RING: Final = 0.475
_CHOICE: Final = 0.66
_DOT: Final = 0.34


def city_size(side: int) -> int:
    """Return the nominal size of a city in pixels."""
    return 2 * round(_CITY * side / 2)


def city_sprite(seat: Seat, side: int, label: str) -> Sprite:
    """Return a city: a letter where its value is not known, else a numeral."""
    return seat_sprite(seat, city_size(side), label)


def lost_sprite(seat: Seat, size: int, label: str = "") -> Sprite:
    """Return a lost city: hollow and struck out."""
    return SPRITES.get(("sa lost", seat, size, label), lambda: _lost(seat, size, label))


def _lost(seat: Seat, size: int, label: str) -> Sprite:
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
        numeral = _numeral(label, size)
        corner = (half - numeral.x, half - numeral.y + round(0.08 * size) * (seat == 1))
        picture.paste(numeral.picture, corner, numeral.mask)
    return Sprite(picture, mask, half, half)


def _numeral(label: str, size: int) -> Sprite:
    """Return a value that can be read on the stroke through it."""
    sketch = Sketch(size / 2, size / 2, "paper")
    sketch.shape(rounded(0.4 * size, 0.5 * size, 0.15 * size))
    sketch.text(label, (0, 0), 0.5 * size, "ink")
    return sketch.finished()


def seal_sprite(pawn: Pawn, side: int) -> Sprite:
    """Return an epicenter on the board: a dark seal in a wave."""
    return SPRITES.get(("sa seal", pawn, side), lambda: _seal(pawn, side))


def _seal(pawn: Pawn, side: int) -> Sprite:
    reach, radius, line = _WAVE * side, _SEAL * side, 3 * side / 64
    sketch = Sketch(reach + 2, reach + 2, "paper")
    sketch.shape(circle(reach))
    sketch.fill(circle(reach - 0.6 * line), pawn)
    sketch.fill(circle(reach - 1.5 * line), "paper")
    sketch.fill(circle(radius), pawn)
    draw_glyph(sketch, pawn, 1.24 * radius, "white", pawn)
    return sketch.finished(96)


def pawn_sprite(pawn: Pawn, size: int, *, gone: bool = False) -> Sprite:
    """Return an epicenter in a panel, pale if it is not in the pool."""
    return SPRITES.get(("sa pawn", pawn, size, gone), lambda: _pawn(pawn, size, gone=gone))


def _pawn(pawn: Pawn, size: int, *, gone: bool) -> Sprite:
    disc = circle(size / 2)
    sketch = Sketch(size / 2 + 3, size / 2 + 3, "paper")
    sketch.shape(grown(disc, 1.6))
    line, fill = (f"{pawn} gone line", f"{pawn} gone") if gone else (pawn, pawn)
    sketch.fill(disc, line)
    sketch.fill(grown(disc, -1.6), fill)
    draw_glyph(sketch, pawn, 0.6 * size, line if gone else "white", fill)
    return sketch.finished(96)


def ring_sprite(side: int, colour: str) -> Sprite:
    """Return the ring under the piece of the last move (white) or of a draft (amber)."""
    disc = circle(_RING * side)
    line = 2.2 * side / 64
    layers = (("ink", disc), (colour, grown(disc, -line)))
    return SPRITES.get(("sa ring", side, colour), lambda: outlined(disc, layers))


def dot_sprite(side: int) -> Sprite:
    """Return the small yellow square of a space that is open."""
    square = rounded(_DOT * side, _DOT * side, 4)
    layers = (("ink", square), ("glow", grown(square, -2)))
    return SPRITES.get(("sa dot square", side), lambda: outlined(square, layers))


def choice_sprite(label: str, side: int) -> Sprite:
    """Return the yellow square of a space that may be chosen."""
    return SPRITES.get(("sa choice", label, side), lambda: _choice(label, side))


def _choice(label: str, side: int) -> Sprite:
    size, scale = _CHOICE * side, side / 64
    square = rounded(size, size, 8 * scale)
    sketch = Sketch(size / 2 + 2, size / 2 + 2, "ground")
    sketch.shape(square)
    sketch.fill(square, "ink")
    sketch.fill(grown(square, -2.5 * scale), "glow")
    sketch.text(label, (0, 0), (34 if len(label) == 1 else 24) * scale, "ink")
    return sketch.finished(96)


def die_sprite(face: int, colour: str, size: int) -> Sprite:
    """Return a die: its face as a numeral, in the colour of its epicenter or in ink."""
    return SPRITES.get(("sa die", face, colour, size), lambda: _die(face, colour, size))


def _die(face: int, colour: str, size: int) -> Sprite:
    square: Outline = rounded(size, size, 0.2 * size)
    sketch = Sketch(size / 2 + 3, size / 2 + 3, "paper")
    sketch.shape(grown(square, 1.4))
    sketch.fill(square, colour)
    sketch.text(str(face), (0, 0), 0.74 * size, "white")
    return sketch.finished(96)
