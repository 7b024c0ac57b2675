"""A match as the database gives it back."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, StandIn, Venue
from engine.record import Record


class Freshness(NamedTuple):
    """What of a match may have changed since it was read: cheap to ask."""

    revision: int
    posts: int
    """How often something was told: the sum of the versions of `tellings`."""


class MatchLocation(NamedTuple):
    """Where a match is, and whether its channel or server was found to be gone."""

    match: MatchId
    venue: Venue
    is_lost: bool


class Arrival(NamedTuple):
    """A person who takes a seat, and how many open or running tables they may then have.

    `server`: at a new table, of which that server may have only as many as its admins allow.
    """

    player: PlayerId
    most: int
    server: int | None = None


class Stored(NamedTuple):
    """A match with its record: None until it begins, and while it is paused.

    `planned` are the lines with which turns began that were planned ahead; `stood_in` those of
    computer players in people's places, with the reason.
    """

    match: Match
    record: Record[Any] | None
    planned: frozenset[int] = frozenset()
    stood_in: Mapping[int, StandIn] = MappingProxyType({})


class Pending(NamedTuple):
    """Where a match lives that has something to do: its channel, and its server's bucket."""

    channel: int
    bucket: int
