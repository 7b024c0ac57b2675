"""Finds the timers that have come, and does what they ask for of the database."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, RowMapping, bindparam, select, update

from bot.storage import timers as rows
from bot.storage.database import Database
from bot.storage.processes.buckets import within
from bot.storage.schema import timers
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
_PUT_OFF: Final = (
    update(timers)
    .where(timers.c.id == bindparam("of"), timers.c.rev == bindparam("as_of"))
    .values(due_at=bindparam("later"))
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
        async with self._database.asking() as connection:
            found = await connection.execute(due, {"now": now, "most": most})
            return [_timer(row) for row in found.mappings()]

    async def fire(self, timer: Timer, now: datetime) -> None:
        """Do what a timer asks for of the database alone, unless its row has changed."""
        handler = self._handlers[timer.kind]

        def fire(connection: Connection) -> None:
            if rows.taken(connection, timer):
                handler(connection, timer, now)

        await self._database.write(fire)

    async def put_off(self, timer: Timer, until: datetime) -> bool:
        """Let a timer come later; False: another process did what it asks for, or set it anew."""
        values = {"of": timer.id, "as_of": timer.rev, "later": until}
        return await self._database.execute(_PUT_OFF, values) == 1

    async def keep_house(self, now: datetime) -> None:
        """Set the timer that deletes what is old, unless it is set."""

        def put(connection: Connection) -> None:
            if connection.execute(_IS_SET).first() is None:
                rows.put(connection, Timer(TimerKind.HOUSEKEEPING, "daily", now))

        await self._database.write(put)


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
