"""What a database that was brought back from a backup knows of that."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    Select,
    Table,
    delete,
    func,
    inspect,
    select,
    text,
    update,
)

from bot.storage import outbox as notices
from bot.storage.database import Database
from bot.storage.processes.deployment import COMMANDS, put
from bot.storage.rows import OPEN
from bot.storage.schema import (
    beats,
    bucket_leases,
    claims,
    deployment,
    entries,
    lanes,
    matches,
    metadata,
    outbox,
    processes,
    tellings,
)
from bot.table.ids import MatchId
from bot.table.notices.news_modes import moment_of
from bot.table.notices.notice import Notice, NoticeKind, to_table

RESTORED: Final = "restored-at"
"""The key of `deployment` that says when the database was brought back the last time."""
BACKED_UP: Final = "backed-up"
"""The key of `deployment` that says when the last backup was made; in the copy it says its own."""
SPARED: Final = 10_000
"""About how many numbers of tables are skipped, so that those of lost tables are among them."""
SPARED_UNSEEN: Final = 10_000_000
"""How many numbers are skipped of what nobody types or reads."""


class Restored(NamedTuple):
    """The database was brought back at `ended` as it had been at `began`.

    `erased`: how many people are in it who had themselves erased since, and are erased again.
    """

    began: datetime
    ended: datetime
    erased: int = 0


async def restored_at(database: Database) -> datetime | None:
    """Return when a database was brought back the last time; most never were."""
    value = await database.scalar(_noted(RESTORED))
    return None if value is None else datetime.fromisoformat(value)


def numbered() -> Iterable[Table]:
    """Return the tables whose rows the database numbers."""
    for table in metadata.sorted_tables:
        if (
            "id" in table.c
            and isinstance(table.c.id.type, BigInteger)
            and table.c.id.autoincrement is not False
        ):
            yield table


def last_number(connection: Connection, table: Table) -> int:
    """Return the highest number that a table's rows ever had."""
    if connection.dialect.name == "sqlite":
        given = text("SELECT seq FROM sqlite_sequence WHERE name = :table")
        found = connection.execute(given, {"table": table.name}).scalar_one_or_none()
    else:
        sequence = text("SELECT pg_get_serial_sequence(:table, 'id')")
        name = connection.execute(sequence, {"table": table.name}).scalar_one()
        given = text(f"SELECT last_value - (NOT is_called)::int FROM {name}")  # noqa: S608 - the database's own word
        found = connection.execute(given).scalar_one()
    highest = connection.execute(select(func.max(table.c.id))).scalar_one()
    return max(found or 0, highest or 0)


def number_from(connection: Connection, table: Table, last: int) -> None:
    """Let the next row of a table have a number above `last`."""
    if connection.dialect.name == "sqlite":
        given = {"last": last, "table": table.name}
        change = text("UPDATE sqlite_sequence SET seq = :last WHERE name = :table")
        if not connection.execute(change, given).rowcount:
            connection.execute(text("INSERT INTO sqlite_sequence VALUES (:table, :last)"), given)
    else:
        change = text("SELECT setval(pg_get_serial_sequence(:table, 'id'), :next, false)")
        connection.execute(change, {"table": table.name, "next": last + 1})


def backed_up_at(connection: Connection) -> datetime | None:
    """Return when the last backup was made, as far as the database knows."""
    if not inspect(connection).has_table(deployment.name):
        return None
    value = connection.execute(_noted(BACKED_UP)).scalar_one_or_none()
    return None if value is None else datetime.fromisoformat(value)


def note_backup(connection: Connection, at: datetime) -> None:
    """Store when a backup was made."""
    put(connection, BACKED_UP, at.isoformat())


def newest_moment(connection: Connection) -> datetime | None:
    """Return the last moment of which the database knows anything: the bot beats while it runs."""
    moments, messages = (
        [connection.execute(select(func.max(column))).scalar_one() for column in columns]
        for columns in (
            (beats.c.at, matches.c.changed_at, entries.c.at),
            (tellings.c.message, outbox.c.message),
        )
    )
    known = [*moments, *(moment_of(each) for each in messages if each is not None)]
    return max((each for each in known if each is not None), default=None)


def mark_restored(
    connection: Connection, began: datetime, ended: datetime, last_match: int = 0
) -> Restored:
    """Let a database know that it was brought back; do it before anybody plays on.

    All that was given a number since `began` has a number of its own for ever. Each open table gets
    a notice. `last_match`: the highest number of a table that is known to be lost.
    """
    there = last_number(connection, matches)
    spare = max(SPARED, there)
    # A round number is seen to be a leap.
    next_match = (max(there, last_match) + spare) // SPARED * SPARED + 1
    put(connection, RESTORED, ended.isoformat())
    for table in numbered():
        last = last_number(connection, table) + SPARED_UNSEEN
        number_from(connection, table, next_match - 1 if table is matches else last)
    # What was to be said may have been said since: the channel is searched for it first.
    unsaid = (outbox.c.state == "pending", outbox.c.message.is_(None), outbox.c.sent_at.is_(None))
    connection.execute(update(outbox).where(*unsaid).values(sent_at=began))
    connection.execute(update(lanes).values(owner=None, until=None))
    # The processes of that time are gone, and what Discord was told of commands may be outdated.
    connection.execute(update(bucket_leases).values(owner=None, until=None))
    connection.execute(delete(processes))
    connection.execute(delete(claims))
    connection.execute(delete(deployment).where(deployment.c.key == COMMANDS))
    tables = select(matches.c.id).where(OPEN, matches.c.lost_at.is_(None)).order_by(matches.c.id)
    notices.put(
        connection,
        *(
            Notice(
                to_table(match),
                NoticeKind.RESTORED,
                f"{ended.isoformat()}:{match}",
                MatchId(match),
                facts={"began": int(began.timestamp())},
            )
            for match in connection.execute(tables).scalars().all()
        ),
    )
    return Restored(began, ended)


def _noted(key: str) -> Select[Any]:
    return select(deployment.c.value).where(deployment.c.key == key)
