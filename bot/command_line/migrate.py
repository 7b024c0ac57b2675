"""Bring the database up to date, as a step of its own: `run` loads no Alembic where it is."""

import asyncio

import click

from bot import logs
from bot.app import UnusableDatabase, opened
from bot.command_line.exits import UNUSABLE, Exit, Refusal
from bot.settings import Settings
from bot.storage.migration import upgrade


@click.command(short_help="Bring the database up to date.")
def migrate() -> None:
    """Bring the database up to date: the step before a new version is started.

    Where one process is alone, `run` does it, too. Waits a minute for another one that migrates.
    Processes of the version before may go on meanwhile; if a step would break them, it says which
    have to end first.
    """
    settings = Settings.read()
    logs.begin(settings.log_level, settings.log_format)

    async def upgrade_all() -> None:
        async with opened(settings.database_url, prepare=upgrade):
            pass

    try:
        asyncio.run(upgrade_all())
    except UnusableDatabase as error:
        raise Refusal(UNUSABLE.format(error), Exit.DATABASE_REFUSED) from None
    click.echo("The database is up to date.")
