"""A connection that stays open, for short questions: what it holds ends with it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Final, TypeVar

from sqlalchemy import false, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database

T = TypeVar("T")

PATIENCE_SECONDS: Final = 10
"""A database that takes longer for an answer is out of reach."""


class LastingConnection:
    """One connection, outside of those for which work may have to wait.

    It is asked one thing at a time, without a transaction around it, and opened anew if it broke.
    The server ends it when nothing was asked for `ends_after`. So the locks that it holds become
    free even if its process has only stopped running, and not ended.
    """

    def __init__(self, database: Database, ends_after: timedelta | None = None) -> None:
        self._database = database
        self._ends_after = ends_after
        self._turn = asyncio.Lock()
        self._connection: AsyncConnection | None = None

    async def ask(self, question: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Return the answer; raise `OutOfReach`. A question may be put twice."""
        async with self._turn:
            with self._database.reached():
                if self._connection is not None:
                    # One that broke while nobody looked says nothing about the database now.
                    with suppress(DBAPIError):
                        return await self._answer(self._connection, question)
                self._connection = await self._database.connect()
                if self._ends_after is not None:
                    end = f"{self._ends_after.total_seconds() * 1000:.0f}ms"
                    setting = func.set_config("idle_session_timeout", end, false())
                    await self._answer(self._connection, lambda it: it.execute(select(setting)))
                return await self._answer(self._connection, question)

    async def close(self) -> None:
        """End it, and all that it holds; the next question opens another one."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            # For good: one that went back to the pool would keep its locks.
            await connection.invalidate()
            await connection.close()

    async def _answer(
        self, connection: AsyncConnection, question: Callable[[AsyncConnection], Awaitable[T]]
    ) -> T:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await question(connection)
        except BaseException:
            # Nobody knows what it holds now.
            await self.close()
            raise
