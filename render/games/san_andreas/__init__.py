"""San Andreas's pictures."""

from typing import Final

from render.games.san_andreas.renderer import SanAndreasRenderer

RENDERER: Final = SanAndreasRenderer()
