"""Facts of the whole deployment: what was done once for a release."""

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from bot.storage.database import Database
from bot.storage.schema import deployment
from bot.table.processes.deployment import Exclusive, ExclusiveTask

COMMANDS: Final = "commands"
"""The fact which commands Discord was told last."""


def put(connection: Connection, key: str, value: str) -> None:
    """Store a fact in place of what it was."""
    connection.execute(delete(deployment).where(deployment.c.key == key))
    connection.execute(insert(deployment), {"key": key, "value": value})


class ReleaseStore:
    """Keeps the port `Releases`. `exclusive` None: this process is alone."""

    def __init__(self, database: Database, exclusive: Exclusive | None = None) -> None:
        self._database = database
        self._exclusive = exclusive

    async def once(self, key: str, value: str, do: Callable[[], Awaitable[object]]) -> bool:
        if await self._is_done(key, value):
            return False
        async with (
            nullcontext()
            if self._exclusive is None
            else self._exclusive.hold(ExclusiveTask.COMMANDS)
        ):
            if await self._is_done(key, value):
                return False
            await do()
            await self._database.write(put, key, value)
        return True

    async def forget(self, key: str) -> None:
        """Let it be done again."""
        await self._database.execute(delete(deployment).where(deployment.c.key == key))

    async def _is_done(self, key: str, value: str) -> bool:
        asked = select(deployment.c.value).where(deployment.c.key == key)
        return bool(await self._database.scalar(asked) == value)
