"""Run the bot; bring the database up to date."""

import asyncio

import click

from bot import logs
from bot.app import UnusableDatabase, WrongToken, opened
from bot.app import run as running
from bot.command_line.exits import Exit, Refusal
from bot.settings import Settings

UNUSABLE = "The database of DATABASE_URL can't be used: {}"


@click.command
def run() -> None:
    """Run the bot in Discord until it is told to stop.

    Brings the database up to date first. Waits and tries again while Discord can't be reached.
    SIGTERM or Ctrl-C stops it in good order, a second one at once.
    """
    settings = Settings.read()
    if settings.discord_token is None:
        raise Refusal("DISCORD_TOKEN is not set: see .env.example.", Exit.WRONG_USE)
    logs.begin(settings.log_level, settings.log_format)
    try:
        asyncio.run(running(settings))
    except WrongToken:
        raise Refusal(
            "Discord does not know this DISCORD_TOKEN: make a new one in the developer portal.",
            Exit.TOKEN_REFUSED,
        ) from None
    except UnusableDatabase as error:
        raise Refusal(UNUSABLE.format(error), Exit.DATABASE_REFUSED) from None


@click.command
def migrate() -> None:
    """Bring the database up to date; `run` does it, too."""
    try:
        asyncio.run(_migrated(Settings.read()))
    except UnusableDatabase as error:
        raise Refusal(UNUSABLE.format(error), Exit.DATABASE_REFUSED) from None
    click.echo("The database is up to date.")


async def _migrated(settings: Settings) -> None:
    async with opened(settings.database_url):
        pass
