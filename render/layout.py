"""Hexagonal cells to pixels, and how large a board may be drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.boards.hexes import Cell

STEPS: Final = (*range(18, 62, 2), 64, 68, 72, 76, 84, 96)
"""Sides a hexagon can have in pixels: even, so that every cell lies on whole pixels."""

TINY: Final = (6, 8, 10, 12, 14, 16)
"""Sides at which one sees where things lie, but not what they are: for maps of a whole table."""

LARGEST: Final = 68
"""So that the first turns do not shout."""

SMALLEST: Final = 18
"""Below this nothing can be read: a window is shown instead."""

BOARD_FROM: Final = 28
"""From this side on cells carry names and crews letters; below it is an overview."""

_SPARE: Final = 10


def cell_height(side: int) -> int:
    """Return the height in pixels of a hexagon: the even number next to √3 sides."""
    return 2 * round(side * 3**0.5 / 2)


@dataclass(frozen=True, slots=True)
class View:
    """Where cells lie in a field of `width` by `height` pixels; cell 0,0 is at (`x`, `y`)."""

    side: int
    x: int
    y: int
    width: int
    height: int
    cell_height: int = field(init=False)

    def __post_init__(self) -> None:
        """Work the height out once: thousands of points ask for it."""
        object.__setattr__(self, "cell_height", cell_height(self.side))

    def point(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a cell in pixels from the field's upper left corner."""
        half = self.cell_height // 2
        return self.x + 3 * self.side // 2 * cell.q, self.y + half * (2 * cell.r + cell.q)

    def sees(self, cell: Cell, margin: float = 1.0) -> bool:
        """Say whether a cell reaches into the field, `margin` sides around its middle."""
        x, y = self.point(cell)
        reach = margin * self.side
        return -reach < x < self.width + reach and -reach < y < self.height + reach

    def shifted(self, x: int, y: int) -> "View":
        """Return the same view with everything moved by so many pixels."""
        return View(self.side, self.x + x, self.y + y, self.width, self.height)


def _extent(cells: Iterable[Cell]) -> tuple[int, int, int, int]:
    """Return the columns from, to and the half rows from, to."""
    places = [(cell.q, 2 * cell.r + cell.q) for cell in cells]
    columns, rows = [q for q, _ in places], [row for _, row in places]
    return min(columns), max(columns), min(rows), max(rows)


def _needs(side: int, extent: tuple[int, int, int, int]) -> tuple[int, int]:
    left, right, top, bottom = extent
    half = cell_height(side) // 2
    return 3 * side // 2 * (right - left) + 2 * side, half * (bottom - top + 2)


def needed_height(cells: Iterable[Cell], side: int, spare: int = _SPARE) -> int:
    """Return how high a field must be for all `cells` with this side."""
    return _needs(side, _extent(cells))[1] + 2 * spare


def fitted(
    cells: Iterable[Cell],
    size: tuple[int, int],
    largest: int = LARGEST,
    spare: int = _SPARE,
    steps: Sequence[int] = STEPS,
) -> View | None:
    """Return the largest view of all `cells` in a field, or None if it is too small."""
    extent = _extent(cells)
    room = (size[0] - 2 * spare, size[1] - 2 * spare)
    for side in reversed(steps):
        width, height = _needs(side, extent)
        if side <= largest and width <= room[0] and height <= room[1]:
            return _centred(side, extent, size)
    return None


def _centred(side: int, extent: tuple[int, int, int, int], size: tuple[int, int]) -> View:
    left, right, top, bottom = extent
    half = cell_height(side) // 2
    x = size[0] // 2 - 3 * side * (left + right) // 4
    y = size[1] // 2 - half * (top + bottom) // 2
    return View(side, x, y, *size)


def filled(view: View, cells: Iterable[Cell]) -> View:
    """Return a view moved sideways so that it wastes no room beside a board that it cuts off."""
    xs = [view.point(cell)[0] for cell in cells]
    left = min(xs) - view.side - _SPARE
    right = view.width - max(xs) - view.side - _SPARE
    if left > 0 > right:
        return view.shifted(-min(left, -right), 0)
    if right > 0 > left:
        return view.shifted(min(right, -left), 0)
    return view


def centred_on(cell: Cell, side: int, size: tuple[int, int]) -> View:
    """Return a window of this size with `cell` in its middle."""
    x, y = View(side, 0, 0, 0, 0).point(cell)
    return View(side, size[0] // 2 - x, size[1] // 2 - y, *size)
