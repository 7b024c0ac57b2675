"""Chooses what part of the table a picture shows, how large, and on a field of what size."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.boards.hexes import Cell
from engine.games.seismic.state import Observation
from render.games.seismic.field import FIELD_SIZE
from render.games.seismic.ground import around
from render.layout import BOARD_FROM, SMALLEST, STEPS, TINY, View, centred_on, fitted, needed_height
from render.theme import STRIP, WIDTH

_HIGH: Final = (FIELD_SIZE[0], 914)
_WIDE: Final = (STRIP[1] - (WIDTH - STRIP[1]), 970)
FIELDS: Final = (FIELD_SIZE, _HIGH, _WIDE)
"""Sizes of a field: beside the strip, higher beside it, above it. The first that is legible."""
_LOWEST: Final = 540
_STEP: Final = 40
"""A wide field is as high as it has to be, in such steps: pictures do not change with each tile."""


def shown(observation: Observation) -> set[Cell]:
    """Return the cells a picture has to show: tiles, what just fell, the ring around both."""
    built = {laid.cell for laid in observation.tiles}
    # With the ring of what fell, the view before and after a quake is the same.
    built |= {laid.cell for quake in observation.quakes for laid in quake.fallen}
    return built | around(built, observation)


def board_view(observation: Observation) -> View:
    """Return the view of the whole board, or the window around the last move if it is too wide."""
    return _largest(shown(observation), STEPS) or _window(observation)


def whole_view(observation: Observation) -> View:
    """Return the view of the whole board, however small its tiles get."""
    return view_of(shown(observation), observation)


def view_of(cells: set[Cell], observation: Observation) -> View:
    """Return the view of all these cells, however small they get."""
    return _largest(cells, (*TINY, *STEPS)) or _window(observation)


def is_window(observation: Observation) -> bool:
    """Say whether the board is too wide to be shown as a whole."""
    return _largest(shown(observation), STEPS) is None


def is_wide(view: View) -> bool:
    """Say whether a field leaves no room beside it: the strip lies below."""
    return view.width > FIELD_SIZE[0]


def _largest(cells: set[Cell], steps: Sequence[int]) -> View | None:
    """Return the view in the first field where names can be read, or else with the largest tiles.

    On a phone a picture is as wide as the screen, whatever its height.
    """
    found = [view for size in FIELDS if (view := fitted(cells, size, steps=steps))]
    legible = (view for view in found if view.side >= BOARD_FROM)
    view = next(legible, max(found, key=lambda view: view.side, default=None))
    return _trimmed(view, cells) if view and is_wide(view) else view


def _trimmed(view: View, cells: set[Cell]) -> View:
    """Return a view on a wide field without what it doesn't need of its height."""
    height = max(_LOWEST, -(-needed_height(cells, view.side) // _STEP) * _STEP)
    return fitted(cells, (view.width, min(height, view.height)), view.side) or view


def _window(observation: Observation) -> View:
    middle = observation.last.cell if observation.last else observation.towns[0]
    return centred_on(middle, SMALLEST, FIELD_SIZE)


def film_view(observations: Iterable[Observation]) -> View:
    """Return one view for a whole match, beside the strip: every frame costs its pixels."""
    cells: set[Cell] = set()
    for observation in observations:
        cells |= shown(observation)
        last = observation
    return fitted(cells, FIELD_SIZE, steps=(*TINY, *STEPS)) or _window(last)
