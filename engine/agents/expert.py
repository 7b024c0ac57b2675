"""Looks ahead before it moves; where a title can't imagine worlds, it plays greedily."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from engine.agents import Level
from engine.agents.greedy import AGENT as GREEDY
from engine.agents.heuristics import EVEN, Character, Chooser, heuristics_for
from engine.agents.search import searched

T = TypeVar("T")


class Expert:
    """Takes the action that a search finds best."""

    looks_ahead = True

    def choose(
        self, observation: Any, legal: Sequence[T], rng: Chooser, character: Character = EVEN
    ) -> T:
        """Return one of the `legal` actions."""
        known = heuristics_for(observation)
        if known is None or known.imagination is None:
            return GREEDY.choose(observation, legal, rng, character)
        best: T = searched(known, observation, legal, rng)[0].action
        return best


AGENT: Final[Level] = Expert()
