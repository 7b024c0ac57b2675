"""Looks now and then at what shows no figures by itself: Discord, the database, the disk."""

import asyncio
import shutil
from collections.abc import Callable, Collection, Hashable, Iterable
from pathlib import Path
from time import monotonic
from typing import Final

import structlog

from bot import metrics
from bot.client import FaultlineClient
from bot.monitoring.consumption import Consumption
from bot.monitoring.health import Health
from bot.storage.backlog import Backlog
from bot.storage.database import Database
from bot.table.errors import OutOfReach
from bot.table.match.match import Status
from bot.table.world import Clock
from engine.registry import games

LOOK_SECONDS: Final = 15.0
COUNT_SECONDS: Final = 600.0
"""How often all matches are counted."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Watch:
    """Looks at a process for as long as `run` runs.

    `buckets` returns those whose chores are this process's; None: all. `file` is that of SQLite.
    """

    def __init__(
        self,
        health: Health,
        database: Database,
        clock: Clock,
        buckets: Callable[[], Collection[int] | None],
        file: Path | None,
    ) -> None:
        self._health = health
        self._backlog = Backlog(database)
        self._clock = clock
        self._buckets = buckets
        self._file = file
        self._consumption = Consumption()
        self._waits: dict[Hashable, float] = {}
        """Since when what waits was seen to; the database doesn't say since when it does."""
        self._counted_at: float | None = None
        for name, game in games().items():
            metrics.RULES.labels(name).set(game.meta.rules_version)

    async def run(self) -> None:
        """Look for ever."""
        while True:
            try:
                await self.look()
            except OutOfReach:
                # It was logged where it was found, once.
                metrics.DATABASE_UP.set(0)
            except Exception:
                log.exception("watch-failed")
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Look once; raises `OutOfReach`."""
        await self._health.unready()
        if self._file is not None:
            metrics.DISK_FREE.set(shutil.disk_usage(self._file.resolve().parent).free)
        client = self._health.client
        workers = {} if client is None else client.workers
        await asyncio.to_thread(self._consumption.look, workers)
        await self._look_at_backlog(client)
        if self._counted_at is None or monotonic() - self._counted_at >= COUNT_SECONDS:
            self._counted_at = monotonic()
            if (backup := await self._backlog.backed_up_at()) is not None:
                metrics.BACKUP.set(backup.timestamp())
            counts = await self._backlog.matches()
            for title in games():
                for status in Status:
                    count = counts.get((title, status.value), 0)
                    metrics.MATCHES.labels(title, status.value).set(count)

    async def _look_at_backlog(self, client: FaultlineClient | None) -> None:
        now, buckets = self._clock.now(), self._buckets()
        found = await self._backlog.untold(buckets)
        if client is not None:
            # Channels in trouble are left alone for hours: their servers' admins must help.
            telling = client.shell.host.telling
            found = [each for each in found if not telling.is_in_trouble(each.match)]
        timer = await self._backlog.oldest_timer(now, buckets)
        ready = await self._backlog.ready_lanes(now, buckets)
        seen = monotonic()
        self._waits = {each: self._waits.get(each, seen) for each in (*found, *ready)}
        oldest = {
            "untold": self._oldest(found),
            "timer": 0.0 if timer is None else max(0.0, (now - timer).total_seconds()),
            "notice": self._oldest(ready),
        }
        for of, age in oldest.items():
            metrics.BACKLOG_AGE.labels(of).set(age)

    def _oldest(self, found: Iterable[Hashable]) -> float:
        now = monotonic()
        return max((now - self._waits[each] for each in found), default=0.0)


def glance(client: FaultlineClient) -> None:
    """Look at what is known without asking anybody: for each scrape."""
    metrics.GUILDS.set(len(client.guilds))
    for shard, (sent, answered) in client.heartbeats.items():
        # What came while our own loop was late says nothing of Discord: the last figure stays.
        if client.calm is None or not client.calm.was_late(sent, answered):
            metrics.GATEWAY_LATENCY.labels(str(shard)).set(answered - sent)
    host = client.shell.host
    metrics.QUEUE.labels("matches").set(host.scheduler.running)
    metrics.QUEUE.labels("lanes").set(host.outbox.running)
