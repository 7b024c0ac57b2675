"""One life of the process: the real host on the real database, until it is killed.

A kill is an exception at a crossing (before and after each commit and each request) or at whatever
its tasks wait for at that moment. From then on nothing that this life still tries gets through:
it neither writes nor sends. What it held in memory is gone; the next life opens the file anew.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database

P = ParamSpec("P")
T = TypeVar("T")


class Killed(BaseException):
    """The process is gone."""


class Mortality:
    """Counts crossings and ends a life at the one that the plan names."""

    def __init__(self, plan: Callable[[str], bool]) -> None:
        self._plan = plan
        self.died_at: str | None = None
        self.died = asyncio.Event()

    def cross(self, where: str) -> None:
        """Go on, or die here."""
        if self.died_at is None and self._plan(where):
            self.die(where)
        if self.died_at is not None:
            raise Killed(self.died_at)

    def die(self, where: str) -> None:
        """Let nothing of this life get through from now on."""
        self.died_at = where
        self.died.set()


class MortalDatabase(Database):
    """The real database, with a crossing before and after each commit and before each question.

    `committed` is called after each commit.
    """

    def __init__(
        self, url: str, cross: Callable[[str], None], committed: Callable[[], None]
    ) -> None:
        super().__init__(url)
        self._cross = cross
        self._committed = committed

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        self._cross("before a commit")
        result = await super().write(work, *args, **kwargs)
        self._committed()
        self._cross("after a commit")
        return result

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        self._cross("before a commit")
        async with super().writing() as connection:
            yield connection
        self._committed()
        self._cross("after a commit")

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        self._cross("before a question")
        async with super().reading() as connection:
            yield connection

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[AsyncConnection]:
        self._cross("before a question")
        async with super().asking() as connection:
            yield connection


async def lived(mortality: Mortality, work: Awaitable[T]) -> T:
    """Return what `work` returns, or raise `Killed` when this life has ended, with all its tasks.

    Every task but the one that waits here belongs to the life.
    """
    task = asyncio.ensure_future(work)
    death = asyncio.ensure_future(mortality.died.wait())
    try:
        await asyncio.wait({task, death}, return_when=asyncio.FIRST_COMPLETED)
        if mortality.died_at is None:
            return await task
    finally:
        death.cancel()
        if mortality.died_at is not None:
            await buried()
            if not task.cancelled():
                # Whatever came of it, nobody hears it.
                task.exception()
    raise Killed(mortality.died_at)


async def buried() -> None:
    """End all tasks of a dead life."""
    me = asyncio.current_task()
    while left := asyncio.all_tasks() - {me}:
        for each in left:
            # Connections that are being opened or closed are the driver's, not ours.
            if "AsyncConnection" not in getattr(each.get_coro(), "__qualname__", ""):
                each.cancel()
        await asyncio.wait(left, timeout=1)
