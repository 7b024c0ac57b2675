"""Looks ahead before it moves; where a title can't imagine worlds, it plays greedily."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from engine.agents import Level
from engine.agents.greedy import AGENT as GREEDY
from engine.agents.heuristics import EVEN, Character, Chooser, heuristics_for
from engine.agents.search import searched

T = TypeVar("T")


class Expert:
    """Takes the action that a search finds best.

    It plays `lines` times as many lines as the title says, and each of them `stages` times as far,
    where the title says that this tells more.
    """

    looks_ahead = True

    def __init__(self, lines: int = 1, stages: int = 1) -> None:
        self.lines = lines
        self.stages = stages

    def choose(
        self, observation: Any, legal: Sequence[T], rng: Chooser, character: Character = EVEN
    ) -> T:
        """Return one of the `legal` actions."""
        known = heuristics_for(observation)
        if known is None or known.imagination is None:
            return GREEDY.choose(observation, legal, rng, character)
        playouts = self.lines * known.imagination.playouts
        imagined = replace(known.imagination, playouts=playouts, stages=self.stages)
        seen = replace(known, imagination=imagined)
        best: T = searched(seen, observation, legal, rng)[0].action
        return best


AGENT: Final[Level] = Expert()
