"""Pages of the real process: from its start to its end, whatever else is there."""

import asyncio

import aiohttp
import pytest

from bot.storage.database import Database
from bot.storage.page.pages import PageStore
from bot.table.ids import MatchId
from tests.wire.table import opened
from tests.wire.test_process import free_port
from tests.wire.world import Wire

pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")


async def test_a_running_match_is_shown_and_a_stop_waits_for_no_reader(wire: Wire) -> None:
    port = free_port()
    await wire.begin(PAGE_PORT=str(port), PAGE_URL=f"http://127.0.0.1:{port}")
    await opened(wire, *(wire.discord.user(name) for name in ("Ann", "Bob")))
    database = Database(f"sqlite:///{wire.database}")
    key = await PageStore(database).key(MatchId(1), is_public=True)
    await database.close()

    async with aiohttp.ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/m/{key}") as answer:
            shown = await answer.text()
        async with session.get(f"http://127.0.0.1:{port}/m/{key}x") as answer:
            wrong = answer.status
        # A reader who has not finished what they ask for.
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /m/")
        await wire.bot.stop()
        writer.close()

    assert ("Ann" in shown, wrong) == (True, 404)
    assert wire.bot.process.returncode == 0
    assert key is not None
    assert key not in "\n".join(wire.bot.log)
