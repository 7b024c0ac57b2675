"""Backups of the database: made beside a running bot, rotated, and brought back."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

import click
from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from bot import logs
from bot.app import file_of
from bot.command_line.exits import Exit, Refusal
from bot.command_line.replays import newest, progress_bar, record_faults, steps
from bot.settings import Settings
from bot.storage import postgresql_backup, sqlite_backup
from bot.storage.database import Database
from bot.storage.integrity import damages
from bot.storage.migration import upgrade_restored
from bot.storage.notices.restores import (
    Restored,
    backed_up_at,
    mark_restored,
    newest_moment,
    note_backup,
)
from bot.storage.people.erasing import erase_again
from bot.storage.people.fingerprints import Fingerprints, file_beside
from bot.storage.postgresql_backup import ProgramFailed
from bot.storage.processes.ownership import CannotOwn, owned, unused
from bot.storage.schema import matches
from bot.storage.schema_version import (
    ADVICE,
    OtherSchema,
    Schema,
    schema,
    schema_in,
    version_of,
)
from bot.storage.sqlite_backup import BadBackup
from bot.storage.troubles import reason_of
from bot.table.errors import OutOfReach

NEWEST: Final = 20
"""How many matches are replayed from each copy: those in which something happened last."""
FOLDER: Final = "backups"
"""Where backups go unless the operator names another folder."""
NOTING_SECONDS: Final = 10.0
"""How long noting the copy waits for other processes that write to the database."""
_STAMP: Final = "%Y-%m-%dT%H-%M-%SZ"
_NAME: Final = re.compile(
    r"faultline-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.(sqlite3\.gz|dump)", re.ASCII
)
POINT_IN_TIME: Final = (
    "For PostgreSQL this is a copy of one moment; to lose no minute, let pgBackRest keep the"
    " write-ahead log as well (docs/operating.md)."
)


@click.command(short_help="Make a backup, also while the bot runs.")
@click.argument(
    "target", type=click.Path(path_type=Path), default=Path(FOLDER), metavar="[FILE|FOLDER]"
)
@click.option(
    "--keep",
    type=click.IntRange(min=1),
    metavar="N",
    help="Delete all backups in the folder but the newest N.",
)
def backup(target: Path, keep: int | None) -> None:
    """Copy the database of DATABASE_URL, also while the bot runs, and check the copy.

    In a FOLDER (backups, unless one is named) it is named by its moment, and packed; a FILE whose
    name doesn't end with .gz is not packed. Only its owner may read it: it holds the seeds of
    running matches. No unfinished or damaged copy is ever left under that name.
    """
    settings = Settings.read()
    logs.begin("ERROR", settings.log_format)
    url, source = settings.database_url, file_of(settings.database_url)
    ending = ".dump" if source is None else ".sqlite3.gz"
    is_folder = target.is_dir() or target.name == FOLDER or not target.suffix
    now = datetime.now(UTC)
    file = target / f"faultline-{now:{_STAMP}}{ending}" if is_folder else target
    if keep is not None and not is_folder:
        raise Refusal("--keep: that needs a folder, not a file", Exit.WRONG_USE)
    if file.exists():
        raise Refusal(f"{file} is there already: name another one", Exit.WRONG_USE)
    with refusing(f"{file} was not written"):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        notes = _of_postgresql(url, file) if source is None else _of_sqlite(source, file)
    click.echo(f"{file}: {_size(file)}. {notes}")
    if keep is not None:
        old = sorted(each for each in target.iterdir() if _NAME.fullmatch(each.name))[:-keep]
        for each in old:
            each.unlink()
        click.echo(f"{_counted(len(old), 'older backup')} deleted, {keep} kept at most.")
    if source is None:
        click.echo(POINT_IN_TIME)


def _of_sqlite(source: Path, file: Path) -> str:
    if not source.is_file() or not source.stat().st_size:
        text = f"There is no database at {source}: nothing to copy."
        raise Refusal(text, Exit.DATABASE_REFUSED)
    is_packed = file.suffix == ".gz"
    with sqlite_backup.written(file) as unfinished:
        plain = unfinished.with_name(f"{unfinished.name}.plain") if is_packed else unfinished
        try:
            with progress_bar(1000, "copying") as bar:
                moment = sqlite_backup.copied(source, plain, steps(bar))
            notes = _checked(plain, moment)
            if is_packed:
                with progress_bar(1000, "packing") as bar:
                    sqlite_backup.packed(plain, unfinished, steps(bar))
        finally:
            if is_packed:
                plain.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(source, timeout=NOTING_SECONDS)) as opened, opened:
            if opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'deployment'").fetchone():
                noted = "INSERT OR REPLACE INTO deployment VALUES ('backed-up', ?)"
                opened.execute(noted, (moment.isoformat(),))
    except sqlite3.Error as error:
        # As on a full disk; the copy is there all the same.
        return f"{notes} That it was made could not be noted in the database: {error}."
    return notes


def _checked(plain: Path, moment: datetime) -> str:
    """Check a copy, write its moment into it, and say what was looked at."""
    plain_url = f"sqlite:///{plain}"

    async def look() -> tuple[Schema, list[int]]:
        database = Database(plain_url)
        try:
            if damage := await damages(database):
                raise BadBackup(f"the database itself is damaged: {damage[0]}")
            found = await schema(database)
            if found is not Schema.CURRENT:
                return found, []
            await database.write(note_backup, moment)
            return found, list(await newest(database, NEWEST))
        finally:
            await database.close()

    found, some = asyncio.run(look())
    sqlite_backup.in_one_file(plain)
    if found is not Schema.CURRENT:
        return f"It is sound; its records were not replayed, since it is {ADVICE[found]}."
    faults = list(record_faults(plain_url, some, 1, lambda _: None))
    sqlite_backup.in_one_file(plain)
    if faults:
        # It is a true copy: what is wrong is wrong in the database, and better kept than lost.
        return (
            f"It is a true copy of a database with faults, such as match {faults[0].text}:"
            " see `python -m bot check`."
        )
    return f"It is sound, and so are its newest records ({len(some)} replayed)."


def _of_postgresql(url: str, file: Path) -> str:
    async def look() -> tuple[Schema, list[int]]:
        database = Database(url)
        try:
            found = await schema(database)
            if found is not Schema.CURRENT:
                return found, []
            # In the copy, too: it says of which moment that is.
            async with database.writing() as connection:
                now = (await connection.execute(select(func.now()))).scalar_one()
                await connection.run_sync(note_backup, now)
            return found, list(await newest(database, NEWEST))
        finally:
            await database.close()

    found, some = asyncio.run(look())
    if found is Schema.RESTORING:
        raise Refusal(f"The database is {ADVICE[found]}.", Exit.DATABASE_REFUSED)
    with sqlite_backup.written(file) as unfinished:
        postgresql_backup.dumped(url, unfinished)
    if found is not Schema.CURRENT:
        return f"It can be read; its records were not replayed, since it is {ADVICE[found]}."
    faults = list(record_faults(url, some, 1, lambda _: None))
    if faults:
        return f"It can be read, but match {faults[0].text}: see `python -m bot check`."
    return f"It can be read, and the newest records are sound ({len(some)} replayed)."


@click.command(short_help="Bring the database back from a backup.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option(
    "--brought-back",
    is_flag=True,
    help="Instead of FILE: the database was brought back by other means, such as pgBackRest.",
)
def restore(file: Path | None, brought_back: bool) -> None:  # noqa: FBT001 - click's flag
    """Bring the database of DATABASE_URL back from FILE, which `backup` made. Stop the bot first.

    FILE is checked before anything is touched, and brought up to date if it is older than this
    program. What was there is kept beside it. When the bot starts again, it tells each table whose
    channel shows more than the backup knows.
    """
    settings = Settings.read()
    logs.begin("ERROR", settings.log_format)
    if (file is None) is not brought_back:
        raise Refusal("Name a FILE to restore from, or give --brought-back.", Exit.WRONG_USE)
    if file is not None and not file.is_file():
        raise Refusal(f"There is no {file}.", Exit.WRONG_USE)
    fingerprints = Fingerprints(settings.erasure_file or file_beside(settings.database_url))
    with refusing("Nothing was restored"):
        if (there := file_of(settings.database_url)) is not None:
            _to_sqlite(there, file, fingerprints)
        else:
            _to_postgresql(settings.database_url, file, fingerprints)


def _to_sqlite(there: Path, file: Path | None, fingerprints: Fingerprints) -> None:
    with owned(there, may_be_empty=file is not None):
        if file is None:
            if not there.is_file():
                raise BadBackup(f"there is no database at {there}")
            restored = asyncio.run(_bring_up_to_date(f"sqlite:///{there}", 0, fingerprints))
            _say(restored, kept=None, lost=None)
            return
        with sqlite_backup.unfinished(there) as new:
            with progress_bar(1000, "unpacking") as bar:
                sqlite_backup.unpacked(file, new, steps(bar))
            before = _lines_of_sqlite(there)
            new_url = f"sqlite:///{new}"
            last = max(before or {}, default=0)
            restored = asyncio.run(_bring_up_to_date(new_url, last, fingerprints))
            _warn_of_faults(new_url)
            sqlite_backup.in_one_file(new)
            after = _lines_of_sqlite(new)
            kept = sqlite_backup.replaced(there, new, f"{restored.ended:%Y%m%dT%H%M%SZ}")
    _say(restored, None if kept is None else str(kept), _loss(before, after))


def _to_postgresql(url: str, file: Path | None, fingerprints: Fingerprints) -> None:
    async def restore_from(file: Path, version: str) -> tuple[Restored, str | None, str | None]:
        database = Database(url)
        try:
            async with unused(database):
                before = await _lines_of_postgresql(database)
                stamp = f"{datetime.now(UTC):%Y%m%dt%H%M%Sz}"
                kept = f"{postgresql_backup.ASIDE}{stamp}" if await _has_tables(database) else None
                postgresql_backup.brought_back(url, file, kept)
                last = max(before or {}, default=0)
                marked = partial(_marked, last_match=last, fingerprints=fingerprints)
                restored = await upgrade_restored(database, version, marked)
                after = await _lines_of_postgresql(database)
            return restored, kept, _loss(before, after)
        finally:
            await database.close()

    async def bring_back() -> Restored:
        database = Database(url)
        try:
            async with unused(database):
                return await _bring_up_to_date(url, 0, fingerprints)
        finally:
            await database.close()

    if file is None:
        _say(asyncio.run(bring_back()), kept=None, lost=None)
        return
    postgresql_backup.check_readable(file)
    version = postgresql_backup.revision_in(file)
    if version is None:
        raise BadBackup("it holds no tables of this bot")
    if (found := schema_in(version)) not in (Schema.CURRENT, Schema.BEHIND):
        raise OtherSchema(f"it is {ADVICE[found]}")
    restored, kept, lost = asyncio.run(restore_from(file, version))
    _warn_of_faults(url)
    _say(
        restored,
        kept and f"the schema {kept} of the same database (DROP SCHEMA {kept} CASCADE)",
        lost,
    )


async def _bring_up_to_date(url: str, last_match: int, fingerprints: Fingerprints) -> Restored:
    """Check a database that was brought back, bring it up to date, and mark it."""
    database = Database(url)
    try:
        if damage := await damages(database):
            raise BadBackup(f"it is damaged: {damage[0]}")
        version = await version_of(database)
        if version is None:
            raise BadBackup("it holds no tables of this bot")
        marked = partial(_marked, last_match=last_match, fingerprints=fingerprints)
        return await upgrade_restored(database, version, marked)
    finally:
        await database.close()


def _marked(connection: Connection, last_match: int, fingerprints: Fingerprints) -> Restored:
    now = datetime.now(UTC)
    known = (backed_up_at(connection), newest_moment(connection))
    began = min(max((each for each in known if each is not None), default=now), now)
    restored = mark_restored(connection, began, now, last_match)
    return restored._replace(erased=erase_again(connection, fingerprints, began, now))


def _warn_of_faults(url: str) -> None:
    async def some() -> list[int]:
        database = Database(url)
        try:
            return list(await newest(database, NEWEST))
        finally:
            await database.close()

    for fault in record_faults(url, asyncio.run(some()), 1, lambda _: None):
        click.echo(f"Restored with a fault: match {fault.text}; {fault.advice}.", err=True)


def _lines_of_sqlite(file: Path) -> dict[int, int] | None:
    """Return how many lines each match has; None: nobody can tell."""
    if not file.is_file():
        return None
    try:
        with closing(sqlite3.connect(file)) as opened:
            return dict(opened.execute("SELECT id, lines FROM matches"))
    except sqlite3.Error:
        return None


async def _has_tables(database: Database) -> bool:
    """Say whether there is anything that a restore would have to put aside."""
    counted = text("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
    return bool(await database.scalar(counted))


async def _lines_of_postgresql(database: Database) -> dict[int, int] | None:
    if await database.scalar(text("SELECT to_regclass('public.matches')")) is None:
        return None
    return {row.id: row.lines for row in await database.rows(select(matches.c.id, matches.c.lines))}


def _loss(before: dict[int, int] | None, after: dict[int, int] | None) -> str | None:
    """Say what is lost, if that is known."""
    if before is None or after is None:
        return None
    opened = before.keys() - after.keys()
    shorter = [each for each in after if before.get(each, 0) > after[each]]
    lines = sum(before[each] - after[each] for each in shorter)
    if not opened and not shorter:
        return "nothing that was played"
    return (
        f"{_counted(lines, 'line')} of {_counted(len(shorter), 'match', 'matches')},"
        f" and {_counted(len(opened), 'table')} opened later"
    )


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def _say(restored: Restored, kept: str | None, lost: str | None) -> None:
    began, ended = (f"{each:%Y-%m-%d %H:%M:%S} UTC" for each in (restored.began, restored.ended))
    click.echo(f"The database is as it was at {began}.")
    click.echo(f"Lost: {lost or f'whatever was played between then and {ended}; nobody can tell'}.")
    if kept is not None:
        click.echo(f"What was there is kept: {kept}. Delete it when nobody needs it any more.")
    if restored.erased:
        people = _counted(restored.erased, "person", "people")
        click.echo(f"{people} had themselves erased since: the bot erases them again as it starts.")
    click.echo("Now start the bot: it tells each open table.")


@contextmanager
def refusing(what: str) -> Iterator[None]:
    """End the command with a line that says what is wrong."""
    try:
        yield
    except (BadBackup, OtherSchema) as error:
        raise Refusal(f"{what}: {error}.", Exit.FOUND_FAULTS) from None
    except (CannotOwn, ProgramFailed) as error:
        raise Refusal(f"{what}: {error}.", Exit.DATABASE_REFUSED) from None
    except (sqlite3.Error, SQLAlchemyError, OutOfReach) as error:
        raise Refusal(f"{what}: {reason_of(error)}.", Exit.DATABASE_REFUSED) from None
    except ImportError as error:
        text = f"{what}: the driver {error.name} is not installed (uv sync --extra postgres)."
        raise Refusal(text, Exit.DATABASE_REFUSED) from None
    except OSError as error:
        raise Refusal(f"{what}: {error.strerror or error}.", Exit.FOUND_FAULTS) from None


def _size(file: Path) -> str:
    size = file.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1000:.0f} kB"
