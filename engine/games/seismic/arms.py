"""What a tile joins, or would join, on a cell: found without building it (rules 5).

A greedy player compares hundreds of placements a turn: it walks once along the highways around each
cell, and then only puts the parts together.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from engine.games.seismic.board import Board
from engine.games.seismic.ground import NOWHERE
from engine.games.seismic.state import Laid, Section
from engine.games.seismic.tiles import Shape, shape
from engine.seat import Seat


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
    built, around = board.built, board.ground.around
    cells: list[int] = []
    crews: list[Seat] = []
    number = start
    while True:
        number, entry = around[number][edge], (edge + 3) % 6
        if number == start:
            return _walked(cells, crews, Tip("back", number, entry))
        if number not in built:
            kind = "closed" if number == NOWHERE else "open"
            return _walked(cells, crews, Tip(kind, number, entry))
        laid, lying = built[number]
        edge = lying.across[entry]
        if edge < 0:
            return None
        crews += [crew.seat for crew in laid.crews if crew.edge in (entry, edge)]
        cells.append(number)
        if edge == entry:
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
        _from_stub(number, around, lying, first) if is_stub else _through(around, lying, first)
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


def _through(around: Arms, lying: Shape, edge: int) -> Way:
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
