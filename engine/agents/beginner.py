"""Overlooks much: plays anything of the better part of what it may do, by chance."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from engine.agents import Level
from engine.agents.greedy import EQUAL
from engine.agents.heuristics import EVEN, Character, Chooser, heuristics_for

T = TypeVar("T")

PART: Final = 0.6
"""How far down the legal actions, the best first, it chooses; of two it takes the better one.

A smaller part is too good for people who take what is suggested first, and so is the best of three
that it notices. The best of two is as weak, but now and then both look bad.
"""


class Beginner:
    """Takes any action of the better part, each with the same chance.

    It never does what looks bad: against that nobody would learn to play.
    """

    looks_ahead = False

    def choose(
        self, observation: Any, legal: Sequence[T], rng: Chooser, character: Character = EVEN
    ) -> T:
        """Return one of the `legal` actions."""
        known = heuristics_for(observation)
        if known is None:
            return rng.choice(legal)
        ranked = known.ranked(observation, legal, character)
        least = ranked[int(PART * (len(ranked) - 1))].value
        chosen: T = rng.choice([each.action for each in ranked if each.value >= least - EQUAL])
        return chosen


AGENT: Final[Level] = Beginner()
