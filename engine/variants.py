"""Which variants of a game can be played together."""

from itertools import combinations

from engine.errors import BadSetup
from engine.game import AnyGame, Setup


def sets_of_variants(game: AnyGame) -> tuple[tuple[str, ...], ...]:
    """Return every set of variants that can be played, without the empty one, small ones first.

    The names in a set are sorted, as a setup has them.
    """
    names = sorted(game.meta.variants)
    every = (chosen for size in range(1, len(names) + 1) for chosen in combinations(names, size))
    return tuple(chosen for chosen in every if _is_playable(game, chosen))


def _is_playable(game: AnyGame, variants: tuple[str, ...]) -> bool:
    try:
        game.initial(Setup(max(game.meta.seats), variants))
    except BadSetup:
        return False
    return True
