"""What is conserved: tiles, cities and coins are somewhere at every step (rules 10)."""

from collections import Counter

from engine.games.san_andreas.ground import Ground, lean
from engine.games.san_andreas.state import State
from engine.games.san_andreas.tiles import COINS, LAND, footprint, is_land

PHASES = {"playing", "ordering"}
"""What is due in every match."""


def nothing_is_lost(state: State) -> None:
    every_tile_lies_in_four_stacks(state.ground)
    the_leans_are_those_of_the_stacks(state.ground)
    assert all(coins(state, seat) == COINS for seat in range(state.seats))
    every_city_is_visible(state)


def every_tile_lies_in_four_stacks(ground: Ground) -> None:
    counted = Counter(each for plates in ground.stacks.values() for each in plates)
    land = sum(is_land(space) for space in ground.stacks)
    assert counted.pop(LAND, 0) == land
    assert counted == dict.fromkeys(ground.corners, 4)
    for tile, corner in ground.corners.items():
        assert all(tile in ground.stacks[space] for space in footprint(corner))


def the_leans_are_those_of_the_stacks(ground: Ground) -> None:
    assert ground.leans == {
        tile: lean(ground.stacks, tile, corner) for tile, corner in ground.corners.items()
    }


def coins(state: State, seat: int) -> tuple[int, ...]:
    standing = [city.value or 0 for city in state.cities if city.seat == seat]
    lost = [coin.value or 0 for coin in state.lost[seat]]
    return tuple(sorted([*(coin or 0 for coin in state.hands[seat]), *standing, *lost]))


def every_city_is_visible(state: State) -> None:
    for city in state.cities:
        assert state.ground.visible[city.space] == (city.tile, city.quarter)
    spaces = [city.space for city in state.cities]
    assert len(set(spaces)) == len(spaces)
