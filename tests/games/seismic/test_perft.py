"""How many ways there are to play on: a change of the rules can hardly keep all these numbers."""

from typing import Any

import pytest

from engine.game import Setup
from engine.games.seismic import GAME
from tests.engine.playing import perft, states

SMALL = {"table_radius": 5}


def first(phase: str, *variants: str) -> Any:
    """Return the first state of a random match in this phase, not before the tenth turn."""
    for state, _ in states(GAME, Setup(2, variants, SMALL), 3):
        if state.phase == phase and state.turn >= 10:
            return state
    raise AssertionError(phase)


@pytest.mark.parametrize(
    ("variants", "ways"),
    [
        (("big_one",), [2, 16, 116, 756]),
        (("twin_cities",), [2, 18, 162, 1446]),
        (("balance",), [2, 18, 150, 1152]),
    ],
)
def test_the_set_up_goes_on_in_so_many_ways(variants: tuple[str, ...], ways: list[int]) -> None:
    state = GAME.initial(Setup(2, variants, SMALL))

    assert [perft(GAME, state, depth) for depth in range(1, 5)] == ways


@pytest.mark.parametrize(
    ("phase", "variants", "ways"),
    [
        ("extending", ("road_crews_dilemma",), [29, 812, 23619]),
        ("rotating", ("aftershocks",), [19, 309, 8961]),
        ("choosing_town", ("twin_cities",), [2, 68, 33818]),
        (
            "choosing_town",
            ("aftershocks", "big_one", "road_crews_dilemma", "twin_cities"),
            [2, 8, 157],
        ),
        ("placing", ("balance",), [106, 3286]),
        ("rotating", ("aftershocks", "balance"), [26, 599, 28799]),
    ],
)
def test_a_turn_goes_on_in_so_many_ways(
    phase: str, variants: tuple[str, ...], ways: list[int]
) -> None:
    state = first(phase, *variants)

    assert [perft(GAME, state, depth) for depth in range(1, len(ways) + 1)] == ways
