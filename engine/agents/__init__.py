"""Computer players: an observation in, an action out.

Every module in here that has an `AGENT` is one. No list is kept. Its name may be followed by a
character: "greedy", "greedy:rival".
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeVar

from engine.agents.heuristics import CHARACTERS, EVEN, Character, Chooser
from engine.errors import UnknownAgent

T = TypeVar("T")


class Level(Protocol):
    """How well and how an agent plays any seat of any game."""

    @property
    def looks_ahead(self) -> bool:
        """Whether a choice may take as long as seconds; else it takes milliseconds."""

    def choose(
        self, observation: Any, legal: Sequence[T], rng: Chooser, character: Character = ...
    ) -> T:
        """Return one of the `legal` actions, of which there is at least one."""


class Agent(NamedTuple):
    """Plays any seat of any game, knowing what a person in that seat would know."""

    level: Level
    character: Character = EVEN

    def choose(self, observation: Any, legal: Sequence[T], rng: Chooser) -> T:
        """Return one of the `legal` actions; the only one at once."""
        if len(legal) == 1:
            return legal[0]
        return self.level.choose(observation, legal, rng, self.character)


@cache
def agents() -> Mapping[str, Level]:
    """Return every level by the name of its module."""
    names = sorted(module.name for module in iter_modules(__path__))
    modules = {name: import_module(f"{__name__}.{name}") for name in names}
    found = {name: module.AGENT for name, module in modules.items() if hasattr(module, "AGENT")}
    return MappingProxyType(found)


@cache
def agent(name: str) -> Agent:
    """Return the agent of this name; raise `UnknownAgent`."""
    level, _, character = name.partition(":")
    if level not in agents() or (character or EVEN.name) not in CHARACTERS:
        raise UnknownAgent(
            "unknown-agent", agent=name, known=tuple(agents()), characters=tuple(CHARACTERS)
        )
    return Agent(agents()[level], CHARACTERS[character or EVEN.name])
