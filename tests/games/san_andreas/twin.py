"""Another world that looks the same: others' coins that lie face down have other values."""

from dataclasses import replace
from random import Random

from engine.game import Seat, Viewer
from engine.games.san_andreas.actions import Swap
from engine.games.san_andreas.pieces import City, Coin
from engine.games.san_andreas.state import State, but


def twin(state: State, viewer: Viewer, rng: Random) -> State:
    """Exchange the values of coins that the viewer may not know, seat by seat."""
    for seat in range(state.seats):
        if seat != viewer:
            state = exchanged(state, Seat(seat), rng)
    return state


def exchanged(state: State, seat: Seat, rng: Random) -> State:
    """Return the state with the unknown coins of one seat exchanged, wherever they are."""
    hidden = unknown(state, seat)
    other = list(hidden)
    rng.shuffle(other)
    new = dict(zip(hidden, other, strict=True))
    coins = [(coin.value or 0, coin) for coin in state.lost[seat]]
    lost = sorted((new.get(value, value), coin.is_shown) for value, coin in coins)
    hand = tuple(sorted(new.get(coin or 0, coin or 0) for coin in state.hands[seat]))
    state = but(
        state,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        lost=(
            *state.lost[:seat],
            tuple(Coin(value, is_shown) for value, is_shown in lost),
            *state.lost[seat + 1 :],
        ),
        cities=relabelled(state.cities, seat, new),
        swaps=with_another_choice(state, seat, [value for value, _ in lost], rng),
    )
    if state.quake is None:
        return state
    before = replace(state.quake.before, cities=relabelled(state.quake.before.cities, seat, new))
    return but(state, quake=replace(state.quake, before=before))


def unknown(state: State, seat: Seat) -> list[int]:
    """Return the values of a seat's coins that only the seat itself knows."""
    standing = [city.value or 0 for city in state.cities if city.seat == seat and not city.is_shown]
    lost = [coin.value or 0 for coin in state.lost[seat] if not coin.is_shown]
    return sorted([*(coin or 0 for coin in state.hands[seat]), *standing, *lost])


def relabelled(cities: tuple[City, ...], seat: Seat, new: dict[int, int]) -> tuple[City, ...]:
    return tuple(
        replace(city, value=new.get(city.value or 0, city.value)) if city.seat == seat else city
        for city in cities
    )


def with_another_choice(
    state: State, seat: Seat, lost: list[int], rng: Random
) -> tuple[Swap | None, ...]:
    if state.swaps[seat] is None:
        return state.swaps
    return (
        *state.swaps[:seat],
        rng.choice([Swap(None), *(Swap(coin) for coin in lost)]),
        *state.swaps[seat + 1 :],
    )
