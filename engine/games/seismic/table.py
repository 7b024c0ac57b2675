"""The table: which cells it has, and what they are called (rules 1)."""

from dataclasses import dataclass
from functools import cached_property

from engine.boards.hexes import Cell, disc


@dataclass(frozen=True)
class Table:
    """Every cell within `radius` of a town."""

    towns: tuple[Cell, ...]
    radius: int

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """All cells one may build on, and the towns' own."""
        return frozenset(cell for town in self.towns for cell in disc(town, self.radius))

    @cached_property
    def _columns(self) -> dict[int, tuple[int, int]]:
        spans: dict[int, tuple[int, int]] = {}
        for q, r in self.cells:
            top, bottom = spans.get(q, (r, r))
            spans[q] = (min(top, r), max(bottom, r))
        return spans

    @cached_property
    def _left(self) -> int:
        return min(self._columns)

    def name(self, cell: Cell) -> str:
        """Return the public name: column letter from the left, row number from the top.

        >>> STANDARD.name(Cell(0, 0)), STANDARD.name(Cell(1, -1))
        ('I9', 'J8')
        """
        return f"{self.column(cell.q)}{cell.r - self._columns[cell.q][0] + 1}"

    def column(self, q: int) -> str:
        """Return the letters of the column of cells with this q."""
        return column_name(q - self._left)

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
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


STANDARD = Table((Cell(0, 0),), 8)
