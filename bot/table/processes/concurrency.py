"""Locks by key, and work that is finished even if its caller is cancelled."""

import asyncio
from collections.abc import Coroutine, Hashable
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

import structlog

from bot.table.errors import LeaseLost, Stale

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
        task.add_done_callback(_ended_alone)
        raise


def _ended_alone(task: "asyncio.Task[Any]") -> None:
    error = None if task.cancelled() else task.exception()
    # Work that came too late has changed nothing, and no caller is left to be told so.
    if error is not None and not isinstance(error, Stale | LeaseLost):
        log.error("failed-unawaited", exc_info=error)
