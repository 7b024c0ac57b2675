"""Who doesn't want to sit at a table with whom: known to the one who blocks alone."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, delete, func, select

from bot.storage.database import Database
from bot.storage.schema import blocks
from bot.storage.upserts import Upsert
from bot.table.ids import PlayerId
from bot.table.match.match import Person

MOST: Final = 100
"""A person blocks at most as many others."""

_PUT: Final = Upsert(blocks, ["player", "blocked"])


class BlockStore:
    """Block lists; they hold in every server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: PlayerId) -> Sequence[Person]:
        """Return whom a person blocks, by the names that these had then, the newest first."""
        wanted = select(blocks.c.blocked, blocks.c.name).where(blocks.c.player == player)
        rows = await self._database.rows(wanted.order_by(blocks.c.at.desc(), blocks.c.blocked))
        return [Person(PlayerId(row.blocked), row.name) for row in rows]

    async def blocked_among(
        self, player: PlayerId, others: Collection[PlayerId]
    ) -> frozenset[PlayerId]:
        """Return who of `others` is on the block list of a person."""
        wanted = select(blocks.c.blocked).where(
            blocks.c.player == player, blocks.c.blocked.in_(others)
        )
        return frozenset(PlayerId(each) for each in await self._database.scalars(wanted))

    async def blockers_among(
        self, player: PlayerId, others: Collection[PlayerId]
    ) -> frozenset[PlayerId]:
        """Return who of `others` has this person on their block list."""
        wanted = select(blocks.c.player).where(
            blocks.c.blocked == player, blocks.c.player.in_(others)
        )
        return frozenset(PlayerId(each) for each in await self._database.scalars(wanted))

    async def block(self, player: PlayerId, whom: Person, now: datetime) -> bool:
        """Put a person on a block list; False: it is full. One who is there stays there."""

        def block(connection: Connection) -> bool:
            mine = select(func.count()).select_from(blocks).where(blocks.c.player == player)
            if connection.execute(mine.where(blocks.c.blocked != whom.id)).scalar_one() >= MOST:
                return False
            values = {"player": player, "blocked": whom.id, "name": whom.name, "at": now}
            _PUT.execute(connection, values)
            return True

        return await self._database.write(block)

    async def unblock(self, player: PlayerId, whom: PlayerId) -> bool:
        """Take a person off a block list; False: they weren't on it."""

        def unblock(connection: Connection) -> bool:
            listed = (blocks.c.player == player, blocks.c.blocked == whom)
            return connection.execute(delete(blocks).where(*listed)).rowcount > 0

        return await self._database.write(unblock)
