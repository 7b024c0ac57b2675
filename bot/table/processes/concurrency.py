"""Locks by key, and work that is finished even if its caller is cancelled."""

import asyncio
from collections.abc import Coroutine, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

import structlog

from bot.table.errors import LeaseLost, OutOfReach, Stale

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class Locks(Generic[K]):
    """A lock for each match or person, as long as a task holds or awaits it.

    They are for the tasks of this process; between processes the database decides.
    """

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()

    def of(self, key: K) -> asyncio.Lock:
        """Return the lock of a match or of a person."""
        return self._locks.setdefault(key, asyncio.Lock())


async def run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """Wait for work that is done to its end even if the caller is cancelled."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(log_failure)
        raise


@contextmanager
def beside(work: Coroutine[Any, Any, T]) -> Iterator["asyncio.Task[T]"]:
    """Do work beside a block that waits for it, or gives it up by ending before it."""
    task = asyncio.ensure_future(work)
    waited_for: BaseException | None = None
    try:
        yield task
    except BaseException as error:
        waited_for = error
        raise
    finally:
        task.cancel()
        is_known = task.done() and not task.cancelled() and task.exception() is waited_for
        if not is_known:
            task.add_done_callback(log_failure)


def log_failure(task: "asyncio.Task[Any]") -> None:
    """Log why a task failed for which nobody waits, which asyncio would do when it is forgotten."""
    error = None if task.cancelled() else task.exception()
    # Work that came too late has changed nothing; what is out of reach was logged where it was
    # found. No caller is left to be told so.
    if error is not None and not isinstance(error, Stale | LeaseLost | OutOfReach):
        log.error("failed-unawaited", exc_info=error)
