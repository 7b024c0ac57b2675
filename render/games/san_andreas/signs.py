"""Signs: what a face of a die does, the way down, the way a tile moved."""

import math
from typing import Final

from engine.games.san_andreas.tiles import SHIFTS
from render.games.san_andreas.facing import SEEN, seen
from render.games.san_andreas.outlines import arrow
from render.shapes import circle, grown, rounded
from render.signs import Badge, badge_sprite
from render.sprites import SPRITES, Sketch, Sprite, outlined

_TURNS: Final = {"up": 0, "right": 90, "down": 180, "left": -90}
"""How far an arrow that points up is turned."""


def face_sprite(face: int, size: int = 40) -> Sprite:
    """Return the sign of a face: a slab, and an arrow that lies on it or passes under it."""
    return SPRITES.get(("sa face", face, size), lambda: _face(face, size))


def _face(face: int, size: int) -> Sprite:
    sketch = Sketch(size / 2 + 5, size / 2 + 5, "paper")
    if face == 0:
        return _stays(sketch, size)
    direction, edge = SHIFTS[face]
    turn = _TURNS[SEEN[direction]]
    shaft = arrow(1.12 * size, 0.17 * size, 0.31 * size, turn)
    sideways = SEEN[direction] != "up"
    wide, high = (0.44, 0.84) if sideways else (0.84, 0.44)
    slab = rounded(wide * size, high * size, 0.07 * size)
    layers = [(slab, "ink"), (grown(slab, -0.055 * size), "slab")]
    over = [(grown(shaft, 0.06 * size), "paper"), (shaft, "ink")]
    for outline, colour in layers + over if edge == "lift" else over[1:] + layers:
        sketch.fill(outline, colour)
    for outline, _ in (*layers[:1], *over[:1]):
        sketch.shape(outline)
    return sketch.finished(96)


def _stays(sketch: Sketch, size: int) -> Sprite:
    box = rounded(0.44 * size, 0.44 * size, 0.1 * size)
    sketch.shape(box)
    sketch.fill(box, "ink")
    sketch.fill(grown(box, -0.055 * size), "paper")
    sketch.fill(rounded(0.2 * size, 0.06 * size, 0.02 * size), "ink")
    return sketch.finished(96)


def lean_sprite(lean: tuple[int, int], size: int, *, dark: bool) -> Sprite:
    """Return the disc with the arrow downhill; a dark one says too steep to found on."""
    # From the side that is up to the other one; an arrow that points up is not turned.
    right, down = seen(*lean)
    turn = math.degrees(math.atan2(-right, down))
    return SPRITES.get(("sa lean", turn, size, dark), lambda: _lean(turn, size, dark=dark))


def _lean(turn: float, size: int, *, dark: bool) -> Sprite:
    disc = circle(size / 2)
    sketch = Sketch(size / 2 + 2, size / 2 + 2, "ink")
    sketch.shape(disc)
    sketch.fill(disc, "ink")
    sketch.fill(grown(disc, -0.058 * size), "ink" if dark else "paper")
    sketch.fill(arrow(0.66 * size, 0.19 * size, 0.26 * size, turn), "white" if dark else "ink")
    return sketch.finished(96)


def move_sprite(direction: str, colour: str, side: int) -> Sprite:
    """Return the arrow across the edge that leads, in the colour of its die."""
    return SPRITES.get(("sa move", direction, colour, side), lambda: _move(direction, colour, side))


def _move(direction: str, colour: str, side: int) -> Sprite:
    shaft = arrow(0.98 * side, 0.27 * side, 0.31 * side, _TURNS[SEEN[direction]])
    halo = grown(shaft, 0.045 * side)
    return outlined(halo, (("paper", halo), (colour, shaft)))


def number_sprite(number: int, side: int) -> Sprite:
    """Return the black disc with the number of an event."""
    return badge_sprite(str(number), Badge(2 * round(0.28 * side)))
