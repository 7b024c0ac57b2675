"""Finds the panels: every package in `bot.games` with a `PANEL`. No list to edit."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

import bot.games
from bot.games.panel import AnyPanel, Panels
from engine.registry import game


@cache
def panels() -> Panels:
    """Return the panels by the keys of their games, those for the fewest players first."""
    packages = sorted(each.name for each in iter_modules(bot.games.__path__) if each.ispkg)
    modules = (import_module(f"bot.games.{name}") for name in packages)
    found: tuple[AnyPanel, ...] = tuple(each.PANEL for each in modules if hasattr(each, "PANEL"))
    ordered = sorted(found, key=lambda panel: sorted(game(panel.key).meta.seats))
    return MappingProxyType({panel.key: panel for panel in ordered})
