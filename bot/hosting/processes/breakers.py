"""Channels that do not answer are left alone by all that posts there: circuit breakers."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeAlias

import structlog

from bot import metrics
from bot.table.errors import NO_ANSWER, CannotPost, LeftAlone
from bot.table.match.match import LoadedMatch, Posted
from bot.table.notices.notice import Delivered, QueuedNotice
from bot.table.world import Clock, Messenger
from engine.game import Seat

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

ANSWERS_WITHIN: Final = timedelta(seconds=40)
"""How long Discord may take for a message; the scheduler and leases of the outbox wait longer."""
MOST_FAILURES: Final = 3
"""After how many unanswered requests in a row a channel is left alone."""
FIRST_REST: Final = timedelta(seconds=15)
LONGEST_REST: Final = timedelta(minutes=10)

Channel: TypeAlias = int | str
"""A table's channel, which stands for its threads, too; or the target of direct messages."""


@dataclass(slots=True)
class _ChannelTrouble:
    """What is wrong with a channel.

    After `failures` failures in a row it is left alone for `rest`, until `until`; then one request
    is tried.
    """

    since: datetime
    failures: int = 0
    rest: timedelta = FIRST_REST / 2
    until: datetime | None = None
    is_tried: bool = False


class Breakers:
    """Which channels are left alone, as this process has seen."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._troubles: dict[Channel, _ChannelTrouble] = {}

    def is_in_trouble(self, channel: Channel) -> bool:
        """Say whether the last request to a channel had no answer."""
        return channel in self._troubles

    def left_alone(self, channel: Channel) -> datetime | None:
        """Return until when a channel is left alone; None: a request may be made."""
        trouble = self._troubles.get(channel)
        if trouble is None or trouble.until is None:
            return None
        now = self._clock.now()
        if trouble.is_tried:
            return now + FIRST_REST
        # A clock that was set back must not make the rest any longer.
        return trouble.until if trouble.until - trouble.rest <= now < trouble.until else None

    @asynccontextmanager
    async def trying(self, channel: Channel) -> AsyncIterator[None]:
        """Let a request be made, and learn from it.

        Raises `LeftAlone` if no request may be made now, or if this was the failure too many.
        """
        if (until := self.left_alone(channel)) is not None:
            raise LeftAlone(NO_ANSWER, until=until, is_tried=False)
        if (trouble := self._troubles.get(channel)) is not None:
            trouble.is_tried = trouble.until is not None
        try:
            try:
                async with asyncio.timeout(ANSWERS_WITHIN.total_seconds()):
                    yield
            except TimeoutError as error:
                raise CannotPost(NO_ANSWER) from error
        except CannotPost as error:
            if error.key != NO_ANSWER:
                self._answered(channel)
                raise
            if (until := self._failed(channel)) is not None:
                raise LeftAlone(NO_ANSWER, until=until, is_tried=True) from error
            raise
        else:
            self._answered(channel)
        finally:
            if (trouble := self._troubles.get(channel)) is not None:
                trouble.is_tried = False

    def _answered(self, channel: Channel) -> None:
        trouble = self._troubles.pop(channel, None)
        if trouble is not None and trouble.until is not None:
            seconds = round((self._clock.now() - trouble.since).total_seconds())
            log.info("channel-back", channel=channel, seconds=seconds)
        self._count()

    def _failed(self, channel: Channel) -> datetime | None:
        """Return until when the channel is left alone now; None: not yet."""
        now = self._clock.now()
        trouble = self._troubles.setdefault(channel, _ChannelTrouble(now))
        trouble.failures += 1
        if trouble.failures >= MOST_FAILURES:
            if trouble.until is None:
                log.warning("channel-left-alone", channel=channel, failures=trouble.failures)
            # Requests that were under way at the same time count as one failure.
            if trouble.until is None or trouble.until <= now:
                trouble.rest = min(2 * trouble.rest, LONGEST_REST)
                trouble.until = now + trouble.rest
        self._count()
        return trouble.until

    def _count(self) -> None:
        alone = sum(each.until is not None for each in self._troubles.values())
        metrics.CHANNELS_LEFT_ALONE.set(alone)


class PatientMessenger:
    """The host's messenger, which leaves channels alone that do not answer."""

    def __init__(self, messenger: Messenger, breakers: Breakers) -> None:
        self._messenger = messenger
        self.breakers = breakers

    async def cover(self, loaded: LoadedMatch) -> Posted:
        async with self.breakers.trying(loaded.match.venue.channel):
            return await self._messenger.cover(loaded)

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        async with self.breakers.trying(loaded.match.venue.channel):
            return await self._messenger.table(loaded, since, missed)

    async def extend_table(self, loaded: LoadedMatch, since: int) -> Posted:
        async with self.breakers.trying(loaded.match.venue.channel):
            return await self._messenger.extend_table(loaded, since)

    async def ask(self, loaded: LoadedMatch, since: int, *, anew: bool) -> Posted:
        async with self.breakers.trying(loaded.match.venue.channel):
            return await self._messenger.ask(loaded, since, anew=anew)

    async def unask(self, loaded: LoadedMatch) -> Posted:
        async with self.breakers.trying(loaded.match.venue.channel):
            return await self._messenger.unask(loaded)

    async def type_in(self, loaded: LoadedMatch) -> None:
        if self.breakers.left_alone(loaded.match.venue.channel) is None:
            await self._messenger.type_in(loaded)

    async def deals(self, loaded: LoadedMatch) -> None:
        # Most tables have no deals, so success says nothing about the channel.
        if (until := self.breakers.left_alone(loaded.match.venue.channel)) is not None:
            raise LeftAlone(NO_ANSWER, until=until, is_tried=False)
        await self._messenger.deals(loaded)

    async def notice(self, queued: QueuedNotice, loaded: LoadedMatch | None) -> Delivered:
        async with self.breakers.trying(_channel(queued, loaded)):
            return await self._messenger.notice(queued, loaded)

    async def unsay(self, queued: QueuedNotice) -> None:
        async with self.breakers.trying(_channel(queued, None)):
            await self._messenger.unsay(queued)

    async def redraw(self, loaded: LoadedMatch) -> bool:
        async with self.breakers.trying(loaded.match.venue.channel):
            return await self._messenger.redraw(loaded)


def _channel(queued: QueuedNotice, loaded: LoadedMatch | None) -> Channel:
    """Return where a notice goes."""
    kind, _, number = queued.notice.target.partition(":")
    if kind == "dm":
        return queued.notice.target
    if loaded is not None:
        return loaded.match.venue.channel
    return int(number) if kind == "channel" else queued.place or queued.notice.target
