"""What a decision costs with each set of variants, as a multiple of one without any.

Rounds of all sets alternate and the time of this process counts, for the machine may be busy.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Final

from engine.game import AnyGame
from engine.registry import games
from engine.setups import sets_of_variants
from tests.bench.engine import Pace, play

WARM_UP_GAMES: Final = 25
ROUNDS: Final = 7
GAMES_A_ROUND: Final = 4


def measure() -> dict[str, float]:
    """Return for every game with variants, and every set of them, the cost of a decision."""
    rng, figures = Random(1), dict[str, float]()
    for key, game in games().items():
        if not game.meta.variants:
            continue
        for variants, cost in _costs(game, rng).items():
            figures[f"{key}_{'_'.join(variants)}_cost"] = round(cost, 2)
    return figures


def _costs(game: AnyGame, rng: Random) -> dict[tuple[str, ...], float]:
    sets = [(), *sets_of_variants(game)]
    plays = {variants: partial(play, game, variants=variants) for variants in sets}
    for each in plays.values():
        for _ in range(WARM_UP_GAMES):
            each(rng)
    rounds = [
        {variants: _cost(each, rng) for variants, each in plays.items()} for _ in range(ROUNDS)
    ]
    return {
        variants: median(costs[variants] / costs[()] for costs in rounds) for variants in sets[1:]
    }


def _cost(play: Callable[[Random], Pace], rng: Random) -> float:
    start = process_time()
    decisions = sum(play(rng).decisions for _ in range(GAMES_A_ROUND))
    return (process_time() - start) / decisions
