"""Plays what looks best now, with slips: now and then something that looks only half as good."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from engine.agents import Level
from engine.agents.greedy import AGENT as GREEDY
from engine.agents.heuristics import EVEN, Character, Chooser, heuristics_for

T = TypeVar("T")

SLIPS: Final = 0.35
"""How often it slips."""


class Beginner:
    """Takes the action with the highest value, or by a slip any of the better half."""

    looks_ahead = False

    def choose(
        self, observation: Any, legal: Sequence[T], rng: Chooser, character: Character = EVEN
    ) -> T:
        """Return one of the `legal` actions."""
        known = heuristics_for(observation)
        if known is None or rng.random() >= SLIPS:
            return GREEDY.choose(observation, legal, rng, character)
        ranked = known.ranked(observation, legal, character)
        slip: T = rng.choice(ranked[: (len(ranked) + 1) // 2]).action
        return slip


AGENT: Final[Level] = Beginner()
