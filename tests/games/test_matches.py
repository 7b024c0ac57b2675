"""Whole matches of every title by clicks and menus, from `/<title> new` to the result."""

from random import Random

import pytest
from simcord.actors import MemberActor

from bot.games.registry import panels
from bot.table.match.match import Match, Status
from engine.draws import commitment, verify
from engine.record_text import read_record
from engine.registry import games
from tests.bot.tables import record_of
from tests.bot.world import World, controls, played, said
from tests.games.aftershock.clicking import answered

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
TABLES = [(title, seats) for title, game in games().items() for seats in game.meta.seats]
HANDS = {"aftershock": answered}
"""How a turn is clicked where it begins at a desk."""


async def to_the_end(world: World, people: dict[int, MemberActor], chance: Random) -> Match:
    """Play on by clicks, anybody first who is waited for; every message is looked at on the way."""
    match = await world.match()
    while match.status is Status.PLAYING:
        player = match.chairs[chance.choice(match.acting)].player
        table, before, asked = await world.table(), match, match.acting
        assert player is not None
        receipt = await HANDS.get(match.game, played)(people[player], table, chance)
        assert receipt.ephemeral
        match = await world.match()
        assert match.line > before.line
        if match.table.message == before.table.message:
            # A turn that goes on, or a phase in which all choose, is told in the same message.
            assert match.acting == asked or len(asked) > 1
            continue
        assert match.acting != asked or match.game != "seismic"
        old = world.message(before.table.message)
        assert not controls(old)
        assert old.attachments
    return match


@pytest.mark.parametrize(("title", "seats"), TABLES)
async def test_a_match_is_played_from_new_to_the_result(
    world: World, title: str, seats: int
) -> None:
    people, name = [world.person(each) for each in NAMES[:seats]], panels()[title].commands().name
    await world.begun(*people, title=name, where="thread" if seats == 3 else "here")

    match = await to_the_end(world, {each.id: each for each in people}, Random(seats))

    result = await world.table()
    assert all(each.mention in result.content for each in people)
    assert [each.verb for each in controls(result)] == [
        *("rematch", "next-opponent", "chart", "replay", "review"),
        *("happened", "page", "score", "text", "verify"),
        "export",
    ]
    *pictures, file = result.attachments
    assert all(picture.description for picture in pictures)
    record = read_record(games(), (await file.read()).decode())
    assert record == await record_of(world.bot.shell.host, match.id)
    assert verify(games()[title], record) > 0
    assert record.seed is not None
    assert commitment(bytes.fromhex(record.seed)) == match.commitment
    cover = world.message(match.cover.message)
    assert match.commitment[:8] in said(cover)
    assert all(f"**{each}**" in said(cover) for each in NAMES[:seats])
    assert not world.bot.shell.messenger._told, "what is over is not remembered"
    assert world.env.errors == []
