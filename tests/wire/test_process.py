"""How the process starts, waits, stops and ends."""

import asyncio
import signal
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from tests.wire.table import opened
from tests.wire.world import PATIENCE, STARTING, Wire

pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

MOST_MEMORY_MIB: Final = 130
"""Just after a start that finds its tables there: a first one keeps Alembic, too."""
UNKNOWN_TOKEN: Final = 3
"""The exit code, as `python -m bot --help` says."""
NOT_LET_IN: Final = 3
STOPPING: Final = (signal.SIGTERM, signal.SIGINT)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def assert_database_is_sound(wire: Wire) -> None:
    with sqlite3.connect(wire.database) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


async def test_it_waits_for_a_discord_that_is_not_there(unreachable: Callable[[], Wire]) -> None:
    wire, port = unreachable(), free_port()
    bot = wire.process(f"http://127.0.0.1:{port}")
    await bot.start()
    try:
        line = await wire.logged("discord-unreachable")
        await wire.discord.start(port)
        await bot.ready(STARTING)
        await wire.logged("ready")
    finally:
        await wire.discord.stop()
    assert "Cannot connect" in line["reason"]
    assert wire.broken() == []


async def test_it_waits_while_logging_in_is_answered_503(wire: Wire) -> None:
    wire.discord.fault("get_my_user", status=503, times=2)
    await wire.process().start()
    await wire.bot.ready(STARTING)
    await wire.logged("ready")
    assert len(wire.log("discord-unreachable")) == 2
    assert wire.broken() == []


async def test_it_waits_while_the_gateway_refuses(wire: Wire) -> None:
    wire.discord.gateway.refuse(600)
    await wire.process().start()
    line = await wire.logged("discord-unreachable")
    wire.discord.gateway.refuse(0)
    await wire.bot.ready(STARTING)
    await wire.logged("ready")
    assert line["reason"].startswith("503")
    assert wire.broken() == []


async def test_an_outage_of_the_gateway_is_waited_out(wire: Wire) -> None:
    await wire.begin()
    wire.discord.gateway.refuse(1.5)
    await wire.discord.gateway.drop(1006, forget=True)
    gateway = wire.discord.gateway
    await wire.discord.until(lambda: gateway.identifies == 2 and gateway.live, PATIENCE)
    assert (await wire.discord.user("Ann").slash("/help")).ephemeral


async def test_it_beats_as_long_as_the_gateway_answers(wire: Wire) -> None:
    await wire.begin()

    def beats() -> list[Any]:
        with closing(sqlite3.connect(wire.database)) as connection:
            return connection.execute("SELECT scope FROM beats").fetchall()

    assert await wire.discord.until(beats, PATIENCE, "a beat") == [("all",)]


async def test_a_wrong_token_ends_it_with_one_line(wire: Wire) -> None:
    bot = wire.process(DISCORD_TOKEN="wrong")
    await bot.start()
    code = await asyncio.wait_for(bot.process.wait(), PATIENCE)
    await bot.kill()
    said = [line for line in bot.log if not line.startswith("{")]
    assert code == UNKNOWN_TOKEN
    assert len(said) == 1
    assert "DISCORD_TOKEN" in said[0]
    assert wire.discord.invalid_requests == 1
    assert wire.broken() == []


@pytest.mark.parametrize("code", [4011, 4014])
async def test_a_gateway_that_will_never_let_it_in_ends_it_with_one_line(
    wire: Wire, code: int
) -> None:
    bot = await wire.begin()
    await wire.discord.gateway.drop(code)
    ended = await asyncio.wait_for(bot.process.wait(), PATIENCE)
    await bot.kill()
    said = [line for line in bot.log if not line.startswith("{")]
    assert ended == NOT_LET_IN
    assert len(said) == 1
    assert said[0].startswith("Error: Discord does not let the bot in: ")
    assert wire.discord.gateway.identifies == 1
    assert wire.broken() == []


@pytest.mark.parametrize("number", STOPPING)
async def test_a_signal_stops_it_in_good_order(wire: Wire, number: signal.Signals) -> None:
    await wire.begin()
    table = await opened(wire, wire.discord.user("Ann"), wire.discord.user("Bob"))
    await table.turn()
    wire.bot.process.send_signal(number)
    code = await asyncio.wait_for(wire.bot.process.wait(), PATIENCE)
    await wire.bot.kill()
    assert code == 0
    assert wire.log("stopped")
    assert wire.broken() == []
    assert wire.discord.gateway.live == []
    assert_database_is_sound(wire)


async def test_a_signal_while_it_waits_for_discord_stops_it_at_once(
    unreachable: Callable[[], Wire],
) -> None:
    wire = unreachable()
    bot = wire.process(f"http://127.0.0.1:{free_port()}")
    await bot.start()
    await wire.logged("discord-unreachable")
    bot.process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(bot.process.wait(), PATIENCE) == 0
    await bot.kill()
    assert_database_is_sound(wire)


async def test_a_signal_while_a_session_begins_anew_stops_it(wire: Wire) -> None:
    await wire.begin()
    fault = wire.discord.fault("get_bot_gateway", delay=300)
    await wire.discord.gateway.invalidate(resumable=False)
    await wire.discord.until(lambda: fault.hits, PATIENCE, "a question before a new session")
    wire.bot.process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(wire.bot.process.wait(), PATIENCE) == 0
    await wire.bot.kill()
    assert wire.log("stopped")
    assert wire.broken() == []


async def test_a_move_that_is_being_told_when_it_must_stop_is_told(wire: Wire) -> None:
    await wire.begin()
    table = await opened(wire, wire.discord.user("Ann"), wire.discord.user("Bob"))
    before, mover = table.newest, table.to_move
    message, button = await table.drafted()
    fault = wire.discord.fault("create_message", delay=0.5)
    reply = await mover.click(message, button, wait=False)
    await wire.discord.until(lambda: fault.hits, PATIENCE)
    wire.bot.process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(wire.bot.process.wait(), PATIENCE) == 0
    await wire.bot.kill()
    assert table.newest is not before
    assert "Sent." in reply.text
    assert wire.broken() == []


async def test_it_is_small(wire: Wire, record_property: Callable[[str, object], None]) -> None:
    # Puzzles that are being made take a little more meanwhile.
    await wire.process(PUZZLES="false").start()
    await wire.bot.ready(STARTING)
    await wire.logged("ready")
    await wire.bot.stop()
    await wire.bot.start()
    await wire.discord.until(lambda: len(wire.log("ready")) > 1, STARTING, "the bot to be ready")
    memory = wire.bot.memory()
    record_property("idle_rss_mib", round(memory))
    assert memory < MOST_MEMORY_MIB


async def test_systemd_hears_that_it_is_ready_lives_and_stops(wire: Wire, tmp_path: Path) -> None:
    """Here with its token in a file, as units and containers hand it out."""
    (tmp_path / "token").write_text(f"{wire.discord.token}\n", encoding="utf-8")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as service_manager:
        service_manager.bind(str(tmp_path / "notify"))
        service_manager.settimeout(PATIENCE)
        bot = wire.process(
            DISCORD_TOKEN="",
            DISCORD_TOKEN_FILE=str(tmp_path / "token"),
            NOTIFY_SOCKET=str(tmp_path / "notify"),
            WATCHDOG_USEC="4000000000",
        )
        await bot.start()
        await bot.ready(STARTING)
        await wire.logged("ready")
        await bot.stop()
        told = [service_manager.recv(100).decode() for _ in range(3)]
    assert sorted(told[:2]) == ["READY=1", "WATCHDOG=1"]
    assert told[2] == "STOPPING=1"
    assert bot.process.returncode == 0
    assert not any(wire.discord.token in line for line in bot.log)
