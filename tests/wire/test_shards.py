"""Several processes on one PostgreSQL, each with shards of its own or taking over another's."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.storage.database import Database
from bot.storage.processes.deployment import put
from tests.wire.process import BotProcess
from tests.wire.table import opened
from tests.wire.world import PATIENCE, STARTING, Wire

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")]

SHARDS = 4
APART_SECONDS = 2.5
"""Discord's five, less what a busy machine may take longer to read the first IDENTIFY."""
ANSWERED_TWICE = "create_interaction_response refused: 40060"


@pytest.fixture
async def wire(discord: Callable[..., Any], tmp_path: Path) -> AsyncIterator[Wire]:
    """Return a Discord that shards."""
    async with discord(
        shards=SHARDS, max_concurrency=SHARDS, identify_interval=APART_SECONDS
    ) as standin:
        standin.reaction_time = 0
        standin.interaction_deadline = PATIENCE
        yield Wire(standin, tmp_path)


async def started(wire: Wire, url: str, **settings: str) -> BotProcess:
    process: BotProcess = wire.process(DATABASE_URL=url, **settings)
    await process.start()
    return process


async def logged(wire: Wire, process: BotProcess, event: str) -> dict[str, Any]:
    def found() -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in process.log if line.startswith("{")]
        return [each for each in lines if each["event"] == event]

    (line, *_) = await wire.discord.until(found, STARTING, f"{event!r} in {process.log}")
    return line  # type: ignore[no-any-return]


async def test_a_younger_process_takes_over_while_people_click(
    wire: Wire, postgresql_url: str
) -> None:
    old = await started(wire, postgresql_url)
    await logged(wire, old, "leases-taken")
    await wire.discord.ready(command="my-tables")
    table = await opened(wire, wire.discord.user("Ann"), wire.discord.user("Bob"))
    replies, is_over = list[Any](), asyncio.Event()

    async def clicking() -> None:
        cleo = wire.discord.user("Cleo")
        while not is_over.is_set():
            replies.append(await cleo.slash("/help"))

    clicks = asyncio.create_task(clicking())
    young = await started(wire, postgresql_url)
    for _ in range(3):
        await table.turn()
    code = await asyncio.wait_for(old.process.wait(), STARTING)
    await logged(wire, young, "leases-taken")
    await table.turn()
    is_over.set()
    await clicks

    assert code == 0
    assert (await logged(wire, old, "stopping"))["superseded"]
    assert await logged(wire, old, "leases-released")
    assert all(each.ephemeral and not each.failed for each in replies)
    assert wire.unanswered() == []
    if any("claims-not-waited-for" in line for each in (old, young) for line in each.log):
        wire.by_design.append(ANSWERED_TWICE)
    assert wire.problems() == []
    assert [line for each in (old, young) for line in each.log if '"level": "error"' in line] == []
    # Commands are told once for a release, whoever starts how often.
    assert len(wire.discord.calls("bulk_set_application_commands")) == 1


async def test_processes_begin_their_sessions_in_turn_and_each_answers_for_its_shards(
    wire: Wire, postgresql_url: str
) -> None:
    wire.discord.gateway.max_concurrency = 2  # the third shard may not begin beside the first
    guilds = [wire.discord.add_guild(f"{shard}", shard=(shard, SHARDS)) for shard in range(SHARDS)]
    for guild in guilds:
        if not guild.channels:
            wire.discord.add_channel(guild, "table")

    both = [
        await started(wire, postgresql_url, SHARD_COUNT=f"{SHARDS}", SHARD_IDS=ids)
        for ids in ("0-1", "2,3")
    ]
    for each in both:
        await logged(wire, each, "leases-taken")
    ann = wire.discord.user("Ann")
    for guild in guilds:
        ann.enter(guild)
        assert (await ann.slash("/help")).ephemeral

    sessions = wire.discord.gateway.live
    assert sorted(each.shard for each in sessions) == [(each, SHARDS) for each in range(SHARDS)]
    pids = {each.shard[0]: each.pid for each in sessions}
    low, high = (each.process.pid for each in both)
    assert pids == {0: low, 1: low, 2: high, 3: high}
    assert wire.problems() == []
    assert wire.unanswered() == []

    database = Database(postgresql_url)
    await database.write(lambda connection: put(connection, "writers_from", "9999"))
    await database.close()
    refused = await ann.slash("/seismic new", seats=2)
    assert "I'm being updated" in refused.text
    for each in both:
        # Who may only read leaves the chores to others.
        await logged(wire, each, "leases-lost")
        assert [line for line in each.log if '"level": "error"' in line] == []


async def test_when_a_day_has_no_sessions_left_it_waits(
    discord: Callable[..., Any], tmp_path: Path
) -> None:
    async with discord(session_starts=1) as standin:
        wire = Wire(standin, tmp_path)
        first, second = wire.process(), wire.process()
        await first.start()
        await logged(wire, first, "ready")
        await first.kill()
        await second.start()

        line = await logged(wire, second, "session-starts-used-up")
        second.process.send_signal(signal.SIGTERM)

        assert await asyncio.wait_for(second.process.wait(), PATIENCE) == 0
        # Until a day after the first one.
        assert 80_000 < line["again_in_seconds"] <= 86_400
        assert standin.gateway.identifies == 1
        assert wire.broken() == []
