"""Where the face-up tiles may go, and why one may not (rules 4.3 and 4.4)."""

from collections.abc import Iterable
from typing import Any

from engine.boards.hexes import neighbour
from engine.errors import IllegalAction
from engine.games.seismic.actions import Place
from engine.games.seismic.board import Board, with_tile
from engine.games.seismic.sections import section_at
from engine.games.seismic.spots import free_crews, is_free, takes
from engine.games.seismic.state import Laid
from engine.games.seismic.tiles import edges, fragments, shape, turns
from engine.seat import Seat


def placements(board: Board, tiles: Iterable[str], crews_left: int) -> list[Place]:
    """Return every legal placement of these tiles, equal ones once.

    They come tile by tile in the order given, then cell by cell in the order in which highways
    first reached the cells.
    """
    places: list[Place] = []
    for tile in dict.fromkeys(tiles):
        for on_cell in board.menu(tile).values():
            if on_cell:
                places += on_cell
    return places if crews_left else [each for each in places if each.crew is None]


def any_fits(board: Board, tiles: Iterable[str]) -> bool:
    """Say whether one of these tiles has a legal placement."""
    return any(any(board.menu(tile).values()) for tile in tiles)


def is_legal(board: Board, tiles: Iterable[str], place: Place, crews_left: int) -> bool:
    """Say whether `placements` would list this one."""
    tile, turn, crew = place.tile, place.turn, place.crew
    if tile not in tiles or turn not in turns(tile):
        return False
    sign, lying = board.sign(place.cell), shape(tile, turn)
    if not takes(sign, lying):
        return False
    return crew is None or (crews_left > 0 and is_free(sign, lying, crew))


def refusal(
    board: Board, tiles: Iterable[str], place: Place, crews_left: int
) -> IllegalAction | None:
    """Return why a placement is illegal, or None if it is legal."""
    if place.tile not in tiles:
        return IllegalAction("seismic-tile-not-on-offer", tile=place.tile)
    return _bad_cell(board, place) or _unfit(board, place) or _bad_crew(board, place, crews_left)


def _bad_cell(board: Board, place: Place) -> IllegalAction | None:
    if place.cell not in board.ground.numbers:
        return IllegalAction("seismic-no-such-cell", cell=place.cell)
    if board.at(place.cell) is not None:
        return IllegalAction("seismic-cell-taken", cell=place.cell)
    if place.turn not in turns(place.tile):
        return IllegalAction("seismic-no-such-turn", tile=place.tile, turn=place.turn)
    return None


def _unfit(board: Board, place: Place) -> IllegalAction | None:
    found = misfit(board, place)
    data = {"tile": place.tile, "cell": place.cell}
    return IllegalAction("seismic-tile-does-not-fit", **data, **found) if found else None


def misfit(board: Board, place: Place) -> dict[str, Any] | None:
    """Compare edge by edge: the first that disagrees is named, or else that nothing joins."""
    own, joins = edges(place.tile, place.turn), False
    for edge in range(6):
        beside = board.at(neighbour(place.cell, edge))
        if beside is None:
            continue
        is_highway = bool(own >> edge & 1)
        meets_highway = bool(edges(beside.tile, beside.turn) >> (edge + 3) % 6 & 1)
        if is_highway != meets_highway:
            return {"edge": edge, "meets": "highway" if meets_highway else "green"}
        joins = joins or is_highway
    return None if joins else {"edge": None, "meets": "nothing"}


def _bad_crew(board: Board, place: Place, crews_left: int) -> IllegalAction | None:
    if place.crew is None:
        return None
    if not crews_left:
        return IllegalAction("seismic-no-crews-left")
    data = {"tile": place.tile, "cell": place.cell, "crew": place.crew}
    if place.crew not in [a for a, _ in fragments(place.tile, place.turn)]:
        return IllegalAction("seismic-no-such-fragment", **data)
    free = free_crews(board.sign(place.cell), shape(place.tile, place.turn))
    if place.crew not in free:
        owners = _crewing(board, place, place.crew)
        return IllegalAction("seismic-section-taken", **data, owners=owners, free=free)
    return None


def _crewing(board: Board, place: Place, edge: int) -> tuple[Seat, ...]:
    """Return the seats with a crew on the section that `edge` of the tile would belong to."""
    laid = Laid(place.cell, place.tile, place.turn)
    section = section_at(with_tile(board, laid), laid, edge)
    return tuple(sorted({crew.seat for _, crew in section.crews}))
