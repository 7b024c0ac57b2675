"""The ground of a picture: water, land, and the tiles from below to above with their shadows."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise, product

from engine.boards.squares import Space
from engine.games.san_andreas.pieces import Laid, Layout
from engine.games.san_andreas.tiles import LAND, Plate, Tile, footprint, is_land
from render.canvas import Canvas
from render.games.san_andreas.relief import relief
from render.games.san_andreas.tiles import Look, cast, shadow_sprite, tile_sprite
from render.games.san_andreas.waters import land_canvas, land_part, put_border, put_water
from render.games.san_andreas.window import Window
from render.sprites import SPRITES, Sprite


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

    @property
    def key(self) -> tuple[object, ...]:
        """Return what tells two grounds apart."""
        layout = self.layout
        return ("sa ground", layout.tiles, layout.stacks, layout.lakes, self.window, self.pale)


def laid_ground(ground: Ground) -> Canvas:
    """Return the ground; the same for all turns between two quakes, so it is kept."""
    sprite = SPRITES.get(ground.key, lambda: Sprite(drawn_ground(ground).picture, None, 0, 0))
    return Canvas(sprite.picture.copy())


def drawn_ground(ground: Ground) -> Canvas:
    """Return the ground, drawn now and not kept: animations show each only once."""
    canvas, layout = land_canvas(), ground.layout
    put_water(canvas, layout, ground.window)
    order = from_below(layout)
    for plate in order:
        if plate == LAND:
            _cover(canvas, ground, order[: order.index(LAND)])
            put_border(canvas, ground.window)
        else:
            _lay(canvas, ground, plate)
    _mend(canvas, ground, order)
    return canvas


def _look(ground: Ground, laid: Laid) -> Look:
    return Look(relief(laid), ground.window.side, laid.tile in ground.pale)


def _lay(canvas: Canvas, ground: Ground, tile: Tile) -> None:
    laid = ground.layout.tile(tile)
    assert laid is not None
    x, y = ground.window.centre(laid.space)
    if ground.slide and ground.slide.tile == tile:
        x, y = x + ground.slide.right, y + ground.slide.down
    look = _look(ground, laid)
    cast(canvas.picture, shadow_sprite(look.relief, look.side), x, y)
    canvas.stamp(tile_sprite(look), x, y)


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
            canvas.picture.paste(land_part(box), box[:2])


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
    visit = _visitor(below, order)
    visit(LAND)
    for laid in layout.tiles:
        visit(laid.tile)
    return order


def _visitor(below: dict[Plate, set[Plate]], order: list[Plate]) -> Callable[[Plate], None]:
    seen: set[Plate] = set()

    def visit(plate: Plate) -> None:
        if plate not in seen:
            seen.add(plate)
            for lower in sorted(below[plate]):
                visit(lower)
            order.append(plate)

    return visit


def _mend(canvas: Canvas, ground: Ground, order: list[Plate]) -> None:
    """Draw the top plate of a space again where a ring of plates put it too early."""
    side = ground.window.side
    rank = {plate: n for n, plate in enumerate(order)}
    for stack in ground.layout.stacks:
        top = stack.plates[-1]
        if top == LAND or rank[top] == max(rank[plate] for plate in stack.plates):
            continue
        laid = ground.layout.tile(top)
        assert laid is not None
        sprite = tile_sprite(_look(ground, laid))
        x, y = ground.window.corner(stack.space)
        left, upper = ground.window.centre(laid.space)
        box = (x - left + side, y - upper + side, x - left + 2 * side, y - upper + 2 * side)
        mask = sprite.mask.crop(box) if sprite.mask else None
        canvas.picture.paste(sprite.picture.crop(box), (x, y), mask)
