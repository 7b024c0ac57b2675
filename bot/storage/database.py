"""Opens SQLite or PostgreSQL. One writer on SQLite, any number of readers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from sqlalchemy import Connection, event, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}

# FULL: a board that was posted must survive a power cut. The journal is written ahead (WAL), so
# that readers never wait for the writer.
_PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 10000",
)


class Database:
    """Transactions on one database, by its address such as `sqlite:///faultline.db`."""

    def __init__(self, url: str) -> None:
        address = make_url(url)
        kind = address.get_backend_name()
        address = address.set(drivername=_DRIVERS.get(kind, address.drivername))
        if kind == "sqlite":
            # One connection writes: others would only wait for SQLite's single lock.
            self._writer = create_async_engine(address, pool_size=1, max_overflow=0)
            self._reader = create_async_engine(address, pool_size=4, max_overflow=4)
            _say_begin(self._writer, "BEGIN IMMEDIATE")
            _say_begin(self._reader, "BEGIN")
        else:
            self._writer = create_async_engine(address, pool_size=8)
            self._reader = self._writer

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a transaction that is committed at the end, or rolled back by an error."""
        async with self._writer.begin() as connection:
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a transaction that sees one moment of the database."""
        async with self._reader.connect() as connection:
            yield connection

    async def close(self) -> None:
        """Close every connection."""
        await self._writer.dispose()
        await self._reader.dispose()


def _say_begin(engine: AsyncEngine, begin: str) -> None:
    """Begin transactions by our own word.

    Python's sqlite3 begins them late, and not at all for changes of tables: a migration that
    fails half-way would leave its first half behind.
    """

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
