"""The ground from above: water, land, and the tiles from below to above with their shadows."""

import math
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Final

from engine.boards.squares import Space
from engine.games.san_andreas.pieces import Laid, Layout
from engine.games.san_andreas.tiles import EAST_BORDER, LAND, TOP, Plate, Tile, footprint, is_land
from render.canvas import Canvas
from render.games.san_andreas.tiles import Look, cast, relief, shadow_sprite, tile_sprite
from render.games.san_andreas.window import Window
from render.palette import active
from render.shapes import Point, moved, rounded
from render.sprites import SPRITES, Sketch, Sprite, kept
from render.theme import HEIGHT, WIDTH


@dataclass(frozen=True, slots=True)
class Slide:
    """A tile on its way: how far it is drawn from where it lies, in pixels."""

    tile: Tile
    right: int
    down: int


@dataclass(frozen=True, slots=True)
class Ground:
    """What a picture of the ground depends on: tiles, stacks and water, not pieces."""

    layout: Layout
    window: Window
    pale: frozenset[Tile] = frozenset()
    """Tiles that are out of the question."""
    slide: Slide | None = None


def laid_ground(ground: Ground) -> Canvas:
    """Return the ground; the same for all turns between two quakes, so it is kept."""
    layout = ground.layout
    key = ("sa ground", layout.tiles, layout.stacks, layout.lakes, ground.window, ground.pale)
    sprite = SPRITES.get(key, lambda: Sprite(drawn_ground(ground).picture, None, 0, 0))
    return Canvas(sprite.picture.copy())


def drawn_ground(ground: Ground) -> Canvas:
    """Return the ground, drawn now and not kept: animations show each only once."""
    canvas, layout = Canvas(land_sprite().picture.copy()), ground.layout
    put_water(canvas, layout, ground.window)
    order = from_below(layout)
    for plate in order:
        if plate == LAND:
            _cover(canvas, ground, order[: order.index(LAND)])
            put_border(canvas, ground.window)
        else:
            laid = _laid(layout, plate)
            x, y = ground.window.centre(laid.space)
            if ground.slide and ground.slide.tile == plate:
                x, y = x + ground.slide.right, y + ground.slide.down
            look = _look(ground, laid)
            cast(canvas.picture, shadow_sprite(look.relief, look.side), x, y)
            canvas.stamp(tile_sprite(look), x, y)
    _mend(canvas, ground, order)
    return canvas


def _laid(layout: Layout, tile: Tile) -> Laid:
    laid = layout.tile(tile)
    assert laid is not None
    return laid


def _look(ground: Ground, laid: Laid) -> Look:
    return Look(relief(laid), ground.window.side, laid.tile in ground.pale)


def _cover(canvas: Canvas, ground: Ground, below: list[Plate]) -> None:
    """Lay the land over what lies under it, and over the shadows that fell there."""
    side = ground.window.side
    spaces = {
        Space(corner.x + dx, corner.y + dy)
        for tile in below
        if (laid := ground.layout.tile(tile))
        for corner in footprint(laid.space)
        for dx, dy in product((-1, 0, 1), repeat=2)
    }
    for space in sorted(filter(is_land, spaces)):
        x, y = ground.window.corner(space)
        box = (max(0, x), max(0, y), x + side, y + side)
        if box[0] < box[2] and box[1] < box[3]:
            canvas.picture.paste(land_sprite().picture.crop(box), box[:2])


def from_below(layout: Layout) -> list[Plate]:
    """Return all plates so that each comes after those it lies on; land as early as it can.

    Three plates may lie on one another in a ring: then one of them comes too early.
    """
    below: dict[Plate, set[Plate]] = {laid.tile: set() for laid in layout.tiles}
    below[LAND] = set()
    for stack in layout.stacks:
        for lower, upper in pairwise(stack.plates):
            below[upper].add(lower)
    order: list[Plate] = []
    seen: set[Plate] = set()

    def visit(plate: Plate) -> None:
        if plate not in seen:
            seen.add(plate)
            for lower in sorted(below[plate]):
                visit(lower)
            order.append(plate)

    for plate in (LAND, *(laid.tile for laid in layout.tiles)):
        visit(plate)
    return order


def _mend(canvas: Canvas, ground: Ground, order: list[Plate]) -> None:
    """Draw the top plate of a space again where a ring of plates put it too early."""
    side = ground.window.side
    rank = {plate: n for n, plate in enumerate(order)}
    for stack in ground.layout.stacks:
        top = stack.plates[-1]
        if top == LAND or rank[top] == max(rank[plate] for plate in stack.plates):
            continue
        laid = _laid(ground.layout, top)
        sprite = tile_sprite(_look(ground, laid))
        x, y = ground.window.corner(stack.space)
        left, upper = ground.window.centre(laid.space)
        box = (x - left + side, y - upper + side, x - left + 2 * side, y - upper + 2 * side)
        mask = sprite.mask.crop(box) if sprite.mask else None
        canvas.picture.paste(sprite.picture.crop(box), (x, y), mask)


_FULL: Final = 64
_LINES: Final = (
    (41, 1.5, "wave4"),
    (30, 1.8, "wave3"),
    (20, 2.0, "wave2"),
    (11, 2.4, "wave1"),
)
"""How far from the shore each line runs, its width and its colour; the outermost first."""
_AROUND: Final = (
    *((-1, -1), (0, -1), (1, -1), (-1, 0)),
    *((1, 0), (-1, 1), (0, 1), (1, 1)),
)
"""The spaces around one, in the picture: right is south, down is west."""
_HATCH: Final = 22
"""Pixels between two lines of the land's hatch, so that it repeats."""
_DASH: Final = 8
"""Half a dash of the border, in pixels."""
_DASH_PITCH: Final = 25
_OUTSIDE: Final = 4
"""Pixels between the tiles and the border."""


@kept
def land_sprite() -> Sprite:
    """Return the whole picture as hatched land."""
    sketch = Sketch(_HATCH, _HATCH, "land")
    for shift in range(-2, 4):
        start = shift * _HATCH
        sketch.line([(start - 44, 44), (start + 44, -44)], 1.6, "landline")
    tile = sketch.finished().picture
    picture = active().blank(WIDTH, HEIGHT, "land")
    for x in range(0, WIDTH, tile.width):
        for y in range(0, HEIGHT, tile.height):
            picture.paste(tile, (x, y))
    return Sprite(picture, None, 0, 0)


def put_water(canvas: Canvas, layout: Layout, window: Window) -> None:
    """Fill every space that is not bare land: ocean, lakes, and the dark under the tiles."""
    tiled = {stack.space for stack in layout.stacks}
    lakes = set(layout.lakes)
    for space in window.spaces():
        if is_land(space):
            continue
        x, y = window.corner(space)
        if space in tiled:
            canvas.box(x, y, x + window.side, y + window.side, "shade deep")
        elif space in lakes:
            canvas.stamp(lake_sprite(window.side), x, y)
        else:
            canvas.stamp(ocean_sprite(_shores(space, tiled, lakes), window.side), x, y)


def _shores(space: Space, tiled: set[Space], lakes: set[Space]) -> int:
    """Return which of the spaces around are solid, as bits; corners hidden by a side are left."""
    solid = []
    for right, down in _AROUND:
        near = Space(space.x - down, space.y - right)
        solid.append(is_land(near) or near in tiled or near in lakes)
    for corner, one, other in ((0, 1, 3), (2, 1, 4), (5, 3, 6), (7, 4, 6)):
        solid[corner] = solid[corner] and not solid[one] and not solid[other]
    return sum(1 << n for n, is_solid in enumerate(solid) if is_solid)


@kept
def ocean_sprite(shores: int, side: int) -> Sprite:
    """Return a space of the ocean, its anchor in the upper left corner; `shores` as bits."""
    if not shores:
        return Sprite(active().blank(side, side, "deep"), None, 0, 0)
    scale = side / _FULL
    half = side // 2
    sketch = Sketch(half, half, "deep")
    near = [place for n, place in enumerate(_AROUND) if shores >> n & 1]
    for far, wide, colour in _LINES:
        for reach, paint in ((far + wide / 2, colour), (far - wide / 2, "deep")):
            grown = rounded(side + 2 * reach * scale, side + 2 * reach * scale, reach * scale)
            for right, down in near:
                sketch.fill(moved(grown, right * side, down * side), paint)
    return Sprite(sketch.finished().picture, None, 0, 0)


@kept
def lake_sprite(side: int) -> Sprite:
    """Return a space of a lake, its anchor in the upper left corner."""
    sketch = Sketch(side // 2, side // 2, "sea")
    scale = side / _FULL
    for x, y in ((-11, -19), (10, -2), (-11, 15)):
        sketch.line(wave(x * scale, y * scale, 12 * scale, 3.2 * scale, 2), 3 * scale, "lakewave")
    return Sprite(sketch.finished().picture, None, 0, 0)


def wave(x: float, y: float, long: float, high: float, count: int) -> list[Point]:
    """Return a line of `count` waves whose middle is at (x, y)."""
    steps = 12 * count
    return [
        (
            x + (step / steps - 0.5) * long * count,
            y - high * math.sin(2 * math.pi * step * count / steps),
        )
        for step in range(steps + 1)
    ]


def put_border(canvas: Canvas, window: Window) -> None:
    """Draw the dashed line where land begins."""
    # Its corners: up in the north, down the staircase, down in the south.
    side, south = window.side, window.left + _OUTSIDE
    x, y = window.left - TOP * side - _OUTSIDE, HEIGHT + _DASH
    corners = [(x, y)]
    for column in range(TOP, 0, -1):
        top = window.top - EAST_BORDER[column] * side - _OUTSIDE
        if top != y:
            x = window.left - column * side - _OUTSIDE
            corners += [(x, y), (x, top)]
            y = top
    legs = list(pairwise([*dict.fromkeys(corners), (south, y), (south, HEIGHT + _DASH)]))

    for (x, y), (to_x, to_y) in legs:
        left, right, top, bottom = min(x, to_x), max(x, to_x), min(y, to_y), max(y, to_y)
        canvas.box(left - 3, top - 3, right + 4, bottom + 4, "white")
    for (x, y), (to_x, to_y) in legs:
        left, right, top, bottom = min(x, to_x), max(x, to_x), min(y, to_y), max(y, to_y)
        count = max(1, round((right - left + bottom - top) / _DASH_PITCH))
        for n in range(count + 1):
            dash_x, dash_y = round(x + (to_x - x) * n / count), round(y + (to_y - y) * n / count)
            canvas.box(
                max(dash_x - _DASH, left - 2),
                max(dash_y - _DASH, top - 2),
                min(dash_x + _DASH, right + 2),
                min(dash_y + _DASH, bottom + 2),
                "border",
            )
