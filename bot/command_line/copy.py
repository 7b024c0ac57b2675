"""Moves a deployment to another database: from SQLite to PostgreSQL, and back."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import click

from bot import logs
from bot.app import file_of
from bot.command_line.backup import refusing
from bot.command_line.exits import Exit, Refusal
from bot.command_line.replays import jobs_here, progress_bar, record_faults
from bot.settings import Settings
from bot.storage import sqlite_backup
from bot.storage.address import WrongAddress, parsed
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.migration import upgrade
from bot.storage.processes.ownership import CannotOwn, owned, unused
from bot.storage.schema_version import Schema, require_current, schema
from bot.storage.transfer import NotTheSame, rows_of, transfer
from engine.registry import games

OWN: Final = "DATABASE_URL"
MOST_FAULTS: Final = 20
"""At most how many faulty records are named; the rest are counted."""


@click.command("copy", short_help="Copy everything into another database.")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="How many processes replay records; else one each processor.",
)
def copy(source: str, target: str, jobs: int | None) -> None:
    """Copy everything from one database into another that is empty, SQLite or PostgreSQL.

    FROM and TO are names of environment variables that hold addresses, such as DATABASE_URL, or
    addresses without a password: others could read it on a command line. Stop the bot first. All
    rows are compared and all records replayed; FROM stays as it is.
    """
    settings = Settings.read()
    logs.begin("ERROR", settings.log_format)
    old, new = _address(source, settings), _address(target, settings)
    with refusing("Nothing was copied"), _sole_file(old), _sole_file(new, is_new=True):
        try:
            there = file_of(new)
            if there is None:
                rows = asyncio.run(_copy(old, new))
                _replay(new, jobs)
            else:
                with sqlite_backup.written(there) as unfinished:
                    rows = asyncio.run(_copy(old, f"sqlite:///{unfinished}"))
                    _replay(f"sqlite:///{unfinished}", jobs)
                    sqlite_backup.in_one_file(unfinished)
        except NotTheSame as error:
            raise Refusal(f"Nothing was copied: {error}.", Exit.FOUND_FAULTS) from None
    click.echo(f"{rows} rows are there, each the same as before.")
    click.echo(
        f"Let DATABASE_URL name the new database, then start the bot. Keep {source} a while."
    )


def _address(given: str, settings: Settings) -> str:
    """Return the address that an argument gives or names."""
    url = settings.database_url if given == OWN else os.environ.get(given, given)
    if "://" not in url:
        text = f"{given} is neither an address of a database nor a variable that holds one."
        raise Refusal(text, Exit.WRONG_USE)
    try:
        address = parsed(url)
    except WrongAddress as error:
        which = "the address that was given" if url == given else given
        raise Refusal(f"{which} won't do: {error}.", Exit.WRONG_USE) from None
    if url == given and address.password is not None:
        raise Refusal(
            "A password on a command line can be read by others: put the address into an"
            " environment variable and name that.",
            Exit.WRONG_USE,
        )
    return url


@contextmanager
def _sole_file(url: str, *, is_new: bool = False) -> Iterator[None]:
    """Own the file of an SQLite database; others are looked at when they are open."""
    file = file_of(url)
    if file is None:
        yield
        return
    if is_new and file.exists():
        raise Refusal(f"{file} is there already: name a new file.", Exit.WRONG_USE)
    if not is_new and not file.is_file():
        raise Refusal(f"There is no database at {file}.", Exit.DATABASE_REFUSED)
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    with owned(file):
        yield


async def _copy(old: str, new: str) -> int:
    async with _opened(old) as source, _opened(new) as target:
        await require_current(source)
        if await schema(target) is not Schema.CURRENT:
            await upgrade(target)
        if any((await rows_of(target)).values()):
            raise CannotOwn("the new database is not empty")
        rows = sum((await rows_of(source)).values())
        with progress_bar(2 * rows, "copying") as bar:
            await transfer(source, target, bar)
        return rows


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    try:
        if file_of(url) is not None:
            yield database
        else:
            async with unused(database):
                yield database
    finally:
        await database.close()


def _replay(url: str, jobs: int | None) -> None:
    every = asyncio.run(_every(url))
    with progress_bar(len(every), "replaying") as bar:
        faults = sorted(record_faults(url, every, jobs or jobs_here(), bar))
    for each in faults[:MOST_FAULTS]:
        click.echo(f"Copied with its fault: match {each.text}; {each.advice}.", err=True)
    click.echo(f"{len(every) - len(faults)} of {len(every)} stored matches replay.")


async def _every(url: str) -> list[int]:
    database = Database(url)
    try:
        return list(await MatchStore(database, games()).every())
    finally:
        await database.close()
