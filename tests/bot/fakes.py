"""Fakes of hosting's ports: a messenger that listens, a clock that stands, seeds one knows."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from bot.table.errors import CannotPost
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Match, Posted, Status
from bot.table.notices.notice import Delivered, QueuedNotice
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
        """Move on by these `minutes`, `hours`, …"""
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


@dataclass(frozen=True, slots=True)
class Asked:
    """A line that names seats, with what happened after line `since`; `is_new`: it pings."""

    match: MatchId
    since: int
    seats: tuple[Seat, ...]
    is_new: bool


@dataclass(slots=True)
class Listener:
    """A messenger that hears what channels are told; one that is closed can't be posted to."""

    lobbies: list[Match] = field(default_factory=list)
    stood: list[Progress[Any, Any] | None] = field(default_factory=list)
    """Where each of these matches stood."""
    told: list[Told] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    """What lines of their own named those who must act; one that was deleted names nobody."""
    typed: list[MatchId] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)
    breaks: Callable[[Match], Exception | None] = lambda _: None
    attempts: int = 0
    noticed: list[QueuedNotice] = field(default_factory=list)
    """Notices that were sent or edited."""
    unsaid_: list[QueuedNotice] = field(default_factory=list)
    redrawn: list[Match] = field(default_factory=list)
    """Matches whose messages were edited where they stand."""
    minds: Callable[[QueuedNotice], Exception | None] = lambda _: None
    """What Discord says against a notice."""
    hanging: set[str] = field(default_factory=set)
    """Targets that never answer."""
    hangs: asyncio.Event = field(default_factory=asyncio.Event)
    """Set as soon as one of them is waited for."""
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

    async def ask(self, loaded: LoadedMatch, since: int, *, anew: bool) -> Posted:
        match = loaded.match
        self._check(match, match.place)
        self.asked.append(Asked(match.id, since, match.acting, is_new=anew))
        is_new = anew or match.ping.message is None
        return replace(match.ping, message=self._message() if is_new else match.ping.message)

    async def unask(self, loaded: LoadedMatch) -> Posted:
        self._check(loaded.match, loaded.match.place)
        self.asked.append(Asked(loaded.match.id, 0, (), is_new=False))
        return replace(loaded.match.ping, message=None)

    async def type_in(self, loaded: LoadedMatch) -> None:
        self.typed.append(loaded.match.id)

    async def deals(self, loaded: LoadedMatch) -> None:
        del loaded

    async def notice(self, queued: QueuedNotice, loaded: LoadedMatch | None) -> Delivered:
        del loaded
        if queued.notice.target in self.hanging:
            self.hangs.set()
            await asyncio.Event().wait()
        if (error := self.minds(queued)) is not None:
            raise error
        self.noticed.append(queued)
        return Delivered(1, queued.message or self._message())

    async def unsay(self, queued: QueuedNotice) -> None:
        self.unsaid_.append(queued)

    async def redraw(self, loaded: LoadedMatch) -> bool:
        self._check(loaded.match, loaded.match.place)
        self.redrawn.append(loaded.match)
        return False

    @property
    def keys(self) -> list[str]:
        """Return the keys of the notices that were sent or edited."""
        return [each.notice.key for each in self.noticed]

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
