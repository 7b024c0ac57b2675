"""The ground as an exact model: rigid plates in stacks, and how they shift (rules 3).

`LAND` lies in every land space; only stacks that hold a tile are kept.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.boards.squares import Space, SpaceText, moved
from engine.games.san_andreas.pieces import Laid
from engine.games.san_andreas.tiles import (
    LAND,
    QUARTERS,
    SHIFTS,
    START,
    Plate,
    Quarter,
    Spot,
    Tile,
    footprint,
    is_land,
)
from engine.games.san_andreas.water import ALWAYS_COAST, BITS, Water, islands, mask, shore, water
from engine.values import dataclass

Lean: TypeAlias = tuple[int, int]
"""East minus west, north minus south, in layers."""

Stacks: TypeAlias = Mapping[SpaceText, tuple[Plate, ...]]

LOOKS: Final = ("west", "north", "south", "east")
"""The directions, the one in which the sea lies first."""


_BARE_LAND: Final = (LAND,)


class Top(NamedTuple):
    """What of a tile is visible: the quarters by space, and these spaces as bits."""

    spots: Mapping[Space, Spot]
    bits: int


class PathToOcean(NamedTuple):
    """A straight path to the ocean: `distance` spaces lie before `coast`."""

    direction: str
    distance: int
    coast: Space


@dataclass(frozen=True)
class Ground:
    """Where the tiles lie and in which order; the tiles come in the order A1 to H2.

    `corners` are the south-west spaces, `stacks` the plates bottom to top in every space that has
    a tile, `leans` follow from them. `lakes_are_ocean` is what the table agreed on, `edition` that
    of the rules (`coastal` and `blocks` read it).
    """

    corners: Mapping[Tile, SpaceText]
    stacks: Stacks
    leans: Mapping[Tile, Lean]
    lakes_are_ocean: bool = False
    edition: int = 2

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

    def laid(self, tile: Tile) -> Laid:
        """Return a tile as it lies, written out."""
        stacks = [(space, self.stacks[space]) for space in footprint(self.corners[tile])]
        a, b, c, d = [plates.index(tile) for _, plates in stacks]
        on = zip(QUARTERS, stacks, strict=True)
        visible = tuple(quarter for quarter, (_, plates) in on if plates[-1] == tile)
        is_coastal = tile in self.coastal
        return Laid(tile, self.corners[tile], self.leans[tile], (a, b, c, d), visible, is_coastal)

    @cached_property
    def tops(self) -> Mapping[Tile, Top]:
        """What of each tile is visible."""
        tops, stacks = {}, self.stacks
        for tile, corner in self.corners.items():
            a, b, c, d = footprint(corner)
            on_top = (
                stacks[a][-1] == tile,
                stacks[b][-1] == tile,
                stacks[c][-1] == tile,
                stacks[d][-1] == tile,
            )
            tops[tile] = top(tile, corner, on_top)
        return tops

    @cached_property
    def visible(self) -> Mapping[Space, Spot]:
        """The spaces on which a tile lies on top, tile by tile."""
        return _joined(self.tops.values())

    @cached_property
    def covered(self) -> int:
        """The spaces in which a tile lies on top, as bits."""
        covered = 0
        for each in self.tops.values():
            covered |= each.bits
        return covered

    @cached_property
    def water(self) -> Water:
        """The open water as bits."""
        return water(self.covered)

    @cached_property
    def sea(self) -> int:
        """The water that counts as ocean, as bits."""
        ocean, lakes = self.water
        return ocean | lakes if self.lakes_are_ocean else ocean

    @cached_property
    def coastal(self) -> Collection[Tile]:
        """The tiles that touch the ocean with a visible space."""
        coast = shore(self.sea) | ALWAYS_COAST[self.edition]
        # In the order of the tiles, the same in every process.
        return {tile: None for tile, each in self.tops.items() if each.bits & coast}

    @cached_property
    def beaches(self) -> Mapping[Space, Spot]:
        """The visible spaces of coastal tiles."""
        coastal = self.coastal
        return _joined(each for tile, each in self.tops.items() if tile in coastal)

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
    def adrift(self) -> tuple[Tile, ...]:
        """The tiles of islands: those without a way to the land (rules 5)."""
        lost = islands(self.covered)
        if not lost:
            return ()
        return tuple(tile for tile, corner in self.corners.items() if BITS.get(corner, 0) & lost)

    def path_to_ocean(self, space: Space) -> PathToOcean | None:
        """Return the shortest straight path to the ocean; None if there is none in any direction.

        Of equally short paths the first one in the order of `LOOKS` counts.
        """
        best, sea = None, self.sea
        shortest: int | None = None
        for direction, ahead in _sights(space):
            for distance, (there, bit) in enumerate(ahead[:shortest]):
                if bit & sea:
                    best, shortest = PathToOcean(direction, distance, there), distance
                    break
                if self.blocks(there):
                    break
        return best

    def blocks(self, space: Space) -> bool:
        """Say whether a space lies in the way of any straight path: the land is on top (rules 6).

        In edition 1 a space with a tile under the land did not.
        """
        plates = self.stacks.get(space)
        if plates is None:
            return is_land(space)
        return plates[-1] == LAND and self.edition > 1


@lru_cache(maxsize=1 << 12)
def _sights(space: Space) -> tuple[tuple[str, tuple[tuple[Space, int], ...]], ...]:
    """Return for each direction all spaces that lie ahead, up to the rim, with their bits."""
    (x, y), (east, north) = space, max(BITS)
    far = {"west": x, "north": north - y, "south": y, "east": east - x}
    sights = list[tuple[str, tuple[tuple[Space, int], ...]]]()
    for direction in LOOKS:
        ahead, there = list[tuple[Space, int]](), space
        for _ in range(far[direction]):
            there = moved(there, direction)
            ahead.append((there, BITS.get(there, 0)))
        sights.append((direction, tuple(ahead)))
    return tuple(sights)


@lru_cache(maxsize=1 << 14)
def top(tile: Tile, corner: Space, on_top: tuple[bool, ...]) -> Top:
    """Return what is visible of a tile there, given whether each quarter is."""
    spots = zip(footprint(corner), QUARTERS, on_top, strict=True)
    seen = {space: (tile, quarter) for space, quarter, is_seen in spots if is_seen}
    return Top(seen, mask(seen))


def _joined(tops: Iterable[Top]) -> dict[Space, Spot]:
    joined: dict[Space, Spot] = {}
    for each in tops:
        joined.update(each.spots)
    return joined


@lru_cache(maxsize=4096)
def bare(space: Space) -> tuple[Plate, ...]:
    """Return what lies in a space without tiles: the land, or nothing."""
    return _BARE_LAND if is_land(space) else ()


@cache
def fresh_ground(*, lakes_are_ocean: bool = False, edition: int = 2) -> Ground:
    """Return the ground before anything has moved: the same one for all matches."""
    stacks = {space: (tile,) for tile, corner in START.items() for space in footprint(corner)}
    return Ground(dict(START), stacks, dict.fromkeys(START, (0, 0)), lakes_are_ocean, edition)


def sunken(ground: Ground, tiles: Iterable[Tile]) -> Ground:
    """Return the ground without some tiles; what overlaps them must be among them."""
    gone, stacks = frozenset(tiles), ground.stacks
    for tile in gone:
        stacks = without(stacks, tile, footprint(ground.corners[tile]))
    corners = {tile: at for tile, at in ground.corners.items() if tile not in gone}
    leans = {tile: each for tile, each in ground.leans.items() if tile not in gone}
    return Ground(corners, stacks, leans, ground.lakes_are_ocean, ground.edition)


def without(stacks: Stacks, tile: Tile, spaces: Iterable[Space]) -> dict[Space, tuple[Plate, ...]]:
    """Return stacks with a tile taken out of some; bare ones are not kept."""
    rest = dict(stacks)
    for space in spaces:
        plates = tuple([each for each in rest[space] if each != tile])
        if plates in ((), _BARE_LAND):
            del rest[space]
        else:
            rest[space] = plates
    return rest


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
    """Return the ground after a die of this face, 1 to 5, has acted on `tile`.

    Only the tile moves. What lies above or below it where it lies now stays so; lift or dip
    decides about the rest.
    """
    direction, edge = SHIFTS[face]
    corner = ground.corners[tile]
    leaving, entering = _path(corner, direction)
    above: set[Plate] = set()
    below: set[Plate] = set()
    for space in footprint(corner):
        plates = ground.stacks[space]
        if len(plates) > 1:
            place = plates.index(tile)
            below.update(plates[:place])
            above.update(plates[place + 1 :])

    entered = [ground.plates(space) for space in entering]
    places = lifted(entered, above) if edge == "lift" else dipped(entered, below)
    stacks = without(ground.stacks, tile, leaving)
    over: set[Plate] = set()
    under: set[Plate] = set()
    for space, plates, place in zip(entering, entered, places, strict=True):
        over.update(plates[:place])
        under.update(plates[place:])
        stacks[space] = (*plates[:place], tile, *plates[place:])

    corners = {**ground.corners, tile: moved(corner, direction)}
    leans = {**ground.leans}
    changed = {}
    for each in sorted((above | under | {tile}) - {LAND}):
        leans[each] = lean(stacks, each, corners[each])
        if leans[each] != ground.leans[each]:
            changed[each] = ground.leans[each]
    return Slide(
        Ground(corners, stacks, leans, ground.lakes_are_ocean, ground.edition),
        tuple(sorted(over - above - below)),
        tuple(sorted(under - above - below)),
        changed,
    )


@lru_cache(maxsize=4096)
def _path(corner: Space, direction: str) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """Return the two spaces that a tile leaves and the two that it enters."""
    old, new = footprint(corner), footprint(moved(corner, direction))
    leaving = tuple(space for space in old if space not in new)
    return leaving, tuple(space for space in new if space not in old)


def lifted(entered: Sequence[tuple[Plate, ...]], above: set[Plate]) -> list[int]:
    """Return how high a tile comes in each stack: just under the lowest plate that stays above.

    What rests on such a plate stays above, too, in all stacks that the tile enters. In a pinwheel
    of three plates that may be something that lay below the tile (rules 3).
    """
    if not above:
        return [len(plates) for plates in entered]
    fixed = set(above)
    while True:
        places = [
            next((place for place, each in enumerate(plates) if each in fixed), len(plates))
            for plates in entered
        ]
        resting = {
            each for plates, place in zip(entered, places, strict=True) for each in plates[place:]
        }
        if resting <= fixed:
            return places
        fixed |= resting


def dipped(entered: Sequence[tuple[Plate, ...]], below: set[Plate]) -> list[int]:
    """Return how high a tile comes in each stack: the mirror image of `lifted`."""
    if not below:
        return [0 for _ in entered]
    mirrored = lifted([plates[::-1] for plates in entered], below)
    return [len(plates) - place for plates, place in zip(entered, mirrored, strict=True)]


def lean(stacks: Stacks, tile: Tile, corner: Space) -> Lean:
    """Return how a tile there leans, from the plates under it."""
    a, b, c, d = [stacks[space].index(tile) for space in footprint(corner)]
    return max(a, b) - max(c, d), max(a, c) - max(b, d)
