"""Compute all ratings anew from the results of matches."""

import asyncio

import click

from bot import logs
from bot.app import UnusableDatabase, opened
from bot.command_line.exits import UNUSABLE, Exit, Refusal
from bot.settings import Settings
from bot.storage.people.rate_anew import RatedAnew, rate_anew


@click.command(short_help="Compute all ratings anew from the results.")
def ratings() -> None:
    """Compute all ratings anew from the results of matches, in the order in which these were rated.

    Changes nothing if all is right. With PostgreSQL the bot may keep running, but a match that ends
    meanwhile may be lost to the ratings until this is called again; with SQLite it must be stopped
    first.
    """
    settings = Settings.read()
    logs.begin("ERROR", settings.log_format)
    try:
        found = asyncio.run(_rate(settings.database_url))
    except UnusableDatabase as error:
        raise Refusal(UNUSABLE.format(error), Exit.DATABASE_REFUSED) from None
    click.echo(f"Matches rated: {found.matches}. Seats that had another rating: {found.corrected}.")


async def _rate(url: str) -> RatedAnew:
    async with opened(url) as parts:
        return await rate_anew(
            parts.database, lambda done, of: click.echo(f"{done} of {of} matches")
        )
