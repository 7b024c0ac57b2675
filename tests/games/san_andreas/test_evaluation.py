"""What a position is worth, held against the rules themselves."""

from dataclasses import replace
from random import Random

import pytest

from engine.game import Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.evaluation import falls, prospect
from engine.games.san_andreas.match import shifted
from engine.games.san_andreas.pieces import City
from engine.games.san_andreas.state import State, but
from engine.games.san_andreas.tiles import COINS, FACES, SHIFTS, Spot, Tile
from tests.engine.playing import states


def grounds(number: int, **options: str) -> list[State]:
    """Return a state for every ground of a random match."""
    found = dict[int, State]()
    for state, _ in states(GAME, Setup(3, options=options), number):
        found.setdefault(id(state.ground), state)
    return list(found.values())


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("number", range(4))
def test_the_distance_is_that_of_the_rules_as_far_as_a_coin_scores(
    number: int, edition: int
) -> None:
    for state in grounds(number, lakes_are_ocean="yes" if number % 2 else "no"):
        ground = replace(state.ground, edition=edition)
        seen = prospect(ground)
        for space in ground.visible:
            way = ground.path_to_ocean(space)
            assert seen.distance(space) == min(max(COINS), 9 if way is None else way.distance)


@pytest.mark.parametrize("number", range(3))
def test_a_city_falls_as_often_as_the_rules_have_it(number: int) -> None:
    rng = Random(number)
    for state in grounds(10 + number):
        for tile in rng.sample(sorted(state.ground.corners), 4):
            assert falls(state.ground, tile) == pytest.approx(fallen(state, tile))


def fallen(state: State, tile: Tile) -> dict[Spot, float]:
    """Return the same with a city on every space there is, shaken by the rules."""
    cities = tuple(City(0, 1, *spot, space) for space, spot in state.ground.visible.items())  # type: ignore[arg-type]
    lost = dict[Spot, float]()
    for face in SHIFTS:
        _, shift = shifted(but(state, cities=cities), tile, face, "sun")
        for ruin in shift.ruins:
            spot = ruin.tile, ruin.quarter
            lost[spot] = lost.get(spot, 0.0) + 1 / len(FACES)
    return lost
