"""Draws a tile of Seismic as a sprite, and the pieces that stand on it."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.games.seismic.tiles import TILES, fragments
from render.games.seismic.roads import Look, Path, Pen, draw_roads, stacked
from render.layout import cell_height
from render.shapes import ROOT3, circle, grown, hexagon
from render.sprites import Sketch, Sprite, kept, outlined

Edges: TypeAlias = tuple[tuple[str, ...], ...]
"""Colours beside each fragment of a tile, in the order of its code; tied seats together."""

_SEAM: Final = 0.02
_TOWN_AT_LEAST: Final = 15.0
_GAPLESS: Final = 0.6


@dataclass(frozen=True, slots=True)
class Face:
    """All that decides how a tile looks; `side` in pixels."""

    code: str
    turn: int
    side: int
    edges: Edges = ()
    look: Look = Look.FULL

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The tile's fragments as they lie."""
        return fragments(self.code, self.turn)


@kept
def tile_sprite(face: Face) -> Sprite:
    """Return a tile, its anchor in the middle of the cell."""
    height = cell_height(face.side)
    cell = hexagon(face.side, height)
    dim = face.look is not Look.FULL
    sketch = Sketch(face.side + 1, height / 2 + 1, "seamdim" if dim else "seam")
    if TILES[face.code].kind == "quake":
        _draw_quake(sketch, face)
        return _shaped(sketch, face.side)
    inner = grown(cell, -max(1.1, _SEAM * face.side))
    sketch.fill(inner, "grounddim" if dim else "ground")
    paths = tuple(Path(*pair) for pair in face.pairs)
    pen = Pen(sketch, face.side, height / (ROOT3 * face.side), face.look)
    draw_roads(pen, paths, face.edges or ((),) * len(paths), stacked(face.pairs))
    _draw_centre(sketch, face)
    return _shaped(sketch, face.side)


def _shaped(sketch: Sketch, side: int) -> Sprite:
    """Return a tile in the shape that all tiles of this size have."""
    drawn = sketch.finished()
    return Sprite(drawn.picture, _shape(side).mask, drawn.x, drawn.y, shared=True)


@kept
def _shape(side: int) -> Sprite:
    height = cell_height(side)
    sketch = Sketch(side + 1, height / 2 + 1, "ground")
    sketch.shape(grown(hexagon(side, height), _GAPLESS))
    return sketch.finished()


def _draw_centre(sketch: Sketch, face: Face) -> None:
    """Draw the plate of an intersection or a town with its value."""
    tile, side = TILES[face.code], face.side
    dim = face.look is Look.DIM or (face.look is Look.SCORED and not any(face.edges))
    if tile.kind == "intersection":
        plate = hexagon(0.52 * side)
        sketch.fill(grown(plate, max(0.045 * side, 1.6)), "linedim" if dim else "paper")
        sketch.fill(plate, "reddim" if dim else "red")
        signed = side >= 44
        size = 0.46 * side if signed else max(20, 0.62 * side)
        sketch.text(f"+{tile.value}" if signed else str(tile.value), (0, 0), size, "white")
    elif tile.kind == "town":
        ring, radius = max(0.05 * side, 1.5), 0.54 * side
        sketch.fill(circle(radius + 2 * ring), "linedim" if dim else "paper")
        sketch.fill(circle(radius + ring), "asphaltdim" if dim else "ink")
        sketch.fill(circle(radius), "rubble" if dim else "town")
        sketch.text(str(tile.value), (0, 0), 0.62 * side, "ink")


@kept
def town_sprite(side: int) -> Sprite:
    """Return a town so large that it is found on an overview."""
    radius = max(0.54 * side, _TOWN_AT_LEAST)
    disc = circle(radius + 3)
    sketch = Sketch(radius + 4, radius + 4, "ground")
    sketch.shape(disc)
    for colour, by in (("paper", 0), ("ink", -1.5), ("town", -3.5)):
        sketch.fill(grown(disc, by), colour)
    sketch.text(str(TILES["SA"].value), (0, 0), 1.25 * radius, "ink")
    return sketch.finished()


def _draw_quake(sketch: Sketch, face: Face) -> None:
    side, magnitude = face.side, face.code[1:]
    sketch.fill(hexagon(2 * side), "ink")
    sketch.text(magnitude, (0, -0.22 * side), 0.66 * side, "paper")
    swings = (0, 0.15, -0.15, 0.4, -0.4, 0.75, -0.8, 1, -1, 0.8, -0.7, 0.45, -0.35, 0.15, -0.1, 0)
    high = side * (0.1 + 0.04 * float(magnitude))
    points = [
        (side * (-0.48 + 0.064 * n), 0.38 * side + swing * high) for n, swing in enumerate(swings)
    ]
    points = [(-0.65 * side, 0.38 * side), *points, (0.65 * side, 0.38 * side)]
    sketch.line(points, 0.055 * side, "red")


@kept
def shadow_sprite(side: int) -> Sprite:
    """Return the flat shadow that a tile throws on land."""
    cell = grown(hexagon(side, cell_height(side)), _GAPLESS)
    return outlined(cell, (("shadow", cell),))


def shadow_depth(side: int) -> int:
    """Return how far below its tile a shadow lies, in pixels."""
    return round(max(2, 0.07 * side))


@kept
def ring_sprite(side: int, colour: str) -> Sprite:
    """Return the ring around a cell: white for the last move, amber for a draft."""
    cell = hexagon(side, cell_height(side))
    k = min(8.0, max(6.0, 0.13 * side)) if side >= 28 else max(4.5, 0.2 * side)
    parts = ((1.1, "ink"), (0.78, colour), (-0.05, "ink"))
    sketch = Sketch(side + 2 * k, cell_height(side) / 2 + 2 * k, "ink")
    sketch.shape(grown(cell, 1.1 * k))
    for reach, paint in parts:
        sketch.fill(grown(cell, reach * k), paint)
    sketch.cut(grown(cell, -0.35 * k))
    return sketch.finished()
