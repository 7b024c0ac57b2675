"""Where the values of scored roads stand on the map of a result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import dist
from typing import Final

from engine.games.seismic.state import Section
from engine.games.seismic.tiles import TILES
from render.canvas import Face
from render.games.seismic.crews import pixel
from render.games.seismic.field import MapField
from render.games.seismic.paths import Path
from render.lettering import text_width
from render.seats import pill_sprite, seat_sprite

HEIGHT: Final = 34
_ASIDE: Final = (0.0, 0.6, -0.6, 0.95, -0.95)
_SHAPE: Final = 22
_VALUE: Final = Face("bold", 28)


@dataclass(frozen=True, slots=True)
class Pill:
    """A scored section and the middle of its value in pixels."""

    section: Section
    x: int
    y: int

    @property
    def width(self) -> int:
        """Width in pixels."""
        return pill_width(self.section)


def pill_width(section: Section) -> int:
    """Return how wide the value of a section and its owners' shapes are, in pixels."""
    shapes = (_SHAPE + 4) * len(section.owners)
    return 2 * ((shapes + text_width(str(section.points), "bold", 28) + 24) // 2)


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
    found: list[Pill] = []
    # Short roads have the fewest places: they choose first.
    for section in sorted(sections, key=lambda section: len(section.fragments)):
        own = _roads(field, section)
        tried = [Pill(section, x, y) for x, y in _places(field, section)]
        found.append(min(tried, key=lambda pill: hidden.cost(pill, found, own)))
    return found


def _roads(field: MapField, section: Section) -> list[tuple[int, int]]:
    """Return points along a section, in pixels."""
    return [
        pixel(field.view, piece.cell, Path(piece.a, piece.b), t)
        for piece in (*section.fragments, *section.stubs)
        for t in ((0.1, 0.37, 0.63, 0.9) if piece.a != piece.b else (0.9,))
    ]


def _places(field: MapField, section: Section) -> Iterator[tuple[int, int]]:
    for piece in section.fragments or section.stubs:
        for t in (0.5, 0.0, 1.0) if piece.a != piece.b else (1.0,):
            for aside in _ASIDE:
                path = Path(piece.a, piece.b)
                yield _inside(field, pixel(field.view, piece.cell, path, t, aside))


def _inside(field: MapField, point: tuple[int, int]) -> tuple[int, int]:
    x, y = point
    return min(max(x, 60), field.view.width - 60), min(max(y, 24), field.view.height - 24)


@dataclass(frozen=True, slots=True)
class _Hidden:
    """What a pill may hide: `side` of the cells, centres and points on roads, in pixels."""

    side: int
    centres: Sequence[tuple[int, int]]
    roads: Sequence[tuple[int, int]]

    def cost(self, pill: Pill, others: Sequence[Pill], own: Sequence[tuple[int, int]]) -> float:
        """Return about how much of other values, centres and roads a pill hides."""
        half = pill.width / 2
        cost = 0.0
        for other in others:
            cost += 6 * _overlap(pill, (other.x, other.y), half + other.width / 2 + 4, HEIGHT + 4)
        reach = 0.5 * self.side
        for centre in self.centres:
            cost += 2 * _overlap(pill, centre, half + reach, HEIGHT / 2 + reach)
        reach = 0.15 * self.side
        for point in self.roads:
            cost += 0.5 * _overlap(pill, point, half + reach, HEIGHT / 2 + reach)
        # A value belongs to its road: the farther off, the harder to tell.
        away = min(dist((pill.x, pill.y), point) for point in own)
        return cost + 12 * max(0.0, away - HEIGHT / 2)


def _overlap(pill: Pill, point: tuple[int, int], wide: float, high: float) -> float:
    across, down = wide - abs(point[0] - pill.x), high - abs(point[1] - pill.y)
    return across * down if across > 0 and down > 0 else 0.0


def draw_pill(field: MapField, pill: Pill) -> None:
    """Draw owners' shapes and the value."""
    width = pill.width
    field.canvas.stamp(pill_sprite(width, HEIGHT), pill.x, pill.y)
    x = pill.x - width // 2 + 8 + _SHAPE // 2
    for owner in pill.section.owners:
        field.canvas.stamp(seat_sprite(owner, 20), x, pill.y)
        x += _SHAPE + 4
    left = x - _SHAPE // 2 + 1
    field.canvas.write(str(pill.section.points), left, pill.y, _VALUE)
