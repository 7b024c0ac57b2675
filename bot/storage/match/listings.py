"""Which matches there are, and which have something to do: their rows, never their records."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, RowMapping, Select, and_, func, literal_column, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database
from bot.storage.processes.buckets import within
from bot.storage.rows import (
    BALLOTS,
    INVITATIONS,
    OPEN,
    SEATS,
    TELLINGS,
    VOTES,
    ChildRows,
    ballot_of,
    chair_of,
    here,
    invitation_of,
    match_of,
    posted_of,
    seated,
    vote_of,
)
from bot.storage.schema import matches, plans, tellings, waits
from bot.table.errors import UnknownMatch
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Status, Target, Venue
from bot.table.match.stored import MatchLocation, Pending
from bot.table.processes.buckets import Buckets

_PENDING: Final = (matches.c.id, matches.c.channel, matches.c.bucket)

_AT_ONCE: Final = 500
"""At most how many servers one question is about: databases limit the parameters."""


class Listings:
    """Lists the matches of a database; partial indexes say which have something to do."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get_without_record(self, match_id: MatchId) -> Match:
        """Return a match without its record; raise `UnknownMatch`."""
        if found := await self._find(matches.c.id == match_id):
            return found[0]
        raise UnknownMatch("unknown-match", match=match_id)

    async def in_channel(self, channel: int) -> Sequence[Match]:
        """Return matches of a channel or thread that are in the lobby or playing, newest first."""
        return await self._open_ones(here(channel))

    async def find_finished(self, channel: int) -> MatchId | None:
        """Return the newest finished match of a channel or thread."""
        over = matches.c.status == Status.FINISHED.value
        newest = select(func.max(matches.c.id)).where(here(channel), over)
        found = await self._database.scalar(newest)
        return None if found is None else MatchId(found)

    async def of_player(self, player: PlayerId) -> Sequence[Match]:
        """Return a person's tables in the lobby or playing: those that wait for them, the newest.

        Each of the two groups newest first.
        """
        tables = await self._open_ones(seated(player))
        return sorted(tables, key=lambda each: each.seat_of(player) not in each.acting)

    async def waiting_for(self, player: PlayerId) -> Sequence[MatchId]:
        """Return the matches that wait for a person's move, the one that waits longest first."""
        can_be_played = (matches.c.status == Status.PLAYING.value, matches.c.lost_at.is_(None))
        asked = select(waits.c.match_id).join(matches, matches.c.id == waits.c.match_id)
        asked = asked.where(waits.c.player == player, *can_be_played)
        found = await self._database.scalars(asked.order_by(waits.c.asked_at, waits.c.match_id))
        return [MatchId(each) for each in found]

    async def in_guild(self, guild: int) -> Sequence[Match]:
        """Return matches of a server that are in the lobby or playing, newest first."""
        return await self._open_ones(matches.c.guild == guild)

    async def waiting_since(self, guild: int) -> Mapping[MatchId, datetime]:
        """Return since when each match of a server has waited for a person who must act."""
        asked = select(waits.c.match_id, func.min(waits.c.asked_at).label("since"))
        asked = asked.join(matches, matches.c.id == waits.c.match_id)
        asked = asked.where(OPEN, matches.c.guild == guild).group_by(waits.c.match_id)
        return {MatchId(row.match_id): row.since for row in await self._database.rows(asked)}

    async def names_in_guild(self, guild: int) -> Sequence[tuple[MatchId, str, int]]:
        """Return id, title and channel of the matches of a server in the lobby or playing."""
        wanted = select(matches.c.id, matches.c.game, matches.c.channel)
        there = wanted.where(OPEN, matches.c.guild == guild).order_by(matches.c.id.desc())
        found = await self._database.rows(there)
        return [(MatchId(row.id), row.game, row.channel) for row in found]

    async def seeking(self, guild: int) -> Sequence[Match]:
        """Return the tables of a server that haven't begun, open the longest first."""
        is_open = (matches.c.status == Status.LOBBY.value, matches.c.lost_at.is_(None))
        found = await self._find(matches.c.guild == guild, *is_open, ~matches.c.teaching)
        return sorted(found, key=lambda each: (each.opened_at, each.id))

    async def count_in_guild(self, guild: int) -> int:
        """Return how many matches of a server are in the lobby or playing."""
        there = select(func.count()).select_from(matches).where(OPEN, matches.c.guild == guild)
        return await self._database.scalar(there) or 0

    async def guilds(self, shard: int = 0, shards: int = 1) -> Sequence[int]:
        """Return the servers with open matches that belong to one of `shards` shards."""
        # The stored bucket would mean a look at each row: this is in the index.
        of_shard = (
            matches.c.guild.bitwise_rshift(literal_column("22")).bitwise_and(shards - 1) == shard
        )
        there = (OPEN, matches.c.guild.is_not(None), of_shard)
        return await self._database.scalars(select(matches.c.guild).where(*there).distinct())

    async def locations(self, guilds: Sequence[int]) -> Sequence[MatchLocation]:
        """Return the open matches of these servers, and all that are lost."""
        wanted = select(matches.c.id, matches.c.guild, matches.c.channel, matches.c.lost_at)
        lost = wanted.where(matches.c.lost_at.is_not(None))
        async with self._database.asking() as connection:
            rows = list(await connection.execute(lost))
            for first in range(0, len(guilds), _AT_ONCE):
                there = matches.c.guild.in_(guilds[first : first + _AT_ONCE])
                still = (OPEN, there, matches.c.lost_at.is_(None))
                rows += await connection.execute(wanted.where(*still))
        return [
            MatchLocation(MatchId(row.id), Venue(row.guild, row.channel), row.lost_at is not None)
            for row in sorted(rows, key=lambda row: row.id)
        ]

    async def every(self) -> Sequence[MatchId]:
        """Return the ids of all matches, for the command that checks them."""
        found = await self._database.scalars(select(matches.c.id).order_by(matches.c.id))
        return [MatchId(each) for each in found]

    async def find_pending(
        self, now: datetime, buckets: Buckets = None
    ) -> Mapping[MatchId, Pending]:
        """Return the matches of which time asks something, in these buckets."""
        due = await self.find_due(now, buckets)
        agents, untold = await self.for_agents(buckets), await self.find_untold(buckets)
        # Computer players come last: some of them only wait, as people may still deal.
        return {**due, **untold, **await self.for_plans(buckets), **agents}

    async def find_untold(self, buckets: Buckets = None) -> Mapping[MatchId, Pending]:
        """Return matches whose channel has not seen everything."""
        there = matches.c.lost_at.is_(None)
        begun = matches.c.status.in_((Status.PLAYING.value, Status.FINISHED.value))
        is_table = tellings.c.target.in_((Target.TABLE.value, Target.PING.value))
        can_be_told = or_(
            tellings.c.target == Target.COVER.value,
            and_(is_table, matches.c.status != Status.PAUSED.value),
            # Proposals.
            begun,
        )
        # In the words of the index, which SQLite uses only then.
        columns = (tellings.c.match_id.label("id"), matches.c.channel, matches.c.bucket)
        behind = select(*columns).join(matches).where(*within(matches.c.bucket, buckets))
        behind = behind.where(tellings.c.told < tellings.c.want, can_be_told, there).distinct()
        return await self._find_rows(behind.order_by(tellings.c.match_id))

    async def find_due(self, now: datetime, buckets: Buckets = None) -> Mapping[MatchId, Pending]:
        """Return lobbies whose `expires_at` has come."""
        expires = matches.c.expires_at
        due = select(*_PENDING).where(expires.is_not(None), expires <= now)
        return await self._find_rows(due.where(*within(matches.c.bucket, buckets)))

    async def for_agents(self, buckets: Buckets = None) -> Mapping[MatchId, Pending]:
        """Return matches that wait for a computer player."""
        waiting = select(*_PENDING).where(matches.c.agent_acts)
        return await self._find_rows(waiting.where(*within(matches.c.bucket, buckets)))

    async def for_plans(self, buckets: Buckets = None) -> Mapping[MatchId, Pending]:
        """Return matches that wait for a move that its player has planned."""
        is_on = (matches.c.status == Status.PLAYING.value, matches.c.lost_at.is_(None))
        due = select(*_PENDING).join(plans).where(plans.c.due, *is_on)
        due = due.where(*within(matches.c.bucket, buckets))
        return await self._find_rows(due.order_by(matches.c.id))

    async def _find_rows(self, wanted: Select[Any]) -> Mapping[MatchId, Pending]:
        rows = await self._database.rows(wanted)
        return {MatchId(row.id): Pending(row.channel, row.bucket) for row in rows}

    async def _open_ones(self, condition: ColumnElement[bool]) -> Sequence[Match]:
        return await self._find(OPEN, condition)

    async def _find(self, *conditions: ColumnElement[bool]) -> Sequence[Match]:
        wanted = select(matches).where(*conditions).order_by(matches.c.id.desc())
        async with self._database.reading() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
            parts = await parts_of(connection, rows)
        return [match_of(row, parts[row["id"]]) for row in rows]


async def parts_of(
    connection: AsyncConnection, rows: Sequence[RowMapping]
) -> Mapping[int, ChildRows]:
    """Return what some matches have in rows of other tables, by match."""
    ids = {"ids": [row["id"] for row in rows]}
    parts: dict[int, ChildRows] = defaultdict(ChildRows)
    if not rows:
        return parts
    for row in (await connection.execute(SEATS, ids)).mappings():
        parts[row["match_id"]].chairs.append(chair_of(row))
    for row in (await connection.execute(TELLINGS, ids)).mappings():
        parts[row["match_id"]].posts[Target(row["target"])] = posted_of(row)
    if any(row["status"] == Status.LOBBY.value for row in rows):
        for row in (await connection.execute(INVITATIONS, ids)).mappings():
            parts[row["match_id"]].invitations.append(invitation_of(row))
    if all(row["status"] == Status.LOBBY.value for row in rows):
        return parts
    for row in (await connection.execute(VOTES, ids)).mappings():
        parts[row["match_id"]].votes[row["number"]] = vote_of(row)
    if any(each.votes for each in parts.values()):
        for row in (await connection.execute(BALLOTS, ids)).mappings():
            votes, number = parts[row["match_id"]].votes, row["number"]
            votes[number] = replace(votes[number], ballots=(*votes[number].ballots, ballot_of(row)))
    return parts
