"""What a city scores, and places (rules 6 and 7)."""

from typing import NamedTuple

from engine.boards.squares import DIRECTIONS, Space, moved
from engine.games.san_andreas.plates import Ground
from engine.games.san_andreas.reports import Score
from engine.games.san_andreas.state import City
from engine.games.san_andreas.tiles import LAND
from engine.games.san_andreas.water import is_in
from engine.node import Outcome


class Way(NamedTuple):
    """The way from a city to the ocean that counts: `distance` spaces lie before `coast`."""

    direction: str
    distance: int
    coast: Space


def way(ground: Ground, space: Space) -> Way | None:
    """Return the shortest straight way to the ocean, the first of `DIRECTIONS` if several are.

    None: there is no coast in any direction.
    """
    ways = [each for direction in DIRECTIONS if (each := _straight(ground, space, direction))]
    return min(ways, key=lambda each: each.distance, default=None)


def _straight(ground: Ground, space: Space, direction: str) -> Way | None:
    sea, distance = ground.sea, 0
    while not is_in(space := moved(space, direction), sea):
        if ground.plates(space)[-1:] == (LAND,):
            return None
        distance += 1
    return Way(direction, distance, space)


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
