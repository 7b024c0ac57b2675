"""A map with everything that stands on it; the order of the calls is the order of the layers."""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from engine.boards.squares import Space
from engine.game import Seat
from engine.games.san_andreas.pieces import City, Laid, LastMove, Layout
from engine.games.san_andreas.tiles import QUARTERS, Quarter, Tile
from render.frames import panelled
from render.games.san_andreas.check import Undrawable
from render.games.san_andreas.ground import Ground, Slide, drawn_ground, laid_ground
from render.games.san_andreas.labels import Style, label, put_label, quarter_of
from render.games.san_andreas.pieces import (
    choice_sprite,
    city_size,
    city_sprite,
    dot_sprite,
    lost_sprite,
    ring_sprite,
    seal_sprite,
)
from render.games.san_andreas.window import Window, window_of

Values = Callable[[City], str]
"""What a city bears: its numeral, or the letter of its seat."""


class Coast:
    """Draws a layout on its ground."""

    def __init__(
        self,
        layout: Layout,
        *,
        pale: Collection[Tile] = (),
        too_steep: int = 2,
        window: Window | None = None,
        slide: Slide | None = None,
        keep: bool = True,
    ) -> None:
        """Begin with the ground; one that is shown only once need not be kept."""
        self.layout = layout
        self.window = window or window_of([layout])
        self.pale = frozenset(pale)
        self.slide = slide
        self._too_steep = too_steep
        ground = Ground(layout, self.window, self.pale, slide)
        self.canvas = laid_ground(ground) if keep else drawn_ground(ground)

    def names(
        self,
        also: Collection[Space] = (),
        busy: Mapping[Tile, Collection[Quarter]] = MappingProxyType({}),
        *,
        crossed: bool = False,
        large: Collection[Tile] = (),
    ) -> None:
        """Name the tiles, some in large letters, and show the way down.

        `also` are spaces that something else needs, `busy` quarters that an arrow runs beside;
        `crossed`: dashes may run through names.
        """
        taken: dict[Tile, set[Quarter]] = {laid.tile: set() for laid in self.layout.tiles}
        for city in self.layout.cities:
            taken[city.tile].add(city.quarter)
        for pawn in self.layout.pawns:
            taken[pawn.tile].add(pawn.quarter)
        for laid in self.layout.tiles:
            around = {quarter_of(laid, space) for space in self._inside(laid.space, also)}
            placed = label(laid, taken[laid.tile] | around, busy.get(laid.tile, ()))
            if not (self.slide and self.slide.tile == laid.tile):
                style = Style(
                    self.window,
                    laid.tile in self.pale,
                    self._too_steep,
                    crossed,
                    is_large=laid.tile in large,
                )
                put_label(self.canvas, placed, style)

    def _inside(self, corner: Space, spaces: Collection[Space]) -> list[Space]:
        inside = QUARTERS.values()
        return [
            space for space in spaces if Space(space.x - corner.x, space.y - corner.y) in inside
        ]

    def pieces(self, values: Values, last: LastMove | None = None, ring: str = "white") -> None:
        """Stand cities and epicenters on the ground, the last move on its ring."""
        side = self.window.side
        for city in sorted(self.layout.cities, key=lambda city: (-city.space.x, -city.space.y)):
            x, y = self.stand(city.tile, city.space, city.quarter)
            if last and (city.tile, city.quarter) == (last.tile, last.quarter):
                self.canvas.stamp(ring_sprite(side, ring), x, y)
            self.canvas.stamp(city_sprite(city.seat, side, values(city)), x, y)
        for pawn in self.layout.pawns:
            if pawn.is_covered:
                continue
            x, y = self.stand(pawn.tile, pawn.space, pawn.quarter)
            if last and pawn.pawn == last.pawn:
                self.canvas.stamp(ring_sprite(round(1.08 * side), ring), x, y)
            self.canvas.stamp(seal_sprite(pawn.pawn, side), x, y)

    def stand(self, tile: Tile, space: Space, quarter: Quarter) -> tuple[int, int]:
        """Return where a piece on a tile stands, which may be on its way."""
        x, y = self.window.stand(space, quarter)
        if self.slide is None or self.slide.tile != tile:
            return x, y
        # The tile is drawn behind where it lies, its pieces ahead of where they stood.
        return x - self.slide.right, y - self.slide.down

    def lost(self, seat: Seat, space: Space, quarter: Quarter) -> None:
        """Mark where a city was lost."""
        x, y = self.window.stand(space, quarter)
        self.canvas.stamp(lost_sprite(seat, city_size(self.window.side)), x, y)

    def choices(self, spaces: Mapping[Space, str]) -> None:
        """Put a yellow square with its label on each space that may be chosen."""
        for space in sorted(spaces, reverse=True):
            laid = self._top(space)
            at = self.window.stand(space, quarter_of(laid, space))
            self.canvas.stamp(choice_sprite(spaces[space], self.window.side), *at)

    def dots(self, spaces: Collection[Space]) -> None:
        """Put a small yellow square on each space that may be chosen later."""
        for space in sorted(spaces, reverse=True):
            laid = self._top(space)
            at = self.window.stand(space, quarter_of(laid, space))
            self.canvas.stamp(dot_sprite(self.window.side), *at)

    def _top(self, space: Space) -> Laid:
        plates = self.layout.plates(space)
        laid = self.layout.tile(plates[-1]) if plates else None
        if laid is None:
            raise Undrawable(f"no tile on top in {space}")
        return laid

    def frame(self, colour: str) -> None:
        """Draw the frame: pine is public, amber private."""
        panelled(self.canvas, colour)
