"""Moves planned ahead: a city or an epicenter, on the ground as it lies."""

from collections.abc import Hashable
from typing import Final

from engine.boards.squares import neighbours
from engine.game import PUBLIC, Seat
from engine.games.san_andreas.actions import Action, Epicenter, Found
from engine.games.san_andreas.legal import turns
from engine.games.san_andreas.state import Observation, but
from engine.games.san_andreas.tiles import PAWNS, footprint
from engine.plans import Ahead, Planning


def ahead(observation: Observation) -> Ahead[Observation, Action] | None:
    """Return the table as if it were the viewer's turn; None while a quake is at work."""
    if observation.viewer == PUBLIC or observation.phase != "playing":
        return None
    seat = Seat(int(observation.viewer))
    table = but(observation, seat=seat, to_act=(seat,))
    return Ahead(table, tuple(turns(table)))


def near(observation: Observation, action: Action) -> Hashable:
    """Return what lies and stands on the tile, under it and beside it."""
    if not isinstance(action, Found | Epicenter):
        return ()
    ground = observation.ground
    on = ground.visible.get(action.space)
    if on is None:
        return None
    own = footprint(ground.corners[on[0]])
    there = sorted({*own, *(beside for space in own for beside in neighbours(space))})
    spaces = set(there)
    stacks = tuple((space, ground.plates(space)) for space in there)
    cities = tuple((city.space, city.seat) for city in observation.cities if city.space in spaces)
    pawns = tuple(
        (pawn, spot)
        for pawn, spot in zip(PAWNS, observation.pawns, strict=True)
        if spot is not None and ground.space(*spot) in spaces
    )
    return on, stacks, cities, pawns


PLANNING: Final[Planning[Observation, Action]] = Planning(ahead, near)
