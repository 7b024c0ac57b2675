"""Where a city may be founded and an epicenter set, and why not (rules 2)."""

from collections.abc import Iterable
from functools import lru_cache

from engine.boards.squares import Space, neighbours
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Epicenter, Found
from engine.games.san_andreas.plates import Ground
from engine.games.san_andreas.state import City, Standing
from engine.games.san_andreas.tiles import PAWNS, Pawn


def foundable(
    ground: Ground, cities: Iterable[City], pawns: Iterable[Standing], too_steep: int
) -> list[Space]:
    """Return the spaces where a city may be founded, tile by tile."""
    shut = _pawn_spaces(ground, pawns)
    shut.update(*[_around(city.space) for city in cities])
    return [
        space
        for space, steepness in ground.slopes.items()
        if steepness < too_steep and space not in shut
    ]


def settable(ground: Ground, cities: Iterable[City], pawns: Iterable[Standing]) -> list[Space]:
    """Return the spaces where a pawn may be set, tile by tile."""
    taken = _pawn_spaces(ground, pawns)
    taken.update([city.space for city in cities])
    return [space for space in ground.beaches if space not in taken]


def pool(pawns: tuple[Standing, ...]) -> tuple[Pawn, ...]:
    """Return the free pawns."""
    return tuple([pawn for pawn, on in zip(PAWNS, pawns, strict=True) if on is None])


@lru_cache(maxsize=1 << 14)
def founds(space: Space, coins: tuple[int, ...]) -> tuple[Found, ...]:
    """Return the ways to found a city in a space with one of these coins."""
    return tuple(Found(coin, space) for coin in coins)


@lru_cache(maxsize=1 << 14)
def epicenters(space: Space, pawns: tuple[Pawn, ...]) -> tuple[Epicenter, ...]:
    """Return the ways to set one of these pawns in a space."""
    return tuple(Epicenter(pawn, space) for pawn in pawns)


def _pawn_spaces(ground: Ground, pawns: Iterable[Standing]) -> set[Space]:
    """Return the spaces that pawns take: a covered one takes none."""
    visible = ground.visible
    spaces = [(ground.space(*on), on) for on in pawns if on is not None]
    return {space for space, on in spaces if visible.get(space) == on}


@lru_cache(maxsize=4096)
def _around(space: Space) -> tuple[Space, ...]:
    return (space, *neighbours(space))


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
    steepness = ground.slopes[space]
    if steepness >= too_steep:
        data = {"space": space, "tile": ground.visible[space][0], "steepness": steepness}
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
