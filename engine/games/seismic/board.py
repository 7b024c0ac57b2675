"""What lies on the table, and what follows from it; kept up to date tile by tile.

Only the tiles are the truth. The rest could be worked out from them and is kept because a match
asks for it every turn: it changes around the tile that comes or goes, and at the far ends of the
sections that it joins or cuts.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from engine.boards.hexes import Cell
from engine.games.seismic.grid import NOWHERE, SHUT, Grid, Ground, Port, Strand, ground
from engine.games.seismic.pieces import Laid
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
from engine.games.seismic.tiles import Shape, shape

Built: TypeAlias = tuple[Laid, Shape]

Changed: TypeAlias = dict[int, None]
"""The empty cells whose signs changed, in an order that depends on the table alone."""

GREEN: Final = -1
NOTHING: Final = -2
"""How a highway leaves a cell where it can't go on."""

_FACING: Final = (3, 4, 5, 0, 1, 2)
_FACES: Final = tuple(
    tuple((HIGHWAY_EDGE if mask >> edge & 1 else GREEN_EDGE)[_FACING[edge]] for edge in range(6))
    for mask in range(64)
)
"""What a tile with these highway edges shows to the cell behind each edge."""


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


def bare_board(grid: Grid) -> Board:
    """Return the table with nothing but its towns."""
    towns = (Laid(town, "SA", 0) for town in grid.towns)
    return with_tiles(Board(ground(grid), (), {}, {}, {}, {}), towns)


def with_tiles(board: Board, tiles: Iterable[Laid]) -> Board:
    """Return the board with these tiles added; they must fit, crews stand where they are told."""
    for laid in tiles:
        board = with_tile(board, laid)
    return board


def with_tile(board: Board, laid: Laid) -> Board:
    """Return the board with a tile added that fits there."""
    number = board.ground.numbers[laid.cell]
    lying = shape(laid.tile, laid.turn)
    built, strands, signs = board.built.copy(), board.strands.copy(), board.signs.copy()
    after = Board(board.ground, (*board.tiles, laid), built, strands, signs, {})
    built[number] = laid, lying
    signs.pop(number, None)  # a town lies where no highway arrived
    changed = {number: None}
    _show(after, changed, number, lying.highways)
    _join(after, changed, number, laid, lying)
    _revise(after, changed, board.menus, laid.tile)
    return after


def _show(board: Board, changed: Changed, number: int, highways: int) -> None:
    """Let the empty cells around a new tile see one edge more."""
    signs, built = board.signs, board.built
    for cell, bits in zip(board.ground.around[number], _FACES[highways], strict=True):
        if cell in signs:
            signs[cell] |= bits
            changed[cell] = None
        elif bits > 63 and cell not in built and cell != NOWHERE:
            signs[cell] = shown(board, cell)
            changed[cell] = None


def shown(board: Board, cell: int) -> int:
    """Return what the tiles around a cell, by its number, show to it: a sign without sections."""
    seen, built = 0, board.built
    for edge, beyond in zip(_FACING, board.ground.around[cell], strict=True):
        if beyond in built:
            seen |= _FACES[built[beyond][1].highways][edge]
    return seen


def _join(board: Board, changed: Changed, number: int, laid: Laid, lying: Shape) -> None:
    """Join the sections that the new fragments touch."""
    strands, beyond, port = board.strands, board.ground.beyond[number], number * 8
    crews = [crew.edge for crew in laid.crews]
    for a, b in lying.fragments:
        left, left_claimed = strands.pop(port + a, beyond[a])
        if a == b:
            _end(board, changed, left, SHUT, left_claimed or a in crews)
        elif left == port + b:
            del strands[left]  # the section comes back to its own start: a loop without ends
        else:
            right, right_claimed = strands.pop(port + b, beyond[b])
            claimed = left_claimed or right_claimed or a in crews
            _end(board, changed, left, right, claimed)
            _end(board, changed, right, left, claimed)


def _end(
    board: Board,
    changed: Changed,
    port: Port,
    far: Port,
    claimed: bool,  # noqa: FBT001
) -> None:
    """Tell one end of a section where the other one is, and whether a crew stands on it."""
    if port == SHUT:
        return
    board.strands[port] = far, claimed
    cell, edge, signs = port >> 3, port & 7, board.signs
    if cell not in signs:
        return  # an edge of the tile that just came: another fragment joins on
    changed[cell] = None
    if claimed:
        signs[cell] = signs[cell] & KEPT[edge] | CLAIMED_EDGE[edge]
    elif far >> 3 == cell:
        signs[cell] = signs[cell] & KEPT[edge] | back_edge(edge, far & 7)
    else:
        signs[cell] &= KEPT[edge]


def without_tiles(board: Board, cells: tuple[int, ...]) -> Board:
    """Return the board after the tiles on these cells (by number) fell, with their crews."""
    gone = {board.built[cell][0].cell for cell in cells}
    after = Board(
        board.ground,
        tuple(laid for laid in board.tiles if laid.cell not in gone),
        {cell: built for cell, built in board.built.items() if cell not in cells},
        board.strands.copy(),
        board.signs.copy(),
        {},
    )
    changed = dict.fromkeys(cells)
    for cell in cells:
        after.signs[cell] = shown(after, cell)
    for cell in cells:
        _forget(after, changed, cell)
    for cell in cells:
        _cut(after, changed, cell)
    for cell in [cell for cell, seen in after.signs.items() if not is_reached(seen)]:
        del after.signs[cell]
    _revise(after, changed, board.menus)
    return after


def with_rotated(board: Board, laid: Laid) -> Board:
    """Return the board with the tile on a cell lying like this; it must fit."""
    number = board.ground.numbers[laid.cell]
    after = with_tile(without_tiles(board, (number,)), laid)
    order = tuple(laid if each.cell == laid.cell else each for each in board.tiles)
    return replace(after, tiles=order)


def _revise(board: Board, changed: Changed, menus: Mapping[str, Menu], unasked: str = "") -> None:
    """Bring the remembered menus up to date; that of an unasked tile is forgotten."""
    for tile, menu in menus.items():
        if tile != unasked:
            board.menus[tile] = fits(tile).revised(menu, board.signs, changed)


def _forget(board: Board, changed: Changed, cell: int) -> None:
    """Let the empty cells around `cell` forget the edge that the fallen tile showed them."""
    for facing, beyond in zip(_FACING, board.ground.around[cell], strict=True):
        if beyond in board.signs:
            board.strands.pop(beyond * 8 + facing, None)
            board.signs[beyond] &= OTHERS[facing]
            changed[beyond] = None


def _cut(board: Board, changed: Changed, cell: int) -> None:
    """Find the new ends that a fallen tile leaves open."""
    for edge in range(6):
        if board.signs[cell] & HIGHWAY_EDGE[edge] == HIGHWAY_EDGE[edge]:
            port = cell * 8 + edge
            far, claimed = _walked(board, port)
            _end(board, changed, port, far, claimed)
            _end(board, changed, far, port, claimed)


def _walked(board: Board, port: Port) -> Strand:
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
    `NOTHING`: there it ends. In a loop it goes on for ever.
    """
    built, around = board.built, board.ground.around
    while True:
        cell, entry = around[cell][edge], _FACING[edge]
        edge = built[cell][1].across[entry] if cell in built else NOTHING
        yield cell, entry, edge
        if edge == entry or edge < 0:
            return
