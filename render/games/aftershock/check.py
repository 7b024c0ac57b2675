"""Refuses observations that no table can show, before a nonsensical picture comes of them."""

from engine.game import PUBLIC
from engine.games.aftershock.boardfile import boards
from engine.games.aftershock.state import Observation
from render.games.aftershock.captions import Captions

_SEATS = range(3, 6)
_PER_SEAT = ("ready", "scores", "money", "hands", "market", "tokens", "items", "plans", "markers")


class Undrawable(ValueError):
    """The observation or its captions contradict themselves; says where."""


def checked(observation: Observation, captions: Captions) -> Observation:
    """Return the observation; raise `Undrawable` if it is incomplete or impossible."""
    if observation.seats not in _SEATS:
        raise Undrawable(f"{observation.seats} seats")
    if observation.board_name not in boards():
        raise Undrawable(f"no board {observation.board_name!r}")
    for holder, names in ((observation, _PER_SEAT), (captions, ("names", "letters"))):
        for name in names:
            if len(getattr(holder, name)) != observation.seats:
                raise Undrawable(f"{observation.seats} seats, but {name}={getattr(holder, name)}")
    _check_map(observation)
    return observation


def own(observation: Observation, captions: Captions) -> Observation:
    """Return the observation of a player; raise `Undrawable` if it is the public's."""
    if observation.viewer == PUBLIC:
        raise Undrawable("a private picture needs a player who looks")
    return checked(observation, captions)


def _check_map(observation: Observation) -> None:
    board = observation.board
    given = (len(observation.meeples), len(observation.bridges))
    if given != (len(board.areas), len(board.links)):
        raise Undrawable(f"meeples of {given[0]} areas, bridges of {given[1]} links")
    for area, counts in zip(board.areas, observation.meeples, strict=True):
        if len(counts) != observation.seats or min(counts) < 0:
            raise Undrawable(f"meeples {counts} in {area}")
    for link, owners in zip(board.links, observation.bridges, strict=True):
        if len(owners) > link.spaces or not set(owners) <= set(range(observation.seats)):
            raise Undrawable(f"bridges of {owners} between {link.between}")
