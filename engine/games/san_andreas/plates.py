"""The ground as an exact model: rigid plates in stacks, and how one shifts (rules 3).

`LAND` lies in every land space; only stacks that hold a tile are kept.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.boards.squares import Space, moved
from engine.games.san_andreas.tiles import (
    LAND,
    QUARTERS,
    SHIFTS,
    START,
    Plate,
    Quarter,
    Tile,
    footprint,
    is_land,
)
from engine.games.san_andreas.water import BITS, Water, islands, shore, solid, water

Lean: TypeAlias = tuple[int, int]
"""East minus west, north minus south, in layers."""

Stacks: TypeAlias = Mapping[Space, tuple[Plate, ...]]

_LETTERS: Final = tuple(QUARTERS)


@dataclass(frozen=True)
class Ground:
    """Where the tiles lie and in which order; the tiles come in the order A1 to H2.

    `corners` are the south-west spaces, `stacks` the plates bottom to top in every space that has
    a tile, `leans` follow from them. `lakes_are_ocean` is what the table agreed on.
    """

    corners: Mapping[Tile, Space]
    stacks: Stacks
    leans: Mapping[Tile, Lean]
    lakes_are_ocean: bool = False

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
    def visible(self) -> Mapping[Space, tuple[Tile, Quarter]]:
        """The spaces on which a tile lies on top, tile by tile."""
        return {
            space: (tile, quarter)
            for tile, corner in self.corners.items()
            for quarter, space in zip(_LETTERS, footprint(corner), strict=True)
            if self.stacks[space][-1] == tile
        }

    @cached_property
    def solid(self) -> int:
        """The spaces between the borders in which tiles lie, as bits."""
        return solid(self.stacks)

    @cached_property
    def water(self) -> Water:
        """The open water as bits."""
        return water(self.solid)

    @cached_property
    def sea(self) -> int:
        """The water that counts as ocean, as bits."""
        ocean, lakes = self.water
        return ocean | lakes if self.lakes_are_ocean else ocean

    @cached_property
    def coastal(self) -> Collection[Tile]:
        """The tiles that touch the ocean with a visible space."""
        coast = shore(self.sea)
        bits = BITS
        return {tile for space, (tile, _) in self.visible.items() if bits.get(space, 0) & coast}

    def gentle(self, too_steep: int) -> tuple[Space, ...]:
        """Return the visible spaces of tiles that are less steep than that."""
        if too_steep not in self._gentle:
            fine = {
                tile
                for tile, (east, north) in self.leans.items()
                if -too_steep < east < too_steep and -too_steep < north < too_steep
            }
            spaces = [space for space, (tile, _) in self.visible.items() if tile in fine]
            self._gentle[too_steep] = tuple(spaces)
        return self._gentle[too_steep]

    @cached_property
    def _gentle(self) -> dict[int, tuple[Space, ...]]:
        return {}

    @cached_property
    def beaches(self) -> tuple[Space, ...]:
        """The visible spaces of coastal tiles."""
        coastal = self.coastal
        return tuple([space for space, (tile, _) in self.visible.items() if tile in coastal])


@lru_cache(maxsize=4096)
def bare(space: Space) -> tuple[Plate, ...]:
    """Return what lies in a space without tiles: the land, or nothing."""
    return (LAND,) if is_land(space) else ()


def fresh_ground(*, lakes_are_ocean: bool = False) -> Ground:
    """Return the ground before anything has moved."""
    stacks = {space: (tile,) for tile, corner in START.items() for space in footprint(corner)}
    return Ground(START, stacks, dict.fromkeys(START, (0, 0)), lakes_are_ocean)


def ground_of(
    corners: Mapping[Tile, Space],
    stacks: Stacks,
    *,
    lakes_are_ocean: bool,
) -> Ground:
    """Return the ground of these stacks, every lean reckoned."""
    leans = {tile: _lean(stacks, tile, corner) for tile, corner in corners.items()}
    return Ground(corners, stacks, leans, lakes_are_ocean)


class Slide(NamedTuple):
    """A shift of the ground alone.

    `over` and `under` are the plates newly overlapped, in the order of their names; `leans` has
    every tile whose lean changed, with the lean before.
    """

    ground: Ground
    over: tuple[Plate, ...]
    under: tuple[Plate, ...]
    leans: Mapping[Tile, Lean]


def slid(ground: Ground, tile: Tile, face: int) -> Slide:
    """Return the ground after a die of this face, 1 to 5, has acted on `tile`."""
    direction, edge = SHIFTS[face]
    corner = ground.corners[tile]
    leaving, entering = _path(corner, direction)
    above, below = _above_and_below(ground.stacks, tile, corner)
    entered = [ground.plates(space) for space in entering]
    places = _lifted(entered, above) if edge == "lift" else _dipped(entered, below)
    over = {each for plates, place in zip(entered, places, strict=True) for each in plates[:place]}
    under = {each for plates, place in zip(entered, places, strict=True) for each in plates[place:]}
    stacks = _without(ground.stacks, tile, leaving)
    for space, plates, place in zip(entering, entered, places, strict=True):
        stacks[space] = (*plates[:place], tile, *plates[place:])
    corners = {**ground.corners, tile: moved(corner, direction)}
    touched = (above | under | {tile}) - {LAND}
    changed = _changed(ground, corners, stacks, touched)
    return Slide(
        Ground(corners, stacks, {**ground.leans, **changed}, ground.lakes_are_ocean),
        tuple(sorted(over - above - below)),
        tuple(sorted(under - above - below)),
        {each: ground.leans[each] for each in changed},
    )


@lru_cache(maxsize=4096)
def _path(corner: Space, direction: str) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """Return the two spaces that a tile leaves and the two that it enters."""
    old, new = footprint(corner), footprint(moved(corner, direction))
    leaving = tuple(space for space in old if space not in new)
    return leaving, tuple(space for space in new if space not in old)


def _above_and_below(stacks: Stacks, tile: Tile, corner: Space) -> tuple[set[Plate], set[Plate]]:
    """Return the plates that lie above and below a tile, in whichever of its spaces."""
    above: set[Plate] = set()
    below: set[Plate] = set()
    for space in footprint(corner):
        plates = stacks[space]
        if len(plates) > 1:
            place = plates.index(tile)
            below.update(plates[:place])
            above.update(plates[place + 1 :])
    return above, below


def _lifted(entered: Sequence[tuple[Plate, ...]], above: set[Plate]) -> list[int]:
    """Return how high a tile comes in each stack: just under the lowest plate that stays above.

    What rests on such a plate stays above, too, in all stacks that the tile enters. In a pinwheel
    of three plates that may be something that lay below the tile (rules 3).
    """
    if not above:
        return [len(plates) for plates in entered]
    fixed = set(above)
    while True:
        places = [_lowest(plates, fixed) for plates in entered]
        resting = {
            each for plates, place in zip(entered, places, strict=True) for each in plates[place:]
        }
        if resting <= fixed:
            return places
        fixed |= resting


def _lowest(plates: tuple[Plate, ...], fixed: set[Plate]) -> int:
    return next((place for place, each in enumerate(plates) if each in fixed), len(plates))


def _dipped(entered: Sequence[tuple[Plate, ...]], below: set[Plate]) -> list[int]:
    """Return how high a tile comes in each stack: the mirror image of `_lifted`."""
    mirrored = _lifted([plates[::-1] for plates in entered], below)
    return [len(plates) - place for plates, place in zip(entered, mirrored, strict=True)]


def _without(stacks: Stacks, tile: Tile, spaces: Iterable[Space]) -> dict[Space, tuple[Plate, ...]]:
    """Return the stacks with a tile taken out of some; bare ones are not kept."""
    rest = dict(stacks)
    for space in spaces:
        plates = tuple(each for each in rest[space] if each != tile)
        if plates in ((), (LAND,)):
            del rest[space]
        else:
            rest[space] = plates
    return rest


def _changed(
    ground: Ground,
    corners: Mapping[Tile, Space],
    stacks: Stacks,
    touched: Iterable[Tile],
) -> dict[Tile, Lean]:
    """Return the new leans of those tiles whose lean is another one now, by name."""
    leans = {each: _lean(stacks, each, corners[each]) for each in sorted(touched)}
    return {each: lean for each, lean in leans.items() if lean != ground.leans[each]}


def _lean(stacks: Stacks, tile: Tile, corner: Space) -> Lean:
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
        stacks = _without(stacks, tile, footprint(ground.corners[tile]))
    corners = {tile: at for tile, at in ground.corners.items() if tile not in gone}
    leans = {tile: lean for tile, lean in ground.leans.items() if tile not in gone}
    return Ground(corners, stacks, leans, ground.lakes_are_ocean)
