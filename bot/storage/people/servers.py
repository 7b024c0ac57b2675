"""Servers that removed the bot: since when, and how all of them goes if it stays so."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import (
    Connection,
    delete,
    exists,
    literal_column,
    select,
    union,
    update,
)

from bot.storage import timers
from bot.storage.advice.puzzles import forget_names
from bot.storage.database import Database
from bot.storage.schema import guilds, holidays, matches, metadata, puzzle_answers, ratings, results
from bot.storage.upserts import Upsert
from bot.table.ages import LEFT_SERVERS
from bot.table.time.timers import Timer, TimerKey, TimerKind

MATCHES: Final = 50
"""How many matches are erased in one transaction: moves wait for it meanwhile."""
SOON: Final = timedelta(seconds=10)

_LEAVE: Final = Upsert(guilds, ["id"], ["left_at"], where=guilds.c.left_at.is_(None))
_OF_MATCHES: Final = [each for each in reversed(metadata.sorted_tables) if "match_id" in each.c]
_OF_SERVERS: Final = [
    each for each in metadata.sorted_tables if "guild" in each.c and each is not puzzle_answers
]


class ServerStore:
    """Which servers the bot has left; a timer erases each, unless it comes back before."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leave(self, which: Collection[int], now: datetime) -> bool:
        """Store that servers removed the bot; False: it is known of all of them already."""

        def leave(connection: Connection) -> bool:
            values = {"channels": "[]", "threads": True, "left_at": now}
            left = [each for each in which if _LEAVE.execute(connection, {"id": each, **values})]
            timers.put(connection, *(_timer(each, now + LEFT_SERVERS) for each in left))
            return bool(left)

        return bool(which) and await self._database.write(leave)

    async def come_back(self, which: Collection[int]) -> None:
        """Store that the bot is in servers again: nothing of them is erased."""

        def come_back(connection: Connection) -> None:
            back = update(guilds).where(guilds.c.id.in_(which)).values(left_at=None)
            connection.execute(back)
            timers.drop(connection, *(_key(each) for each in which))

        if which:
            await self._database.write(come_back)

    async def find_left(self) -> Sequence[int]:
        """Return the servers that the bot has left."""
        left = select(guilds.c.id).where(guilds.c.left_at.is_not(None))
        return await self._database.scalars(left)

    async def find_kept(self, shard: int, shards: int) -> Sequence[int]:
        """Return the servers of which anything is kept, of one shard of `shards`.

        Without those that the bot has left.
        """
        # What became of matches is where their matches are.
        tables = {*_OF_SERVERS, puzzle_answers} - {results, ratings}
        there = (select(each.c.guild) for each in tables)
        kept = union(select(guilds.c.id), *there).subquery()
        guild = kept.c[0]
        of_shard = guild.bitwise_rshift(literal_column("22")).bitwise_and(shards - 1) == shard
        stays = ~exists().where(guilds.c.id == guild, guilds.c.left_at.is_not(None))
        # 0 stands for direct messages.
        return await self._database.scalars(select(guild).where(guild > 0, of_shard, stays))


def erase(connection: Connection, timer: Timer, now: datetime) -> None:
    """Erase matches of a server that is gone, and the rest of it once there are none.

    Nothing of one that came back, or where a table was opened since.
    """
    guild = int(timer.key)
    opened = exists().where(matches.c.guild == guild, matches.c.opened_at > guilds.c.left_at)
    gone = select(guilds.c.id).where(guilds.c.id == guild, guilds.c.left_at.is_not(None), ~opened)
    if connection.execute(gone).first() is None:
        return
    some = select(matches.c.id).where(matches.c.guild == guild).order_by(matches.c.id)
    found = connection.execute(some.limit(MATCHES)).scalars().all()
    if found:
        _erase_matches(connection, found)
        timers.put(connection, _timer(guild, now + SOON))
        return
    # Those hold in other servers, too.
    everywhere = update(holidays).where(holidays.c.guild == guild, holidays.c.everywhere)
    connection.execute(everywhere.values(guild=None))
    for table in _OF_SERVERS:
        connection.execute(delete(table).where(table.c.guild == guild))
    forget_names(connection, puzzle_answers.c.guild == guild)
    connection.execute(delete(guilds).where(guilds.c.id == guild))


def _erase_matches(connection: Connection, which: Sequence[int]) -> None:
    for column in (matches.c.follows, matches.c.rematch):
        connection.execute(update(matches).where(column.in_(which)).values({column: None}))
    for table in _OF_MATCHES:
        connection.execute(delete(table).where(table.c.match_id.in_(which)))
    connection.execute(delete(matches).where(matches.c.id.in_(which)))


def _timer(guild: int, due_at: datetime) -> Timer:
    return Timer(*_key(guild), due_at)


def _key(guild: int) -> TimerKey:
    return TimerKey(TimerKind.SERVER_GONE, str(guild))
