"""Which matches there are in a channel or of a person: their rows, never their records."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.hosting.match import Match, MatchId, PlayerId, Posted, Status, Target, Venue
from bot.hosting.ports import Whereabouts
from bot.storage.database import Database
from bot.storage.rows import chair_of, match_of, posted_of
from bot.storage.schema import matches
from bot.storage.statements import OPEN, SEATS, TELLINGS, here, ids_of, seated


class SqlListings:
    """Lists the matches of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def in_channel(self, channel: int) -> Sequence[Match]:
        """Return open and running matches of a channel or thread, newest first."""
        return await self._open_ones(here(channel))

    async def finished_in(self, channel: int) -> MatchId | None:
        """Return the newest finished match of a channel or thread."""
        over = matches.c.status == Status.FINISHED.value
        newest = select(func.max(matches.c.id)).where(here(channel), over)
        async with self._database.asking() as connection:
            found = (await connection.execute(newest)).scalar_one()
        return None if found is None else MatchId(found)

    async def of_player(self, player: PlayerId) -> Sequence[Match]:
        """Return open and running matches of a person, newest first."""
        return await self._open_ones(seated(player))

    async def in_guild(self, guild: int) -> Sequence[Match]:
        """Return open and running matches of a server, newest first."""
        return await self._open_ones(matches.c.guild == guild)

    async def whereabouts(self) -> Sequence[Whereabouts]:
        """Return where all matches are that are open, running or lost."""
        columns = (matches.c.id, matches.c.guild, matches.c.channel, matches.c.lost_at)
        wanted = select(*columns).where(or_(OPEN, matches.c.lost_at.is_not(None)))
        async with self._database.asking() as connection:
            rows = (await connection.execute(wanted.order_by(matches.c.id))).all()
        return [
            Whereabouts(MatchId(row.id), Venue(row.guild, row.channel), row.lost_at is not None)
            for row in rows
        ]

    async def every(self) -> Sequence[MatchId]:
        """Return the ids of all matches."""
        return await ids_of(self._database)

    async def _open_ones(self, condition: ColumnElement[bool]) -> Sequence[Match]:
        wanted = select(matches).where(OPEN, condition).order_by(matches.c.id.desc())
        async with self._database.reading() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
            chairs, posts = await parts_of(connection, [row["id"] for row in rows])
        return [match_of(row, chairs[row["id"]], posts[row["id"]]) for row in rows]


async def parts_of(
    connection: AsyncConnection, match_ids: Sequence[int]
) -> tuple[Mapping[int, list[Any]], Mapping[int, dict[Target, Posted]]]:
    """Return the chairs and tellings of some matches, by match."""
    ids = {"ids": match_ids}
    chairs: dict[int, list[Any]] = defaultdict(list)
    posts: dict[int, dict[Target, Posted]] = defaultdict(dict)
    if match_ids:
        for row in (await connection.execute(SEATS, ids)).mappings():
            chairs[row["match_id"]].append(chair_of(row))
        for row in (await connection.execute(TELLINGS, ids)).mappings():
            posts[row["match_id"]][Target(row["target"])] = posted_of(row)
    return chairs, posts
