"""Marks tiles that were turned since the last placement."""

from typing import Final

from engine.boards.hexes import Cell
from render.games.seismic.corners import Corners
from render.games.seismic.field import MapField
from render.games.seismic.signs import turn_sign

_SIGN: Final = 36


def turned_cells(field: MapField) -> list[Cell]:
    """Return where tiles lie that were turned and stand yet, without repeats."""
    cells = dict.fromkeys(each.after.cell for each in field.observation.rotated)
    return [cell for cell in cells if field.observation.at(cell)]


def mark_turned(field: MapField) -> None:
    """Ring the turned tiles."""
    for cell in turned_cells(field):
        field.mark(cell)


def sign_turned(field: MapField) -> None:
    """Put an arrow that runs round at a corner of each turned tile."""
    corners = Corners(field, _SIGN)
    for cell in turned_cells(field):
        corners.stamp(turn_sign(_SIGN), cell)
