"""The table as numbers: what lies around each cell, looked up instead of reckoned."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from engine.boards.hexes import Cell, neighbour
from engine.games.seismic.table import Table

NOWHERE: Final = -1
"""The number of a cell that the table doesn't have."""

Port: TypeAlias = int
"""An edge of an empty cell where a highway arrives: 8 times the cell's number, plus the edge."""

SHUT: Final = -1
"""The far end of a section that ends at an intersection, a town or the table's edge."""

Strand: TypeAlias = tuple[Port, bool]
"""A section seen from a port: its far end, and whether a crew stands on it."""

_HALF: Final = 32
_WIDTH: Final = 2 * _HALF


def number(cell: Cell) -> int:
    """Return the number of a cell, the same on every table; they rise column by column."""
    return (cell.q + _HALF) * _WIDTH + cell.r + _HALF


def numbered(number: int) -> Cell:
    """Return the cell of a number."""
    return Cell(number // _WIDTH - _HALF, number % _WIDTH - _HALF)


@dataclass(frozen=True, slots=True)
class Ground:
    """A table as numbers.

    `around` has for each cell the six neighbours, `NOWHERE` for none. `beyond` has for each of
    its edges where a highway that leaves by it would arrive if no tile lay there.
    `rays` has for each town the six lines that run straight out of it, nearest cell first.
    """

    numbers: dict[Cell, int]
    around: dict[int, tuple[int, ...]]
    beyond: dict[int, tuple[Strand, ...]]
    rays: tuple[tuple[tuple[int, ...], ...], ...]


@lru_cache(maxsize=32)
def ground(table: Table) -> Ground:
    """Return the table as numbers, made once."""
    numbers = {cell: number(cell) for cell in sorted(table.cells)}
    around = {
        own: tuple(numbers.get(neighbour(cell, edge), NOWHERE) for edge in range(6))
        for cell, own in numbers.items()
    }
    beyond = {
        own: tuple(_beyond(cell, edge) for edge, cell in enumerate(cells))
        for own, cells in around.items()
    }
    rays = tuple(
        tuple(_ray(around, numbers[town], edge) for edge in range(6)) for town in table.towns
    )
    return Ground(numbers, around, beyond, rays)


def _beyond(cell: int, edge: int) -> Strand:
    return SHUT if cell == NOWHERE else cell * 8 + (edge + 3) % 6, False


def _ray(around: dict[int, tuple[int, ...]], start: int, edge: int) -> tuple[int, ...]:
    line = []
    while (start := around[start][edge]) != NOWHERE:
        line.append(start)
    return tuple(line)
