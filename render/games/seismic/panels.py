"""Small maps side by side below a large one: the ways in which a tile can lie."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.boards.hexes import Cell
from engine.games.seismic.state import Observation
from render.canvas import Canvas
from render.frames import neat_line
from render.games.seismic.claims import claims_of
from render.games.seismic.field import FIELD_SIZE, MapField
from render.layout import centred_on
from render.seats import Badge, badge_sprite
from render.theme import FIELD

_HEIGHT: Final = 176
_GAP: Final = 14
BELOW: Final = _HEIGHT + _GAP
"""What the large map gives up for the panels, in pixels."""

_ARROW: Final = "\N{RIGHTWARDS ARROW}"
_WIDE: Final = 190
_SIDES: Final = {True: 56, False: 46}


@dataclass(frozen=True, slots=True)
class Panel:
    """A way to lie: the table with it, its number, whether it is the chosen one.

    Without a number it is how the tile lies now, from where an arrow leads to the others.
    """

    observation: Observation
    label: str
    chosen: bool


def draw_panels(
    canvas: Canvas, cell: Cell, panels: Sequence[Panel], letters: Sequence[str]
) -> None:
    """Draw the surroundings of a cell once for each way, below the map.

    `letters` of the seats for pictures with crews, none for pictures without.
    """
    count = len(panels)
    width = (FIELD_SIZE[0] - _GAP * (count - 1)) // count
    top = FIELD[3] - _HEIGHT
    for n, panel in enumerate(panels):
        left = FIELD[0] + n * (width + _GAP)
        inner = _field(panel, cell, (width, _HEIGHT), tuple(letters))
        canvas.picture.paste(inner.canvas.picture, (left, top))
        line = neat_line(width, _HEIGHT, 12, 2)
        canvas.stamp(line, left + width / 2, top + _HEIGHT / 2)
    for n, panel in enumerate(panels):
        _label(canvas, panel, FIELD[0] + n * (width + _GAP), width)


def _label(canvas: Canvas, panel: Panel, left: int, width: int) -> None:
    top = FIELD[3] - _HEIGHT
    if panel.label:
        badge = Badge(44, "amber", "ink") if panel.chosen else Badge(44)
        canvas.stamp(badge_sprite(panel.label, badge), left + 28, top + 28)
    else:
        arrow = badge_sprite(_ARROW, Badge(38))
        canvas.stamp(arrow, left + width + _GAP / 2, top + _HEIGHT / 2)


def _field(panel: Panel, cell: Cell, size: tuple[int, int], letters: tuple[str, ...]) -> MapField:
    side = _SIDES[size[0] > _WIDE]
    field = MapField(panel.observation, centred_on(cell, side, size).shifted(0, 8))
    field.outlines()
    field.shadows()
    field.tiles(claims_of(panel.observation.tiles))
    if panel.label:
        field.mark(cell, "amber" if panel.chosen else "white")
    if letters:
        field.crews(letters)
    return field
