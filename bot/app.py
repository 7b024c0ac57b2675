"""Puts everything together: the only file that knows all parts."""

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import Final

import discord
import structlog
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot import metrics
from bot.client import FaultlineClient, TickRate, use_server
from bot.gateway import UNREACHABLE, Deployment, Identifies, ShardSettings
from bot.hosting.processes.leases import ProcessLeases
from bot.interactions.context import Shell
from bot.monitoring.health import Health
from bot.monitoring.server import listening
from bot.monitoring.watch import Watch
from bot.settings import Settings
from bot.storage.address import WrongAddress
from bot.storage.database import CONNECTIONS, Database
from bot.storage.notices.restores import restored_at
from bot.storage.people.fingerprints import Fingerprints, file_beside
from bot.storage.processes.claims import ClaimStore
from bot.storage.processes.deployment import COMMANDS, ReleaseStore
from bot.storage.processes.leases import LeaseStore
from bot.storage.processes.ownership import CannotOwn, SharedOwnership, owned
from bot.storage.schema_version import OtherSchema, Schema, schema
from bot.storage.stores import Stores, stores_in
from bot.storage.troubles import passes, problem_of, reason_of
from bot.system import (
    SystemClock,
    SystemEntropy,
    forbid_reading,
    private_files,
    return_large_blocks,
    return_unused,
    tell_service_manager,
    watchdog_seconds,
)
from bot.table.errors import OutOfReach
from bot.table.processes.concurrency import log_failure
from bot.table.processes.shares import ALONE, SOLE, Ownership
from bot.table.world import Clock, Entropy
from bot.web import server as pages
from engine.registry import games

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

FIRST_WAIT_SECONDS: Final = 1.0
LONGEST_WAIT_SECONDS: Final = 60.0
DATABASE_WAIT_SECONDS: Final = 5.0
"""A server of one's own is asked more often than Discord."""
TIDY_SECONDS: Final = 60.0
PATIENCE_SECONDS: Final = 300.0
"""A session that lasted this long was a success: waiting begins anew after it."""
BAD_TOKEN: Final = 4004
"""The gateway's word for a token that it doesn't know."""
_STOPPING_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)
NEVER_LET_IN: Final[Mapping[int, str]] = MappingProxyType(
    {
        4010: "it was told a wrong shard",
        4011: "the bot is in more servers than so few shards may have: raise SHARD_COUNT, or unset"
        " it and take Discord's recommendation",
        4012: "Discord no longer speaks the version of the gateway that this version speaks",
        4013: "Discord does not know the intents that were asked for",
        4014: "the application may not have the intents that were asked for",
    }
)
"""The gateway's words for what no waiting mends."""


class WrongToken(Exception):
    """Discord does not know the token: nothing but a new one helps."""


class NotLetIn(Exception):
    """Discord's gateway won't have this bot as it is; the text says why."""


class UnusableDatabase(Exception):
    """The database can't be opened, or is of a later version; the text says why."""


class DatabaseAway(UnusableDatabase):
    """The database can't be opened just now, which ends by itself; `problem` is its kind."""

    def __init__(self, text: str, problem: str) -> None:
        super().__init__(text)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Parts:
    """What a client is made of."""

    database: Database
    stores: Stores
    clock: Clock
    entropy: Entropy
    ownership: Ownership
    deployment: Deployment
    restored_at: datetime | None

    def client(self, settings: Settings) -> FaultlineClient:
        """Return a new client; each can be started once."""
        seconds = settings.tick_seconds
        shards = ShardSettings(settings.shard_count, settings.shard_ids)
        return FaultlineClient(
            self.stores,
            self.clock,
            self.entropy,
            pace=TickRate(seconds, timedelta(seconds=2 * seconds)),
            seconds=monotonic,
            deployment=replace(
                self.deployment,
                shards=shards,
                render_processes=settings.drawing_processes,
                thinking_processes=settings.thinkers,
                reviews_itself=settings.review_matches,
                has_masters=settings.master_level,
                puzzle_seed=settings.puzzle_seed if settings.puzzles else None,
                contact=settings.contact or "",
                page_address=settings.page_url or "",
            ),
            restored_at=self.restored_at,
        )


def file_of(url: str) -> Path | None:
    """Return the file of an SQLite database; None: it is a server."""
    address = make_url(url)
    is_file = address.get_backend_name() == "sqlite" and address.database
    return Path(address.database) if is_file and address.database else None


async def bring_up_to_date(database: Database) -> None:
    """Make the database usable for this process; raises `OtherSchema` if that may not be.

    Alembic is imported if there is something to migrate: it would take a tenth of the memory of a
    process that idles.
    """
    if await schema(database) is not Schema.CURRENT:
        from bot.storage.migration import usable  # noqa: PLC0415 - see above

        await usable(database)


@asynccontextmanager
async def opened(
    url: str,
    clock: Clock | None = None,
    *,
    pool: int = CONNECTIONS,
    patience: float | None = None,
    prepare: Callable[[Database], Awaitable[None]] = bring_up_to_date,
    erasure: Path | None = None,
) -> AsyncIterator[Parts]:
    """Open the database for writing, `prepare` its tables, and close it at the end.

    `erasure` is the file of those who were erased; None: the one that is usual for the address.
    Raises `UnusableDatabase`, also while another process writes the same file; `DatabaseAway` if
    trying again may do.
    """
    file = file_of(url)
    with ExitStack() as held:
        try:
            if file is not None:
                # What SQLite makes beside the file may be read by those who may read the file.
                with private_files():
                    held.enter_context(owned(file))
                    # A failure within aiosqlite would leave a thread behind.
                    sqlite3.connect(file).close()
            database = Database(url, pool=pool, patience=patience)
        except (sqlite3.Error, CannotOwn, WrongAddress) as error:
            if passes(error):
                raise _away(error) from error
            text = _first_line(error)
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_CANTOPEN and file:
                text += f": is there a folder {file.parent.resolve()} in which this user may write?"
            raise UnusableDatabase(text) from error
        except ImportError as error:
            raise UnusableDatabase(
                f"its driver {error.name} is not installed (uv sync --extra postgres)"
            ) from error
        ownership = claims = leases = None
        if file is None:
            store = LeaseStore(database)
            leases = ProcessLeases(store, metrics.program_version())
            ownership = SharedOwnership(database, store.connection)
            claims = ClaimStore(database, leases.answers)
        identifies = Identifies(ownership)
        try:
            database.is_open = False
            try:
                await prepare(database)
                restored = await restored_at(database)
            except (SQLAlchemyError, OSError, OutOfReach, OtherSchema) as error:
                if passes(error):
                    raise _away(error) from error
                raise UnusableDatabase(reason_of(error)) from error
            database.is_open = True
            yield Parts(
                database,
                stores_in(database, games(), Fingerprints(erasure or file_beside(url))),
                clock or SystemClock(),
                SystemEntropy(),
                ownership or SOLE,
                Deployment(
                    identifies=identifies,
                    ownership=ownership or SOLE,
                    claims=claims,
                    releases=ReleaseStore(database, ownership),
                    leases=leases,
                ),
                restored,
            )
        finally:
            await identifies.close()
            if leases is not None:
                await leases.release()
            if claims is not None:
                await claims.close()
            if ownership is not None:
                await ownership.close()
            await database.close()


async def run(settings: Settings, *, sync: bool = False) -> None:
    """Run the bot until SIGTERM or SIGINT, or until younger processes are there for all it does.

    Waits for a database that is away or whose disk is full, as for Discord.
    `sync`: tell Discord the commands even if it knows them. Raises `WrongToken`, `NotLetIn`,
    `UnusableDatabase`.
    """
    if settings.discord_api_url:
        use_server(settings.discord_api_url)
    forbid_reading()
    return_large_blocks()
    stopping = stopping_on_signals()
    health = Health(settings.tick_seconds)
    async with AsyncExitStack() as stack:
        if settings.health_port is not None:
            port = listening(health, settings.health_address, settings.health_port)
            await stack.enter_async_context(port)
        if settings.page_port is not None:
            url, address = settings.page_url, settings.page_address
            await stack.enter_async_context(
                pages.listening(lambda: _shell(health), url, address, settings.page_port)
            )
        stop = asyncio.create_task(stopping.wait())
        opening = asyncio.create_task(_opened(stack, settings, health, sync=sync))
        await asyncio.wait({opening, stop}, return_when=asyncio.FIRST_COMPLETED)
        if stopping.is_set():
            opening.cancel()
        try:
            parts = await opening
        except asyncio.CancelledError:
            if not stopping.is_set():
                raise
            log.info("stopped")
            return
        finally:
            stop.cancel()
        health.database = parts.database
        leases = parts.deployment.leases
        superseded = asyncio.Event() if leases is None else leases.superseded
        serving = asyncio.create_task(_serve(parts, settings, health))
        ends = [asyncio.create_task(each.wait()) for each in (stopping, superseded)]
        besides = [asyncio.create_task(_tidy()), asyncio.create_task(_show_life())]
        if settings.health_port is not None:
            file = file_of(settings.database_url)
            watch = Watch(health, parts.database, parts.clock, (leases or ALONE).held, file)
            besides.append(asyncio.create_task(watch.run()))
        for beside in besides:
            beside.add_done_callback(log_failure)
        await asyncio.wait({serving, *ends}, return_when=asyncio.FIRST_COMPLETED)
        for each in (*ends, *besides):
            each.cancel()
        if not serving.done():
            log.info("stopping", superseded=superseded.is_set())
            metrics.DRAINING.set(1)
            tell_service_manager("STOPPING=1")
            if leases is not None:
                leases.drain()
            serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
        # Tasks that still ask for something would find the database closed.
        await asyncio.wait({*ends, *besides})
        health.database = None
    log.info("stopped")


def _shell(health: Health) -> Shell | None:
    """Return what can answer just now; a client is made anew when Discord was away."""
    client = health.client
    if client is None or client.is_closed() or client.is_draining:
        return None
    return client.shell


async def _opened(
    stack: AsyncExitStack, settings: Settings, health: Health, *, sync: bool
) -> Parts:
    """Open the database, to be closed with the stack; wait as long as it is away or full."""

    async def prepare(database: Database) -> None:
        await bring_up_to_date(database)
        if sync:
            await ReleaseStore(database).forget(COMMANDS)

    url, patience = settings.database_url, settings.database_patience
    said: float | None = None
    while True:
        database = opened(
            url,
            pool=settings.database_pool,
            patience=patience,
            prepare=prepare,
            erasure=settings.erasure_file,
        )
        try:
            parts = await stack.enter_async_context(database)
        except DatabaseAway as error:
            health.awaited = error.problem
            if said is None or monotonic() - said >= LONGEST_WAIT_SECONDS:
                said = monotonic()
                log.warning("database-awaited", problem=error.problem, reason=str(error))
            await asyncio.sleep(DATABASE_WAIT_SECONDS)
        else:
            health.awaited = None
            return parts


async def _tidy() -> None:
    """Give back now and then what drawing left behind."""
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        return_unused()


async def _show_life() -> None:
    """Let systemd see that the loop runs, if it wants to: it restarts a process that hangs."""
    while (seconds := watchdog_seconds()) is not None:
        tell_service_manager("WATCHDOG=1")
        await asyncio.sleep(seconds)


def stopping_on_signals() -> asyncio.Event:
    """Return an event that the first signal sets; a second one kills the process as usual.

    Through `signal`, not `loop.add_signal_handler`, which Windows lacks.
    """
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stop(*_: object) -> None:
        for each in _STOPPING_SIGNALS:
            signal.signal(each, signal.SIG_DFL)
        # A handler runs between any two instructions; only this may wake the loop from there.
        loop.call_soon_threadsafe(stopping.set)

    for each in _STOPPING_SIGNALS:
        signal.signal(each, stop)
    return stopping


async def _serve(parts: Parts, settings: Settings, health: Health) -> None:
    """Keep a client connected; when Discord can't be reached, wait longer each time."""
    wait = FIRST_WAIT_SECONDS
    while True:
        began = monotonic()
        try:
            await _session(parts, settings, health)
        except discord.LoginFailure as error:
            raise WrongToken from error
        except discord.PrivilegedIntentsRequired as error:
            raise NotLetIn(NEVER_LET_IN[4014]) from error
        except UNREACHABLE as error:
            if isinstance(error, discord.ConnectionClosed):
                if error.code == BAD_TOKEN:
                    raise WrongToken from error
                if error.code in NEVER_LET_IN:
                    raise NotLetIn(NEVER_LET_IN[error.code]) from error
            if monotonic() - began > PATIENCE_SECONDS:
                wait = FIRST_WAIT_SECONDS
            is_hidden = isinstance(error, discord.GatewayNotFound)
            reason = _first_line((is_hidden and error.__cause__) or error)
            log.warning("discord-unreachable", reason=reason, again_in_seconds=wait)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT_SECONDS)


async def _session(parts: Parts, settings: Settings, health: Health) -> None:
    """Be in Discord until that fails or is cancelled; then close in good order."""
    client = health.client = parts.client(settings)
    token = settings.discord_token
    if token is None:
        raise WrongToken

    async def say_ready() -> None:
        began = monotonic()
        await client.wait_until_ready()
        taken = round(monotonic() - began, 2)
        log.info("ready", user=str(client.user), servers=len(client.guilds), seconds=taken)
        tell_service_manager("READY=1")

    async with client:
        saying = asyncio.create_task(say_ready(), name="say-ready")
        saying.add_done_callback(log_failure)
        # A task of its own: while a session begins anew the library swallows a cancellation.
        connected = asyncio.create_task(client.start(token.get_secret_value()), name="gateway")
        try:
            await asyncio.wait({connected})
            connected.result()
        except asyncio.CancelledError:
            await client.finish()
            # Before the connections to Discord, whose end may take its time: others wait for it.
            if parts.deployment.leases is not None:
                await parts.deployment.leases.release()
                log.info("leases-released")
            raise
        finally:
            saying.cancel()
            await client.finish()
            await client.close()
            connected.cancel()
            await asyncio.wait({connected})


def _away(error: Exception) -> DatabaseAway:
    problem = error.data["problem"] if isinstance(error, OutOfReach) else problem_of(error)
    return DatabaseAway(reason_of(error), str(problem))


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
