"""A computer player: an observation in, an action out."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Chooser(Protocol):
    """Where an agent's chance comes from; `random.Random` is one. Never the match's own draws."""

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of `seq`."""


class Agent(Protocol):
    """Plays any seat of any game, knowing what a person in that seat would know."""

    def choose(self, observation: Any, legal: Sequence[T], rng: Chooser) -> T:
        """Return one of the `legal` actions, of which there is at least one."""
