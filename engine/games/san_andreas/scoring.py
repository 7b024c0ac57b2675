"""What a city scores, and places (rules 6 and 7)."""

from math import inf
from typing import Final, NamedTuple

from engine.boards.squares import DIRECTIONS, Space, moved
from engine.games.san_andreas.plates import Ground
from engine.games.san_andreas.reports import Score
from engine.games.san_andreas.state import City
from engine.games.san_andreas.tiles import LAND
from engine.games.san_andreas.water import BITS, LAND_BITS, STEPS
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
    sea, (up, down), bit, distance = ground.sea, STEPS[direction], BITS.get(space, LAND_BITS), 0
    while distance < limit and not bit & LAND_BITS:
        bit = bit << up >> down
        if bit & sea:
            (x, y), (east, north), far = space, DIRECTIONS[direction], distance + 1
            return Way(direction, distance, Space(x + east * far, y + north * far))
        distance += 1
    return _over_land(ground, space, direction, limit) if bit & LAND_BITS else None


def _over_land(ground: Ground, space: Space, direction: str, limit: float) -> Way | None:
    """Return the same, plate by plate: a tile on top of the land does not block the way."""
    distance = 0
    while distance < limit:
        space = moved(space, direction)
        if BITS.get(space, 0) & ground.sea:
            return Way(direction, distance, space)
        if ground.plates(space)[-1:] == (LAND,):
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
