"""What a page at an address takes: made once, then served from memory over a real socket."""

from contextlib import AsyncExitStack
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Final

import aiohttp

from bot.hosting.host import Host
from bot.ports import answering
from bot.storage.database import Database
from bot.storage.migration import upgrade
from bot.storage.stores import stores_in
from bot.web.server import PageServer
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, played_out, table_of
from tests.bot.world import client

_TRIES: Final = 200


async def measure() -> dict[str, float]:
    """Return milliseconds: to make the page, and to serve it; `cpu` has both ends of the socket."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        database = Database(f"sqlite:///{folder}/bench.db")
        stack.push_async_callback(database.close)
        await upgrade(database)
        clock, entropy = StandingClock(), KnownEntropy()
        host = Host(stores_in(database, games()), Listener(), clock, entropy)
        match = await played_out(host, (await table_of(host, ANN, BOB)).id)
        bot, seconds = client(database, clock, entropy), [0.0]
        stack.callback(bot.shell.pool.close)
        server = PageServer(lambda: bot.shell, "https://pages.example", lambda: seconds[0])
        port = await stack.enter_async_context(answering(server.app(), "PAGE", "127.0.0.1", 0))
        session = await stack.enter_async_context(aiohttp.ClientSession())
        key = await bot.shell.stores.pages.key(match.id, is_public=True)

        async def asked(**headers: str) -> tuple[float, str]:
            seconds[0] += 60
            start = perf_counter()
            address = f"http://127.0.0.1:{port}/m/{key}"
            async with session.get(address, headers=headers) as answer:
                await answer.read()
            return 1000 * (perf_counter() - start), answer.headers["ETag"]

        made, digest = await asked()
        began = process_time()
        served = [(await asked())[0] for _ in range(_TRIES)]
        taken = 1000 * (process_time() - began) / _TRIES
        known = [(await asked(**{"If-None-Match": digest}))[0] for _ in range(_TRIES)]
    return {
        "made_ms": round(made),
        "served_ms": round(median(served), 2),
        "served_cpu_ms": round(taken, 2),
        "not_modified_ms": round(median(known), 2),
    }
