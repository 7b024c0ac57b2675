"""Does what timers ask for when their moment has come; a timer in trouble stops no other."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Final

import structlog

from bot import tracing
from bot.hosting.processes.backoff import Backoff
from bot.hosting.processes.scheduler import OTHERS_TURN
from bot.storage.time.timer_store import TimerStore
from bot.table.errors import LeaseLost, NewerRules, OutOfReach, Stale
from bot.table.processes.buckets import Buckets
from bot.table.processes.shares import ALONE, Leases
from bot.table.time.timers import Timer, TimerKey, TimerKind
from bot.table.world import Clock

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

BATCH: Final = 50
MOST_BATCHES: Final = 20
"""At most how many batches a tick handles: after a long rest the others wait for the next one."""
LIMIT: Final = timedelta(seconds=60)

TimerHandler = Callable[[Timer], Awaitable[None]]
"""Does what a timer asks for, in one transaction with the deletion of its row."""


class Timers:
    """Looks which timers have come, and lets their handlers do what is to be done.

    `handlers` are those of hosting; the store does all other kinds itself, within the database.
    One that fails is tried again later, twice as long each time.
    """

    def __init__(
        self,
        store: TimerStore,
        handlers: Mapping[TimerKind, TimerHandler],
        clock: Clock,
        leases: Leases = ALONE,
    ) -> None:
        self._leases = leases
        self._store = store
        self._handlers = handlers
        self._clock = clock
        self._backoff: Backoff[TimerKey] = Backoff(clock)
        self._keeps_house = False

    async def tick(self, buckets: Buckets = None) -> None:
        """Do what is to be done by now, in the order in which it came due.

        Only in some `buckets` of those that are ours, if time counts in no others now. Raises
        `OutOfReach`.
        """
        within = self._leases.held() if buckets is None else buckets
        if within is not None and not within:
            return
        if not self._keeps_house:
            await self._store.keep_house(self._clock.now())
            self._keeps_house = True
        for _ in range(MOST_BATCHES):
            batch = await self._store.due(self._clock.now(), BATCH, within)
            for timer in batch:
                await self._fire(timer)
            if len(batch) < BATCH:
                return

    async def look(self, buckets: Buckets = None) -> None:
        """Do what `tick` does; trouble is logged."""
        try:
            await self.tick(buckets)
        except OutOfReach:
            # It was logged where it was found, once.
            return
        except Exception:
            log.exception("timers-failed")

    async def _fire(self, timer: Timer) -> None:
        try:
            with self._leases.chore(timer.bucket):
                await self._handle(timer)
        except LeaseLost:
            # Another process does it now.
            self._backoff.succeeded(TimerKey(timer.kind, timer.key))

    async def _handle(self, timer: Timer) -> None:
        handler = self._handlers.get(timer.kind)
        try:
            with tracing.span("timer", kind=timer.kind.value):
                async with asyncio.timeout(LIMIT.total_seconds()):
                    if handler is None:
                        await self._store.fire(timer, self._clock.now())
                    else:
                        await handler(timer)
        except (OutOfReach, LeaseLost):
            raise
        except NewerRules:
            # A later version does it, as soon as it has the bucket.
            await self._store.put_off(timer, self._clock.now() + OTHERS_TURN)
        except Stale:
            # Another process did it, or will: the database says which.
            await self._put_off(timer)
        except Exception:
            log.exception("timer-failed", kind=timer.kind, key=timer.key, match=timer.match)
            await self._put_off(timer)
        else:
            self._backoff.succeeded(TimerKey(timer.kind, timer.key))

    async def _put_off(self, timer: Timer) -> None:
        key = TimerKey(timer.kind, timer.key)
        if not await self._store.put_off(timer, self._backoff.failed(key)):
            self._backoff.succeeded(key)
