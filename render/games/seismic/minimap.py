"""The whole table very small, with a frame around the part that a picture shows large."""

from typing import Final

from PIL import Image, ImageDraw

from engine.boards.hexes import Cell
from engine.games.seismic.pieces import Laid
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES
from render.canvas import Canvas
from render.frames import neat_line
from render.games.seismic.crews import path_at
from render.games.seismic.ground import table_of
from render.games.seismic.map import MapField
from render.games.seismic.view import shown
from render.layout import STEPS, TINY, View, fitted
from render.palette import mapped
from render.shapes import Outline, circle, grown, hexagon, moved
from render.theme import COLOURS

_TIMES: Final = 3
_PLATES: Final = {"town": ("town", 0.8, 6.0), "intersection": ("red", 0.5, 2.6)}
"""Colour, radius in sides, least radius in pixels."""


def put_minimap(canvas: Canvas, large: MapField, size: tuple[int, int]) -> None:
    """Draw the table of a field so large in pixels, framed where the field looks."""
    observation = large.observation
    view = fitted(shown(observation), size, spare=8, steps=(*TINY, *STEPS[:4]))
    if view is None:
        return
    sketch = _Sketch(observation, view)
    picture = mapped(sketch.finished(_part(large.view, view)))
    canvas.paste(picture, 0, 0)
    canvas.stamp(neat_line(*size, 8, 2), size[0] / 2, size[1] / 2)


def _part(large: View, small: View) -> tuple[float, float, float, float]:
    """Return the corners of a large view in pixels of a small one."""
    across, down = small.side / large.side, small.cell_height / large.cell_height
    left, top = small.x - large.x * across, small.y - large.y * down
    return left, top, left + large.width * across, top + large.height * down


class _Sketch:
    """Land, built cells, roads as lines, towns and intersections as dots."""

    def __init__(self, observation: Observation, view: View) -> None:
        self._observation = observation
        self._view = view
        size = (view.width * _TIMES, view.height * _TIMES)
        self._picture = Image.new("RGB", size, COLOURS["sea"])
        self._draw = ImageDraw.Draw(self._picture)

    def finished(self, part: tuple[float, float, float, float]) -> Image.Image:
        cells = table_of(self._observation.towns, self._observation.radius).cells
        for colour, by in (("sealine", 2.5), ("land", 1.0)):
            self._cells(cells, colour, by)
        built = frozenset(laid.cell for laid in self._observation.tiles)
        self._cells(built, "ground", 0.4)
        for laid in self._observation.tiles:
            self._roads(laid)
        for laid in self._observation.tiles:
            self._plate(laid)
        self._frame(part)
        return self._picture.reduce(_TIMES)

    def _cells(self, cells: frozenset[Cell], colour: str, by: float) -> None:
        cell = grown(hexagon(self._view.side, self._view.cell_height), by)
        for each in cells:
            self._fill(moved(cell, *self._view.point(each)), colour)

    def _roads(self, laid: Laid) -> None:
        x, y = self._view.point(laid.cell)
        side = self._view.side
        width = max(_TIMES, round(0.24 * side * _TIMES))
        for a, _ in TILES[laid.tile].fragments:
            path = path_at(laid, (a + laid.turn) % 6)
            points = [path.at(n / 4) for n in range(5)]
            line = [((x + px * side) * _TIMES, (y + py * side) * _TIMES) for px, py in points]
            self._draw.line(line, fill=COLOURS["asphalt"], width=width, joint="curve")

    def _plate(self, laid: Laid) -> None:
        if plate := _PLATES.get(TILES[laid.tile].kind):
            colour, sides, least = plate
            disc = moved(circle(max(least, sides * self._view.side)), *self._view.point(laid.cell))
            self._fill(grown(disc, 1.4), "ink" if colour == "town" else "paper")
            self._fill(disc, colour)

    def _frame(self, part: tuple[float, float, float, float]) -> None:
        left, top, right, bottom = (round(edge * _TIMES) for edge in part)
        for by, colour in ((4, "paper"), (3, "ink")):
            box = (left - by * _TIMES // 2, top - by * _TIMES // 2)
            far = (right + by * _TIMES // 2, bottom + by * _TIMES // 2)
            self._draw.rectangle((*box, *far), outline=COLOURS[colour], width=by * _TIMES)

    def _fill(self, outline: Outline, colour: str) -> None:
        large = [(x * _TIMES, y * _TIMES) for x, y in outline]
        self._draw.polygon(large, fill=COLOURS[colour])
