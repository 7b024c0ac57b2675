"""Proposals that the channel does not take at first: time brings them there."""

from typing import Any

from simcord.actors import MemberActor

from bot.table.together.deals import Reply
from tests.bot.dealing import deal_message, form_of, pressed, proposed, seated, stored
from tests.bot.world import World, controls, posts, reply, said

FORBIDDEN = 50013
ANSWERS: dict[str, Any] = {
    "s.deal.to": ["1"],
    "s.deal.i": ["oakland"],
    "s.deal.you": ["fremont"],
    "s.deal.words": "",
}


def here(world: World) -> str:
    return f"/channels/{world.channel.id}/messages"


async def refused(world: World, by: MemberActor) -> Any:
    """Propose while the channel takes nothing; return what the proposer sees."""
    form = await form_of(world, by)
    world.env.inject_error("POST", here(world), status=403, code=FORBIDDEN)
    return reply(await by.submit_modal(form, ANSWERS))


async def later(world: World, **length: float) -> None:
    world.clock.pass_by(**length)
    await world.tick()


async def test_a_proposal_that_could_not_be_posted_is_posted_by_and_by(world: World) -> None:
    ann, bob, _ = await seated(world)
    told = await refused(world, ann)
    unposted = await stored(world)

    await later(world, seconds=5)

    assert "I can't post in this channel" in said(told)
    assert unposted.post.message is None
    shown = await deal_message(world)
    assert shown.content.startswith(f"{bob.mention}, **Ann** proposes")
    assert controls(shown)[0].verb == "accept"
    assert not (await stored(world)).post.is_behind


async def test_an_answer_that_the_channel_did_not_take_is_shown_by_and_by(world: World) -> None:
    ann, bob, _ = await seated(world)
    await proposed(world, ann, 1)
    message = (await stored(world)).post.message
    world.env.inject_error("PATCH", f"{here(world)}/{message}", status=403, code=FORBIDDEN)
    slip = reply(await pressed(world, bob, "accept"))
    before = (await deal_message(world)).content

    await later(world, seconds=5)

    assert "I can't post in this channel" in said(slip)
    assert (await stored(world)).of(Reply.ACCEPTED) == (1,)
    assert "Accepted" not in before
    assert "**Accepted:** Bob." in (await deal_message(world)).content


async def test_a_channel_that_takes_nothing_is_asked_less_and_less(world: World) -> None:
    ann, _, _ = await seated(world)
    await refused(world, ann)
    count = len(posts(world))

    for _ in range(12):
        world.env.inject_error("POST", here(world), status=403, code=FORBIDDEN)
        await later(world, seconds=5)

    assert 2 <= len(posts(world)) - count <= 5


async def test_what_has_been_told_is_left_alone(world: World) -> None:
    ann, bob, _ = await seated(world)
    await proposed(world, ann, 1)
    await pressed(world, bob, "accept")
    before = len(world.env.http_requests)

    await later(world, minutes=5)

    assert len(world.env.http_requests) == before
