"""Which coin values a viewer knows, and what stays readable once they were turned up.

With the option memory "strict" the next turn hides them again. Events contain them at the moment
they are shown; a text or picture made later leaves them out.
"""

from dataclasses import replace

from engine.game import Event, Viewer
from engine.games.san_andreas.events import CitiesScored, NullSwapped
from engine.games.san_andreas.pieces import City, Coin, Score, Swapped
from engine.games.san_andreas.state import Observation, T, Table, but


def known_cities(cities: tuple[City, ...], viewer: Viewer) -> tuple[City, ...]:
    """Return the cities without the values that the viewer may not know."""
    return tuple(
        city if city.is_shown or city.seat == viewer else replace(city, value=None)
        for city in cities
    )


def known_lost(lost: tuple[tuple[Coin, ...], ...], viewer: Viewer) -> tuple[tuple[Coin, ...], ...]:
    """Return the lost coins without the values that the viewer may not know."""
    return tuple(
        coins
        if seat == viewer
        else tuple(sorted((each if each.is_shown else Coin(None) for each in coins), key=by_value))
        for seat, coins in enumerate(lost)
    )


def by_value(coin: Coin) -> tuple[bool, int]:
    """Order coins by value, unknown ones last: their order tells nothing."""
    return coin.value is None, coin.value or 0


def forgotten(table: T) -> T:
    """Return the table when values that were shown are hidden again; nobody is told them anew."""
    quake = table.quake
    if quake is not None:
        swaps = tuple(_unnamed(each) for each in quake.swaps)
        quake = replace(quake, scores=_points_only(quake.scores), swaps=swaps)
    return but(
        table,
        cities=tuple(replace(city, is_shown=False) for city in table.cities),
        lost=tuple(tuple(Coin(coin.value) for coin in coins) for coins in table.lost),
        quake=quake,
    )


def remembered(observation: Observation) -> Observation:
    """Return what the table of a moment in the past still tells those who look back at it."""
    if is_open(observation):
        return observation
    now, viewer = forgotten(observation), observation.viewer
    cities, lost = known_cities(now.cities, viewer), known_lost(now.lost, viewer)
    return but(now, cities=cities, lost=lost)


def shown_again(observation: Observation, scores: tuple[Score, ...]) -> Observation:
    """Return the table with the coins of the latest scoring turned up, as they were then."""
    values = {(each.tile, each.quarter): each.value for each in scores}
    cities = tuple(
        replace(city, value=values[spot], is_shown=True)
        if (spot := (city.tile, city.quarter)) in values
        else city
        for city in observation.cities
    )
    quake = observation.quake and replace(observation.quake, scores=scores)
    return but(observation, cities=cities, quake=quake)


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


def is_open(table: Table) -> bool:
    """Say whether coins that were turned up stay readable."""
    return table.dials["memory"] == "open"


def _points_only(scores: tuple[Score, ...]) -> tuple[Score, ...]:
    return tuple(replace(each, value=None) for each in scores)


def _unnamed(swapped: Swapped) -> Swapped:
    return replace(swapped, coin=None)
