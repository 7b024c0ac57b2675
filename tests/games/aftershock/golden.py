"""The golden records and how they were made: by seed, and by who chose."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from engine.agents import agent
from engine.game import Setup
from engine.games.aftershock import GAME
from engine.record import Record
from engine.referee import Progress, Referee, finished
from tests.engine.playing import deciding, draws, header, played
from tests.games.golden import Eventful

RECORDS: Final = Path(__file__).parent / "records"
DRAWS: Final = 61
"""At least how many draws every record has."""


class Golden(NamedTuple):
    """A record: its table, its seed, and whether a greedy agent chose for every seat."""

    setup: Setup
    number: int
    is_greedy: bool = False

    def record(self) -> Record[Any]:
        return (greedy if self.is_greedy else at_random)(self.setup, self.number)


def at_random(setup: Setup, number: int) -> Record[Any]:
    return played(GAME, setup, number)


def greedy(setup: Setup, number: int) -> Record[Any]:
    """Return the finished record of a match that the greedy agent plays for every seat."""
    rng, seed, referee = Random(number), number.to_bytes(32), Referee(GAME)
    chance = draws(setup, seed)
    progress: Progress[Any, Any] = referee.begin(header(GAME, setup, seed), chance)
    while not (outcome := referee.outcome(progress)):
        seat = deciding(GAME, progress.state)[0]
        legal = list(GAME.legal_actions(progress.state, seat))
        seen = GAME.observe(progress.state, seat)
        chosen = agent("greedy").choose(seen, legal, rng)
        progress = referee.submit(progress, seat, chosen, chance)
    return finished(progress.record, outcome, seed)


GOLDEN: Final[Mapping[str, Golden | Eventful]] = {
    "three-seats": Golden(Setup(3), 1),
    "three-seats-first-player": Golden(Setup(3, options={"first_player": "2"}), 2),
    "three-seats-one-bridge-a-link": Golden(Setup(3, options={"two_bridges": False}), 3),
    "four-seats": Golden(Setup(4), 4),
    "four-seats-all-passes-by-hand": Golden(Setup(4, options={"auto_pass": False}), 5),
    "five-seats": Golden(Setup(5), 6),
    "five-seats-both-options": Golden(
        Setup(5, options={"auto_pass": False, "two_bridges": False}), 7
    ),
    "three-seats-greedy": Golden(Setup(3), 8, is_greedy=True),
    "four-seats-greedy": Golden(Setup(4), 9, is_greedy=True),
    "four-seats-greedy-again": Golden(Setup(4), 10, is_greedy=True),
    "five-seats-greedy": Golden(Setup(5), 11, is_greedy=True),
    "five-seats-greedy-again": Golden(Setup(5), 12, is_greedy=True),
    "taken-back": Eventful("aftershock", Setup(3), 1),
    "vote": Eventful("aftershock", Setup(4), 2, 150),
}
