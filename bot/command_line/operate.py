"""Run the bot; bring the database up to date; play a paused match on."""

import asyncio
from contextlib import suppress
from typing import Any, NoReturn

import click

from bot import logs
from bot.app import NotLetIn, UnusableDatabase, WrongToken, opened
from bot.app import run as running
from bot.command_line.exits import Exit, Refusal
from bot.hosting.errors import CannotPost, NewerRules, UnknownMatch
from bot.hosting.host import Host
from bot.hosting.match import Match, MatchId, Status
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
    except NotLetIn as error:
        raise Refusal(f"Discord does not let the bot in: {error}.", Exit.TOKEN_REFUSED) from None
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


@click.command
@click.argument("match", type=int)
def resume(match: int) -> None:
    """Play a paused match on, once its stored lines are mended.

    MATCH is its number. A bot on PostgreSQL may run meanwhile, and tells the channel by itself; one
    on SQLite has to be stopped for it.
    """
    try:
        found = asyncio.run(_resumed(Settings.read(), MatchId(match)))
    except UnknownMatch:
        raise Refusal(f"There is no match {match}.", Exit.WRONG_USE) from None
    except NewerRules:
        text = f"Match {match} is played by rules of a newer version of this program: use that one."
        raise Refusal(text, Exit.WRONG_USE) from None
    except UnusableDatabase as error:
        raise Refusal(UNUSABLE.format(error), Exit.DATABASE_REFUSED) from None
    if found.status is Status.PAUSED:
        text = f"Match {match} stays paused: line {found.paused_at} doesn't replay."
        raise Refusal(text, Exit.FOUND_FAULTS)
    click.echo(f"Match {match} replays; it is {found.status}.")


async def _resumed(settings: Settings, match_id: MatchId) -> Match:
    async with opened(settings.database_url) as parts:
        host = Host(parts.matches, _Absent(), parts.clock, parts.entropy, ownership=parts.ownership)
        with suppress(CannotPost):
            await host.resume(match_id)
        return await host.get(match_id)


class _Absent:
    """A messenger where there is no Discord: whoever runs the bot tells later."""

    async def cover(self, *_: Any) -> NoReturn:
        """Tell nobody."""
        raise CannotPost("not-connected")

    async def table(self, *_: Any) -> NoReturn:
        """Tell nobody."""
        raise CannotPost("not-connected")

    async def more(self, *_: Any) -> NoReturn:
        """Tell nobody."""
        raise CannotPost("not-connected")

    async def deals(self, *_: Any) -> NoReturn:
        """Tell nobody."""
        raise CannotPost("not-connected")
