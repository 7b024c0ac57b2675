"""Looks ahead before it moves; where a title can't imagine worlds, it plays greedily."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from engine.agents import Level
from engine.agents.greedy import AGENT as GREEDY
from engine.agents.heuristics import EVEN, Character, Chooser, heuristics_for
from engine.agents.search import searched

T = TypeVar("T")


class Expert:
    """Takes the action that a search finds best.

    It plays so many times the title's `lines`, and looks at so many times the `width`.
    """

    looks_ahead = True

    def __init__(self, lines: int = 1, width: int = 1) -> None:
        self.lines = lines
        self.width = width

    def choose(
        self, observation: Any, legal: Sequence[T], rng: Chooser, character: Character = EVEN
    ) -> T:
        """Return one of the `legal` actions."""
        known = heuristics_for(observation)
        if known is None or known.imagination is None:
            return GREEDY.choose(observation, legal, rng, character)
        imagined = known.imagination
        lines = self.lines * round(imagined.playouts * imagined.effort(observation))
        width = self.width * imagined.width
        best: T = searched(known, observation, legal, rng, lines, width)[0].action
        return best


AGENT: Final[Level] = Expert()
