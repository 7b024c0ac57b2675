"""One thread writes SQLite: what waits meanwhile is written in one commit, with one sync."""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from queue import SimpleQueue
from sqlite3 import Connection as Driver
from sqlite3 import connect
from threading import Thread
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, StaticPool, create_engine, event

from bot import metrics

T = TypeVar("T")

AT_MOST: Final = 64
"""At most how many pieces of work share a commit."""


class _Job(NamedTuple):
    done: "asyncio.Future[Any]"
    work: Callable[[Connection], Any]
    context: Context
    """The caller's: what is logged there belongs to the same click."""
    given_at: float

    def result(self, connection: Connection) -> Any:
        return self.context.run(self.work, connection)


class WriterThread:
    """Does work in transactions, in the order in which it was given.

    Each piece is done wholly or not at all: alone in its transaction, or in a savepoint beside
    others. Nobody hears of theirs before the commit. Work that is given up is done nevertheless.
    """

    def __init__(self, path: str, pragmas: Sequence[str]) -> None:
        self._path = path
        self._pragmas = pragmas
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._is_closed = False
        metrics.QUEUE.labels("writer").set_function(self._jobs.qsize)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, when it is on the disk."""
        if self._is_closed:
            raise RuntimeError("the database is closed")
        if self._thread is None:
            self._thread = Thread(target=self._run, name="sqlite-writer", daemon=True)
            self._thread.start()
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(done, work, copy_context(), perf_counter()))
        return await done

    async def close(self) -> None:
        """Do what is waiting, then end the thread; nothing more is taken."""
        self._is_closed = True
        if self._thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    def _run(self) -> None:
        engine = create_engine(
            "sqlite://",
            creator=self._connected,
            poolclass=StaticPool,
            hide_parameters=True,
        )
        event.listen(engine, "begin", _begin)
        try:
            while batch := self._batch():
                began = perf_counter()
                results = self._results(engine, batch)
                _tell(batch, results)
                metrics.DATABASE_WRITE.observe(perf_counter() - began)
                metrics.DATABASE_BATCH.observe(len(batch))
                metrics.DATABASE_WAIT.labels("write").observe(began - batch[0].given_at)
        finally:
            engine.dispose()

    def _connected(self) -> Driver:
        driver = connect(self._path, isolation_level=None, check_same_thread=False)
        for pragma in self._pragmas:
            driver.execute(pragma)
        return driver

    def _batch(self) -> list[_Job]:
        batch: list[_Job] = []
        while len(batch) < AT_MOST and not (batch and self._jobs.empty()):
            job = self._jobs.get()
            if job is None:
                # Once more for the next look: what was given before is done first.
                if batch:
                    self._jobs.put(None)
                break
            batch.append(job)
        return batch

    @staticmethod
    def _results(engine: Any, batch: Sequence[_Job]) -> list[tuple[Any, BaseException | None]]:
        try:
            with engine.begin() as connection:
                if len(batch) == 1:
                    return [(batch[0].result(connection), None)]
                return [_apart(connection, job) for job in batch]
        except BaseException as error:  # noqa: BLE001 - raised in the waiting callers
            return [(None, error)] * len(batch)


def _begin(connection: Connection) -> None:
    driver: Any = connection.connection.driver_connection
    driver.execute("BEGIN IMMEDIATE")


def _apart(connection: Connection, job: _Job) -> tuple[Any, BaseException | None]:
    driver: Any = connection.connection.driver_connection
    driver.execute("SAVEPOINT job")
    try:
        result = job.result(connection)
    except Exception as error:
        if not driver.in_transaction:
            raise  # a disk that is full or fails took back what the others did, too
        driver.execute("ROLLBACK TO job")
        driver.execute("RELEASE job")
        return None, error
    driver.execute("RELEASE job")
    return result, None


def _tell(batch: Sequence[_Job], results: Sequence[tuple[Any, BaseException | None]]) -> None:
    def tell() -> None:
        for job, (result, error) in zip(batch, results, strict=True):
            if job.done.done():
                continue
            if error is None:
                job.done.set_result(result)
            else:
                job.done.set_exception(error)

    try:
        batch[0].done.get_loop().call_soon_threadsafe(tell)
    except RuntimeError:
        # The loop is closed: nobody waits any more.
        return
