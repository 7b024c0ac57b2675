"""Flat-top hexagons in axial coordinates.

Directions are numbered clockwise from north and are also the edge numbers of a cell: 0 north,
1 north-east, 2 south-east, 3 south, 4 south-west, 5 north-west.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple

from pydantic import BeforeValidator, PlainSerializer


class Cell(NamedTuple):
    """A place of the board; its text form is "q,r"."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"


# fmt: off
OFFSETS: Final = (
    #    q   r
    Cell(0, -1),   # 0 north
    Cell(1, -1),   # 1 north-east
    Cell(1, 0),    # 2 south-east
    Cell(0, 1),    # 3 south
    Cell(-1, 1),   # 4 south-west
    Cell(-1, 0),   # 5 north-west
)
# fmt: on


def parsed_cell(text: str) -> Cell:
    """Return the cell that "q,r" means; raise `ValueError` for anything else."""
    q, comma, r = text.partition(",")
    if not comma:
        raise ValueError(f"not a cell: {text!r}, expected something like '2,-1'")
    return Cell(int(q), int(r))


def _read(value: Any) -> Any:
    return parsed_cell(value) if isinstance(value, str) else value


CellText = Annotated[Cell, BeforeValidator(_read), PlainSerializer(str, return_type=str)]
"""A cell that JSON holds as "q,r"."""


def neighbour(cell: Cell, direction: int) -> Cell:
    """Return the cell next to `cell` in `direction`, 0 to 5."""
    step = OFFSETS[direction]
    return Cell(cell.q + step.q, cell.r + step.r)


def opposite(direction: int) -> int:
    """Return the edge that faces `direction` from the other side."""
    return (direction + 3) % 6


def distance(a: Cell, b: Cell) -> int:
    """Return the number of steps from `a` to `b`."""
    q, r = a.q - b.q, a.r - b.r
    return max(abs(q), abs(r), abs(q + r))


def disc(centre: Cell, radius: int) -> Iterator[Cell]:
    """Yield every cell within `radius` steps of `centre`, column by column from the left."""
    for q in range(-radius, radius + 1):
        for r in range(max(-radius, -q - radius), min(radius, radius - q) + 1):
            yield Cell(centre.q + q, centre.r + r)
