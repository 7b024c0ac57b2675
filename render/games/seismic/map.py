"""The map of a picture: layers from the sea up to the crews, and room for names and badges."""

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from itertools import pairwise, product
from math import dist
from typing import Final, TypeAlias

from engine.boards.hexes import Cell
from engine.games.seismic.grid import Grid
from engine.games.seismic.pieces import Laid
from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.frames import place_field
from render.games.seismic.crews import (
    Claims,
    PlacedCrew,
    claims,
    crew_size,
    edge_colours,
    placed_crews,
)
from render.games.seismic.ground import (
    laid_ground,
    neighbours,
    outline_sprite,
    pointed_at,
    ring,
)
from render.games.seismic.roads import Look
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import (
    ring_sprite,
    shadow_depth,
    shadow_sprite,
    tile_sprite,
    town_sprite,
)
from render.layout import BOARD_FROM, LETTERS_FROM, Viewport
from render.lettering import text_width
from render.shapes import hexagon
from render.signs import Badge, badge_sprite, seat_sprite
from render.sprites import Sprite
from render.strips import MARGIN

_LETTERS: Final = 16
"""From a map up to the middle of the letters of its columns."""
_NAMES: Final = ((90, 46), (46, 34), (36, 30), (0, 26))
"""From which side on names of cells have which size."""
_BELOW: Final = slice(2, 5)
"""The cells below a cell, of its neighbours."""
_SEEN: Final = 0.3
"""How far from the field's line the middle of a cell with a name is at least, in sides."""


class MapField:
    """Draws an observation on a field; the order of the calls is the order of the layers."""

    def __init__(self, observation: Observation, view: Viewport) -> None:
        """Begin with sea and land."""
        self.observation = observation
        self.view = view
        self.grid = observation.grid
        self.ring = ring(observation)
        self.canvas = laid_ground(self.grid, view)
        self.seen = [laid for laid in observation.tiles if view.sees(laid.cell)]
        self.placed_crews = placed_crews(self.seen, view)
        self.taken = [(crew.x, crew.y) for crew in self.placed_crews]
        """Middles of the pieces that the names of cells make room for, in pixels."""
        self.lines: list[tuple[int, int]] = []
        """Points on faults and rings, which they make room for, too."""

    def outlines(self, cells: Collection[Cell] = ()) -> None:
        """Outline the empty ring around the tiles, and more cells if asked."""
        sprite = outline_sprite(self.view.side)
        for cell in sorted({*self.ring, *cells}):
            self.canvas.stamp(sprite, *self.view.point(cell))

    def shadows(self) -> None:
        """Lay a shadow under each tile."""
        sprite, depth = shadow_sprite(self.view.side), shadow_depth(self.view.side)
        built = {laid.cell for laid in self.seen}
        for laid in self.seen:
            # Tiles on all cells below would cover it.
            if not built.issuperset(neighbours(laid.cell)[_BELOW]):
                x, y = self.view.point(laid.cell)
                self.canvas.stamp(sprite, x, y + depth)

    def tiles(
        self, claimed: Claims | None = None, look: Callable[[Laid], Look] = lambda _: Look.FULL
    ) -> None:
        """Lay the tiles, roads edged in their owners' colours."""
        claimed = claims(self.observation.sections) if claimed is None else claimed
        for laid in self.seen:
            colours = edge_colours(laid, claimed)
            face = TileFace(laid.tile, laid.turn, self.view.side, colours, look(laid))
            self.canvas.stamp(tile_sprite(face), *self.view.point(laid.cell))
        # On an overview large towns: they are what one looks for first.
        if self.view.side < BOARD_FROM:
            for town in filter(self.view.sees, self.observation.towns):
                self.canvas.stamp(town_sprite(self.view.side), *self.view.point(town))

    def names(self, cells: Collection[Cell] | None = None) -> None:
        """Name the empty cells that a highway points at: no other cell can be legal."""
        if self.view.side < BOARD_FROM:
            return
        size = next(size for side, size in _NAMES if self.view.side >= side)
        face = Face("regular", size, "soft", "land")
        room = Room(self.view, self.taken, self.lines)
        for cell in sorted(self.pointed_at() if cells is None else cells):
            name = self.grid.name(cell)
            x, y = room.place(name, size, cell)
            # A name cut by the field's line would be misread: "J1" for "J12".
            half = text_width(name, face.weight, size) // 2 + 5
            if self.view.sees(cell, -_SEEN):
                x = min(max(x, half), self.view.width - half)
                y = min(max(y, 18), self.view.height - 18)
                self.canvas.write(name, x, y, face, "middle")

    def keep_clear(self, cells: Iterable[Cell]) -> None:
        """Keep names away from the rings that these cells will get."""
        corners = hexagon(1.02 * self.view.side, 1.02 * self.view.cell_height)
        for x, y in map(self.view.point, cells):
            for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
                for part in (0.0, 1 / 3, 2 / 3):
                    point = x + ax + part * (bx - ax), y + ay + part * (by - ay)
                    self.lines.append((round(point[0]), round(point[1])))

    def pointed_at(self) -> set[Cell]:
        """Return the empty cells of the ring that a highway runs to."""
        fallen = {laid.cell for quake in self.observation.quakes for laid in quake.fallen}
        return pointed_at(self.seen, self.observation) - fallen

    def mark(self, cell: Cell, colour: str = "white") -> None:
        """Put the ring of the last move, or in amber of a draft, around a cell."""
        self.canvas.stamp(ring_sprite(self.view.side, colour), *self.view.point(cell))

    def crews(self, letters: tuple[str, ...], placed: Iterable[PlacedCrew] | None = None) -> None:
        """Stand the crews on their roads."""
        size = crew_size(self.view.side)
        lettered = self.view.side >= LETTERS_FROM
        for crew in self.placed_crews if placed is None else placed:
            letter = letters[crew.seat] if lettered else ""
            self.canvas.stamp(seat_sprite(crew.seat, size, letter, "ground"), crew.x, crew.y)

    def badge(self, label: str, x: float, y: float, badge: Badge) -> None:
        """Put a number or letter on a place in pixels of the field."""
        self.canvas.stamp(badge_sprite(label, badge), x, y)

    def put_on(self, canvas: Canvas, left: int, top: int) -> None:
        """Put the field into a picture, with its line and the column letters above."""
        place_field(canvas, self.canvas.picture, left, top)
        columns = sorted({cell.q for cell in self.grid.cells})
        widest = max(text_width(self.grid.column(q), MARGIN.weight, MARGIN.size) for q in columns)
        every = 1 if widest + 4 <= 1.5 * self.view.side else 2
        for n, q in enumerate(columns):
            x, _ = self.view.point(Cell(q, 0))
            if 14 <= x <= self.view.width - 14 and n % every == 0:
                canvas.write(self.grid.column(q), left + x, top - _LETTERS, MARGIN, "middle")


def letters_above(grid: Grid, view: Viewport) -> tuple[tuple[str, float], ...]:
    """Return the letters of the columns that a view shows, each with its part of the width."""
    columns = [(q, view.point(Cell(q, 0))[0]) for q in sorted({cell.q for cell in grid.cells})]
    return tuple(
        (grid.column(q), round(x / view.width, 4)) for q, x in columns if 14 <= x <= view.width - 14
    )


Spot: TypeAlias = tuple[int, int]
"""A point in pixels."""

_CLEAR: Final = 2.0
_LINE: Final = 0.16
"""How far a fault or a ring reaches from its middle, in sides."""
_WAYS: Final = (
    *((0.0, 0.0), (0.0, 0.12), (0.0, -0.12), (0.12, 0.0), (-0.12, 0.0)),
    *((0.1, 0.14), (-0.1, 0.14), (0.1, -0.14), (-0.1, -0.14)),
    *((0.0, 0.2), (0.0, -0.2), (0.2, 0.0), (-0.2, 0.0), (0.2, 0.2), (-0.2, 0.2)),
    *((0.2, -0.2), (-0.2, -0.2), (0.0, 0.36), (0.0, -0.36)),
    *((0.3, 0.32), (-0.3, -0.32), (0.3, -0.32), (-0.3, 0.32)),
)


class Room:
    """Where pieces, faults and rings are, in squares of two sides: few can be near one name."""

    def __init__(self, view: Viewport, pieces: Iterable[Spot], lines: Iterable[Spot] = ()) -> None:
        """Keep clear of the middles of pieces and of points on lines, in pixels of the view."""
        self._view = view
        self._square = 2 * view.side
        self._taken: defaultdict[Spot, list[tuple[int, int, float]]] = defaultdict(list)
        for spots, reach in ((pieces, 0.62 * crew_size(view.side)), (lines, _LINE * view.side)):
            for x, y in spots:
                self._taken[x // self._square, y // self._square].append((x, y, reach))

    def place(self, name: str, size: int, cell: Cell) -> tuple[int, int]:
        """Return the middle of the name of a cell, in font `size`."""
        x, y = self._view.point(cell)
        side, square = self._view.side, self._square
        wide, high = text_width(name, "regular", size) / 2, 0.4 * size
        columns = range(x // square - 1, x // square + 2)
        rows = range(y // square - 1, y // square + 2)
        near = [
            spot
            for each in product(columns, rows)
            for spot in self._taken.get(each, ())
            if abs(spot[0] - x) < square and abs(spot[1] - y) < square
        ]
        best, most = (0.0, 0.0), -math.inf
        for dx, dy in _WAYS:
            left, top = x + dx * side, y + dy * side
            # The pixels to what is nearest, below 0 if they overlap.
            gaps = [max(abs(px - left) - wide, abs(py - top) - high) - by for px, py, by in near]
            gap = min(gaps, default=math.inf)
            if gap > most:
                best, most = (dx, dy), gap
            if gap >= _CLEAR:
                break
        return round(x + best[0] * side), round(y + best[1] * side)


_ENOUGH: Final = 1.3
"""Badges' widths from a badge to the nearest piece, from which on nearer does no harm."""


class Corners:
    """Gives out corners of tiles to badges `size` pixels wide."""

    def __init__(self, field: MapField, size: int) -> None:
        """Keep clear of the field's crews."""
        self._field = field
        self._size = size
        self._taken: list[tuple[float, float]] = [(crew.x, crew.y) for crew in field.placed_crews]

    def stamp(self, sprite: Sprite, cell: Cell) -> tuple[float, float]:
        """Put a badge at the corner of a cell that is farthest from everything; return where."""
        view = self._field.view
        x, y = view.point(cell)
        corners = hexagon(1.02 * view.side, 1.02 * view.cell_height)
        spot = max(((round(x + dx), round(y + dy)) for dx, dy in corners), key=self._room)
        self.stamp_at(sprite, spot)
        return spot

    def stamp_at(self, sprite: Sprite, spot: tuple[float, float]) -> None:
        """Put a badge at a place; the next ones keep clear of it."""
        self._taken.append(spot)
        self._field.canvas.stamp(sprite, *spot)

    def _room(self, spot: tuple[float, float]) -> float:
        x, y = spot
        view = self._field.view
        edge = min(x, y, view.width - x, view.height - y) + 20
        near = (dist(spot, other) for other in self._taken)
        return min(_ENOUGH * self._size, edge, *near)
