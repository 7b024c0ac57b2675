"""What stays readable of coins that were turned up (option memory).

With "strict" the next turn hides them again. Events tell them at the moment they are shown: who
tells of events later on leaves them out.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.game import Event, Viewer
from engine.games.san_andreas.events import CitiesScored, NullSwapped
from engine.games.san_andreas.pieces import City, Coin, Score, Swapped
from engine.games.san_andreas.state import Observation, Quake, State
from engine.games.san_andreas.tiles import Spot


def forgotten(state: State) -> State:
    """Return the state when values that were shown are hidden again."""
    quake = state.quake
    if quake is None or not quake.is_over:
        return state
    return state.but(
        cities=tuple(replace(city, is_shown=False) for city in state.cities),
        lost=tuple(tuple(Coin(coin.value) for coin in coins) for coins in state.lost),
        quake=_without_values(quake),
    )


def remembered(observation: Observation) -> Observation:
    """Return what the table of a moment in the past still tells those who look back at it."""
    if is_open(observation):
        return observation
    viewer, quake, layout = observation.viewer, observation.quake, observation.layout
    return replace(
        observation,
        layout=replace(layout, cities=tuple(_face_down(each, viewer) for each in layout.cities)),
        purses=tuple(
            purse if seat == viewer else replace(purse, lost_coins=())
            for seat, purse in enumerate(observation.purses)
        ),
        quake=quake if quake is None else _without_values(quake),
    )


def shown_again(observation: Observation, scores: tuple[Score, ...]) -> Observation:
    """Return the table with the coins of the latest scoring turned up, as they were then."""
    values = {(each.tile, each.quarter): each.value for each in scores}
    layout, quake = observation.layout, observation.quake
    return replace(
        observation,
        layout=replace(layout, cities=tuple(_face_up(each, values) for each in layout.cities)),
        quake=quake if quake is None else replace(quake, scores=scores),
    )


def retold(observation: Observation, event: Event) -> Event:
    """Return an event as it may be told later on; `observation` is of any moment of the match."""
    match event:
        case _ if is_open(observation):
            return event
        case CitiesScored(scores, gained, points):
            return CitiesScored(_points_only(scores), gained, points)
        case NullSwapped(swapped):
            return NullSwapped(_unnamed(swapped))
        case _:
            return event


def is_open(observation: Observation) -> bool:
    """Say whether coins that were turned up stay readable."""
    return dict(observation.options)["memory"] == "open"


def _without_values(quake: Quake[Any]) -> Quake[Any]:
    swaps = tuple(_unnamed(each) for each in quake.swaps)
    return replace(quake, scores=_points_only(quake.scores), swaps=swaps)


def _points_only(scores: tuple[Score, ...]) -> tuple[Score, ...]:
    return tuple(replace(each, value=None) for each in scores)


def _unnamed(swapped: Swapped) -> Swapped:
    return replace(swapped, coin=None)


def _face_down(city: City, viewer: Viewer) -> City:
    known = city.value if city.seat == viewer else None
    return replace(city, value=known, is_shown=False)


def _face_up(city: City, values: Mapping[Spot, int | None]) -> City:
    spot = (city.tile, city.quarter)
    return replace(city, value=values[spot], is_shown=True) if spot in values else city
