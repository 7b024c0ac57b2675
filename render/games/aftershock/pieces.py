"""Pieces, meeples, markers and seals, and how they stand in an area."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.game import Seat
from engine.games.aftershock.board import MARKERS
from render.canvas import Canvas, Face
from render.games.aftershock.chart import MAP, Place, smooth
from render.shapes import Outline, circle, grown, moved, rounded, seat_outline
from render.signs import seat_sprite
from render.sprites import Sketch, Sprite, kept, outlined
from render.theme import SEATS

_PAIRS: Final = ((-41, 78), (41, 78), (-41, 165), (41, 165))
_FIVE: Final = ((-56, 78), (0, 78), (56, 78), (-29, 165), (29, 165))
"""Where pieces stand, from the middle and the top of their area: the seats decide, not who is
there, so that nothing jumps."""
BELOW: Final = 42
"""How far under the middle of a piece its points stand."""
_NAME: Final = 24
_SPOT: Final = 17
_SMALLER: Final = {2: 4}
"""A diamond reaches further than it looks: it would stand on the points below it."""


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A seat's meeples in an area, and the middle of their piece in pixels."""

    seat: Seat
    count: int
    x: float
    y: float


def spots(place: Place, seats: int) -> list[tuple[float, float]]:
    """Return where pieces can stand in an area, best first."""
    return [(place.x + dx, place.top + dy) for dx, dy in (_FIVE if seats > 4 else _PAIRS)]


def podium(place: Place, counts: Sequence[int]) -> list[PlacedPiece]:
    """Return who stands in an area, most meeples first, ties in seat order."""
    there = sorted((-count, seat) for seat, count in enumerate(counts) if count)
    places = spots(place, len(counts))
    return [
        PlacedPiece(Seat(seat), -count, x, y)
        for (count, seat), (x, y) in zip(there, places, strict=False)
    ]


def draw_name(canvas: Canvas, place: Place, ground: str = "ground") -> None:
    """Write the name of an area on this colour of its land, softly if that is pale."""
    face = Face("bold", place.size, "soft" if ground == "grounddim" else "ink", ground)
    canvas.write(place.name, place.x, place.top + _NAME, face, "middle")


def draw_places(canvas: Canvas, place: Place, seats: int, points: Sequence[int]) -> None:
    """Draw what every place of an area is worth, and an empty spot above it."""
    for (x, y), worth in zip(spots(place, seats), points, strict=False):
        canvas.stamp(spot_sprite(), x, y)
        canvas.stamp(worth_sprite(str(worth)), x, y + BELOW)


def draw_piece(canvas: Canvas, piece: PlacedPiece, seats: int) -> None:
    """Draw a piece with its number of meeples; it covers the empty spot."""
    canvas.stamp(piece_sprite(piece.seat, piece.count, seats), piece.x, piece.y)


def piece_sprite(seat: Seat, count: int, seats: int = 4) -> Sprite:
    """Return a seat's piece with a number in it, as it stands in areas of `seats` seats."""
    size = (50 if seats > 4 else 52) - _SMALLER.get(seat, 0)
    return seat_sprite(seat, size, str(count), "ground")


def ring_piece(canvas: Canvas, piece: PlacedPiece, seats: int) -> None:
    """Put the ring of the last move under a piece."""
    size = 50 if seats > 4 else 52
    canvas.stamp(piece_ring_sprite(piece.seat, size), piece.x, piece.y)


@kept
def piece_ring_sprite(seat: Seat, size: int) -> Sprite:
    """Return a ring in the shape of a seat, a little larger than its piece."""
    outline = seat_outline(seat, size)
    # A triangle's corners run far out when its edges move.
    outer, inner = (10, 7.6) if seat in {0, 2, 3} else (9, 6.8)
    return outlined(
        grown(outline, outer), (("ink", grown(outline, outer)), ("white", grown(outline, inner)))
    )


@kept
def won_sprite(text: str) -> Sprite:
    """Return the plate of points that were won in a scoring."""
    outline = rounded(52 if len(text) > 2 else 46, 34, 6)
    sketch = Sketch(28, 19, "ground")
    sketch.shape(outline)
    sketch.fill(outline, "ink")
    sketch.fill(grown(outline, -2.2), "white")
    sketch.text(text, (0, 0), 33, "ink")
    return sketch.finished()


@kept
def worth_sprite(text: str) -> Sprite:
    """Return the plate of what a place is worth."""
    outline = rounded(48, 32, 6)
    sketch = Sketch(25, 17, "ground")
    sketch.shape(outline)
    sketch.fill(outline, "grounddim")
    sketch.text(text, (0, 0), 36, "worth")
    return sketch.finished()


@kept
def spot_sprite() -> Sprite:
    """Return an empty spot for a piece."""
    outline = rounded(2 * _SPOT, 2 * _SPOT, _SPOT - 0.01)
    return outlined(outline, (("seam", outline),))


def signed(change: int) -> str:
    """Return a change as "+1" or "−1"; nothing if nothing changed."""
    return f"{change:+}".replace("-", _MINUS) if change else ""


def draw_change(canvas: Canvas, piece: PlacedPiece, text: str, seats: int) -> None:
    """Put a pill such as "+1" (black) or "−1" (red) at the shoulder of a piece."""
    colour, narrow = "hot" if text.startswith(_MINUS) else "ink", seats > 4
    x, y = (21, -29) if narrow else SHOULDER
    size = (48, 32, 30) if narrow else (54, 34, 32)
    end = MAP[2] - size[0] / 2 - 6
    canvas.stamp(change_sprite(text, colour, size), min(piece.x + x, end), piece.y + y)


@kept
def change_sprite(text: str, colour: str, size: tuple[int, int, int]) -> Sprite:
    """Return a pill with a change; `size` is width, height and that of the letters."""
    width, height, letters = size
    outline = rounded(width, height, height / 2 - 0.1)
    sketch = Sketch(width / 2 + 4, height / 2 + 4, "paper")
    sketch.shape(grown(outline, 2.2))
    sketch.fill(outline, colour)
    sketch.text(text, (0, 0), letters, "white")
    return sketch.finished()


SHOULDER: Final = (36, -25)
"""Where a change stands, from the middle of its piece."""
_MINUS: Final = "\N{MINUS SIGN}"


PLUS: Final = {name: f"+{n}" for n, name in enumerate(MARKERS)}
"""What each Aftershock marker adds to the die."""
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


@kept
def star_sprite(text: str, size: int = STAR) -> Sprite:
    """Return an Aftershock marker with what it adds to the die, on a paper disc for the map."""
    sketch = Sketch(0.62 * size + 3, 0.62 * size + 3, "paper")
    disc = circle(0.6 * size)
    sketch.shape(disc)
    sketch.fill(disc, "paper")
    _draw_star(sketch, text, size)
    return sketch.finished()


@kept
def bare_star_sprite(text: str, size: int = STAR, ground: str = "paper") -> Sprite:
    """Return the same without a disc, to lie on a card or plate."""
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


@kept
def seal_sprite(seat: Seat, letter: str, ground: str = "deep", size: int = SEAL) -> Sprite:
    """Return an Influence marker: the seat's piece on a seal."""
    ring = 0.42 * size
    sketch = Sketch(size / 2 + 3, size / 2 + 3, ground)
    turns = [2 * math.pi * n / _SCALLOPS for n in range(_SCALLOPS)]
    bumps = [(ring * math.sin(turn), -ring * math.cos(turn)) for turn in turns]
    for by, colour in ((_OUTLINE, "ink"), (0.0, "town")):
        circles = [moved(circle(0.12 * size + by, 24), x, y) for x, y in bumps]
        for part in (*circles, circle(ring + by)):
            sketch.shape(part)
            sketch.fill(part, colour)
    return on_top(sketch.finished(), seat_sprite(seat, round(0.59 * size), letter, "paper"))


@kept
def rosette_sprite(size: int, *, pale: bool, ground: str) -> Sprite:
    """Return the seal with ribbons on an Influence card."""
    ink = "cardtext" if pale else "ink"
    sketch = Sketch(0.75 * size, 0.9 * size, ground)
    for side in (-1, 1):
        ribbon = ((0.06, 0.2), (0.4, 0.2), (0.42, 0.82), (0.26, 0.68), (0.1, 0.82))
        sketch.shape([(side * x * size, y * size) for x, y in ribbon])
        sketch.fill([(side * x * size, y * size) for x, y in ribbon], ink)
    sketch.shape(_burst(0.57 * size, 0.5 * size, 16))
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
    """Return body and head of a standing person, grown by `by` pixels all around."""
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


@kept
def meeple_sprite(seat: Seat, size: int) -> Sprite:
    """Return a standing person in a seat's colour, to lie on paper."""
    sketch = Sketch(0.6 * size + 1, 0.68 * size + 1, "paper")
    for part in _person((0, 0), size, 0.055 * size):
        sketch.shape(part)
    draw_meeple(sketch, (0, 0), size, ("ink", SEATS[seat]))
    return sketch.finished(60)


@kept
def people_sprite(count: int, size: int, colours: tuple[str, str], ground: str) -> Sprite:
    """Return standing people close together; `colours` are outline and fill."""
    step = 0.66 * size
    half = step * (count - 1) / 2
    sketch = Sketch(half + 0.55 * size + 1, 0.68 * size + 1, ground)
    for n in range(count):
        at = step * n - half, 0
        for part in _person(at, size, 0.055 * size):
            sketch.shape(part)
        draw_meeple(sketch, at, size, colours)
    return sketch.finished(60)


@kept
def bars_sprite(seat: Seat) -> Sprite:
    """Return two bridge pieces in a seat's colour, to lie on paper."""
    sketch = Sketch(23, 12, "paper")
    for x in (-11, 11):
        sketch.shape(moved(rounded(22, 22, 5), x, 0))
        sketch.fill(moved(rounded(22, 22, 5), x, 0), "ink")
        sketch.fill(moved(rounded(17, 17, 3), x, 0), SEATS[seat])
    return sketch.finished()
