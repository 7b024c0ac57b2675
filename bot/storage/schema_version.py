"""How the schema of a database stands to this program, and whether that may write.

Nothing here needs Alembic, so that a process whose database is up to date doesn't keep it in
memory. Migrations are numbered up to `VERSION`; those between releases may be joined (`JOINED`).
"""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import Connection, func, inspect, select, text

from bot.storage.database import Database
from bot.storage.schema import VERSION, deployment, processes
from bot.table.processes.fences import LEASE

RESTORING: Final = "restoring"
"""The version of a database that is being brought back: no program knows it."""

JOINED: Final = range(6, 11)
"""The numbers of migrations that were never released and are part of 0011 by now."""

WRITERS_FROM: Final = "writers_from"
"""The fact which schema a program has to know at least so that it may write.

A migration that only adds (expands) leaves it alone: programs of before go on beside it. One that
takes something away, or asks for what they don't write (contracts), says so by its constant
`WRITERS_FROM`: see `migrations/README.md`.
"""


class OtherSchema(Exception):
    """The database is of another version than the program; the text says what to do."""


class Schema(Enum):
    """How the tables of a database stand to this version of the program."""

    CURRENT = auto()
    BEHIND = auto()
    AHEAD = auto()
    RESTORING = auto()
    """Bringing it back from a backup was interrupted."""
    UNRELEASED = auto()
    """The database stands in the middle of a migration that later joined several."""


ADVICE: Final[Mapping[Schema, str]] = MappingProxyType(
    {
        Schema.BEHIND: "of an older version: run `python -m bot migrate`",
        Schema.AHEAD: "of a newer version than this program: use that one",
        Schema.RESTORING: "half restored: run `python -m bot restore` again",
        Schema.UNRELEASED: (
            "of a version between releases: run `python -m bot migrate` of commit d2d2619a,"
            " which knows it, then this program"
        ),
    }
)


def schema_in(version: str | None) -> Schema:
    """Return how tables of this version stand to this program; None: there are none."""
    if version == RESTORING:
        return Schema.RESTORING
    if version == f"{VERSION:04}":
        return Schema.CURRENT
    if version in {f"{number:04}" for number in JOINED}:
        return Schema.UNRELEASED
    is_older = version in {None, *(f"{number:04}" for number in range(1, VERSION))}
    return Schema.BEHIND if is_older else Schema.AHEAD


async def version_of(database: Database) -> str | None:
    """Return the version of a database; None: it has no tables."""
    async with database.reading() as connection:
        return await connection.run_sync(_version_of)


async def schema(database: Database) -> Schema:
    """Return how the tables of the database stand to this version."""
    async with database.reading() as connection:
        return await connection.run_sync(schema_of)


async def require_current(database: Database) -> None:
    """Raise `OtherSchema` unless the database is of this version."""
    if (found := await schema(database)) is not Schema.CURRENT:
        raise OtherSchema(f"The database is {ADVICE[found]}.")


def schema_of(connection: Connection) -> Schema:
    """Return how the tables stand to this version, as a connection sees them."""
    return schema_in(_version_of(connection))


def _version_of(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def writers_from(connection: Connection) -> int:
    """Return the oldest schema whose programs may write."""
    asked = select(deployment.c.value).where(deployment.c.key == WRITERS_FROM)
    return int(connection.execute(asked).scalar_one_or_none() or 0)


def alive(connection: Connection) -> Sequence[Any]:
    """Return the processes that run the bot on a PostgreSQL, by its clock."""
    if connection.dialect.name == "sqlite" or not inspect(connection).has_table(processes.name):
        return ()
    # A process that was not seen for as long as a lease lasts has ended.
    lately = processes.c.seen_at > func.now() - LEASE
    asked = select(processes.c.id, processes.c.version, processes.c.schema, processes.c.shard_ids)
    return connection.execute(asked.where(lately).order_by(processes.c.began_at)).all()


def named(every: Sequence[Any]) -> str:
    """Return the processes as a line for their operator."""
    return ", ".join(
        f"process {each.id[:8]} (version {each.version}, shards {each.shard_ids})" for each in every
    )
