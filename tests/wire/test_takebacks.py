"""A move taken back by agreement over real sockets, with the process killed in between."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.wire.table import Table, named, opened, press
from tests.wire.test_match import assert_result, assert_wire_is_clean, played_out
from tests.wire.world import PATIENCE, Wire, public

pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")


def requests(table: Table) -> list[Any]:
    """Return the messages that ask to take a move back."""
    return [each for each in public(table.channel) if "asks to take" in each.text]


def is_noted(wire: Wire) -> bool:
    """Say whether the request was written down as sent: else its lease would have to end first."""
    with closing(sqlite3.connect(wire.database)) as database:
        sent = database.execute("SELECT 1 FROM outbox WHERE state = 'sent'").fetchone()
        leased = database.execute("SELECT 1 FROM lanes WHERE owner IS NOT NULL").fetchone()
    return sent is not None and leased is None


async def test_a_move_goes_back_and_the_match_is_played_to_its_record(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    people = [wire.discord.user(name) for name in ("Ann", "Bob")]
    table = await opened(wire, *people)
    mover = table.to_move
    await table.turn()
    (other,) = (each for each in people if each is not mover)

    question = (await mover.slash("/table undo", channel=table.channel)).message
    await press(mover, question, named(question, "undoask"))
    await wire.discord.until(lambda: requests(table), PATIENCE, "the request")
    (request,) = requests(table)
    await wire.discord.until(lambda: is_noted(wire), PATIENCE, "the message in the outbox")
    await wire.restart()
    before = table.told_so_far
    await other.click(request, named(request, "undoyes"))
    told = await table.told(before)
    await wire.discord.until(lambda: not requests(table), PATIENCE, "the request's end")
    again = table.to_move
    await played_out(table, {})

    assert told.text.startswith("**Taken back by agreement:** ~~**")
    assert told.pinged == {mover.id}
    assert request.pinged == {other.id}
    assert again is mover
    await assert_result(table)
    assert_wire_is_clean(wire)
