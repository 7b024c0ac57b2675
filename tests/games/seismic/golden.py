"""The golden records and how they were made: by seed, and by who chose."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from engine.agents import agent
from engine.game import Move, Setup
from engine.games.seismic import GAME
from engine.games.seismic.actions import Place
from engine.record import Record
from tests.engine.playing import Choose, anything, played
from tests.games.golden import Eventful

RECORDS: Final = Path(__file__).parent / "records"
DRAWS: Final = 21
"""At least how many draws every record has."""


class Golden(NamedTuple):
    """A record: its table, its seed, and who chose for every seat."""

    setup: Setup
    number: int
    choose: Choose = anything

    def record(self) -> Record[Any]:
        return played(GAME, self.setup, self.number, self.choose)


def closing(state: Any, legal: list[Any], rng: Random) -> Any:
    """Build where the fewest cells stay open, with any crew."""
    bare = [each for each in legal if isinstance(each, Place) and each.crew is None]
    if not bare:
        return rng.choice(legal)
    best = min(bare, key=lambda place: _openness(state, place))
    where = (best.tile, best.cell, best.turn)
    there = (each for each in legal if isinstance(each, Place))
    return rng.choice([each for each in there if (each.tile, each.cell, each.turn) == where])


def greedy(state: Any, legal: list[Any], rng: Random) -> Any:
    """Choose what scores: here sections of every kind are complete at the end."""
    return agent("greedy").choose(GAME.observe(state, state.seat), legal, rng)


def _openness(state: Any, place: Place) -> tuple[int, int]:
    board = GAME.apply(state, Move(state.seat, place)).state.board
    return len(board.constraints), len(board.strands)


SMALL: Final = {"table_radius": 5}
GOLDEN: Final[Mapping[str, Golden | Eventful]] = {
    "two-seats": Golden(Setup(2), 1),
    "three-seats": Golden(Setup(3, options={"first_player": "2"}), 2),
    "four-seats": Golden(Setup(4), 3),
    "small-table": Golden(Setup(2, options=SMALL), 4),
    "three-seats-greedy": Golden(Setup(3), 11, greedy),
    "twin-cities-greedy": Golden(Setup(2, ("aftershocks", "twin_cities")), 12, greedy),
    "blocked": Golden(Setup(3, options=SMALL), 1),
    "nothing-open": Golden(Setup(2, options=SMALL), 299, closing),
    "big-one": Golden(Setup(2, ("big_one",)), 5),
    "dilemma-tie": Golden(Setup(4, ("road_crews_dilemma",)), 17),
    "aftershocks-blocked": Golden(Setup(4, ("aftershocks",), SMALL), 1),
    "twin-cities": Golden(Setup(2, ("twin_cities",)), 6),
    "balance-nothing-open": Golden(Setup(3, ("balance",), SMALL), 174, closing),
    "balance-four-seats": Golden(Setup(4, ("balance",)), 7),
    "balance-aftershocks": Golden(Setup(2, ("aftershocks", "balance"), SMALL), 23, closing),
    "big-one-dilemma-blocked": Golden(Setup(2, ("big_one", "road_crews_dilemma"), SMALL), 5),
    "big-one-aftershocks": Golden(Setup(3, ("aftershocks", "big_one")), 8),
    "big-one-twin-cities": Golden(Setup(4, ("big_one", "twin_cities")), 9),
    "dilemma-aftershocks": Golden(Setup(3, ("aftershocks", "road_crews_dilemma")), 10),
    "dilemma-twin-cities": Golden(Setup(2, ("road_crews_dilemma", "twin_cities")), 11),
    "aftershocks-twin-cities": Golden(Setup(3, ("aftershocks", "twin_cities")), 12),
    "all-but-twin-cities": Golden(Setup(4, ("aftershocks", "big_one", "road_crews_dilemma")), 13),
    "all-but-aftershocks": Golden(Setup(3, ("big_one", "road_crews_dilemma", "twin_cities")), 14),
    "all-but-dilemma": Golden(Setup(2, ("aftershocks", "big_one", "twin_cities")), 15),
    "all-but-the-big-one": Golden(
        Setup(4, ("aftershocks", "road_crews_dilemma", "twin_cities")), 16
    ),
    "all-four": Golden(
        Setup(4, ("aftershocks", "big_one", "road_crews_dilemma", "twin_cities")), 17
    ),
    "taken-back": Eventful("seismic", Setup(2, options=SMALL), 1),
    "vote": Eventful("seismic", Setup(3), 2, 90),
    "balance-taken-back": Eventful("seismic", Setup(3, ("balance",), SMALL), 201),
}
"""The first four were made before there were variants; nothing may change them."""
