"""Processes on one PostgreSQL, as far as their leases go: they do what they are told, when told."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Final

from sqlalchemy import func, update

from bot.hosting.processes.leases import ProcessLeases
from bot.storage.database import Database
from bot.storage.processes.leases import LeaseStore
from bot.storage.schema import bucket_leases
from bot.table.processes.buckets import BUCKETS
from bot.table.processes.shares import Kept, Process

ALL: Final = frozenset(range(BUCKETS))
ODD: Final = frozenset(each for each in ALL if each % 2)
EXPIRED: Final = update(bucket_leases).values(
    until=func.clock_timestamp() - timedelta(milliseconds=1)
)


class Watched(LeaseStore):
    """Says when a process that is ready has been there."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.was_ready = asyncio.Event()

    async def keep(self, process: Process) -> Kept:
        kept = await super().keep(process)
        if process.is_ready:
            self.was_ready.set()
        return kept


class Beside:
    """Processes on one database, each with its own connections; they do what they are told."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._databases: list[Database] = []
        self._stack = AsyncExitStack()
        self.database = self.another()
        self.ran = 0.0

    def another(self) -> Database:
        self._databases.append(Database(self._url))
        return self._databases[-1]

    async def process(self, count: int = 1, *ids: int, is_ready: bool = True) -> ProcessLeases:
        store = self.store()
        leases = ProcessLeases(store, "1.0", lambda: self.ran, timedelta(hours=1))
        self._stack.push_async_callback(leases.release)
        await leases.begin(count, ids or range(count))
        if is_ready:
            leases.ready()
            await store.was_ready.wait()
        return leases

    def store(self) -> Watched:
        store = Watched(self.another())
        self._stack.push_async_callback(store.leave, "nobody")
        return store

    async def close(self) -> None:
        await self._stack.aclose()
        for each in self._databases:
            await each.close()
