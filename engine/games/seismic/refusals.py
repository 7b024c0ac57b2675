"""Why an action is refused that another moment, or another kind of placement, would allow."""

from collections.abc import Iterable
from dataclasses import replace

from engine.errors import IllegalAction
from engine.games.seismic.actions import Action, Place, Strike, StrikeFirst
from engine.games.seismic.board import Board
from engine.games.seismic.placements import refusal
from engine.games.seismic.state import State


def not_now(state: State, action: Action) -> IllegalAction:
    """Return why this kind of action isn't due, and whether it was done already."""
    done: IllegalAction | None = None
    match action:
        case Strike():
            done = _tie_chosen(state)
        case StrikeFirst():
            done = _town_chosen(state)
        case _:
            pass
    return done or IllegalAction("seismic-not-now")


def _tie_chosen(state: State) -> IllegalAction | None:
    chosen = [each for each in state.quakes if len(each.tied) > 1 and each.line is not None]
    if not chosen:
        return None
    tile, line, town = chosen[-1].tile, chosen[-1].line, chosen[-1].town
    return IllegalAction("seismic-tie-already-chosen", tile=tile, line=line, town=town)


def _town_chosen(state: State) -> IllegalAction | None:
    """Each quake struck every town: the first strike of the last one tells."""
    towns = len(state.variant.towns)
    if towns == 1 or not state.quakes:
        return None
    first = state.quakes[(len(state.quakes) - 1) // towns * towns]
    return IllegalAction("seismic-town-already-chosen", tile=first.tile, town=first.town)


def second_refusal(board: Board, tiles: Iterable[str], place: Place) -> IllegalAction | None:
    """Return why a second tile is refused (rules 9, Road Crew's Dilemma), or None."""
    refused = refusal(board, tiles, replace(place, crew=None), 0)
    if refused is None:
        bare = IllegalAction("seismic-second-without-crew", tile=place.tile, cell=place.cell)
        return None if place.crew is None else bare
    if refused.key == "seismic-tile-does-not-fit":
        return IllegalAction("seismic-second-tile-does-not-fit", **refused.data)
    return refused
