"""What the channel can see of secrets: which messages are sent and edited, and when."""

from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.table.match.match import Match
from tests.bot.world import World, control, controls, reply
from tests.games.aftershock.clicking import answered, desk_of

NAMES = ("Ann", "Bob", "Cleo")


def sent(world: World, since: int) -> list[tuple[str, str, Any]]:
    """Return what went to channels: new messages, edits, typing, whatever."""
    return [
        (each.method, each.path, each.json)
        for each in world.env.http_requests[since:]
        if "/interactions/" not in each.path and "/webhooks/" not in each.path
    ]


async def phase_of(world: World) -> str:
    _, progress = await world.bot.shell.host.cache.progress((await world.match()).id)
    phase: str = progress.state.phase
    return phase


async def reached(world: World, people: list[MemberActor], phase: str) -> Match:
    """Let all play on until a phase begins."""
    chance, by_id = Random(5), {each.id: each for each in people}
    while await phase_of(world) != phase:
        match = await world.match()
        player = match.chairs[match.acting[0]].player
        assert player is not None
        await answered(by_id[player], await world.table(), chance)
    return await world.match()


@pytest.fixture
async def people(world: World) -> list[MemberActor]:
    found = [world.person(name) for name in NAMES]
    await world.begun(*found, where="thread", title="aftershock")
    return found


async def test_a_standing_pass_touches_nothing_in_the_channel(
    world: World, people: list[MemberActor]
) -> None:
    match = await reached(world, people, "buy")
    waiting = next(each for each in people if each.id != match.chairs[match.acting[0]].player)
    desk = await desk_of(waiting, await world.table())
    before = len(world.env.http_requests)

    left = reply(await waiting.click(desk, custom_id=control(desk, "s").custom_id))
    await waiting.click(left, custom_id=control(left, "w").custom_id)
    await world.tick()

    assert sent(world, before) == []


@pytest.mark.parametrize("phase", ["keep", "plan", "mark"])
async def test_looking_and_drafting_touch_nothing_in_the_channel(
    world: World, people: list[MemberActor], phase: str
) -> None:
    match = await reached(world, people, phase)
    player = match.chairs[match.acting[0]].player
    person = next(each for each in people if each.id == player)
    before = len(world.env.http_requests)

    desk = await desk_of(person, await world.table())
    await person.slash(world.channel.threads[0], "table board")
    await person.slash(world.channel.threads[0], "table text")
    verb = {"plan": "p"}.get(phase, "board")
    await person.click(desk, custom_id=control(desk, verb).custom_id)

    assert sent(world, before) == []


async def test_a_choice_changed_on_an_older_desk_touches_nothing_in_the_channel(
    world: World, people: list[MemberActor]
) -> None:
    ann = people[0]
    first, second = [await desk_of(ann, await world.table()) for _ in range(2)]
    await ann.click(first, custom_id=control(first, "K").custom_id)
    table = await world.table()
    before = len(world.env.http_requests)

    anew = reply(await ann.click(second, custom_id=control(second, "K").custom_id))

    assert sent(world, before) == []
    assert (await world.table()).content == table.content
    assert anew.ephemeral


async def test_whatever_is_sealed_the_channel_sees_the_same_steps(
    world: World, people: list[MemberActor]
) -> None:
    steps = []
    for person, ticked in zip(people[:2], ([], ["0"]), strict=True):
        desk = await desk_of(person, await world.table())
        if ticked:
            key = next(each for each in controls(desk) if each.verb == "k" and not each.disabled)
            desk = reply(await person.click(desk, custom_id=key.custom_id))
        before = len(world.env.http_requests)
        await person.click(desk, custom_id=control(desk, "K").custom_id)
        world.clock.pass_by(minutes=1)
        await world.tick()
        steps.append([(method, path) for method, path, _ in sent(world, before)])

    assert steps[0] == steps[1]
    assert steps[0]
