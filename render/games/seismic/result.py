"""The picture of the end: what scored, on the map and as bars."""

from itertools import accumulate
from typing import Final

from engine.games.seismic.state import Observation, Section
from engine.node import Outcome
from engine.seat import Seat
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions
from render.games.seismic.check import Undrawable
from render.games.seismic.claims import claims
from render.games.seismic.field import MapField
from render.games.seismic.pills import draw_pill, placed_pills
from render.games.seismic.roads import Look
from render.games.seismic.view import view_of
from render.lettering import shortened, text_width
from render.parts import framed, head, row_box
from render.seats import seat_sprite
from render.shapes import grown, rounded
from render.sketch import outlined
from render.sprites import SPRITES, Sprite
from render.theme import SEAT_LETTERS, SEATS, STRIP

_LEFT, _RIGHT = STRIP
_ROW: Final = 126
_BAR: Final = 32
_GAP: Final = 4
_NUMBER_FROM: Final = 34
_POINTS: Final = 50


def result_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the final board: scored roads in full, everything else pale."""
    outcome = observation.outcome
    if outcome is None:
        raise Undrawable("the match is not over")
    scored = [one for one in observation.sections if one.complete and one.owners]
    canvas = framed("frame")
    _map(observation, scored).put_on(canvas)
    head(canvas, captions.title, captions.headline, captions.names)
    order = sorted(range(observation.seats), key=lambda seat: (outcome.ranks[seat], seat))
    for n, seat in enumerate(order):
        _seat(canvas, 118 + n * _ROW, (Seat(seat), captions), outcome, scored)
    y = 118 + observation.seats * _ROW + 38
    for n, line in enumerate(captions.foot):
        canvas.write(shortened(line, "regular", 30, _RIGHT - _LEFT), _LEFT, y + 40 * n, _FOOT)
    return canvas


_FOOT: Final = Face("regular", 30, "soft")


def _map(observation: Observation, scored: list[Section]) -> MapField:
    # Nothing is built any more: the ring around need not be seen.
    built = {laid.cell for laid in observation.tiles}
    field = MapField(observation, view_of(built, observation))
    field.shadows()
    field.tiles(claims(scored), lambda _: Look.SCORED)
    for pill in placed_pills(field, scored):
        draw_pill(field, pill)
    return field


def _seat(
    canvas: Canvas,
    top: int,
    who: tuple[Seat, Captions],
    outcome: Outcome,
    scored: list[Section],
) -> None:
    seat, captions = who
    first = outcome.ranks[seat] == 1
    ground = "white" if first else "paper"
    if first:
        canvas.stamp(row_box(_ROW - 12), 1025, top + 64)
    canvas.stamp(seat_sprite(seat, 54, captions.letters[seat]), _LEFT + 28, top + 42)
    points = Face("bold", _POINTS, "ink", ground)
    taken = canvas.write(str(outcome.scores[seat]), _RIGHT - 5, top + 42, points, "right")
    name = shortened(captions.names[seat], "bold", 36, _RIGHT - _LEFT - 68 - taken - 18)
    canvas.write(name, _LEFT + 68, top + 40, Face("bold", 36, "ink", ground))
    values = sorted((one.points for one in scored if seat in one.owners), reverse=True)
    _bar(canvas, top + 94, seat, values, max(outcome.scores))


def _bar(canvas: Canvas, middle: int, seat: int, values: list[int], most: int) -> None:
    """Draw a seat's roads as pieces of a bar, the largest first; the winner's fills the width."""
    room = _RIGHT - _LEFT - 6
    ends = [0, *accumulate(values)]
    for start, end, value in zip(ends, ends[1:], values, strict=False):
        left, right = (_LEFT + 2 + round(room * part / max(1, most)) for part in (start, end))
        width = max(6, 2 * ((right - left - _GAP) // 2))
        x = left + width // 2
        canvas.stamp(_piece(seat, width), x, middle)
        if width >= max(_NUMBER_FROM, text_width(str(value), "bold", 26) + 8):
            face = Face("bold", 26, SEAT_LETTERS[seat], SEATS[seat])
            canvas.write(str(value), x, middle, face, "middle")


def _piece(seat: int, width: int) -> Sprite:
    outline = rounded(width, _BAR, min(4, width / 2))
    layers = (("ink", outline), (SEATS[seat], grown(outline, -2)))
    return SPRITES.get(("bar", seat, width), lambda: outlined(outline, layers))
