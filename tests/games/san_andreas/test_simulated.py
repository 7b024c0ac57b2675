"""Whole matches of San Andreas by clicks, in a simulated Discord."""

from random import Random

import pytest
from simcord.actors import MemberActor

from bot.table.match.match import Match, Status
from engine.draws import verify
from engine.games.san_andreas import GAME
from tests.bot.tables import record_of
from tests.bot.world import World, controls, played, said

NAMES = ("Ann", "Bob", "Cleo", "Dan")


async def to_the_end(world: World, people: dict[int, MemberActor], chance: Random) -> Match:
    """Play on by clicks; every receipt is private, every message has a picture."""
    match = await world.match()
    while match.status is Status.PLAYING:
        player = match.chairs[chance.choice(match.acting)].player
        assert player is not None
        receipt = await played(people[player], await world.table(), chance)
        assert receipt.ephemeral
        match = await world.match()
        assert (await world.table()).attachments
    return match


@pytest.mark.parametrize("seats", [3, 4])
async def test_a_match_is_played_from_new_to_the_result(world: World, seats: int) -> None:
    people = [world.person(name) for name in NAMES[:seats]]
    await world.begun(*people, title="sanandreas", where="thread" if seats == 3 else "here")

    match = await to_the_end(world, {each.id: each for each in people}, Random(seats))

    result = await world.table()
    assert all(each.mention in result.content for each in people)
    assert [each.verb for each in controls(result)][:3] == ["rematch", "replay", "score"]
    assert verify(GAME, await record_of(world.bot.shell.host, match.id)) > 0
    assert match.commitment in said(world.message(match.cover.message))
    assert world.env.errors == []
