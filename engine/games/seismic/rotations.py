"""Which tiles may turn where they lie, and why one may not (rules 9, Aftershocks)."""

from collections.abc import Container, Iterator, Mapping
from functools import lru_cache
from typing import Any

from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.games.seismic.actions import Place, Rotate
from engine.games.seismic.board import Board, shown
from engine.games.seismic.placements import misfit
from engine.games.seismic.spots import takes
from engine.games.seismic.state import Crew, Laid, Observation, State
from engine.games.seismic.tiles import fragments, shape
from engine.seat import Seat


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
            turns = _fitting(laid.tile, laid.turn, crew, shown(board, numbers[laid.cell]))
            if turns:
                yield laid, turns


def turned(now: State | Observation) -> dict[Cell, Seat]:
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
def _fitting(tile: str, turn: int, crew: int | None, sign: int) -> tuple[int, ...]:
    return tuple(other for other in _different(tile, turn, crew) if takes(sign, shape(tile, other)))


def refusal(board: Board, barred: Mapping[Cell, Seat], rotate: Rotate) -> IllegalAction | None:
    """Return why a rotation is illegal, or None if it is legal."""
    cell, turn = rotate.cell, rotate.turn
    if cell not in board.ground.numbers:
        return IllegalAction("seismic-no-such-cell", cell=cell)
    laid = board.at(cell)
    if laid is None:
        return IllegalAction("seismic-no-tile-there", cell=cell)
    if laid.tile == "SA":
        return IllegalAction("seismic-town-does-not-turn", cell=cell)
    if cell in barred:
        return IllegalAction("seismic-turned-already", cell=cell, seat=barred[cell])
    return _bad_turn(board, laid, turn)


def _bad_turn(board: Board, laid: Laid, turn: int) -> IllegalAction | None:
    crew = laid.crews[0].edge if laid.crews else None
    sign = shown(board, board.ground.numbers[laid.cell])
    data: dict[str, Any] = {"tile": laid.tile, "cell": laid.cell, "turn": turn}
    data |= {"free": _fitting(laid.tile, laid.turn, crew, sign)}
    if turn not in _different(laid.tile, laid.turn, crew):
        return IllegalAction("seismic-no-such-rotation", **data)
    if found := misfit(board, Place(laid.tile, laid.cell, turn)):
        return IllegalAction("seismic-rotation-does-not-fit", **found, **data)
    return None
