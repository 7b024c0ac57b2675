"""A map with everything that stands on it; the order of the calls is the order of the layers."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.boards.squares import Space
from engine.game import Seat
from engine.games.san_andreas.pieces import City, Laid, LastMove, Layout
from engine.games.san_andreas.preview import name_at
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import QUARTERS, Pawn, Quarter, Tile, footprint
from render.canvas import Face
from render.frames import panelled
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.check import Undrawable
from render.games.san_andreas.directions import CORNERS
from render.games.san_andreas.ground import Ground, Slide, drawn_ground, laid_ground
from render.games.san_andreas.pieces import (
    choice_sprite,
    city_size,
    city_sprite,
    dot_sprite,
    hatch_sprite,
    lost_sprite,
    ring_sprite,
    seal_sprite,
)
from render.games.san_andreas.signs import lean_sprite
from render.games.san_andreas.tiles import Look, relief, tint
from render.games.san_andreas.window import Window, window_of
from render.signs import Badge, badge_sprite, hollow_sprite

_NAME: Final = 32
_LARGE: Final = 42
_BESIDE_SOMETHING: Final = 38
"""Sizes of names where a space has 64 pixels."""
_SIGN: Final = 0.6
"""Size of the sign of a marked space, in sides."""
_WHOLE_ARROW: Final = 0.54
_PART_ARROW: Final = 0.41
_BESIDE: Final = 0.62
_SEAMS: Final[tuple[tuple[Quarter, Quarter], ...]] = (
    *(("a", "b"), ("c", "d")),
    *(("a", "c"), ("b", "d")),
)
"""Neighbours side by side, then one above the other."""


@dataclass(frozen=True, slots=True)
class Label:
    """A tile that is labelled: where its name and its arrow go around its middle, in sides."""

    laid: Laid
    name: tuple[float, float] | None
    arrow: tuple[float, float] | None = None
    steepness: tuple[float, float] | None = None


def label(laid: Laid, taken: Collection[Quarter], busy: Collection[Quarter] = ()) -> Label:
    """Return where a tile's name and arrow go.

    `taken` are the quarters with something on them, `busy` those that an arrow runs between.
    """
    count = len(laid.visible)
    if count == len(QUARTERS) and not laid.steepness:
        return Label(laid, (0, 0))
    if count == len(QUARTERS):
        things = (*taken, *busy, *busy)
        left = sum(quarter in {"a", "c"} for quarter in things)
        side = _BESIDE if 2 * left > len(things) else -_BESIDE
        number = (-0.8 * side, 0.0) if laid.steepness > 1 else None
        return Label(laid, (side, 0), (0, 0), number)
    if any(set(pair) <= set(laid.visible) for pair in _SEAMS):
        return _seam(laid, taken, busy)
    if not count:
        return Label(laid, None)
    # In the only quarter that is seen, or in one of two that lie cornerwise.
    quarter = min(laid.visible, key=lambda each: each in taken)
    x, y = CORNERS[quarter][0] / 2, CORNERS[quarter][1] / 2
    if quarter in taken:
        return Label(laid, None, (x + 0.31, y - 0.31) if laid.steepness else None)
    return _placed(laid, (x, y), ((x, y - 0.22), (x, y + 0.2)))


def _seam(laid: Laid, taken: Collection[Quarter], busy: Collection[Quarter]) -> Label:
    """Stand on the seam of the two neighbours with fewest pieces, or beside it in the empty one."""
    pairs = [pair for pair in _SEAMS if set(pair) <= set(laid.visible)]
    one, other = min(pairs, key=lambda pair: sum(quarter in taken for quarter in pair))
    x, y = ((CORNERS[one][n] + CORNERS[other][n]) / 4 for n in (0, 1))
    # Towards the empty one, if the other has a piece: -1, 0 or 1.
    aside = (one in taken) - (other in taken)
    both = one in taken and other in taken
    if {one, other} & set(busy) and not (aside or both):
        # An arrow runs over the seam: the upper or left of the two is as good.
        middle = (CORNERS[one][0] / 2, CORNERS[one][1] / 2)
        return _placed(
            laid, middle, _stacked(x, -1, both=False) if x else _side_by_side(-1, y, both=False)
        )
    if x == 0:
        flat = (0.0, 0.34 * y) if both else (0.22 * aside, y)
        return _placed(laid, flat, _side_by_side(aside, y, both=both))
    return _placed(laid, (x, 0.22 * aside), _stacked(x, aside, both=both))


Places = tuple[tuple[float, float], tuple[float, float]]


def _side_by_side(aside: int, y: float, *, both: bool) -> Places:
    if aside:
        return (0.52 * aside, y), (0.12 * aside, y)
    # Between two pieces the name stands at the inner edge, the arrow at the outer one.
    return ((0, 0.34 * y), (0, 1.3 * y)) if both else ((0, y + 0.24), (0, y - 0.22))


def _stacked(x: float, aside: int, *, both: bool) -> Places:
    if aside:
        return (x, 0.5 * aside), (x, 0.12 * aside)
    return ((x + 0.16, 0), (x - 0.29, 0)) if both else ((x, 0.2), (x, -0.24))


def _placed(laid: Laid, flat: tuple[float, float], leaning: Places) -> Label:
    return Label(laid, *leaning) if laid.steepness else Label(laid, flat)


# The map.

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
            on = zip(QUARTERS, footprint(laid.space), strict=True)
            around = {quarter for quarter, space in on if space in also}
            placed = label(laid, taken[laid.tile] | around, busy.get(laid.tile, ()))
            if not (self.slide and self.slide.tile == laid.tile):
                self._label(placed, crossed=crossed, is_large=laid.tile in large)

    def _label(self, placed: Label, *, crossed: bool, is_large: bool) -> None:
        """Write a tile's name, and draw its arrow if it leans."""
        laid, side = placed.laid, self.window.side
        middle = self.window.centre(laid.space)
        look = Look(relief(laid), side, laid.tile in self.pale)

        def write(text: str, at: tuple[float, float], high: int) -> None:
            size = max(22, round(high * side / 64))
            face = Face("bold", size, "tilename", tint(look, look.relief.at(*at)))
            self.canvas.write(
                text, middle[0] + at[0] * side, middle[1] + at[1] * side, face, "middle"
            )

        if placed.arrow:
            size = _WHOLE_ARROW if len(laid.visible) == len(QUARTERS) else _PART_ARROW
            is_dark = laid.steepness >= self._too_steep
            disc = lean_sprite(laid.lean, 2 * round(size * side / 2), dark=is_dark)
            x, y = placed.arrow
            self.canvas.stamp(disc, middle[0] + x * side, middle[1] + y * side)
        if placed.name:
            if crossed and not laid.steepness:
                # Paint over what crosses the name.
                x, y = middle[0] + placed.name[0] * side, middle[1] + placed.name[1] * side
                box = (x - 0.4 * side, y - 0.21 * side, x + 0.4 * side, y + 0.21 * side)
                self.canvas.box(*box, tint(look, look.relief.middle))
            # A large name has room in the middle of a tile.
            large = _LARGE if placed.name == (0, 0) else _BESIDE_SOMETHING
            write(laid.tile, placed.name, large if is_large else _NAME)
        if placed.steepness:
            write(str(laid.steepness), placed.steepness, _NAME)

    def pieces(
        self,
        values: Values,
        last: LastMove | None = None,
        ring: str = "white",
        recent: Collection[Pawn | tuple[Tile, Quarter]] = (),
    ) -> None:
        """Stand cities and epicenters on the ground, the last move and `recent` ones on rings."""
        side = self.window.side
        ringed = {*recent} if last is None else {*recent, last.pawn or (last.tile, last.quarter)}
        for city in sorted(self.layout.cities, key=lambda city: (-city.space.x, -city.space.y)):
            x, y = self.stand(city.tile, city.space, city.quarter)
            if (city.tile, city.quarter) in ringed:
                self.canvas.stamp(ring_sprite(side, ring), x, y)
            self.canvas.stamp(city_sprite(city.seat, side, values(city)), x, y)
        for pawn in self.layout.pawns:
            if pawn.is_covered:
                continue
            x, y = self.stand(pawn.tile, pawn.space, pawn.quarter)
            if pawn.pawn in ringed:
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

    def buried(self, seat: Seat, space: Space, quarter: Quarter) -> None:
        """Hatch a space under whose tile a city is buried."""
        x, y = self.window.stand(space, quarter)
        self.canvas.stamp(hollow_sprite(seat, city_size(self.window.side)), x, y)
        self.canvas.stamp(hatch_sprite(self.window.side), *self.window.middle(space))

    def choices(self, spaces: Mapping[Space, str]) -> None:
        """Put a yellow square with its label on each space that may be chosen."""
        for space in sorted(spaces, reverse=True):
            self.canvas.stamp(choice_sprite(spaces[space], self.window.side), *self._place(space))

    def signs(self, marks: Sequence[tuple[Space, str, str]]) -> None:
        """Put a sign on a ring of a colour on each of these spaces."""
        side = self.window.side
        for space, sign, colour in marks:
            x, y = self._place(space)
            self.canvas.stamp(ring_sprite(side, colour), x, y)
            self.canvas.stamp(badge_sprite(sign, Badge(round(_SIGN * side))), x, y)

    def dots(self, spaces: Collection[Space]) -> None:
        """Put a small yellow square on each space that may be chosen later."""
        for space in sorted(spaces, reverse=True):
            self.canvas.stamp(dot_sprite(self.window.side), *self._place(space))

    def _place(self, space: Space) -> tuple[int, int]:
        """Return where a piece would stand in a space."""
        named = name_at(self.layout, space)
        if named is None:
            raise Undrawable(f"no tile on top in {space}")
        return self.window.stand(space, named[1])

    def frame(self, colour: str) -> None:
        """Draw the frame: pine is public, amber private."""
        panelled(self.canvas, colour)


def coast_of(
    observation: Observation, pale: Collection[Tile] = (), window: Window | None = None
) -> Coast:
    """Return the map of an observation, with nothing on it yet."""
    return Coast(observation.layout, pale=pale, too_steep=too_steep(observation), window=window)


def too_steep(observation: Observation) -> int:
    """Return from which steepness on no city is founded."""
    return int(dict(observation.options)["too_steep"])


def public_values(captions: Captions) -> Values:
    """Return the values that everybody may read on cities: those that were turned up."""

    def value(city: City) -> str:
        if city.is_shown and city.value is not None:
            return str(city.value)
        return captions.letters[city.seat]

    return value


def viewer_values(captions: Captions) -> Values:
    """Return the values that the viewer knows, for the cities to show."""

    def value(city: City) -> str:
        return captions.letters[city.seat] if city.value is None else str(city.value)

    return value


def viewer(observation: Observation) -> Seat:
    """Return the viewer's seat; a private picture has one."""
    assert isinstance(observation.viewer, int)
    return observation.viewer


def table(
    observation: Observation, captions: Captions, values: Values, window: Window | None = None
) -> Coast:
    """Return the map with everything that stands on it, the last moves ringed."""
    coast = coast_of(observation, window=window)
    coast.names()
    coast.pieces(values, observation.last, recent=captions.recent)
    return coast
