"""The playground: the real bot in a simulated Discord with a page on this machine's loopback.

SimCord is young, so it is used here and in tests only, never by the running bot.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import simcord
from simcord.preview import Preview

from bot.app import Parts, opened, stopping_on_signals
from bot.client import TickRate
from bot.gateway import Deployment
from bot.hosting.advice.puzzles import Puzzles
from bot.hosting.host import Host
from bot.playground.client import NEVER, PlaygroundClient
from bot.playground.page import MovableClock, OwnPageServer, PageDriver, QuickMedia
from bot.playground.server import SameSeed, Server, built, table_to_try
from bot.table.processes.concurrency import log_failure
from bot.table.world import NullMessenger
from bot.workers.thinkers import ThinkingPool

BOT_NAME: Final = "Faultline"
SETTLE_SECONDS: Final = 30.0
"""How long the bot may take for an answer before the page calls it broken."""
ANY_PORT: Final = 0
LOOK_SECONDS: Final = 5.0


async def run(
    port: int,
    database: Path | None,
    tell: Callable[[str], None],
    puzzle_seed: str | None = None,
    *,
    has_masters: bool = False,
) -> None:
    """Serve the playground until SIGINT or SIGTERM; `tell` says to the operator where it is.

    `database` None: a fresh file that is gone at the end. `puzzle_seed` None: no puzzles are made.
    `has_masters`: whether tables may have computer players of the level Master. Raises
    `UnusableDatabase`.
    """
    stopping = stopping_on_signals()
    with TemporaryDirectory(prefix="faultline-") as folder:
        file = database or Path(folder) / "playground.sqlite3"
        async with AsyncExitStack() as stack:
            parts = await stack.enter_async_context(opened(f"sqlite:///{file}"))
            clock = MovableClock(parts.clock)
            parts = replace(parts, clock=clock)
            masters = Deployment(has_masters=has_masters)
            env, client = await stack.enter_async_context(_simulated(parts, clock, masters))
            thinkers = ThinkingPool(1)
            stack.callback(thinkers.close)
            made = Puzzles(parts.stores.puzzles, thinkers, clock, seed=puzzle_seed)
            shown = MadeBeside(parts.stores.puzzles, thinkers, clock, seed=puzzle_seed)
            client.shell.host.puzzles = shown
            server = built(env)
            await env.settle()
            await client.greet(server)
            quiet = Host(parts.stores, NullMessenger(), parts.clock, SameSeed())
            await table_to_try(quiet, client.shell.host, server.venue, server.people)
            await client.explain(server)
            async with _page(env, server, port, tell) as preview:
                tell(f"The playground: {preview.url}")
                tell("Open it in a browser; Ctrl-C ends it.")
                driver = PageDriver(env, preview, clock)
                making = asyncio.create_task(_make_puzzles(made))
                making.add_done_callback(log_failure)
                ends = (stopping.wait(), preview.wait_closed())
                work = driver.run(client.shell.host, client.shell.change_answers)
                await _until(ends, work)
                making.cancel()
                await made.close()


class MadeBeside(Puzzles):
    """Knows the puzzles that are made outside of the simulated Discord.

    That waits, before it answers, for all that its bot has begun.
    """

    async def look(self) -> None:
        """Begin nothing."""


async def _make_puzzles(puzzles: Puzzles) -> None:
    """Make the puzzles of the next days, also when days have passed by a press."""
    while True:
        await puzzles.look()
        await puzzles.finish()
        await asyncio.sleep(LOOK_SECONDS)


@asynccontextmanager
async def _simulated(
    parts: Parts, clock: MovableClock, deployment: Deployment
) -> AsyncIterator[tuple[simcord.Env, PlaygroundClient]]:
    client = PlaygroundClient(
        parts.stores,
        parts.clock,
        parts.entropy,
        # What a visitor seals shall be seen at once.
        pace=TickRate(NEVER, timedelta()),
        deployment=deployment,
    )
    client.pass_time = clock.want
    async with simcord.run(client, check_errors=False, settle_timeout=SETTLE_SECONDS) as env:
        env.backend.bot_user.name = BOT_NAME
        env.backend.clock._epoch = parts.clock.now()  # noqa: SLF001 - messages shall say today
        yield env, client


@asynccontextmanager
async def _page(
    env: simcord.Env, server: Server, port: int, tell: Callable[[str], None]
) -> AsyncIterator[Preview]:
    """Serve the page, on another port if this one is taken."""
    preview = _preview(env, server, port)
    try:
        await preview.__aenter__()
    except simcord.SetupError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        tell(f"Port {port} is taken, so here is another one.")
        preview = _preview(env, server, ANY_PORT)
        await preview.__aenter__()
    try:
        yield preview
    finally:
        await preview.close()


def _preview(env: simcord.Env, server: Server, port: int) -> Preview:
    preview = env.preview(server.channel, viewers=server.viewers, layout="channel", port=port)
    preview._server = OwnPageServer(preview, port)  # noqa: SLF001 - there is no other way in
    preview._media_worker = QuickMedia()  # noqa: SLF001 - the same
    return preview


async def _until(ends: Iterable[Coroutine[Any, Any, Any]], work: Coroutine[Any, Any, None]) -> None:
    """Work until one of the ends comes; what breaks the work is raised."""
    working = asyncio.create_task(work)
    waiting = {asyncio.create_task(each) for each in ends}
    await asyncio.wait({working, *waiting}, return_when=asyncio.FIRST_COMPLETED)
    for each in (working, *waiting):
        each.cancel()
    with suppress(asyncio.CancelledError):
        await working
