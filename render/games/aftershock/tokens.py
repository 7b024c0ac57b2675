"""Things that lie on the map beside pieces: markers, seals, meeples, plates on the shore."""

import math
from typing import Final

from engine.game import Seat
from render.games.aftershock.chart import smooth
from render.shapes import Outline, circle, grown, moved, rounded
from render.signs import seat_sprite
from render.sprites import SPRITES, Sketch, Sprite
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


def star_sprite(text: str, size: int = STAR) -> Sprite:
    """Return an Aftershock marker with what it adds to the die, on a paper disc for the map."""
    return SPRITES.get(("aftershock", text, size), lambda: _star(text, size))


def _star(text: str, size: int) -> Sprite:
    sketch = Sketch(0.62 * size + 3, 0.62 * size + 3, "paper")
    disc = circle(0.6 * size)
    sketch.shape(disc)
    sketch.fill(disc, "paper")
    _draw_star(sketch, text, size)
    return sketch.finished()


def bare_star_sprite(text: str, size: int = STAR, ground: str = "paper") -> Sprite:
    """Return the same without a disc, to lie on a card or plate."""
    return SPRITES.get(("bare star", text, size, ground), lambda: _bare_star(text, size, ground))


def _bare_star(text: str, size: int, ground: str) -> Sprite:
    sketch = Sketch(0.62 * size + 3, 0.62 * size + 3, ground)
    sketch.shape(_burst(0.56 * size, 0.40 * size, _POINTS))
    _draw_star(sketch, text, size)
    return sketch.finished()


def _draw_star(sketch: Sketch, text: str, size: int) -> None:
    sketch.fill(_burst(0.56 * size, 0.40 * size, _POINTS), "ink")
    sketch.fill(_burst(0.50 * size, 0.355 * size, _POINTS), "hot")
    sketch.text(text, (0, 0), (0.62 if len(text) < 2 else 0.52) * size, "white")


def on_top(below: Sprite, above: Sprite) -> Sprite:
    """Return two sprites as one; what lies above does not reach beyond the lower board."""
    picture, at = below.picture.copy(), (below.x - above.x, below.y - above.y)
    picture.paste(above.picture, at, above.mask)
    mask = below.mask.copy() if below.mask else None
    if mask and above.mask:
        mask.paste(above.mask, at, above.mask)
    return Sprite(picture, mask, below.x, below.y)


def seal_sprite(seat: Seat, letter: str, ground: str = "deep", size: int = SEAL) -> Sprite:
    """Return an Influence marker: the seat's piece on a seal."""
    key = ("seal", seat, letter, ground, size)
    return SPRITES.get(key, lambda: _seal(seat, letter, ground, size))


def _seal(seat: Seat, letter: str, ground: str, size: int) -> Sprite:
    inner = seat_sprite(seat, round(0.59 * size), letter, "paper")
    return on_top(_scalloped(size, ground).finished(), inner)


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


def rosette_sprite(size: int, *, pale: bool) -> Sprite:
    """Return the seal with ribbons on an Influence card."""
    return SPRITES.get(("rosette", size, pale), lambda: _rosette(size, pale=pale))


def _rosette(size: int, *, pale: bool) -> Sprite:
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
    (0.18, -0.2), (0.46, 0.06), (0.4, 0.22), (0.18, 0.12), (0.2, 0.22), (0.35, 0.6), (-0.35, 0.6),
    (-0.2, 0.22), (-0.18, 0.12), (-0.4, 0.22), (-0.46, 0.06), (-0.18, -0.2),
)  # fmt: skip


def _person(at: tuple[float, float], size: float, by: float) -> tuple[Outline, Outline]:
    """Return body and head of a standing person, so much larger all around."""
    body = smooth([(x * size, y * size) for x, y in _BODY])
    head = moved(circle(_HEAD * size + by, 40), at[0], at[1] - 0.3 * size)
    return moved(grown(body, by), *at), head


def draw_meeple(
    sketch: Sketch, at: tuple[float, float], size: float, colours: tuple[str, str]
) -> None:
    """Draw a standing person; `colours` are outline and fill."""
    for by, colour in ((0.055 * size, colours[0]), (0.0, colours[1])):
        for part in _person(at, size, by):
            sketch.fill(part, colour)


def meeple_sprite(seat: Seat, size: int) -> Sprite:
    """Return a standing person in a seat's colour, to lie on paper."""
    return SPRITES.get(("meeple", seat, size), lambda: _meeple(seat, size))


def _meeple(seat: Seat, size: int) -> Sprite:
    sketch = Sketch(0.6 * size + 1, 0.68 * size + 1, "paper")
    for part in _person((0, 0), size, 0.055 * size):
        sketch.shape(part)
    draw_meeple(sketch, (0, 0), size, ("ink", SEATS[seat]))
    return sketch.finished(60)


def bars_sprite(seat: Seat) -> Sprite:
    """Return two bridge pieces in a seat's colour, to lie on paper."""
    return SPRITES.get(("bars", seat), lambda: _bars(seat))


def _bars(seat: Seat) -> Sprite:
    sketch = Sketch(23, 12, "paper")
    for x in (-11, 11):
        sketch.shape(moved(rounded(22, 22, 5), x, 0))
        sketch.fill(moved(rounded(22, 22, 5), x, 0), "ink")
        sketch.fill(moved(rounded(17, 17, 3), x, 0), SEATS[seat])
    return sketch.finished()
