"""Whole matches by clicks and menus, from `/aftershock new` to the result."""

from random import Random

import pytest
from simcord.actors import MemberActor

from bot.table.match.match import Match, Status
from engine.draws import verify
from engine.record_text import read_record
from engine.registry import games
from tests.bot.tables import record_of
from tests.bot.world import World, controls, said
from tests.games.aftershock.clicking import answered, begun

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


async def to_the_end(world: World, people: dict[int, MemberActor], chance: Random) -> Match:
    """Play on by clicks; whoever is waited for may answer first."""
    match = await world.match()
    while match.status is Status.PLAYING:
        player = match.chairs[chance.choice(match.acting)].player
        assert player is not None
        receipt = await answered(people[player], await world.table(), chance)
        assert receipt.ephemeral
        after = await world.match()
        assert after.line > match.line
        match = after
    return match


@pytest.mark.parametrize("seats", [3, 4, 5])
async def test_a_match_is_played_from_new_to_the_result(world: World, seats: int) -> None:
    people = [world.person(name) for name in NAMES[:seats]]
    await begun(world, *people, where="thread" if seats == 4 else "here")

    match = await to_the_end(world, {each.id: each for each in people}, Random(seats))

    result = await world.table()
    assert all(each.mention in result.content for each in people)
    assert [each.verb for each in controls(result)][:2] == ["rematch", "replay"]
    picture, file = result.attachments
    assert picture.description
    record = read_record(games(), (await file.read()).decode())
    assert record == await record_of(world.bot.shell.host, match.id)
    assert verify(games()["aftershock"], record) > 0
    assert "Aftershock 1 is over" in result.content
    cover = world.message(match.cover.message)
    assert match.commitment in said(cover)
    assert world.env.errors == []
