"""What is counted of a finished match for each seat besides its points: roads, quakes, tolls.

A title that counts something says so in a module `counters` of its own, found like its rules.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Literal

from engine.game import Event
from engine.values import dataclass

MOST: Final = 4
"""How many things a title counts at most."""

Summing = Literal["sum", "best"]


@dataclass(frozen=True, slots=True)
class Counters:
    """What a title counts.

    `begun` is the class of the event that says which `seat` goes first. `summing` has the names of
    what is counted, each with how several matches of a person are put together: their sum, or the
    best of them. `count` returns for each seat its numbers in that order, from the events of all
    lines that stand and the table at the end, as everybody sees it.
    """

    begun: type[Any]
    summing: Mapping[str, Summing]
    count: Callable[[Sequence[Event], Any], tuple[tuple[int, ...], ...]]


@cache
def counters_of(game: str) -> Counters | None:
    """Return what the title of this key counts, if it counts something."""
    name = f"engine.games.{game}.counters"
    if find_spec(f"engine.games.{game}") is None or find_spec(name) is None:
        return None
    found: Counters = import_module(name).COUNTERS
    return found
