"""The one clock: a task for each match that has something to do, each with a time limit."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Final

import structlog

from bot import tracing
from bot.hosting.processes.backoff import Backoff
from bot.hosting.processes.breakers import Breakers
from bot.table.errors import LeaseLost, NewerRules, OutOfReach
from bot.table.ids import MatchId
from bot.table.match.stored import Pending
from bot.table.processes.buckets import Buckets
from bot.table.processes.shares import ALONE, Leases
from bot.table.world import Clock

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

LIMIT: Final = timedelta(seconds=60)
"""A match that takes longer is left alone for a while: its channel may hang."""
AT_ONCE: Final = 64
IN_A_CHANNEL: Final = 8
"""At most how many matches of a channel at once: more would only wait, long if it hangs."""
OTHERS_TURN: Final = timedelta(seconds=30)
"""How long work that only a later version can do is left alone before it is tried again."""


class Scheduler:
    """Works on matches side by side; one in trouble keeps no other waiting.

    `pending` lists the matches that have something to do now, in some buckets. `do` does all there
    is to do in one; each time that it gets somewhere it calls its second argument, and has its
    whole time once more.
    """

    def __init__(
        self,
        pending: Callable[[datetime, Buckets], Awaitable[Mapping[MatchId, Pending]]],
        do: Callable[[MatchId, Callable[[], None]], Awaitable[None]],
        backoff: Backoff[MatchId],
        clock: Clock,
        limit: timedelta = LIMIT,
        leases: Leases = ALONE,
        breakers: Breakers | None = None,
    ) -> None:
        self._breakers = breakers
        self._leases = leases
        self._pending = pending
        self._do = do
        self._backoff = backoff
        self._clock = clock
        self._limit = limit
        self._running: dict[MatchId, tuple[asyncio.Task[None], Pending | None]] = {}
        self._is_closed = False

    @property
    def running(self) -> int:
        """In how many matches something is being done."""
        return len(self._running)

    async def tick(self) -> None:
        """Do what there is to do now, and come back when it is done or given up."""
        if tasks := await self.start():
            await asyncio.wait(tasks)

    async def look(self) -> None:
        """Start what there is to do; trouble is logged, and the next look tries again."""
        try:
            await self.start()
        except OutOfReach:
            # It was logged where it was found, once.
            return
        except Exception:
            log.exception("tick-failed")

    async def close(self) -> None:
        """Give up what is running, and begin nothing more; what was begun is found again."""
        self._is_closed = True
        for task in (tasks := [task for task, _ in self._running.values()]):
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def now(self, match_id: MatchId) -> None:
        """Do what there is to do in one match, after what is done in it already."""
        while (running := self._running.get(match_id)) is not None:
            await asyncio.wait({running[0]})
        if not self._is_closed:
            await asyncio.wait({self._start(match_id, None)})

    async def start(self) -> list[asyncio.Task[None]]:
        """Start what there is to do now, and wait for none of it."""
        held = self._leases.held()
        if held is not None and not held:
            return []
        pending = await self._pending(self._clock.now(), held)
        return [self._start(*each) for each in pending.items() if self._may_start(*each)]

    def _may_start(self, match_id: MatchId, at: Pending) -> bool:
        if self._is_closed or match_id in self._running or len(self._running) >= AT_ONCE:
            return False
        others = [other for _, other in self._running.values() if other is not None]
        beside = sum(other.channel == at.channel for other in others)
        if self._breakers is not None and self._breakers.left_alone(at.channel) is not None:
            return False
        return beside < IN_A_CHANNEL and not self._backoff.must_wait(match_id)

    def _start(self, match_id: MatchId, at: Pending | None) -> asyncio.Task[None]:
        task = asyncio.create_task(self._run(match_id, at), name=f"match-{match_id}")
        self._running[match_id] = (task, at)
        task.add_done_callback(lambda _: self._running.pop(match_id, None))
        return task

    async def _run(self, match_id: MatchId, at: Pending | None) -> None:
        # Without `at` a caller asked for it and waits: that is no chore.
        leased = nullcontext() if at is None else self._leases.chore(at.bucket)
        try:
            with leased:
                seconds, time = self._limit.total_seconds(), asyncio.get_running_loop().time
                async with asyncio.timeout(seconds) as limit:
                    with tracing.span("chore"):
                        await self._do(match_id, lambda: limit.reschedule(time() + seconds))
        except LeaseLost:
            # Another process does it now.
            return
        except (NewerRules, OutOfReach):
            # Both were logged where they were found, once.
            self._backoff.failed(match_id)
        except Exception:
            self._backoff.failed(match_id)
            log.exception("chore-failed", match=match_id)
