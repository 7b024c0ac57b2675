"""What scored, or would score now, on the map and as bars."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import dist
from typing import Final

from engine.game import Outcome, Seat
from engine.games.seismic.pieces import Section
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions
from render.games.seismic.check import Undrawable
from render.games.seismic.crews import claims, painted, pixel
from render.games.seismic.map import MapField
from render.games.seismic.roads import Look, Path
from render.games.seismic.strip import ROOM, MapPicture
from render.games.seismic.view import SIDES, Strip, laid_out, whole_layout
from render.layout import BOARD_FROM, TINY, Extent, Viewport
from render.lettering import one_size, shortened, text_width, wrapped
from render.shapes import grown, rounded
from render.signs import hollow_sprite, pill_sprite, seat_sprite
from render.sprites import Sprite, kept, outlined
from render.strips import TITLE, draw_player, headline, line, row_box
from render.theme import SEAT_LETTERS, SEATS

_ASIDE: Final = (0.0, 0.6, -0.6, 0.95, -0.95)


@dataclass(frozen=True, slots=True)
class Size:
    """Measures of a pill in pixels: its height, its shapes' width, its number's font."""

    height: int
    shape: int
    font: int


LARGE: Final = Size(34, 22, 28)
SMALL: Final = Size(28, 18, 24)
"""For overviews, where more of them stand closer together."""


@dataclass(frozen=True, slots=True)
class Pill:
    """A scored section and the middle of its value in pixels."""

    section: Section
    x: int
    y: int
    size: Size = LARGE

    @property
    def width(self) -> int:
        """Width in pixels: the owners' shapes and the value."""
        shapes = (self.size.shape + 4) * len(self.section.owners)
        value = text_width(str(self.section.points), "bold", self.size.font)
        return 2 * ((shapes + value + self.size.height - 10) // 2)


def placed_pills(field: MapField, sections: Sequence[Section]) -> list[Pill]:
    """Return a place for each value, where it hides centres, roads and other values least."""
    hidden = _Hidden(
        field.view.side,
        [
            field.view.point(laid.cell)
            for laid in field.observation.tiles
            if TILES[laid.tile].kind != "highway"
        ],
        [point for section in sections for point in _roads(field, section)],
    )
    size = LARGE if field.view.side >= BOARD_FROM else SMALL
    found: list[Pill] = []
    # Short roads have the fewest places: they choose first.
    for section in sorted(sections, key=lambda section: len(section.fragments)):
        own = _roads(field, section)
        tried = [Pill(section, x, y, size) for x, y in _places(field, section)]
        found.append(min(tried, key=lambda pill: hidden.cost(pill, found, own)))
    return found


def _roads(field: MapField, section: Section) -> list[tuple[int, int]]:
    """Return points along a section, in pixels."""
    return [
        pixel(field.view, piece.cell, Path(piece.a, piece.b), t)
        for piece in section.pieces
        for t in ((0.1, 0.37, 0.63, 0.9) if piece.a != piece.b else (0.9,))
    ]


def _places(field: MapField, section: Section) -> Iterator[tuple[int, int]]:
    for piece in section.fragments or section.stubs:
        for t in (0.5, 0.0, 1.0) if piece.a != piece.b else (1.0,):
            for aside in _ASIDE:
                path = Path(piece.a, piece.b)
                x, y = pixel(field.view, piece.cell, path, t, aside)
                x, y = (
                    min(max(x, 60), field.view.width - 60),
                    min(max(y, 24), field.view.height - 24),
                )
                yield x, y


@dataclass(frozen=True, slots=True)
class _Hidden:
    """What a pill may hide: `side` of the cells, centres and points on roads, in pixels."""

    side: int
    centres: Sequence[tuple[int, int]]
    roads: Sequence[tuple[int, int]]

    def cost(self, pill: Pill, others: Sequence[Pill], own: Sequence[tuple[int, int]]) -> float:
        """Return about how much of other values, centres and roads a pill hides."""
        half, height = pill.width / 2, pill.size.height
        cost = 0.0
        for other in others:
            cost += 6 * _overlap(pill, (other.x, other.y), half + other.width / 2 + 4, height + 4)
        reach = 0.5 * self.side
        for centre in self.centres:
            cost += 2 * _overlap(pill, centre, half + reach, height / 2 + reach)
        reach = 0.15 * self.side
        for point in self.roads:
            cost += 0.5 * _overlap(pill, point, half + reach, height / 2 + reach)
        # A value belongs to its road: the farther off, the harder to tell.
        away = min(dist((pill.x, pill.y), point) for point in own)
        return cost + 12 * max(0.0, away - height / 2)


def _overlap(pill: Pill, point: tuple[int, int], wide: float, high: float) -> float:
    across, down = wide - abs(point[0] - pill.x), high - abs(point[1] - pill.y)
    return across * down if across > 0 and down > 0 else 0.0


def draw_pill(field: MapField, pill: Pill) -> None:
    """Draw owners' shapes and the value; hollow and pale what does not count yet."""
    width, counts, size = pill.width, pill.section.complete, pill.size
    shape = seat_sprite if counts else hollow_sprite
    field.canvas.stamp(pill_sprite(width, size.height), pill.x, pill.y)
    x = pill.x - width // 2 + 8 + size.shape // 2
    for owner in pill.section.owners:
        field.canvas.stamp(shape(owner, size.shape - 2), x, pill.y)
        x += size.shape + 4
    left = x - size.shape // 2 + 1
    face = Face("bold", size.font) if counts else Face("regular", size.font, "soft")
    field.canvas.write(str(pill.section.points), left, pill.y, face)


_HEAD: Final = 66
_SEAT: Final = 122
_COLUMN: Final = 556
_APART: Final = ROOM - 2 * _COLUMN
_BAR: Final = 40
_GAP: Final = 4
_NUMBER_FROM: Final = 40
_POINTS: Final = 58
_RANK: Final = 40
"""Room of a rank before its seat."""
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
    so_far = [
        one
        for one in observation.sections
        if one.owners and sorted(end.kind for end in one.ends) == ["open", "tile"]
    ]
    return _standings(observation, captions, Outcome(points, ranks, ""), so_far)


def _standings(
    observation: Observation, captions: Captions, outcome: Outcome, so_far: list[Section]
) -> Canvas:
    scored = [one for one in observation.sections if one.complete and one.owners]
    foot = [
        part for text in captions.foot for part in wrapped(text, TITLE.weight, TITLE.size, ROOM, 2)
    ]
    rows = -(-observation.seats // 2)
    strip = Strip(_HEAD, 12 + rows * _SEAT + 40 * len(foot))
    # Nothing is placed any more: the ring around the tiles need not be seen.
    extent = Extent.of([laid.cell for laid in observation.tiles])
    layout = laid_out(extent, strip, (*TINY, *SIDES)) or whole_layout(observation, strip)
    picture = MapPicture(_map(observation, layout.view, scored, so_far), layout, "frame")
    width, _ = headline(picture.above, 32, captions.headline, 760, captions.names)
    title = picture.above.moved(width + 24, 0)
    line(title, 36, captions.title, ROOM - width - 24)
    order = sorted(range(observation.seats), key=lambda seat: (outcome.ranks[seat], seat))
    most = max(map(sum, (_values(one, [*scored, *so_far]) for one in order)))
    for n, seat in enumerate(order):
        row, column = divmod(n, 2)
        canvas = picture.below.moved(column * (_COLUMN + _APART), 10 + row * _SEAT)
        _seat(canvas, (Seat(seat), captions), outcome)
        bar = _Bar(canvas, 90, seat, max(1, most))
        bar.draw(_values(seat, scored), _values(seat, so_far))
    for n, text in enumerate(foot):
        line(picture.below, 10 + rows * _SEAT + 14 + 40 * n, text, ROOM)
    return picture.canvas


def _values(seat: int, sections: list[Section]) -> list[int]:
    """Return what a seat's sections are worth, the largest first."""
    return sorted((one.points for one in sections if seat in one.owners), reverse=True)


def _map(
    observation: Observation, view: Viewport, scored: list[Section], so_far: list[Section]
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
    rank = Face("regular", 40, "soft", ground)
    canvas.write(str(outcome.ranks[seat]), _RANK // 2 + 4, 38, rank, "middle")
    look, is_machine = (58, captions.letters[seat]), seat in captions.machines
    draw_player(canvas, (_RANK + 34, 38), seat, look, is_machine=is_machine)
    points = Face("bold", _POINTS, "ink", ground)
    canvas.write(str(outcome.scores[seat]), _COLUMN - 5, 38, points, "right")
    taken = (text_width(str(score), "bold", _POINTS) for score in outcome.scores)
    rooms = [_COLUMN - _RANK - 76 - each - 18 for each in taken]
    size = one_size(zip(captions.names, rooms, strict=True), "bold", _NAMES)
    name = shortened(captions.names[seat], "bold", size, rooms[seat])
    canvas.write(name, _RANK + 76, 38, Face("bold", size, "ink", ground))


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


@kept
def _piece(seat: int, width: int, *, counts: bool) -> Sprite:
    outline = rounded(width, _BAR, min(4, width / 2))
    layers = [("ink", outline), (SEATS[seat], grown(outline, -2))]
    if not counts:
        layers.append(("paper", grown(outline, -min(5, width / 2 - 0.5))))
    return outlined(outline, tuple(layers))
