"""What scored, or would score now, on the map and as bars."""

from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import Final

from engine.games.seismic.pieces import Section
from engine.games.seismic.state import Observation
from engine.node import Outcome
from engine.seat import Seat
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions
from render.games.seismic.check import Undrawable
from render.games.seismic.claims import claims, painted
from render.games.seismic.field import MapField
from render.games.seismic.pills import draw_pill, placed_pills
from render.games.seismic.roads import Look
from render.games.seismic.sheets import COLUMNS, Sheet
from render.games.seismic.view import view_of
from render.lettering import one_size, shortened, text_width, wrapped
from render.parts import head, row_box
from render.seats import seat_sprite
from render.shapes import grown, rounded
from render.sketch import outlined
from render.sprites import SPRITES, Sprite
from render.theme import SEAT_LETTERS, SEATS, STRIP

_LEFT, _RIGHT = STRIP
_ROW: Final = 126
_BAND: Final = 262
_BAR: Final = 32
_GAP: Final = 4
_NUMBER_FROM: Final = 34
_POINTS: Final = 50
_NAMES: Final = (36, 34, 32, 30, 28)
_PILLS: Final = 26
"""With more values than this on the map, those that do not count yet are left out."""


def result_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the final board: scored roads in full, everything else pale."""
    if observation.outcome is None:
        raise Undrawable("the match is not over")
    return _standings(observation, captions, observation.outcome, [])


def score_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the board as it would score now; roads still open that one end would close, paler."""
    points = observation.points
    ranks = tuple(1 + sum(other > score for other in points) for score in points)
    so_far = [one for one in observation.sections if one.owners and _lacks_one_end(one)]
    return _standings(observation, captions, Outcome(points, ranks, ""), so_far)


def _lacks_one_end(section: Section) -> bool:
    return sorted(end.kind for end in section.ends) == ["open", "tile"]


def _standings(
    observation: Observation, captions: Captions, outcome: Outcome, so_far: list[Section]
) -> Canvas:
    scored = [one for one in observation.sections if one.complete and one.owners]
    sheet = Sheet(_map(observation, scored, so_far), "frame", _BAND)
    head(sheet.part(COLUMNS[0], 20), captions.title, captions.headline, captions.names)
    order = sorted(range(observation.seats), key=lambda seat: (outcome.ranks[seat], seat))
    most = max(map(sum, (_values(one, [*scored, *so_far]) for one in order)))
    for n, seat in enumerate(order):
        top, (column, below) = 118 + n * _ROW, divmod(n, 2)
        canvas = sheet.part(COLUMNS[1 + column], top + 10, below * _ROW)
        _seat(canvas, top, (Seat(seat), captions), outcome)
        bar = _Bar(canvas, top + 94, seat, max(1, most))
        bar.draw(_values(seat, scored), _values(seat, so_far))
    y = 118 + observation.seats * _ROW + 38
    foot = sheet.part(COLUMNS[0], y, 140)
    lines = (wrapped(line, _FOOT.weight, _FOOT.size, _RIGHT - _LEFT, 2) for line in captions.foot)
    for n, line in enumerate(chain.from_iterable(lines)):
        foot.write(line, _LEFT, y + 40 * n, _FOOT)
    return sheet.canvas


_FOOT: Final = Face("regular", 30, "soft")


def _values(seat: int, sections: list[Section]) -> list[int]:
    """Return what a seat's sections are worth, the largest first."""
    return sorted((one.points for one in sections if seat in one.owners), reverse=True)


def _map(observation: Observation, scored: list[Section], so_far: list[Section]) -> MapField:
    # Nothing is built any more: the ring around need not be seen.
    built = {laid.cell for laid in observation.tiles}
    field = MapField(observation, view_of(built, observation))
    field.shadows()
    claimed = claims(scored)
    for one in so_far:
        claimed |= painted(one, tuple(f"tint{seat + 1}" for seat in one.owners))
    field.tiles(claimed, lambda _: Look.SCORED)
    largest = sorted(so_far, key=lambda one: -one.points)[: max(0, _PILLS - len(scored))]
    for pill in placed_pills(field, [*scored, *largest]):
        draw_pill(field, pill)
    return field


def _seat(canvas: Canvas, top: int, who: tuple[Seat, Captions], outcome: Outcome) -> None:
    seat, captions = who
    first = outcome.ranks[seat] == 1 and any(outcome.scores)
    ground = "white" if first else "paper"
    if first:
        canvas.stamp(row_box(_ROW - 12), 1025, top + 64)
    canvas.stamp(seat_sprite(seat, 54, captions.letters[seat]), _LEFT + 28, top + 42)
    points = Face("bold", _POINTS, "ink", ground)
    canvas.write(str(outcome.scores[seat]), _RIGHT - 5, top + 42, points, "right")
    rooms = [_name_room(score) for score in outcome.scores]
    size = one_size(zip(captions.names, rooms, strict=True), "bold", _NAMES)
    name = shortened(captions.names[seat], "bold", size, rooms[seat])
    canvas.write(name, _LEFT + 68, top + 40, Face("bold", size, "ink", ground))


def _name_room(score: int) -> int:
    return _RIGHT - _LEFT - 68 - text_width(str(score), "bold", _POINTS) - 18


@dataclass(frozen=True, slots=True)
class _Bar:
    """A seat's roads as pieces of a bar; `most` points fill the width."""

    canvas: Canvas
    middle: int
    seat: int
    most: int

    def draw(self, values: list[int], so_far: list[int]) -> None:
        """Draw a piece for each value, and a hollow one for all that is still open."""
        rest = [sum(so_far)] if so_far else []
        ends = [0, *accumulate([*values, *rest])]
        for n, (start, end) in enumerate(pairwise(ends)):
            self._piece(start, end, counts=n < len(values))

    def _piece(self, start: int, end: int, *, counts: bool) -> None:
        room = _RIGHT - _LEFT - 6
        left, right = (_LEFT + 2 + round(room * part / self.most) for part in (start, end))
        width = max(6, 2 * ((right - left - _GAP) // 2))
        x, value = left + width // 2, str(end - start)
        self.canvas.stamp(_piece(self.seat, width, counts=counts), x, self.middle)
        if width >= max(_NUMBER_FROM, text_width(value, "bold", 26) + 8):
            colours = (SEAT_LETTERS[self.seat], SEATS[self.seat]) if counts else ("soft", "paper")
            self.canvas.write(value, x, self.middle, Face("bold", 26, *colours), "middle")


def _piece(seat: int, width: int, *, counts: bool) -> Sprite:
    outline = rounded(width, _BAR, min(4, width / 2))
    layers = [("ink", outline), (SEATS[seat], grown(outline, -2))]
    if not counts:
        layers.append(("paper", grown(outline, -min(5, width / 2 - 0.5))))
    key = ("bar", seat, width, counts)
    return SPRITES.get(key, lambda: outlined(outline, tuple(layers)))
