"""Puts everything together: the only file that knows all parts."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Final

import aiohttp
import discord
import structlog

from bot.client import FaultlineClient
from bot.hosting.ports import Clock, Entropy
from bot.settings import Settings
from bot.storage.database import Database
from bot.storage.matches import SqlMatches
from bot.storage.migration import upgrade
from bot.storage.players import SqlPlayers
from bot.wire import use_server
from bot.world import SystemClock, SystemEntropy
from engine.registry import games

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LONGEST_WAIT_SECONDS: Final = 60.0
PATIENCE_SECONDS: Final = 300.0
"""A session that lasted this long was a success: waiting begins anew after it."""


class WrongToken(Exception):
    """Discord does not know the token."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a client is made of."""

    database: Database
    matches: SqlMatches
    players: SqlPlayers
    clock: Clock
    entropy: Entropy

    def client(self, settings: Settings) -> FaultlineClient:
        """Return a new client; each can be started once."""
        return FaultlineClient(
            self.matches,
            self.players,
            self.clock,
            self.entropy,
            tick_seconds=settings.tick_seconds,
        )


@asynccontextmanager
async def opened(url: str, clock: Clock | None = None) -> AsyncIterator[Parts]:
    """Open the database, bring it to this version's schema, and close it at the end."""
    database = Database(url)
    try:
        await upgrade(database)
        matches, players = SqlMatches(database, games()), SqlPlayers(database)
        yield Parts(database, matches, players, clock or SystemClock(), SystemEntropy())
    finally:
        await database.close()


async def run(settings: Settings) -> None:
    """Run the bot until SIGTERM or SIGINT. Raises `WrongToken`."""
    if settings.discord_api_url:
        use_server(settings.discord_api_url)
    stopping = _stopping_on_signals()
    async with opened(settings.database_url) as parts:
        serving = asyncio.create_task(_serve(parts, settings))
        waiting = asyncio.create_task(stopping.wait())
        await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not serving.done():
            log.info("stopping")
            serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
    log.info("stopped")


def _stopping_on_signals() -> asyncio.Event:
    """Return an event that the first signal sets; a second one kills the process as usual."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stop() -> None:
        stopping.set()
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(each)
            signal.signal(each, signal.SIG_DFL)

    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, stop)
    return stopping


async def _serve(parts: Parts, settings: Settings) -> None:
    """Keep a client connected; when Discord can't be reached, wait longer each time."""
    wait = 1.0
    while True:
        began = monotonic()
        try:
            await _session(parts, settings)
        except discord.LoginFailure as error:
            raise WrongToken from error
        except _UNREACHABLE as error:
            if monotonic() - began > PATIENCE_SECONDS:
                wait = 1.0
            log.warning("discord-unreachable", reason=repr(error), retry_seconds=wait)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT_SECONDS)


# AttributeError: discord.py stumbles over itself when the gateway is down at the first connection
# (its issue 10520); a session of ours raises none, since handlers catch their own errors.
_UNREACHABLE: Final = (
    OSError,
    aiohttp.ClientError,
    asyncio.TimeoutError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    AttributeError,
)


async def _session(parts: Parts, settings: Settings) -> None:
    client = parts.client(settings)
    token = settings.discord_token
    if token is None:
        raise WrongToken
    began = monotonic()

    async def say_ready() -> None:
        await client.wait_until_ready()
        log.info("ready", user=str(client.user), seconds=round(monotonic() - began, 2))

    saying = asyncio.create_task(say_ready())
    try:
        async with client:
            await client.start(token.get_secret_value())
    finally:
        saying.cancel()
        with suppress(asyncio.CancelledError, RuntimeError):
            await saying
