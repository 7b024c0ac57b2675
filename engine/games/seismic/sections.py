"""Sections: which fragments are joined, where they end, who works on them, what they bring.

Rules 5 and 8. The second half finds what a tile joins, or would join, without building it: a greedy
player compares hundreds of placements a turn. It walks once along the highways around each cell,
and then only puts the parts together.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.boards.hexes import neighbour
from engine.game import Outcome, Seat
from engine.games.seismic.board import NOTHING, Board, walk
from engine.games.seismic.grid import NOWHERE, numbered
from engine.games.seismic.pieces import End, Fragment, Laid, Section
from engine.games.seismic.tiles import Shape, shape

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
    start = board.ground.numbers[piece.cell]
    for number, entry, leaving in walk(board, start, edge):
        if entry == leaving:
            return True
        if number == start and {entry, leaving} == {piece.a, piece.b}:
            return False
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
    cell = start.cell
    for number, entry, leaving in walk(board, board.ground.numbers[cell], edge):
        if leaving == NOTHING:
            kind = "closed" if number == NOWHERE else "open"
            return pieces, End(kind, neighbour(cell, (entry + 3) % 6), entry)
        cell = numbered(number)
        pieces.append(Fragment(cell, min(entry, leaving), max(entry, leaving)))
        if pieces[-1] == start:
            return pieces, None
    return pieces, _own_end(board, pieces[-1])


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


def points(joined: Iterable[Section], seats: int) -> tuple[int, ...]:
    """Return what each seat has: every complete section counts in full for all its owners."""
    scores = [0] * seats
    for section in joined:
        if section.complete:
            for seat in section.owners:
                scores[seat] += section.points
    return tuple(scores)


def outcome(scores: tuple[int, ...], reason: str) -> Outcome:
    """Return the outcome; whoever has equally many points shares the place."""
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Outcome(scores, ranks, reason)


class Tip(NamedTuple):
    """Where a highway ends, at `edge` of the cell of this `number`.

    kind "tile": an intersection or a town of this `value` lies there; "open": nothing lies there;
    "closed": the table ends; "back": it is the cell from which one started.
    """

    kind: str
    number: int
    edge: int
    value: int = 0


class Arm(NamedTuple):
    """What lies beyond an edge of a cell, as far as the highway goes.

    `cells` are those of its fragments and of the stub in which it ends.
    """

    length: int
    crews: tuple[Seat, ...]
    cells: tuple[int, ...]
    tip: Tip


class Chain(NamedTuple):
    """A section through a cell or up to it; `own` are its fragments there, by their lowest edges.

    `cells` are those of its fragments and stubs. There are two `tips`, but none if it is a loop.
    """

    own: tuple[int, ...]
    length: int
    crews: tuple[Seat, ...]
    cells: frozenset[int]
    tips: tuple[Tip, ...]


Arms: TypeAlias = Mapping[int, Arm]
"""What lies beyond those edges of a cell that a highway may cross."""

Way: TypeAlias = tuple[tuple[Arm, ...], tuple[Tip, ...]]
"""The arms that a section runs along, and its tips."""


def arms(board: Board, start: int) -> Arms:
    """Return what lies beyond the edges of a cell, by its number, whether a tile lies there or not.

    Edges where a neighbour is green are left out.
    """
    found = ((edge, _arm(board, start, edge)) for edge in range(6))
    return {edge: arm for edge, arm in found if arm is not None}


def _arm(board: Board, start: int, edge: int) -> Arm | None:
    cells: list[int] = []
    crews: list[Seat] = []
    for number, entry, leaving in walk(board, start, edge):
        if number == start:
            return _walked(cells, crews, Tip("back", number, entry))
        if leaving == NOTHING:
            kind = "closed" if number == NOWHERE else "open"
            return _walked(cells, crews, Tip(kind, number, entry))
        if leaving < 0:
            return None
        laid, lying = board.built[number]
        crews += [crew.seat for crew in laid.crews if crew.edge in (entry, leaving)]
        cells.append(number)
    return _walked(cells, crews, Tip("tile", number, entry, lying.value))


def _walked(cells: list[int], crews: list[Seat], tip: Tip) -> Arm:
    return Arm(len(cells) - (tip.kind == "tile"), tuple(crews), tuple(cells), tip)


def whole(board: Board, section: Section) -> Chain:
    """Return a section as one that no cell is about."""
    numbers, pieces = board.ground.numbers, (*section.fragments, *section.stubs)
    return Chain(
        own=(),
        length=len(section.fragments),
        crews=tuple(crew.seat for _, crew in section.crews),
        cells=frozenset(numbers[piece.cell] for piece in pieces),
        tips=tuple(
            Tip(end.kind, numbers.get(end.cell, NOWHERE), end.edge, end.value)
            for end in section.ends
        ),
    )


def arriving(number: int, around: Arms) -> Iterator[Chain]:
    """Yield every section that ends open on an empty cell."""
    seen: set[int] = set()
    for edge, arm in around.items():
        if arm.cells and edge not in seen:
            far = arm.tip
            if far.kind == "back":
                seen.add(far.edge)
                far = Tip("open", number, far.edge)
            near = Tip("open", number, edge)
            yield Chain((), arm.length, arm.crews, frozenset(arm.cells), (near, far))


def chains(number: int, around: Arms, laid: Laid) -> Iterator[Chain]:
    """Yield every section of a tile that lies like this on the cell of this number."""
    lying = shape(laid.tile, laid.turn)
    seen: set[int] = set()
    for a, _ in lying.fragments:
        if a not in seen:
            chain = _chain(number, around, laid, lying, a)
            seen.update(chain.own)
            yield chain


def _chain(number: int, around: Arms, laid: Laid, lying: Shape, first: int) -> Chain:
    is_stub = lying.across[first] == first
    passed, tips = (
        _from_stub(number, around, lying, first) if is_stub else _across(around, lying, first)
    )
    backs = [arm.tip.edge for arm in passed if arm.tip.kind == "back"]
    own = tuple(dict.fromkeys((first, *(min(edge, lying.across[edge]) for edge in backs))))
    crews = [crew.seat for crew in laid.crews if crew.edge in own]
    cells, length = [number], 0 if is_stub else len(own)
    for arm in passed:
        crews += arm.crews
        cells += arm.cells
        length += arm.length
    return Chain(own, length, tuple(crews), frozenset(cells), tips)


def _from_stub(number: int, around: Arms, lying: Shape, edge: int) -> Way:
    """Go out by a stub; the highway may come back to another one."""
    arm, start = around[edge], Tip("tile", number, edge, lying.value)
    far = arm.tip if arm.tip.kind != "back" else Tip("tile", number, arm.tip.edge, lying.value)
    return (arm,), (start, far)


def _across(around: Arms, lying: Shape, edge: int) -> Way:
    """Go out by both sides of a fragment, as often as the highway comes back to the tile."""
    behind = _way(around, lying, edge)
    if behind[-1].tip.kind == "back":
        return behind, ()
    ahead = _way(around, lying, lying.across[edge])
    return behind + ahead, (behind[-1].tip, ahead[-1].tip)


def _way(around: Arms, lying: Shape, start: int) -> tuple[Arm, ...]:
    """Go out by an edge and on, until the highway ends or has come round to where it began."""
    passed = [around[start]]
    while passed[-1].tip.kind == "back":
        edge = lying.across[passed[-1].tip.edge]
        if edge == start:
            break
        passed.append(around[edge])
    return tuple(passed)
