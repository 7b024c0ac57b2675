"""The ground below the tiles: sea, coast, land, and the outlines of the empty ring."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from engine.boards.hexes import Cell, neighbour
from engine.games.seismic.grid import Grid
from engine.games.seismic.pieces import Laid
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import edges
from render.canvas import Canvas
from render.layout import Viewport, cell_height
from render.palette import active
from render.shapes import grown, hexagon, moved
from render.sprites import Sketch, Sprite, kept
from render.theme import COLOURS

_TIMES: Final = 2
_LINE: Final = 2.0
_COAST: Final = (
    (0.34, _LINE, "sealine"),
    (0.34, 0.0, "sea"),
    (0.14, _LINE, "sealine"),
    (0.14, 0.0, "land"),
)
"""How far land and lines reach beyond the cells: sides, pixels more, colour; in order."""


@lru_cache(maxsize=4096)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six cells next to a cell, by direction."""
    return tuple(neighbour(cell, edge) for edge in range(6))


def ring(observation: Observation) -> frozenset[Cell]:
    """Return the empty cells of the table next to a tile."""
    built = {laid.cell for laid in observation.tiles}
    return around(built, observation) - built


def around(cells: Iterable[Cell], observation: Observation) -> frozenset[Cell]:
    """Return the cells of the table next to any of these."""
    found = frozenset[Cell]().union(*(neighbours(cell) for cell in cells))
    return found & observation.grid.cells


def pointed_at(tiles: Iterable[Laid], observation: Observation) -> set[Cell]:
    """Return the empty cells of the table that a highway of these tiles runs to."""
    ends = {
        cell
        for laid in tiles
        for edge, cell in enumerate(neighbours(laid.cell))
        if edges(laid.tile, laid.turn) >> edge & 1
    }
    built = {laid.cell for laid in observation.tiles}
    return (ends & observation.grid.cells) - built


def laid_ground(grid: Grid, view: Viewport) -> Canvas:
    """Return the field with sea, coast and plain land."""
    return Canvas(_ground(grid, view).picture.copy())


@kept
def _ground(grid: Grid, view: Viewport) -> Sprite:
    shore = [cell for cell in grid.cells if view.sees(cell, 2)]
    coast = [cell for cell in shore if not grid.cells.issuperset(neighbours(cell))]
    if not any(view.sees(cell, 1.4) for cell in coast):
        return Sprite(active().blank(view.width, view.height, "land"), None, 0, 0)
    size = (view.width * _TIMES, view.height * _TIMES)
    picture = Image.new("RGB", size, COLOURS["sea"])
    draw = ImageDraw.Draw(picture)
    for sides, pixels, colour in _COAST:
        cell = grown(hexagon(view.side, view.cell_height), sides * view.side + pixels)
        for place in shore if colour == "land" else coast:
            outline = moved(cell, *view.point(place))
            large = [(x * _TIMES, y * _TIMES) for x, y in outline]
            draw.polygon(large, fill=COLOURS[colour])
    return Sprite(active().mapped(picture.reduce(_TIMES)), None, 0, 0)


@kept
def outline_sprite(side: int, colour: str = "landline", line: float = 1.6) -> Sprite:
    """Return the outline of an empty cell."""
    cell = hexagon(side, cell_height(side))
    sketch = Sketch(side + 2, cell_height(side) / 2 + 2, "land")
    sketch.shape(grown(cell, line / 2 + 0.5))
    sketch.fill(grown(cell, line / 2), colour)
    sketch.fill(grown(cell, -line / 2), "land")
    sketch.cut(grown(cell, -line / 2 - 0.5))
    return sketch.finished()
