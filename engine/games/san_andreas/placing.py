"""The ways to found a city and to set an epicenter, and why one is refused (rules 2)."""

from functools import cache, lru_cache

from engine.boards.squares import Space, neighbours
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Epicenter, Found
from engine.games.san_andreas.state import Scene
from engine.games.san_andreas.tiles import PAWNS, Pawn, Standing


@lru_cache(maxsize=1 << 12)
def pool(pawns: tuple[Standing, ...]) -> tuple[Pawn, ...]:
    """Return the free pawns."""
    return tuple([pawn for pawn, on in zip(PAWNS, pawns, strict=True) if on is None])


class Founds(dict[Space, tuple[Found, ...]]):
    """The ways to found a city with one of these coins, by space; made when asked for."""

    def __init__(self, coins: tuple[int, ...]) -> None:
        self._coins = coins

    def __missing__(self, space: Space) -> tuple[Found, ...]:
        self[space] = made = tuple([_found(coin, space) for coin in self._coins])
        return made


class Epicenters(dict[Space, tuple[Epicenter, ...]]):
    """The ways to set one of these pawns, by space; made when asked for."""

    def __init__(self, pawns: tuple[Pawn, ...]) -> None:
        self._pawns = pawns

    def __missing__(self, space: Space) -> tuple[Epicenter, ...]:
        self[space] = made = tuple([_epicenter(pawn, space) for pawn in self._pawns])
        return made


# A listing touches every action in it: the fewer there are, the nearer they lie.
_found = cache(Found)
_epicenter = cache(Epicenter)

# There are 64 sets of coins, 16 of pawns, and a few hundred spaces that tiles ever reach.
founds = cache(Founds)
epicenters = cache(Epicenters)


def found_refusal(scene: Scene, found: Found, hand: tuple[int, ...]) -> IllegalAction:
    """Return why a city can't be founded so: there is no room, or no such coin in the hand."""
    if found.coin not in hand:
        return IllegalAction("san-andreas-no-such-coin", coin=found.coin, coins=hand)
    space = found.space
    if refusal := _taken(scene, space):
        return refusal
    beside = next((city for city in scene.cities if city.space in neighbours(space)), None)
    if beside is not None:
        data = {"space": space, "city": beside.space, "seat": beside.seat}
        return IllegalAction("san-andreas-next-to-city", **data)
    tile, _ = scene.ground.visible[space]
    data = {"space": space, "tile": tile, "steepness": scene.ground.steepness(tile)}
    return IllegalAction("san-andreas-too-steep", **data)


def epicenter_refusal(scene: Scene, epicenter: Epicenter) -> IllegalAction:
    """Return why a pawn can't be set so: there is no room, or it isn't free."""
    free = pool(scene.pawns)
    if epicenter.pawn not in free:
        return IllegalAction("san-andreas-no-such-pawn", pawn=epicenter.pawn, pool=free)
    if refusal := _taken(scene, epicenter.space):
        return refusal
    tile, _ = scene.ground.visible[epicenter.space]
    return IllegalAction("san-andreas-inland", space=epicenter.space, tile=tile)


def _taken(scene: Scene, space: Space) -> IllegalAction | None:
    """Return why a space is not an empty one."""
    on = scene.ground.visible.get(space)
    if on is None:
        return IllegalAction("san-andreas-no-tile", space=space)
    for city in scene.cities:
        if city.space == space:
            return IllegalAction("san-andreas-city-there", space=space, seat=city.seat)
    if on in scene.pawns:
        pawn = PAWNS[scene.pawns.index(on)]
        return IllegalAction("san-andreas-pawn-there", space=space, pawn=pawn)
    return None
