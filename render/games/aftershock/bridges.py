"""Bridges and vacant bridge spaces; arrows, movers and tolls on the routes over them."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

from engine.game import Seat
from render.canvas import Canvas, Face
from render.games.aftershock.chart import BETWEEN, Span
from render.lettering import fitting_size
from render.shapes import Outline, Point, circle, moved, rounded, turned
from render.signs import pill_sprite, seat_sprite
from render.sprites import Sketch, Sprite, kept
from render.theme import SEATS

Look = Literal["vacant", "glow", "gone"]

_THICK: Final = 20
_CORNER: Final = 5
_HALO: Final = 2.5
_OWNER: Final = 26


def draw_vacant(canvas: Canvas, span: Span, lane: int, look: Look = "vacant") -> None:
    """Outline a vacant bridge space, or fill it because it may be built on."""
    sprite = space_sprite(span, look)
    for along in _sections(span):
        canvas.stamp(sprite, *span.at(along, lane, span.lanes))


def draw_bridge(canvas: Canvas, span: Span, lane: int, owner: Seat, letter: str) -> None:
    """Draw a bridge from shore to shore, its owner's piece on the section before the middle."""
    reach = span.sections * (span.section + BETWEEN) / 2
    end = span.length / 2 - reach
    pier = pier_sprite(round(end) + 4, span.degrees)
    for along in (-reach - end / 2 + 2, reach + end / 2 - 2):
        canvas.stamp(pier, *span.at(along, lane, span.lanes))
    bar = section_sprite(span, owner)
    places = _sections(span)
    for along in places:
        canvas.stamp(bar, *span.at(along, lane, span.lanes))
    x, y = span.at(places[(span.sections - 1) // 2], lane, span.lanes)
    canvas.stamp(seat_sprite(owner, _OWNER, letter), x, y)


def ring_bridge(canvas: Canvas, span: Span, lane: int, colour: str = "white") -> None:
    """Put the ring of the last move, or in amber of a draft, under a bridge."""
    canvas.stamp(ring_sprite(span, colour), *span.at(0, lane, span.lanes))


def _sections(span: Span) -> list[float]:
    """Return where the middles of the sections lie, in pixels from the middle of the span."""
    pitch = span.section + BETWEEN
    return [pitch * (n - (span.sections - 1) / 2) for n in range(span.sections)]


@kept
def space_sprite(span: Span, look: Look) -> Sprite:
    """Return a bridge space as long as a section of this link."""
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


@kept
def section_sprite(span: Span, owner: Seat) -> Sprite:
    """Return a section of a bridge over this link, in the colour of its owner."""
    length, degrees = span.section, span.degrees
    halo = turned(rounded(length + 2 * _HALO, _THICK + 2 * _HALO, _CORNER + 2), degrees)
    sketch = _board(halo, "deep")
    sketch.shape(halo)
    sketch.fill(halo, "paper")
    sketch.fill(turned(rounded(length, _THICK, _CORNER), degrees), "ink")
    sketch.fill(turned(rounded(length - 5, _THICK - 5, _CORNER - 2), degrees), SEATS[owner])
    return sketch.finished(90)


@kept
def pier_sprite(length: int, degrees: float) -> Sprite:
    """Return what joins a bridge to a shore."""
    outer = turned(rounded(length, 11, 0.5), degrees)
    sketch = _board(outer, "paper")
    sketch.shape(outer)
    sketch.fill(outer, "paper")
    sketch.fill(turned(rounded(length, 7, 0.5), degrees), "ink")
    return sketch.finished()


@kept
def ring_sprite(span: Span, colour: str) -> Sprite:
    """Return the ring around a whole bridge."""
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


_INK: Final = 12
_WHITE: Final = 6
_TIP: Final = 34


def draw_arrow(canvas: Canvas, points: Sequence[Point]) -> None:
    """Draw one arrow through all points."""
    legs = list(pairwise(points))
    start, end = legs[-1]
    degrees = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    # The last leg ends within the head.
    part = max(0.0, 1 - (_TIP - 6) / (math.dist(start, end) or 1.0))
    short = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
    legs[-1] = (start, short)
    for colour, thick in (("ink", _INK), ("white", _WHITE)):
        for (ax, ay), (zx, zy) in legs:
            half = round((zx - ax) / 2), round((zy - ay) / 2)
            canvas.stamp(leg_sprite(half, colour, thick), (ax + zx) / 2, (ay + zy) / 2)
        for joint in points[:-1]:
            canvas.stamp(joint_sprite(colour, thick), *joint)
    canvas.stamp(head_sprite(round(degrees)), *end)


@kept
def leg_sprite(half: Point, colour: str, thick: int) -> Sprite:
    """Return a straight line; `half` is how far it reaches from its middle."""
    x, y = half
    sketch = Sketch(abs(x) + thick, abs(y) + thick, colour)
    line = ((-x, -y), (x, y))
    sketch.shape_line(line, thick)
    sketch.line(line, thick, colour)
    return sketch.finished()


@kept
def joint_sprite(colour: str, thick: int) -> Sprite:
    """Return the round joint of two lines."""
    sketch = Sketch(thick, thick, colour)
    sketch.shape(circle(thick / 2))
    sketch.fill(circle(thick / 2), colour)
    return sketch.finished()


@kept
def head_sprite(degrees: int) -> Sprite:
    """Return the head of an arrow that points `degrees` clockwise from right."""
    sketch = Sketch(_TIP + 4, _TIP + 4, "ink")
    outer: Outline = ((4, 0), (-_TIP, -17), (-_TIP, 17))
    inner: Outline = ((-3, 0), (-_TIP + 3.5, -11.5), (-_TIP + 3.5, 11.5))
    sketch.shape(turned(outer, degrees))
    sketch.fill(turned(outer, degrees), "ink")
    sketch.fill(turned(inner, degrees), "white")
    neck = moved(((0, -3), (8, -3), (8, 3), (0, 3)), -_TIP - 2, 0)
    sketch.fill(turned(neck, degrees), "white")
    return sketch.finished()


def draw_toll(canvas: Canvas, at: Point, amount: str, owner: tuple[Seat, str]) -> None:
    """Draw a pill that says how much went to the owner of a bridge."""
    x, y = at
    canvas.stamp(pill_sprite(94, 44), x, y)
    size = fitting_size(amount, "bold", (34, 32, 30, 28, 26, 24), 50)
    canvas.write(amount, x - 13, y, Face("bold", size), "middle")
    canvas.stamp(seat_sprite(owner[0], 26, owner[1]), x + 28, y)


def along(points: Sequence[Point], part: float) -> Point:
    """Return the point at a part of a route, 0 to 1."""
    lengths = [math.dist(a, z) for a, z in pairwise(points)]
    left = part * sum(lengths)
    for (a, z), length in zip(pairwise(points), lengths, strict=True):
        if left <= length and length:
            return a[0] + (z[0] - a[0]) * left / length, a[1] + (z[1] - a[1]) * left / length
        left -= length
    return points[-1]
