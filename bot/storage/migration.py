"""Brings a database to the schema of this version, within the bot's own loop."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

import structlog
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, inspect, select, text

import migrations
from bot.hosting.leases import LEASE
from bot.storage.database import Database
from bot.storage.deployment import put
from bot.storage.schema import VERSION, deployment, processes

T = TypeVar("T")

SCRIPTS: Final = Path(migrations.__file__).parent
RESTORING: Final = "restoring"
"""The version of a database that is being brought back: no program knows it."""


WRITERS_FROM: Final = "writers_from"
"""The fact which schema a program has to know at least so that it may write.

A migration that only adds (expands) leaves it alone: programs of before go on beside it. One that
takes something away, or asks for what they don't write (contracts), says so by its constant
`WRITERS_FROM`: see `migrations/README.md`.
"""

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class OtherSchema(Exception):
    """The database is of another version than the program; the text says what to do."""


class Schema(Enum):
    """How the tables of a database stand to this version of the program."""

    CURRENT = auto()
    BEHIND = auto()
    AHEAD = auto()
    RESTORING = auto()
    """Somebody stopped before it was brought back from a backup."""


ADVICE: Final[Mapping[Schema, str]] = MappingProxyType(
    {
        Schema.BEHIND: "of an older version: run `python -m bot migrate`",
        Schema.AHEAD: "of a newer version than this program: use that one",
        Schema.RESTORING: "half restored: run `python -m bot restore` again",
    }
)


async def upgrade(database: Database, revision: str = "head") -> None:
    """Bring the database up to `revision`: wholly, or not at all if a migration fails.

    Raises `OtherSchema` if it is of a newer version, or if a step takes the database from older
    processes that are running: then all steps before that one are done.
    """
    async with database.migrating() as connection:
        blocked = await connection.run_sync(_upgrade, revision)
    if blocked:
        raise OtherSchema(blocked)


async def upgrade_restored(
    database: Database, version: str, marked: Callable[[Connection], T]
) -> T:
    """Bring a database that was brought back up to date and mark it, in one transaction.

    `version` is the one that it is of. Raises `OtherSchema` if that is newer.
    """
    async with database.migrating() as connection:
        await connection.execute(
            text("UPDATE alembic_version SET version_num = :version"), {"version": version}
        )
        if blocked := await connection.run_sync(_upgrade, "head"):
            raise OtherSchema(blocked)
        return await connection.run_sync(marked)


def is_known(version: str) -> bool:
    """Say whether this program knows a version of the schema."""
    scripts = ScriptDirectory(str(SCRIPTS))
    return version in {each.revision for each in scripts.walk_revisions()}


async def version_of(database: Database) -> str | None:
    """Return the version of a database; None: it has no tables."""

    def found(connection: Connection) -> str | None:
        return MigrationContext.configure(connection).get_current_revision()

    async with database.reading() as connection:
        return await connection.run_sync(found)


async def usable(database: Database) -> None:
    """Bring the database up to date for this process, unless others of an older version use it.

    Raises `OtherSchema` if it is of an older version that others use, or of a newer one that does
    not let this program write.
    """
    found = await schema(database)
    if found is Schema.BEHIND:
        async with database.migrating() as connection:
            # Several that start at once: the first has done it, and is at work by now.
            is_behind = await connection.run_sync(_schema) is Schema.BEHIND
            others = await connection.run_sync(_alive) if is_behind else ()
        if others:
            text = f"it is {ADVICE[found]}, while {_named(others)} go on with it"
            raise OtherSchema(text)
        await upgrade(database)
    elif found is Schema.AHEAD:
        async with database.reading() as connection:
            oldest = await connection.run_sync(writers_from)
        if oldest > VERSION:
            raise OtherSchema(f"it is {ADVICE[found]}")
        log.info("schema-newer", known=VERSION, writers_from=oldest)
    elif found is Schema.RESTORING:
        raise OtherSchema(f"it is {ADVICE[found]}")


async def schema(database: Database) -> Schema:
    """Return how the tables of the database stand to this version."""
    async with database.reading() as connection:
        return await connection.run_sync(_schema)


async def require_current(database: Database) -> None:
    """Raise `OtherSchema` unless the database is of this version."""
    if (found := await schema(database)) is not Schema.CURRENT:
        raise OtherSchema(f"The database is {ADVICE[found]}.")


async def check(database: Database) -> None:
    """Raise Alembic's `AutogenerateDiffsDetected` if migrations and schema have parted."""
    async with database.writing() as connection:
        await connection.run_sync(lambda each: command.check(config_for(each)))


def config_for(connection: Connection, scripts: Path = SCRIPTS) -> Config:
    """Return Alembic's configuration for work on this connection."""
    config = Config()
    # Alembic's own signs in a path would be read as such.
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _schema(connection: Connection) -> Schema:
    scripts = ScriptDirectory.from_config(config_for(connection))
    found = set(MigrationContext.configure(connection).get_current_heads())
    if found == set(scripts.get_heads()):
        return Schema.CURRENT
    if found == {RESTORING}:
        return Schema.RESTORING
    known = {each.revision for each in scripts.walk_revisions()}
    return Schema.BEHIND if found <= known else Schema.AHEAD


def _upgrade(connection: Connection, revision: str) -> str:
    """Take all steps that may be taken; return why not all may, if so."""
    if (found := _schema(connection)) in (Schema.AHEAD, Schema.RESTORING):
        raise OtherSchema(f"it is {ADVICE[found]}")
    config = config_for(connection)
    scripts = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    alive, oldest, last, blocked = _alive(connection), 0, "", ""
    for step in [*scripts.iterate_revisions(revision, current or "base")][::-1]:
        wanted = getattr(step.module, WRITERS_FROM.upper(), 0)
        if older := [each for each in alive if each.schema < wanted]:
            blocked = f"step {step.revision} would break {_named(older)}: stop them first"
            break
        oldest, last = max(oldest, wanted), step.revision
    if last:
        log.info("migrating", since=current, to=last)
        command.upgrade(config, last)
    if oldest:
        put(connection, WRITERS_FROM, str(oldest))
    return blocked


def writers_from(connection: Connection) -> int:
    """Return the oldest schema whose programs may write."""
    asked = select(deployment.c.value).where(deployment.c.key == WRITERS_FROM)
    return int(connection.execute(asked).scalar_one_or_none() or 0)


def _alive(connection: Connection) -> Sequence[Any]:
    """Return the processes that run the bot on a PostgreSQL, by its clock."""
    if connection.dialect.name == "sqlite" or not inspect(connection).has_table(processes.name):
        return ()
    # Who was not seen for as long as a lease lasts has ended.
    lately = processes.c.seen_at > func.now() - LEASE
    asked = select(processes.c.id, processes.c.version, processes.c.schema, processes.c.shard_ids)
    return connection.execute(asked.where(lately).order_by(processes.c.began_at)).all()


def _named(every: Sequence[Any]) -> str:
    return ", ".join(
        f"process {each.id[:8]} (version {each.version}, shards {each.shard_ids})" for each in every
    )
