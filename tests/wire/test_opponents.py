"""Against a computer player that looks ahead, in a process beside the bot: both may be killed."""

import os
import signal
from pathlib import Path

import pytest

from tests.wire.table import Table, lobby_of, named, press, seat_computer
from tests.wire.world import PATIENCE, Wire, line_of, table_messages

pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")


def workers(wire: Wire) -> list[int]:
    """Return the processes in which computer players think."""
    found = []
    for task in Path(f"/proc/{wire.bot.process.pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            command = Path(f"/proc/{child}/cmdline").read_text()
            found += [int(child)] * ("bot.workers.thinking" in command)
    return found


async def played(table: Table, *, is_bot_killed: bool = False) -> None:
    """Let the person move until the computer player has answered in a new message.

    Her own move may first ask her for something else, in the same message: which line of a quake
    falls. While the computer player thinks, that message may tell more, but asks nobody.
    """
    (ann,) = table.people
    before = table.newest
    while table.newest is before:
        message, button = await table.drafted()
        told = table.told_so_far
        await press(ann, message, button)
        if is_bot_killed:
            await table.wire.restart()
            is_bot_killed = False
        await table.wire.discord.until(
            lambda told=told: (
                ann.id in table.newest.pinged
                if table.newest is not before
                else table.told_so_far != told and before.text.startswith("**Ann**")
            ),
            2 * PATIENCE,
            "the answer of the computer player",
        )


async def test_a_match_against_an_expert_goes_on_whoever_is_killed(wire: Wire) -> None:
    wire.hurry()
    await wire.begin(RENDER_PROCESSES="0")
    ann = wire.discord.user("Ann")
    lobby = await lobby_of(ann, seats=2, where="here")
    assert workers(wire) == []
    await seat_computer(ann, lobby, "expert")
    await wire.discord.until(lambda: "expert" in lobby.text, PATIENCE, "the expert in the lobby")
    await ann.click(lobby, named(lobby, "start"))
    place = lobby.channel
    await wire.discord.until(lambda: table_messages(place), PATIENCE, "the first table message")
    table = Table(wire, [ann], place, lobby)

    await played(table)
    (worker,) = workers(wire)
    os.kill(worker, signal.SIGKILL)
    await played(table)
    await played(table, is_bot_killed=True)
    await played(table)

    assert workers(wire) != [worker]
    # One message for each of her turns, and the first; each asks her, and no line is told twice.
    shown = table.messages
    lines = [line_of(each) or 0 for each in shown]
    assert [ann.id in each.pinged for each in shown] == [True] * 5
    assert lines == sorted(set(lines))
    assert wire.problems() == wire.broken() == []
