"""Where bridges can stand, and what they take (rules 2, 3A)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from engine.game import Seat
from engine.games.aftershock.actions import Action, Build, Dismantle, GiveUp, MeepleInstead
from engine.games.aftershock.board import Board

Bridges: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The owners of the bridges on each link, in ascending order."""


class Builder(NamedTuple):
    """Who builds, with so many free pieces, and whether a second own bridge may share a link."""

    seat: Seat
    pieces: int
    two_bridges: bool


def vacant(board: Board, bridges: Bridges, builder: Builder, area: str) -> tuple[int, ...]:
    """Return the links with a vacant bridge space that lead from `area`."""
    return tuple(
        place for place in board.links_from[area] if is_vacant(board, bridges, builder, place)
    )


def is_vacant(board: Board, bridges: Bridges, builder: Builder, place: int) -> bool:
    """Say whether a link has a bridge space for this builder."""
    owners = bridges[place]
    if builder.seat in owners and not builder.two_bridges:
        return False
    return len(owners) < board.links[place].spaces


@lru_cache(maxsize=1024)
def building_choices(
    board: Board, bridges: Bridges, builder: Builder, areas: tuple[str, ...]
) -> tuple[Action, ...]:
    """Return what can be done with the bridges planned on `areas`."""
    return tuple(
        choice
        for area in dict.fromkeys(areas)
        for choice in _choices_at(board, bridges, builder, area)
    )


def _choices_at(board: Board, bridges: Bridges, builder: Builder, area: str) -> Sequence[Action]:
    links = [board.links[place] for place in vacant(board, bridges, builder, area)]
    if not links:
        return [MeepleInstead(area)]
    builds: list[Action] = [Build(area, link.across(area)) for link in links]
    if all(link.sections > builder.pieces for link in links):
        builds.append(GiveUp(area))
    return builds


@lru_cache(maxsize=1024)
def dismantling_choices(board: Board, bridges: Bridges, seat: Seat) -> tuple[Dismantle, ...]:
    """Return the links with bridges of `seat`; two on one link are the same choice."""
    links = zip(board.links, bridges, strict=True)
    return tuple(Dismantle(*link.between) for link, owners in links if seat in owners)


def with_bridge(bridges: Bridges, place: int, seat: Seat) -> Bridges:
    """Return the bridges with one more on a link."""
    owners = tuple(sorted((*bridges[place], seat)))
    return (*bridges[:place], owners, *bridges[place + 1 :])


def without_bridge(bridges: Bridges, place: int, seat: Seat) -> Bridges:
    """Return the bridges without one of `seat` on a link."""
    owners = list(bridges[place])
    owners.remove(seat)
    return (*bridges[:place], tuple(owners), *bridges[place + 1 :])
