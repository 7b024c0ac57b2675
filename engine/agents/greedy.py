"""Plays what looks best now, as the title's own heuristics see it; no look ahead."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from engine.agents import Level
from engine.agents.heuristics import EVEN, Character, Chooser, heuristics_for

T = TypeVar("T")

EQUAL: Final = 1e-9
"""What differs less than this is equal: the same points may be added up in another order."""


class Greedy:
    """Takes the action with the highest value; equally good ones by chance."""

    looks_ahead = False

    def choose(
        self, observation: Any, legal: Sequence[T], rng: Chooser, character: Character = EVEN
    ) -> T:
        """Return one of the `legal` actions."""
        known = heuristics_for(observation)
        if known is None:
            return rng.choice(legal)
        values = known.values(observation, legal, character)
        best = max(values) - EQUAL
        return rng.choice([each for each, n in zip(legal, values, strict=True) if n >= best])


AGENT: Final[Level] = Greedy()
