"""What a tile would join on a cell, found without building it.

A placement is one of hundreds. One walks once along the highways around each cell (`branches`), and
then only puts the parts together (`prospects`).
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from engine.boards.hexes import Cell, neighbour
from engine.game import Seat
from engine.games.seismic.board import NOTHING, Board, walk
from engine.games.seismic.grid import NOWHERE, numbered
from engine.games.seismic.pieces import End, Laid
from engine.games.seismic.tiles import shape


class Branch(NamedTuple):
    """What lies beyond an edge of a cell, as far as the highway goes.

    `cells` are those of its fragments and of the stub in which it ends. An `end` of kind "back" is
    on the cell from which one started.
    """

    length: int
    seats: tuple[Seat, ...]
    cells: tuple[Cell, ...]
    end: End


class Prospect(NamedTuple):
    """A section as it would be: through a tile on a cell, or up to the empty cell.

    `own` are its fragments there, by their lowest edges; the rest is as in a `Section`.
    """

    own: tuple[int, ...]
    length: int
    seats: tuple[Seat, ...]
    cells: frozenset[Cell]
    ends: tuple[End, ...]


Branches: TypeAlias = Mapping[int, Branch]
"""What lies beyond those edges of a cell that a highway may cross."""


def branches(board: Board, start: int) -> Branches:
    """Return what lies beyond the edges of a cell, by its number, whether a tile lies there or not.

    Edges where a neighbour is green are left out.
    """
    found = ((edge, _branch(board, start, edge)) for edge in range(6))
    return {edge: branch for edge, branch in found if branch is not None}


def _branch(board: Board, start: int, edge: int) -> Branch | None:
    cells: list[Cell] = []
    seats: list[Seat] = []
    kind, value = "tile", 0
    for number, entry, leaving in walk(board, start, edge):
        if number == start or leaving == NOTHING:
            kind = "back" if number == start else "closed" if number == NOWHERE else "open"
            break
        if leaving < 0:
            return None
        laid, lying = board.built[number]
        seats += [crew.seat for crew in laid.crews if crew.edge in (entry, leaving)]
        cells.append(laid.cell)
        value = lying.value
    is_tile = kind == "tile"
    cell = cells[-1] if cells else numbered(start)
    if not is_tile:
        cell, value = neighbour(cell, (entry + 3) % 6), 0
    return Branch(len(cells) - is_tile, tuple(seats), tuple(cells), End(kind, cell, entry, value))


def arriving(cell: Cell, around: Branches) -> Iterator[Prospect]:
    """Yield every section that ends open on an empty cell."""
    seen: set[int] = set()
    for edge, branch in around.items():
        if branch.cells and edge not in seen:
            far = branch.end
            if far.kind == "back":
                seen.add(far.edge)
                far = End("open", cell, far.edge)
            near = End("open", cell, edge)
            yield Prospect((), branch.length, branch.seats, frozenset(branch.cells), (near, far))


def prospects(around: Branches, laid: Laid) -> Iterator[Prospect]:
    """Yield every section of a tile that lies like this on a cell with these branches."""
    lying = shape(laid.tile, laid.turn)
    across, seen = lying.across, set[int]()

    def out(start: int) -> list[Branch]:
        """Go out by an edge and on, as often as the highway comes back, once round at most."""
        passed = [around[start]]
        while passed[-1].end.kind == "back":
            edge = across[passed[-1].end.edge]
            if edge == start:
                break
            passed.append(around[edge])
        return passed

    for first, _ in lying.fragments:
        if first in seen:
            continue
        ends: tuple[End, ...] = ()
        if is_stub := across[first] == first:
            # The highway may come back to another stub.
            passed = [around[first]]
            far = passed[0].end
            if far.kind == "back":
                far = End("tile", laid.cell, far.edge, lying.value)
            ends = (End("tile", laid.cell, first, lying.value), far)
        else:
            passed = out(first)
            if passed[-1].end.kind != "back":  # else it is a loop
                ahead = out(across[first])
                ends = (passed[-1].end, ahead[-1].end)
                passed += ahead
        backs = [each.end.edge for each in passed if each.end.kind == "back"]
        own = tuple(dict.fromkeys((first, *(min(edge, across[edge]) for edge in backs))))
        seats = [crew.seat for crew in laid.crews if crew.edge in own]
        cells, length = [laid.cell], 0 if is_stub else len(own)
        for branch in passed:
            seats += branch.seats
            cells += branch.cells
            length += branch.length
        seen.update(own)
        yield Prospect(own, length, tuple(seats), frozenset(cells), ends)
