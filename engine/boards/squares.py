"""Squares: `x` grows east, `y` grows north."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple

from pydantic import BeforeValidator, PlainSerializer


class Space(NamedTuple):
    """A square of the board; its text form is "x,y"."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


DIRECTIONS: Final[Mapping[str, Space]] = MappingProxyType(
    {
        "north": Space(0, 1),
        "east": Space(1, 0),
        "south": Space(0, -1),
        "west": Space(-1, 0),
    }
)
"""One step each way."""


def parsed_space(text: str) -> Space:
    """Return the space that "x,y" means; raise `ValueError` for anything else."""
    x, y = text.split(",")
    return Space(int(x), int(y))


def _read(value: Any) -> Any:
    return parsed_space(value) if isinstance(value, str) else value


SpaceText = Annotated[Space, BeforeValidator(_read), PlainSerializer(str, return_type=str)]
"""A space that JSON holds as "x,y"."""


@lru_cache(maxsize=1 << 14)
def moved(space: Space, direction: str) -> Space:
    """Return the space next to `space`: "north", "east", "south" or "west"."""
    step = DIRECTIONS[direction]
    return Space(space.x + step.x, space.y + step.y)


@lru_cache(maxsize=1 << 12)
def neighbours(space: Space) -> tuple[Space, ...]:
    """Return the four spaces that share a side with `space`."""
    x, y = space
    return Space(x, y + 1), Space(x + 1, y), Space(x, y - 1), Space(x - 1, y)
