"""Whole matches by clicks, from `/seismic new` to the result."""

from random import Random

import pytest
from simcord.actors import MemberActor

from bot.table.match.match import Match, Status
from engine.draws import commitment, verify
from engine.record_text import read_record
from engine.registry import games
from tests.bot.tables import record_of
from tests.bot.world import World, controls, played, said

NAMES = ("Ann", "Bob", "Cleo", "Dan")


async def to_the_end(world: World, people: dict[int, MemberActor], chance: Random) -> Match:
    """Play on by clicks; every message is looked at on the way."""
    match = await world.match()
    while match.status is Status.PLAYING:
        player = match.chairs[match.acting[0]].player
        table, before, asked = await world.table(), match.table.message, match.acting
        assert player is not None
        receipt = await played(people[player], table, chance)
        assert receipt.ephemeral
        match = await world.match()
        if match.acting == asked:
            # A quake asks the same person on, in the same message.
            assert match.table.message == before
            continue
        assert match.table.message != before
        old = world.message(before)
        assert not controls(old)
        assert old.attachments
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_match_is_played_from_new_to_the_result(world: World, seats: int) -> None:
    people = [world.person(name) for name in NAMES[:seats]]
    await world.begun(*people, where="thread" if seats == 3 else "here")

    match = await to_the_end(world, {each.id: each for each in people}, Random(seats))

    result = await world.table()
    assert all(each.mention in result.content for each in people)
    assert [each.verb for each in controls(result)] == [
        *("rematch", "replay", "score", "review"),
        *("happened", "text", "verify", "export"),
    ]
    picture, file = result.attachments
    assert picture.description
    record = read_record(games(), (await file.read()).decode())
    assert record == await record_of(world.bot.shell.host, match.id)
    assert verify(games()["seismic"], record) > 0
    assert record.seed is not None
    assert commitment(bytes.fromhex(record.seed)) == match.commitment
    cover = world.message(match.cover.message)
    assert match.commitment in said(cover)
    assert all(f"**{name}**" in said(cover) for name in NAMES[:seats])
    assert not world.bot.shell.messenger._told, "what is over is not remembered"
    assert world.env.errors == []
