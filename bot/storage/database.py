"""Opens SQLite or PostgreSQL. One writer on SQLite, any number of readers."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from time import monotonic, perf_counter
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

import structlog
from sqlalchemy import (
    URL,
    BigInteger,
    Connection,
    Engine,
    Executable,
    Integer,
    NullPool,
    bindparam,
    create_engine,
    event,
    func,
    make_url,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot import metrics, tracing
from bot.storage.address import driven, tls_of
from bot.storage.schema import VERSION
from bot.storage.troubles import problem_of, reason_of
from bot.storage.writer import WriterThread
from bot.system import process_name
from bot.table.errors import BEING_UPDATED, LeaseLost, OutOfReach
from bot.table.processes.concurrency import run_to_end
from bot.table.processes.fences import FENCE

P = ParamSpec("P")
T = TypeVar("T")
Values: TypeAlias = Mapping[str, Any]

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

# FULL: a board that was posted must survive a power cut. The journal is written ahead (WAL), so
# that readers never wait for the writer.
_PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # What is deleted is overwritten: a person who is erased is in no free page.
    "PRAGMA secure_delete = ON",
    "PRAGMA busy_timeout = 10000",
)


CONNECTIONS: Final = 8
ASKERS: Final = 2
"""Threads that put questions to SQLite, which answers most of them in microseconds."""
FOR_EVER_SECONDS: Final = 30
"""How long work may wait for a connection if no patience is given: no work takes longer."""
IDLE_MILLISECONDS: Final = "60000"
CONNECTING_SECONDS: Final = 5
"""How long a server may take to answer; after that the person who clicked is told so."""
TRIES: Final = 5
DEADLOCK: Final = "40P01"
MIGRATION_PATIENCE_SECONDS: Final = 60
TABLE_PATIENCE_SECONDS: Final = 20
MIGRATING: Final = 0
"""The advisory lock of migrations; people have their ids, tellers of matches negative numbers."""


_LEASED: Final = text("""
    SELECT bucket FROM bucket_leases
    WHERE owner = :owner AND bucket = ANY(:buckets)
    AND epoch = (:epochs)[array_position(:buckets, bucket)]
    FOR KEY SHARE
""").bindparams(
    bindparam("buckets", type_=ARRAY(Integer)), bindparam("epochs", type_=ARRAY(BigInteger))
)


class Database:
    """Transactions on one database, by its address such as `sqlite:///faultline.db`.

    All raise `OutOfReach` if the database can't do it just now, and log that once until it can.
    `url` is one that `bot.storage.address` takes. `pool`: how many connections to a server are for
    transactions; half as many more are for questions. `patience`: how many seconds waiting for a
    connection, or a statement, may take; None: as long as it takes.
    """

    def __init__(self, url: str, *, pool: int = CONNECTIONS, patience: float | None = None) -> None:
        self._address = address = make_url(url)
        kind = address.get_backend_name()
        # Seeds are parameters: no error may show them in a log.
        options: dict[str, Any] = {"hide_parameters": True}
        self._patience, half = patience, max(2, (pool + 1) // 2)
        self._lost: _Lost | None = None
        self.is_open = True
        """Else it is just being opened: whoever does so says what is wrong."""
        self._is_read_only = False
        self._is_closed = False
        self._thread: WriterThread | None = None
        if kind == "sqlite":
            # One connection writes: others would only wait for SQLite's single lock.
            self._writer = _engine(address, pool_size=1, max_overflow=0, **options)
            self._reader = _engine(address, pool_size=4, max_overflow=0, **options)
            _say_begin(self._writer, "BEGIN IMMEDIATE")
            _say_begin(self._reader, "BEGIN")
            self._thread = WriterThread(address.database or ":memory:", _PRAGMAS)
        else:
            # A server that was started anew has forgotten the connections.
            options["pool_pre_ping"] = True
            options["max_overflow"] = 0
            options["pool_timeout"] = patience or FOR_EVER_SECONDS
            options["connect_args"] = {
                "timeout": CONNECTING_SECONDS,
                "command_timeout": patience,
                "server_settings": {
                    # The server shows who is connected. Which click a statement belongs to it
                    # can't: a comment would make each statement one of its own, to be planned anew.
                    "application_name": f"faultline {process_name()}",
                    # A process that was stopped must not hold for ever what others wait for.
                    "idle_in_transaction_session_timeout": IDLE_MILLISECONDS,
                    # Nor one whose machine has gone: else the system asks for it after hours.
                    "tcp_keepalives_idle": "10",
                    "tcp_keepalives_interval": "5",
                    "tcp_keepalives_count": "3",
                },
            }
            self._writer = _engine(address, pool_size=pool, **options)
            # Else each question would see a moment of its own, and a record could have more lines
            # than its match says.
            self._reader = self._writer.execution_options(isolation_level="REPEATABLE READ")
        alone = {"isolation_level": "AUTOCOMMIT", "poolclass": NullPool, "hide_parameters": True}
        self._apart = _engine(address, connect_args=options.get("connect_args", {}), **alone)
        # Lasting ones: each that overflows a pool costs a thread and its pragmas, once a question.
        lasting = {"pool_size": 12, "max_overflow": 0}
        asking = lasting if kind == "sqlite" else {"pool_size": half}
        self._asker = _engine(
            address,
            **asking,
            isolation_level="AUTOCOMMIT",
            # There is no transaction to undo.
            pool_reset_on_return=None,
            skip_autocommit_rollback=True,
            **options,
        )
        self._threads: ThreadPoolExecutor | None = None
        if kind == "sqlite":
            _set_up(self._asker)
            self._threads = ThreadPoolExecutor(ASKERS, "sqlite-asker")
            self._thread_asker = create_engine(
                address.set(drivername="sqlite"),
                pool_size=ASKERS,
                isolation_level="AUTOCOMMIT",
                pool_reset_on_return=None,
                skip_autocommit_rollback=True,
                **options,
            )
            _set_up_connections(self._thread_asker)

    def admit_writers(self, oldest: int) -> None:
        """Let only programs write that know migration `oldest`; this one reads on if it doesn't."""
        is_read_only = oldest > VERSION
        if is_read_only and not self._is_read_only:
            log.warning("read-only", writers_from=oldest, known=VERSION)
        self._is_read_only = is_read_only

    async def rows(self, query: Executable, values: Values | None = None) -> Sequence[Any]:
        """Ask one question; return the rows of its answer."""
        return await self.ask(lambda connection: connection.execute(query, values).all())

    async def row(self, query: Executable, values: Values | None = None) -> Any | None:
        """Ask one question; return the one row of its answer, or None."""
        return await self.ask(lambda connection: connection.execute(query, values).one_or_none())

    async def scalars(self, query: Executable, values: Values | None = None) -> Sequence[Any]:
        """Ask one question; return the first column of its answer."""
        return await self.ask(lambda connection: connection.execute(query, values).scalars().all())

    async def scalar(self, query: Executable, values: Values | None = None) -> Any | None:
        """Ask one question; return the first column of its one row, or None."""
        return await self.ask(
            lambda connection: connection.execute(query, values).scalar_one_or_none()
        )

    async def ask(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` learns by a question, without a transaction around it.

        On SQLite a thread asks and comes back once; the driver's way, back and forth for each step
        of a question, takes four times as much of the processor.
        """
        if self._threads is None:
            async with self.asking() as connection:
                return await connection.run_sync(work)
        asked = perf_counter()

        def there() -> T:
            with self._thread_asker.connect() as connection:
                metrics.DATABASE_WAIT.labels("ask").observe(perf_counter() - asked)
                return work(connection)

        with self.reached(), tracing.detail("ask"):
            return await asyncio.get_running_loop().run_in_executor(self._threads, there)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` learns by several questions that see one moment of the database."""
        if self._threads is None:
            async with self.reading() as connection:
                return await connection.run_sync(work)

        def at_one_moment(connection: Connection) -> T:
            connection.exec_driver_sql("BEGIN")
            try:
                return work(connection)
            finally:
                connection.exec_driver_sql("ROLLBACK")

        return await self.ask(at_one_moment)

    async def execute(self, statement: Executable, values: Values | None = None) -> int:
        """Change rows by one statement; return how many. Raises what `write` does."""

        def change(connection: Connection) -> int:
            return connection.execute(statement, values).rowcount

        return await self.write(change)

    async def write(
        self,
        work: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Do `work` in a transaction, wholly or not at all, and return what it returns.

        `work` must not wait for anything but the database. On SQLite a thread of its own does it,
        with whatever else waits by then in one commit. Raises `LeaseLost`, and does nothing, within
        a chore that is another process's by now.
        """
        self._check_open()
        if self._is_read_only:
            raise OutOfReach(BEING_UPDATED)

        def there(connection: Connection) -> T:
            return work(connection, *args, **kwargs)

        with tracing.detail("store"):
            if self._thread is not None:
                with self.reached(is_write=True):
                    async with asyncio.timeout(self._patience):
                        return await self._thread.write(there)
            # Given up or not, it is done: as it would be by the thread.
            return await run_to_end(self._write(there))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        with self._explained(is_write=True):
            return await self._write_again(work)

    async def _write_again(self, work: Callable[[Connection], T]) -> T:
        for _ in range(TRIES - 1):
            try:
                return await self._write_once(work)
            except DBAPIError as error:
                # Two waited for each other, and the server let one go on: nothing was done here.
                if getattr(error.orig, "sqlstate", None) != DEADLOCK:
                    raise
        return await self._write_once(work)

    async def _write_once(self, work: Callable[[Connection], T]) -> T:
        async with _connected(self._writer, "write") as connection:
            began = perf_counter()
            async with connection.begin():
                if (fence := FENCE.get()) is not None:
                    # Until the commit nobody can take the lease.
                    found = await connection.execute(_LEASED, fence._asdict())
                    if len(found.all()) < len(fence.buckets):
                        metrics.FENCES_REFUSED.inc()
                        raise LeaseLost("lease-lost", buckets=fence.buckets)
                result = await connection.run_sync(work)
            metrics.DATABASE_WRITE.observe(perf_counter() - began)
            return result

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a transaction that is committed at the end, or rolled back by an error."""
        if self._is_read_only:
            raise OutOfReach(BEING_UPDATED)
        with self.reached(is_write=True), tracing.detail("store"):
            async with _connected(self._writer, "write") as connection, connection.begin():
                yield connection

    @asynccontextmanager
    async def migrating(self) -> AsyncIterator[AsyncConnection]:
        """Give a transaction in which tables may be rebuilt that others refer to.

        Of several processes one after the other has it, or gives up after a minute. SQLite rebuilds
        a table by dropping it, which its foreign keys would forbid; they are checked as a whole
        before the commit.
        """
        with self.reached(is_write=True):
            if self._thread is None:
                # Of a connection of its own: tables may take long to rebuild.
                unhurried = {"timeout": CONNECTING_SECONDS}
                options: dict[str, Any] = {"poolclass": NullPool, "hide_parameters": True}
                engine = _engine(self._address, connect_args=unhurried, **options)
                async with engine.connect() as connection, connection.begin():
                    await _have_lock(connection)
                    yield connection
                return
            async with _connected(self._writer, "write") as connection:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                await driver.execute("PRAGMA foreign_keys = OFF")
                try:
                    async with connection.begin():
                        yield connection
                        broken = await connection.exec_driver_sql("PRAGMA foreign_key_check")
                        if lost := broken.all():
                            raise RuntimeError(lost[0])
                finally:
                    await driver.execute("PRAGMA foreign_keys = ON")

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a transaction that sees one moment of the database."""
        with self.reached(), tracing.detail("read"):
            async with _connected(self._reader, "read") as connection:
                yield connection

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection for one question, without a transaction around it."""
        with self.reached(), tracing.detail("ask"):
            async with _connected(self._asker, "ask") as connection:
                yield connection

    async def purge(self) -> None:
        """Let nothing be on the disk that was deleted or overwritten before, if SQLite can now.

        A server does it by itself, in its own time. While somebody reads what was, it stays in the
        journal until that is written anew.
        """
        if self._thread is not None:
            async with _connected(self._apart, "write") as connection:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    async def connect(self) -> AsyncConnection:
        """Return a connection for questions that stays open until it is closed.

        It takes nobody a turn of theirs.
        """
        with self.reached():
            return await self._apart.connect()

    async def close(self) -> None:
        """Close every connection; whatever is asked afterwards raises `OutOfReach`."""
        self._is_closed = True
        if self._thread is not None:
            await self._thread.close()
        if self._threads is not None:
            await asyncio.to_thread(self._threads.shutdown)
            self._thread_asker.dispose()
        for engine in (self._writer, self._reader, self._asker, self._apart):
            await engine.dispose()

    @contextmanager
    def reached(self, *, is_write: bool = False) -> Iterator[None]:
        """Turn what says that the database is in trouble into `OutOfReach`, with the `problem`."""
        self._check_open()
        with self._explained(is_write=is_write):
            yield

    def _check_open(self) -> None:
        """Raise `OutOfReach` once the database is closed.

        discord.py answers events in tasks of its own, which may still ask when the bot stops.
        """
        if self._is_closed:
            raise OutOfReach("database-closed", problem="unreachable")

    @contextmanager
    def _explained(self, *, is_write: bool) -> Iterator[None]:
        """Do as `reached` for what was given in time, though the database may be closed by now."""
        try:
            yield
        except Exception as error:
            if (problem := problem_of(error)) is None:
                raise
            metrics.DATABASE_PROBLEMS.labels(problem).inc()
            if self._lost is None and self.is_open:
                log.warning("database-lost", problem=problem, reason=reason_of(error))
            # That something can be read says nothing against a full disk.
            is_of_writing = is_write and problem != "unreachable"
            if self._lost is None or is_of_writing:
                since = monotonic() if self._lost is None else self._lost.since
                self._lost = _Lost(since, is_of_writing)
            raise OutOfReach("out-of-reach", problem=problem) from error
        if self._lost is not None and (is_write or not self._lost.is_of_writing):
            if self.is_open:
                log.info("database-back", seconds=round(monotonic() - self._lost.since, 1))
            self._lost = None


class _Lost(NamedTuple):
    """Since when the database is in trouble, by the monotonic clock, and whether for writing."""

    since: float
    is_of_writing: bool


def _engine(address: URL, **options: Any) -> AsyncEngine:
    """Return an engine whose connections are protected as the address asks for."""
    engine = create_async_engine(driven(address), **options)
    tls = tls_of(address)
    if tls.mode is not None:

        @event.listens_for(engine.sync_engine, "do_connect")
        def protect(_dialect: Any, _record: Any, _args: Any, named: dict[str, Any]) -> None:
            named["ssl"] = tls.given()

    return engine


@asynccontextmanager
async def _connected(engine: AsyncEngine, of: str) -> AsyncIterator[AsyncConnection]:
    """Give a connection that is closed, or back in the pool, at the end; `of` is what it is for.

    Opening one is never interrupted: the driver's thread would finish it, and nobody close it.
    """
    began = perf_counter()
    opening = asyncio.ensure_future(engine.connect().start())
    try:
        await asyncio.wait({opening})
    except asyncio.CancelledError:
        await asyncio.wait({opening})
        if not opening.cancelled() and opening.exception() is None:
            await opening.result().close()
        raise
    connection = opening.result()
    metrics.DATABASE_WAIT.labels(of).observe(perf_counter() - began)
    try:
        yield connection
    finally:
        await run_to_end(connection.close())


async def _have_lock(connection: AsyncConnection) -> None:
    """Be the only one who migrates, until the transaction ends."""
    end = monotonic() + MIGRATION_PATIENCE_SECONDS
    asked = select(func.pg_try_advisory_xact_lock(MIGRATING))
    while not (await connection.execute(asked)).scalar_one():
        left = round(end - monotonic())
        if left <= 0:
            raise TimeoutError("another process has been migrating it for a minute, and still is")
        log.info("waiting-for-migration", seconds_left=left)
        await asyncio.sleep(1)
    # If a long read kept the lock away, all other readers of the table would queue behind it.
    await connection.execute(text(f"SET LOCAL lock_timeout = '{TABLE_PATIENCE_SECONDS}s'"))


def _set_up(engine: AsyncEngine) -> None:
    _set_up_connections(engine.sync_engine)


def _set_up_connections(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
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
