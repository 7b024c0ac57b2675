"""Moves planned ahead: a tile of those on offer now, on the board as it lies."""

from collections.abc import Hashable
from typing import Final

from engine.boards.hexes import neighbour
from engine.game import PUBLIC, Seat
from engine.games.seismic import preview
from engine.games.seismic.actions import Action, EndTurn, Place
from engine.games.seismic.legal import placements, second_tiles
from engine.games.seismic.state import Observation, but
from engine.plans import Ahead, Planning


def ahead(observation: Observation) -> Ahead[Observation, Action] | None:
    """Return the table as if it were the viewer's turn; None while a quake is at work.

    What is on offer now may be gone by then, and a tile that another seat turned up from its own
    pile (Balance) will be.
    """
    if observation.viewer == PUBLIC or observation.phase not in ("placing", "extending"):
        return None
    seat, display = Seat(int(observation.viewer)), observation.display
    if observation.drawn is not None:
        display = display[:-1]
    legal = placements(observation.board, display, observation.crews[seat])
    if not legal:
        return None
    table = but(
        observation, phase="placing", on_turn=seat, to_act=seat, display=display, drawn=None
    )
    return Ahead(table, tuple(legal))


def near(observation: Observation, action: Action) -> Hashable:
    """Return the tile on offer, the cell, its neighbours and the sections that lead into it."""
    if not isinstance(action, Place):
        return ()
    cell, board = action.cell, observation.board
    beside = tuple(board.at(neighbour(cell, edge)) for edge in range(6))
    joined = tuple(
        each
        for each in observation.sections
        if any(end.kind == "open" and end.cell == cell for end in each.ends)
    )
    return action.tile in observation.display, board.at(cell), beside, joined


def after(observation: Observation, action: Action) -> Ahead[Observation, Action] | None:
    """Return the table with a tile more, and what may follow it; None for other actions.

    A second tile may follow a bare one (Road Crew's Dilemma) before anything is turned up.
    """
    if isinstance(action, EndTurn):
        return Ahead(observation, ())
    if not isinstance(action, Place):
        return None
    table = preview.placed(observation, action)
    follows = table.phase == "extending"
    return Ahead(table, tuple(second_tiles(table)) if follows else ())


PLANNING: Final[Planning[Observation, Action]] = Planning(ahead, near, after, (EndTurn(),))
