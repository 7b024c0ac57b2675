"""Fakes of hosting's ports: a messenger that listens, a clock that stands, seeds one knows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from bot.hosting.errors import CannotPost
from bot.hosting.match import LoadedMatch, Match, MatchId, Posted, Status
from bot.hosting.outbox import Delivered, QueuedNotice
from engine.game import Event, Seat
from engine.referee import Progress

FIRST_THREAD = 900
FIRST_MESSAGE = 5000


class StandingClock:
    """Stands until it is moved."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def pass_by(self, **length: float) -> None:
        """Move on by so many `minutes`, `hours`, …"""
        self.time += timedelta(**length)


class KnownEntropy:
    """Gives the same seeds every time."""

    def __init__(self) -> None:
        self.given = 0

    def seed(self) -> bytes:
        self.given += 1
        return sha256(f"seed {self.given}".encode()).digest()


@dataclass(frozen=True, slots=True)
class Told:
    """One table message."""

    match: MatchId
    since: int
    line: int
    status: Status
    events: tuple[Event, ...]
    is_new: bool = True
    """Whether it was a message of its own, or more in the newest one."""
    missed: Sequence[Seat] = ()


@dataclass(slots=True)
class Listener:
    """A messenger that hears what channels are told; one that is closed can't be posted to."""

    lobbies: list[Match] = field(default_factory=list)
    stood: list[Progress[Any, Any] | None] = field(default_factory=list)
    """Where each of these matches stood."""
    told: list[Told] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)
    breaks: Callable[[Match], Exception | None] = lambda _: None
    attempts: int = 0
    _messages: int = FIRST_MESSAGE

    async def cover(self, loaded: LoadedMatch) -> Posted:
        match = loaded.match
        self._check(match, match.venue.channel)
        self.lobbies.append(match)
        self.stood.append(loaded.progress)
        return replace(match.cover, message=match.cover.message or self._message())

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        match, events = loaded.match, loaded.since(since).events
        self._check(match, match.place)
        told = Told(match.id, since, match.line, match.status, events, missed=missed)
        self.told.append(told)
        place = match.table.place or (FIRST_THREAD + match.id if match.venue.threaded else None)
        return replace(match.table, place=place, message=self._message())

    async def extend_table(self, loaded: LoadedMatch, since: int) -> Posted:
        match, events = loaded.match, loaded.since(since).events
        self._check(match, match.place)
        told = Told(match.id, since, match.line, match.status, events, is_new=False)
        self.told.append(told)
        return match.table

    async def deals(self, loaded: LoadedMatch) -> None:
        del loaded

    async def notice(self, queued: QueuedNotice, loaded: LoadedMatch | None) -> Delivered:
        del loaded
        return Delivered(0, queued.id)

    async def unsaid(self, queued: QueuedNotice) -> None:
        del queued

    def of(self, match_id: MatchId) -> list[Told]:
        """Return the table messages of a match."""
        return [each for each in self.told if each.match == match_id]

    def _check(self, match: Match, channel: int) -> None:
        self.attempts += 1
        if channel in self.closed:
            raise CannotPost("cannot-post", missing=("send_messages",))
        if (error := self.breaks(match)) is not None:
            raise error

    def _message(self) -> int:
        self._messages += 1
        return self._messages
