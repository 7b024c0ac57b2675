"""The public pictures of a table: as it stands, and what a turn has changed."""

from collections import Counter

from engine.games.aftershock.state import Aftershock, BuildTurn, Observation
from render.canvas import Canvas
from render.games.aftershock.captions import Captions
from render.games.aftershock.check import Undrawable
from render.games.aftershock.map import Bay
from render.games.aftershock.strip import holdings, seats, table_strip
from render.games.aftershock.turns import (
    Turn,
    arrows,
    changes,
    gains,
    lying_markers,
    movers,
    newest,
    ring_built,
    rings,
    shock_head,
    tremor,
)


def table_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the public picture of the table, its newest turn of 3A or 3B marked."""
    return turn_canvas(observation, captions, newest(observation))


def built_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the table with the newest turn of 3A marked."""
    if not observation.builds:
        raise Undrawable("nobody has built this round")
    return turn_canvas(observation, captions, observation.builds[-1])


def aftershock_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the table with the newest aftershock: die, area, ways of the meeples."""
    if not observation.aftershocks:
        raise Undrawable("no aftershock this round")
    return turn_canvas(observation, captions, observation.aftershocks[-1])


def turn_canvas(observation: Observation, captions: Captions, turn: Turn | None) -> Canvas:
    """Return the public picture of the table with one turn marked."""
    bay = Bay(observation, captions, "frame")
    map_layers(bay, turn)
    if isinstance(turn, Aftershock):
        shock_head(bay.canvas, turn, captions)
        seats(bay.canvas, observation, captions, holdings(observation, captions))
    else:
        table_strip(bay.canvas, observation, captions)
    return bay.finished()


def map_layers(bay: Bay, turn: Turn | None) -> None:
    """Draw everything on the map, with what a turn has changed."""
    gained = gains(turn) if isinstance(turn, BuildTurn) else Counter()
    if isinstance(turn, Aftershock):
        tremor(bay, turn.area)
    bay.vacant()
    if isinstance(turn, BuildTurn):
        ring_built(bay, turn)
    bay.bridges()
    bay.names()
    bay.places()
    if isinstance(turn, Aftershock):
        arrows(bay, turn)
    rings(bay, gained)
    bay.pieces()
    changes(bay, gained)
    lying_markers(bay, turn if isinstance(turn, Aftershock) else None)
    if isinstance(turn, Aftershock):
        movers(bay, turn)
