"""Moves on the board, each under its sign, and the button that opens each of them."""

from collections.abc import Sequence
from functools import partial

from bot.games.abilities import MarkedMove
from bot.games.custom_ids import draft_id
from bot.games.marked_moves import alt, headline
from bot.games.screen import Image
from bot.games.seismic import reasons
from bot.games.seismic.captions import captions, table_alt
from bot.games.seismic.offers import control_id
from bot.games.seismic.striking import tiles_on_line
from bot.games.seismic.view import View
from bot.games.seismic.words import cell_name
from engine.games.seismic.actions import (
    Action,
    EndTurn,
    KeepAll,
    Place,
    Rotate,
    Strike,
    StrikeFirst,
)
from engine.games.seismic.pieces import Crew, Laid
from engine.games.seismic.preview import rotated
from render.games.seismic import RENDERER
from render.games.seismic.marked import MarkedCells


def marked(view: View, moves: Sequence[MarkedMove]) -> Image:
    """Return the table with these moves on it, tiles and crews as they would lie."""
    marks = tuple(each for move in moves if (each := _mark(view, move)))
    drawn = captions(view, headline(view.words, moves))
    picture = RENDERER.marked(view.observation, drawn, marks)
    return Image(picture, alt(moves, partial(reasons.told, view), table_alt(view)))


def _mark(view: View, move: MarkedMove) -> MarkedCells | None:
    observation, action = view.observation, move.actions[0]
    match action:
        case Place(tile, cell, turn, crew):
            seat = observation.on_turn if observation.to_act is None else observation.to_act
            crews = () if crew is None else (Crew(seat, crew),)
            laid = Laid(cell, tile, turn, crews)
            return MarkedCells(move.sign, (cell,), laid, move.is_played)
        case Rotate(cell):
            turned = rotated(observation, action).at(cell)
            return MarkedCells(move.sign, (cell,), turned, move.is_played)
        case Strike(line):
            town = observation.quakes[-1].town if observation.quakes else 0
            cells = tuple(tiles_on_line(observation, line, town))
            return MarkedCells(move.sign, cells, is_played=move.is_played) if cells else None
        case StrikeFirst(town):
            return MarkedCells(move.sign, (observation.towns[town],), is_played=move.is_played)
        case KeepAll() | EndTurn():
            return None
        case _:
            raise TypeError(type(action))


def preview(view: View, actions: Sequence[Action]) -> str:
    """Return the id that opens this move: how the tile lies, what falls."""
    observation, action = view.observation, actions[0]
    match action:
        case Place(tile, cell, turn):
            return control_id(view, "p", tile, cell_name(observation, cell), turn)
        case Rotate(cell, turn):
            return draft_id(view, "y", cell_name(observation, cell), turn)
        case Strike(line):
            return draft_id(view, "q", line)
        case StrikeFirst(town):
            return draft_id(view, "t", town)
        case KeepAll():
            return draft_id(view, "k")
        case EndTurn():
            return draft_id(view, "e")
        case _:
            raise TypeError(type(action))
