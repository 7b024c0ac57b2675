"""What people and servers prefer, on SQLAlchemy Core."""

from collections import OrderedDict
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import Table, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.hosting.match import PlayerId
from bot.hosting.ports import GuildPreferences, Preferences
from bot.storage.database import Database
from bot.storage.schema import guilds, players

_MOST_REMEMBERED: Final = 4096
_CHANNELS: Final = TypeAdapter(tuple[int, ...])


class SqlPlayers:
    """Keeps preferences in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._remembered: OrderedDict[PlayerId, Preferences] = OrderedDict()

    async def preferences(self, player: PlayerId) -> Preferences:
        async with self._database.asking() as connection:
            found = await connection.execute(select(players).where(players.c.id == player))
            row = found.one_or_none()
        stored = () if row is None else (row.language, row.lists, row.confirm_twice, row.height_cm)
        return self._remember(player, Preferences(*stored))

    def remembered(self, player: PlayerId) -> Preferences | None:
        return self._remembered.get(player)

    async def prefer(self, player: PlayerId, preferences: Preferences) -> None:
        values = {
            "language": preferences.language,
            "lists": preferences.lists,
            "confirm_twice": preferences.confirm_twice,
            "height_cm": preferences.height_cm,
        }
        async with self._database.writing() as connection:
            await _put(connection, players, player, values)
        self._remember(player, preferences)

    async def guild(self, guild: int) -> GuildPreferences:
        async with self._database.asking() as connection:
            found = await connection.execute(select(guilds).where(guilds.c.id == guild))
            row = found.one_or_none()
        if row is None:
            return GuildPreferences()
        channels = _CHANNELS.validate_json(row.channels)
        return GuildPreferences(row.language, channels, row.threads)

    async def set_guild(self, guild: int, preferences: GuildPreferences) -> None:
        values = {
            "language": preferences.language,
            "channels": _CHANNELS.dump_json(preferences.channels).decode(),
            "threads": preferences.threads,
        }
        async with self._database.writing() as connection:
            await _put(connection, guilds, guild, values)

    def _remember(self, player: PlayerId, preferences: Preferences) -> Preferences:
        self._remembered[player] = preferences
        self._remembered.move_to_end(player)
        while len(self._remembered) > _MOST_REMEMBERED:
            self._remembered.popitem(last=False)
        return preferences


async def _put(connection: AsyncConnection, table: Table, key: int, values: dict[str, Any]) -> None:
    """Insert a row or change the one that is there; both databases spell it the same."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    put = dialect.insert(table).values(id=key, **values)
    await connection.execute(put.on_conflict_do_update(index_elements=[table.c.id], set_=values))
