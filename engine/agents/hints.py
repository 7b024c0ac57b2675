"""What a seat might do now: the best that a search finds, from what the seat knows alone."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engine.agents.heuristics import Chooser, heuristics_for
from engine.agents.search import searched

MOST: Final = 3
"""So many actions a hint names."""


class Hint(NamedTuple):
    """An action that is worth a look; `behind` is how many points less than the first it brings."""

    action: Any
    behind: float


def hinted(observation: Any, legal: Sequence[Any], rng: Chooser) -> tuple[Hint, ...]:
    """Return the most promising of the legal actions, the best first.

    Where a title can't imagine worlds the order is that of its heuristics; where it knows nothing
    of playing well, there is no hint.
    """
    known = heuristics_for(observation)
    if known is None:
        return ()
    if len(legal) == 1:
        return (Hint(legal[0], 0.0),)
    found: Sequence[Any]
    if known.imagination is None:
        found = known.ranked(observation, legal)
    else:
        found = searched(known, observation, legal, rng)
    best = found[0].value
    return tuple(Hint(each.action, max(0.0, best - each.value)) for each in found[:MOST])
