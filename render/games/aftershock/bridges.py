"""Bridges and vacant bridge spaces: one bar a section, whatever the distance."""

from typing import Final, Literal

from engine.game import Seat
from render.canvas import Canvas
from render.games.aftershock.chart import BETWEEN, Span
from render.shapes import Outline, rounded, turned
from render.signs import seat_sprite
from render.sprites import SPRITES, Sketch, Sprite
from render.theme import SEATS

Look = Literal["vacant", "glow", "gone"]

_THICK: Final = 20
_CORNER: Final = 5
_HALO: Final = 2.5
_OWNER: Final = 26


def draw_vacant(canvas: Canvas, span: Span, lane: int, look: Look = "vacant") -> None:
    """Outline a vacant bridge space, or fill it because it may be built on."""
    sprite = _space(span, look)
    for along in _sections(span):
        canvas.stamp(sprite, *span.at(along, lane, span.lanes))


def draw_bridge(canvas: Canvas, span: Span, lane: int, owner: Seat, letter: str) -> None:
    """Draw a bridge from shore to shore, its owner's piece on the section before the middle."""
    reach = span.sections * (span.section + BETWEEN) / 2
    end = span.length / 2 - reach
    pier = _pier(round(end) + 4, span.degrees)
    for along in (-reach - end / 2 + 2, reach + end / 2 - 2):
        canvas.stamp(pier, *span.at(along, lane, span.lanes))
    bar = _bar(span, owner)
    places = _sections(span)
    for along in places:
        canvas.stamp(bar, *span.at(along, lane, span.lanes))
    x, y = span.at(places[(span.sections - 1) // 2], lane, span.lanes)
    canvas.stamp(seat_sprite(owner, _OWNER, letter), x, y)


def ring_bridge(canvas: Canvas, span: Span, lane: int, colour: str = "white") -> None:
    """Put the ring of the last move, or in amber of a draft, under a bridge."""
    key = ("bridge ring", span.degrees, span.sections, span.section, colour)
    canvas.stamp(SPRITES.get(key, lambda: _ring(span, colour)), *span.at(0, lane, span.lanes))


def _sections(span: Span) -> list[float]:
    """Return where the middles of the sections lie, in pixels from the middle of the span."""
    pitch = span.section + BETWEEN
    return [pitch * (n - (span.sections - 1) / 2) for n in range(span.sections)]


def _space(span: Span, look: Look) -> Sprite:
    key = ("space", span.degrees, span.section, look)
    return SPRITES.get(key, lambda: _drawn_space(span, look))


def _drawn_space(span: Span, look: Look) -> Sprite:
    outer = turned(rounded(span.section, _THICK, _CORNER), span.degrees)
    inner = turned(rounded(span.section - 4.6, _THICK - 4.6, _CORNER - 2), span.degrees)
    sketch = _board(outer, "deep")
    sketch.shape(outer)
    if look != "glow":
        sketch.fill(outer, {"vacant": "vacant", "gone": "hot"}[look])
        sketch.fill(inner, "deep")
        sketch.cut(turned(rounded(span.section - 5.6, _THICK - 5.6, _CORNER - 2), span.degrees))
    else:
        sketch.fill(outer, "ink")
        sketch.fill(inner, "glow")
    return sketch.finished(90)


def _bar(span: Span, owner: Seat) -> Sprite:
    key = ("bar", span.degrees, span.section, owner)
    return SPRITES.get(key, lambda: _drawn_bar(span, owner))


def _drawn_bar(span: Span, owner: Seat) -> Sprite:
    length, degrees = span.section, span.degrees
    halo = turned(rounded(length + 2 * _HALO, _THICK + 2 * _HALO, _CORNER + 2), degrees)
    sketch = _board(halo, "deep")
    sketch.shape(halo)
    sketch.fill(halo, "paper")
    sketch.fill(turned(rounded(length, _THICK, _CORNER), degrees), "ink")
    sketch.fill(turned(rounded(length - 5, _THICK - 5, _CORNER - 2), degrees), SEATS[owner])
    return sketch.finished(90)


def _pier(length: int, degrees: float) -> Sprite:
    return SPRITES.get(("pier", length, degrees), lambda: _drawn_pier(length, degrees))


def _drawn_pier(length: int, degrees: float) -> Sprite:
    outer = turned(rounded(length, 11, 0.5), degrees)
    sketch = _board(outer, "paper")
    sketch.shape(outer)
    sketch.fill(outer, "paper")
    sketch.fill(turned(rounded(length, 7, 0.5), degrees), "ink")
    return sketch.finished()


def _ring(span: Span, colour: str) -> Sprite:
    length = span.sections * (span.section + BETWEEN) + 19
    outer = turned(rounded(length, 40, 7), span.degrees)
    sketch = _board(outer, "ink")
    sketch.shape(outer)
    sketch.fill(outer, "ink")
    sketch.fill(turned(rounded(length - 5, 35, 5), span.degrees), colour)
    return sketch.finished()


def _board(outline: Outline, ground: str) -> Sketch:
    x = max(abs(px) for px, _ in outline) + 1
    y = max(abs(py) for _, py in outline) + 1
    return Sketch(x, y, ground)
