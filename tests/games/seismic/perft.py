"""Positions of Seismic on a small table, and how many ways lead on from them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from engine.game import Setup
from engine.games.seismic import GAME
from tests.engine.playing import states

SMALL = {"table_radius": 5}


def start(*variants: str) -> Any:
    return GAME.initial(Setup(2, variants, SMALL))


def first(phase: str, *variants: str) -> Any:
    """Return the first state of a random match in this phase, not before the tenth turn."""
    for state, _ in states(GAME, Setup(2, variants, SMALL), 3):
        if state.phase == phase and state.turn >= 10:
            return state
    raise AssertionError(phase)


def late() -> Any:
    """Return the state after sixty lines."""
    return [state for state, _ in states(GAME, Setup(2, options=SMALL), 5)][60]


ALL = ("aftershocks", "big_one", "road_crews_dilemma", "twin_cities")
WAYS: dict[str, tuple[Callable[[], Any], list[int]]] = {
    "start": (start, [2, 18, 150, 1152]),
    "start-big-one": (partial(start, "big_one"), [2, 16, 116, 756]),
    "start-twin-cities": (partial(start, "twin_cities"), [2, 18, 162, 1446]),
    "start-balance": (partial(start, "balance"), [2, 18, 150, 1152]),
    "late": (late, [161, 4347, 658968]),
    "extending": (partial(first, "extending", "road_crews_dilemma"), [29, 812, 23619]),
    "rotating": (partial(first, "rotating", "aftershocks"), [19, 309, 8961]),
    "rotating-balance": (partial(first, "rotating", "aftershocks", "balance"), [26, 599, 28799]),
    "choosing-town": (partial(first, "choosing_town", "twin_cities"), [2, 68, 33818]),
    "choosing-town-all": (partial(first, "choosing_town", *ALL), [2, 8, 157]),
    "placing-balance": (partial(first, "placing", "balance"), [106, 3286]),
}
