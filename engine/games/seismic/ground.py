"""The table as numbers: cells counted from 0, and for each what lies around it."""

from dataclasses import dataclass
from functools import lru_cache

from engine.boards.hexes import Cell, neighbour
from engine.games.seismic.table import Table

NOWHERE = -1
"""The number of a cell that the table doesn't have."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Cells in order from the left, from the top; `around` has six numbers for each.

    `rays` has for each town the six lines that run straight out of it, nearest cell first.
    """

    cells: tuple[Cell, ...]
    numbers: dict[Cell, int]
    around: tuple[tuple[int, ...], ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]


@lru_cache(maxsize=32)
def ground(table: Table) -> Ground:
    """Return the table as numbers, made once."""
    cells = tuple(sorted(table.cells))
    numbers = {cell: number for number, cell in enumerate(cells)}
    around = tuple(
        tuple(numbers.get(neighbour(cell, edge), NOWHERE) for edge in range(6)) for cell in cells
    )
    rays = tuple(
        tuple(_ray(around, numbers[town], edge) for edge in range(6)) for town in table.towns
    )
    return Ground(cells, numbers, around, rays)


def _ray(around: tuple[tuple[int, ...], ...], start: int, edge: int) -> tuple[int, ...]:
    line = []
    while (start := around[start][edge]) != NOWHERE:
        line.append(start)
    return tuple(line)
