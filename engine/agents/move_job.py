"""A choice that waits for a computer player, as a value that may be sent elsewhere."""

from dataclasses import field
from random import Random  # noqa: TID251 - a stream of the chance that the caller gives
from typing import Any

from engine.agents import agent
from engine.agents.heuristics import Promise, Teaching, heuristics_for
from engine.record import canonical, spelled
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class MoveJob:
    """What `agent`, a name, sees, may do (`legal`), and has for chance: a `seed` of its own.

    It is secret like the seat's hand, and says nothing of the match's draws. `promises` are the
    promises that seats have given in the match. `teaching`, if given, makes it an
    opponent of a lesson, which chooses among what its title's manners allow.
    """

    agent: str
    observation: Any = field(repr=False)
    legal: tuple[Any, ...] = field(repr=False)
    seed: bytes = field(repr=False)
    promises: tuple[Promise, ...] = ()
    teaching: Teaching | None = field(default=None, repr=False)

    def done(self) -> Any:
        """Return what the agent chooses: the same every time, wherever it is thought over."""
        rng = Random(self.seed)  # noqa: S311 - the seed is the secret
        player, legal, known = agent(self.agent), self.legal, heuristics_for(self.observation)
        if known is not None:
            if self.teaching is not None and known.manners is not None and len(legal) > 1:
                legal = tuple(known.manners(self.observation, legal, self.teaching)) or legal
            legal = tuple(known.kept(self.observation, legal, self.promises, player.character))
        return player.choose(self.observation, legal, rng)

    def written(self, came: Any) -> str:
        """Return what came of it as text."""
        return canonical(came)

    def read(self, text: str) -> Any:
        """Return what `written` wrote: one of the legal actions. Raises `ValueError`."""
        return spelled(self.legal, text)
