"""A drill: copied under load, played on, killed, destroyed, brought back, played to the end."""

import asyncio
import os
import re
import sys
from typing import Any

import pytest

from tests.wire.table import Table, named, opened, press, refused
from tests.wire.test_match import assert_wire_is_clean
from tests.wire.world import KILLED, PATIENCE, ROOT, STARTING, Wire, public

# The loopback's own HTTP server says so when a connection breaks.
pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

RESTORED = "I had to be restored from a copy"


async def command(wire: Wire, *words: str) -> tuple[int, str]:
    """Run a command beside the bot, on its database; return its end and what it said."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *words),
        env={
            **os.environ,
            "DATABASE_URL": f"sqlite:///{wire.database}",
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
    await wire.begin()
    ann, bob, cleo, dan = (wire.discord.user(name) for name in ("Ann", "Bob", "Cleo", "Dan"))
    moved, calm = await opened(wire, ann, bob), await opened(wire, cleo, dan)
    for _ in range(2):
        await moved.turn()
    kept_at = moved.told_so_far[1]

    # The table goes on while the copy is made.
    (code, said), *_ = await asyncio.gather(
        command(wire, "backup", "copy.sqlite3.gz"), moved.turn(), calm.turn()
    )
    calm_before = [each.id for each in public(calm.channel)]
    for _ in range(2):
        await moved.turn()
    lost, lost_at = moved.newest, moved.told_so_far[1]
    draft, sending = await moved.drafted()
    drafter = moved.to_move
    late = await opened(wire, cleo, dan, where="here")
    await wire.bot.kill()
    destroy(wire)
    broken = await command(wire, "check")
    restored = await command(wire, "restore", "copy.sqlite3.gz")
    checked = await command(wire, "check")
    began = wire.discord.gateway.identifies
    await wire.bot.start()
    await wire.bot.ready(STARTING, began)
    await wire.discord.until(lambda: notices(moved.channel), PATIENCE, "the notice")
    (notice,) = notices(moved.channel)
    await wire.discord.until(lambda: moved.newest.id > notice.id, PATIENCE, "the board")
    await wire.discord.until(lambda: not lost.buttons, PATIENCE, "the lost buttons to go")
    stands_at, pinged = moved.told_so_far[1], moved.newest.pinged

    assert (code, broken[0], restored[0], checked[0]) == (0, 1, 0, 0)
    assert "sound, and its newest 2 matches replay" in said
    assert "whatever was played between then and" in restored[1]
    assert "faultline.sqlite3.before-" in restored[1]
    assert "2 of 2 stored matches replay" in checked[1]
    assert kept_at <= stands_at < lost_at
    assert re.search(r"<t:\d+:f>", notice.text)
    assert len(pinged) == 1

    # What a click on a message of the lost time says.
    slip = (await drafter.click(draft, sending)).message
    assert slip is not draft
    assert "This message no longer counts" in slip.text
    board = await press(drafter, slip, named(slip, "board"))
    assert "This message no longer counts" not in board.text
    gone = await refused(cleo, late.newest, late.newest.buttons[0]["custom_id"])
    assert "This table is lost" in gone.text

    # A table that opens now has no number that a lost one had.
    anew = await opened(wire, cleo, dan)
    assert number_of(anew) > number_of(late) + 1000
    while not moved.is_over:
        await moved.turn()
    await calm.turn()
    assert [each for each in calm_before if each not in map(id_of, public(calm.channel))] == []
    assert len(notices(moved.channel)) == 1
    assert not [each for each in moved.messages[:-1] if each.buttons]
    assert (await command(wire, "check"))[0] == 0
    assert_wire_is_clean(wire)


def number_of(table: Table) -> int:
    """Return the number of a match, as its buttons have it."""
    return int(table.newest.buttons[-1]["custom_id"].split(".")[2], 36)


def id_of(message: Any) -> str:
    return str(message.id)
