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
        # Seeds are parameters: no error may show them in a log.
        options: dict[str, Any] = {"hide_parameters": True}
        if kind == "sqlite":
            # One connection writes: others would only wait for SQLite's single lock.
            self._writer = create_async_engine(address, pool_size=1, max_overflow=0, **options)
            self._reader = create_async_engine(address, pool_size=2, max_overflow=6, **options)
            _say_begin(self._writer, "BEGIN IMMEDIATE")
            _say_begin(self._reader, "BEGIN")
        else:
            self._writer = create_async_engine(address, pool_size=8, **options)
            # Else each question would see a moment of its own, and a record could have more lines
            # than its match says.
            self._reader = self._writer.execution_options(isolation_level="REPEATABLE READ")
        self._asker = create_async_engine(
            address,
            pool_size=2,
            max_overflow=6,
            isolation_level="AUTOCOMMIT",
            # There is no transaction to undo.
            pool_reset_on_return=None,
            skip_autocommit_rollback=True,
            **options,
        )
        if kind == "sqlite":
            _set_up(self._asker)

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

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection for one question, without a transaction around it."""
        async with self._asker.connect() as connection:
            yield connection

    async def close(self) -> None:
        """Close every connection."""
        for engine in (self._writer, self._reader, self._asker):
            await engine.dispose()


def _set_up(engine: AsyncEngine) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()


def _say_begin(engine: AsyncEngine, begin: str) -> None:
    """Begin transactions by our own word.

    Python's sqlite3 begins them late, and not at all for changes of tables: a migration that
    fails half-way would leave its first half behind.
    """
    _set_up(engine)

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Connection) -> None:
        # Straight to the driver: through a cursor of SQLAlchemy's it takes three times as long.
        connection.connection.run_async(lambda driver: driver.execute(begin))
