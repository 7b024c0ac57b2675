"""Piles and displays drawn as examples: what lies face down, and what was turned up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render.canvas import Canvas, Face
from render.games.seismic.scenes import LETTERS
from render.games.seismic.tiles import Face as TileFace
from render.games.seismic.tiles import tile_sprite
from render.layout import cell_height
from render.shapes import grown, hexagon
from render.signs import chip_sprite, seat_sprite
from render.sprites import SPRITES, Sprite, outlined

_GAP: Final = 20
_BACKS: Final = {"pile": "seam", "bottom": "town", "lost": "landline"}
"""Colours of the backs of tiles: of a pile, of its bottom; of a place that stays empty."""


@dataclass(frozen=True, slots=True)
class Slots:
    """Tiles in rows: a code, a key of backs for one face down, or "lost" for an empty place.

    The first place of the first row is the pile of `seat`; `mark` is written on the backs;
    `side` of a hexagon in pixels.
    """

    rows: tuple[tuple[str, ...], ...]
    seat: int | None = None
    mark: str = ""
    side: int = 58

    def draw(self, size: tuple[int, int]) -> Canvas:
        """Return the rows in the middle of a field of this size in pixels."""
        canvas = Canvas.plain(*size, "land")
        pitch = cell_height(self.side) + _GAP
        top = size[1] // 2 - pitch * (len(self.rows) - 1) // 2
        for n, row in enumerate(self.rows):
            self._row(canvas, row, size[0] // 2, top + n * pitch)
        return canvas

    def _row(self, canvas: Canvas, row: Sequence[str], middle: int, y: int) -> None:
        across = 2 * self.side + _GAP
        left = middle - across * (len(row) - 1) // 2
        for n, code in enumerate(row):
            x = left + n * across
            if code not in _BACKS:
                canvas.stamp(tile_sprite(TileFace(code, 0, self.side)), x, y)
                continue
            canvas.stamp(_back(code, self.side), x, y)
            if self.mark and code != "lost":
                face = Face("bold", 50, "ink", _BACKS[code])
                canvas.write(self.mark, x, y, face, "middle")
        if self.seat is not None and row is self.rows[0]:
            sprite = seat_sprite(self.seat, 46, LETTERS[self.seat])
            canvas.stamp(sprite, left - self.side + 4, y - self.side // 2 - 8)


def _back(code: str, side: int) -> Sprite:
    cell = hexagon(side, cell_height(side))
    inner = "land" if code == "lost" else _BACKS[code]
    edge = "landline" if code == "lost" else "ink"
    layers = ((edge, cell), (inner, grown(cell, -2.5)))
    return SPRITES.get(("back", code, side), lambda: outlined(cell, layers))


@dataclass(frozen=True, slots=True)
class Stack:
    """A pile from the side: `tiles` slices, the lowest `bottom` in another colour."""

    tiles: int
    bottom: int
    chips: tuple[str, ...] = ()

    def draw(self, size: tuple[int, int]) -> Canvas:
        """Return the pile in the middle of a field of this size in pixels."""
        canvas = Canvas.plain(*size, "land")
        high = (size[1] - 80) // self.tiles
        y = size[1] - 40 - high // 2
        for n in range(self.tiles):
            colour = _BACKS["bottom" if n < self.bottom else "pile"]
            canvas.stamp(_slice(colour, high), size[0] // 2, y - n * high)
        for n, text in enumerate(self.chips):
            x = size[0] // 2 + 150 + 56 * n
            canvas.stamp(chip_sprite(text, 26, 30), x, y - self.bottom * high // 2 + high // 2)
        return canvas


def _slice(colour: str, high: int) -> Sprite:
    half, reach = high / 2, 100
    edge = [(-reach, -half), (reach, -half), (reach, half), (-reach, half)]
    layers = (("ink", edge), (colour, grown(edge, -1.6)))
    return SPRITES.get(("slice", colour, high), lambda: outlined(edge, layers))
