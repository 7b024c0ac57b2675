"""What lies on the table, and what follows from it; kept up to date tile by tile.

Only the tiles are the truth. The rest could be worked out from them and is kept because a match
asks for it every turn: it changes around the tile that comes or goes, and at the far ends of the
sections that it joins or cuts.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from engine.boards.hexes import Cell
from engine.games.seismic.ground import NOWHERE, Ground, ground
from engine.games.seismic.spots import (
    CLAIMED_EDGE,
    GREEN_EDGE,
    HIGHWAY_EDGE,
    KEPT,
    OTHERS,
    Spot,
    back_edge,
    spot,
)
from engine.games.seismic.state import Laid
from engine.games.seismic.table import Table
from engine.games.seismic.tiles import Shape, shape

Port: TypeAlias = int
"""An edge of an empty cell where a highway arrives: 8 times the cell's number, plus the edge."""

SHUT: Final = -1
"""The far end of a section that ends at an intersection, a town or the table's edge."""

Strand: TypeAlias = tuple[Port, bool]
"""A section seen from a port: its far end, and whether a crew stands on it."""

Built: TypeAlias = tuple[Laid, Shape]

_FACING: Final = (3, 4, 5, 0, 1, 2)


@dataclass(frozen=True, slots=True)
class Board:
    """The tiles in the order they came, towns first.

    Derived: `built` by cell number, `strands` by port, `spots` by the number of each empty cell
    next to a tile.
    """

    ground: Ground = field(repr=False)
    tiles: tuple[Laid, ...]
    built: dict[int, Built] = field(compare=False, repr=False)
    strands: dict[Port, Strand] = field(compare=False, repr=False)
    spots: dict[int, Spot] = field(compare=False, repr=False)

    def at(self, cell: Cell) -> Laid | None:
        """Return the tile on `cell`, if any."""
        found = self.built.get(self.ground.numbers.get(cell, NOWHERE))
        return found[0] if found else None

    def spot(self, cell: Cell) -> Spot | None:
        """Return what is known of an empty cell, or None if no tile lies beside it."""
        return self.spots.get(self.ground.numbers.get(cell, NOWHERE))


def bare_board(table: Table) -> Board:
    """Return the table with nothing but its towns."""
    towns = (Laid(town, "SA", 0) for town in table.towns)
    return with_tiles(Board(ground(table), (), {}, {}, {}), towns)


def with_tiles(board: Board, tiles: Iterable[Laid]) -> Board:
    """Return the board with these tiles added; they must fit, crews stand where they are told."""
    for laid in tiles:
        board = with_tile(board, laid)
    return board


def with_tile(board: Board, laid: Laid) -> Board:
    """Return the board with a tile added that fits there."""
    number = board.ground.numbers[laid.cell]
    lying = shape(laid.tile, laid.turn)
    after = Board(
        board.ground,
        (*board.tiles, laid),
        board.built | {number: (laid, lying)},
        board.strands.copy(),
        board.spots.copy(),
    )
    after.spots.pop(number, None)
    signs = _shown(after, number, lying.highways)
    ports = _joined(after, number, laid, lying)
    _mark(after, signs, ports)
    return after


def _shown(board: Board, number: int, highways: int) -> dict[int, int]:
    """Return the signs of the empty cells around a new tile, which see one edge more."""
    signs = {}
    spots, built = board.spots, board.built
    for cell, facing in zip(board.ground.around[number], _FACING, strict=True):
        if cell != NOWHERE and cell not in built:
            edge = HIGHWAY_EDGE if highways & GREEN_EDGE[_FACING[facing]] else GREEN_EDGE
            signs[cell] = edge[facing] | (spots[cell].sign if cell in spots else 0)
    return signs


def _joined(board: Board, number: int, laid: Laid, lying: Shape) -> list[Port]:
    """Join the sections that the new fragments touch; return the ports that look different."""
    strands, ports = board.strands, []
    crews = [crew.edge for crew in laid.crews]
    for a, b in lying.fragments:
        left, left_claimed = _far_end(board, number, a)
        if a == b:
            right, right_claimed = SHUT, False
        elif left == number * 8 + b:
            del strands[left]  # the section comes back to its own start: a loop without ends
            continue
        else:
            right, right_claimed = _far_end(board, number, b)
        claimed = left_claimed or right_claimed or a in crews
        if left != SHUT:
            strands[left] = right, claimed
            ports.append(left)
        if right != SHUT:
            strands[right] = left, claimed
            ports.append(right)
    return ports


def _far_end(board: Board, number: int, edge: int) -> Strand:
    """Return where a section ends that leaves the new tile by `edge`."""
    beyond = board.ground.around[number][edge]
    if beyond == NOWHERE:
        return SHUT, False
    if beyond in board.built:
        return board.strands.pop(number * 8 + edge)
    return beyond * 8 + _FACING[edge], False


def _mark(board: Board, signs: dict[int, int], ports: Iterable[Port]) -> None:
    """Write down the changed signs, with what the changed ports say of their sections."""
    spots, strands = board.spots, board.strands
    for port in ports:
        if port not in strands:
            continue  # joined on by another fragment of the same tile
        cell, edge = port >> 3, port & 7
        far, claimed = strands[port]
        sign = (signs[cell] if cell in signs else spots[cell].sign) & KEPT[edge]
        if claimed:
            sign |= CLAIMED_EDGE[edge]
        elif far >> 3 == cell:
            sign |= back_edge(edge, far & 7)
        signs[cell] = sign
    for cell, sign in signs.items():
        spots[cell] = spot(sign)


def without_tiles(board: Board, cells: tuple[int, ...]) -> Board:
    """Return the board after the tiles on these cells (by number) fell, with their crews."""
    gone = {board.built[cell][0].cell for cell in cells}
    after = Board(
        board.ground,
        tuple(laid for laid in board.tiles if laid.cell not in gone),
        {cell: built for cell, built in board.built.items() if cell not in cells},
        board.strands.copy(),
        board.spots.copy(),
    )
    signs = {cell: _fresh_sign(after, cell) for cell in cells}
    for cell in cells:
        _forget(after, signs, cell)
    ports = [port for cell in cells for port in _cut(after, signs[cell], cell)]
    _mark(after, signs, ports)
    for cell in [cell for cell, sign in signs.items() if not sign]:
        del after.spots[cell]
    return after


def _fresh_sign(board: Board, cell: int) -> int:
    sign = 0
    for edge, beyond in enumerate(board.ground.around[cell]):
        if beyond in board.built:
            is_highway = board.built[beyond][1].across[_FACING[edge]] >= 0
            sign |= (HIGHWAY_EDGE if is_highway else GREEN_EDGE)[edge]
    return sign


def _forget(board: Board, signs: dict[int, int], cell: int) -> None:
    """Let the empty cells around `cell` forget the edge that the fallen tile showed them."""
    for edge, beyond in enumerate(board.ground.around[cell]):
        if beyond == NOWHERE or beyond in board.built:
            continue
        facing = _FACING[edge]
        board.strands.pop(beyond * 8 + facing, None)
        sign = signs[beyond] if beyond in signs else board.spots[beyond].sign
        signs[beyond] = sign & OTHERS[facing]


def _cut(board: Board, sign: int, cell: int) -> list[Port]:
    """Find the new ends that a fallen tile leaves open; return the ports that look different."""
    ports = []
    for edge in range(6):
        if sign & HIGHWAY_EDGE[edge] != HIGHWAY_EDGE[edge]:
            continue
        port = cell * 8 + edge
        far, claimed = _walked(board, port)
        board.strands[port] = far, claimed
        ports.append(port)
        if far != SHUT:
            board.strands[far] = port, claimed
            ports.append(far)
    return ports


def _walked(board: Board, port: Port) -> Strand:
    """Walk along the section that arrives at a port, to its far end."""
    claimed = False
    cell, edge = port >> 3, port & 7
    while True:
        cell, entry = board.ground.around[cell][edge], _FACING[edge]
        if cell == NOWHERE:
            return SHUT, claimed
        if cell not in board.built:
            return cell * 8 + entry, claimed
        laid, lying = board.built[cell]
        edge = lying.across[entry]
        claimed = claimed or any(crew.edge == min(entry, edge) for crew in laid.crews)
        if edge == entry:
            return SHUT, claimed
