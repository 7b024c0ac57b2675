"""A choice that waits for a computer player, as a value that may be sent elsewhere."""

from dataclasses import dataclass, field
from random import Random  # noqa: TID251 - a stream of the chance that the caller gives
from typing import Any

from engine.agents import agent


@dataclass(frozen=True, slots=True)
class Choice:
    """What `agent`, a name, sees, may do (`legal`), and has for chance: a `seed` of its own.

    It is secret like the seat's hand, and says nothing of the match's draws.
    """

    agent: str
    observation: Any = field(repr=False)
    legal: tuple[Any, ...] = field(repr=False)
    seed: bytes = field(repr=False)

    def done(self) -> Any:
        """Return what the agent chooses: the same every time, wherever it is thought over."""
        rng = Random(self.seed)  # noqa: S311 - the seed is the secret
        return agent(self.agent).choose(self.observation, self.legal, rng)
