"""The picture of what happened since a player's last turn; watchers get the last round."""

from collections.abc import Mapping
from typing import Final

from engine.boards.squares import Space
from engine.games.san_andreas.preview import name_at
from engine.games.san_andreas.state import Observation
from render.canvas import Canvas, Face
from render.games.san_andreas.board import coast_of, known
from render.games.san_andreas.captions import Captions, Line
from render.games.san_andreas.coast import Coast
from render.games.san_andreas.panels import LEFT, RIGHT, card, head
from render.games.san_andreas.pieces import pawn_sprite
from render.games.san_andreas.window import SEA
from render.lettering import shortened
from render.signs import Badge, badge_sprite, seat_sprite

_ROW: Final = 48
_FIRST: Final = 4
"""Lines that fit under the headline; more go to the panel in the ocean."""
_MORE: Final = 3
_BADGE: Final = Badge(34)
_RED: Final = Badge(34, "hot")


def since_canvas(
    observation: Observation,
    captions: Captions,
    marks: Mapping[Space, str],
    lines: tuple[Line, ...],
) -> Canvas:
    """Return the board with numbers on what is new, and what the numbers mean."""
    coast = coast_of(observation)
    coast.names()
    coast.pieces(known(captions))
    for space in sorted(marks, reverse=True):
        _mark(coast, space, marks[space])
    private = isinstance(observation.viewer, int)
    coast.frame("amber" if private else "frame")
    # The latest matter most: what does not fit is what happened first.
    lines = lines[-_FIRST - _MORE :]
    top = head(coast.canvas, 72 + _ROW * min(_FIRST, len(lines)), captions, private=private)
    for n, line in enumerate(lines[:_FIRST]):
        _line(coast.canvas, (LEFT, RIGHT), top + 24 + _ROW * n, (line, captions))
    _others(coast.canvas, lines[_FIRST:], captions)
    return coast.canvas


def _mark(coast: Coast, space: Space, label: str) -> None:
    """Put a number on the outer corner of a space, beside what stands there."""
    side = coast.window.side
    named = name_at(coast.layout, space)
    x, y = coast.window.stand(space, named[1]) if named else coast.window.middle(space)
    coast.canvas.stamp(badge_sprite(label, _BADGE), x + 0.34 * side, y - 0.34 * side)


def _others(canvas: Canvas, lines: tuple[Line, ...], captions: Captions) -> None:
    if not lines:
        return
    left, _, right, bottom = SEA
    top = bottom - 16 - _ROW * len(lines)
    card(canvas, (left, top, right, bottom))
    for n, line in enumerate(lines):
        _line(canvas, (left + 16, right - 16), top + 32 + _ROW * n, (line, captions))


def _line(canvas: Canvas, room: tuple[int, int], middle: int, told: tuple[Line, Captions]) -> None:
    (left, right), (line, captions) = room, told
    quake = line.seat is None and line.pawn is None
    if line.label:
        canvas.stamp(badge_sprite(line.label, _RED if quake else _BADGE), left + 17, middle)
    x = left + 44
    if line.seat is not None:
        canvas.stamp(seat_sprite(line.seat, 38, captions.letters[line.seat]), x + 18, middle)
        x += 46
    if line.pawn is not None:
        canvas.stamp(pawn_sprite(line.pawn, 36), x + 18, middle)
        x += 46
    face = Face("bold", 32, "hot" if quake else "ink")
    canvas.write(shortened(line.text, "bold", 32, right - x), x, middle, face)
