"""The ground as an exact model: rigid plates in stacks (rules 3); `plates` shifts them.

`LAND` lies in every land space; only stacks that hold a tile are kept.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.boards.squares import Space
from engine.games.san_andreas.tiles import (
    LAND,
    QUARTERS,
    START,
    Plate,
    Quarter,
    Spot,
    Tile,
    footprint,
    is_land,
)
from engine.games.san_andreas.water import BITS, LAND_BITS, OPEN, Water, islands, mask, shore, water

Lean: TypeAlias = tuple[int, int]
"""East minus west, north minus south, in layers."""

Stacks: TypeAlias = Mapping[Space, tuple[Plate, ...]]

_LETTERS: Final = tuple(QUARTERS)


class Top(NamedTuple):
    """What of a tile is visible: the quarters by space, and these spaces as bits."""

    spots: Mapping[Space, Spot]
    bits: int


@dataclass(frozen=True)
class Ground:
    """Where the tiles lie and in which order; the tiles come in the order A1 to H2.

    `corners` are the south-west spaces, `stacks` the plates bottom to top in every space that has
    a tile, `leans` follow from them. `lakes_are_ocean` is what the table agreed on,
    `always_coast` what its edition of the rules says (`water.ALWAYS_COAST`).
    """

    corners: Mapping[Tile, Space]
    stacks: Stacks
    leans: Mapping[Tile, Lean]
    lakes_are_ocean: bool = False
    always_coast: int = 0

    def plates(self, space: Space) -> tuple[Plate, ...]:
        """Return the plates in `space`, bottom to top; nothing for water."""
        return self.stacks.get(space) or bare(space)

    def steepness(self, tile: Tile) -> int:
        """Return how steep a tile leans; 0 is flat."""
        east, north = self.leans[tile]
        return max(abs(east), abs(north))

    def space(self, tile: Tile, quarter: Quarter) -> Space:
        """Return where a quarter of a tile lies."""
        (x, y), (east, north) = self.corners[tile], QUARTERS[quarter]
        return Space(x + east, y + north)

    def depths(self, tile: Tile) -> tuple[int, ...]:
        """Return how many plates lie under the quarters a, b, c, d of a tile."""
        return tuple(self.stacks[space].index(tile) for space in footprint(self.corners[tile]))

    @cached_property
    def tops(self) -> Mapping[Tile, Top]:
        """What of each tile is visible."""
        return {tile: _top(self.stacks, tile, corner) for tile, corner in self.corners.items()}

    @cached_property
    def visible(self) -> Mapping[Space, Spot]:
        """The spaces on which a tile lies on top, tile by tile."""
        return _joined(self.tops.values())

    @cached_property
    def covered(self) -> int:
        """The spaces in which a tile lies on top, as bits."""
        covered = 0
        for top in self.tops.values():
            covered |= top.bits
        return covered

    @property
    def solid(self) -> int:
        """The spaces between the borders in which tiles lie, as bits."""
        return self.covered & OPEN

    @cached_property
    def water(self) -> Water:
        """The open water as bits."""
        return water(self.solid)

    @cached_property
    def sea(self) -> int:
        """The water that counts as ocean, as bits."""
        ocean, lakes = self.water
        return ocean | lakes if self.lakes_are_ocean else ocean

    @property
    def bare_land(self) -> int:
        """The land on which no tile lies, as bits."""
        return LAND_BITS & ~self.covered

    @cached_property
    def coastal(self) -> Collection[Tile]:
        """The tiles that touch the ocean with a visible space."""
        coast = shore(self.sea) | self.always_coast
        return {tile for tile, top in self.tops.items() if top.bits & coast}

    def gentle(self, too_steep: int) -> Mapping[Space, Spot]:
        """Return the visible spaces of tiles that are less steep than that."""
        if too_steep not in self._gentle:
            self._gentle[too_steep] = _joined(
                self.tops[tile]
                for tile, (east, north) in self.leans.items()
                if -too_steep < east < too_steep and -too_steep < north < too_steep
            )
        return self._gentle[too_steep]

    @cached_property
    def _gentle(self) -> dict[int, Mapping[Space, Spot]]:
        return {}

    @cached_property
    def beaches(self) -> Mapping[Space, Spot]:
        """The visible spaces of coastal tiles."""
        coastal = self.coastal
        return _joined(top for tile, top in self.tops.items() if tile in coastal)


def _top(stacks: Stacks, tile: Tile, corner: Space) -> Top:
    a, b, c, d = footprint(corner)
    on_top = (
        stacks[a][-1] == tile,
        stacks[b][-1] == tile,
        stacks[c][-1] == tile,
        stacks[d][-1] == tile,
    )
    return _seen(tile, corner, on_top)


@lru_cache(maxsize=1 << 14)
def _seen(tile: Tile, corner: Space, on_top: tuple[bool, ...]) -> Top:
    """Return what is visible of a tile there, given whether each quarter is."""
    spots = zip(footprint(corner), _LETTERS, on_top, strict=True)
    seen = {space: (tile, quarter) for space, quarter, is_seen in spots if is_seen}
    return Top(seen, mask(seen))


def _joined(tops: Iterable[Top]) -> dict[Space, Spot]:
    joined: dict[Space, Spot] = {}
    for top in tops:
        joined.update(top.spots)
    return joined


@lru_cache(maxsize=4096)
def bare(space: Space) -> tuple[Plate, ...]:
    """Return what lies in a space without tiles: the land, or nothing."""
    return (LAND,) if is_land(space) else ()


@cache
def fresh_ground(*, lakes_are_ocean: bool = False, always_coast: int = 0) -> Ground:
    """Return the ground before anything has moved: the same one for all matches."""
    stacks = {space: (tile,) for tile, corner in START.items() for space in footprint(corner)}
    leans = dict.fromkeys(START, (0, 0))
    return Ground(START, stacks, leans, lakes_are_ocean, always_coast)


def ground_of(
    corners: Mapping[Tile, Space],
    stacks: Stacks,
    *,
    lakes_are_ocean: bool,
) -> Ground:
    """Return the ground of these stacks, every lean reckoned."""
    leans = {tile: lean(stacks, tile, corner) for tile, corner in corners.items()}
    return Ground(corners, stacks, leans, lakes_are_ocean)


def lean(stacks: Stacks, tile: Tile, corner: Space) -> Lean:
    """Return how a tile there leans, from the plates under it."""
    a, b, c, d = [stacks[space].index(tile) for space in footprint(corner)]
    return max(a, b) - max(c, d), max(a, c) - max(b, d)


def adrift(ground: Ground) -> tuple[Tile, ...]:
    """Return the tiles of islands: those without a way to the land (rules 5)."""
    lost = islands(ground.solid)
    if not lost:
        return ()
    bits = BITS
    return tuple(tile for tile, corner in ground.corners.items() if bits.get(corner, 0) & lost)


def sunken(ground: Ground, tiles: Iterable[Tile]) -> Ground:
    """Return the ground without some tiles; what overlaps them must be among them."""
    gone = frozenset(tiles)
    stacks = ground.stacks
    for tile in gone:
        stacks = without(stacks, tile, footprint(ground.corners[tile]))
    corners = {tile: at for tile, at in ground.corners.items() if tile not in gone}
    leans = {tile: each for tile, each in ground.leans.items() if tile not in gone}
    return Ground(corners, stacks, leans, ground.lakes_are_ocean, ground.always_coast)


def without(stacks: Stacks, tile: Tile, spaces: Iterable[Space]) -> dict[Space, tuple[Plate, ...]]:
    """Return stacks with a tile taken out of some; bare ones are not kept."""
    rest = dict(stacks)
    for space in spaces:
        plates = tuple([each for each in rest[space] if each != tile])
        if plates in ((), (LAND,)):
            del rest[space]
        else:
            rest[space] = plates
    return rest
