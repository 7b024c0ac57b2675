"""The banner of a title: its name, and a part of its map torn off along a fault."""

from typing import Final

from PIL import Image

from render.canvas import Canvas, Face
from render.lettering import fitting_size, shortened
from render.shapes import Outline, moved
from render.sprites import Sketch, Sprite, kept
from render.theme import WIDTH

HEIGHT: Final = 360
MAP: Final = (760, HEIGHT)
"""Of the map in a banner: width and height in pixels."""

_LEFT: Final = 56
_ROOM: Final = 400
_SIZES: Final = tuple(range(112, 40, -4))
_TEETH: Final = (24, -20, 30, -26, 18, -30, 26, -18, 28)
"""How far the fault swings aside, in pixels, from above to below."""
_SLOPE: Final = 64
_LINE: Final = 9
_FAULT: Final = (WIDTH - MAP[0] + 84, HEIGHT // 2)


def torn_banner(title: str, field: Image.Image) -> Canvas:
    """Return the banner with this name beside a map of the size `MAP`."""
    canvas = Canvas.plain(WIDTH, HEIGHT, "frame")
    canvas.paste(field, WIDTH - MAP[0], 0)
    canvas.stamp(_fault(), *_FAULT)
    lines = title.split(" ", 1)
    size = min(fitting_size(each, "wide", _SIZES, _ROOM) for each in lines)
    face, pitch = Face("wide", size, "paper", "frame"), round(1.2 * size)
    top = HEIGHT // 2 - pitch * (len(lines) - 1) // 2
    for n, each in enumerate(lines):
        canvas.write(shortened(each, "wide", size, _ROOM), _LEFT, top + n * pitch, face)
    return canvas


@kept
def _fault() -> Sprite:
    """Return what covers a map as far as the fault, with a line of paper along it."""
    half = 84, HEIGHT // 2
    step = (HEIGHT + 40) / (len(_TEETH) - 1)
    edge: Outline = [
        (_SLOPE / 2 - _SLOPE * n / (len(_TEETH) - 1) + tooth, n * step - half[1] - 20)
        for n, tooth in enumerate(_TEETH)
    ]
    covered = [(-half[0], -half[1] - 20), *edge, (-half[0], half[1] + 20)]
    sketch = Sketch(*half, "frame")
    sketch.shape(covered)
    sketch.shape_line(edge, 2 * _LINE)
    sketch.fill([*edge, *reversed(moved(edge, 2 * _LINE, 0))], "paper")
    sketch.line(edge, 2 * _LINE, "paper")
    return sketch.finished()
