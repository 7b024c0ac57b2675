"""What a viewer can work out from an observation alone: drafts, warnings, the quake's next steps.

No state, no chance and no values that the viewer may not know.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

from engine.boards.squares import Space
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Epicenter, Found, Resolve
from engine.games.san_andreas.layouts import laid, layout, scene
from engine.games.san_andreas.pieces import City, LastMove, Layout, Purse, Score, Shift
from engine.games.san_andreas.placing import epicenter_refusal, found_refusal, pool
from engine.games.san_andreas.quakes import Shaken, drowned, face_of, shifted, with_shift
from engine.games.san_andreas.quakes import shaken as shaken_scene
from engine.games.san_andreas.quaking import die_refusal
from engine.games.san_andreas.room import foundable, settable
from engine.games.san_andreas.scoring import score
from engine.games.san_andreas.state import Observation, Quake, Scene
from engine.games.san_andreas.tiles import PAWNS, QUARTERS, Pawn, Quarter, Tile


def space_of(layout: Layout, tile: Tile, quarter: Quarter) -> Space | None:
    """Return where a quarter of a tile lies, visible or not; None if the tile has sunk."""
    lying = layout.tile(tile)
    if lying is None:
        return None
    (x, y), (east, north) = lying.space, QUARTERS[quarter]
    return Space(x + east, y + north)


def name_at(layout: Layout, space: Space) -> tuple[Tile, Quarter] | None:
    """Return the visible tile in `space` and its quarter there; None for water and bare land."""
    lying = layout.tile((layout.plates(space) or ("",))[-1])
    if lying is None:
        return None
    offset = (space.x - lying.space.x, space.y - lying.space.y)
    return lying.tile, next(quarter for quarter, at in QUARTERS.items() if at == offset)


def founding(observation: Observation) -> tuple[Space, ...]:
    """Return where the seat on turn may found a city; nothing if it may not or has no coin."""
    can = observation.phase == "playing" and observation.purses[observation.seat].hand
    return observation.foundable if can else ()


def setting(observation: Observation) -> tuple[Space, ...]:
    """Return where the seat on turn may set any pawn of the pool."""
    return observation.settable if observation.phase == "playing" else ()


def unresolved(observation: Observation) -> tuple[Pawn, ...]:
    """Return the dice that the seat on turn may choose from."""
    return tuple(each.die for each in observation.dice if not each.is_resolved)


def refused(observation: Observation, action: Found | Epicenter | Resolve) -> IllegalAction | None:
    """Return why an action is illegal for the seat on turn, or None if it is legal.

    Coins are judged by the viewer's own purse: ask with the observation of the seat on turn.
    """
    if observation.phase != ("ordering" if isinstance(action, Resolve) else "playing"):
        return IllegalAction("san-andreas-not-now")
    if isinstance(action, Resolve):
        return die_refusal(_quake(observation), action)
    if isinstance(action, Epicenter):
        can = action.pawn in observation.pool and action.space in observation.settable
        return None if can else epicenter_refusal(_scene(observation), action)
    hand = observation.purses[observation.seat].coins
    can = action.coin in hand and action.space in observation.foundable
    return None if can else found_refusal(_scene(observation), action, hand)


def founded(observation: Observation, found: Found) -> Observation:
    """Return the table as it would look with this city; raise `IllegalAction`."""
    _check(observation, found)
    on, seat = _scene(observation), observation.seat
    tile, quarter = on.ground.visible[found.space]
    city = City(seat, found.coin, tile, quarter, found.space)
    purse = observation.purses[seat]
    coins = tuple(coin for coin in purse.coins if coin != found.coin)
    left = replace(purse, hand=purse.hand - 1, coins=coins)
    return replace(
        _on(observation, replace(on, cities=(*on.cities, city))),
        purses=(*observation.purses[:seat], left, *observation.purses[seat + 1 :]),
        last=LastMove(seat, "found", tile, quarter),
    )


def marked(observation: Observation, epicenter: Epicenter) -> Observation:
    """Return the table as it would look with this pawn; raise `IllegalAction`.

    If it is the last one the dice are not rolled yet: nobody knows them.
    """
    _check(observation, epicenter)
    on, pawn = _scene(observation), epicenter.pawn
    tile, quarter = on.ground.visible[epicenter.space]
    pawns = zip(PAWNS, on.pawns, strict=True)
    standing = tuple((tile, quarter) if each == pawn else at for each, at in pawns)
    return replace(
        _on(observation, replace(on, pawns=standing)),
        last=LastMove(observation.seat, "epicenter", tile, quarter, pawn),
    )


def shaken(observation: Observation, die: Pawn) -> Observation:
    """Return the table right after this die has acted; raise `IllegalAction`.

    Only this one shift, even if it leaves one die: what it did is `quake.shifts[-1]`.
    """
    _check(observation, Resolve(die))
    quake = _quake(observation)
    after, shift = shaken_scene(_scene(observation), die, face_of(quake, die))
    quake = with_shift(quake, shift)
    return replace(_after(observation, after), quake=quake, dice=quake.dice)


def shaken_by(observation: Observation, order: Iterable[Pawn]) -> Observation:
    """Return the table after these dice in this order, each as by `shaken`.

    If one die remains it acts, too, and when none remains the islands have sunk (`quake.sunk`,
    unless the option lets them sink after the scoring). Raises `IllegalAction`.
    """
    for die in order:
        observation = shaken(observation, die)
    rest = unresolved(observation)
    if len(rest) == 1:
        observation = shaken(observation, rest[0])
    sinks = not unresolved(observation) and _option(observation, "islands_sink") == "before"
    return _islands_sunk(observation) if sinks else observation


def _islands_sunk(observation: Observation) -> Observation:
    on = _scene(observation)
    after, tiles = drowned(on)
    sunk = tuple(laid(on.ground, tile) for tile in tiles)
    quake = replace(_quake(observation), sunk=sunk, drowned=after.ruins)
    return replace(_after(observation, after), quake=quake)


def frames(observation: Observation) -> tuple[Observation, ...]:
    """Return the latest quake step by step: the table before it, after each shift, after islands.

    Each has in `quake` what had happened by then, scores and swaps aside; `points` are those
    before the quake, and of lost coins only those of this quake have names. Nothing if there was
    no quake.
    """
    quake = observation.quake
    if quake is None:
        return ()
    steps = [_rewound(observation, quake)]
    for shift in quake.shifts:
        steps.append(shaken(steps[-1], shift.die))
    return (*steps, _islands_sunk(steps[-1])) if quake.sunk else tuple(steps)


def _rewound(observation: Observation, quake: Quake[Layout]) -> Observation:
    """Return the table with the dice rolled and nothing shaken yet."""
    dice = tuple(replace(each, is_resolved=each.face == 0) for each in quake.dice)
    fresh = Quake(quake.number, quake.seat, dice, quake.before)
    before = replace(observation, phase="ordering", seat=quake.seat, to_act=(quake.seat,))
    points, lost = list(observation.points), [purse.lost for purse in observation.purses]
    for each in quake.scores:
        points[each.seat] -= each.points
    for ruin in (*quake.drowned, *(ruin for shift in quake.shifts for ruin in shift.ruins)):
        lost[ruin.seat] -= 1
    purses = zip(observation.purses, lost, strict=True)
    return replace(
        _on(replace(before, layout=quake.before), _scene(replace(before, layout=quake.before))),
        quake=fresh,
        dice=dice,
        points=tuple(points),
        purses=tuple(Purse(each.hand, each.coins, count, ()) for each, count in purses),
        swapping=(),
        decided=(),
        outcome=None,
    )


def what_if(
    observation: Observation, die: Pawn, tile: Tile, face: int
) -> tuple[Observation, Shift | None]:
    """Return the table if a die of this face acted on a tile now, and what that does.

    The pawns stay where they are. A null does nothing: None. The shift bears the name of `die`.
    """
    if face == 0:
        return observation, None
    after, shift = shifted(_scene(observation), tile, face, die)
    return _after(observation, after), shift


def scores(observation: Observation) -> tuple[Score, ...]:
    """Return what every city would score now, in the order of `layout.cities`.

    `value` is None where the viewer doesn't know it; then `points` is 0, `distance` still true.
    """
    on = _scene(observation)
    return tuple(score(on.ground, city) for city in on.cities)


def _check(observation: Observation, action: Found | Epicenter | Resolve) -> None:
    if refusal := refused(observation, action):
        raise refusal


def _option(observation: Observation, name: str) -> Any:
    return dict(observation.options)[name]


def _too_steep(observation: Observation) -> int:
    return int(_option(observation, "too_steep"))


def _scene(observation: Observation) -> Scene:
    is_ocean = _option(observation, "lakes_are_ocean") == "yes"
    return scene(observation.layout, lakes_are_ocean=is_ocean)


def _quake(observation: Observation) -> Quake[Layout]:
    return cast("Quake[Layout]", observation.quake)


def _on(observation: Observation, on: Scene) -> Observation:
    """Return the observation with another scene; purses and dice as they were."""
    cities = [city.space for city in on.cities]
    return replace(
        observation,
        layout=layout(on, on.cities),
        foundable=tuple(foundable(on.ground, cities, on.pawns, _too_steep(observation))),
        settable=tuple(settable(on.ground, cities, on.pawns)),
        pool=pool(on.pawns),
    )


def _after(observation: Observation, after: Shaken) -> Observation:
    purses = list(observation.purses)
    for city in after.lost:
        purses[city.seat] = _poorer(purses[city.seat], city)
    return replace(_on(observation, after.scene), purses=tuple(purses))


def _poorer(purse: Purse, city: City) -> Purse:
    known = () if city.value is None else (city.value,)
    coins = tuple(sorted((*purse.lost_coins, *known)))
    return replace(purse, lost=purse.lost + 1, lost_coins=coins)
