"""Chooses what part of the table a picture shows, and how large."""

from collections.abc import Iterable

from engine.boards.hexes import Cell
from engine.games.seismic.state import Observation
from render.games.seismic.field import FIELD_SIZE
from render.games.seismic.ground import around
from render.layout import SMALLEST, STEPS, TINY, View, centred_on, fitted


def shown(observation: Observation) -> set[Cell]:
    """Return the cells a picture has to show: tiles, what just fell, the ring around both."""
    built = {laid.cell for laid in observation.tiles}
    # With the ring of what fell, the view before and after a quake is the same.
    built |= {laid.cell for quake in observation.quakes for laid in quake.fallen}
    return built | around(built, observation)


def board_view(observation: Observation) -> View:
    """Return the view of the whole board, or the window around the last move if it is too wide."""
    return fitted(shown(observation), FIELD_SIZE) or _window(observation)


def whole_view(observation: Observation) -> View:
    """Return the view of the whole board, however small its tiles get."""
    return view_of(shown(observation), observation)


def view_of(cells: set[Cell], observation: Observation) -> View:
    """Return the view of all these cells, however small they get."""
    return fitted(cells, FIELD_SIZE, steps=(*TINY, *STEPS)) or _window(observation)


def is_window(observation: Observation) -> bool:
    """Say whether the board is too wide to be shown as a whole."""
    return fitted(shown(observation), FIELD_SIZE) is None


def _window(observation: Observation) -> View:
    middle = observation.last.cell if observation.last else observation.towns[0]
    return centred_on(middle, SMALLEST, FIELD_SIZE)


def film_view(observations: Iterable[Observation]) -> View:
    """Return one view for a whole match."""
    cells: set[Cell] = set()
    for observation in observations:
        cells |= shown(observation)
        last = observation
    return view_of(cells, last)
