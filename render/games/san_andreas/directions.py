"""How the coast lies in the pictures, and so in words: east is up, north is at the left.

The engine and the records keep the compass; people are told what they see. The letters of a tile's
spaces run as one reads: a upper left, b upper right, c lower left, d lower right.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, TypeVar

from engine.boards.squares import DIRECTIONS
from engine.games.san_andreas.tiles import QUARTERS, Quarter

Number = TypeVar("Number", int, float)
ScreenDirection: TypeAlias = Literal["left", "right", "up", "down"]

ON_SCREEN: Final[Mapping[str, ScreenDirection]] = MappingProxyType(
    {"north": "left", "east": "up", "south": "right", "west": "down"}
)
"""Where the compass directions of the engine point in the pictures."""

ARROWS: Final[Mapping[ScreenDirection, str]] = MappingProxyType(
    {"left": "←", "right": "→", "up": "↑", "down": "↓"}
)


def on_screen(east: Number, north: Number) -> tuple[Number, Number]:
    """Return how far to the right and how far down that lies in the picture."""
    return -north, -east


def step(direction: str) -> tuple[int, int]:
    """Return one step in a direction of the engine: to the right and down."""
    return on_screen(*DIRECTIONS[direction])


CORNERS: Final[Mapping[Quarter, tuple[int, int]]] = MappingProxyType(
    {quarter: on_screen(2 * at.x - 1, 2 * at.y - 1) for quarter, at in QUARTERS.items()}
)
"""Where each space lies around the middle of its tile: -1 left or above, 1 right or below."""


def along(direction: str) -> tuple[Quarter, ...]:
    """Return the two spaces of a tile at its edge in a direction of the engine."""
    right, down = step(direction)
    return tuple(each for each, (x, y) in CORNERS.items() if x * right + y * down > 0)
