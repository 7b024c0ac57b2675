"""What a viewer can work out from an observation alone: drafts, and where tiles fit.

No state and no chance: what is shown is the table right after the choice, before anything is
turned up.
"""

from collections.abc import Mapping
from dataclasses import replace

from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.games.seismic.actions import Place
from engine.games.seismic.board import Board, bare_board, with_tile, with_tiles
from engine.games.seismic.course import with_crews_home
from engine.games.seismic.placements import placements, refusal
from engine.games.seismic.quakes import lengths
from engine.games.seismic.quakes import struck as struck_board
from engine.games.seismic.scoring import points
from engine.games.seismic.sections import sections
from engine.games.seismic.state import Crew, Laid, Observation
from engine.games.seismic.table import Table
from engine.seat import Seat


def table(observation: Observation) -> Table:
    """Return the table that is played on, which names the cells."""
    return Table(observation.towns, observation.radius)


def legal_placements(observation: Observation) -> tuple[Place, ...]:
    """Return where the seat to act may place, as the rules list it; nothing while a quake waits."""
    if not _is_placing(observation):
        return ()
    return tuple(placements(_board(observation), observation.display, _crews_left(observation)))


def fits(observation: Observation, tile: str) -> Mapping[Cell, tuple[int, ...]]:
    """Return the rotations in which `tile` fits, for each cell where it does; face up or not."""
    found: dict[Cell, tuple[int, ...]] = {}
    for place in placements(_board(observation), (tile,), 0):
        found[place.cell] = (*found.get(place.cell, ()), place.turn)
    return found


def why_not(observation: Observation, tile: str, cell: Cell, turn: int) -> IllegalAction | None:
    """Return why `tile` can't go there, or None if it can; crews aside."""
    return refused(observation, Place(tile, cell, turn))


def refused(observation: Observation, place: Place) -> IllegalAction | None:
    """Return why a placement is illegal, or None if it is legal."""
    if not _is_placing(observation):
        return IllegalAction("seismic-not-now")
    return refusal(_board(observation), observation.display, place, _crews_left(observation))


def placed(observation: Observation, place: Place) -> Observation:
    """Return the table as it would look with this placement; raise `IllegalAction`."""
    if refusal := refused(observation, place):
        raise refusal
    seat, display = _to_act(observation), list(observation.display)
    display.remove(place.tile)
    crews = () if place.crew is None else (Crew(seat, place.crew),)
    laid = Laid(place.cell, place.tile, place.turn, crews)
    after = _on(observation, with_tile(_board(observation), laid))
    home = tuple(n - len(crews) * (each == seat) for each, n in enumerate(observation.crews))
    return replace(after, display=tuple(display), crews=home, last=laid, last_by=seat, quakes=())


def struck(observation: Observation, line: int) -> Observation:
    """Return the table as it would look if the waiting quake took `line`; raise `IllegalAction`."""
    quake = observation.quakes[-1] if observation.quakes else None
    if quake is None or quake.line is not None or not quake.tied:
        raise IllegalAction("seismic-not-now")
    if line not in quake.tied:
        raise IllegalAction("seismic-line-not-tied", line=line, tied=quake.tied)
    board, fallen = struck_board(_board(observation), quake, line)
    return replace(
        _on(observation, board),
        crews=with_crews_home(observation.crews, fallen),
        discarded=(*observation.discarded, *(laid.tile for laid in fallen)),
        quakes=(*observation.quakes[:-1], replace(quake, line=line, fallen=fallen)),
    )


def _is_placing(observation: Observation) -> bool:
    waits = observation.quakes[-1:]
    is_waiting = any(quake.line is None and quake.tied for quake in waits)
    return observation.to_act is not None and observation.turn > 0 and not is_waiting


def _board(observation: Observation) -> Board:
    towns = len(observation.towns)
    return with_tiles(bare_board(table(observation)), observation.tiles[towns:])


def _to_act(observation: Observation) -> Seat:
    return observation.to_act or Seat(0)


def _crews_left(observation: Observation) -> int:
    return observation.crews[_to_act(observation)]


def _on(observation: Observation, board: Board) -> Observation:
    joined = sections(board)
    return replace(
        observation,
        tiles=board.tiles,
        sections=joined,
        lines=tuple(lengths(board, town) for town in range(len(observation.towns))),
        points=points(joined, observation.seats),
    )
