"""The paper of a picture of the table: a map, and canvases for its strip around it."""

from typing import Final

from render.frames import framed
from render.games.seismic.field import MapField
from render.games.seismic.view import EDGE, GAP, Layout
from render.theme import WIDTH

ROOM: Final = WIDTH - 2 * GAP
"""Width of a strip above or below a map."""


class Sheet:
    """An empty picture with a map in it."""

    def __init__(self, field: MapField, layout: Layout, colour: str) -> None:
        """Lay a field on paper in a frame of this colour."""
        self.canvas = framed(colour, WIDTH, layout.height)
        field.put_on(self.canvas, EDGE, layout.top)
        self.above = self.canvas.moved(GAP, EDGE)
        self.below = self.canvas.moved(GAP, layout.top + layout.view.height)
        self.beside = self.canvas.moved(EDGE + layout.view.width + GAP, EDGE)
