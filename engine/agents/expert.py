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

    It does `work` times the work that the title says; `work` is a multiple of `stages`. Where the
    title says that longer lines tell more, it plays `work / stages` times as many lines, each of
    them `stages` times as far; elsewhere it plays `work` times as many lines.
    """

    looks_ahead = True

    def __init__(self, work: int = 1, stages: int = 1) -> None:
        self.work = work
        self.stages = stages

    def choose(
        self, observation: Any, legal: Sequence[T], rng: Chooser, character: Character = EVEN
    ) -> T:
        """Return one of the `legal` actions."""
        known = heuristics_for(observation)
        if known is None or known.imagination is None:
            return GREEDY.choose(observation, legal, rng, character)
        usual = known.imagination
        lines = self.work // (self.stages if usual.sees_farther(observation) else 1)
        imagined = replace(usual, playouts=lines * usual.playouts, stages=self.stages)
        seen = replace(known, imagination=imagined)
        best: T = searched(seen, observation, legal, rng)[0].action
        return best


AGENT: Final[Level] = Expert()
