"""A drill: copied under load, played on, killed, destroyed, brought back, played to the end."""

import asyncio
import os
import re
import shutil
import sys
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from bot.storage.database import Database
from tests.wire.clocked import AHEAD
from tests.wire.table import Table, lobby_of, named, opened
from tests.wire.test_match import assert_wire_is_clean
from tests.wire.world import KILLED, PATIENCE, ROOT, STARTING, Wire, public

# The loopback's own HTTP server says so when a connection breaks.
pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

HAS_PG_DUMP = all(map(shutil.which, ("pg_dump", "pg_restore", "psql")))
CLOCKED = (sys.executable, "-m", "tests.wire.clocked", "run")
LEASE_ENDS = timedelta(seconds=70)
"""After that another process may say what one was about to say when it was killed."""
RESTORED = "**I had to be restored from a backup"


async def command(wire: Wire, *words: str, url: str = "") -> tuple[int, str]:
    """Run a command beside the bot, on its database; return its end and what it said."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *words),
        env={
            **os.environ,
            "DATABASE_URL": url or f"sqlite:///{wire.database}",
            "PYTHONPATH": str(ROOT),
        },
        cwd=wire.folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()


def destroy(wire: Wire) -> None:
    """Let the disk lose the database."""
    wire.database.write_bytes(os.urandom(4096))
    for ending in ("-wal", "-shm"):
        wire.database.with_name(wire.database.name + ending).unlink(missing_ok=True)


def notices(channel: Any) -> list[Any]:
    return [each for each in public(channel) if RESTORED in each.text]


async def test_a_destroyed_database_is_brought_back_and_its_channels_hear_of_it(wire: Wire) -> None:
    wire.hurry()
    wire.by_design.append(KILLED)
    wire.command = CLOCKED
    ahead = wire.folder / "ahead"
    ahead.write_text("0", encoding="ascii")
    await wire.begin(**{AHEAD: str(ahead)})
    ann, bob, cleo, dan = (wire.discord.user(name) for name in ("Ann", "Bob", "Cleo", "Dan"))
    moved, calm = await opened(wire, ann, bob), await opened(wire, cleo, dan)
    for _ in range(2):
        await moved.turn()
    await calm.turn()
    lobby = await lobby_of(cleo, seats=2, where="here")
    kept_at = moved.told_so_far[1]

    # The table goes on while the copy is made.
    (code, said), *_ = await asyncio.gather(
        command(wire, "backup", "copy.sqlite3.gz"), moved.turn()
    )
    calm_before = [each.id for each in public(calm.channel)]
    for _ in range(2):
        await moved.turn()
    lost_at = moved.told_so_far[1]
    draft, sending = await moved.drafted()
    await ann.click(lobby, named(lobby, "join"))
    await wire.discord.until(lambda: "**Ann**" in lobby.text, PATIENCE, "Ann in the lobby")
    drafter = moved.to_move
    late = await opened(wire, cleo, dan, where="here")
    late_draft, late_sending = await late.drafted()
    latest, late_number = late.to_move, number_of(late)
    await wire.bot.kill()
    destroy(wire)
    broken = await command(wire, "check")
    restored = await command(wire, "restore", "copy.sqlite3.gz")
    checked = await command(wire, "check")
    # Killed again, when the channel has the notice, and before that is written down.
    fault = wire.discord.fault("create_message", delay=0.5, after=True)
    await wire.bot.start()
    await wire.discord.until(lambda: fault.hits, STARTING, "the first notice")
    await wire.bot.kill()
    ahead.write_text(str(LEASE_ENDS.total_seconds()), encoding="ascii")
    await wire.restart()
    await wire.discord.until(lambda: notices(moved.channel), PATIENCE, "the notice")
    (notice,) = notices(moved.channel)
    await wire.discord.until(lambda: moved.newest.id > notice.id, PATIENCE, "the board")
    stands_at, pinged = moved.told_so_far[1], moved.newest.pinged

    assert (code, broken[0], restored[0], checked[0]) == (0, 1, 0, 0)
    assert "It is sound, and so are its newest records (2 replayed)." in said
    assert "whatever was played between then and" in restored[1]
    assert "faultline.sqlite3.before-" in restored[1]
    assert "3 of 3 stored matches replay" in checked[1]
    assert kept_at <= stands_at < lost_at
    assert re.search(r"<t:\d+:f>", notice.text)
    assert pinged <= {ann.id, bob.id}

    # What a click on a message of the lost time says.
    slip = (await drafter.click(draft, sending)).message
    assert "The table has moved on" in slip.text
    told_at = moved.told_so_far[1]
    gone = (await latest.click(late_draft, late_sending)).message
    assert "That table is no longer there" in gone.text

    # A table that opens now has no number that a lost one had.
    anew = await opened(wire, cleo, dan)
    await wire.discord.until(lambda: notices(lobby.channel), PATIENCE, "the lobby's notice")
    assert "**Ann**" not in lobby.text
    assert moved.told_so_far[1] == told_at
    assert number_of(anew) > late_number + 1000
    while not moved.is_over:
        await moved.turn()
    await calm.turn()
    assert [each for each in calm_before if each not in map(id_of, public(calm.channel))] == []
    assert [len(notices(each)) for each in (moved.channel, calm.channel)] == [1, 1]
    assert len(notices(lobby.channel)) == 1
    assert (await command(wire, "check"))[0] == 0
    assert_wire_is_clean(wire)


@pytest.mark.skipif(not HAS_PG_DUMP, reason="pg_dump, pg_restore or psql are not installed")
async def test_a_postgresql_is_brought_back_and_its_channels_hear_of_it(
    wire: Wire, postgresql_url: str
) -> None:
    wire.hurry()
    wire.by_design.append(KILLED)
    await wire.begin(DATABASE_URL=postgresql_url)
    table = await opened(wire, wire.discord.user("Ann"), wire.discord.user("Bob"))
    await table.turn()
    copied = await command(wire, "backup", "copy.dump", url=postgresql_url)
    in_use = await command(wire, "restore", "copy.dump", url=postgresql_url)
    kept_at = table.told_so_far[1]
    await table.turn()
    await wire.bot.kill()
    database = Database(postgresql_url)
    async with database.writing() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
    await database.close()

    restored = await command(wire, "restore", "copy.dump", url=postgresql_url)
    began = wire.discord.gateway.identifies
    await wire.bot.start()
    await wire.bot.ready(STARTING, began)
    await wire.discord.until(lambda: notices(table.channel), PATIENCE, "the notice")
    (notice,) = notices(table.channel)
    await wire.discord.until(lambda: table.newest.id > notice.id, PATIENCE, "the board")
    stands_at = table.told_so_far[1]
    await table.turn()
    checked = await command(wire, "check", url=postgresql_url)

    assert copied[0] == 0, copied
    assert in_use[0] == 4
    assert "in use" in in_use[1]
    assert restored[0] == 0, restored
    assert stands_at == kept_at
    assert checked[0] == 0, checked
    assert len(notices(table.channel)) == 1
    assert_wire_is_clean(wire)


def number_of(table: Table) -> int:
    """Return the number of a match, as its buttons have it."""
    return int(table.newest.buttons[-1]["custom_id"].split(".")[2], 36)


def id_of(message: Any) -> str:
    return str(message.id)
