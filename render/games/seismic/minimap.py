"""The whole table very small, with a frame around the part that a picture shows large."""

from typing import Final

from PIL import Image, ImageDraw

from engine.games.seismic.tiles import TILES
from render.canvas import Canvas
from render.frames import neat_line
from render.games.seismic.crews import path_at
from render.games.seismic.map import MapField
from render.games.seismic.view import cells_to_show
from render.layout import STEPS, TINY, fitted
from render.palette import active
from render.shapes import Outline, circle, grown, hexagon, moved
from render.theme import COLOURS

_TIMES: Final = 3
_PLATES: Final = {"town": ("town", 0.8, 6.0), "intersection": ("red", 0.5, 2.6)}
"""Colour, radius in sides, least radius in pixels."""


def put_minimap(canvas: Canvas, large: MapField, size: tuple[int, int]) -> None:
    """Draw the table of a field so large in pixels, framed where the field looks.

    Land, built cells, roads as lines, towns and intersections as dots.
    """
    tiles = large.observation.tiles
    view = fitted(cells_to_show(large.observation), size, spare=8, steps=(*TINY, *STEPS[:4]))
    if view is None:
        return
    picture = Image.new("RGB", (view.width * _TIMES, view.height * _TIMES), COLOURS["sea"])
    draw, side = ImageDraw.Draw(picture), view.side

    def fill(outline: Outline, colour: str) -> None:
        draw.polygon([(x * _TIMES, y * _TIMES) for x, y in outline], fill=COLOURS[colour])

    built = frozenset(laid.cell for laid in tiles)
    cells = large.grid.cells
    for these, colour, by in (
        (cells, "sealine", 2.5),
        (cells, "land", 1.0),
        (built, "ground", 0.4),
    ):
        cell = grown(hexagon(side, view.cell_height), by)
        for each in these:
            fill(moved(cell, *view.point(each)), colour)
    width = max(_TIMES, round(0.24 * side * _TIMES))
    for laid in tiles:
        x, y = view.point(laid.cell)
        for a, _ in TILES[laid.tile].fragments:
            path = path_at(laid, (a + laid.turn) % 6)
            points = [path.at(n / 4) for n in range(5)]
            road = [((x + px * side) * _TIMES, (y + py * side) * _TIMES) for px, py in points]
            draw.line(road, fill=COLOURS["asphalt"], width=width, joint="curve")
    for laid in tiles:
        if plate := _PLATES.get(TILES[laid.tile].kind):
            colour, sides, least = plate
            disc = moved(circle(max(least, sides * side)), *view.point(laid.cell))
            fill(grown(disc, 1.4), "ink" if colour == "town" else "paper")
            fill(disc, colour)
    # The part that the field shows, in pixels of this small view.
    across, down = side / large.view.side, view.cell_height / large.view.cell_height
    left, top = view.x - large.view.x * across, view.y - large.view.y * down
    right, bottom = left + large.view.width * across, top + large.view.height * down
    part = [round(edge * _TIMES) for edge in (left, top, right, bottom)]
    for by, colour in ((4, "paper"), (3, "ink")):
        out = by * _TIMES // 2
        box = (part[0] - out, part[1] - out, part[2] + out, part[3] + out)
        draw.rectangle(box, outline=COLOURS[colour], width=by * _TIMES)
    canvas.paste(active().mapped(picture.reduce(_TIMES)), 0, 0)
    canvas.stamp(neat_line(*size, 8, 2), size[0] / 2, size[1] / 2)
