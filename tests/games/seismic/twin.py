"""Another world that looks the same: for the contract suite."""

from random import Random
from typing import Any

from engine.games.seismic.actions import Flip
from engine.seat import Viewer


def twin(state: Any, _viewer: Viewer, rng: Random) -> Any:
    """Let another tile have been set aside: nobody has seen it."""
    pile = [flip.tile for flip, count in state.pile.items() for _ in range(count)]
    if state.phase == "over" or not state.boxed or not pile:
        return state
    boxed, index = list(state.boxed), rng.randrange(len(state.boxed))
    chosen = rng.randrange(len(pile))
    boxed[index], pile[chosen] = pile[chosen], boxed[index]
    return state.but(boxed=tuple(boxed), pile={Flip(tile): pile.count(tile) for tile in pile})
