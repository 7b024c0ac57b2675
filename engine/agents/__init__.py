"""Computer players: an observation in, an action out.

Every module in here that has an `AGENT` is one. No list is kept.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from engine.errors import UnknownAgent

T = TypeVar("T")


class Chooser(Protocol):
    """Where an agent's chance comes from; `random.Random` is one. Never the match's own draws."""

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of `seq`."""


class Agent(Protocol):
    """Plays any seat of any game, knowing what a person in that seat would know."""

    def choose(self, observation: Any, legal: Sequence[T], rng: Chooser) -> T:
        """Return one of the `legal` actions, of which there is at least one."""


@cache
def agents() -> Mapping[str, Agent]:
    """Return every agent by the name of its module."""
    names = sorted(module.name for module in iter_modules(__path__))
    modules = {name: import_module(f"{__name__}.{name}") for name in names}
    found = {name: module.AGENT for name, module in modules.items() if hasattr(module, "AGENT")}
    return MappingProxyType(found)


def agent(name: str) -> Agent:
    """Return the agent of this name; raise `UnknownAgent`."""
    if name not in agents():
        raise UnknownAgent("unknown-agent", agent=name, known=tuple(agents()))
    return agents()[name]
