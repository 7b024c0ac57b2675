"""The table with moves marked on it: worth a look, or played beside a better one."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.boards.hexes import Cell, disc
from engine.games.seismic.pieces import Laid
from engine.games.seismic.state import Observation
from render.canvas import Canvas
from render.games.seismic.building import HEAD, private_head
from render.games.seismic.captions import Captions
from render.games.seismic.crews import claims_of
from render.games.seismic.map import Corners, MapField
from render.games.seismic.strip import ROOM, MapPicture, seat_rows
from render.games.seismic.view import MAP_WIDTH, Strip, around, cells_to_show
from render.layout import Viewport, centred_on, filled, fitted
from render.signs import Badge, badge_sprite
from render.strips import SEAT, seats_across

_STRIP: Final = Strip(HEAD + SEAT + 4, 6)
_SIZE: Final = (MAP_WIDTH, 760)
_NEAREST: Final = 84
_SMALLEST: Final = 46
"""Below this side only the surroundings of the marked cells are shown."""
_BADGE: Final = 56


@dataclass(frozen=True, slots=True)
class MarkedCells:
    """A move under its sign: the cells that are ringed, and the tile as it would lie, if any.

    The ring is white if it was played, otherwise amber.
    """

    sign: str
    cells: tuple[Cell, ...]
    laid: Laid | None = None
    is_played: bool = False


def marked_canvas(
    observation: Observation, captions: Captions, marks: Sequence[MarkedCells]
) -> Canvas:
    """Return the table with all of these moves done at once, each ringed, under its sign.

    Where two of them lie on one cell, the later one is drawn there, with the signs of both.
    """
    tiles = {laid.cell: laid for laid in observation.tiles}
    tiles |= {mark.laid.cell: mark.laid for mark in marks if mark.laid}
    shown = replace(observation, tiles=tuple(tiles.values()))
    view = _view(shown, {cell for mark in marks for cell in mark.cells})
    field = MapField(shown, view)
    field.outlines()
    field.shadows()
    field.tiles(claims_of(shown.tiles))
    field.keep_clear(cell for mark in marks for cell in mark.cells)
    field.names()
    for mark in marks:
        for cell in mark.cells:
            field.mark(cell, "white" if mark.is_played else "amber")
    field.crews(captions.letters)
    corners = Corners(field, _BADGE)
    for mark in marks:
        for cell in mark.cells[-1:]:
            corners.stamp(badge_sprite(mark.sign, Badge(_BADGE)), cell)
    picture = MapPicture(field, around(view, _STRIP), "amber")
    private_head(picture.above, captions)
    seats_across(picture.above.moved(0, HEAD), seat_rows(observation, captions), ROOM)
    return picture.canvas


def _view(observation: Observation, cells: Collection[Cell]) -> Viewport:
    """Return the whole board, or only what is around these cells if it is too large."""
    board = cells_to_show(observation)
    whole = fitted(board, _SIZE, largest=_NEAREST)
    if whole and whole.side >= _SMALLEST:
        return filled(whole, board)
    near = {near for cell in cells for near in disc(cell, 2)} & board
    part = fitted(near, _SIZE, largest=_NEAREST) or whole
    if part is None:
        part = centred_on(next(iter(cells)), _SMALLEST, _SIZE)
    return filled(part, board)
