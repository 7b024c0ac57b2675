"""The contact sheet of the shapes that nobody has seen yet."""

from typing import Final

from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import tile_sprite
from render.lettering import shortened
from render.parts import framed
from render.theme import WIDTH

_MARGIN: Final = 32
_COLUMNS: Final = 9
_PITCH: Final = (127, 132)
_SIDE: Final = 46
_KINDS: Final = ("highway", "intersection", "quake")
_TIMES: Final = "\N{MULTIPLICATION SIGN}"
_COUNT: Final = Face("bold", 30)


def unseen_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return every shape still face down with its count, kind by kind."""
    canvas = framed("frame")
    width = canvas.write(captions.headline, _MARGIN, 56, Face("bold", 42))
    room = WIDTH - 2 * _MARGIN - width - 18
    title = shortened(captions.note, "regular", 30, room)
    canvas.write(title, _MARGIN + width + 18, 60, Face("regular", 30, "soft"))
    y = 150
    for kind in _KINDS:
        found = [(code, n) for code, n in observation.unseen if TILES[code].kind == kind and n]
        for row in range(0, len(found), _COLUMNS):
            _row(canvas, y, found[row : row + _COLUMNS])
            y += _PITCH[1]
    return canvas


def _row(canvas: Canvas, y: int, found: list[tuple[str, int]]) -> None:
    for n, (code, count) in enumerate(found):
        x = _MARGIN + _SIDE + 12 + n * _PITCH[0]
        canvas.stamp(tile_sprite(TileFace(code, 0, _SIDE)), x, y)
        canvas.write(f"{_TIMES} {count}", x, y + 62, _COUNT, "middle")
