"""Plays what looks best now, with slips: often something that looks only half as good."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from engine.agents import Level
from engine.agents.greedy import AGENT as GREEDY
from engine.agents.greedy import EQUAL
from engine.agents.heuristics import EVEN, Character, Chooser, heuristics_for

T = TypeVar("T")

SLIPS: Final = 0.6
"""How often it slips."""
LEAST: Final = 0.5
"""What a slip is worth at least, between the value in the middle (0) and the best one (1)."""


class Beginner:
    """Takes the action with the highest value, or by a slip any that looks about half as good.

    It never does what looks bad: against that nobody would learn to play.
    """

    looks_ahead = False

    def choose(
        self, observation: Any, legal: Sequence[T], rng: Chooser, character: Character = EVEN
    ) -> T:
        """Return one of the `legal` actions."""
        known = heuristics_for(observation)
        if known is None or rng.random() >= SLIPS:
            return GREEDY.choose(observation, legal, rng, character)
        ranked = known.ranked(observation, legal, character)
        best, middle = ranked[0].value, ranked[len(ranked) // 2].value
        least = middle + LEAST * (best - middle)
        slip: T = rng.choice([each.action for each in ranked if each.value >= least - EQUAL])
        return slip


AGENT: Final[Level] = Beginner()
