"""The paper of a picture of the table: its strip beside the map, or below a map that is wide.

Strips are drawn in parts at the places that they have beside a map of the usual height; below a
wide one the same parts stand side by side.
"""

from typing import Final

from render.canvas import Canvas
from render.frames import framed
from render.games.seismic.field import FIELD_SIZE, MapField
from render.games.seismic.view import is_wide
from render.layout import View
from render.theme import FIELD, HEIGHT, STRIP, WIDTH

COLUMNS: Final = (24, 450, 876)
"""Left edges of the parts below a wide map."""
_GAP: Final = 14


class Sheet:
    """An empty picture with a map in it, and where the parts of its strip go."""

    def __init__(self, field: MapField, colour: str, band: int) -> None:
        """Lay a field on paper in a frame of this colour; below a wide one `band` pixels more."""
        self._view: View = field.view
        self.is_wide = is_wide(field.view)
        self.more = field.view.height - FIELD_SIZE[1] + (band if self.is_wide else 0)
        self.canvas = framed(colour, WIDTH, HEIGHT + self.more)
        field.put_on(self.canvas)

    def part(self, left: int, top: int, down: int = 0) -> Canvas:
        """Return where to draw what stands from height `top` on in a strip beside the map.

        Below a wide map it begins at `left`, `down` pixels below the upper edge of the band.
        """
        if not self.is_wide:
            return self.canvas
        upper = FIELD[1] + self._view.height + _GAP + down
        return self.canvas.moved(left - STRIP[0], upper - top)

    def foot(self, left: int, top: int, down: int) -> Canvas:
        """Return where to draw what stands at the lower end of a strip beside the map."""
        return self.part(left, top, down) if self.is_wide else self.canvas.moved(0, self.more)
