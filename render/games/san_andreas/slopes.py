"""The ground aslant, drawn once for each quake: water, land, tiles with their sides."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine.boards.squares import Space
from engine.games.san_andreas.pieces import Layout
from engine.games.san_andreas.tiles import EAST_BORDER, LAND, TOP, Plate, is_land
from render.games.san_andreas.colours import HEIGHTS, SHADE, mixed
from render.games.san_andreas.relief import STEP
from render.games.san_andreas.slant import NORTH_SIDE, WEST_SIDE, Plane, Slant
from render.palette import active
from render.shapes import Point
from render.sprites import Sprite
from render.theme import COLOURS, HEIGHT, WIDTH, Rgb

_TIMES: Final = 2
_SIZE: Final = (WIDTH * _TIMES, HEIGHT * _TIMES)
_WATER: Final = -1.0
"""The height of the water, in layers."""
FAR_LAND: Final = "land in the south and east"
_FAR: Final = 40
"""How many spaces the land goes on."""
_WAVES: Final = ((0.64, 0.022, "wave4"), (0.47, 0.026, "wave3"), (0.31, 0.03, "wave2"))
_SHORE: Final = (0.17, 0.036, "wave1")
_CONTOUR: Final = 0.014
_SQUARE: Final = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
_LIT, _SHADED = 0.22, 0.15
"""How much white a slope to the north has at most, and how much ink one to the south."""


class Slope:
    """Draws the ground aslant, in full colours and twice its size."""

    def __init__(self, layout: Layout, slant: Slant) -> None:
        """Begin with nothing but ocean."""
        self._layout = layout
        self._slant = slant
        self._rgb = active().rgb
        self._picture = Image.new("RGB", _SIZE, self._rgb["deep"])
        self._draw = ImageDraw.Draw(self._picture)
        self._planes = {laid.tile: Plane.of(laid) for laid in layout.tiles}

    def drawn(self) -> Sprite:
        """Return the whole ground in the palette."""
        self._shores()
        self._lakes()
        self._walls()
        for plate in drawing_order(self._layout):
            if plate == FAR_LAND:
                self._land(self._south_east())
                self._border(_EAST, _SOUTH)
            elif plate == LAND:
                self._land([self._north()])
                self._border(_NORTH)
            else:
                self._tile(plate)
        return Sprite(active().mapped(self._picture.reduce(_TIMES)), None, 0, 0)

    def _points(self, points: Iterable[tuple[float, ...]], z: float = 0.0) -> list[Point]:
        return self._large([self._slant.point(x, y, z) for x, y in points])

    def _large(self, points: Iterable[Point]) -> list[Point]:
        return [(x * _TIMES, y * _TIMES) for x, y in points]

    def _shores(self) -> None:
        """Draw the lines along everything solid, the outermost first."""
        solid = {stack.space for stack in self._layout.stacks} | set(self._layout.lakes)
        solid |= {
            Space(x, y)
            for y in range(TOP + 2)
            for x in range(13)
            if is_land(Space(x, y)) and x < 12
        }
        for reach, wide, colour in (*_WAVES, _SHORE):
            for far, paint in ((reach + wide, colour), (reach - wide, "deep")):
                for x, y in sorted(solid):
                    around = _rounded(x, y, far)
                    self._draw.polygon(self._points(around, _WATER), fill=self._rgb[paint])

    def _lakes(self) -> None:
        for x, y in self._layout.lakes:
            self._draw.polygon(self._points(_rounded(x, y, 0), _WATER), fill=self._rgb["sea"])
            for n in range(3):
                middle = self._slant.point(x + 0.25 + 0.25 * n, y + 0.5, _WATER)
                wave = [
                    (middle[0] + 3 * step - 12, middle[1] + (-2, 0, 2, 0)[step % 4])
                    for step in range(9)
                ]
                line = self._large(wave)
                self._draw.line(line, fill=self._rgb["lakewave"], width=3 * _TIMES, joint="curve")

    def _south_east(self) -> list[list[tuple[float, float]]]:
        """Return the land in the east and in the south, as outlines on the ground."""
        stairs: list[tuple[float, float]] = [(EAST_BORDER[TOP] + 1, TOP + 1)]
        for y in range(TOP, 0, -1):
            stairs += [(EAST_BORDER[y] + 1, y + 1), (EAST_BORDER[y] + 1, y)]
        return [
            [*stairs, (EAST_BORDER[1] + 1, -_FAR), (_FAR, -_FAR), (_FAR, TOP + 1)],
            [(-_FAR, 1), (_FAR, 1), (_FAR, -_FAR), (-_FAR, -_FAR)],
        ]

    def _north(self) -> list[tuple[float, float]]:
        return [(-_FAR, TOP + 1), (_FAR, TOP + 1), (_FAR, _FAR), (-_FAR, _FAR)]

    def _walls(self) -> None:
        """Draw the sides of the land towards the viewer; every tile may stand before them."""
        for y in range(TOP, 0, -1):
            x = EAST_BORDER[y] + 1
            self._wall([(x, y + 1), (x, y)], "landwest")
        self._wall([(-_FAR, 1), (EAST_BORDER[1] + 1, 1)], "landnorth")

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

    def _wall(self, ends: list[tuple[float, float]], colour: str) -> None:
        wall = [*self._points(ends), *self._points(reversed(ends), _WATER)]
        self._draw.polygon(wall, fill=self._rgb[colour])

    def _border(self, *lines: list[tuple[float, float]]) -> None:
        """Draw the dashed line where land begins."""
        for line in lines:
            self._draw.line(self._points(line), fill=self._rgb["white"], width=6 * _TIMES)
            for one, other in pairwise(line):
                self._dashes(one, other)

    def _dashes(self, one: tuple[float, float], other: tuple[float, float]) -> None:
        long = abs(other[0] - one[0]) + abs(other[1] - one[1])
        count = max(1, round(long * 3))
        for n in range(count):
            ends = [
                (one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part)
                for part in ((n + 0.18) / count, (n + 0.82) / count)
            ]
            self._draw.line(self._points(ends), fill=self._rgb["border"], width=3 * _TIMES)

    def _tile(self, tile: Plate) -> None:
        plane = self._planes[tile]
        self._shadow(plane)
        for ends, colour in ((WEST_SIDE, "westface"), (NORTH_SIDE, "northface")):
            side = self._large(plane.side(self._slant, ends))
            self._draw.polygon(side, fill=self._rgb[colour])
            self._edge(side)
        top = self._large(plane.top(self._slant))
        self._bands(plane, top)
        self._edge(top)

    def _edge(self, outline: list[Point]) -> None:
        closed = [*outline, outline[0]]
        self._draw.line(closed, fill=self._rgb["edge"], width=3, joint="curve")

    def _shadow(self, plane: Plane) -> None:
        """Darken what lies under a tile and a little to its south and west."""
        x, y = plane.laid.space
        low = max(plane.laid.depths) - 1.0
        lift = 0.08 + 0.07 * plane.relief.middle
        corners = ((x - lift, y + 2), (x + 2, y + 2), (x + 2, y - lift), (x - lift, y - lift))
        mask = Image.new("L", _SIZE)
        ImageDraw.Draw(mask).polygon(self._points(corners, low), fill=round(255 * SHADE))
        box = mask.getbbox()
        if box:
            self._picture.paste(COLOURS["ink"], box, mask.crop(box))

    def _bands(self, plane: Plane, top: list[Point]) -> None:
        """Paint the top in its tints, with contours, the more white the more it faces north."""
        self._draw.polygon(top, fill=self._tint(plane, plane.relief.low + 1e-3))
        half = _CONTOUR * plane.relief.rise / 2
        for step in plane.relief.steps():
            height = step * STEP
            band = self._tint(plane, height)
            self._above(plane, height - half, mixed(band, self._rgb["edge"], 0.35))
            self._above(plane, height + half, band)
        self._cross(plane)

    def _above(self, plane: Plane, height: float, colour: Rgb) -> None:
        x, y = plane.laid.space
        part = [
            self._slant.point(x + 1 - py, y + 1 - px, plane.height(x + 1 - py, y + 1 - px))
            for px, py in plane.relief.above(_SQUARE, height)
        ]
        if len(part) > 2:
            self._draw.polygon(self._large(part), fill=colour)

    def _cross(self, plane: Plane) -> None:
        x, y = plane.laid.space
        colour = mixed(self._tint(plane, plane.relief.middle), self._rgb["edge"], 0.4)
        for one, other in (((0.08, 1), (0.6, 1)), ((1.4, 1), (1.92, 1))):
            for ends in ((one, other), (one[::-1], other[::-1])):
                points = [
                    self._slant.point(x + east, y + north, plane.height(x + east, y + north))
                    for east, north in ends
                ]
                self._draw.line(self._large(points), fill=colour, width=2)

    def _tint(self, plane: Plane, height: float) -> Rgb:
        """Return the colour of a height on a tile as it is lit."""
        colour = self._rgb[HEIGHTS[max(0, min(7, int(height / STEP + 1e-6)))]]
        slope = plane.relief.north
        # North high faces south, away from the light.
        if slope < 0:
            return mixed(colour, self._rgb["white"], _LIT * min(1.0, -slope))
        return mixed(colour, COLOURS["ink"], _SHADED * min(1.0, slope))


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
    below = _below(layout)
    first = _under(FAR_LAND, below)
    far = {laid.tile: -(0.5 * (17 - laid.space.y) + 0.866 * laid.space.x) for laid in layout.tiles}
    far |= {tile: far[tile] - 1000 for tile in first}
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


def _below(layout: Layout) -> dict[Plate, set[Plate]]:
    """Return the plates right under each plate, the land in two parts."""
    below: dict[Plate, set[Plate]] = {laid.tile: set() for laid in layout.tiles}
    below |= {LAND: set(), FAR_LAND: set()}
    for stack in layout.stacks:
        land = LAND if stack.space.y > TOP else FAR_LAND
        plates = [land if plate == LAND else plate for plate in stack.plates]
        for lower, upper in pairwise(plates):
            below[upper].add(lower)
    return below


def _under(plate: Plate, below: dict[Plate, set[Plate]]) -> set[Plate]:
    """Return everything that a plate lies on, whatever is between."""
    found: set[Plate] = set()
    coming = [plate]
    while coming:
        fresh = below[coming.pop()] - found
        found |= fresh
        coming += fresh
    return found - {LAND, FAR_LAND}
