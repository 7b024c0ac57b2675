"""Servers of pages, and a browser to look at them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from shutil import copyfile
from typing import TypeAlias

import aiohttp
import pytest
from playwright.async_api import Browser

from bot.interactions.context import Shell
from bot.ports import answering
from bot.storage.database import Database
from bot.web.server import PageServer
from tests.bot.browser import browsing
from tests.bot.fakes import KnownEntropy, StandingClock
from tests.bot.web.site import Site
from tests.bot.world import client

Served: TypeAlias = Callable[..., Awaitable[Site]]
URL = "https://pages.example/games"


@pytest.fixture
async def database(migrated_file: Path, tmp_path: Path) -> AsyncIterator[Database]:
    """Return a database on SQLite: one system is enough for what browsers get."""
    copyfile(migrated_file, tmp_path / "faultline.db")
    opened = Database(f"sqlite:///{tmp_path / 'faultline.db'}")
    yield opened
    await opened.close()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Start a browser."""
    async with browsing() as started:
        yield started


@pytest.fixture
async def served(
    database: Database, clock: StandingClock, entropy: KnownEntropy
) -> AsyncIterator[Served]:
    """Return what starts a server, as another process does: with a client and memory of its own."""
    async with AsyncExitStack() as stack:

        async def served(
            of: Database = database, url: str | None = URL, *, is_there: bool = True
        ) -> Site:
            bot, seconds = client(of, clock, entropy), [0.0]
            stack.callback(bot.shell.pool.close)

            def shell() -> Shell | None:
                return bot.shell if is_there else None

            server = PageServer(shell, url, lambda: seconds[0])
            answers = answering(server.app(), "PAGE", "127.0.0.1", 0, shutdown_timeout=0.5)
            port = await stack.enter_async_context(answers)
            session = await stack.enter_async_context(aiohttp.ClientSession())
            return Site(bot, server, port, session, seconds)

        yield served


@pytest.fixture
async def site(served: Served) -> Site:
    """Return a server whose pages say that they are at `URL`."""
    return await served()
