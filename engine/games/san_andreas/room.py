"""Where there is room for a city or an epicenter (rules 2)."""

from collections.abc import Iterable
from functools import lru_cache

from engine.boards.squares import Space, neighbours
from engine.games.san_andreas.plates import Ground
from engine.games.san_andreas.tiles import Standing


def foundable(
    ground: Ground, cities: Iterable[Space], pawns: Iterable[Standing], too_steep: int
) -> tuple[Space, ...]:
    """Return the spaces where a city may be founded, tile by tile."""
    shut = _pawn_spaces(ground, pawns)
    shut.update(*[around(space) for space in cities])
    return tuple([space for space in ground.gentle(too_steep) if space not in shut])


def settable(
    ground: Ground, cities: Iterable[Space], pawns: Iterable[Standing]
) -> tuple[Space, ...]:
    """Return the spaces where a pawn may be set, tile by tile."""
    taken = _pawn_spaces(ground, pawns)
    taken.update(cities)
    return tuple([space for space in ground.beaches if space not in taken])


def _pawn_spaces(ground: Ground, pawns: Iterable[Standing]) -> set[Space]:
    """Return the spaces that pawns take: a covered one takes none."""
    visible, spaces = ground.visible, set()
    for on in pawns:
        if on is not None and visible.get(space := ground.space(*on)) == on:
            spaces.add(space)
    return spaces


@lru_cache(maxsize=4096)
def around(space: Space) -> frozenset[Space]:
    """Return the spaces that a city in `space` shuts for others: its own and its neighbours."""
    return frozenset((space, *neighbours(space)))
