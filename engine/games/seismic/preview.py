"""What a viewer can work out from an observation alone: drafts, and where tiles fit.

No state and no chance: what is shown is the table right after the choice, before anything is
turned up. A draft is in phase "flipping" if no choice of the same seat follows.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.games.seismic.actions import Place, Rotate
from engine.games.seismic.board import Board, bare_board, with_rotated, with_tile, with_tiles
from engine.games.seismic.course import with_crews_home
from engine.games.seismic.deciding import may_follow
from engine.games.seismic.placements import placements, refusal
from engine.games.seismic.quakes import lengths, risen, standing
from engine.games.seismic.quakes import struck as struck_board
from engine.games.seismic.refusals import second_refusal
from engine.games.seismic.rotations import after_rotation, turned
from engine.games.seismic.rotations import refusal as rotation_refusal
from engine.games.seismic.scoring import points
from engine.games.seismic.sections import sections
from engine.games.seismic.state import Crew, Laid, Observation, Rotated
from engine.games.seismic.table import Table
from engine.games.seismic.variants import variant
from engine.seat import Seat


def table(observation: Observation) -> Table:
    """Return the table that is played on, which names the cells."""
    return Table(observation.towns, observation.radius)


def board_of(observation: Observation) -> Board:
    """Return the table with its tiles, ready to be asked and built on."""
    towns = len(observation.towns)
    return with_tiles(bare_board(table(observation)), observation.tiles[towns:])


def legal_placements(observation: Observation) -> tuple[Place, ...]:
    """Return where the seat to act may place, as the rules list it; nothing while a quake waits.

    In phase "extending" these are second tiles, without crews.
    """
    if not _is_placing(observation):
        return ()
    return tuple(placements(board_of(observation), observation.display, _crews_left(observation)))


def threatened(observation: Observation, town: int = 0) -> Mapping[int, tuple[Laid, ...]]:
    """Return for each longest line out of a town what a quake takes, nearest first.

    A quake of magnitude n takes the first n. Empty if no line has a tile.
    """
    board, lines = board_of(observation), observation.lines[town]
    longest = [line for line in range(6) if lines[line] == max(lines) > 0]
    return {
        line: tuple(board.built[cell][0] for cell in standing(board, town, line))
        for line in longest
    }


def fits(observation: Observation, tile: str) -> Mapping[Cell, tuple[int, ...]]:
    """Return the rotations in which `tile` fits, for each cell where it does; face up or not."""
    found: dict[Cell, tuple[int, ...]] = {}
    for place in placements(board_of(observation), (tile,), 0):
        found[place.cell] = (*found.get(place.cell, ()), place.turn)
    return found


def why_not(observation: Observation, tile: str, cell: Cell, turn: int) -> IllegalAction | None:
    """Return why `tile` can't go there, or None if it can; crews aside."""
    return refused(observation, Place(tile, cell, turn))


def refused(observation: Observation, place: Place) -> IllegalAction | None:
    """Return why a placement is illegal, or None if it is legal."""
    if not _is_placing(observation):
        return IllegalAction("seismic-not-now")
    if observation.phase == "extending":
        return second_refusal(board_of(observation), observation.display, place)
    return refusal(board_of(observation), observation.display, place, _crews_left(observation))


def placed(observation: Observation, place: Place) -> Observation:
    """Return the table as it would look with this placement; raise `IllegalAction`.

    It is in phase "extending" if a second tile may follow (rules 9, Road Crew's Dilemma).
    """
    if refusal := refused(observation, place):
        raise refusal
    seat, display = _to_act(observation), list(observation.display)
    display.remove(place.tile)
    crews = () if place.crew is None else (Crew(seat, place.crew),)
    laid = Laid(place.cell, place.tile, place.turn, crews)
    board = with_tile(board_of(observation), laid)
    after = _on(observation, board)
    home = tuple(n - len(crews) * (each == seat) for each, n in enumerate(observation.crews))
    return replace(
        after,
        display=tuple(display),
        crews=home,
        last=laid,
        last_by=seat,
        quakes=(),
        rotated=(),
        drawn=None,
        phase="extending" if _leads_on(observation, board, laid, display) else "flipping",
    )


def _leads_on(before: Observation, board: Board, laid: Laid, display: Iterable[str]) -> bool:
    """Say whether a second tile may follow this one."""
    has_second = "extending" in variant(before.variants).phases and before.phase == "placing"
    return has_second and may_follow(board, laid, display)


def struck_first(observation: Observation, town: int) -> Observation:
    """Return the table as it would look if the rising quake struck this town first.

    Its lines are counted; without a tie the longest is struck. Raises `IllegalAction`.
    """
    rising = observation.rising
    if observation.phase != "choosing_town" or rising is None:
        raise IllegalAction("seismic-not-now")
    if town not in rising.towns:
        raise IllegalAction("seismic-no-such-town", town=town, towns=rising.towns)
    quake = risen(board_of(observation), rising.tile, town)
    rest = tuple(each for each in rising.towns if each != town)
    aimed = replace(
        observation,
        phase="striking",
        quakes=(*observation.quakes, quake),
        rising=replace(rising, towns=rest),
    )
    return struck(aimed, quake.tied[0]) if len(quake.tied) == 1 else aimed


def rotated(observation: Observation, rotate: Rotate) -> Observation:
    """Return the table as it would look with this tile turned; raise `IllegalAction`."""
    if observation.phase != "rotating":
        raise IllegalAction("seismic-not-now")
    board = board_of(observation)
    if refused := rotation_refusal(board, turned(observation), rotate):
        raise refused
    before = board.built[board.ground.numbers[rotate.cell]][0]
    after = after_rotation(before, rotate.turn)
    done = Rotated(len(observation.quakes) - 1, _to_act(observation), before, after)
    return replace(
        _on(observation, with_rotated(board, after)),
        phase="flipping",
        asked=observation.asked[1:],
        rotations=(),
        rotated=(*observation.rotated, done),
    )


def struck(observation: Observation, line: int) -> Observation:
    """Return the table as it would look if the waiting quake took `line`; raise `IllegalAction`."""
    quake = observation.quakes[-1] if observation.quakes else None
    if quake is None or quake.line is not None or not quake.tied:
        raise IllegalAction("seismic-not-now")
    if line not in quake.tied:
        raise IllegalAction("seismic-line-not-tied", line=line, tied=quake.tied)
    board, fallen = struck_board(board_of(observation), quake, line)
    return replace(
        _on(observation, board),
        phase="flipping",
        crews=with_crews_home(observation.crews, fallen),
        discarded=(*observation.discarded, *(laid.tile for laid in fallen)),
        quakes=(*observation.quakes[:-1], replace(quake, line=line, fallen=fallen)),
    )


def _is_placing(observation: Observation) -> bool:
    waits = observation.quakes[-1:]
    is_waiting = any(quake.line is None and quake.tied for quake in waits)
    is_due = observation.phase in ("placing", "extending") and observation.turn > 0
    return observation.to_act is not None and is_due and not is_waiting


def _to_act(observation: Observation) -> Seat:
    return observation.to_act or Seat(0)


def _crews_left(observation: Observation) -> int:
    if observation.phase == "extending":
        return 0
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
