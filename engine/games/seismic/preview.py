"""What a viewer can work out from an observation alone: drafts, and where tiles fit.

A draft is what the rules themselves do to the table (`match`), right after the choice, before
anything is turned up. It is in phase "flipping" if no choice of the same seat follows.
"""

from collections.abc import Mapping, Sequence

from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.game import Event
from engine.games.seismic import match
from engine.games.seismic.actions import Place, Rotate, Strike, StrikeFirst
from engine.games.seismic.board import Board, with_rotated, with_tiles, without_tiles
from engine.games.seismic.events import QuakeStruck, TilePlaced, TileRotated
from engine.games.seismic.grid import Grid
from engine.games.seismic.legal import (
    place_refusal,
    placements,
    rotate_refusal,
    strike_refusal,
    town_refusal,
)
from engine.games.seismic.pieces import Laid, Section
from engine.games.seismic.sections import points, scoring_sections, sections
from engine.games.seismic.state import Observation, but


def table(observation: Observation) -> Grid:
    """Return the table that is played on, which names the cells."""
    return Grid(observation.towns, observation.radius)


def legal_placements(observation: Observation) -> tuple[Place, ...]:
    """Return where the seat to act may place, as the rules list it; nothing while a quake waits.

    In phase "extending" these are second tiles, without crews.
    """
    if not _is_placing(observation):
        return ()
    crews = observation.crews[observation.on_turn] if observation.phase == "placing" else 0
    return tuple(placements(observation.board, observation.display, crews))


def threatened(observation: Observation, town: int = 0) -> Mapping[int, tuple[Laid, ...]]:
    """Return for each longest line out of a town what a quake takes, nearest first.

    A quake of magnitude n takes the first n. Empty if no line has a tile.
    """
    board, lines = observation.board, observation.lines[town]
    longest = [line for line in range(6) if lines[line] == max(lines) > 0]
    return {
        line: tuple(board.built[cell][0] for cell in match.standing(board, town, line))
        for line in longest
    }


def fits(observation: Observation, tile: str) -> Mapping[Cell, tuple[int, ...]]:
    """Return the rotations in which `tile` fits, for each cell where it does; face up or not."""
    found: dict[Cell, tuple[int, ...]] = {}
    for place in placements(observation.board, (tile,), 0):
        found[place.cell] = (*found.get(place.cell, ()), place.turn)
    return found


def why_not(observation: Observation, tile: str, cell: Cell, turn: int) -> IllegalAction | None:
    """Return why `tile` can't go there, or None if it can; crews aside."""
    return refused(observation, Place(tile, cell, turn))


def refused(observation: Observation, place: Place) -> IllegalAction | None:
    """Return why a placement is illegal, or None if it is legal."""
    if not _is_placing(observation):
        return IllegalAction("seismic-not-now")
    return place_refusal(observation, place)


def placed(observation: Observation, place: Place) -> Observation:
    """Return the table as it would look with this placement; raise `IllegalAction`.

    It is in phase "extending" if a second tile may follow (rules 9, Road Crew's Dilemma).
    """
    if refusal := refused(observation, place):
        raise refusal
    after, _ = match.placed(observation, place)
    follows = observation.phase == "placing" and match.may_follow(after)
    return _looked_at(after, "extending" if follows else "flipping")


def struck_first(observation: Observation, town: int) -> Observation:
    """Return the table as it would look if the rising quake struck this town first.

    Its lines are counted; without a tie the longest is struck. Raises `IllegalAction`.
    """
    if observation.phase != "choosing_town":
        raise IllegalAction("seismic-not-now")
    if refusal := town_refusal(observation, StrikeFirst(town)):
        raise refusal
    after, _ = match.aimed(observation, town)
    tied = after.quakes[-1].tied
    return struck(after, tied[0]) if len(tied) == 1 else _looked_at(after, "striking")


def struck(observation: Observation, line: int) -> Observation:
    """Return the table as it would look if the waiting quake took `line`; raise `IllegalAction`."""
    if not match.waits_for_line(observation):
        raise IllegalAction("seismic-not-now")
    if refusal := strike_refusal(observation, Strike(line)):
        raise refusal
    return _looked_at(match.struck(observation, line, None)[0], "flipping")


def rotated(observation: Observation, rotate: Rotate) -> Observation:
    """Return the table as it would look with this tile turned; raise `IllegalAction`."""
    if observation.phase != "rotating":
        raise IllegalAction("seismic-not-now")
    if refusal := rotate_refusal(observation, rotate):
        raise refusal
    return _looked_at(match.rotated(observation, rotate)[0], "flipping")


def scored_through(
    observation: Observation, events: Sequence[Event]
) -> tuple[tuple[Section, ...], ...]:
    """Return the sections that scored before each of the latest events, and at last those now.

    An event that was taken back changed nothing: the table does not show it.
    """
    board = observation.board
    found = [scoring_sections(board)]
    for event in reversed(events):
        before = _before(board, event)
        found.append(found[-1] if before is board else scoring_sections(before))
        board = before
    return tuple(reversed(found))


def _before(board: Board, event: Event) -> Board:
    match event:
        case TilePlaced(tile=tile, cell=cell):
            laid = board.at(cell)
            if laid is not None and laid.tile == tile:
                return without_tiles(board, (board.ground.numbers[cell],))
        case QuakeStruck(fallen=fallen) if not any(board.at(laid.cell) for laid in fallen):
            return with_tiles(board, fallen)
        case TileRotated(before=before, after=after) if board.at(after.cell) == after:
            return with_rotated(board, before)
    return board


def _is_placing(observation: Observation) -> bool:
    is_due = observation.phase in ("placing", "extending") and observation.turn > 0
    return observation.to_act is not None and is_due and not match.waits_for_line(observation)


def _looked_at(table: Observation, phase: str) -> Observation:
    """Return a table that changed, with what follows from it."""
    joined = sections(table.board)
    return but(
        table,
        phase=phase,
        sections=joined,
        lines=tuple(match.lengths(table.board, town) for town in range(len(table.towns))),
        points=points(joined, table.seats),
        rotations=(),
    )
