"""Finds the timers that have come, and does what they ask for of the database."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Final

from sqlalchemy import Connection, RowMapping, bindparam, select

from bot.storage import timers as rows
from bot.storage.database import Database
from bot.storage.processes.buckets import within
from bot.storage.schema import matches, timers, waits
from bot.table.ids import MatchId, PlayerId
from bot.table.processes.buckets import Buckets
from bot.table.time.timers import Timer, TimerKind
from engine.game import Seat

DUE: Final = (
    select(timers)
    .where(timers.c.due_at <= bindparam("now"))
    .order_by(timers.c.due_at)
    .limit(bindparam("most"))
)
LOOKS: Final = (
    select(
        waits.c.id,
        waits.c.match_id,
        waits.c.seat,
        waits.c.look_at,
        waits.c.due_at,
        waits.c.late_at,
        matches.c.bucket,
    )
    .join(matches, matches.c.id == waits.c.match_id)
    .where(waits.c.look_at <= bindparam("now"))
    .order_by(waits.c.look_at)
    .limit(bindparam("most"))
)
_IS_SET: Final = select(timers.c.id).where(timers.c.kind == TimerKind.HOUSEKEEPING.value)


TimerHandler = Callable[[Connection, Timer, datetime], None]
"""Does what a timer asks for, which is deleted by now: asks again whether it is still so."""


class TimerStore:
    """Keeps timers in a database; `handlers` do what those ask for that concern it alone."""

    def __init__(self, database: Database, handlers: Mapping[TimerKind, TimerHandler]) -> None:
        self._database = database
        self._handlers = handlers

    async def due(self, now: datetime, most: int, buckets: Buckets = None) -> Sequence[Timer]:
        """Return timers whose moment has come, the longest overdue first."""
        due = DUE.where(*within(timers.c.bucket, buckets))
        looks = LOOKS.where(*within(matches.c.bucket, buckets))
        values = {"now": now, "most": most}
        async with self._database.asking() as connection:
            own = (await connection.execute(due, values)).mappings()
            found = [_timer(row) for row in own]
            seen = (await connection.execute(looks, values)).mappings()
            found += [_look(row, now) for row in seen]
        return sorted(found, key=attrgetter("due_at"))[:most]

    async def fire(self, timer: Timer, now: datetime) -> None:
        """Do what a timer asks for of the database alone, unless its row has changed."""
        handler = self._handlers[timer.kind]

        def fire(connection: Connection) -> None:
            if rows.taken(connection, timer, now):
                handler(connection, timer, now)

        await self._database.write(fire)

    async def done(self, timer: Timer, now: datetime) -> None:
        """Delete a timer whose handler has done what it asks for."""
        await self._database.write(rows.taken, timer, now)

    async def put_off(self, timer: Timer, until: datetime) -> bool:
        """Let a timer come later; False: another process did what it asks for, or set it anew."""
        return await self._database.write(rows.put_off, timer, until)

    async def keep_house(self, now: datetime) -> None:
        """Set the timer that deletes what is old, unless it is set."""

        def put(connection: Connection) -> None:
            if connection.execute(_IS_SET).first() is None:
                rows.put(connection, Timer(TimerKind.HOUSEKEEPING, "daily", now))

        await self._database.write(put)


def _look(row: RowMapping, now: datetime) -> Timer:
    """Return what to do about a wait; that its time is up outweighs a reminder of it.

    It comes when time was up, though a look for a reminder would have come before: what else came
    between, such as a holiday, is done first.
    """
    is_up = row["late_at"] is None and row["due_at"] is not None and row["due_at"] <= now
    return Timer(
        kind=TimerKind.TIME_UP if is_up else TimerKind.REMINDER,
        key=str(row["id"]),
        due_at=row["due_at"] if is_up else row["look_at"],
        match=MatchId(row["match_id"]),
        seat=Seat(row["seat"]),
        id=row["id"],
        bucket=row["bucket"],
    )


def _timer(row: RowMapping) -> Timer:
    return Timer(
        kind=TimerKind(row["kind"]),
        key=row["key"],
        due_at=row["due_at"],
        match=None if row["match_id"] is None else MatchId(row["match_id"]),
        seat=None if row["seat"] is None else Seat(row["seat"]),
        rev=row["rev"],
        id=row["id"],
        bucket=row["bucket"],
        player=None if row["player"] is None else PlayerId(row["player"]),
    )
