"""Where there is room for a city or an epicenter, and what tile lies there (rules 2)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

from engine.boards.squares import Space, neighbours
from engine.games.san_andreas.ground import Ground
from engine.games.san_andreas.tiles import Spot, Standing

Room: TypeAlias = Mapping[Space, Spot]


def foundable(
    ground: Ground, cities: Iterable[Space], pawns: Iterable[Standing], too_steep: int
) -> Room:
    """Return the spaces where a city may be founded, tile by tile."""
    shut = _pawn_spaces(ground, pawns)
    shut.update(*[around(space) for space in cities])
    return less(ground.gentle(too_steep), shut)


def settable(ground: Ground, cities: Iterable[Space], pawns: Iterable[Standing]) -> Room:
    """Return the spaces where a pawn may be set, tile by tile."""
    taken = _pawn_spaces(ground, pawns)
    taken.update(cities)
    return less(ground.beaches, taken)


def _pawn_spaces(ground: Ground, pawns: Iterable[Standing]) -> set[Space]:
    """Return the spaces that pawns take: a covered one takes none."""
    spaces = set()
    for on in pawns:
        if on is not None and ground.stacks[space := ground.space(*on)][-1] == on[0]:
            spaces.add(space)
    return spaces


def less(room: Room, shut: Iterable[Space]) -> Room:
    """Return the room without some spaces, whether they were free or not."""
    rest = dict(room)
    for space in shut:
        rest.pop(space, None)
    return rest


@lru_cache(maxsize=4096)
def around(space: Space) -> tuple[Space, ...]:
    """Return the spaces that a city in `space` shuts for others: its own and its neighbours."""
    return space, *neighbours(space)
