"""A start while the database is away: it is waited for, unless waiting would not mend it."""

import asyncio
import signal
from typing import Final

import aiohttp
import pytest

from bot.command_line.exits import Exit
from tests import postgresql
from tests.wire.test_process import free_port
from tests.wire.world import PATIENCE, STARTING, Wire

pytestmark = [
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
    pytest.mark.skipif(postgresql.GIVEN != "", reason="the given PostgreSQL is not ours to stop"),
]
SECRET: Final = "geheim"


async def asked(port: int, path: str) -> tuple[int, dict[str, str]]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as answer,
    ):
        return answer.status, (await answer.json())["problems"]


async def test_a_server_that_is_away_is_waited_for_and_ready_says_so(
    wire: Wire, server: postgresql.Server, empty_url: str
) -> None:
    port = free_port()
    bot = wire.process(DATABASE_URL=empty_url, HEALTH_PORT=str(port))
    with server.away():
        await bot.start()
        line = await wire.logged("database-awaited")
        healthy, ready = await asked(port, "/health"), await asked(port, "/ready")
    await bot.ready(STARTING)
    await wire.logged("ready")
    await bot.stop()

    assert line["problem"] == "unreachable"
    assert healthy == (200, {})
    assert ready[0] == 503
    assert ready[1]["database"] == "not open yet: waiting, unreachable"
    assert wire.log("database-awaited") == [line]
    assert wire.log("database-lost") == []
    assert bot.process.returncode == 0
    assert wire.broken() == []


@pytest.mark.parametrize("address", ["refused", "unknown"])
async def test_a_signal_while_it_waits_for_the_database_stops_it(wire: Wire, address: str) -> None:
    place = f"127.0.0.1:{free_port()}" if address == "refused" else "far.invalid"
    bot = wire.process(DATABASE_URL=f"postgresql://me:{SECRET}@{place}/games")
    await bot.start()
    line = await wire.logged("database-awaited")
    bot.process.send_signal(signal.SIGTERM)
    code = await asyncio.wait_for(bot.process.wait(), PATIENCE)
    await bot.kill()

    assert code == 0
    assert line["reason"]
    assert wire.log("stopped")
    assert wire.broken() == []
    assert not any(SECRET in each for each in bot.log)
    # Nobody heard of a bot that never worked.
    assert wire.discord.gateway.identifies == 0


@pytest.mark.parametrize(
    ("user", "name", "reason"),
    [
        ("postgres", "nothing", 'database "nothing" does not exist'),
        (f"nobody:{SECRET}", "postgres", 'role "nobody" does not exist'),
    ],
)
async def test_what_waiting_does_not_mend_is_said_at_once(
    wire: Wire, server: postgresql.Server, user: str, name: str, reason: str
) -> None:
    bot = wire.process(DATABASE_URL=f"postgresql://{user}@/{name}?host={server.folder}")
    await bot.start()
    code = await asyncio.wait_for(bot.process.wait(), PATIENCE)
    await bot.kill()
    said = [line for line in bot.log if not line.startswith("{")]

    assert code == Exit.DATABASE_REFUSED
    assert said == [f"Error: The database of DATABASE_URL can't be used: {reason}"]
    assert wire.log("database-awaited") == []
    assert wire.broken() == []


async def test_the_other_commands_do_not_wait(wire: Wire) -> None:
    place = f"127.0.0.1:{free_port()}"
    for command in ("migrate", "check", "backup"):
        wire.command = (*wire.command[:3], command)
        bot = wire.process(DATABASE_URL=f"postgresql://me:{SECRET}@{place}/games")
        await bot.start()
        code = await asyncio.wait_for(bot.process.wait(), PATIENCE)
        await bot.kill()

        assert code == (Exit.FOUND_FAULTS if command == "check" else Exit.DATABASE_REFUSED)
        assert any("Connect call failed" in line for line in bot.log), bot.log
        assert not any(SECRET in line or "Traceback" in line for line in bot.log)
