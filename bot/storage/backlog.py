"""What has waited too long, for operators: few rows, by the indexes that the chores use."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, func, select, text, true

from bot.storage.database import Database
from bot.storage.notices.restores import BACKED_UP
from bot.storage.schema import deployment, lanes, matches, tellings, timers, waits
from bot.table.ids import MatchId
from bot.table.match.match import Status

MOST: Final = 500
"""At most how many tables or lanes are looked at."""


class Untold(NamedTuple):
    """A target of a match that is behind, and the revision that it was told."""

    match: MatchId
    target: str
    told: int


class ReadyLane(NamedTuple):
    """A target for which notices are ready to be sent, and how often it was leased so far."""

    target: str
    epoch: int


class Backlog:
    """Asks what waits. `buckets`: of these alone; None: of all."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def untold(self, buckets: Collection[int] | None = None) -> Sequence[Untold]:
        """Return targets that have not been told everything and can be told."""
        columns = (matches.c.id, tellings.c.target, tellings.c.told)
        can_be_told = (matches.c.lost_at.is_(None), matches.c.status != Status.PAUSED.value)
        wanted = (
            select(*columns)
            .join_from(tellings, matches)
            # In the words of the index, which SQLite uses only then.
            .where(text("tellings.told < tellings.want"), *can_be_told)
            .where(_within(matches.c.bucket, buckets))
            .order_by(tellings.c.match_id)
            .limit(MOST)
        )
        found = await self._database.rows(wanted)
        return [Untold(MatchId(row.id), row.target, row.told) for row in found]

    async def oldest_timer(
        self, now: datetime, buckets: Collection[int] | None = None
    ) -> datetime | None:
        """Return when the timer came due that has waited longest, or a look at a wait."""
        due = select(func.min(timers.c.due_at)).where(timers.c.due_at <= now)
        look = (
            select(func.min(waits.c.look_at))
            .join(matches, matches.c.id == waits.c.match_id)
            .where(waits.c.look_at <= now, _within(matches.c.bucket, buckets))
        )
        known = (
            await self._database.scalar(due.where(_within(timers.c.bucket, buckets))),
            await self._database.scalar(look),
        )
        return min((each for each in known if each is not None), default=None)

    async def ready_lanes(
        self, now: datetime, buckets: Collection[int] | None = None
    ) -> Sequence[ReadyLane]:
        """Return targets that could be told something; those in trouble don't count."""
        ready = select(lanes.c.target, lanes.c.epoch)
        ready = ready.where(lanes.c.next_at <= now, lanes.c.failures == 0)
        ready = ready.where(_within(lanes.c.bucket, buckets)).order_by(lanes.c.next_at).limit(MOST)
        return [ReadyLane(*row) for row in await self._database.rows(ready)]

    async def matches(self) -> Mapping[tuple[str, str], int]:
        """Count matches by title and status. It reads all of them: ask rarely."""
        counted = select(matches.c.game, matches.c.status, func.count())
        counted = counted.group_by(matches.c.game, matches.c.status)
        return {(game, status): n for game, status, n in await self._database.rows(counted)}

    async def backed_up_at(self) -> datetime | None:
        """Return when `backup` made the last copy, as far as the database knows."""
        noted = select(deployment.c.value).where(deployment.c.key == BACKED_UP)
        value = await self._database.scalar(noted)
        return None if value is None else datetime.fromisoformat(value)


def _within(column: ColumnElement[int], buckets: Collection[int] | None) -> ColumnElement[bool]:
    return true() if buckets is None else column.in_(sorted(buckets))
