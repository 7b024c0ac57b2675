"""Aftershock's pictures."""

from typing import Final

from render.games.aftershock.renderer import AftershockRenderer

RENDERER: Final = AftershockRenderer()
