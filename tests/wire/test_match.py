"""Whole matches over real sockets, from `/seismic new` to the record."""

import asyncio
from typing import Final

import pytest

from engine.draws import commitment, verify
from engine.record_text import read_record
from engine.registry import games
from tests.wire import troubles
from tests.wire.table import Table, named, opened, press
from tests.wire.world import PATIENCE, Wire, verb

# The loopback's own HTTP server says so when a connection breaks.
pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

SEVEN: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus")
MOST_MEMORY_MIB: Final = 190
"""After two matches at once, with everything kept that is kept for speed."""
TYPED: Final = range(7, 100, 8)
"""The turns that are typed."""

TROUBLES: Final[dict[int, troubles.Trouble]] = {
    3: troubles.reconnect,
    9: troubles.new_session,
    12: troubles.lost_answer,
    16: troubles.lost_receipt,
    18: troubles.lost_connection,
    20: troubles.limited,
    24: troubles.failing,
    28: troubles.dropped,
    32: troubles.dropped_after,
    36: troubles.killed,
    42: troubles.killed_before_telling,
    48: troubles.killed_after_telling,
}


async def played_out(table: Table, trouble: dict[int, troubles.Trouble]) -> int:
    """Play a match to its end and return the number of turns."""
    turn = 0
    while not table.is_over:
        turn += 1
        if turn in trouble:
            await trouble[turn](table)
        elif turn in TYPED:
            await table.typed_turn()
        else:
            await table.turn()
    return turn


async def assert_result(table: Table) -> None:
    """Check what everybody is shown at the end, and the record that they are given."""
    result = table.newest
    await table.wire.discord.until(lambda: "over" in table.lobby.text.splitlines()[0], PATIENCE)
    assert result.pinged == {each.id for each in table.people}
    # What the last turn brought is told whole behind a button, if it was more than the lines say.
    verbs = [verb(each) for each in result.buttons if verb(each) != "happened"]
    assert verbs == [
        *("rematch", "next-opponent", "chart", "replay", "review"),
        *("page", "score", "text", "verify", "export"),
    ]
    _, file = result.files
    record = read_record(games(), file.data.decode())
    assert verify(games()["seismic"], record) > 0
    assert record.outcome is not None
    assert record.seed is not None
    seal = await press(table.people[0], table.lobby, named(table.lobby, "seal"))
    assert commitment(bytes.fromhex(record.seed)) in seal.text
    assert commitment(bytes.fromhex(record.seed))[:8] in table.lobby.text
    for button in result.buttons:
        answer = await press(table.people[-1], result, button["custom_id"])
        assert answer.ephemeral


def assert_wire_is_clean(wire: Wire) -> None:
    """Check that Discord refused nothing and nothing broke here."""
    assert wire.problems() == []
    assert wire.broken() == []


async def test_a_match_goes_on_through_all_that_can_happen_on_the_wire(wire: Wire) -> None:
    await wire.begin()
    people = [wire.discord.user(name) for name in SEVEN[:2]]
    table = await opened(wire, *people)
    for _ in range(2):
        await table.turn()
    wire.hurry()

    turns = await played_out(table, TROUBLES)

    assert turns > max(TROUBLES)
    await table.assert_in_order()
    await assert_result(table)
    killed = (troubles.killed_before_telling, troubles.killed_after_telling)
    assert len(wire.unanswered()) <= len(killed)
    assert_wire_is_clean(wire)


async def test_tables_of_three_and_of_four_are_played_at_once(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    elsewhere = wire.discord.add_channel(wire.discord.guild, "elsewhere")
    languages = ("en-US", "fr", "es-ES", "es-419", "en-GB", "fr", "pt-BR")
    people = [
        wire.discord.user(name, locale=code) for name, code in zip(SEVEN, languages, strict=True)
    ]
    for each in people[:4]:
        each.here = elsewhere
    four = await opened(wire, *people[:4], where="here", radius=6)
    three = await opened(wire, *people[4:])

    turns = await asyncio.gather(played_out(four, {}), played_out(three, {}))

    assert min(turns) > 60
    assert four.channel is elsewhere
    assert three.channel.is_thread
    assert wire.bot.memory() < MOST_MEMORY_MIB
    for table in (three, four):
        await table.assert_in_order()
        await assert_result(table)
    assert wire.unanswered() == []
    assert_wire_is_clean(wire)
