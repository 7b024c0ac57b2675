"""Whole worlds that look to a viewer like what it observes: coins that lie face down get values.

A seat's coins that the viewer can't tell apart are dealt by chance to its cities, its losses and
its hand: mostly as if the best had been founded first (`_in_order`). What the latest scoring paid,
and who swapped a null then, tells coins even where nobody may read them again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.agents.heuristics import Chooser
from engine.game import Seat
from engine.games.san_andreas.actions import Swap
from engine.games.san_andreas.memory import by_value
from engine.games.san_andreas.pieces import City, Coin, Score
from engine.games.san_andreas.state import Observation, Quake, State, open_fields
from engine.games.san_andreas.tiles import COINS, Spot

_ANY: Final = range(len(COINS))

HIDES: Final = 0.2
"""How often a seat founds in an order that tells nothing."""
NULL: Final = (1.8, 3.4)
"""The coins between which a null is founded."""
LIKES: Final = 1.4
"""By how many points a better coin may be founded later."""


def sampled(observation: Observation, rng: Chooser) -> State:
    """Return a world that looks like this to the viewer, a seat.

    It supposes that a seat which secretly swapped its null took its best lost coin.
    """
    on, quake = observation, observation.quake
    cities, hands, lost = list(on.cities), list(on.hands), list(on.lost)
    paid = {} if quake is None else {(each.tile, each.quarter): each for each in quake.scores}
    swapped = set() if quake is None else {each.seat for each in quake.swaps}
    fallen: dict[int, list[int]] = {seat: [] for seat in range(on.seats)}
    for seat in range(on.seats):
        if seat == on.viewer:
            continue
        known = {city.value for city in cities if city.seat == seat}
        known |= {coin.value for coin in lost[seat]}
        pool = [value for value in COINS if value not in known]
        unseen = sum(coin.value is None for coin in lost[seat])
        if seat in swapped and unseen and 0 in pool:
            fallen[seat].append(0)
            pool.remove(0)
        standing = [n for n, city in enumerate(cities) if city.seat == seat and city.value is None]
        bounds = [_possible(paid.get((cities[n].tile, cities[n].quarter))) for n in standing]
        values, gone = _dealt(_in_order(pool, rng), bounds, unseen - len(fallen[seat]), rng)
        for n, value in zip(standing, values, strict=True):
            cities[n] = replace(cities[n], value=value)
            pool.remove(value)
        fallen[seat] += gone
        hands[seat] = tuple(value for value in pool if value not in fallen[seat])
        coins = [coin for coin in lost[seat] if coin.value is not None]
        coins += [Coin(value) for value in fallen[seat]]
        lost[seat] = tuple(sorted(coins, key=by_value))
    fields = open_fields(on) | {"cities": tuple(cities), "hands": tuple(hands), "lost": tuple(lost)}
    if quake is not None:
        fields["quake"] = _with_cities_before(quake, cities, fallen)
    first = on.dials["first_player"]
    return State(
        **fields,
        starters=tuple(
            Seat(seat) for seat in range(on.seats) if first in {"random", str(seat + 1)}
        ),
        faces=(),
        swaps=tuple(
            Swap(max(coin.value or 0 for coin in lost[seat])) if seat in on.decided else None
            for seat in range(on.seats)
        ),
    )


def _possible(paid: Score | None) -> range:
    """Return the values that a city may have after what the latest scoring paid for it."""
    if paid is None or paid.distance is None:
        return _ANY
    value = paid.points + paid.distance
    return range(value, value + 1) if paid.points else _ANY[: value + 1]


def _in_order(pool: Sequence[int], rng: Chooser) -> list[int]:
    """Return coins in an order in which a seat may have founded them: mostly the best first.

    A null may bring a great coin back, so it goes with the coins in the middle. One order in five
    hides the coins: it is any.
    """
    if rng.random() < HIDES:
        return rng.sample(pool, len(pool))
    early = {coin: (coin or rng.choice(NULL)) + LIKES * rng.random() for coin in pool}
    return sorted(pool, key=lambda coin: -early[coin])


def _dealt(
    order: Sequence[int], bounds: Sequence[range], gone: int, rng: Chooser
) -> tuple[list[int], list[int]]:
    """Return a value within each of the bounds, and as many as are `gone`, all different.

    They come in this order as far as the bounds let them; there is a way to do it.
    """
    left, dealt, lost = list(order), dict[int, int](), list[int]()
    # Bounds are one value, or all up to one: if the narrowest come first the others find theirs.
    free = sum(len(each) == len(_ANY) for each in bounds)
    for n in sorted(range(len(bounds)), key=lambda n: len(bounds[n])):
        if len(bounds[n]) == len(_ANY):
            while len(lost) < gone and rng.random() * (gone - len(lost) + free) >= free:
                lost.append(left.pop(0))
            free -= 1
        dealt[n] = next(value for value in left if value in bounds[n])
        left.remove(dealt[n])
    return [dealt[n] for n in range(len(bounds))], lost + left[: gone - len(lost)]


def _with_cities_before(
    quake: Quake, cities: Sequence[City], fallen: Mapping[int, Sequence[int]]
) -> Quake:
    """Return the quake with values for the cities that stood before it.

    Those that stand have what they have, or the null if they were swapped; those that fell have
    something that their seat has lost.
    """
    swapped = {(each.seat, each.space) for each in quake.swaps}
    standing: dict[Spot, int | None] = {
        (each.tile, each.quarter): 0 if (each.seat, each.space) in swapped else each.value
        for each in cities
    }
    gone = {seat: list(values) for seat, values in fallen.items()}
    before = []
    for city in quake.before.cities:
        value = city.value
        if value is None:
            value = standing.get((city.tile, city.quarter))
        if value is None:
            value = gone[city.seat].pop() if gone[city.seat] else 0
        before.append(replace(city, value=value))
    return replace(quake, before=replace(quake.before, cities=tuple(before)))
