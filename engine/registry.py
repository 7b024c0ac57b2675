"""Finds the games: every module of `engine.games` that has a `GAME`. No list is kept."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

import engine.games
from engine.errors import UnknownGame
from engine.game import AnyGame


@cache
def games() -> Mapping[str, AnyGame]:
    """Return every installed game by its key, in the order of the keys."""
    names = sorted(module.name for module in iter_modules(engine.games.__path__))
    modules = [import_module(f"engine.games.{name}") for name in names]
    found = [module.GAME for module in modules if hasattr(module, "GAME")]
    return MappingProxyType({game.meta.key: game for game in found})


def game(key: str) -> AnyGame:
    """Return the game of this key; raise `UnknownGame`."""
    if key not in games():
        raise UnknownGame("unknown-game", game=key, known=tuple(games()))
    return games()[key]
