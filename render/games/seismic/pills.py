"""Where the values of scored roads stand on the map of a result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import dist
from typing import Final

from engine.games.seismic.pieces import Section
from engine.games.seismic.tiles import TILES
from render.canvas import Face
from render.games.seismic.crews import pixel
from render.games.seismic.field import MapField
from render.games.seismic.paths import Path
from render.layout import BOARD_FROM
from render.lettering import text_width
from render.signs import hollow_sprite, pill_sprite, seat_sprite

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
