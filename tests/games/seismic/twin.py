"""Another world that looks the same: for the contract suite."""

from random import Random
from typing import Any

from engine.game import Viewer
from engine.games.seismic.actions import Flip
from engine.games.seismic.state import but


def twin(state: Any, _viewer: Viewer, rng: Random) -> Any:
    """Let another tile have been set aside: nobody has seen it."""
    staged, boxed = state.variant.staged(), list(state.boxed)
    pile = [flip.tile for flip, count in state.pile.items() for _ in range(count)]
    may_go = [tile for tile in pile if boxed.count(tile) < staged.get(tile, 0)]
    if state.phase == "over" or not boxed or not may_go:
        return state
    index, chosen = rng.randrange(len(boxed)), rng.choice(may_go)
    pile[pile.index(chosen)], boxed[index] = boxed[index], chosen
    return but(state, boxed=tuple(boxed), pile={Flip(tile): pile.count(tile) for tile in pile})
