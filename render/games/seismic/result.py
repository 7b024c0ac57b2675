"""What scored, or would score now, on the map and as bars."""

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from engine.game import Outcome, Seat
from engine.games.seismic.pieces import Section
from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions
from render.games.seismic.check import Undrawable
from render.games.seismic.claims import claims, painted
from render.games.seismic.field import MapField
from render.games.seismic.pills import draw_pill, placed_pills
from render.games.seismic.roads import Look
from render.games.seismic.sheets import ROOM, Sheet
from render.games.seismic.view import Layout, Strip, laid_out, whole_layout
from render.layout import STEPS, TINY, Extent, View
from render.lettering import one_size, shortened, text_width, wrapped
from render.shapes import grown, rounded
from render.signs import seat_sprite
from render.sprites import SPRITES, Sprite, outlined
from render.strips import TITLE, headline, line, row_box
from render.theme import SEAT_LETTERS, SEATS

_HEAD: Final = 66
_SEAT: Final = 122
_COLUMN: Final = 556
_APART: Final = ROOM - 2 * _COLUMN
_BAR: Final = 40
_GAP: Final = 4
_NUMBER_FROM: Final = 40
_POINTS: Final = 58
_NAMES: Final = (42, 40, 38, 36, 34)
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
    foot = [
        part for text in captions.foot for part in wrapped(text, TITLE.weight, TITLE.size, ROOM, 2)
    ]
    rows = -(-observation.seats // 2)
    strip = Strip(_HEAD, 12 + rows * _SEAT + 40 * len(foot))
    layout = _layout(observation, strip)
    sheet = Sheet(_map(observation, layout.view, scored, so_far), layout, "frame")
    width, _ = headline(sheet.above, 32, captions.headline, 760, captions.names)
    title = sheet.above.moved(width + 24, 0)
    line(title, 36, captions.title, ROOM - width - 24)
    order = sorted(range(observation.seats), key=lambda seat: (outcome.ranks[seat], seat))
    most = max(map(sum, (_values(one, [*scored, *so_far]) for one in order)))
    for n, seat in enumerate(order):
        column, row = divmod(n, rows)
        canvas = sheet.below.moved(column * (_COLUMN + _APART), 10 + row * _SEAT)
        _seat(canvas, (Seat(seat), captions), outcome)
        bar = _Bar(canvas, 90, seat, max(1, most))
        bar.draw(_values(seat, scored), _values(seat, so_far))
    for n, text in enumerate(foot):
        line(sheet.below, 10 + rows * _SEAT + 14 + 40 * n, text, ROOM)
    return sheet.canvas


def _layout(observation: Observation, strip: Strip) -> Layout:
    """Return the layout of the tiles: nothing is placed any more, the ring need not be seen."""
    extent = Extent.of([laid.cell for laid in observation.tiles])
    return laid_out(extent, strip, (*TINY, *STEPS)) or whole_layout(observation, strip)


def _values(seat: int, sections: list[Section]) -> list[int]:
    """Return what a seat's sections are worth, the largest first."""
    return sorted((one.points for one in sections if seat in one.owners), reverse=True)


def _map(
    observation: Observation, view: View, scored: list[Section], so_far: list[Section]
) -> MapField:
    field = MapField(observation, view)
    field.shadows()
    claimed = claims(scored)
    for one in so_far:
        claimed |= painted(one, tuple(f"tint{seat + 1}" for seat in one.owners))
    field.tiles(claimed, lambda _: Look.SCORED)
    largest = sorted(so_far, key=lambda one: -one.points)[: max(0, _PILLS - len(scored))]
    for pill in placed_pills(field, [*scored, *largest]):
        draw_pill(field, pill)
    return field


def _seat(canvas: Canvas, who: tuple[Seat, Captions], outcome: Outcome) -> None:
    seat, captions = who
    first = outcome.ranks[seat] == 1 and any(outcome.scores)
    ground = "white" if first else "paper"
    if first:
        canvas.stamp(row_box(_SEAT - 4, _COLUMN), _COLUMN // 2, _SEAT // 2 - 2)
    canvas.stamp(seat_sprite(seat, 58, captions.letters[seat]), 34, 38)
    points = Face("bold", _POINTS, "ink", ground)
    canvas.write(str(outcome.scores[seat]), _COLUMN - 5, 38, points, "right")
    rooms = [_name_room(score) for score in outcome.scores]
    size = one_size(zip(captions.names, rooms, strict=True), "bold", _NAMES)
    name = shortened(captions.names[seat], "bold", size, rooms[seat])
    canvas.write(name, 76, 38, Face("bold", size, "ink", ground))


def _name_room(score: int) -> int:
    return _COLUMN - 76 - text_width(str(score), "bold", _POINTS) - 18


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
        room = _COLUMN - 6
        left, right = (2 + round(room * part / self.most) for part in (start, end))
        width = max(6, 2 * ((right - left - _GAP) // 2))
        x, value = left + width // 2, str(end - start)
        self.canvas.stamp(_piece(self.seat, width, counts=counts), x, self.middle)
        if width >= max(_NUMBER_FROM, text_width(value, "bold", 34) + 8):
            colours = (SEAT_LETTERS[self.seat], SEATS[self.seat]) if counts else ("soft", "paper")
            self.canvas.write(value, x, self.middle, Face("bold", 34, *colours), "middle")


def _piece(seat: int, width: int, *, counts: bool) -> Sprite:
    outline = rounded(width, _BAR, min(4, width / 2))
    layers = [("ink", outline), (SEATS[seat], grown(outline, -2))]
    if not counts:
        layers.append(("paper", grown(outline, -min(5, width / 2 - 0.5))))
    key = ("bar", seat, width, counts)
    return SPRITES.get(key, lambda: outlined(outline, tuple(layers)))
