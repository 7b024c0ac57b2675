"""What a seat may do, and why it may not (rules 4.3, 4.4, 6 and 9): the one place that says so.

A listing and a refusal look at the same constraints of cells (`fits.py`); what is listed isn't
refused, and what isn't is.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from engine.boards.hexes import Cell, neighbour
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.seismic.actions import (
    Action,
    EndTurn,
    KeepAll,
    Placing,
    Rotate,
    Rotating,
    Strike,
    StrikeFirst,
)
from engine.games.seismic.board import Board, edge_demands, with_tile
from engine.games.seismic.fits import counts, fits, free_crews, is_free, takes, without_crews
from engine.games.seismic.pieces import Crew, Laid
from engine.games.seismic.placements import Placements
from engine.games.seismic.sections import section_at
from engine.games.seismic.state import Table
from engine.games.seismic.tiles import edges, fragments, shape, turns


def placements(board: Board, tiles: Iterable[str], crews_left: int) -> Placements:
    """Return every legal placement of these tiles."""
    if crews_left > 0:
        return Placements(tiles, board.constraints, board.counts)
    bare = {cell: without_crews(known) for cell, known in board.constraints.items()}
    return Placements(tiles, bare, counts(bare.values()))


def any_fits(board: Board, tiles: Iterable[str]) -> bool:
    """Say whether one of these tiles has a legal placement."""
    total = board.counts[-1]
    return any(fits(tile).count(total) for tile in tiles)


def place_refusal(table: Table, place: Placing) -> IllegalAction | None:
    """Return why a tile can't be built so, or None if it can.

    A second tile of a turn (rules 9, Road Crew's Dilemma) comes without a crew.
    """
    if isinstance(place, EndTurn):
        return None
    board, is_second = table.board, table.phase == "extending"
    tile, cell, turn, crew = place.tile, place.cell, place.turn, place.crew
    if tile not in table.display:
        return IllegalAction("seismic-tile-not-on-offer", tile=tile)
    number = board.ground.numbers.get(cell)
    if number is None:
        return IllegalAction("seismic-no-such-cell", cell=cell)
    if number in board.built:
        return IllegalAction("seismic-cell-taken", cell=cell)
    if turn not in turns(tile):
        return IllegalAction("seismic-no-such-turn", tile=tile, turn=turn)
    constraints, lying = board.constraints.get(number, 0), shape(tile, turn)
    if not takes(constraints, lying):
        key = "seismic-second-tile-does-not-fit" if is_second else "seismic-tile-does-not-fit"
        return IllegalAction(key, tile=tile, cell=cell, **_misfit(board, tile, cell, turn))
    if crew is None:
        return None
    if is_second:
        return IllegalAction("seismic-second-without-crew", tile=tile, cell=cell)
    if not table.crews[table.on_turn]:
        return IllegalAction("seismic-no-crews-left")
    if is_free(constraints, lying, crew):
        return None
    data = {"tile": tile, "cell": cell, "crew": crew}
    if crew not in [a for a, _ in lying.fragments]:
        return IllegalAction("seismic-no-such-fragment", **data)
    laid = Laid(cell, tile, turn)
    section = section_at(with_tile(board, laid), laid, crew)
    owners = tuple(sorted({crew.seat for _, crew in section.crews}))
    free = free_crews(constraints, lying)
    return IllegalAction("seismic-section-taken", **data, owners=owners, free=free)


def _misfit(board: Board, tile: str, cell: Cell, turn: int) -> dict[str, Any]:
    """Compare edge by edge: the first that disagrees is named, or else that nothing joins."""
    own = edges(tile, turn)
    for edge in range(6):
        beside = board.at(neighbour(cell, edge))
        if beside is not None:
            meets_highway = edges(beside.tile, beside.turn) >> (edge + 3) % 6 & 1
            if own >> edge & 1 != meets_highway:
                return {"edge": edge, "meets": "highway" if meets_highway else "green"}
    return {"edge": None, "meets": "nothing"}


def rotations(board: Board, barred: Container[Cell]) -> tuple[Rotate, ...]:
    """Return every legal rotation, except of tiles that turned already; tile by tile."""
    return tuple(
        Rotate(laid.cell, turn) for laid, turns in _turning(board, barred) for turn in turns
    )


def any_turns(board: Board, barred: Container[Cell]) -> bool:
    """Say whether some tile may turn."""
    return any(True for _ in _turning(board, barred))


def _turning(board: Board, barred: Container[Cell]) -> Iterator[tuple[Laid, tuple[int, ...]]]:
    numbers = board.ground.numbers
    for laid in board.tiles:
        if laid.tile != "SA" and laid.cell not in barred:
            crew = laid.crews[0].edge if laid.crews else None
            turns = _fitting(laid.tile, laid.turn, crew, edge_demands(board, numbers[laid.cell]))
            if turns:
                yield laid, turns


def turned(now: Table) -> dict[Cell, Seat]:
    """Return the cells whose tiles turned for the quake that struck last, and who turned them."""
    last = len(now.quakes) - 1
    return {each.after.cell: each.seat for each in now.rotated if each.quake == last}


def after_rotation(laid: Laid, turn: int) -> Laid:
    """Return the tile in another rotation; its crews stay on their fragments."""
    crews = (Crew(crew.seat, _moved(laid.tile, laid.turn, turn, crew.edge)) for crew in laid.crews)
    return Laid(laid.cell, laid.tile, turn, tuple(crews))


def _moved(tile: str, before: int, after: int, edge: int) -> int:
    """Return the lowest edge that a fragment reaches when the tile has turned."""
    moved = (edge + after - before) % 6
    return min(moved, shape(tile, after).across[moved])


@lru_cache(maxsize=1 << 14)
def _different(tile: str, turn: int, crew: int | None) -> tuple[int, ...]:
    """Return the rotations that look different from this one, and from each other.

    They do if the fragments are others, or if the crew comes to another place.
    """
    seen = {_look(tile, turn, turn, crew): turn}
    for other in range(6):
        seen.setdefault(_look(tile, turn, other, crew), other)
    return tuple(sorted(each for each in seen.values() if each != turn))


def _look(
    tile: str, before: int, after: int, crew: int | None
) -> tuple[frozenset[tuple[int, int]], int | None]:
    place = None if crew is None else _moved(tile, before, after, crew)
    return frozenset(fragments(tile, after)), place


@lru_cache(maxsize=1 << 14)
def _fitting(tile: str, turn: int, crew: int | None, constraints: int) -> tuple[int, ...]:
    return tuple(
        other for other in _different(tile, turn, crew) if takes(constraints, shape(tile, other))
    )


def rotate_refusal(table: Table, rotate: Rotating) -> IllegalAction | None:
    """Return why a tile can't be turned so, or None if it can."""
    if isinstance(rotate, KeepAll):
        return None
    board, barred, cell, turn = table.board, turned(table), rotate.cell, rotate.turn
    if cell not in board.ground.numbers:
        return IllegalAction("seismic-no-such-cell", cell=cell)
    laid = board.at(cell)
    if laid is None:
        return IllegalAction("seismic-no-tile-there", cell=cell)
    if laid.tile == "SA":
        return IllegalAction("seismic-town-does-not-turn", cell=cell)
    if cell in barred:
        return IllegalAction("seismic-turned-already", cell=cell, seat=barred[cell])
    crew = laid.crews[0].edge if laid.crews else None
    free = _fitting(laid.tile, laid.turn, crew, edge_demands(board, board.ground.numbers[cell]))
    data: dict[str, Any] = {"tile": laid.tile, "cell": cell, "turn": turn, "free": free}
    if turn not in _different(laid.tile, laid.turn, crew):
        return IllegalAction("seismic-no-such-rotation", **data)
    if turn not in free:
        found = _misfit(board, laid.tile, cell, turn)
        return IllegalAction("seismic-rotation-does-not-fit", **found, **data)
    return None


def strikes(table: Table) -> Sequence[Strike]:
    """Return the lines that tie."""
    return tuple(Strike(line) for line in table.quakes[-1].tied)


def strike_refusal(table: Table, strike: Strike) -> IllegalAction | None:
    """Return why a line can't be struck, or None if it can."""
    tied = table.quakes[-1].tied
    if strike.line not in tied:
        return IllegalAction("seismic-line-not-tied", line=strike.line, tied=tied)
    return None


def towns(table: Table) -> Sequence[StrikeFirst]:
    """Return the towns of which one is struck first."""
    return tuple(StrikeFirst(town) for town in table.rising.towns) if table.rising else ()


def town_refusal(table: Table, first: StrikeFirst) -> IllegalAction | None:
    """Return why a town can't be struck first, or None if it can."""
    standing = table.rising.towns if table.rising else ()
    if first.town not in standing:
        return IllegalAction("seismic-no-such-town", town=first.town, towns=standing)
    return None


def first_tiles(table: Table) -> Sequence[Placing]:
    """Return the placements of the face-up tiles."""
    return placements(table.board, table.display, table.crews[table.on_turn])


def second_tiles(table: Table) -> Sequence[Placing]:
    """Return the placements of a second tile, and to build none."""
    return (*placements(table.board, table.display, 0), EndTurn())


def rotations_or_none(table: Table) -> Sequence[Rotating]:
    """Return the tiles that may turn, and to turn none."""
    return (*rotations(table.board, turned(table)), KeepAll())


def not_now(table: Table, action: Action) -> IllegalAction:
    """Return why this kind of action isn't due, and whether it was done already."""
    match action:
        case Strike():
            chosen = [each for each in table.quakes if len(each.tied) > 1 and each.line is not None]
            if chosen:
                data = {"tile": chosen[-1].tile, "line": chosen[-1].line, "town": chosen[-1].town}
                return IllegalAction("seismic-tie-already-chosen", **data)
        case StrikeFirst() if len(table.towns) > 1 and table.quakes:
            # Each quake struck every town: the first strike of the last one tells.
            first = table.quakes[(len(table.quakes) - 1) // len(table.towns) * len(table.towns)]
            return IllegalAction("seismic-town-already-chosen", tile=first.tile, town=first.town)
        case _:
            pass
    return IllegalAction("seismic-not-now")
