"""Imagined worlds look like what is seen, and are as likely as they are by the rules."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import perm
from random import Random

import pytest

from engine.game import Decision, Seat, Setup
from engine.games.seismic import GAME
from engine.games.seismic.preview import quake_odds
from engine.games.seismic.state import State
from engine.games.seismic.worlds import sampled
from engine.setups import sets_of_variants
from tests.engine.playing import states


def positions(setup: Setup, number: int) -> list[State]:
    """Return the positions of a random match in which a player decides, and its end."""
    found = [state for state, _ in states(GAME, setup, number)]
    return [each for each in found if isinstance(GAME.node(each), Decision)] + found[-1:]


@pytest.mark.parametrize("names", sets_of_variants(GAME), ids="-".join)
def test_what_is_boxed_passed_the_first_stage(names: tuple[str, ...]) -> None:
    rng = Random(3)
    state = positions(Setup(3, names), 3)[10]
    staged = state.variant.staged()

    worlds = [sampled(GAME.observe(state, Seat(0)), rng) for _ in range(30)]

    assert len({world.boxed for world in worlds}) > 10
    for world in worlds:
        assert len(world.boxed) == state.variant.set_aside
        assert all(n <= staged[code] for code, n in Counter(world.boxed).items())


@pytest.mark.parametrize("names", [(), ("balance",), ("big_one", "twin_cities")])
def test_quakes_are_left_as_often_as_the_odds_say(names: tuple[str, ...]) -> None:
    state = positions(Setup(2, names), 3)[40]
    seen, rng, worlds = GAME.observe(state, Seat(0)), Random(1), 2000

    found = sum((Counter(face_down(sampled(seen, rng))) for _ in range(worlds)), Counter[str]())

    for code, odds in quake_odds(seen).items():
        assert found[code] / worlds == pytest.approx(float(odds.expected), abs=0.06)


def face_down(world: State) -> dict[str, int]:
    return {flip.tile: n for bag in (world.pile, world.apart) for flip, n in bag.items()}


def test_singles_are_boxed_as_often_as_a_count_of_all_ways_says() -> None:
    state = positions(Setup(2), 3)[30]
    seen, rng, worlds = GAME.observe(state, Seat(0)), Random(1), 3000
    likely = box_by_count(state)

    found = Counter(code for _ in range(worlds) for code in sampled(seen, rng).boxed)

    for code, share in likely.items():
        assert found[code] / worlds == pytest.approx(float(share), abs=0.05)


def box_by_count(state: State) -> dict[str, Fraction]:
    """Return how many of each shape lie in the box on average: each of the twelve labelled tiles.

    A set of six of them weighs by the ways in which the seen ones may be tiles outside of it.
    """
    staged = [code for code, n in state.variant.staged().items() for _ in range(n)]
    hidden: Counter[str] = Counter(dict(GAME.observe(state, "public").unseen))
    whole = Counter({flip.tile: n for flip, n in GAME.initial(Setup(2)).pile.items()})
    whole.update(staged)
    total, sums = 0, Counter[str]()
    for chosen in combinations(staged, 6):
        weight = 1
        for code in set(staged):
            weight *= perm(whole[code] - chosen.count(code), whole[code] - hidden[code])
        total += weight
        for code in chosen:
            sums[code] += weight
    return {code: Fraction(n, total) for code, n in sums.items()}


def test_before_the_first_turn_there_is_no_world_to_imagine() -> None:
    with pytest.raises(ValueError, match="beginning"):
        sampled(GAME.observe(GAME.initial(Setup(2)), Seat(0)), Random(1))


def test_a_world_of_the_big_one_has_the_strongest_quake_below() -> None:
    every = positions(Setup(2, ("big_one",)), 2)
    early, late = every[5], every[-4]

    assert list(sampled(GAME.observe(early, Seat(0)), Random(1)).apart.values()) == [1]
    assert not sampled(GAME.observe(late, Seat(0)), Random(1)).apart
