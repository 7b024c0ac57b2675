"""Which processes may write a database: one an SQLite file, several a PostgreSQL."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.functions import Function

from bot.storage.database import Database
from bot.storage.processes.lasting import LastingConnection
from bot.table.errors import OutOfReach
from bot.table.ids import MatchId
from bot.table.processes.concurrency import run_to_end
from bot.table.processes.deployment import ExclusiveTask

PATIENCE_SECONDS: Final = 2.0
"""How long a process waits for one that is just ending, or just telling."""
_PAUSE_SECONDS: Final = 0.02
_PAUSE_BETWEEN_HOLDERS_SECONDS: Final = 0.2


class CannotOwn(Exception):
    """The file can't be this process's own; the text says why."""


@contextmanager
def owned(file: Path, *, may_be_empty: bool = False) -> Iterator[None]:
    """Be the only process that writes this SQLite file. Raises `CannotOwn`, `sqlite3.Error`.

    Readers need no lock. The lock is SQLite's own, on an empty file beside it: it ends with the
    process, whatever ends that.
    """
    lock = sqlite3.connect(f"{file.resolve()}.lock", isolation_level=None, timeout=PATIENCE_SECONDS)
    try:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            text = f"another process writes {file}, a bot or a command: let it end, or stop it"
            raise CannotOwn(text) from None
        if is_emptied(file) and not may_be_empty:
            raise CannotOwn(f"{file} {EMPTIED}")
        yield
    finally:
        lock.close()


@asynccontextmanager
async def unused(database: Database) -> AsyncIterator[None]:
    """Be the only process that brings a PostgreSQL back or fills it, while no bot uses it.

    Raises `CannotOwn`.
    """
    connection = await database.connect()
    try:
        if not (await connection.execute(_MAINTAIN)).scalar_one():
            raise CannotOwn("another process copies or restores it: wait until it has ended")
        end = monotonic() + PATIENCE_SECONDS
        while others := (await connection.execute(_OTHERS)).scalar_one():
            # The server may not know yet that a process has ended.
            if monotonic() > end:
                break
            await asyncio.sleep(_PAUSE_SECONDS)
        if others:
            raise CannotOwn(f"it is in use ({others} connections of bots or commands): stop them")
        yield
    finally:
        # Its lock ends with it.
        await connection.invalidate()
        await connection.close()


_MAINTAIN: Final = select(func.pg_try_advisory_lock(ExclusiveTask.MAINTENANCE.value, 0))
_OTHERS: Final = text("""
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND application_name LIKE 'faultline %'
    AND application_name <> current_setting('application_name')
""")


EMPTIED: Final = "is there, but empty: restore a backup, or delete it to begin anew"


def is_emptied(file: Path) -> bool:
    """Say whether a file is there in which nothing is left: SQLite would call it a new database."""
    return file.is_file() and not file.stat().st_size


class SharedOwnership:
    """Keeps the port `Ownership` where several processes write: none believes its memory.

    A process that tells a channel of a match holds an advisory lock on it, which ends with the
    connection. That is one of its own, or the one on which the process renews its leases, so that
    the locks end with those.
    """

    def __init__(self, database: Database, connection: LastingConnection | None = None) -> None:
        # It holds all locks of this process.
        self._connection = connection or LastingConnection(database)

    def owns(self, match_id: MatchId) -> bool:
        """Say that others may have changed it."""
        del match_id
        return False

    @asynccontextmanager
    async def telling(self, match_id: MatchId) -> AsyncIterator[bool]:
        """Hold the lock of a match; False: another process does, and will for a while."""
        end = monotonic() + PATIENCE_SECONDS
        while not (is_held := await self._ask(func.pg_try_advisory_lock(-match_id))):
            if monotonic() > end:
                break
            await asyncio.sleep(_PAUSE_SECONDS)
        try:
            yield is_held
        finally:
            if is_held:
                # Without its connection it is not held any more.
                with suppress(OutOfReach):
                    await run_to_end(self._ask(func.pg_advisory_unlock(-match_id)))

    @asynccontextmanager
    async def hold(self, task: ExclusiveTask, key: int = 0) -> AsyncIterator[None]:
        """Keep the port `Exclusive`."""
        lock = func.pg_try_advisory_lock(task.value, key)
        while not await self._ask(lock):  # noqa: ASYNC110 - only the server could tell
            await asyncio.sleep(_PAUSE_BETWEEN_HOLDERS_SECONDS)
        try:
            yield
        finally:
            with suppress(OutOfReach):
                await run_to_end(self._ask(func.pg_advisory_unlock(task.value, key)))

    async def close(self) -> None:
        """Give up all locks of this process."""
        await self._connection.close()

    async def _ask(self, question: Function[Any]) -> bool:
        async def ask(connection: AsyncConnection) -> bool:
            return bool((await connection.execute(select(question))).scalar_one())

        return await self._connection.ask(ask)
