"""The contact sheet of the shapes that nobody has seen yet."""

from typing import Final

from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES
from render.canvas import Canvas, Face
from render.games.seismic.captions import Captions
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import tile_sprite
from render.layout import STEPS, cell_height
from render.lettering import shortened
from render.parts import framed
from render.theme import HEIGHT, WIDTH

_MARGIN: Final = 32
_TOP: Final = 104
_BOTTOM: Final = HEIGHT - 28
_BETWEEN: Final = 34
_BELOW: Final = 62
"""Room under a tile for its count."""

_KINDS: Final = ("highway", "intersection", "quake")
_TIMES: Final = "\N{MULTIPLICATION SIGN}"
_COUNT: Final = Face("bold", 34)

Counted = list[tuple[str, int]]


def unseen_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return every shape still face down with its count, as large as fits."""
    canvas = framed("frame")
    width = canvas.write(captions.headline, _MARGIN, 56, Face("bold", 42))
    room = WIDTH - 2 * _MARGIN - width - 18
    title = shortened(captions.note, "regular", 30, room)
    canvas.write(title, _MARGIN + width + 18, 60, Face("regular", 30, "soft"))
    found = [(code, n) for kind in _KINDS for code, n in _of_kind(observation, kind)]
    side = next((each for each in reversed(STEPS) if _fits(each, len(found))), STEPS[0])
    columns = _columns(side)
    for n, start in enumerate(range(0, len(found), columns)):
        y = _TOP + n * _pitch(side) + cell_height(side) // 2
        _row(canvas, y, side, found[start : start + columns])
    return canvas


def _of_kind(observation: Observation, kind: str) -> Counted:
    return [(code, n) for code, n in observation.unseen if TILES[code].kind == kind and n]


def _pitch(side: int) -> int:
    return cell_height(side) + _BELOW


def _columns(side: int) -> int:
    return (WIDTH - 2 * _MARGIN + _BETWEEN) // (2 * side + _BETWEEN)


def _fits(side: int, count: int) -> bool:
    rows = -(-count // _columns(side))
    return _TOP + rows * _pitch(side) <= _BOTTOM


def _row(canvas: Canvas, y: int, side: int, found: Counted) -> None:
    for n, (code, count) in enumerate(found):
        x = _MARGIN + side + n * (2 * side + _BETWEEN)
        canvas.stamp(tile_sprite(TileFace(code, 0, side)), x, y)
        label = y + cell_height(side) // 2 + 24
        canvas.write(f"{_TIMES} {count}", x, label, _COUNT, "middle")
