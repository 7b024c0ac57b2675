"""What lies on the table, and what follows from it; kept up to date tile by tile.

Only the tiles are the truth. The rest could be worked out from them and is kept because a match
asks for it every turn: it changes around the tile that comes or goes, and at the far ends of the
sections that it joins or cuts.
"""

from collections.abc import Iterable, Mapping
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
    Menu,
    back_edge,
    fits,
    is_reached,
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
_FACES: Final = tuple(
    tuple((HIGHWAY_EDGE if mask >> edge & 1 else GREEN_EDGE)[_FACING[edge]] for edge in range(6))
    for mask in range(64)
)
"""What a tile with these highway edges shows to the cells around it."""


@dataclass(frozen=True, slots=True)
class Board:
    """The tiles in the order they came, towns first.

    Derived: `built` by cell number, `strands` by port, and for each empty cell that a highway
    reaches its sign (`spots.py`). `menus` remembers for each tile that was asked for where it fits.
    """

    ground: Ground = field(repr=False)
    tiles: tuple[Laid, ...]
    built: dict[int, Built] = field(compare=False, repr=False)
    strands: dict[Port, Strand] = field(compare=False, repr=False)
    signs: dict[int, int] = field(compare=False, repr=False)
    menus: dict[str, Menu] = field(compare=False, repr=False)

    def at(self, cell: Cell) -> Laid | None:
        """Return the tile on `cell`, if any."""
        found = self.built.get(self.ground.numbers.get(cell, NOWHERE))
        return found[0] if found else None

    def menu(self, tile: str) -> Menu:
        """Return every placement of a tile, with every crew that may come along, cell by cell."""
        if tile not in self.menus:
            self.menus[tile] = fits(tile).menu(self.signs)
        return self.menus[tile]

    def sign(self, cell: Cell) -> int:
        """Return what is known of an empty cell, 0 if no highway reaches it."""
        return self.signs.get(self.ground.numbers.get(cell, NOWHERE), 0)


def bare_board(table: Table) -> Board:
    """Return the table with nothing but its towns."""
    towns = (Laid(town, "SA", 0) for town in table.towns)
    return with_tiles(Board(ground(table), (), {}, {}, {}, {}), towns)


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
        board.signs.copy(),
        board.menus.copy(),
    )
    after.menus.pop(laid.tile, None)  # seldom asked for again
    changed = _shown(after, number, lying.highways)
    _mark(after, changed, _joined(after, number, laid, lying))
    _revise(after, changed, (number,))
    return after


def _shown(board: Board, number: int, highways: int) -> dict[int, int]:
    """Return the signs of the empty cells around a new tile, which see one edge more."""
    changed = {}
    signs, built = board.signs, board.built
    for cell, bits in zip(board.ground.around[number], _FACES[highways], strict=True):
        if cell in signs:
            changed[cell] = signs[cell] | bits
        elif bits > 63 and cell != NOWHERE and cell not in built:
            changed[cell] = _fresh_sign(board, cell)
    return changed


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


def _mark(board: Board, changed: dict[int, int], ports: Iterable[Port]) -> None:
    """Write into the changed signs what the changed ports say of their sections."""
    signs, strands = board.signs, board.strands
    for port in ports:
        if port not in strands:
            continue  # joined on by another fragment of the same tile
        cell, edge = port >> 3, port & 7
        far, claimed = strands[port]
        seen = (changed[cell] if cell in changed else signs[cell]) & KEPT[edge]
        if claimed:
            seen |= CLAIMED_EDGE[edge]
        elif far >> 3 == cell:
            seen |= back_edge(edge, far & 7)
        changed[cell] = seen


def _revise(board: Board, changed: Mapping[int, int], lost: Iterable[int]) -> None:
    """Bring the signs and the remembered menus up to date; no highway reaches the lost cells."""
    menus = board.menus
    board.signs.update(changed)
    for tile, old in menus.items():
        menus[tile] = old | fits(tile).menu(changed)
    for cell in lost:
        board.signs.pop(cell, None)
        for menu in menus.values():
            menu.pop(cell, None)


def without_tiles(board: Board, cells: tuple[int, ...]) -> Board:
    """Return the board after the tiles on these cells (by number) fell, with their crews."""
    gone = {board.built[cell][0].cell for cell in cells}
    after = Board(
        board.ground,
        tuple(laid for laid in board.tiles if laid.cell not in gone),
        {cell: built for cell, built in board.built.items() if cell not in cells},
        board.strands.copy(),
        board.signs.copy(),
        board.menus.copy(),
    )
    changed = {cell: _fresh_sign(after, cell) for cell in cells}
    for cell in cells:
        _forget(after, changed, cell)
    ports = [port for cell in cells for port in _cut(after, changed[cell], cell)]
    _mark(after, changed, ports)
    _revise(after, changed, [cell for cell, seen in changed.items() if not is_reached(seen)])
    return after


def _fresh_sign(board: Board, cell: int) -> int:
    seen = 0
    for edge, beyond in enumerate(board.ground.around[cell]):
        if beyond in board.built:
            is_highway = board.built[beyond][1].across[_FACING[edge]] >= 0
            seen |= (HIGHWAY_EDGE if is_highway else GREEN_EDGE)[edge]
    return seen


def _forget(board: Board, changed: dict[int, int], cell: int) -> None:
    """Let the empty cells around `cell` forget the edge that the fallen tile showed them."""
    for edge, beyond in enumerate(board.ground.around[cell]):
        if beyond not in changed and beyond not in board.signs:
            continue
        facing = _FACING[edge]
        board.strands.pop(beyond * 8 + facing, None)
        seen = changed[beyond] if beyond in changed else board.signs[beyond]
        changed[beyond] = seen & OTHERS[facing]


def _cut(board: Board, seen: int, cell: int) -> list[Port]:
    """Find the new ends that a fallen tile leaves open; return the ports that look different."""
    ports = []
    for edge in range(6):
        if seen & HIGHWAY_EDGE[edge] != HIGHWAY_EDGE[edge]:
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
