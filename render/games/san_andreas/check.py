"""Refuses observations that no table can show, before a nonsensical picture comes of them."""

from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import START, footprint
from render.games.san_andreas.captions import Captions

_SEATS = 4


class Undrawable(ValueError):
    """The observation or its captions contradict themselves; says where."""


def checked(observation: Observation, captions: Captions) -> Observation:
    """Return the observation; raise `Undrawable` if it is incomplete or impossible."""
    _check_seats(observation, captions)
    _check_tiles(observation)
    _check_pieces(observation)
    return observation


def own(observation: Observation, captions: Captions) -> Observation:
    """Return the observation of a seat; raise `Undrawable` if nobody's coins can be shown."""
    if not isinstance(observation.viewer, int):
        raise Undrawable(f"{observation.viewer} has no coins")
    return checked(observation, captions)


def _check_seats(observation: Observation, captions: Captions) -> None:
    seats = observation.seats
    if not 1 <= seats <= _SEATS:
        raise Undrawable(f"{seats} seats")
    for name in ("purses", "points"):
        if len(getattr(observation, name)) != seats:
            raise Undrawable(f"{seats} seats, but {name}={getattr(observation, name)}")
    for name in ("names", "letters"):
        if len(getattr(captions, name)) != seats:
            raise Undrawable(f"{seats} seats, but captions.{name}={getattr(captions, name)}")


def _check_tiles(observation: Observation) -> None:
    stacks = {stack.space: stack.plates for stack in observation.layout.stacks}
    for laid in observation.layout.tiles:
        if laid.tile not in START:
            raise Undrawable(f"no tile is called {laid.tile!r}")
        for space in footprint(laid.space):
            if laid.tile not in stacks.get(space, ()):
                raise Undrawable(f"{laid.tile} lies in {space}, but not in its stack")


def _check_pieces(observation: Observation) -> None:
    tiles = {laid.tile for laid in observation.layout.tiles}
    layout = observation.layout
    for tile in (*(city.tile for city in layout.cities), *(pawn.tile for pawn in layout.pawns)):
        if tile not in tiles:
            raise Undrawable(f"a piece stands on {tile}, which is not there")
    for city in layout.cities:
        if not 0 <= city.seat < observation.seats:
            raise Undrawable(f"a city of seat {city.seat} in {city.space}")
