"""The ways to found a city and to set an epicenter, and why one is refused (rules 2)."""

from collections.abc import Iterable
from functools import cache

from engine.boards.squares import Space, neighbours
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Epicenter, Found
from engine.games.san_andreas.plates import Ground
from engine.games.san_andreas.state import City
from engine.games.san_andreas.tiles import PAWNS, Pawn, Standing


def pool(pawns: tuple[Standing, ...]) -> tuple[Pawn, ...]:
    """Return the free pawns."""
    return tuple([pawn for pawn, on in zip(PAWNS, pawns, strict=True) if on is None])


class Founds(dict[Space, tuple[Found, ...]]):
    """The ways to found a city with one of these coins, by space; made when asked for."""

    def __init__(self, coins: tuple[int, ...]) -> None:
        self._coins = coins

    def __missing__(self, space: Space) -> tuple[Found, ...]:
        self[space] = made = tuple([Found(coin, space) for coin in self._coins])
        return made


class Epicenters(dict[Space, tuple[Epicenter, ...]]):
    """The ways to set one of these pawns, by space; made when asked for."""

    def __init__(self, pawns: tuple[Pawn, ...]) -> None:
        self._pawns = pawns

    def __missing__(self, space: Space) -> tuple[Epicenter, ...]:
        self[space] = made = tuple([Epicenter(pawn, space) for pawn in self._pawns])
        return made


# There are 64 sets of coins, 16 of pawns, and a few hundred spaces that tiles ever reach.
founds = cache(Founds)
epicenters = cache(Epicenters)


def found_refusal(
    ground: Ground,
    cities: tuple[City, ...],
    pawns: tuple[Standing, ...],
    found: Found,
    *,
    hand: tuple[int, ...],
    too_steep: int,
) -> IllegalAction | None:
    """Return why a city can't be founded so, or None if it can."""
    space = found.space
    if found.coin not in hand:
        return IllegalAction("san-andreas-no-such-coin", coin=found.coin, coins=hand)
    if refusal := _taken(ground, cities, pawns, space):
        return refusal
    beside = neighbours(space)
    for city in cities:
        if city.space in beside:
            data = {"space": space, "city": city.space, "seat": city.seat}
            return IllegalAction("san-andreas-next-to-city", **data)
    tile, _ = ground.visible[space]
    if (steepness := ground.steepness(tile)) >= too_steep:
        data = {"space": space, "tile": tile, "steepness": steepness}
        return IllegalAction("san-andreas-too-steep", **data)
    return None


def epicenter_refusal(
    ground: Ground, cities: tuple[City, ...], pawns: tuple[Standing, ...], epicenter: Epicenter
) -> IllegalAction | None:
    """Return why a pawn can't be set so, or None if it can."""
    space, free = epicenter.space, pool(pawns)
    if epicenter.pawn not in free:
        return IllegalAction("san-andreas-no-such-pawn", pawn=epicenter.pawn, pool=free)
    if refusal := _taken(ground, cities, pawns, space):
        return refusal
    tile, _ = ground.visible[space]
    if tile not in ground.coastal:
        return IllegalAction("san-andreas-inland", space=space, tile=tile)
    return None


def _taken(
    ground: Ground, cities: Iterable[City], pawns: Iterable[Standing], space: Space
) -> IllegalAction | None:
    """Return why a space is not an empty one."""
    if space not in ground.visible:
        return IllegalAction("san-andreas-no-tile", space=space)
    for city in cities:
        if city.space == space:
            return IllegalAction("san-andreas-city-there", space=space, seat=city.seat)
    for pawn, on in zip(PAWNS, pawns, strict=True):
        if on is not None and ground.visible[space] == on:
            return IllegalAction("san-andreas-pawn-there", space=space, pawn=pawn)
    return None
