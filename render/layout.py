"""Hexagonal cells to pixels, and how large a board may be drawn."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.boards.hexes import Cell

STEPS: Final = (*range(18, 74, 2), 76, 84, 90, 96)
"""Sides a hexagon can have in pixels: even, so that every cell lies on whole pixels."""

TINY: Final = (4, 6, 8, 10, 12, 14, 16)
"""Sides at which one sees where things lie, but not what they are: for maps of a whole table."""

LARGEST: Final = 90
"""So that the first tiles can be read on a phone, and leave room to see around them."""

SMALLEST: Final = 18
"""Below this nothing can be read: a window is shown instead."""

BOARD_FROM: Final = 28
"""From this side on cells carry names; below it is an overview."""

LETTERS_FROM: Final = 40
"""From this side on a phone shows letters on crews; below it shapes alone, and larger ones."""

_SPARE: Final = 4


def cell_height(side: int) -> int:
    """Return the height in pixels of a hexagon: the even number next to √3 sides."""
    return 2 * round(side * 3**0.5 / 2)


@dataclass(frozen=True, slots=True)
class Viewport:
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

    def shifted(self, x: int, y: int) -> "Viewport":
        """Return the same view with everything moved by `x` and `y` pixels."""
        return Viewport(self.side, self.x + x, self.y + y, self.width, self.height)


_COLUMN: Final = 1.5
"""Sides from a column to the next one."""
_SLACK: Final = 20
"""Pixels of height that a field may have to spare below its cells before it is centred."""
_EMPTY: Final = (0.5, 0.4)
"""How much of an empty cell has to be seen at the edge: its name, in sides and in half rows."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The box around cells: left and right in sides, top and bottom in half rows, from cell 0,0.

    `middle`, in sides, is what the middle of a field keeps to; None: the middle of the box.
    """

    left: float
    right: float
    top: float
    bottom: float
    middle: float | None = None

    @classmethod
    def of(cls, cells: Collection[Cell], empty: Collection[Cell] = ()) -> "Extent":
        """Return the box around whole `cells` and around what names `empty` ones."""
        reaches = [(cell, (1.0, 1.0)) for cell in cells] + [(cell, _EMPTY) for cell in empty]
        across = [(1.5 * cell.q, wide) for cell, (wide, _) in reaches]
        down = [(2 * cell.r + cell.q, high) for cell, (_, high) in reaches]
        return cls(
            min(x - reach for x, reach in across),
            max(x + reach for x, reach in across),
            min(y - reach for y, reach in down),
            max(y + reach for y, reach in down),
        )

    def in_steps(self, step: float) -> "Extent":
        """Return the smallest box around this one whose edges are multiples of `step`."""
        left, top = (step * math.floor(each / step) for each in (self.left, self.top))
        right, bottom = (step * math.ceil(each / step) for each in (self.right, self.bottom))
        return Extent(left, right, top, bottom, self.middle)

    def size(self, side: int, spare: int = _SPARE) -> tuple[float, float]:
        """Return width and height in pixels that a field needs for cells with this side."""
        half = cell_height(side) // 2
        wide, high = side * (self.right - self.left), half * (self.bottom - self.top)
        return wide + 2 * spare, high + 2 * spare

    def centred(self, side: int, size: tuple[int, int]) -> Viewport:
        """Return the view with the middle of the box in the middle of a field."""
        half = cell_height(side) // 2
        x = size[0] / 2 - side * (self.left + self.right) / 2
        y = size[1] / 2 - half * (self.top + self.bottom) / 2
        return Viewport(side, round(x), round(y), *size)

    def steadily(self, side: int, size: tuple[int, int], spare: int = _SPARE) -> Viewport:
        """Return a view that stays the same while the box grows, as far as it fits in a field.

        Across it moves in whole columns away from `middle`; below its top there may be room.
        """
        centred = self.centred(side, size)
        top = round(spare - cell_height(side) // 2 * self.top)
        y = top if self.size(side, spare)[1] > size[1] - _SLACK else centred.y
        x = centred.x
        if self.middle is not None:
            reach = (size[0] / 2 - spare) / side
            west, east = self.right - reach, self.left + reach
            columns = max(0, math.ceil((west - self.middle) / _COLUMN))
            columns = columns or min(0, math.floor((east - self.middle) / _COLUMN))
            middle = self.middle + _COLUMN * columns
            if west <= middle <= east:
                x = round(size[0] / 2 - side * middle)
        return Viewport(side, x, y, *size)

    def fitted(
        self,
        size: tuple[int, int],
        largest: int = LARGEST,
        spare: int = _SPARE,
        steps: Sequence[int] = STEPS,
    ) -> Viewport | None:
        """Return the largest view of the box in a field, or None if it is too small."""
        for side in reversed(steps):
            width, height = self.size(side, spare)
            if side <= largest and width <= size[0] and height <= size[1]:
                return self.centred(side, size)
        return None


def fitted(
    cells: Collection[Cell],
    size: tuple[int, int],
    largest: int = LARGEST,
    spare: int = _SPARE,
    steps: Sequence[int] = STEPS,
) -> Viewport | None:
    """Return the largest view of all `cells` in a field, or None if it is too small."""
    return Extent.of(cells).fitted(size, largest, spare, steps)


def filled(view: Viewport, cells: Collection[Cell]) -> Viewport:
    """Return a view moved sideways so that it wastes no room beside a board that it cuts off."""
    xs = [view.point(cell)[0] for cell in cells]
    left = min(xs) - view.side - _SPARE
    right = view.width - max(xs) - view.side - _SPARE
    if left > 0 > right:
        return view.shifted(-min(left, -right), 0)
    if right > 0 > left:
        return view.shifted(min(right, -left), 0)
    return view


def centred_on(cell: Cell, side: int, size: tuple[int, int]) -> Viewport:
    """Return a window of this size with `cell` in its middle."""
    x, y = Viewport(side, 0, 0, 0, 0).point(cell)
    return Viewport(side, size[0] // 2 - x, size[1] // 2 - y, *size)
