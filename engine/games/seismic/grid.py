"""The grid of the table: its cells, what they are called, what lies around them (rules 1)."""

from functools import cache, cached_property, lru_cache
from typing import Final, TypeAlias

from engine.boards.hexes import Cell, disc, neighbour
from engine.values import dataclass


@dataclass(frozen=True)
class Grid:
    """Every cell within `radius` of a town."""

    towns: tuple[Cell, ...]
    radius: int

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """All cells one may build on, and the towns' own."""
        return frozenset(cell for town in self.towns for cell in disc(town, self.radius))

    @cached_property
    def _columns(self) -> dict[int, tuple[str, int]]:
        """The letters and the topmost cell of each column, by `Cell.q`."""
        tops: dict[int, int] = {}
        for q, r in self.cells:
            tops[q] = min(r, tops.get(q, r))
        return {q: (column_name(q - self._first), top) for q, top in tops.items()}

    @cached_property
    def _first(self) -> int:
        return min(q for q, _ in self.cells)

    def name(self, cell: Cell) -> str:
        """Return the public name: column letter from the left, row number from the top.

        >>> STANDARD.name(Cell(0, 0)), STANDARD.name(Cell(1, -1))
        ('I9', 'J8')
        """
        letters, top = self._columns[cell.q]
        return f"{letters}{cell.r - top + 1}"

    def column(self, q: int) -> str:
        """Return the letters of the column of cells with this q."""
        return column_name(q - self._first)

    def cell(self, name: str) -> Cell | None:
        """Return the cell of this name in any case, or None if the table has none.

        >>> STANDARD.cell("j8")
        Cell(q=1, r=-1)
        """
        return self._names.get(name.strip().upper())

    @cached_property
    def _names(self) -> dict[str, Cell]:
        return {self.name(cell): cell for cell in self.cells}


def column_name(column: int) -> str:
    """Return the letters of a column counted from 0: A to Z, then AA, AB and so on.

    >>> column_name(0), column_name(25), column_name(26)
    ('A', 'Z', 'AA')
    """
    if column < 0:
        raise ValueError(f"there is no column {column}: the first is 0")
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


@lru_cache(maxsize=32)
def grid_of(towns: tuple[Cell, ...], radius: int) -> Grid:
    """Return the grid around these towns, which works out its cells once."""
    return Grid(towns, radius)


STANDARD: Final = grid_of((Cell(0, 0),), 8)

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


@cache
def numbered(number: int) -> Cell:
    """Return the cell of a number, the same on every table; they rise column by column."""
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
def ground(grid: Grid) -> Ground:
    """Return the table as numbers, made once."""
    cells = sorted(grid.cells)
    numbers = {cell: (cell.q + _HALF) * _WIDTH + cell.r + _HALF for cell in cells}
    around = {
        own: tuple(numbers.get(neighbour(cell, edge), NOWHERE) for edge in range(6))
        for cell, own in numbers.items()
    }
    beyond = {
        own: tuple(
            (SHUT if cell == NOWHERE else cell * 8 + (edge + 3) % 6, False)
            for edge, cell in enumerate(cells)
        )
        for own, cells in around.items()
    }
    rays = tuple(
        tuple(_ray(around, numbers[town], edge) for edge in range(6)) for town in grid.towns
    )
    return Ground(numbers, around, beyond, rays)


def _ray(around: dict[int, tuple[int, ...]], start: int, edge: int) -> tuple[int, ...]:
    line = []
    while (start := around[start][edge]) != NOWHERE:
        line.append(start)
    return tuple(line)
