"""More cells than a keypad holds: they are cut into bands of whole columns."""

from typing import Final

from engine.boards.hexes import Cell

KEYPAD: Final = 25
"""Buttons in five rows."""

CROWDED: Final = 20
"""Cells in a band when there are so many bands that their buttons fill two rows."""


def bands(cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells in as few bands as a keypad allows, as even as can be."""
    if len(cells) <= KEYPAD:
        return (cells,)
    columns = _columns(cells)
    for count in range(2, len(columns) + 1):
        cut = _evenly(columns, count)
        if max(len(band) for band in cut) <= (KEYPAD if count == 2 else CROWDED):
            return cut
    return tuple(columns)


def fullest(cut: tuple[tuple[Cell, ...], ...]) -> int:
    """Return which band holds most cells; it is shown first."""
    return max(range(len(cut)), key=lambda number: len(cut[number]))


def _columns(cells: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    return [tuple(cell for cell in cells if cell.q == q) for q in sorted({c.q for c in cells})]


def _evenly(columns: list[tuple[Cell, ...]], count: int) -> tuple[tuple[Cell, ...], ...]:
    """Fill bands from the left, each until it has its share of what is left."""
    cut: list[tuple[Cell, ...]] = []
    rest = list(columns)
    for remaining in range(count, 0, -1):
        share = sum(len(column) for column in rest) / remaining
        band: tuple[Cell, ...] = ()
        while len(rest) >= remaining and (not band or _belongs(band, rest[0], share)):
            band += rest.pop(0)
        cut.append(band)
    cut[-1] += tuple(cell for column in rest for cell in column)
    return tuple(cut)


def _belongs(band: tuple[Cell, ...], column: tuple[Cell, ...], share: float) -> bool:
    return len(band) + len(column) / 2 <= share
