"""Why a move is worth a look: how near the ocean is, how well the ground holds, who would fall."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from bot.games.people import name
from bot.games.san_andreas.phases import planned
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import named_at, pawn_name
from bot.games.speech import and_list, points
from engine.boards.squares import Space
from engine.game import Seat
from engine.games.san_andreas import preview
from engine.games.san_andreas.actions import (
    Action,
    Begin,
    Epicenter,
    Found,
    Pass,
    Resolve,
    Roll,
    Swap,
)
from engine.games.san_andreas.evaluation import prospect
from engine.games.san_andreas.tiles import Tile

SAFE: Final = 5
"""In how many of ten quakes a city stays safe of which that is said."""


def told(view: View, actions: Sequence[Action]) -> str:
    """Return a move in a few words."""
    words, action = view.words, actions[0]
    match action:
        case Found(coin, space):
            where = named_at(view.observation.layout, space)
            return words.say("Coin {coin} on **{space}**", coin=coin, space=where)
        case Epicenter(pawn, space):
            where = named_at(view.observation.layout, space)
            return words.say("Set {pawn} on **{space}**", pawn=pawn_name(words, pawn), space=where)
        case Pass():
            return planned(view, actions)
        case Resolve():
            dice = [each.die for each in actions if isinstance(each, Resolve)]
            order = and_list(words, [pawn_name(words, each) for each in dice])
            return words.say("Let **{die}** act next", die=order)
        case Swap(None):
            return words.say("Keep the 0")
        case Swap(coin):
            return words.say("Coin {coin} in place of the 0", coin=coin)
        case Begin() | Roll():
            raise TypeError(type(action))
        case _:
            assert_never(action)


def why(view: View, actions: Sequence[Action]) -> str:
    """Return what a move does for the viewer."""
    action = actions[0]
    match action:
        case Found(coin, space):
            return _founded(view, coin, space)
        case Epicenter(_, space):
            return _shaken(view, space)
        case Resolve(die):
            quake = preview.shaken(view.observation, die).quake
            ruins = quake.shifts[-1].ruins if quake and quake.shifts else ()
            taken = [each.seat for each in ruins]
            if not taken:
                return view.words.say("takes no city")
            if not _hits_others(view, taken):
                return ""
            return view.words.say("takes {cities}", cities=_cities(view, taken))
        case _:
            return ""


def _founded(view: View, coin: int, space: Space) -> str:
    words, observation = view.words, view.observation
    ground = observation.ground
    if coin == 0:
        return words.say("bluffs: no one knows that it's your 0")
    way = ground.path_to_ocean(space)
    if way is None or coin <= way.distance:
        return ""
    worth = points(words, coin - way.distance)
    if way.distance:
        near = words.count(
            "{n} space from the ocean: {points}",
            "{n} spaces from the ocean: {points}",
            way.distance,
            points=worth,
        )
    else:
        near = words.say("right by the ocean: {points}", points=worth)
    tiles = [standing[0] for standing in observation.pawns if standing]
    free = len(observation.pool)
    safe = round(10 * prospect(ground).holds(ground.visible[space], tiles, free))
    if safe < SAFE:
        return near
    return words.say("{near}; stays safe in {n} of 10 quakes", near=near, n=safe)


def _shaken(view: View, space: Space) -> str:
    """Return whose cities a die on this tile could take."""
    words, observation = view.words, view.observation
    tile: Tile = observation.ground.visible[space][0]
    falls = prospect(observation.ground).falls(tile)
    fallen = [city.seat for city in observation.cities if falls.get((city.tile, city.quarter))]
    is_last = len(observation.pool) == 1
    then = [words.say("the quake begins")] if is_last else []
    if not _hits_others(view, fallen):
        return ", ".join(then)
    danger = words.say("threatens {cities}", cities=_cities(view, fallen))
    return ", ".join([danger, *then])


def _hits_others(view: View, seats: Sequence[Seat]) -> bool:
    """Say whether the others lose more cities than the viewer: else it is no reason."""
    return 2 * sum(each == view.viewer for each in seats) < len(seats)


def _cities(view: View, seats: Iterable[Seat]) -> str:
    """Return "2 of Bob's cities and 1 of your cities"."""
    words, every = view.words, list(seats)
    parts = []
    for seat in sorted(set(every), key=lambda seat: seat == view.viewer):
        n, who = every.count(seat), name(view, seat)
        if seat == view.viewer:
            parts.append(words.count("{n} of your cities", "{n} of your cities", n))
        else:
            parts.append(words.count("{n} of {who}'s cities", "{n} of {who}'s cities", n, who=who))
    return and_list(words, parts)
