"""Sections: which fragments are joined, where they end, who works on them (rules 5)."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from engine.boards.hexes import neighbour
from engine.games.seismic.board import Board
from engine.games.seismic.ground import NOWHERE
from engine.games.seismic.state import End, Fragment, Laid, Section
from engine.seat import Seat

TOWN_TO_TOWN: Final = 10

Spur: TypeAlias = tuple[list[Fragment], End | None]
"""What lies beyond one side of a fragment: pieces outwards, and the end; None for a loop."""


def sections(board: Board) -> tuple[Section, ...]:
    """Return every section, in the order in which their first fragments came to the table."""
    return tuple(_through(board, _pieces(board.tiles, board)))


def scoring_sections(board: Board) -> tuple[Section, ...]:
    """Return the complete sections that carry a crew."""
    return tuple(_through(board, _scoring_pieces(board)))


def crewed_sections(board: Board) -> tuple[Section, ...]:
    """Return the sections that carry a crew, complete or not."""
    crews = ((laid, crew.edge) for laid in board.tiles for crew in laid.crews)
    return tuple(_through(board, (_piece(board, laid, edge) for laid, edge in crews)))


def section_at(board: Board, laid: Laid, edge: int) -> Section:
    """Return the section of the fragment of `laid` that reaches `edge`."""
    return _section(board, _piece(board, laid, edge))


def _pieces(tiles: Iterable[Laid], board: Board) -> Iterator[Fragment]:
    for laid in tiles:
        _, lying = board.built[board.ground.numbers[laid.cell]]
        for a, b in lying.fragments:
            yield Fragment(laid.cell, a, b)


def _scoring_pieces(board: Board) -> Iterator[Fragment]:
    for laid in board.tiles:
        for crew in laid.crews:
            piece = _piece(board, laid, crew.edge)
            if all(_leads_to_tile(board, piece, edge) for edge in {piece.a, piece.b}):
                yield piece


def _leads_to_tile(board: Board, piece: Fragment, edge: int) -> bool:
    """Say whether one comes from a fragment by `edge` to an intersection or a town."""
    built, around = board.built, board.ground.around
    start = number = board.ground.numbers[piece.cell]
    while True:
        number, entry = around[number][edge], (edge + 3) % 6
        if number not in built:
            return False
        edge = built[number][1].across[entry]
        if edge == entry:
            return True
        if number == start and edge in (piece.a, piece.b) and entry in (piece.a, piece.b):
            return False


def _piece(board: Board, laid: Laid, edge: int) -> Fragment:
    _, lying = board.built[board.ground.numbers[laid.cell]]
    other = lying.across[edge]
    return Fragment(laid.cell, min(edge, other), max(edge, other))


def _through(board: Board, pieces: Iterable[Fragment]) -> Iterator[Section]:
    seen: set[Fragment] = set()
    for piece in pieces:
        if piece not in seen:
            section = _section(board, piece)
            seen.update(section.fragments, section.stubs)
            yield section


def _section(board: Board, piece: Fragment) -> Section:
    """Walk from a fragment to both ends and put the pieces in a row."""
    if piece.a == piece.b:
        ahead, end = _spur(board, piece, piece.a)
        return _built(board, [piece, *ahead], [_own_end(board, piece), end])
    behind, first = _spur(board, piece, piece.a)
    if first is None:
        return _built(board, [piece, *behind[:-1]], [])
    ahead, last = _spur(board, piece, piece.b)
    return _built(board, [*reversed(behind), piece, *ahead], [first, last])


def _spur(board: Board, start: Fragment, edge: int) -> Spur:
    """Walk out of `start` by `edge`; a loop ends with `start` itself."""
    pieces: list[Fragment] = []
    numbers, cell = board.ground.numbers, start.cell
    while True:
        cell, entry = neighbour(cell, edge), (edge + 3) % 6
        number = numbers.get(cell, NOWHERE)
        if number not in board.built:
            return pieces, End("closed" if number == NOWHERE else "open", cell, entry)
        edge = board.built[number][1].across[entry]
        pieces.append(Fragment(cell, min(entry, edge), max(entry, edge)))
        if edge == entry:
            return pieces, _own_end(board, pieces[-1])
        if pieces[-1] == start:
            return pieces, None


def _own_end(board: Board, stub: Fragment) -> End:
    _, lying = board.built[board.ground.numbers[stub.cell]]
    return End("tile", stub.cell, stub.a, lying.value)


def _built(board: Board, row: list[Fragment], ends: list[End | None]) -> Section:
    known = tuple(end for end in ends if end is not None)
    crews = tuple(
        (piece.cell, crew)
        for piece in row
        for crew in board.built[board.ground.numbers[piece.cell]][0].crews
        if crew.edge == piece.a
    )
    fragments = tuple(piece for piece in row if piece.a != piece.b)
    return Section(
        fragments=fragments,
        stubs=tuple(piece for piece in row if piece.a == piece.b),
        ends=known,
        crews=crews,
        owners=owners(tuple(crew.seat for _, crew in crews)),
        complete=bool(known) and all(end.kind == "tile" for end in known),
        points=len(fragments) + sum(end.value for end in known) + _bonus(board, known),
    )


def _bonus(board: Board, ends: tuple[End, ...]) -> int:
    """Return what a section from one town to another has on top (rules 9, Twin Cities)."""
    numbers, built = board.ground.numbers, board.built
    towns = {
        end.cell for end in ends if end.kind == "tile" and built[numbers[end.cell]][0].tile == "SA"
    }
    return TOWN_TO_TOWN if len(towns) > 1 else 0


@lru_cache(maxsize=1 << 12)
def owners(crews: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats with most crews; all who tie for most own it (rules 8)."""
    counts: dict[Seat, int] = {}
    for seat in crews:
        counts[seat] = counts.get(seat, 0) + 1
    return tuple(sorted(seat for seat in counts if counts[seat] == max(counts.values())))
