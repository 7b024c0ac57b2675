"""Finds the renderers: every package in render.games that has a RENDERER."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from render import games
from render.renderer import Renderer


@cache
def renderers() -> dict[str, Renderer[Any, Any]]:
    """Return the renderer of each game, by the game's key."""
    found: dict[str, Renderer[Any, Any]] = {}
    for module in sorted(iter_modules(games.__path__), key=lambda module: module.name):
        title = import_module(f"{games.__name__}.{module.name}")
        if hasattr(title, "RENDERER"):
            found[module.name] = title.RENDERER
    return found
