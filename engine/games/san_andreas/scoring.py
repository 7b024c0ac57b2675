"""What a city scores, and places (rules 6 and 7)."""

from math import inf
from typing import NamedTuple

from engine.boards.squares import DIRECTIONS, Space, moved
from engine.game import Outcome
from engine.games.san_andreas.ground import Ground
from engine.games.san_andreas.pieces import City, Score
from engine.games.san_andreas.tiles import LAND
from engine.games.san_andreas.water import BITS, LOOKS, RAYS


class Way(NamedTuple):
    """The way from a city to the ocean that counts: `distance` spaces lie before `coast`."""

    direction: str
    distance: int
    coast: Space


def way(ground: Ground, space: Space) -> Way | None:
    """Return the shortest straight way to the ocean; None: there is no coast in any direction.

    Of equally short ways the first one in the order of `LOOKS` counts.
    """
    if space not in BITS:
        return _walked(ground, space)
    here, sea, stops = BITS[space].bit_length(), ground.sea, ground.sea | ground.bare_land
    best, shortest = "", inf
    for direction, ahead, step, ascends in RAYS[space]:
        there = stops & ahead
        first = there & -there if ascends else 1 << there.bit_length() >> 1
        if first & sea and (distance := abs(first.bit_length() - here) // step - 1) < shortest:
            best, shortest = direction, distance
    return _way(space, best, int(shortest)) if best else None


def _way(space: Space, direction: str, distance: int) -> Way:
    (x, y), (east, north), far = space, DIRECTIONS[direction], distance + 1
    return Way(direction, distance, Space(x + east * far, y + north * far))


def _walked(ground: Ground, space: Space) -> Way | None:
    """Return the same for a space beyond the rim, plate by plate."""
    ways = [found for each in LOOKS if (found := _straight(ground, space, each))]
    return min(ways, key=lambda found: found.distance, default=None)


def _straight(ground: Ground, space: Space, direction: str) -> Way | None:
    """Return the way to the ocean in one direction."""
    distance = 0
    while ground.plates(space := moved(space, direction))[-1:] != (LAND,):
        if BITS.get(space, 0) & ground.sea:
            return Way(direction, distance, space)
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
