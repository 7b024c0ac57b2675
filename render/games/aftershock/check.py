"""Refuses observations that no table can show, before a nonsensical picture comes of them."""

from engine.game import PUBLIC, Seat
from engine.games.aftershock.boardfile import boards
from engine.games.aftershock.state import Observation
from render.games.aftershock.captions import Captions

_SEATS = range(3, 6)
_PER_SEAT = ("ready", "scores", "money", "hands", "market", "tokens", "items", "plans", "markers")


class Undrawable(ValueError):
    """The observation or its captions contradict themselves; says where."""


def check(observation: Observation, captions: Captions) -> None:
    """Raise `Undrawable` if an observation or its captions are incomplete or impossible."""
    seats = observation.seats
    if seats not in _SEATS:
        raise Undrawable(f"{seats} seats")
    if observation.board_name not in boards():
        raise Undrawable(f"no board {observation.board_name!r}")
    for holder, names in ((observation, _PER_SEAT), (captions, ("names", "letters"))):
        for name in names:
            if len(getattr(holder, name)) != seats:
                raise Undrawable(f"{seats} seats, but {name}={getattr(holder, name)}")
    board = observation.board
    given = (len(observation.meeples), len(observation.bridges))
    if given != (len(board.areas), len(board.links)):
        raise Undrawable(f"meeples of {given[0]} areas, bridges of {given[1]} links")
    for area, counts in zip(board.areas, observation.meeples, strict=True):
        if len(counts) != seats or min(counts) < 0:
            raise Undrawable(f"meeples {counts} in {area}")
    for link, owners in zip(board.links, observation.bridges, strict=True):
        if len(owners) > link.spaces or not set(owners) <= set(range(seats)):
            raise Undrawable(f"bridges of {owners} between {link.between}")


def check_own(observation: Observation, captions: Captions) -> None:
    """Raise `Undrawable` also if the viewer is the public."""
    own(observation)
    check(observation, captions)


def own(observation: Observation) -> Seat:
    """Return the seat of the viewer; raise `Undrawable` for the public."""
    if observation.viewer == PUBLIC:
        raise Undrawable("a private picture needs a player who looks")
    return observation.viewer
