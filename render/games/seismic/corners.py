"""Places for badges at the corners of tiles: clear of crews, of one another and of the edge."""

from math import dist
from typing import Final

from engine.boards.hexes import Cell
from render.games.seismic.field import MapField
from render.shapes import hexagon
from render.sprites import Sprite

_ENOUGH: Final = 1.3
"""Badges' widths from a badge to the nearest piece, from which on nearer does no harm."""


class Corners:
    """Gives out corners of tiles to badges `size` pixels wide."""

    def __init__(self, field: MapField, size: int) -> None:
        """Keep clear of the field's crews."""
        self._field = field
        self._size = size
        self._taken: list[tuple[float, float]] = [(crew.x, crew.y) for crew in field.standings]

    def stamp(self, sprite: Sprite, cell: Cell) -> tuple[float, float]:
        """Put a badge at the corner of a cell that is farthest from everything; return where."""
        spot = max(self._corners(cell), key=self._room)
        self.stamp_at(sprite, spot)
        return spot

    def stamp_at(self, sprite: Sprite, spot: tuple[float, float]) -> None:
        """Put a badge at a place; the next ones keep clear of it."""
        self._taken.append(spot)
        self._field.canvas.stamp(sprite, *spot)

    def _corners(self, cell: Cell) -> list[tuple[float, float]]:
        view = self._field.view
        x, y = view.point(cell)
        corners = hexagon(1.02 * view.side, 1.02 * view.cell_height)
        return [(round(x + dx), round(y + dy)) for dx, dy in corners]

    def _room(self, spot: tuple[float, float]) -> float:
        x, y = spot
        view = self._field.view
        edge = min(x, y, view.width - x, view.height - y) + 20
        near = (dist(spot, other) for other in self._taken)
        return min(_ENOUGH * self._size, edge, *near)
