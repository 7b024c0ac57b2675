"""What is to be said is said once, whenever the process is killed."""

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.wire.table import Table, opened
from tests.wire.world import KILLED, PATIENCE, STARTING, Wire, public

TEXT = "wants one message a day here"


def sql(wire: Wire, statement: str, *values: Any) -> list[Any]:
    """Ask the bot's database, or change it as time would."""
    with sqlite3.connect(wire.database, timeout=PATIENCE) as connection:
        found = connection.execute(statement, values).fetchall()
    connection.close()
    return found


def moment(**ago: float) -> str:
    """Return a moment that is past, as the database writes it."""
    past = datetime.now(UTC) - timedelta(**ago)
    return past.strftime("%Y-%m-%d %H:%M:%S.%f")


async def seated(wire: Wire) -> Table:
    await wire.begin()
    wire.hurry()
    return await opened(wire, wire.discord.user("Ann"), wire.discord.user("Bob"))


def put(wire: Wire, table: Table) -> None:
    """Write down something to be said, as a transaction of the bot would."""
    target = f"channel:{table.channel.id}"
    facts = json.dumps({"says": "news-digest", "who": "Ann"})
    row = "INSERT INTO outbox (target, kind, key, match_id, facts) VALUES (?, 'said', 'a', 1, ?)"
    sql(wire, row, target, facts)
    lane = "INSERT INTO lanes (target, next_at) VALUES (?, ?) ON CONFLICT (target) DO UPDATE SET"
    sql(wire, f"{lane} next_at = excluded.next_at", target, moment(days=1))


def said(table: Table) -> list[Any]:
    return [each for each in public(table.channel) if TEXT in str(each.body.get("content"))]


def tries(wire: Wire) -> int:
    calls = wire.discord.calls("create_message")
    return sum(TEXT in str(each.body.get("content")) for each in calls)


async def sent(wire: Wire) -> tuple[str, int]:
    """Wait until the bot has noted what became of the notice, and return that."""

    def settled() -> list[Any]:
        return sql(wire, "SELECT state, message FROM outbox WHERE state <> 'pending'")

    (found,) = await wire.discord.until(settled, PATIENCE, "a notice that is settled")
    return found[0], found[1]


@pytest.mark.parametrize(
    ("was_taken", "lease_ended", "may_look", "expected"),
    [
        # Killed before it was sent.
        (False, 0, True, (1, 2)),
        (False, 120, True, (1, 2)),
        # Killed before that was noted: Discord knows the nonce, or the channel has the message.
        (True, 0, True, (1, 2)),
        (True, 120, True, (1, 1)),
        # Nobody may look whether it is there: news are rather said twice, but for the nonce.
        (True, 120, False, (1, 2)),
    ],
)
async def test_whenever_the_process_is_killed_it_is_said_once(
    wire: Wire, *, was_taken: bool, lease_ended: int, may_look: bool, expected: tuple[int, int]
) -> None:
    table = await seated(wire)
    fault = wire.discord.fault("create_message", delay=0.5, drop=not was_taken, after=was_taken)
    wire.by_design.append(KILLED)
    put(wire, table)
    await wire.discord.until(lambda: fault.hits, PATIENCE, "the notice")
    await wire.bot.kill()
    if was_taken:
        await wire.discord.until(lambda: said(table), PATIENCE, "the message")
    assert sql(wire, "SELECT state FROM outbox") == [("pending",)]
    if not may_look:
        table.channel.bot_denied.add("read_message_history")
        wire.by_design.append("read_message_history|Missing Permissions|50013")

    # Time passes, until the lease of the dead has ended.
    sql(wire, "UPDATE lanes SET until = ?", moment(seconds=lease_ended))
    identifies = wire.discord.gateway.identifies
    await wire.bot.start()
    await wire.bot.ready(STARTING, identifies)

    state, message = await sent(wire)
    assert state == "sent"
    shown = said(table)
    assert (len(shown), tries(wire)) == expected
    assert [int(each.id) for each in shown] == [message]


async def test_while_one_channel_does_not_answer_the_table_and_other_channels_do(
    wire: Wire,
) -> None:
    table = await seated(wire)
    fault = wire.discord.fault("create_message", delay=3.0)
    put(wire, table)
    await wire.discord.until(lambda: fault.hits, PATIENCE, "the notice")
    receipt = await table.turn()
    assert "Sent." in receipt.text
    await wire.discord.until(lambda: said(table), PATIENCE, "the notice at last")
    assert (await sent(wire))[0] == "sent"
