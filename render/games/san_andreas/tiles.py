"""Tiles and their shadows seen from above: how high they lie, tints, contours, rims, crosses."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from engine.games.san_andreas.pieces import Laid
from render.games.san_andreas.colours import DARK, DIMMED, HEIGHTS, LIGHT, SHADE
from render.palette import Palette, active
from render.shapes import Outline, Point, grown, rounded
from render.sprites import Sketch, Sprite, kept
from render.theme import COLOURS, between

STEP: Final = 0.5
"""Layers from one tint to the next."""


@dataclass(frozen=True, slots=True)
class Relief:
    """A plane over a tile, in layers; `east` and `north` are what it rises in one space."""

    middle: float
    east: float
    north: float

    @property
    def corners(self) -> tuple[float, float, float, float]:
        """The heights of the corners at a north-east, b south-east, c north-west, d south-west."""
        return (
            max(0.0, self.middle + self.east + self.north),
            max(0.0, self.middle + self.east - self.north),
            max(0.0, self.middle - self.east + self.north),
            max(0.0, self.middle - self.east - self.north),
        )

    @property
    def rise(self) -> float:
        """From the lowest to the highest corner."""
        return 2 * (abs(self.east) + abs(self.north))

    @property
    def low(self) -> float:
        """The height of the lowest corner."""
        return self.middle - self.rise / 2

    def at(self, x: float, y: float) -> float:
        """Return the height at a point of the picture: 1 to the right is south, 1 down is west."""
        return self.middle - y * self.east - x * self.north

    def above(self, outline: Outline, height: float) -> Outline:
        """Return the part of a convex outline that lies higher, in spaces around the middle."""
        kept: list[Point] = []
        for n, point in enumerate(outline):
            before = outline[n - 1]
            here, there = self.at(*point) - height, self.at(*before) - height
            if (here >= 0) != (there >= 0):
                part = there / (there - here)
                kept.append(
                    (
                        before[0] + (point[0] - before[0]) * part,
                        before[1] + (point[1] - before[1]) * part,
                    )
                )
            if here >= 0:
                kept.append(point)
        return kept

    def steps(self) -> list[int]:
        """Return the tints from the second lowest up: numbers of half layers."""
        top = self.low + self.rise
        return [n for n in range(1, math.ceil(top / STEP)) if n * STEP > self.low + 1e-6]


def relief(laid: Laid) -> Relief:
    """Return how a tile lies."""
    a, b, c, d = laid.depths
    east, north = laid.lean
    steep, both = laid.steepness, abs(east) + abs(north)
    if not both:
        return Relief(max(laid.depths), 0.0, 0.0)
    middle: float = max(laid.depths)
    if steep > 1 and abs(east) != abs(north):
        # It bridges the gap between a high edge and a low one.
        one, other = (max(a, b), max(c, d)) if abs(east) > abs(north) else (max(a, c), max(b, d))
        middle = (one + other) / 2 + STEP
    return Relief(middle, steep * east / both, steep * north / both)


_FULL: Final = 64
"""The side for which line widths are given."""
_TIMES: Final = 4
_THROWN: Final = (2.8, 3.6)
"""Pixels that a shadow falls to the right and down for each layer."""
_RAISED: Final = 3.6
_CORNERS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))
"""Where the corners at a, b, c, d lie, in spaces around the middle."""
_EDGES: Final = ((0, 1, (0, -1)), (1, 3, (1, 0)), (3, 2, (0, 1)), (2, 0, (-1, 0)))
"""Each edge clockwise: its corners and the way outwards."""
_INSET: Final = 0.8
_CONTOUR: Final = 0.022
_UPPER: Final = 0.6


@dataclass(frozen=True, slots=True)
class Look:
    """How a tile is drawn: its relief, the side of a space, pale if nothing can be chosen on it."""

    relief: Relief
    side: int
    pale: bool = False


@kept
def tile_sprite(look: Look) -> Sprite:
    """Return a tile seen from above, its anchor in the middle."""
    side, scale = look.side, look.side / _FULL
    reach = side - _INSET * scale
    sketch = Sketch(side, side, "edge")
    outline = rounded(2 * reach, 2 * reach, 0.11 * side)
    inner = grown(outline, -1.4 * scale)
    sketch.shape(outline)
    _bands(sketch, look, inner)
    _cross(sketch, look, reach)
    _rim(sketch, look.relief, reach - 1.4 * scale, scale)
    return sketch.finished(96)


def tint(look: Look, height: float) -> str:
    """Return the colour of a height."""
    return (DIMMED if look.pale else HEIGHTS)[max(0, min(7, int(height / STEP + 1e-6)))]


def _bands(sketch: Sketch, look: Look, inner: Outline) -> None:
    side, relief = look.side, look.relief
    unit = [(x / side, y / side) for x, y in inner]
    sketch.fill(inner, tint(look, relief.low + 1e-3))
    half = _CONTOUR * relief.rise / 2
    for step in relief.steps():
        height = step * STEP
        line = "contour dim0" if look.pale else _known("contour", tint(look, height))
        _fill(sketch, relief.above(unit, height - half), side, line)
        _fill(sketch, relief.above(unit, height + half), side, tint(look, height))


def _fill(sketch: Sketch, part: Outline, side: int, colour: str) -> None:
    if len(part) > 2:
        sketch.fill([(x * side, y * side) for x, y in part], colour)


def _known(kind: str, band: str) -> str:
    """Return the colour of a line on a band: the highest bands share one."""
    name = f"{kind} {band}"
    return name if name in active().rgb else f"{kind} high6"


def _cross(sketch: Sketch, look: Look, reach: float) -> None:
    """Draw the lines between the four spaces, free around the middle for name and arrow."""
    side, scale = look.side, look.side / _FULL
    end = reach - 7 * scale
    for (x, y), gap in (((-1, 0), 0.39), ((1, 0), 0.39), ((0, -1), 0.27), ((0, 1), 0.27)):
        middle = (gap * side + end) / 2
        half = (end - gap * side) / 2
        band = tint(look, look.relief.at(x * middle / side, y * middle / side))
        colour = "cross dim0" if look.pale else _known("cross", band)
        bar = rounded(2 * half if x else 1.6 * scale, 2 * half if y else 1.6 * scale, 0.5 * scale)
        sketch.fill([(px + x * middle, py + y * middle) for px, py in bar], colour)


def _rim(sketch: Sketch, relief: Relief, reach: float, scale: float) -> None:
    """Light up the edges in the upper part of the rise."""
    if not relief.rise:
        return
    for _, _, (x, y) in _EDGES:
        if relief.at(x, y) < relief.low + _UPPER * relief.rise:
            continue
        middle = reach - 1.3 * scale - 1.2 * scale
        long = 2 * reach - 9 * scale
        bar = rounded(2.6 * scale if x else long, 2.6 * scale if y else long, 1.2 * scale)
        sketch.fill([(px + x * middle, py + y * middle) for px, py in bar], "white")


@kept
def shadow_sprite(relief: Relief, side: int) -> Sprite:
    """Return the shadow around a tile: a picture of levels, 0 for none to 3 for the darkest."""
    scale = side / _FULL
    half = round(side + (max(relief.corners) + 1) * 4 * scale) + 3
    size = 2 * half * _TIMES
    reach = side - _INSET * scale
    corners = [(x * reach, y * reach) for x, y in _CORNERS]
    thrown = Image.new("L", (size, size))
    fallen = [
        (x + _THROWN[0] * scale * (high + 1), y + _THROWN[1] * scale * (high + 1))
        for (x, y), high in zip(corners, relief.corners, strict=True)
    ]
    draw = ImageDraw.Draw(thrown)
    # Shapes that together cover everything between the tile and its shifted corners.
    quads = [[corners[one], corners[other], fallen[other], fallen[one]] for one, other, _ in _EDGES]
    for quad in (*quads, [fallen[n] for n in (0, 1, 3, 2)]):
        draw.polygon([((x + half) * _TIMES, (y + half) * _TIMES) for x, y in quad], fill=255)
    dark = Image.new("L", (size, size))
    draw = ImageDraw.Draw(dark)
    for one, other, (x, y) in _EDGES:
        rises = [(n, _RAISED * scale * relief.corners[n]) for n in (other, one)]
        ends = [(corners[n][0] + x * rise, corners[n][1] + y * rise) for n, rise in rises]
        quad = [corners[one], corners[other], *ends]
        draw.polygon([((px + half) * _TIMES, (py + half) * _TIMES) for px, py in quad], fill=255)
    levels = thrown.reduce(_TIMES).point([0] * 64 + [1] * 112 + [2] * 80)
    raised = dark.reduce(_TIMES)
    levels.paste(2, mask=raised.point([0] * 64 + [255] * 192))
    levels.paste(3, mask=raised.point([0] * 160 + [255] * 96))
    return Sprite(levels, None, half, half)


_LEVELS: Final = tuple([255 * (n == level) for n in range(256)] for level in (1, 2, 3))
"""What turns a picture of levels into the mask of one."""


@lru_cache(maxsize=8)
def _darkened(palette: Palette) -> tuple[list[int], ...]:
    """Return, for each level, the index that each colour turns into."""
    tables = []
    for part in (LIGHT, SHADE, DARK):
        strip = Image.new("RGB", (len(palette.colours), 1))
        strip.putdata([between(colour, COLOURS["ink"], part) for colour in palette.colours])
        tables.append(list(palette.mapped(strip).tobytes().ljust(256, b"\0")))
    return tuple(tables)


def cast(picture: Image.Image, shadow: Sprite, x: float, y: float) -> None:
    """Darken what lies under a shadow whose middle is at (x, y)."""
    left, top = round(x) - shadow.x, round(y) - shadow.y
    width, height = shadow.picture.size
    box = (left, top, left + width, top + height)
    # What Image.point and Image.paste do in the end; their checks would take four times as long.
    levels, below = shadow.picture.im, picture.im.crop(box)
    for level, table in zip(_LEVELS, _darkened(active()), strict=True):
        below.paste(below.point(table, None), (0, 0, width, height), levels.point(level, "1"))
    picture.im.paste(below, box)
