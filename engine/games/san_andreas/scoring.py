"""What a city scores, and places (rules 6 and 7)."""

from math import inf
from typing import Final, NamedTuple

from engine.boards.squares import Space, moved
from engine.games.san_andreas.plates import Ground, bare
from engine.games.san_andreas.reports import Score
from engine.games.san_andreas.state import City
from engine.games.san_andreas.tiles import LAND
from engine.games.san_andreas.water import BITS
from engine.node import Outcome


class Way(NamedTuple):
    """The way from a city to the ocean that counts: `distance` spaces lie before `coast`."""

    direction: str
    distance: int
    coast: Space


_LOOKS: Final = ("west", "north", "south", "east")
"""The sea is in the west: who looks there first need not look far elsewhere."""


def way(ground: Ground, space: Space) -> Way | None:
    """Return the shortest straight way to the ocean; None: there is no coast in any direction."""
    best: Way | None = None
    limit = inf
    for direction in _LOOKS:
        if limit and (found := _straight(ground, space, direction, limit)):
            best, limit = found, found.distance
    return best


def _straight(ground: Ground, space: Space, direction: str, limit: float) -> Way | None:
    """Return the way to the ocean in one direction, if it is shorter than `limit`."""
    sea, stacks, bits, distance = ground.sea, ground.stacks, BITS, 0
    while distance < limit:
        space = moved(space, direction)
        if bits.get(space, 0) & sea:
            return Way(direction, distance, space)
        plates = stacks.get(space) or bare(space)
        if plates and plates[-1] == LAND:
            return None
        distance += 1
    return None


def score(ground: Ground, city: City) -> Score:
    """Return what a city scores; 0 while its value is unknown."""
    found = way(ground, city.space)
    value, distance = city.value or 0, found.distance if found else None
    return Score(
        city.seat,
        city.tile,
        city.quarter,
        city.space,
        city.value,
        found.direction if found else None,
        distance,
        found.coast if found else None,
        0 if distance is None else max(0, value - distance),
    )


def outcome(points: tuple[int, ...], reason: str) -> Outcome:
    """Return the outcome; whoever has equally many points shares the place."""
    ranks = tuple(1 + sum(other > own for other in points) for own in points)
    return Outcome(points, ranks, reason)
