"""Refuses observations that no table can show, before a nonsensical picture comes of them."""

from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import START, footprint
from render.games.san_andreas.captions import Captions

_SEATS = 4


class Undrawable(ValueError):
    """The observation or its captions contradict themselves; says where."""


def checked(observation: Observation, captions: Captions) -> Observation:
    """Return the observation; raise `Undrawable` if it is incomplete or impossible."""
    seats, ground = observation.seats, observation.ground
    if not 1 <= seats <= _SEATS:
        raise Undrawable(f"{seats} seats")
    for name in ("hands", "lost", "points"):
        if len(getattr(observation, name)) != seats:
            raise Undrawable(f"{seats} seats, but {name}={getattr(observation, name)}")
    for name in ("names", "letters"):
        if len(getattr(captions, name)) != seats:
            raise Undrawable(f"{seats} seats, but captions.{name}={getattr(captions, name)}")
    for tile, corner in ground.corners.items():
        if tile not in START:
            raise Undrawable(f"no tile is called {tile!r}")
        for space in footprint(corner):
            if tile not in ground.plates(space):
                raise Undrawable(f"{tile} lies in {space}, but not in its stack")
    pawns = [on[0] for on in observation.pawns if on]
    for tile in (*(city.tile for city in observation.cities), *pawns):
        if tile not in ground.corners:
            raise Undrawable(f"a piece stands on {tile}, which is not there")
    for city in observation.cities:
        if not 0 <= city.seat < seats:
            raise Undrawable(f"a city of seat {city.seat} in {city.space}")
    return observation


def own(observation: Observation, captions: Captions) -> Observation:
    """Return the observation of a seat; raise `Undrawable` if nobody's coins can be shown."""
    if not isinstance(observation.viewer, int):
        raise Undrawable(f"{observation.viewer} has no coins")
    return checked(observation, captions)
