"""Two bots with the same token and databases of their own: one of them says so."""

import asyncio
import json
from typing import Any

import pytest

from tests.wire.world import STARTING, Wire

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")]
SAID = "token-in-use-elsewhere"


async def test_two_bots_with_the_same_token_are_noticed(wire: Wire) -> None:
    both = [wire.process(DATABASE_URL=f"sqlite:///{wire.folder / name}.db") for name in "ab"]
    for each in both:
        await each.start()
    await wire.discord.ready(STARTING, "help")
    await wire.discord.until(lambda: all("ready" in _events(each) for each in both), STARTING)
    ann = wire.discord.user("Ann")

    while not any(SAID in _events(each) for each in both):
        await ann.slash("/help")

    assert not any("broken" in _events(each) for each in both)


async def test_an_answer_whose_confirmation_was_lost_is_no_other_bots(wire: Wire) -> None:
    process = wire.process()
    await process.start()
    await wire.discord.ready(STARTING, "help")
    ann = wire.discord.user("Ann")

    for trouble in ({"status": 502, "after": True}, {"drop": True, "after": True}) * 3:
        wire.discord.fault("create_interaction_response", **trouble)
        await ann.slash("/help", wait=False)
        await asyncio.wait_for(_asked_again(wire), STARTING)

    assert SAID not in _events(process)


async def _asked_again(wire: Wire) -> None:
    said = len(wire.discord.problems)
    await wire.discord.until(lambda: len(wire.discord.problems) > said, STARTING, "40060")


def _events(process: Any) -> list[str]:
    return [json.loads(line)["event"] for line in process.log if line.startswith("{")]
