"""Run the bot or the playground; continue a paused match."""

import asyncio
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from bot import logs, tracing
from bot.app import NotLetIn, UnusableDatabase, WrongToken, opened
from bot.app import run as running
from bot.command_line.exits import UNUSABLE, Exit, Refusal
from bot.hosting.host import Host
from bot.ports import PortTaken
from bot.settings import Settings
from bot.table.errors import CannotPost, NewerRules, UnknownMatch
from bot.table.ids import MatchId
from bot.table.match.match import Match, Status


@click.command
@click.option("--sync", is_flag=True, help="Tell Discord the commands even if it knows them.")
def run(*, sync: bool) -> None:
    """Run the bot in Discord until it is told to stop.

    Brings the database up to date first, if no other process uses it. Waits and tries again while
    Discord or the database can't be reached, or its disk is full. Discord is told the commands once
    for each release. SIGTERM or Ctrl-C stops it in good order, a second one at once; on PostgreSQL
    it stops so by itself, with 0, when processes that began later are ready for all of its shards.
    """
    settings = Settings.read()
    if settings.discord_token is None:
        raise Refusal("DISCORD_TOKEN is not set: see .env.example.", Exit.WRONG_USE)
    logs.begin(settings.log_level, settings.log_format)
    end_tracing = tracing.begin()
    try:
        asyncio.run(running(settings, sync=sync))
    except WrongToken:
        raise Refusal(
            "Discord does not know this DISCORD_TOKEN: make a new one in the developer portal.",
            Exit.TOKEN_REFUSED,
        ) from None
    except NotLetIn as error:
        raise Refusal(f"Discord does not let the bot in: {error}.", Exit.TOKEN_REFUSED) from None
    except UnusableDatabase as error:
        raise Refusal(UNUSABLE.format(error), Exit.DATABASE_REFUSED) from None
    except PortTaken as error:
        raise Refusal(str(error), Exit.WRONG_USE) from None
    finally:
        end_tracing()


@click.command
@click.argument("match", type=int)
def resume(match: int) -> None:
    """Continue a paused match whose stored lines have been repaired.

    MATCH is its number. With PostgreSQL the bot may keep running, and posts the news by itself;
    with SQLite it must be stopped first.
    """

    async def take_up() -> Match:
        async with opened(Settings.read().database_url) as parts:
            clock, entropy, owner = parts.clock, parts.entropy, parts.ownership
            host = Host(parts.stores, _Absent(), clock, entropy, ownership=owner)
            with suppress(CannotPost):
                await host.lobbies.resume(MatchId(match))
            return await host.cache.match(MatchId(match))

    try:
        found = asyncio.run(take_up())
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


class _Absent:
    """A messenger where there is no Discord: the running bot posts the messages later."""

    async def cover(self, *_: Any, **__: Any) -> NoReturn:
        raise CannotPost("not-connected")

    table = extend_table = ask = unask = type_in = deals = notice = unsay = redraw = cover


@click.command(short_help="Try the bot without a token, in a browser.")
@click.option("--port", type=click.IntRange(0, 65535), help="Instead of PLAYGROUND_PORT.")
@click.option(
    "--database",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the playground's SQLite database here; the file must be new.",
)
def playground(port: int | None, database: Path | None) -> None:
    """Try the bot without a token: open the printed address in a browser.

    The real bot runs in a simulated Discord with three people. Only this machine can reach it,
    and everything is gone when it ends, unless --database names a file.
    """
    settings = Settings.read()
    if database is not None and database.exists():
        raise Refusal(f"--database: {database} already exists", Exit.WRONG_USE)
    logs.begin("ERROR" if settings.log_level == "INFO" else settings.log_level, settings.log_format)
    try:
        run = import_module("bot.playground.run").run
    except ImportError as error:
        text = f"The playground needs {error.name}: install the group playground (uv sync)."
        raise Refusal(text, Exit.WRONG_USE) from None
    chosen = settings.playground_port if port is None else port
    seed = settings.puzzle_seed if settings.puzzles else None
    asyncio.run(run(chosen, database, click.echo, seed, has_masters=settings.master_level))
