"""Picks any legal action."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from engine.agents import Agent, Chooser

T = TypeVar("T")


class Uniform:
    """Picks any legal action, each with the same chance."""

    def choose(self, observation: Any, legal: Sequence[T], rng: Chooser) -> T:  # noqa: ARG002
        """Return one of the `legal` actions without a look at the board."""
        return rng.choice(legal)


AGENT: Final[Agent] = Uniform()
