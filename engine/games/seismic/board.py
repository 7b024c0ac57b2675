"""What lies on the table, and what follows from it; kept up to date tile by tile.

Only the tiles are the truth. The rest could be worked out from them and is kept because a match
asks for it every turn: it changes around the tile that comes or goes, and at the far ends of the
sections that it joins or cuts.
"""

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from functools import lru_cache
from typing import Final, TypeAlias

from engine.boards.hexes import Cell
from engine.compiled import plain
from engine.games.seismic.fits import (
    CLAIMED_EDGE,
    GREEN_EDGE,
    HIGHWAY_EDGE,
    KEPT,
    OTHERS,
    back_edge,
    counts,
    is_reached,
)
from engine.games.seismic.grid import NOWHERE, SHUT, Grid, Ground, Port, Strand, ground
from engine.games.seismic.pieces import Laid
from engine.games.seismic.tiles import Shape, shape
from engine.values import dataclass

Built: TypeAlias = tuple[Laid, Shape]

GREEN: Final = -1
NOTHING: Final = -2
"""How a highway leaves a cell where it can't go on."""

_FACING: Final = (3, 4, 5, 0, 1, 2)
_FACES: Final = tuple(
    tuple((HIGHWAY_EDGE if mask >> edge & 1 else GREEN_EDGE)[_FACING[edge]] for edge in range(6))
    for mask in range(64)
)
"""What a tile with these highway edges shows to the cell behind each edge."""
_SHOWN: Final = tuple((*faces[3:], *faces[:3]) for faces in _FACES)
"""The same, by the edge at which that cell sees it."""


@plain
@dataclass(slots=True)
class Board:
    """The tiles in the order they came, towns first.

    Derived: `built` by cell number, `strands` by port, and for each empty cell that a highway
    reaches its constraints (`fits.py`), in an order that depends on the table alone.
    """

    ground: Ground = field(repr=False)
    tiles: tuple[Laid, ...]
    built: dict[int, Built] = field(compare=False, repr=False)
    strands: dict[Port, Strand] = field(compare=False, repr=False)
    constraints: dict[int, int] = field(compare=False, repr=False)
    _counts: list[int] | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def counts(self) -> list[int]:
        """How many placements the tiles have (`fits.counts`); worked out when first asked for."""
        if self._counts is None:
            self._counts = counts(self.constraints.values())
        return self._counts

    def at(self, cell: Cell) -> Laid | None:
        """Return the tile on `cell`, if any."""
        found = self.built.get(self.ground.numbers.get(cell, NOWHERE))
        return found[0] if found else None


@lru_cache(maxsize=32)
def bare_board(grid: Grid) -> Board:
    """Return the table with nothing but its towns, made once."""
    towns = (Laid(town, "SA", 0) for town in grid.towns)
    return with_tiles(Board(ground(grid), (), {}, {}, {}), towns)


def with_tiles(board: Board, tiles: Iterable[Laid]) -> Board:
    """Return the board with these tiles added; they must fit, crews stand where they are told."""
    for laid in tiles:
        board = with_tile(board, laid)
    return board


def with_tile(board: Board, laid: Laid) -> Board:
    """Return the board with a tile added that fits there."""
    number = board.ground.numbers[laid.cell]
    lying = shape(laid.tile, laid.turn)
    built, constraints = board.built.copy(), board.constraints.copy()
    strands = board.strands.copy()
    after = Board(board.ground, (*board.tiles, laid), built, strands, constraints)
    built[number] = laid, lying
    constraints.pop(number, None)  # a town lies where no highway arrived
    # The empty cells around it see one edge more.
    for cell, bits in zip(board.ground.around[number], _FACES[lying.highways], strict=True):
        if cell in constraints:
            constraints[cell] |= bits
        elif bits > 63 and cell not in built and cell != NOWHERE:
            constraints[cell] = edge_demands(after, cell)
    # Its fragments join the sections that they touch.
    beyond, port = board.ground.beyond[number], number * 8
    crews = [crew.edge for crew in laid.crews] if laid.crews else ()
    for a, b in lying.fragments:
        left, claimed = strands.pop(port + a, beyond[a])
        if a in crews:
            claimed = True
        if a == b:
            if left != SHUT:
                _end(after, left, SHUT, claimed)
        elif left == port + b:
            del strands[left]  # the section comes back to its own start: a loop without ends
        else:
            right, right_claimed = strands.pop(port + b, beyond[b])
            claimed = claimed or right_claimed
            if left != SHUT:
                _end(after, left, right, claimed)
            if right != SHUT:
                _end(after, right, left, claimed)
    return after


def edge_demands(board: Board, cell: int) -> int:
    """Return what the tiles around a cell, by its number, demand there: not what sections say.

    It is a mask of twelve bits, the lowest of `engine.games.seismic.fits`: edges 0 to 5 behind
    which a tile lies, then edges 0 to 5 where a highway arrives.
    """
    seen, built = 0, board.built
    for edge, beyond in enumerate(board.ground.around[cell]):
        if beyond in built:
            seen |= _SHOWN[built[beyond][1].highways][edge]
    return seen


def _end(
    board: Board,
    port: Port,
    far: Port,
    claimed: bool,  # noqa: FBT001
) -> None:
    """Tell an open end of a section where the other end is, and whether a crew stands on it."""
    board.strands[port] = far, claimed
    cell, edge, constraints = port >> 3, port & 7, board.constraints
    if cell not in constraints:
        return  # an edge of the tile that just came: another fragment joins on
    if claimed:
        constraints[cell] = constraints[cell] & KEPT[edge] | CLAIMED_EDGE[edge]
    elif far >> 3 == cell:
        constraints[cell] = constraints[cell] & KEPT[edge] | back_edge(edge, far & 7)
    else:
        constraints[cell] &= KEPT[edge]


def without_tiles(board: Board, cells: tuple[int, ...]) -> Board:
    """Return the board after the tiles on these cells (by number) fell, with their crews."""
    gone = {board.built[cell][0].cell for cell in cells}
    built = {cell: lying for cell, lying in board.built.items() if cell not in cells}
    strands, constraints = board.strands.copy(), board.constraints.copy()
    tiles = tuple(laid for laid in board.tiles if laid.cell not in gone)
    after = Board(board.ground, tiles, built, strands, constraints)
    for cell in cells:
        constraints[cell] = edge_demands(after, cell)
    # The empty cells around forget the edges that the fallen tiles showed them.
    for cell in cells:
        for facing, beyond in zip(_FACING, board.ground.around[cell], strict=True):
            if beyond in constraints:
                strands.pop(beyond * 8 + facing, None)
                constraints[beyond] &= OTHERS[facing]
    # Highways that ran to them end open now: find the far ends of their sections.
    for port in (cell * 8 + edge for cell in cells for edge in range(6)):
        if constraints[port >> 3] & HIGHWAY_EDGE[port & 7] == HIGHWAY_EDGE[port & 7]:
            far, claimed = _far_end(after, port)
            _end(after, port, far, claimed)
            if far != SHUT:
                _end(after, far, port, claimed)
    for cell in [cell for cell, known in constraints.items() if not is_reached(known)]:
        del constraints[cell]
    return after


def with_rotated(board: Board, laid: Laid) -> Board:
    """Return the board with the tile on a cell lying like this; it must fit."""
    number = board.ground.numbers[laid.cell]
    after = with_tile(without_tiles(board, (number,)), laid)
    order = tuple(laid if each.cell == laid.cell else each for each in board.tiles)
    return replace(after, tiles=order)


def _far_end(board: Board, port: Port) -> Strand:
    """Walk along the section that arrives at a port, to its far end."""
    claimed = False
    for cell, entry, leaving in walk(board, port >> 3, port & 7):
        if leaving == NOTHING:
            return SHUT if cell == NOWHERE else cell * 8 + entry, claimed
        crews = board.built[cell][0].crews
        claimed = claimed or any(crew.edge == min(entry, leaving) for crew in crews)
    return SHUT, claimed


def walk(board: Board, cell: int, edge: int) -> Iterator[tuple[int, int, int]]:
    """Follow the highway that leaves a cell by an edge: each cell, how it comes in and goes out.

    It goes out of an intersection or a town by the edge it came in, of a tile that shows it a
    green edge by `GREEN`, of an empty cell and of what lies off the table (`NOWHERE`) by
    `NOTHING`: there it ends. In a loop the iterator never ends.
    """
    built, around = board.built, board.ground.around
    while True:
        cell, entry = around[cell][edge], _FACING[edge]
        edge = built[cell][1].across[entry] if cell in built else NOTHING
        yield cell, entry, edge
        if edge == entry or edge < 0:
            return
