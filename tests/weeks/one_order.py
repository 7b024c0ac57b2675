"""An event loop in which everything happens in one order: one seed is one run, to the statement.

Two things made runs of one seed differ: threads, which come back when the machine lets them, and
time-outs, which a busy machine brings about. So the work of threads is done in the loop, by the
same code and in the order in which it was given; and the loop's time passes only when nothing is
left to do but to wait, and then at once.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from contextvars import copy_context
from selectors import DefaultSelector, SelectorKey
from time import perf_counter
from typing import Any, TypeVar

import aiosqlite.core
import pytest
from sqlalchemy import Connection, StaticPool, create_engine, event

from bot.storage import database, writer

T = TypeVar("T")


class _Leaping(DefaultSelector):
    """Never waits for a moment: it says how far time goes on instead."""

    def __init__(self, leap: Callable[[float], None]) -> None:
        super().__init__()
        self._leap = leap

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        if not timeout:
            return super().select(timeout)
        events = super().select(0)
        if not events:
            self._leap(timeout)
        return events


class OneOrder(asyncio.SelectorEventLoop):
    """Does the work of threads itself, and lets time pass when nothing else is to be done."""

    def __init__(self) -> None:
        self._now = 0.0
        super().__init__(_Leaping(self._leap))

    def time(self) -> float:
        return self._now

    def _leap(self, seconds: float) -> None:
        self._now += seconds

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> "asyncio.Future[T]":
        del executor
        future: asyncio.Future[T] = self.create_future()
        _done(future, lambda: func(*args))
        return future


class _Queue:
    """Stands for the queue of a driver's thread: what is put into it is done at once."""

    def put_nowait(self, item: tuple["asyncio.Future[Any] | None", Callable[[], Any]]) -> None:
        future, work = item
        if future is None:
            work()
        else:
            _done(future, work)


class _NoThread:
    """Stands for a driver's thread."""

    def __init__(self, **_: Any) -> None:
        self.daemon = True

    def start(self) -> None:
        """Begin nothing: the queue does it all."""


class _Writer(writer.WriterThread):
    """Writes what was given within one step of the loop in one commit."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._given: list[writer._Job] = []
        self._engine = create_engine(
            "sqlite://", creator=self._connected, poolclass=StaticPool, hide_parameters=True
        )
        event.listen(self._engine, "begin", writer._begin)

    async def write(self, work: Callable[[Connection], T]) -> T:
        if self._is_closed:
            raise RuntimeError("the database is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if not self._given:
            loop.call_soon(self._flush)
        self._given.append(writer._Job(done, work, copy_context(), perf_counter()))
        return await done

    def _flush(self) -> None:
        while batch := self._given[: writer.AT_MOST]:
            del self._given[: writer.AT_MOST]
            writer._tell(batch, self._results(self._engine, batch))

    async def close(self) -> None:
        self._is_closed = True
        self._flush()
        self._engine.dispose()


@contextmanager
def without_threads() -> Iterator[None]:
    """Let databases do their work in the loop."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aiosqlite.core, "SimpleQueue", _Queue)
        patch.setattr(aiosqlite.core, "Thread", _NoThread)
        patch.setattr(database, "WriterThread", _Writer)
        yield


def _done(future: "asyncio.Future[T]", work: Callable[[], T]) -> None:
    """Do work now, and let those who wait hear of it in the loop's next step."""
    loop = future.get_loop()
    try:
        result = work()
    except BaseException as error:  # noqa: BLE001 - raised in the waiting caller
        loop.call_soon(_tell, future, None, error)
    else:
        loop.call_soon(_tell, future, result, None)


def _tell(future: "asyncio.Future[T]", result: Any, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
