"""What a messenger remembers of what it told: it looks for a message only where one may be."""

from dataclasses import replace
from random import Random

import pytest
from simcord.actors import MemberActor
from sqlalchemy import update

from bot.storage import rows
from bot.storage.schema import tellings
from bot.table.match.match import Match, Target
from bot.table.processes.shares import SHARED, SOLE, Ownership
from tests.bot.world import World, acting, control, controls, played, said


def looks(world: World) -> int:
    """Return how often the channel was read for a message that may be there already."""
    path = f"/channels/{world.channel.id}/messages"
    return sum(each.method == "GET" and each.path == path for each in world.env.http_requests)


async def turn(world: World, people: list[MemberActor]) -> None:
    await played(acting(await world.match(), people), await world.table(), Random(1))


async def test_a_channel_is_read_again_after_a_start_or_a_failure_only(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    begun = looks(world)

    await turn(world, people)
    after_own = looks(world)
    world.env.inject_error(
        "POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, times=1
    )
    await turn(world, people)
    failed = looks(world)
    world.clock.pass_by(minutes=5)
    await world.tick()
    made_up_for = looks(world)
    await turn(world, people)
    own_again = looks(world)
    await world.restart()
    restarted = looks(world)
    await turn(world, people)

    assert after_own == begun
    assert failed == begun
    assert made_up_for == begun + 1
    assert own_again == begun + 1
    assert looks(world) == restarted + 1


async def forget(world: World, before: Match) -> None:
    """Let the database know of the table what it knew before, as if the process had been killed."""
    row = (tellings.c.match_id == before.id, tellings.c.target == Target.TABLE.value)
    written = rows.posted_values(before.posted(Target.TABLE))
    await world.database.execute(update(tellings).where(*row).values(written))
    world.bot.shell.host.cache.forget(before.id)


@pytest.mark.parametrize("ownership", [SOLE, SHARED])
async def test_a_message_that_nobody_wrote_down_loses_its_buttons_with_the_next(
    world: World, ownership: Ownership
) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    before = await world.match()
    await turn(world, people)
    unwritten = await world.table()
    await forget(world, before)
    messenger = world.bot.shell.messenger
    messenger.ownership = ownership
    if ownership is SOLE:
        messenger._told.clear()  # as a process that has just begun

    await played(acting(await world.match(), people), unwritten, Random(1))
    newest = await world.table()

    assert controls(unwritten)
    assert newest.id > unwritten.id
    assert controls(newest)
    assert controls(world.message(unwritten.id)) == []


async def test_buttons_that_could_not_be_taken_off_go_with_the_next_message(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    first = await world.table()
    path = f"/channels/{world.channel.id}/messages/{first.id}"
    world.env.inject_error("PATCH", path, status=400, code=50035, times=1)

    await turn(world, people)
    kept = controls(world.message(first.id))
    await turn(world, people)

    assert kept == controls(first)
    assert controls(world.message(first.id)) == []


async def test_beside_others_a_channel_is_read_only_if_they_may_have_told_it_something(
    world: World,
) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    world.bot.shell.messenger.ownership = SHARED
    begun = looks(world)

    await turn(world, people)
    at_once = looks(world)
    before = await world.match()
    await turn(world, people)
    unwritten = await world.table()
    await forget(world, before)
    await played(acting(await world.match(), people), unwritten, Random(1))

    assert at_once == begun
    assert looks(world) == begun + 1


async def test_a_lobby_that_nobody_wrote_down_is_found_when_discord_has_forgotten_its_nonce(
    world: World,
) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.slash(world.channel, "seismic new", seats=3, where="here")
    lobby, match = world.newest, await world.match()
    row = (tellings.c.match_id == match.id, tellings.c.target == Target.COVER.value)
    written = rows.posted_values(replace(match.posted(Target.COVER), message=None))
    await world.database.execute(update(tellings).where(*row).values(written))
    world.bot.shell.host.cache.forget(match.id)
    world.clock.pass_by(minutes=10)

    await bob.click(lobby, custom_id=control(lobby, "join").custom_id)

    assert world.newest.id == lobby.id
    assert "**Bob**" in said(world.message(lobby.id))
    assert (await world.match()).posted(Target.COVER).message == lobby.id


async def test_being_seen_typing_does_no_harm_where_it_fails(world: World) -> None:
    await world.begun(world.person("Ann"), world.person("Bob"))
    host, path = world.bot.shell.host, f"/channels/{world.channel.id}/typing"
    loaded = await host.cache.of((await world.match()).id)

    await world.bot.shell.messenger.type_in(loaded)
    world.env.inject_error("POST", path, status=403, code=50013, times=1)
    await world.bot.shell.messenger.type_in(loaded)

    asked = [each.path for each in world.env.http_requests if each.method == "POST"]
    assert asked.count(path) == 2
