"""The contact sheet of the shapes that nobody has seen yet, and which of them fit on a cell."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.boards.hexes import Cell
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES
from render.canvas import Canvas, Face
from render.frames import framed, place_field
from render.games.seismic.building import glowing
from render.games.seismic.captions import Captions
from render.games.seismic.map import MapField
from render.games.seismic.roads import Look
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import tile_sprite
from render.layout import STEPS, cell_height, centred_on
from render.lettering import shortened
from render.theme import WIDTH

_MARGIN: Final = 32
_TOP: Final = 104
_LOWEST: Final = 1070
_BETWEEN: Final = 34
_BELOW: Final = 70
"""Room under a tile for its count."""

_KINDS: Final = ("highway", "intersection", "quake")
_TIMES: Final = "\N{MULTIPLICATION SIGN}"
_COUNT: Final = Face("bold", 42)
_PALE_COUNT: Final = Face("regular", 42, "soft")

_PANEL: Final = (340, 400)
_PANEL_SIDE: Final = 72


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A part of the picture, in pixels, that tiles of one size fill row by row."""

    left: int
    side: int

    @property
    def columns(self) -> int:
        return (WIDTH - _MARGIN - self.left + _BETWEEN) // (2 * self.side + _BETWEEN)

    @property
    def pitch(self) -> int:
        return cell_height(self.side) + _BELOW

    def bottom(self, count: int) -> int:
        """Return where `count` tiles end."""
        return _TOP + -(-count // self.columns) * self.pitch

    def fits(self, count: int) -> bool:
        return bool(self.columns) and self.bottom(count) <= _LOWEST

    def place(self, n: int) -> tuple[int, int]:
        row, column = divmod(n, self.columns)
        x = self.left + self.side + column * (2 * self.side + _BETWEEN)
        return x, _TOP + row * self.pitch + cell_height(self.side) // 2


def unseen_canvas(
    observation: Observation,
    captions: Captions,
    cell: Cell | None = None,
    fits: Mapping[str, int] = MappingProxyType({}),
) -> Canvas:
    """Return every shape still face down with its count, as large as fits.

    With a cell those that fit there come first, turned as they would lie; the others are pale.
    """
    # A quake fits nowhere: beside a cell it would only be in the way.
    kinds = _KINDS if cell is None else _KINDS[:2]
    found = [
        (code, count)
        for kind in kinds
        for code, count in observation.unseen
        if TILES[code].kind == kind and count
    ]
    left, lowest = _MARGIN, _TOP
    if cell is not None:
        found = sorted(found, key=lambda each: each[0] not in fits)
        left += _PANEL[0] + _BETWEEN
        lowest += _PANEL[1]
    sheets = [_Sheet(left, side) for side in reversed(STEPS)]
    sheet = next((each for each in sheets if each.fits(len(found))), sheets[-1])
    canvas = framed("frame", WIDTH, max(lowest, sheet.bottom(len(found))) + _MARGIN)
    width = canvas.write(captions.headline, _MARGIN, 56, Face("bold", 50))
    room = WIDTH - 2 * _MARGIN - width - 18
    title = shortened(captions.note, "regular", 36, room)
    canvas.write(title, _MARGIN + width + 18, 60, Face("regular", 36, "soft"))
    if cell is not None:
        field = MapField(observation, centred_on(cell, _PANEL_SIDE, _PANEL))
        field.outlines({cell})
        field.shadows()
        field.tiles()
        field.crews(captions.letters)
        glowing(field, cell, field.grid.name(cell))
        place_field(canvas, field.canvas.picture, _MARGIN, _TOP)
    for n, (code, count) in enumerate(found):
        turn, (x, y) = fits.get(code, 0 if cell is None else None), sheet.place(n)
        look, face = (Look.DIM, _PALE_COUNT) if turn is None else (Look.FULL, _COUNT)
        canvas.stamp(tile_sprite(TileFace(code, turn or 0, sheet.side, look=look)), x, y)
        below = y + cell_height(sheet.side) // 2 + 28
        canvas.write(f"{_TIMES} {count}", x, below, face, "middle")
    return canvas
