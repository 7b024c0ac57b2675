"""Looks for damage below the records: what only the database itself can see, and waits that hang.

The law of open waits: one that runs has something due in the future, or nothing by agreement. By
agreement nothing is due if a computer player is about to move, or if there is no limit, or the
table simply waits on after time was up, and its player has had or wants no reminders.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final, NamedTuple

from sqlalchemy import RowMapping, func, select, text

from bot.storage.database import Database
from bot.storage.rows import preferences_of
from bot.storage.schema import beats, matches, outages, waits
from bot.storage.time.beats import ALL
from bot.storage.time.waits import BY_OWNERS, wait_of
from bot.table.ids import MatchId
from bot.table.match.match import WhenLate
from bot.table.time.reminders import Reminding, Wishes, reminders
from engine.game import Seat

TICKING: Final = timedelta(minutes=10)
"""How late what is due may be done while people can reach the bot, and right after an outage."""

# PostgreSQL finds damaged pages as it reads them, if it was made with checksums; what it was
# restored with half may leave indexes and constraints that it doesn't trust itself.
_POSTGRESQL: Final = {
    "the index {} is not valid: REINDEX it": """
        SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid
    """,
    "the constraint {} is not valid: VALIDATE it": """
        SELECT conname FROM pg_constraint WHERE NOT convalidated
    """,
    "{} pages did not fit their checksums": """
        SELECT checksum_failures FROM pg_stat_database
        WHERE datname = current_database() AND checksum_failures > 0
    """,
}


async def damages(database: Database) -> list[str]:
    """Return what is damaged, a line each."""
    async with database.reading() as connection:
        if connection.dialect.name == "sqlite":
            pages = (await connection.execute(text("PRAGMA integrity_check"))).scalars().all()
            lost = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
            # Without the number of the row: not every table numbers its rows.
            return [
                *(each for each in pages if each != "ok"),
                *(f"a row of {each[0]} refers to a row of {each[2]} that is lost" for each in lost),
            ]
        found = []
        for line, question in _POSTGRESQL.items():
            rows = (await connection.execute(text(question))).scalars()
            found += [line.format(each) for each in rows]
        return found


class Why(Enum):
    """Why a wait hangs, as far as its rows show it.

    UNTIMED: nobody will look when its time is up. STUCK: its time was up, the table did nothing
    about it, and nothing more will come. UNNOTICED: its time was up, and nobody has looked.
    UNREMINDED: its player wants reminders that nobody will send. OVERDUE: a reminder may have been
    due, and nobody has looked.
    """

    UNTIMED = auto()
    STUCK = auto()
    UNNOTICED = auto()
    UNREMINDED = auto()
    OVERDUE = auto()


class Hanging(NamedTuple):
    """An open wait that breaks the law."""

    match: MatchId
    seat: Seat
    why: Why


_RUNNING: Final = (
    BY_OWNERS.add_columns(
        matches.c.when_late,
        matches.c.bucket.label("of_bucket"),
    )
    .where(matches.c.held_until.is_(None), waits.c.since.is_not(None), waits.c.stops == "")
    .order_by(waits.c.match_id, waits.c.seat)
)
_OUTAGE: Final = select(func.max(outages.c.ended_at))


async def hanging(database: Database) -> Sequence[Hanging]:
    """Return the open waits that break the law, each with the first reason that is found.

    What came due while nobody could reach the bot breaks nothing: it counts by the last beat.
    """
    async with database.reading() as connection:
        beaten = {row.scope: row.at for row in await connection.execute(select(beats))}
        outage = (await connection.execute(_OUTAGE)).scalar_one()
        found = (await connection.execute(_RUNNING)).mappings().all()
    broken = []
    for row in found:
        why = _why(row, _done_until(beaten, row["of_bucket"], outage))
        if why is not None:
            broken.append(Hanging(MatchId(row["match_id"]), Seat(row["seat"]), why))
    return broken


def _done_until(
    beaten: Mapping[str, datetime], bucket: int, outage: datetime | None
) -> datetime | None:
    """Return the moment up to which what is due should be done; None: nobody can say."""
    known = [beaten[each] for each in (ALL, str(bucket)) if each in beaten]
    until = max(known, default=None)
    if until is None or (outage is not None and until < outage + TICKING):
        return None
    return until - TICKING


def _why(row: RowMapping, done_until: datetime | None) -> Why | None:
    wait = wait_of(row)
    if wait.length and wait.late_at is not None and row["when_late"] != WhenLate.WAIT.value:
        return Why.STUCK
    if wait.length is not None and wait.late_at is None:
        if wait.look_at is None or wait.look_at > row["due_at"]:
            return Why.UNTIMED
        if done_until is not None and row["due_at"] <= done_until:
            return Why.UNNOTICED
    elif wait.look_at is None:
        prefers = preferences_of(row)
        here = prefers.reminding if row["here"] is None else Reminding(row["here"])
        # Which steps are to come doesn't depend on the moment, where nothing else is due.
        wishes = Wishes(here, prefers.quiet)
        return Why.UNREMINDED if reminders(wait, wishes, wait.reminded, wait.asked_at) else None
    if done_until is None:
        return None
    # A wait that runs again may be looked at for a moment that is long past.
    return Why.OVERDUE if max(wait.look_at, row["since"]) <= done_until else None
