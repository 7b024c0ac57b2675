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
from engine.games.seismic.spots import KNOWN, Spot, forgotten, marked, spot
from engine.games.seismic.state import Laid
from engine.games.seismic.table import Table
from engine.games.seismic.tiles import Shape, shape

Port: TypeAlias = int
"""An edge of an empty cell where a highway arrives: 6 times the cell's number, plus the edge."""

SHUT: Final = -1
"""The far end of a section that ends at an intersection, a town or the table's edge."""

Strand: TypeAlias = tuple[Port, bool]
"""A section seen from a port: its far end, and whether a crew stands on it."""

Built: TypeAlias = tuple[Laid, Shape]


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
    board = Board(ground(table), (), {}, {}, {})
    for town in table.towns:
        board = with_tile(board, Laid(town, "SA", 0))
    return board


def with_tiles(board: Board, tiles: Iterable[Laid]) -> Board:
    """Return the board with these tiles added; they must fit, crews stand where they are told."""
    for laid in tiles:
        board = with_tile(board, laid)
    return board


def with_tile(board: Board, laid: Laid) -> Board:
    """Return the board with a tile added that fits there."""
    number = board.ground.numbers[laid.cell]
    around = board.ground.around[number]
    lying = shape(laid.tile, laid.turn)
    strands, spots = board.strands.copy(), board.spots.copy()
    built = board.built.copy()
    built[number] = (laid, lying)
    signs = {
        cell: (spots[cell].sign if cell in spots else 0)
        | KNOWN[(edge + 3) % 6][lying.highways >> edge & 1]
        for edge, cell in enumerate(around)
        if cell != NOWHERE and cell not in built
    }
    ports = _join(strands, built, number, around, laid, lying)
    spots.pop(number, None)
    _mark(board.ground, spots, strands, signs, ports)
    return Board(board.ground, (*board.tiles, laid), built, strands, spots)


def _join(
    strands: dict[Port, Strand],
    built: dict[int, Built],
    number: int,
    around: tuple[int, ...],
    laid: Laid,
    lying: Shape,
) -> list[Port]:
    """Join the sections that the new fragments touch; return the ports that look different."""
    ports = []
    crews = [crew.edge for crew in laid.crews]
    for a, b in lying.fragments:
        left, left_claimed = _far_end(strands, built, number, around, a)
        if left == number * 6 + b and a != b:
            del strands[left]  # the section comes back to its own start: a loop without ends
            continue
        if a == b:
            right, right_claimed = SHUT, False
        else:
            right, right_claimed = _far_end(strands, built, number, around, b)
        claimed = left_claimed or right_claimed or a in crews
        if left != SHUT:
            strands[left] = right, claimed
            ports.append(left)
        if right != SHUT:
            strands[right] = left, claimed
            ports.append(right)
    return ports


def _far_end(
    strands: dict[Port, Strand],
    built: dict[int, Built],
    number: int,
    around: tuple[int, ...],
    edge: int,
) -> Strand:
    """Return where a section ends that leaves the new tile by `edge`."""
    beyond = around[edge]
    if beyond == NOWHERE:
        return SHUT, False
    if beyond in built:
        return strands.pop(number * 6 + edge)
    return beyond * 6 + (edge + 3) % 6, False


def _mark(
    land: Ground,
    spots: dict[int, Spot],
    strands: dict[Port, Strand],
    signs: dict[int, int],
    ports: Iterable[Port],
) -> None:
    """Write the changed signs, and what the changed ports say of their sections, into `spots`."""
    for port in ports:
        if port not in strands:
            continue  # joined on by another fragment of the same tile
        cell, edge = divmod(port, 6)
        far, claimed = strands[port]
        back = far - cell * 6 if far // 6 == cell else -1
        sign = signs[cell] if cell in signs else spots[cell].sign
        signs[cell] = marked(sign, edge, claimed=claimed, back=back)
    for cell, sign in signs.items():
        spots[cell] = spot(land.cells[cell], sign)


def without_tiles(board: Board, cells: tuple[int, ...]) -> Board:
    """Return the board after the tiles on these cells (by number) fell, with their crews."""
    land = board.ground
    gone = {board.built[cell][0].cell for cell in cells}
    built, strands, spots = board.built.copy(), board.strands.copy(), board.spots.copy()
    for cell in cells:
        del built[cell]
    signs = {cell: _fresh_sign(land, built, cell) for cell in cells}
    for cell in cells:
        _forget(land, built, strands, spots, signs, cell)
    ports = [port for cell in cells for port in _cut(land, built, strands, signs, cell)]
    _mark(land, spots, strands, signs, ports)
    for cell in [cell for cell, sign in signs.items() if not sign]:
        del spots[cell]
    tiles = tuple(laid for laid in board.tiles if laid.cell not in gone)
    return Board(land, tiles, built, strands, spots)


def _fresh_sign(land: Ground, built: dict[int, Built], cell: int) -> int:
    sign = 0
    for edge, beyond in enumerate(land.around[cell]):
        if beyond in built:
            sign |= KNOWN[edge][built[beyond][1].highways >> (edge + 3) % 6 & 1]
    return sign


def _forget(
    land: Ground,
    built: dict[int, Built],
    strands: dict[Port, Strand],
    spots: dict[int, Spot],
    signs: dict[int, int],
    cell: int,
) -> None:
    """Let the empty cells around `cell` forget the edge that the fallen tile showed them."""
    for edge, beyond in enumerate(land.around[cell]):
        if beyond == NOWHERE or beyond in built:
            continue
        facing = (edge + 3) % 6
        strands.pop(beyond * 6 + facing, None)
        sign = signs[beyond] if beyond in signs else spots[beyond].sign
        signs[beyond] = forgotten(sign, facing)


def _cut(
    land: Ground,
    built: dict[int, Built],
    strands: dict[Port, Strand],
    signs: dict[int, int],
    cell: int,
) -> list[Port]:
    """Find the new ends that a fallen tile leaves open; return the ports that look different."""
    ports = []
    for edge in range(6):
        if signs[cell] & KNOWN[edge][1] != KNOWN[edge][1]:
            continue
        port = cell * 6 + edge
        far, claimed = _walked(land, built, port)
        strands[port] = far, claimed
        ports.append(port)
        if far != SHUT:
            strands[far] = port, claimed
            ports.append(far)
    return ports


def _walked(land: Ground, built: dict[int, Built], port: Port) -> Strand:
    """Walk along the section that arrives at a port, to its far end."""
    claimed = False
    cell, edge = divmod(port, 6)
    while True:
        cell, entry = land.around[cell][edge], (edge + 3) % 6
        if cell == NOWHERE:
            return SHUT, claimed
        if cell not in built:
            return cell * 6 + entry, claimed
        laid, lying = built[cell]
        edge = lying.across[entry]
        claimed = claimed or any(crew.edge == min(entry, edge) for crew in laid.crews)
        if edge == entry:
            return SHUT, claimed
