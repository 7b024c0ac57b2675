"""Whether another bot with the same token, on another database, was noticed."""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, inspect, select

from bot.storage.database import Database
from bot.storage.processes.deployment import put
from bot.storage.schema import deployment

NOTICED: Final = "rival-noticed"
"""The fact when that was last."""


class RivalStore:
    """Remembers it for `check`, which asks no Discord."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, at: datetime) -> None:
        """Store that one was noticed. Raises `OutOfReach`."""
        await self._database.write(put, NOTICED, at.isoformat())


def rival_noticed_at(connection: Connection) -> datetime | None:
    """Return when one was noticed last, as far as the database knows."""
    if not inspect(connection).has_table(deployment.name):
        return None
    noted = select(deployment.c.value).where(deployment.c.key == NOTICED)
    value = connection.execute(noted).scalar_one_or_none()
    return None if value is None else datetime.fromisoformat(value)
