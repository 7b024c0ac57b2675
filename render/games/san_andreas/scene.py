"""A map with everything that stands on it; the order of the calls is the order of the layers."""

from collections.abc import Callable, Collection, Mapping
from typing import Final

from engine.boards.squares import Space
from engine.games.san_andreas.state import City, LastMove, Layout
from engine.games.san_andreas.tiles import QUARTERS, Quarter, Tile
from engine.seat import Seat
from render.canvas import Canvas
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.ground import Ground, laid_ground
from render.games.san_andreas.labels import label, put_label, quarter_of
from render.games.san_andreas.pieces import (
    choice_sprite,
    city_size,
    city_sprite,
    lost_sprite,
    ring_sprite,
    seal_sprite,
)
from render.games.san_andreas.window import Window, window_of
from render.shapes import rounded
from render.sketch import Sketch
from render.sprites import SPRITES, Sprite
from render.parts import stretched

FRAME_WIDE: Final = 40
Values = Callable[[City], str]
"""What a city bears: its numeral, or the letter of its seat."""


class Scene:
    """Draws a layout on its ground."""

    def __init__(
        self,
        layout: Layout,
        captions: Captions,
        *,
        pale: Collection[Tile] = (),
        canvas: Canvas | None = None,
        window: Window | None = None,
    ) -> None:
        """Begin with the ground, or with one that is drawn already."""
        self.layout = layout
        self.captions = captions
        self.window = window or window_of([layout])
        self.pale = frozenset(pale)
        self.canvas = canvas or laid_ground(Ground(layout, self.window, self.pale))

    def names(self, also: Collection[Space] = ()) -> None:
        """Name the tiles and show the way down; `also` are spaces that something else needs."""
        taken: dict[Tile, set[Quarter]] = {laid.tile: set() for laid in self.layout.tiles}
        for piece in (*self.layout.cities, *self.layout.pawns):
            taken[piece.tile].add(piece.quarter)
        for laid in self.layout.tiles:
            around = {quarter_of(laid, space) for space in self._inside(laid.space, also)}
            placed = label(laid, taken[laid.tile] | around)
            put_label(self.canvas, placed, self.window, pale=laid.tile in self.pale)

    def _inside(self, corner: Space, spaces: Collection[Space]) -> list[Space]:
        inside = QUARTERS.values()
        return [
            space for space in spaces if Space(space.x - corner.x, space.y - corner.y) in inside
        ]

    def pieces(
        self, values: Values, last: LastMove | None = None, ring: str = "white"
    ) -> None:
        """Stand cities and epicenters on the ground, the last move on its ring."""
        side = self.window.side
        for city in sorted(self.layout.cities, key=lambda city: (-city.space.x, -city.space.y)):
            x, y = self.window.stand(city.space, city.quarter)
            if last and (city.tile, city.quarter) == (last.tile, last.quarter):
                self.canvas.stamp(ring_sprite(side, ring), x, y)
            self.canvas.stamp(city_sprite(city.seat, side, values(city)), x, y)
        for pawn in self.layout.pawns:
            if pawn.is_covered:
                continue
            x, y = self.window.stand(pawn.space, pawn.quarter)
            if last and pawn.pawn == last.pawn:
                self.canvas.stamp(ring_sprite(round(1.08 * side), ring), x, y)
            self.canvas.stamp(seal_sprite(pawn.pawn, side), x, y)

    def lost(self, seat: Seat, space: Space, quarter: Quarter) -> None:
        """Mark where a city was lost."""
        x, y = self.window.stand(space, quarter)
        self.canvas.stamp(lost_sprite(seat, city_size(self.window.side)), x, y)

    def choices(self, spaces: Mapping[Space, str]) -> None:
        """Put a yellow square with its label on each space that may be chosen."""
        for space in sorted(spaces, reverse=True):
            laid = self.top(space)
            at = self.window.stand(space, quarter_of(laid, space))
            self.canvas.stamp(choice_sprite(spaces[space], self.window.side), *at)

    def top(self, space: Space):  # type: ignore[no-untyped-def]
        plates = self.layout.plates(space)
        laid = self.layout.tile(plates[-1]) if plates else None
        assert laid is not None
        return laid

    def frame(self, colour: str) -> None:
        """Draw the frame: pine is public, amber private."""
        for strip in _strips(colour):
            self.canvas.stamp(strip, 0, 0)


def _strips(colour: str) -> tuple[Sprite, ...]:
    return tuple(
        SPRITES.get(("sa frame", colour, n), lambda n=n: _strip(colour, n)) for n in range(4)
    )


def _strip(colour: str, n: int) -> Sprite:
    half = FRAME_WIDE
    sketch = Sketch(half, half, colour)
    sketch.shape(rounded(2 * half, 2 * half, 0.01))
    for inset, corner, paint in ((8, 22.0, "paper"), (12, 18.0, "ink")):
        sketch.fill(rounded(2 * (half - inset), 2 * (half - inset), corner), paint)
    sketch.cut(rounded(2 * (half - 14.5), 2 * (half - 14.5), 15.5))
    whole = stretched(sketch.finished(), 1200, 800)
    left, top, right, bottom = (
        (0, 0, 1200, half),
        (0, 800 - half, 1200, 800),
        (0, half, 16, 800 - half),
        (1184, half, 1200, 800 - half),
    )[n]
    assert whole.mask is not None
    box = (left, top, right, bottom)
    return Sprite(whole.picture.crop(box), whole.mask.crop(box), -left, -top)
