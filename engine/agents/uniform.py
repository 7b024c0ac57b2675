"""Picks any legal action."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from engine.agents import Level
from engine.agents.heuristics import EVEN, Character, Chooser

T = TypeVar("T")


class Uniform:
    """Picks any legal action, each with the same chance."""

    looks_ahead = False

    def choose(
        self,
        observation: Any,  # noqa: ARG002
        legal: Sequence[T],
        rng: Chooser,
        character: Character = EVEN,  # noqa: ARG002
    ) -> T:
        """Return one of the `legal` actions without a look at the board."""
        return rng.choice(legal)


AGENT: Final[Level] = Uniform()
