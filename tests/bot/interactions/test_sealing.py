"""Choices sealed at a table of Aftershock: one message changes, and nobody is called again."""

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from tests.bot.world import World, control, posts, reply, said
from tests.games.aftershock.clicking import desk_of

ASLEEP = 50083
SILENT = discord.MessageFlags(suppress_notifications=True).value


async def seated(world: World, where: str = "here") -> list[MemberActor]:
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]
    await world.begun(*people, where=where, title="aftershock")
    return people


async def sealed(world: World, person: MemberActor) -> Any:
    """Seal to keep nothing; return the receipt."""
    desk = await desk_of(person, await world.table())
    return reply(await person.click(desk, custom_id=control(desk, "K").custom_id))


def edits(world: World, message: int) -> list[dict[str, Any]]:
    """Return what the bot made of a message, oldest first."""
    return [
        each.json or {}
        for each in world.env.http_requests
        if each.method == "PATCH" and each.path.endswith(f"/messages/{message}")
    ]


async def later(world: World) -> None:
    world.clock.pass_by(seconds=10)
    await world.tick()


async def test_who_is_ready_is_told_by_edits_that_call_nobody(world: World) -> None:
    ann, bob, cleo = await seated(world)
    table, count = await world.table(), len(posts(world))

    await sealed(world, ann)
    first = (await world.table()).content
    await later(world)
    await sealed(world, bob)
    second = (await world.table()).content

    assert "ready 1 of 3 · waiting for Bob and Cleo" in first
    assert "ready 2 of 3 · waiting for Cleo" in second
    assert len(posts(world)) == count
    highlighted = [each["allowed_mentions"]["users"] for each in edits(world, table.id)]
    assert [sorted(each) for each in highlighted] == [sorted([bob.id, cleo.id]), [cleo.id]]


async def test_what_two_seal_in_a_moment_is_one_edit(world: World) -> None:
    ann, bob, cleo = await seated(world)
    table = await world.table()
    await sealed(world, cleo)
    before = len(edits(world, table.id))

    await sealed(world, ann)
    receipt = await sealed(world, bob)
    revealed = await world.table()

    assert len(edits(world, table.id)) == before + 1
    assert "**Sealed.**" not in said(receipt)
    assert revealed.id != table.id
    assert "**Paid for kept cards:** Ann $0M, Bob $0M, Cleo $0M." in revealed.content


async def test_who_waits_sees_it_after_the_pause(world: World) -> None:
    ann, bob, _ = await seated(world)
    await sealed(world, ann)
    await sealed(world, bob)
    early = (await world.table()).content

    await later(world)

    assert "ready 1 of 3" in early
    assert "ready 2 of 3" in (await world.table()).content


async def test_a_thread_that_fell_asleep_is_woken_for_the_edit(world: World) -> None:
    ann, _, _ = await seated(world, "thread")
    thread = (await world.match()).table.place
    world.env.inject_error("PATCH", f"/channels/{thread}/messages/*", status=400, code=ASLEEP)

    receipt = await sealed(world, ann)

    assert "**Sealed.**" in said(receipt)
    assert "ready 1 of 3 · waiting for Bob and Cleo" in (await world.table()).content
    woken = [each for each in world.env.http_requests if each.path == f"/channels/{thread}"]
    assert [(each.json or {})["archived"] for each in woken if each.method == "PATCH"] == [False]
    assert not (await world.match()).is_behind


async def test_a_message_that_somebody_deleted_is_posted_anew_and_calls_nobody(
    world: World,
) -> None:
    ann, _, _ = await seated(world)
    table = await world.table()
    channel: Any = world.bot.get_channel(world.channel.id)
    await channel.get_partial_message(table.id).delete()
    count = len(posts(world))

    # The button of the message that is gone, as a player's screen may still show it.
    left = await world.leftover(control(table, "desk").custom_id)
    desk = reply(await ann.click(left, custom_id=control(table, "desk").custom_id))
    await ann.click(desk, custom_id=control(desk, "K").custom_id)

    anew = await world.table()
    assert anew.id != table.id
    assert len(posts(world)) == count + 2
    assert "ready 1 of 3 · waiting for Bob and Cleo" in anew.content
    assert posts(world)[-1]["allowed_mentions"]["users"] == []
    assert posts(world)[-1]["flags"] & SILENT
    assert posts(world)[-1]["nonce"] not in [each.get("nonce") for each in posts(world)[:-1]]


async def test_of_two_taps_at_once_the_later_one_finds_what_is_sealed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _, _ = await seated(world)
    desk = await desk_of(ann, await world.table())
    host, before = world.bot.shell.host, (await world.match()).line
    submit: Any = host.moves.submit

    async def twice(match: Any, player: Any, actions: Any, seen: int, request: str) -> Any:
        await submit(match, player, actions, seen, f"{request} of the other tap")
        return await submit(match, player, actions, seen, request)

    monkeypatch.setattr(host.moves, "submit", twice)
    shown = reply(await ann.click(desk, custom_id=control(desk, "K").custom_id))

    assert (await world.match()).line == before + 1
    assert "The table has moved on; here is the latest board." in said(shown)
    assert "**Sealed.** You can change it until everyone is ready." in said(shown)
    assert world.env.errors == []
