"""Small maps side by side below a large one: the ways in which a tile can lie."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.boards.hexes import Cell
from engine.games.seismic.state import Observation
from render.canvas import Canvas
from render.frames import neat_line
from render.games.seismic.claims import claims_of
from render.games.seismic.field import MapField
from render.games.seismic.sheets import ROOM
from render.layout import centred_on
from render.signs import Badge, badge_sprite

_HEIGHT: Final = 200
_GAP: Final = 14
PANELS: Final = _HEIGHT + _GAP
"""Height of the panels and what is above them."""

_ARROW: Final = "\N{RIGHTWARDS ARROW}"
_WIDE: Final = 220
_SIDES: Final = {True: 64, False: 50}


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
    width = (ROOM - _GAP * (count - 1)) // count
    for n, panel in enumerate(panels):
        place = canvas.moved(n * (width + _GAP), _GAP)
        inner = _field(panel, cell, (width, _HEIGHT), tuple(letters))
        place.paste(inner.canvas.picture, 0, 0)
        place.stamp(neat_line(width, _HEIGHT, 12, 2), width / 2, _HEIGHT / 2)
    for n, panel in enumerate(panels):
        _label(canvas.moved(n * (width + _GAP), _GAP), panel, width)


def _label(canvas: Canvas, panel: Panel, width: int) -> None:
    if panel.label:
        badge = Badge(52, "amber", "ink") if panel.chosen else Badge(52)
        canvas.stamp(badge_sprite(panel.label, badge), 32, 32)
    else:
        arrow = badge_sprite(_ARROW, Badge(44))
        canvas.stamp(arrow, width + _GAP / 2, _HEIGHT / 2)


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
