"""The coast as one sees it from the sea, for those who want to see the heights."""

import math
from typing import Final

from engine.boards.squares import Space
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import PAWNS, QUARTERS
from render.canvas import Canvas, Face
from render.frames import panelled
from render.games.san_andreas.board import shown
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.panels import card, scores
from render.games.san_andreas.pieces import city_sprite, pawn_sprite, seal_sprite
from render.games.san_andreas.slant import Plane, Slant, contains, slant_of
from render.games.san_andreas.slopes import Slope, drawing_order
from render.lettering import shortened
from render.shapes import Point, circle
from render.sprites import SPRITES, Sketch, Sprite

_PANEL: Final = (744, 690, 1164, 774)
_LIFTED: Final = 16
"""Pixels that a piece hovers over its space."""
_SIDE: Final = 56
"""Pieces are as large as on a flat map with spaces of this side."""
_CLEAR: Final = 36

Standing = tuple[float, float, Sprite]


def sea_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the public picture of the table aslant."""
    layout = observation.layout
    slant = slant_of(layout)
    key = ("sa slant", layout.tiles, layout.stacks, layout.lakes, slant)
    ground = SPRITES.get(key, lambda: Slope(layout, slant).drawn())
    canvas = Canvas(ground.picture.copy())
    pieces = _standing(observation, captions, slant)
    _names(canvas, observation, slant, [(x, y) for x, y, _ in pieces])
    for x, y, piece in sorted(pieces, key=lambda piece: piece[1]):
        canvas.stamp(_oval(), x, y + _LIFTED + 6)
        canvas.stamp(piece, x, y)
    panelled(canvas, "frame")
    scores(canvas, observation, captions)
    _epicenters(canvas, observation, captions)
    return canvas


def _standing(observation: Observation, captions: Captions, slant: Slant) -> list[Standing]:
    """Return every piece with where it stands."""
    layout = observation.layout
    planes = {laid.tile: Plane.of(laid) for laid in layout.tiles}
    label = shown(captions)
    found = []
    for city in layout.cities:
        x, y = _place(planes[city.tile], city.space, slant)
        found.append((x, y, city_sprite(city.seat, _SIDE, label(city))))
    for pawn in layout.pawns:
        if not pawn.is_covered:
            x, y = _place(planes[pawn.tile], pawn.space, slant)
            found.append((x, y, seal_sprite(pawn.pawn, _SIDE)))
    return found


def _place(plane: Plane, space: Space, slant: Slant) -> Point:
    x, y = space.x + 0.5, space.y + 0.5
    right, down = slant.point(x, y, plane.height(x, y))
    return right, down - _LIFTED


def _names(canvas: Canvas, observation: Observation, slant: Slant, pieces: list[Point]) -> None:
    """Name the tiles where nothing hides the name."""
    layout = observation.layout
    order = [plate for plate in drawing_order(layout) if layout.tile(plate)]
    planes = [Plane.of(laid) for plate in order if (laid := layout.tile(plate))]
    outlines = [plane.outline(slant) for plane in planes]
    for n, plane in enumerate(planes):
        for east, north in _places(plane):
            x, y = plane.laid.space.x + east, plane.laid.space.y + north
            at = slant.point(x, y, plane.height(x, y))
            corners = [(at[0] + dx, at[1] + dy) for dx in (-20, 20) for dy in (-11, 11)]
            hidden = any(contains(each, point) for each in outlines[n + 1 :] for point in corners)
            if not hidden and _is_open(at, pieces):
                canvas.write(plane.laid.tile, *at, Face("bold", 28, "tilename", "high1"), "middle")
                break


def _places(plane: Plane) -> list[tuple[float, float]]:
    """Return where a name may stand, in spaces from the south-west corner; the best first."""
    seen = plane.laid.visible
    if plane.laid.space.y < 1 and plane.laid.steepness:
        # It sticks out of the land in the south, which hides it or not: a name might float.
        return []
    quarters = [(QUARTERS[each].x + 0.5, QUARTERS[each].y + 0.5) for each in seen]
    return [(1.0, 1.0), *quarters] if len(seen) == len(QUARTERS) else quarters


def _is_open(at: Point, pieces: list[Point]) -> bool:
    return all(math.dist(at, piece) > _CLEAR for piece in pieces)


def _oval() -> Sprite:
    return SPRITES.get("sa oval", _drawn_oval)


def _drawn_oval() -> Sprite:
    sketch = Sketch(24, 12, "edge")
    sketch.shape([(x * 20, y * 8) for x, y in circle(1)])
    sketch.fill(circle(40), "dark ground")
    return sketch.finished()


def _epicenters(canvas: Canvas, observation: Observation, captions: Captions) -> None:
    card(canvas, _PANEL)
    left, top, right, _ = _PANEL
    width = canvas.write(str(len(observation.pool)), left + 21, top + 42, Face("bold", 44))
    words = shortened(captions.free, "regular", 30, 110)
    canvas.write(words, left + 34 + width, top + 45, Face("regular", 30, "soft"))
    for n, pawn in enumerate(PAWNS):
        gone = pawn not in observation.pool
        canvas.stamp(pawn_sprite(pawn, 50, gone=gone), right - 234 + 64 * n, top + 42)
