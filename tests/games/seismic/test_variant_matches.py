"""A match of each variant in a simulated Discord: one person clicks, computer players fill up."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import terms
from bot.table.match.match import Match, Status
from engine.draws import verify
from engine.registry import games
from tests.bot.tables import record_of
from tests.bot.world import Control, World, control, controls, played, reply, said

MOST_TAPS = 8
WAYS = {
    "big one, dilemma": "The Big One, Road Crew's Dilemma",
    "twin": "Twin Cities",
    "balance, aftershocks": "Aftershocks, Balance",
}


async def begun(world: World, ann: MemberActor, variants: str) -> Match:
    """Open a small table by typing its variants, fill it with computer players, begin."""
    await ann.slash(world.channel, "seismic new", seats=4, where="here", variants=variants)
    lobby, host = world.newest, world.bot.shell.host
    match = await world.match()
    setup = replace(match.setup, options={"table_radius": 5})
    await host.lobbies.change(match.id, PlayerId(ann.id), replace(terms(match), setup=setup))
    for _ in range(3):
        await world.seat_computer(ann)
    await ann.click(lobby, custom_id=control(lobby, "start").custom_id)
    return await world.match()


async def turn(world: World, ann: MemberActor, chance: Random) -> Any:
    """Press whatever is offered, from the public message to a receipt."""
    shown: Any = await world.table()
    for _ in range(MOST_TAPS):
        offered = [each for each in controls(shown) if _leads_on(each)]
        if not offered:
            return shown
        shown = reply(await ann.click(shown, custom_id=chance.choice(offered).custom_id))
    return await played(ann, await world.table(), chance)


def _leads_on(each: Control) -> bool:
    return len(each.verb) == 1 and not each.disabled


@pytest.mark.parametrize("variants", WAYS)
async def test_a_match_of_each_variant_is_played_by_hand(world: World, variants: str) -> None:
    ann, chance = world.person("Ann"), Random(variants)
    match = await begun(world, ann, variants)
    receipts, stood_still = [], []
    while match.status is Status.PLAYING:
        asked = match.table.message
        if match.agent_acts:
            await world.bot.shell.host.scheduler.now(MatchId(match.id))
        else:
            receipts.append(said(await turn(world, ann, chance)))
        match = await world.match()
        if match.table.message == asked:
            stood_still.append(receipts[-1])

    assert all("**Sent.**" in each for each in receipts)
    # Only a turn that is not over, as in a quake, is told by an edit of the message that asked.
    assert all("It's your turn now" in each for each in stood_still)
    assert f"**Variants** {WAYS[variants]}" in said(world.message(match.cover.message))
    assert verify(games()["seismic"], await record_of(world.bot.shell.host, match.id)) > 0
    assert world.env.errors == []
