"""What stands in an area: pieces with numbers, best first, and what each place is worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.game import Seat
from render.canvas import Canvas, Face
from render.games.aftershock.chart import MAP, Place
from render.shapes import grown, rounded, seat_outline
from render.signs import seat_sprite
from render.sprites import SPRITES, Sketch, Sprite, outlined

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
class Standing:
    """A seat's meeples in an area, and the middle of their piece in pixels."""

    seat: Seat
    count: int
    x: float
    y: float


def spots(place: Place, seats: int) -> list[tuple[float, float]]:
    """Return where pieces can stand in an area, best first."""
    return [(place.x + dx, place.top + dy) for dx, dy in (_FIVE if seats > 4 else _PAIRS)]


def podium(place: Place, counts: Sequence[int]) -> list[Standing]:
    """Return who stands in an area, most meeples first, ties in seat order."""
    there = sorted((-count, seat) for seat, count in enumerate(counts) if count)
    places = spots(place, len(counts))
    return [
        Standing(Seat(seat), -count, x, y)
        for (count, seat), (x, y) in zip(there, places, strict=False)
    ]


def draw_name(canvas: Canvas, place: Place, ground: str = "ground") -> None:
    """Write the name of an area on this colour of its land, softly if that is pale."""
    face = Face("bold", place.size, "soft" if ground == "grounddim" else "ink", ground)
    canvas.write(place.name, place.x, place.top + _NAME, face, "middle")


def draw_places(canvas: Canvas, place: Place, seats: int, points: Sequence[int]) -> None:
    """Draw what every place of an area is worth, and an empty spot above it."""
    for (x, y), worth in zip(spots(place, seats), points, strict=False):
        canvas.stamp(_spot(), x, y)
        canvas.stamp(_worth(str(worth)), x, y + BELOW)


def draw_standing(canvas: Canvas, standing: Standing, seats: int) -> None:
    """Draw a piece with its number of meeples; it covers the empty spot."""
    canvas.stamp(piece_sprite(standing.seat, standing.count, seats), standing.x, standing.y)


def piece_sprite(seat: Seat, count: int, seats: int = 4) -> Sprite:
    """Return a seat's piece with a number in it, as it stands in areas of so many seats."""
    size = (50 if seats > 4 else 52) - _SMALLER.get(seat, 0)
    return seat_sprite(seat, size, str(count), "ground")


def ring_piece(canvas: Canvas, standing: Standing, seats: int) -> None:
    """Put the ring of the last move under a piece."""
    size = 50 if seats > 4 else 52
    key = ("piece ring", standing.seat, size)
    sprite = SPRITES.get(key, lambda: _ring(standing.seat, size))
    canvas.stamp(sprite, standing.x, standing.y)


def _ring(seat: Seat, size: int) -> Sprite:
    outline = seat_outline(seat, size)
    # A triangle's corners run far out when its edges move.
    outer, inner = (10, 7.6) if seat in {0, 2, 3} else (9, 6.8)
    return outlined(
        grown(outline, outer), (("ink", grown(outline, outer)), ("white", grown(outline, inner)))
    )


def won_sprite(text: str) -> Sprite:
    """Return the plate of points that were won in a scoring."""
    return SPRITES.get(("won", text), lambda: _won(text))


def _won(text: str) -> Sprite:
    outline = rounded(52 if len(text) > 2 else 46, 34, 6)
    sketch = Sketch(28, 19, "ground")
    sketch.shape(outline)
    sketch.fill(outline, "ink")
    sketch.fill(grown(outline, -2.2), "white")
    sketch.text(text, (0, 0), 33, "ink")
    return sketch.finished()


def _worth(text: str) -> Sprite:
    return SPRITES.get(("worth", text), lambda: _drawn_worth(text))


def _drawn_worth(text: str) -> Sprite:
    outline = rounded(48, 32, 6)
    sketch = Sketch(25, 17, "ground")
    sketch.shape(outline)
    sketch.fill(outline, "grounddim")
    sketch.text(text, (0, 0), 34, "worth")
    return sketch.finished()


def _spot() -> Sprite:
    return SPRITES.get("empty spot", _drawn_spot)


def _drawn_spot() -> Sprite:
    outline = rounded(2 * _SPOT, 2 * _SPOT, _SPOT - 0.01)
    return outlined(outline, (("seam", outline),))


def draw_change(canvas: Canvas, standing: Standing, text: str, seats: int) -> None:
    """Put a pill such as "+1" (black) or "−1" (red) at the shoulder of a piece."""
    colour, narrow = "hot" if text.startswith(_MINUS) else "ink", seats > 4
    x, y = (21, -29) if narrow else SHOULDER
    size = (48, 32, 30) if narrow else (54, 34, 32)
    key = ("change", text, colour, size)
    sprite = SPRITES.get(key, lambda: _change(text, colour, size))
    end = MAP[2] - size[0] / 2 - 6
    canvas.stamp(sprite, min(standing.x + x, end), standing.y + y)


def _change(text: str, colour: str, size: tuple[int, int, int]) -> Sprite:
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
