"""What a quake leaves: rubble, torn tiles, the fault, crews on their way home."""

import math
from typing import Final

from PIL import Image, ImageDraw

from engine.boards.hexes import OFFSETS, distance
from engine.games.seismic.pieces import Laid, Quake
from engine.games.seismic.state import Observation
from render.games.seismic.crews import crew_size, placed_crews
from render.games.seismic.map import MapField
from render.games.seismic.roads import Look
from render.games.seismic.tiles import Face, tile_sprite
from render.layout import LETTERS_FROM, Viewport, cell_height
from render.palette import active
from render.shapes import Point, grown, hexagon, moved
from render.signs import hollow_sprite
from render.sprites import Sketch, Sprite, kept

# fmt: off
_TEETH: Final = (0.13, 0.07, 0.16, 0.10, 0.06, 0.15, 0.09, 0.12, 0.16, 0.06, 0.11, 0.14, 0.08)
"""Heights of teeth in sides; the same every time the picture is drawn."""
_POINTS: Final = 6
"""How many points of a fault in each cell keep names away."""
# fmt: on


def fallen_layer(field: MapField) -> None:
    """Draw the rubble and the faults of all quakes since the last placement."""
    for quake in struck(field.observation):
        for laid in quake.fallen:
            torn_cell(field, laid, quake.line or 0)
        draw_fault(field, quake)


def struck(observation: Observation) -> list[Quake]:
    """Return the quakes since the last placement whose line is known."""
    return [quake for quake in observation.quakes if quake.line is not None]


def torn_cell(field: MapField, laid: Laid, line: int) -> None:
    """Draw rubble where a tile lay: the pale tile torn along a line, in a red border."""
    side = field.view.side
    point = field.view.point(laid.cell)
    field.canvas.stamp(_torn(laid.tile, laid.turn, side, line), *point)
    field.canvas.stamp(border_sprite(side, "hot"), *point)


@kept
def border_sprite(side: int, colour: str, wide: float = 0.085) -> Sprite:
    """Return a border inside of a cell."""
    cell = hexagon(side, cell_height(side))
    sketch = Sketch(side + 1, cell_height(side) / 2 + 1, colour)
    sketch.shape(cell)
    sketch.cut(grown(cell, -max(2.5, wide * side)))
    return sketch.finished()


@kept
def _torn(code: str, turn: int, side: int, line: int) -> Sprite:
    tile = tile_sprite(Face(code, turn, side, look=Look.DIM))
    ground = active().blank(*tile.picture.size, "rubble")
    (ax, ay), (nx, ny) = _along(side, line)
    for way in (1, -1):
        shift = (
            round((ax * 0.13 + nx * 0.04) * way * side),
            round((ay * 0.13 + ny * 0.04) * way * side),
        )
        half = _half_plane(tile, (nx * way, ny * way))
        ground.paste(tile.picture, shift, half)
    ground.putpalette(active().flat)
    return Sprite(ground, tile.mask, tile.x, tile.y)


def _along(side: int, line: int) -> tuple[Point, Point]:
    """Return the unit vectors along a line of cells and to its right."""
    x, y = Viewport(side, 0, 0, 0, 0).point(OFFSETS[line])
    length = math.hypot(x, y)
    return (x / length, y / length), (-y / length, x / length)


def _half_plane(tile: Sprite, normal: Point) -> Image.Image:
    """Return the part of a tile's mask on one side of a line through its middle."""
    assert tile.mask is not None
    half = Image.new("1", tile.mask.size)
    far = 2 * max(tile.mask.size)
    nx, ny = normal
    corners = ((-ny, nx), (ny, -nx), (nx + ny, ny - nx), (nx - ny, ny + nx))
    ImageDraw.Draw(half).polygon([(x * far + tile.x, y * far + tile.y) for x, y in corners], fill=1)
    return Image.composite(tile.mask, Image.new("1", tile.mask.size), half)


def draw_fault(field: MapField, quake: Quake) -> None:
    """Draw the jagged line from the town's edge to the far side of the last removed cell."""
    if not quake.fallen or quake.line is None:
        return
    town = field.observation.towns[quake.town]
    last = max(quake.fallen, key=lambda laid: distance(town, laid.cell)).cell
    cells, (x, y) = distance(town, last), field.view.point(town)
    field.canvas.stamp(fault_sprite(field.view.side, quake.line, cells), x, y)
    across, down = Viewport(field.view.side, 0, 0, 0, 0).point(OFFSETS[quake.line])
    way = (n / _POINTS for n in range(_POINTS // 2, _POINTS * cells + _POINTS // 2 + 1))
    field.lines.extend((round(x + part * across), round(y + part * down)) for part in way)


@kept
def fault_sprite(side: int, line: int, cells: int) -> Sprite:
    """Return a fault over `cells` cells; its anchor is the middle of the town."""
    points = _jagged(side, line, cells)
    thick = max(5.0, 0.13 * side)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    middle = round((min(xs) + max(xs)) / 2), round((min(ys) + max(ys)) / 2)
    local = moved(points, -middle[0], -middle[1])
    sketch = Sketch(
        max(abs(x) for x, _ in local) + thick, max(abs(y) for _, y in local) + thick, "paper"
    )
    sketch.line(local, thick + 4, "paper")
    sketch.line(local, thick, "ink")
    sketch.shape_line(local, thick + 3.4)
    sprite = sketch.finished()
    return Sprite(sprite.picture, sprite.mask, sprite.x - middle[0], sprite.y - middle[1])


def _jagged(side: int, line: int, cells: int) -> list[Point]:
    (ax, ay), (nx, ny) = _along(side, line)
    pitch = math.hypot(*Viewport(side, 0, 0, 0, 0).point(OFFSETS[line]))
    start, end = 0.52 * pitch, (cells + 0.42) * pitch
    points = [(start, 0.0)]
    far, n = start + 0.1 * side, 0
    while far < end - 0.1 * side:
        tooth = _TEETH[(5 * line + n) % len(_TEETH)] * side
        points.append((far, tooth if n % 2 else -tooth))
        far += (0.26 if n % 2 else 0.12) * side
        n += 1
    points.append((end, 0.0))
    return [(ax * t + nx * u, ay * t + ny * u) for t, u in points]


def fallen_crews(field: MapField, letters: tuple[str, ...]) -> None:
    """Stand the crews that went home hollow where they stood."""
    size = crew_size(field.view.side)
    fallen = [laid for quake in struck(field.observation) for laid in quake.fallen]
    for crew in placed_crews(fallen, field.view):
        letter = letters[crew.seat] if field.view.side >= LETTERS_FROM else ""
        field.canvas.stamp(hollow_sprite(crew.seat, size, letter, "rubble"), crew.x, crew.y)
