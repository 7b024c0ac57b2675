"""The one clock: a task for each match that has something to do, each with a time limit."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import structlog

from bot.hosting.errors import NewerRules, OutOfReach
from bot.hosting.match import MatchId
from bot.hosting.rests import Rests

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

LIMIT: Final = timedelta(seconds=60)
"""A match that takes longer is left alone for a while: its channel may hang."""
AT_ONCE: Final = 64
IN_A_LANE: Final = 8
"""So many matches of one channel: more would only wait for one another, long if it hangs."""


@dataclass(frozen=True, slots=True)
class Chore:
    """Something that matches ask for: `pending` lists them, `do` does all there is to do in one."""

    pending: Callable[[], Awaitable[Iterable[MatchId]]]
    do: Callable[[MatchId], Awaitable[None]]


class Scheduler:
    """Does the chores of matches side by side; one in trouble keeps no other waiting."""

    def __init__(
        self,
        rests: Rests,
        limit: timedelta = LIMIT,
        lane: Callable[[MatchId], Hashable | None] = lambda _: None,
    ) -> None:
        """`lane` says where a match is told: its channel, or None if that isn't known yet."""
        self._rests = rests
        self._lane = lane
        self._limit = limit
        self._chores: list[Chore] = []
        self._running: dict[MatchId, asyncio.Task[None]] = {}
        self._wanted = asyncio.Event()

    def add(self, chore: Chore) -> None:
        """Do this as well, after what was added before."""
        self._chores.append(chore)

    def wake(self) -> None:
        """Look at once: somebody knows that there is something to do."""
        self._wanted.set()

    async def tick(self) -> None:
        """Do what there is to do now, and come back when it is done or given up."""
        if tasks := await self.start():
            await asyncio.wait(tasks)

    async def look(self) -> None:
        """Start what there is to do; trouble is logged, and the tables go on after it."""
        try:
            await self.start()
        except OutOfReach:
            # It was logged where it was found, once.
            return
        except Exception:
            log.exception("tick-failed")

    async def watch(self, seconds: float) -> None:
        """Look for ever, after so many seconds or at once when woken; wait for no match."""
        while True:
            self._wanted.clear()
            await self.look()
            wait = asyncio.ensure_future(self._wanted.wait())
            await asyncio.wait({wait}, timeout=seconds)
            wait.cancel()

    async def close(self) -> None:
        """Give up what is running; what was begun is found again."""
        for task in (tasks := list(self._running.values())):
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def now(self, match_id: MatchId) -> None:
        """Do the first chore of one match, after what is done in it already."""
        while (running := self._running.get(match_id)) is not None:
            await asyncio.wait({running})
        await asyncio.wait({self._start(match_id, self._chores[:1])})

    async def start(self) -> list[asyncio.Task[None]]:
        """Start what there is to do now, and wait for none of it."""
        todo: dict[MatchId, list[Chore]] = {}
        for chore in self._chores:
            for match_id in await chore.pending():
                todo.setdefault(match_id, []).append(chore)
        return [self._start(*each) for each in todo.items() if self._may_start(each[0])]

    def _may_start(self, match_id: MatchId) -> bool:
        is_free = match_id not in self._running and len(self._running) < AT_ONCE
        return is_free and not self._is_crowded(match_id) and not self._rests.is_resting(match_id)

    def _is_crowded(self, match_id: MatchId) -> bool:
        lane = self._lane(match_id)
        if lane is None:
            return False
        return sum(self._lane(each) == lane for each in self._running) >= IN_A_LANE

    def _start(self, match_id: MatchId, chores: list[Chore]) -> asyncio.Task[None]:
        task = asyncio.create_task(self._done(match_id, chores), name=f"match-{match_id}")
        self._running[match_id] = task
        task.add_done_callback(lambda _: self._running.pop(match_id, None))
        return task

    async def _done(self, match_id: MatchId, chores: list[Chore]) -> None:
        try:
            async with asyncio.timeout(self._limit.total_seconds()):
                for chore in chores:
                    await chore.do(match_id)
        except (NewerRules, OutOfReach):
            # Both were logged where they were found, once.
            self._rests.rest(match_id)
        except Exception:
            self._rests.rest(match_id)
            log.exception("chore-failed", match=match_id)
