"""The golden records and how they were made: by seed, and by who chose."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from bot.command_line.records import played
from engine.game import Setup
from engine.games.san_andreas import GAME
from engine.record import Record
from tests.games.golden import Eventful

RECORDS: Final = Path(__file__).parent / "records"
DRAWS: Final = 5
"""At least how many draws every record has."""


class Golden(NamedTuple):
    """A record: its table, its seed, and the agent that chose for every seat."""

    setup: Setup
    seed: str
    agent: str = "uniform"

    def record(self) -> Record[Any]:
        return played(GAME, self.setup, self.seed, self.agent)


GOLDEN: Final[Mapping[str, Golden | Eventful]] = {
    "three-seats": Golden(Setup(3), "1"),
    "two-nulls-at-once": Golden(Setup(4), "1"),
    "three-greedy": Golden(Setup(3), "3", "greedy"),
    "four-greedy": Golden(Setup(4), "4", "greedy"),
    "second-begins": Golden(Setup(3, options={"first_player": "2"}), "5"),
    "lakes-are-ocean": Golden(Setup(4, options={"lakes_are_ocean": "yes"}), "12", "greedy"),
    "island-sinks": Golden(Setup(3), "11", "greedy"),
    "islands-sink-after": Golden(Setup(4, options={"islands_sink": "after"}), "16"),
    "strict-memory": Golden(Setup(3, options={"memory": "strict"}), "8", "greedy"),
    "flat-ground-only": Golden(Setup(3, options={"too_steep": 1}), "9"),
    "steep-ground-too": Golden(Setup(4, options={"too_steep": 3}), "34", "greedy"),
    "six-quakes": Golden(Setup(4), "29"),
    "four-swaps": Golden(Setup(4), "36"),
    "four-nulls-rolled-again": Golden(Setup(4), "503"),
    "taken-back": Eventful("san_andreas", Setup(3), 2),
    "vote": Eventful("san_andreas", Setup(4), 3, 60),
}
