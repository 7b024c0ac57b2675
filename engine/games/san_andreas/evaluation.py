"""What a position is worth: cities by what they will score, and by what may become of them.

All is reckoned from one ground, as it lies: `Prospect` says for each space how far the ocean is and
which dice would take a city there. A prospect is made once for a ground and kept for a while, since
nothing but a quake changes it.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any, Final

from engine.boards.squares import Space, moved
from engine.game import Seat
from engine.games.san_andreas.ground import LOOKS, Ground, slid
from engine.games.san_andreas.pieces import City
from engine.games.san_andreas.state import Table
from engine.games.san_andreas.tiles import (
    COINS,
    FACES,
    SHIFTS,
    Spot,
    Tile,
    footprint,
    is_land,
)
from engine.games.san_andreas.water import BITS, sea_west_of

FREE_PAWNS: Final = 2.5
"""How many times likelier a free pawn comes to a tile with a city than to any other."""

MEAN: Final = sum(COINS) / len(COINS)
"""The value of a coin that lies face down, as far as others know."""


SHORE: Final = 2
"""Spaces that lie farther from the ocean are no room that is counted."""


class Prospect:
    """What a ground promises to a city on each of its spaces."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._exposure: Mapping[Spot, float] | None = None
        # None of these caches refers to the prospect: what is forgotten is gone at once.
        self.distance = cache(partial(_distance, ground))
        self.falls = cache(partial(falls, ground))
        self._places = dict[tuple[float, int], Sequence[tuple[float, Space, Spot]]]()
        self._shore = dict[tuple[tuple[Tile, ...], int], Sequence[tuple[Space, int, float]]]()

    def points(self, city: City, value: float) -> float:
        """Return what a city scores now if its coin has this value."""
        return max(0.0, value - self.distance(city.space))

    @property
    def exposure(self) -> Mapping[Spot, float]:
        """The chance of each spot that a pawn on any coastal tile takes a city there, if any."""
        if self._exposure is None:
            coastal, exposure = self.ground.coastal, dict[Spot, float]()
            for tile in coastal:
                for spot, chance in self.falls(tile).items():
                    exposure[spot] = exposure.get(spot, 0.0) + chance
            self._exposure = {spot: chance / len(coastal) for spot, chance in exposure.items()}
        return self._exposure

    def holds(
        self, spot: Spot, tiles: Sequence[Tile], free: int, attacks: float = FREE_PAWNS
    ) -> float:
        """Return the chance of a city to come through a quake with pawns on `tiles`, some free."""
        chance = 1.0
        if free:
            chance = max(0.0, 1.0 - attacks * self.exposure.get(spot, 0.0)) ** free
        for tile in tiles:
            chance *= 1.0 - self.falls(tile).get(spot, 0.0)
        return chance

    def places(self, coin: float, free: int) -> Sequence[tuple[float, Space, Spot]]:
        """Return where a coin promises something while `free` pawns are free, the best first."""
        key = coin, free
        if key not in self._places:
            found = []
            for space, spot in self.ground.visible.items():
                points = coin - self.distance(space)
                if points > 0:
                    found.append((points * self.holds(spot, (), free), space, spot))
            self._places[key] = sorted(found, reverse=True)
        return self._places[key]

    def shore(self, tiles: tuple[Tile, ...], free: int) -> Sequence[tuple[Space, int, float]]:
        """Return the visible spaces near the ocean: how far it is, and how surely a city holds."""
        key = tiles, free
        if key not in self._shore:
            visible = self.ground.visible.items()
            near = ((space, self.distance(space), spot) for space, spot in visible)
            self._shore[key] = [
                (space, distance, self.holds(spot, tiles, free))
                for space, distance, spot in near
                if distance <= SHORE
            ]
        return self._shore[key]


def _distance(ground: Ground, space: Space) -> int:
    """Return the number of spaces before the ocean, as far as a coin scores there: at most 5.

    It is that of `Ground.path_to_ocean`; one number of bits tells the way west, where most lie.
    """
    sea, best = ground.sea, max(COINS)
    looks: tuple[str, ...] = LOOKS
    if not is_land(space):
        # No land lies west of here, and at x = 0 there is always ocean.
        best, looks = min(best, space.x - sea_west_of(space, sea)), LOOKS[1:]
    for direction in looks:
        ahead, distance = moved(space, direction), 0
        while distance < best:
            if BITS.get(ahead, 0) & sea:
                best = distance
            elif ground.blocks(ahead):
                break
            ahead, distance = moved(ahead, direction), distance + 1
    return best


_FALLS: Final = dict[Any, Mapping[Spot, float]]()
_KEPT: Final = 1 << 13


def falls(ground: Ground, tile: Tile) -> Mapping[Spot, float]:
    """Return the chance of each spot that a die on `tile` takes a city there, if any.

    That depends on nothing but the plates around the tile, and most grounds are alike there.
    """
    (x, y), stacks = ground.corners[tile], ground.stacks
    key = tile, x, y, tuple(map(stacks.get, _around(x, y)))
    found = _FALLS.get(key)
    if found is None:
        lost = dict[Spot, float]()
        for face in SHIFTS:
            for spot in taken(ground, tile, face):
                lost[spot] = lost.get(spot, 0.0) + 1 / len(FACES)
        if len(_FALLS) >= _KEPT:
            _FALLS.clear()
        _FALLS[key] = found = lost
    return found


@cache
def _around(x: int, y: int) -> tuple[Space, ...]:
    """Return the spaces of all tiles that a tile with this corner may lie on or beside."""
    return tuple(Space(x + east, y + north) for east in range(-1, 4) for north in range(-2, 4))


def taken(ground: Ground, tile: Tile, face: int) -> Collection[Spot]:
    """Return the visible spots of which a die takes the cities: they lean or are buried.

    Each once, in the same order in every process: what is summed up over them is the same, too.
    """
    slide = slid(ground, tile, face)
    after, lost = slide.ground.stacks, dict[Spot, None]()
    for each in slide.leans:
        lost.update(dict.fromkeys(ground.tops[each].spots.values()))
    for space in footprint(slide.ground.corners[tile]):
        was = ground.visible.get(space)
        if was is not None and after[space][-1] != was[0]:
            lost[was] = None
    for spot in ground.tops[tile].spots.values():
        if after[slide.ground.space(*spot)][-1] != tile:
            lost[spot] = None
    return lost


class _Same:
    """A ground by what it is, not by what is in it: to look it up fast."""

    __slots__ = ("ground",)

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def __hash__(self) -> int:
        return id(self.ground)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.ground is other.ground


@lru_cache(maxsize=256)
def _prospect(same: _Same) -> Prospect:
    return Prospect(same.ground)


def prospect(ground: Ground) -> Prospect:
    """Return what a ground promises."""
    return _prospect(_Same(ground))


def value(city: City, seat: Seat) -> float:
    """Return the value of a city as far as a seat knows it: the average coin's if it doesn't."""
    if city.value is None or not (city.is_shown or city.seat == seat):
        return MEAN
    return city.value


def shaken_tiles(table: Table) -> list[Tile]:
    """Return the tile of each pawn that stands."""
    return [standing[0] for standing in table.pawns if standing is not None]
