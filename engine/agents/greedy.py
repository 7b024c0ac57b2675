"""Plays what looks best now, as the game's own heuristics see it; no look ahead.

A game that has a module `heuristics` beside its `state` lends it by the name HEURISTICS: a callable
`(observation, legal, rng) -> action`. No list is kept; a game without one is played at random.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeVar

from engine.agents import Agent, Chooser
from engine.agents.uniform import AGENT as UNIFORM

T = TypeVar("T")


class Greedy:
    """Asks the heuristics of the game whose observation it gets."""

    def choose(self, observation: Any, legal: Sequence[T], rng: Chooser) -> T:
        """Return one of the `legal` actions."""
        if len(legal) == 1:
            return legal[0]
        chosen: T = _heuristics(type(observation).__module__)(observation, legal, rng)
        return chosen


@cache
def _heuristics(module: str) -> Callable[..., Any]:
    """Return the heuristics in the package of this module, where the observation is defined."""
    name = f"{module.rpartition('.')[0]}.heuristics"
    if not module.startswith("engine.games.") or find_spec(name) is None:
        return UNIFORM.choose
    found: Callable[..., Any] = import_module(name).HEURISTICS
    return found


AGENT: Final[Agent] = Greedy()
