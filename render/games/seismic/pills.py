"""Where the values of scored roads stand on the map of a result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from engine.games.seismic.state import Fragment, Section
from engine.games.seismic.tiles import TILES
from render.canvas import Face
from render.games.seismic.crews import pixel
from render.games.seismic.field import MapField
from render.games.seismic.paths import Path
from render.lettering import text_width
from render.seats import pill_sprite, seat_sprite

HEIGHT: Final = 34
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
    """Return a place for each value, where it hides centres and other values least."""
    centres = [
        field.view.point(laid.cell)
        for laid in field.observation.tiles
        if TILES[laid.tile].kind != "highway"
    ]
    found: list[Pill] = []
    # Short roads have the fewest places: they choose first.
    for section in sorted(sections, key=lambda section: len(section.fragments)):
        tried = [Pill(section, x, y) for x, y in _places(field, section)]
        found.append(min(tried, key=lambda pill: _cost(pill, found, centres, field)))
    return found


def _places(field: MapField, section: Section) -> Iterator[tuple[int, int]]:
    pieces = section.fragments or section.stubs
    short = len(section.fragments) < 2
    for piece in pieces:
        for t in (0.5, 0.0, 1.0) if piece.a != piece.b else (1.0,):
            yield _inside(field, pixel(field.view, piece.cell, Path(piece.a, piece.b), t))
            if short:
                yield from _beside(field, piece, t)


def _beside(field: MapField, piece: Fragment, t: float) -> Iterator[tuple[int, int]]:
    path = Path(piece.a, piece.b)
    for aside in (0.75, -0.75):
        x, y = field.view.point(piece.cell)
        across, down = path.at(t, aside)
        yield _inside(field, (round(x + across * field.view.side), round(y + down * field.view.side)))


def _inside(field: MapField, point: tuple[int, int]) -> tuple[int, int]:
    x, y = point
    return min(max(x, 60), field.view.width - 60), min(max(y, 24), field.view.height - 24)


def _cost(
    pill: Pill, others: Sequence[Pill], centres: Sequence[tuple[int, int]], field: MapField
) -> float:
    """Return about how many pixels of other values, centres and the field's end a pill hides."""
    radius = 0.55 * field.view.side
    half = pill.width / 2
    cost = 0.0
    for other in others:
        wide = half + other.width / 2 + 4 - abs(other.x - pill.x)
        high = HEIGHT + 4 - abs(other.y - pill.y)
        cost += 4 * max(0.0, wide) * max(0.0, high)
    for x, y in centres:
        wide = half + radius - abs(x - pill.x)
        high = HEIGHT / 2 + radius - abs(y - pill.y)
        cost += max(0.0, wide) * max(0.0, high)
    middle = _middle(field, pill.section)
    return cost + 0.5 * hypot(pill.x - middle[0], pill.y - middle[1])


def _middle(field: MapField, section: Section) -> tuple[int, int]:
    pieces = section.fragments or section.stubs
    piece = pieces[len(pieces) // 2]
    return pixel(field.view, piece.cell, Path(piece.a, piece.b), 0.5)


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
