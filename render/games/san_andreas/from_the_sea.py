"""The coast seen from the sea, which shows how high the tiles lie."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine.boards.squares import Space
from engine.games.san_andreas.pieces import Laid, Layout
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import EAST_BORDER, LAND, PAWNS, QUARTERS, TOP, Plate, is_land
from render.canvas import Canvas, Face
from render.frames import panelled
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.coast import public_values
from render.games.san_andreas.colours import HEIGHTS, SHADE
from render.games.san_andreas.panels import card, pool, scores
from render.games.san_andreas.pieces import city_sprite, seal_sprite
from render.games.san_andreas.tiles import STEP, Relief, relief
from render.palette import active
from render.shapes import Point, circle
from render.sprites import SPRITES, Sketch, Sprite, kept
from render.theme import COLOURS, HEIGHT, WIDTH, Rgb, between

# From the ground to the picture.

_ACROSS: Final = (0.866, -0.5)
"""How far right a space to the south and one to the east lie, in units."""
_UP: Final = (0.5, 0.866)
_TIPPED: Final = 37.6 / 69
_LAYER: Final = 27 / 69
_UNIT: Final = 69.0
_ROOM: Final = (20.0, 74.0, 1172.0, 776.0)
"""Where tiles may lie: left, top, right, bottom."""
_SCORES: Final = (478.0, 300.0)
"""The lower right corner of the panel that no tile may lie under."""


@dataclass(frozen=True, slots=True)
class Projection:
    """Space units to pixels: `unit` pixels a unit; (x 1, y 17) on the ground is at (left, top)."""

    unit: float
    left: float
    top: float

    def point(self, x: float, y: float, z: float = 0.0) -> Point:
        """Return where a point of the ground lies; `z` in layers above the lowest tiles' tops."""
        south, east = 17 - y, x - 1
        return (
            self.left + self.unit * (_ACROSS[0] * south + _ACROSS[1] * east),
            self.top - self.unit * (_TIPPED * (_UP[0] * south + _UP[1] * east) + _LAYER * z),
        )


@dataclass(frozen=True, slots=True)
class Plane:
    """The top of a tile: its relief and its corners on the ground."""

    laid: Laid
    relief: Relief

    @classmethod
    def of(cls, laid: Laid) -> "Plane":
        """Return the top of a tile."""
        return cls(laid, relief(laid))

    def height(self, x: float, y: float) -> float:
        """Return the height over a point of the ground."""
        east, north = x - self.laid.space.x - 1, y - self.laid.space.y - 1
        found = self.relief.middle + east * self.relief.east + north * self.relief.north
        return max(0.0, found)

    def over(self, projection: Projection, space: Space) -> Point:
        """Return where a piece hovers over a space of the tile."""
        x, y = space.x + 0.5, space.y + 0.5
        right, down = projection.point(x, y, self.height(x, y))
        return right, down - _LIFTED

    def corner(self, east: int, north: int) -> tuple[float, float, float]:
        """Return a corner of the top: 0 is west or south, 2 east or north."""
        x, y = self.laid.space.x + east, self.laid.space.y + north
        return x, y, self.height(x, y)

    def top(self, projection: Projection) -> list[Point]:
        """Return the outline of the top in the picture."""
        return [projection.point(*self.corner(*at)) for at in ((0, 2), (2, 2), (2, 0), (0, 0))]

    def side(
        self, projection: Projection, ends: tuple[tuple[int, int], tuple[int, int]]
    ) -> list[Point]:
        """Return the outline of a side, one layer high."""
        one, other = (self.corner(*end) for end in ends)
        foot = [(x, y, z - 1) for x, y, z in (other, one)]
        return [projection.point(*point) for point in (one, other, *foot)]

    def outline(self, projection: Projection) -> list[Point]:
        """Return everything of the tile that may hide something."""
        x, y, z = self.corner(2, 2)
        back = projection.point(x, y, z)
        far = projection.point(*self.corner(2, 0))
        feet = [(x, y, z - 1) for x, y, z in (self.corner(0, 0), self.corner(0, 2))]
        foot = self.corner(2, 2)
        return [
            back,
            far,
            projection.point(*self.corner(0, 0)),
            *(projection.point(*point) for point in feet),
            projection.point(foot[0], foot[1], foot[2] - 1),
        ]


NORTH_SIDE: Final = ((0, 2), (2, 2))
WEST_SIDE: Final = ((0, 2), (0, 0))


def projection_of(layout: Layout) -> Projection:
    """Return the largest projection in which all tiles are seen and none lies under the panel."""
    planes = [Plane.of(laid) for laid in layout.tiles]
    best = Projection(_UNIT, 262.0, 742.0)
    if _is_clear(best, planes):
        return best
    for unit in range(68, 34, -1):
        points = _points(Projection(unit, 0.0, 0.0), planes)
        left = _ROOM[2] - max(x for x, _ in points)
        for top in (_ROOM[3] - max(y for _, y in points), 742.0):
            projection = Projection(unit, left, top)
            if _is_clear(projection, planes):
                return projection
    return Projection(35, 640.0, 742.0)


def _points(projection: Projection, planes: Iterable[Plane]) -> list[Point]:
    return [point for plane in planes for point in plane.outline(projection)]


def _is_clear(projection: Projection, planes: list[Plane]) -> bool:
    left, top, right, bottom = _ROOM
    return all(
        left <= x <= right and top <= y <= bottom and (x > _SCORES[0] or y > _SCORES[1])
        for x, y in _points(projection, planes)
    )


def contains(outline: list[Point], point: Point) -> bool:
    """Say whether a point lies inside of an outline."""
    inside = False
    for n, (x, y) in enumerate(outline):
        px, py = outline[n - 1]
        if (y > point[1]) != (py > point[1]) and point[0] < (px - x) * (point[1] - y) / (
            py - y
        ) + x:
            inside = not inside
    return inside


# The ground, drawn once for each quake: water, land, tiles with their sides.

_TIMES: Final = 2
_SIZE: Final = (WIDTH * _TIMES, HEIGHT * _TIMES)
_WATER: Final = -1.0
"""The height of the water, in layers."""
FAR_LAND: Final = "land in the south and east"
_FAR: Final = 40
"""How many spaces farther the land reaches."""
_WAVES: Final = ((0.64, 0.022, "wave4"), (0.47, 0.026, "wave3"), (0.31, 0.03, "wave2"))
_SHORE: Final = (0.17, 0.036, "wave1")
_CONTOUR: Final = 0.014
_SQUARE: Final = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
_LIT, _SHADED = 0.22, 0.15
"""How much white a slope to the north has at most, and how much ink one to the south."""


class ProjectedGround:
    """Draws the ground aslant, in full colours and twice its size."""

    def __init__(self, layout: Layout, projection: Projection) -> None:
        """Begin with nothing but ocean."""
        self._layout = layout
        self._projection = projection
        self._rgb = active().rgb
        self._picture = Image.new("RGB", _SIZE, self._rgb["deep"])
        self._draw = ImageDraw.Draw(self._picture)
        self._planes = {laid.tile: Plane.of(laid) for laid in layout.tiles}

    def drawn(self) -> Sprite:
        """Return the whole ground in the palette."""
        self._shores()
        self._lakes()
        # The sides of the land towards the viewer; every tile may stand before them.
        for step in zip(_EAST[::2], _EAST[1::2], strict=True):
            self._wall(step, "landwest")
        self._wall(((-_FAR, 1), (EAST_BORDER[1] + 1, 1)), "landnorth")
        for plate in drawing_order(self._layout):
            if plate == FAR_LAND:
                east = [*_EAST, (EAST_BORDER[1] + 1, -_FAR), (_FAR, -_FAR), (_FAR, TOP + 1)]
                self._land([east, [(-_FAR, 1), (_FAR, 1), (_FAR, -_FAR), (-_FAR, -_FAR)]])
                self._border(_EAST, _SOUTH)
            elif plate == LAND:
                self._land([[(-_FAR, TOP + 1), (_FAR, TOP + 1), (_FAR, _FAR), (-_FAR, _FAR)]])
                self._border(_NORTH)
            else:
                self._tile(plate)
        return Sprite(active().mapped(self._picture.reduce(_TIMES)), None, 0, 0)

    def _points(self, points: Iterable[tuple[float, ...]], z: float = 0.0) -> list[Point]:
        return self._large([self._projection.point(x, y, z) for x, y in points])

    def _large(self, points: Iterable[Point]) -> list[Point]:
        return [(x * _TIMES, y * _TIMES) for x, y in points]

    def _shores(self) -> None:
        """Draw the lines along everything solid, the outermost first."""
        solid = {stack.space for stack in self._layout.stacks} | set(self._layout.lakes)
        solid.update(filter(is_land, (Space(x, y) for y in range(TOP + 2) for x in range(12))))
        for reach, wide, colour in (*_WAVES, _SHORE):
            for far, paint in ((reach + wide, colour), (reach - wide, "deep")):
                for x, y in sorted(solid):
                    around = _rounded(x, y, far)
                    self._draw.polygon(self._points(around, _WATER), fill=self._rgb[paint])

    def _lakes(self) -> None:
        for x, y in self._layout.lakes:
            self._draw.polygon(self._points(_rounded(x, y, 0), _WATER), fill=self._rgb["sea"])
            for n in range(3):
                middle = self._projection.point(x + 0.25 + 0.25 * n, y + 0.5, _WATER)
                wave = [
                    (middle[0] + 3 * step - 12, middle[1] + (-2, 0, 2, 0)[step % 4])
                    for step in range(9)
                ]
                line = self._large(wave)
                self._draw.line(line, fill=self._rgb["lakewave"], width=3 * _TIMES, joint="curve")

    def _land(self, outlines: Sequence[list[tuple[float, float]]]) -> None:
        """Draw land with its hatch."""
        mask = Image.new("1", _SIZE)
        for outline in outlines:
            ImageDraw.Draw(mask).polygon(self._points(outline), fill=1)
        self._picture.paste(self._rgb["land"], mask=mask)
        lines = Image.new("1", _SIZE)
        draw = ImageDraw.Draw(lines)
        for n in range(-4 * _FAR, 4 * _FAR):
            ends = self._points([(-_FAR, 17 - n / 3), (_FAR, 17 - n / 3)])
            draw.line(ends, fill=1, width=3)
        self._picture.paste(self._rgb["landline"], mask=ImageChops.logical_and(lines, mask))

    def _wall(self, ends: Sequence[Point], colour: str) -> None:
        wall = [*self._points(ends), *self._points(reversed(ends), _WATER)]
        self._draw.polygon(wall, fill=self._rgb[colour])

    def _border(self, *lines: list[tuple[float, float]]) -> None:
        """Draw the dashed line where land begins."""
        for line in lines:
            self._draw.line(self._points(line), fill=self._rgb["white"], width=6 * _TIMES)
            for one, other in pairwise(line):
                wide, high = other[0] - one[0], other[1] - one[1]
                count = max(1, round((abs(wide) + abs(high)) * 3))
                for n in range(count):
                    parts = ((n + 0.18) / count, (n + 0.82) / count)
                    ends = [(one[0] + wide * part, one[1] + high * part) for part in parts]
                    self._draw.line(self._points(ends), fill=self._rgb["border"], width=3 * _TIMES)

    def _tile(self, tile: Plate) -> None:
        plane = self._planes[tile]
        # What lies under a tile and a little to its south and west is darkened.
        x, y = plane.laid.space
        lift = 0.08 + 0.07 * plane.relief.middle
        corners = ((x - lift, y + 2), (x + 2, y + 2), (x + 2, y - lift), (x - lift, y - lift))
        below = self._points(corners, max(plane.laid.depths) - 1.0)
        mask = Image.new("L", _SIZE)
        ImageDraw.Draw(mask).polygon(below, fill=round(255 * SHADE))
        if box := mask.getbbox():
            self._picture.paste(COLOURS["ink"], box, mask.crop(box))
        for ends, colour in ((WEST_SIDE, "westface"), (NORTH_SIDE, "northface")):
            side = self._large(plane.side(self._projection, ends))
            self._draw.polygon(side, fill=self._rgb[colour])
            self._edge(side)
        top = self._large(plane.top(self._projection))
        self._bands(plane, top)
        self._edge(top)

    def _edge(self, outline: list[Point]) -> None:
        closed = [*outline, outline[0]]
        self._draw.line(closed, fill=self._rgb["edge"], width=3, joint="curve")

    def _bands(self, plane: Plane, top: list[Point]) -> None:
        """Paint the top in its tints, with contours, the more white the more it faces north."""
        self._draw.polygon(top, fill=self._tint(plane, plane.relief.low + 1e-3))
        half = _CONTOUR * plane.relief.rise / 2
        for step in plane.relief.steps():
            height = step * STEP
            band = self._tint(plane, height)
            self._above(plane, height - half, between(band, self._rgb["edge"], 0.35))
            self._above(plane, height + half, band)
        # The lines between its four spaces.
        x, y = plane.laid.space
        colour = between(self._tint(plane, plane.relief.middle), self._rgb["edge"], 0.4)
        for one, other in (((0.08, 1), (0.6, 1)), ((1.4, 1), (1.92, 1))):
            for ends in ((one, other), (one[::-1], other[::-1])):
                points = [
                    self._projection.point(x + east, y + north, plane.height(x + east, y + north))
                    for east, north in ends
                ]
                self._draw.line(self._large(points), fill=colour, width=2)

    def _above(self, plane: Plane, height: float, colour: Rgb) -> None:
        x, y = plane.laid.space
        part = [
            self._projection.point(x + 1 - py, y + 1 - px, plane.height(x + 1 - py, y + 1 - px))
            for px, py in plane.relief.above(_SQUARE, height)
        ]
        if len(part) > 2:
            self._draw.polygon(self._large(part), fill=colour)

    def _tint(self, plane: Plane, height: float) -> Rgb:
        """Return the colour of a height on a tile as it is lit."""
        colour = self._rgb[HEIGHTS[max(0, min(7, int(height / STEP + 1e-6)))]]
        slope = plane.relief.north
        # North high faces south, away from the light.
        if slope < 0:
            return between(colour, self._rgb["white"], _LIT * min(1.0, -slope))
        return between(colour, COLOURS["ink"], _SHADED * min(1.0, slope))


_NORTH: Final = [(-12.0, 17.0), (EAST_BORDER[TOP] + 1.0, 17.0)]
_SOUTH: Final = [(EAST_BORDER[1] + 1.0, 1.0), (-12.0, 1.0)]
_EAST: Final[list[tuple[float, float]]] = [
    point
    for y in range(TOP, 0, -1)
    for point in ((EAST_BORDER[y] + 1.0, y + 1.0), (EAST_BORDER[y] + 1.0, float(y)))
]


def _rounded(x: float, y: float, reach: float) -> list[tuple[float, float]]:
    """Return a space grown by `reach`, its corners cut so that lines along it turn softly."""
    if not reach:
        return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    cut = 0.29 * reach
    west, east, south, north = x - reach, x + 1 + reach, y - reach, y + 1 + reach
    return [
        *((west + cut * 2, south), (east - cut * 2, south)),
        *((east - cut / 2, south + cut / 2), (east, south + cut * 2)),
        *((east, north - cut * 2), (east - cut / 2, north - cut / 2)),
        *((east - cut * 2, north), (west + cut * 2, north)),
        *((west + cut / 2, north - cut / 2), (west, north - cut * 2)),
        *((west, south + cut * 2), (west + cut / 2, south + cut / 2)),
    ]


def drawing_order(layout: Layout) -> list[Plate]:
    """Return the plates from below to above, the far ones first; `LAND` is that in the north."""
    # The plates right under each plate, the land in two parts.
    below: dict[Plate, set[Plate]] = {laid.tile: set() for laid in layout.tiles}
    below |= {LAND: set(), FAR_LAND: set()}
    for stack in layout.stacks:
        land = LAND if stack.space.y > TOP else FAR_LAND
        plates = [land if plate == LAND else plate for plate in stack.plates]
        for lower, upper in pairwise(plates):
            below[upper].add(lower)
    # Everything that the far land lies on, whatever is between.
    first, coming = set[Plate](), [FAR_LAND]
    while coming:
        fresh = below[coming.pop()] - first
        first |= fresh
        coming += fresh
    far = {laid.tile: -(0.5 * (17 - laid.space.y) + 0.866 * laid.space.x) for laid in layout.tiles}
    far |= {tile: far[tile] - 1000 for tile in first - {LAND, FAR_LAND}}
    # The land in the north is nearest to the viewer, that in the south and east is farthest.
    far |= {LAND: 0.0, FAR_LAND: -500.0}
    order: list[Plate] = []
    while below:
        free = [plate for plate, lower in below.items() if not lower & below.keys()]
        # Plates in a ring lie on one another: any of them may come first.
        nearest = min(free or below, key=lambda plate: (far[plate], plate))
        order.append(nearest)
        del below[nearest]
    return order


# The picture: what stands on the ground, and the panels.

_PANEL: Final = (744, 690, 1164, 774)
_LIFTED: Final = 16
"""Pixels that a piece hovers over its space."""
_SIDE: Final = 56
"""Pieces are as large as on a flat map with spaces of this side."""
_CLEAR: Final = 36


def sea_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the public picture of the table aslant."""
    layout = observation.layout
    projection = projection_of(layout)
    key = ("sa slant", layout.tiles, layout.stacks, layout.lakes, projection)
    ground = SPRITES.get(key, lambda: ProjectedGround(layout, projection).drawn())
    canvas = Canvas(ground.picture.copy())
    planes = {laid.tile: Plane.of(laid) for laid in layout.tiles}
    label, pieces = public_values(captions), list[tuple[float, float, Sprite]]()
    for city in layout.cities:
        x, y = planes[city.tile].over(projection, city.space)
        pieces.append((x, y, city_sprite(city.seat, _SIDE, label(city))))
    for pawn in layout.pawns:
        if not pawn.is_covered:
            x, y = planes[pawn.tile].over(projection, pawn.space)
            pieces.append((x, y, seal_sprite(pawn.pawn, _SIDE)))
    _names(canvas, observation, projection, [(x, y) for x, y, _ in pieces])
    for x, y, piece in sorted(pieces, key=lambda piece: piece[1]):
        canvas.stamp(oval_sprite(), x, y + _LIFTED + 6)
        canvas.stamp(piece, x, y)
    panelled(canvas, "frame")
    scores(canvas, observation, captions)
    card(canvas, _PANEL)
    left, top, right, _ = _PANEL
    places = [(right - 234 + 64 * n, top + 42) for n in range(len(PAWNS))]
    pool(canvas, observation, captions, (left, top), places)
    return canvas


def _names(
    canvas: Canvas, observation: Observation, projection: Projection, pieces: list[Point]
) -> None:
    """Name the tiles where nothing hides the name."""
    layout = observation.layout
    order = [plate for plate in drawing_order(layout) if layout.tile(plate)]
    planes = [Plane.of(laid) for plate in order if (laid := layout.tile(plate))]
    outlines = [plane.outline(projection) for plane in planes]
    for n, plane in enumerate(planes):
        seen = plane.laid.visible
        if plane.laid.space.y < 1 and plane.laid.steepness:
            # It sticks out of the land in the south, which hides it or not: a name might float.
            continue
        # In spaces from the south-west corner, the best first.
        places = [(QUARTERS[each].x + 0.5, QUARTERS[each].y + 0.5) for each in seen]
        if len(seen) == len(QUARTERS):
            places = [(1.0, 1.0), *places]
        for east, north in places:
            x, y = plane.laid.space.x + east, plane.laid.space.y + north
            at = projection.point(x, y, plane.height(x, y))
            corners = [(at[0] + dx, at[1] + dy) for dx in (-20, 20) for dy in (-11, 11)]
            hidden = any(contains(each, point) for each in outlines[n + 1 :] for point in corners)
            is_open = all(math.dist(at, piece) > _CLEAR for piece in pieces)
            if is_open and not hidden:
                canvas.write(plane.laid.tile, *at, Face("bold", 28, "tilename", "high1"), "middle")
                break


@kept
def oval_sprite() -> Sprite:
    """Return the shadow of a piece that hovers over its space."""
    sketch = Sketch(24, 12, "edge")
    sketch.shape([(x * 20, y * 8) for x, y in circle(1)])
    sketch.fill(circle(40), "dark ground")
    return sketch.finished()
