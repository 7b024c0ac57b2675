"""Against a computer player that looks ahead, in a process beside the bot: both may be killed."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.wire.table import Table, lobby_of, named, press, seat_computer
from tests.wire.world import KILLED, PATIENCE, STARTING, Wire, line_of, table_messages

pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")


def workers(wire: Wire) -> list[int]:
    """Return the processes in which computer players think."""
    found = []
    for task in Path(f"/proc/{wire.bot.process.pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            command = Path(f"/proc/{child}/cmdline").read_text()
            found += [int(child)] * ("bot.workers.thinking" in command)
    return found


async def asked_again(table: Table, before: Any) -> None:
    """Wait for a new message that asks whoever moved; meanwhile the old one may tell more."""
    (ann,) = table.people
    await table.wire.discord.until(
        lambda: table.newest is not before and ann.id in table.newest.pinged,
        2 * PATIENCE,
        "the answer of the computer player",
    )


async def turn(table: Table) -> None:
    message, button = await table.drafted()
    before = table.newest
    await press(table.people[0], message, button)
    await asked_again(table, before)


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

    await turn(table)
    (worker,) = workers(wire)
    os.kill(worker, signal.SIGKILL)
    await turn(table)
    message, button = await table.drafted()
    before = table.newest
    await press(ann, message, button)
    wire.by_design.append(KILLED)
    await wire.bot.restart(STARTING)
    await asked_again(table, before)
    await turn(table)

    assert workers(wire) != [worker]
    # One message for each of her turns, and the first; each asks her, and no line is told twice.
    shown = table.messages
    lines = [line_of(each) or 0 for each in shown]
    assert [ann.id in each.pinged for each in shown] == [True] * 5
    assert lines == sorted(set(lines))
    assert wire.problems() == wire.broken() == []
