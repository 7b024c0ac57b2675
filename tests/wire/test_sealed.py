"""Matches of Aftershock over real sockets: choices sealed in any order, deals, a kill."""

import re
from typing import Any, Final

import pytest

from tests.wire.sitting import Sitting, sat_down, sending
from tests.wire.table import named, press
from tests.wire.test_titles import assert_played_out, people_of
from tests.wire.world import PATIENCE, Wire, ids, public, table_messages, verb, words_of

pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

ASIDE: Final = "scwgdea"
"""Verbs that do not lead on: pass for good, change, other things, the desk, lists."""
READY: Final = re.compile(r"ready (\d) of \d")
CALL: Final = re.compile(r"^.*?(?=\*\*(choose|take|make|mark) )")
"""Those who are called, in front of what for."""


def ready(table: Sitting) -> int:
    """Return how many have sealed their choice; 0 where nothing is sealed."""
    found = READY.search(table.newest.text)
    return int(found[1]) if found else 0


async def proposed(table: Sitting, proposer: Any, *asked: Any) -> Any:
    """Propose something in the form; return the message that asks for an answer."""
    form = await proposer.click(table.newest, named(table.newest, "deal"))
    to, mine, yours, _ = (part["component"] for part in form.modal["components"])
    fields = {
        to["custom_id"]: [name.account.display for name in asked],
        mine["custom_id"]: mine["options"][0]["value"],
        yours["custom_id"]: yours["options"][1]["value"],
    }
    told = await proposer.submit(form, fields)
    assert told.ephemeral
    await table.wire.discord.until(lambda: deals(table), PATIENCE, "the proposal")
    return deals(table)[-1]


def deals(table: Sitting) -> list[Any]:
    return [each for each in public(table.channel) if "accept" in map(verb, each.buttons)]


async def bargained(table: Sitting) -> None:
    """Let one propose to two; one says yes, one says no."""
    ann, bob, cleo, _ = table.people
    deal = await proposed(table, ann, bob, cleo)
    assert deal.pinged == {bob.id, cleo.id}
    await bob.click(deal, named(deal, "accept"))
    await table.wire.discord.until(lambda: "**Accepted:** Bob" in deal.text, PATIENCE)
    await cleo.click(deal, named(deal, "decline"))
    await table.wire.discord.until(lambda: "**Declined:** Cleo" in deal.text, PATIENCE)


async def killed_while_sealing(table: Sitting) -> None:
    """Kill the process while some have sealed and one is choosing, who then goes on."""
    person, before = table.chance.choice(table.asked), ready(table)
    draft = await table.step(person, await table.step(person, table.newest))
    await table.wire.restart()
    assert ready(table) == before > 0
    while not sending(draft):
        draft = await table.step(person, draft)
    await press(person, draft, sending(draft)[0]["custom_id"])
    await table.wire.discord.until(lambda: ready(table) != before, PATIENCE, "one more is ready")


async def played(table: Sitting) -> None:
    """Play to the end, with a kill in the middle of the first choice that allows it."""
    is_killed = False
    while not table.is_over:
        if not is_killed and ready(table) == len(table.people) - 2:
            await killed_while_sealing(table)
            is_killed = True
        else:
            await table.turn()
    assert is_killed


def assert_nothing_leaked(table: Sitting) -> None:
    """Check that messages changed, while choices were sealed, in who is ready and called only."""
    edits = 0
    for message in table_messages(table.channel):
        bodies = (*(each["body"] for each in message.history), message.body)
        shown = [words_of(body) for body in bodies if ids(body["components"])]
        shown = [text for text in shown if READY.search(text)]
        assert len({_known(text) for text in shown}) <= 1
        edits += max(0, len(shown) - 1)
    assert edits > 0


def _known(text: str) -> tuple[str, ...]:
    """Return what a message of a sealed phase says, but for who is called and who is ready."""
    first, *told = text.partition(" · ready")[0].split("\n")
    return (CALL.sub("", first), *told)


async def test_choices_are_sealed_in_any_order_and_deals_are_judged(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    table = await sat_down(wire, "aftershock", *people_of(wire, 4))
    table.aside = ASIDE
    await bargained(table)

    await played(table)

    told = [each.text for each in table_messages(table.channel)]
    assert any("Promises:" in each for each in told[:-1])
    assert "All promises:" in told[-1]
    assert_nothing_leaked(table)
    assert_played_out(table, "aftershock")
