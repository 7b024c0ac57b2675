"""Seismic's pictures."""

from typing import Final

from render.games.seismic.renderer import SeismicRenderer

RENDERER: Final = SeismicRenderer()
