"""Finds the agents: every module of `engine.agents` that has an `AGENT`. No list is kept."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

import engine.agents
from engine.agents.agent import Agent
from engine.errors import UnknownAgent


@cache
def agents() -> Mapping[str, Agent]:
    """Return every agent by the name of its module."""
    names = sorted(module.name for module in iter_modules(engine.agents.__path__))
    # This module stands among them and is being imported: it has none.
    modules = {name: import_module(f"engine.agents.{name}") for name in names}
    found = {name: module.AGENT for name, module in modules.items() if hasattr(module, "AGENT")}
    return MappingProxyType(found)


def agent(name: str) -> Agent:
    """Return the agent of this name; raise `UnknownAgent`."""
    if name not in agents():
        raise UnknownAgent("unknown-agent", agent=name, known=tuple(agents()))
    return agents()[name]
