"""Things that lie on the map beside pieces: markers, seals, meeples, plates on the shore."""

import math
from typing import Final

from engine.seat import Seat
from render.games.aftershock.chart import smooth
from render.seats import seat_sprite
from render.shapes import Outline, circle, grown, moved, rounded
from render.sketch import Sketch, outlined
from render.sprites import SPRITES, Sprite
from render.theme import SEATS

STAR: Final = 44
"""Width of an Aftershock marker."""
SEAL: Final = 44
_POINTS: Final = 12
_SCALLOPS: Final = 12
_OUTLINE: Final = 2.2


def _burst(outer: float, inner: float, points: int) -> Outline:
    turns = (math.pi * n / points for n in range(2 * points))
    return [
        ((outer, inner)[n % 2] * math.sin(turn), -(outer, inner)[n % 2] * math.cos(turn))
        for n, turn in enumerate(turns)
    ]


def star_sprite(text: str, size: int = STAR, ground: str = "paper", halo: bool = True) -> Sprite:
    """Return an Aftershock marker with what it adds to the die."""
    key = ("aftershock", text, size, ground, halo)
    return SPRITES.get(key, lambda: _star(text, size, ground, halo))


def _star(text: str, size: int, ground: str, halo: bool) -> Sprite:
    outer = _burst(0.56 * size, 0.40 * size, _POINTS)
    sketch = Sketch(0.62 * size + 3, 0.62 * size + 3, ground)
    edge = circle(0.6 * size) if halo else outer
    sketch.shape(edge)
    if halo:
        sketch.fill(edge, "paper")
    sketch.fill(outer, "ink")
    sketch.fill(_burst(0.50 * size, 0.355 * size, _POINTS), "hot")
    sketch.text(text, (0, 0), (0.5 if len(text) < 2 else 0.42) * size, "white")
    return sketch.finished()


def seal_sprite(seat: Seat, letter: str, ground: str = "deep") -> Sprite:
    """Return an Influence marker: the seat's piece on a seal."""
    return SPRITES.get(("seal", seat, letter, ground), lambda: _seal(seat, letter, ground))


def _seal(seat: Seat, letter: str, ground: str) -> Sprite:
    sketch = _scalloped(SEAL, ground)
    inner = seat_sprite(seat, 26, letter, "paper")
    seal = sketch.finished()
    picture = seal.picture.copy()
    picture.paste(inner.picture, (seal.x - inner.x, seal.y - inner.y), inner.mask)
    return Sprite(picture, seal.mask, seal.x, seal.y)


def _scalloped(size: float, ground: str) -> Sketch:
    ring = 0.42 * size
    sketch = Sketch(size / 2 + 3, size / 2 + 3, ground)
    turns = [2 * math.pi * n / _SCALLOPS for n in range(_SCALLOPS)]
    bumps = [(ring * math.sin(turn), -ring * math.cos(turn)) for turn in turns]
    for by, colour in ((_OUTLINE, "ink"), (0.0, "town")):
        for x, y in bumps:
            bump = moved(circle(0.12 * size + by, 24), x, y)
            sketch.shape(bump)
            sketch.fill(bump, colour)
        middle = circle(ring + by)
        sketch.shape(middle)
        sketch.fill(middle, colour)
    return sketch


def rosette_sprite(size: int, pale: bool = False) -> Sprite:
    """Return the seal with ribbons on an Influence card."""
    return SPRITES.get(("rosette", size, pale), lambda: _rosette(size, pale))


def _rosette(size: int, pale: bool) -> Sprite:
    ink = "cardtext" if pale else "ink"
    sketch = Sketch(0.75 * size, 0.9 * size, "cardpale" if pale else "rubble")
    for side in (-1, 1):
        ribbon = ((0.06, 0.2), (0.4, 0.2), (0.42, 0.82), (0.26, 0.68), (0.1, 0.82))
        sketch.fill([(side * x * size, y * size) for x, y in ribbon], ink)
    for by, colour in ((0.03 * size, ink), (0.0, "linen" if pale else "town")):
        sketch.fill(_burst(0.54 * size + by, 0.47 * size + by, 16), colour)
    sketch.fill(circle(0.33 * size), ink)
    sketch.fill(circle(0.29 * size), "linen" if pale else "town")
    sketch.fill(_burst(0.2 * size, 0.085 * size, 5), ink)
    return sketch.finished()


_HEAD: Final = 0.22
_BODY: Final = (
    (0.18, -0.2), (0.5, 0.06), (0.42, 0.24), (0.19, 0.12), (0.2, 0.2), (0.36, 0.6), (-0.36, 0.6),
    (-0.2, 0.2), (-0.19, 0.12), (-0.42, 0.24), (-0.5, 0.06), (-0.18, -0.2),
)  # fmt: skip


def draw_meeple(
    sketch: Sketch, at: tuple[float, float], size: float, colours: tuple[str, str]
) -> None:
    """Draw a standing person; `colours` are outline and fill."""
    line, fill = colours
    for by, colour in ((0.055 * size, line), (0.0, fill)):
        body = smooth([(x * size, y * size) for x, y in _BODY])
        sketch.fill(moved(grown(body, by), *at), colour)
        sketch.fill(moved(circle(_HEAD * size + by, 40), at[0], at[1] - 0.3 * size), colour)


def meeple_sprite(seat: Seat, size: int, ground: str = "paper") -> Sprite:
    """Return a standing person in a seat's colour."""
    return SPRITES.get(("meeple", seat, size, ground), lambda: _meeple(seat, size, ground))


def _meeple(seat: Seat, size: int, ground: str) -> Sprite:
    sketch = Sketch(0.5 * size + 1, 0.62 * size + 1, ground)
    draw_meeple(sketch, (0, 0), size, ("ink", SEATS[seat]))
    return sketch.finished()


def bars_sprite(seat: Seat, ground: str = "paper") -> Sprite:
    """Return two bridge pieces in a seat's colour, as on a plate."""
    return SPRITES.get(("bars", seat, ground), lambda: _bars(seat, ground))


def _bars(seat: Seat, ground: str) -> Sprite:
    sketch = Sketch(23, 12, ground)
    for x in (-11, 11):
        sketch.fill(moved(rounded(22, 22, 5), x, 0), "ink")
        sketch.fill(moved(rounded(17, 17, 3), x, 0), SEATS[seat])
    return sketch.finished()


def hollow_plate(width: int, height: int, line: str, ground: str) -> Sprite:
    """Return a rounded card with a line in a colour."""
    outline = rounded(width, height, 9)
    layers = ((line, outline), (ground, grown(outline, -2.2)))
    return SPRITES.get(("card", width, height, line, ground), lambda: outlined(outline, layers))
