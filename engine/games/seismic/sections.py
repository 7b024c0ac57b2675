"""Sections: which fragments are joined, where they end, who works on them, what they bring.

Rules 5 and 8.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from engine.boards.hexes import Cell, neighbour
from engine.game import Outcome, Seat, ranks
from engine.games.seismic.board import NOTHING, Board, walk
from engine.games.seismic.grid import NOWHERE, numbered
from engine.games.seismic.pieces import End, Fragment, Laid, Section

TOWN_TO_TOWN: Final = 10

Spur: TypeAlias = tuple[list[Fragment], End | None]
"""What lies beyond one side of a fragment: pieces outwards, and the end; None for a loop."""


def sections(board: Board) -> tuple[Section, ...]:
    """Return every section, in the order in which their first fragments came to the table."""
    lying = ((laid.cell, board.built[board.ground.numbers[laid.cell]][1]) for laid in board.tiles)
    return _through(board, (_fragment(cell, a, b) for cell, own in lying for a, b in own.fragments))


def scoring_sections(board: Board) -> tuple[Section, ...]:
    """Return the complete sections that carry a crew."""
    return _through(
        board,
        (
            _piece(board, laid, crew.edge)
            for laid in board.tiles
            for crew in laid.crews
            if _is_complete(board, laid, crew.edge)
        ),
    )


def section_at(board: Board, laid: Laid, edge: int) -> Section:
    """Return the section of the fragment of `laid` that reaches `edge`."""
    return _section(board, _piece(board, laid, edge))


def _is_complete(board: Board, laid: Laid, edge: int) -> bool:
    """Say whether one comes to an intersection or a town both ways out of a fragment."""
    start = board.ground.numbers[laid.cell]
    other = board.built[start][1].across[edge]
    for out in (edge,) if edge == other else (edge, other):
        for number, entry, leaving in walk(board, start, out):
            if entry == leaving:
                break
            if leaving < 0 or (number == start and entry in (edge, other)):
                return False  # an end that isn't built, or a loop
    return True


def _piece(board: Board, laid: Laid, edge: int) -> Fragment:
    _, lying = board.built[board.ground.numbers[laid.cell]]
    other = lying.across[edge]
    return _fragment(laid.cell, edge, other)


def _through(board: Board, pieces: Iterable[Fragment]) -> tuple[Section, ...]:
    """Return the sections of these fragments, each once."""
    seen: set[Fragment] = set()
    found: list[Section] = []
    for piece in pieces:
        if piece not in seen:
            found.append(_section(board, piece))
            seen.update(found[-1].pieces)
    return tuple(found)


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
    cell = start.cell
    for number, entry, leaving in walk(board, board.ground.numbers[cell], edge):
        if leaving == NOTHING:
            kind = "closed" if number == NOWHERE else "open"
            return pieces, _end(kind, neighbour(cell, (entry + 3) % 6), entry)
        cell = numbered(number)
        pieces.append(_fragment(cell, entry, leaving))
        if pieces[-1] == start:
            return pieces, None
    return pieces, _own_end(board, pieces[-1])


def _own_end(board: Board, stub: Fragment) -> End:
    _, lying = board.built[board.ground.numbers[stub.cell]]
    return _end("tile", stub.cell, stub.a, lying.value)


@lru_cache(maxsize=1 << 12)
def _fragment(cell: Cell, edge: int, other: int) -> Fragment:
    """Return the same value each time: all moments of a match share it, also where it is packed."""
    return Fragment(cell, min(edge, other), max(edge, other))


_end = lru_cache(maxsize=1 << 12)(End)


def _built(board: Board, row: list[Fragment], ends: list[End | None]) -> Section:
    numbers, built = board.ground.numbers, board.built
    known = tuple(end for end in ends if end is not None)
    crews = tuple(
        (piece.cell, crew)
        for piece in row
        for crew in built[numbers[piece.cell]][0].crews
        if crew.edge == piece.a
    )
    fragments = tuple(piece for piece in row if piece.a != piece.b)
    # From one town to another it has something on top (rules 9, Twin Cities).
    tiles = {end.cell: built[numbers[end.cell]][0].tile for end in known if end.kind == "tile"}
    bonus = TOWN_TO_TOWN if list(tiles.values()).count("SA") > 1 else 0
    return Section(
        fragments=fragments,
        stubs=tuple(piece for piece in row if piece.a == piece.b),
        ends=known,
        crews=crews,
        owners=owners(tuple(crew.seat for _, crew in crews)),
        complete=bool(known) and all(end.kind == "tile" for end in known),
        points=len(fragments) + sum(end.value for end in known) + bonus,
    )


@lru_cache(maxsize=1 << 12)
def owners(crews: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats with most crews; all who tie for most own it (rules 8)."""
    counts: dict[Seat, int] = {}
    for seat in crews:
        counts[seat] = counts.get(seat, 0) + 1
    return tuple(sorted(seat for seat in counts if counts[seat] == max(counts.values())))


def points(joined: Iterable[Section], seats: int) -> tuple[int, ...]:
    """Return what each seat has: every complete section counts in full for all its owners."""
    scores = [0] * seats
    for section in joined:
        if section.complete:
            for seat in section.owners:
                scores[seat] += section.points
    return tuple(scores)


def outcome(scores: tuple[int, ...], reason: str) -> Outcome:
    """Return the outcome; seats with equally many points share a place."""
    return Outcome(scores, ranks(scores), reason)
