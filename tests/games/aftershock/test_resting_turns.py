"""A turn of several things that is left in the middle: the others are told, and it continues."""

from random import Random
from typing import Any

from simcord.actors import MemberActor

from bot.hosting.match.updates import REST
from bot.table.match.match import Match, Status
from engine.games.aftershock.actions import Reopen, Stand, Withdraw
from engine.registry import game
from tests.bot.tables import new_request, player_in
from tests.bot.world import World, control, posts, reply, said
from tests.games.aftershock.clicking import answered

IDLE = Reopen | Stand | Withdraw


async def left_in_the_middle(world: World) -> tuple[Match, MemberActor]:
    """Play until a player has done the first of several things; return who."""
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]
    match, chance = await world.begun(*people, title="aftershock"), Random(3)
    host = world.bot.shell.host
    while match.told_line == match.line and match.status is Status.PLAYING:
        _, progress = await host.cache.progress(match.id)
        seat = match.acting[0]
        legal = game("aftershock").legal_actions(progress.state, seat)
        action = chance.choice([each for each in legal if not isinstance(each, IDLE)])
        world.clock.pass_by(seconds=11)
        await host.moves.submit(
            match.id, player_in(match, seat), (action,), match.line, new_request()
        )
        await host.telling.tell(match.id)
        match = await host.cache.match(match.id)
    player = player_in(match, match.acting[0])
    return match, next(each for each in people if each.id == player)


def edits(world: World, message: Any) -> list[dict[str, Any]]:
    path = f"/messages/{message.id}"
    found = [each for each in world.env.http_requests if each.method == "PATCH"]
    return [each.json or {} for each in found if each.path.endswith(path)]


async def test_the_others_see_how_far_a_turn_has_come_without_a_new_message(world: World) -> None:
    match, mover = await left_in_the_middle(world)
    before, count = await world.table(), len(posts(world))
    text, changes = before.content, len(edits(world, before))

    world.clock.pass_by(minutes=1)
    await world.tick()
    early = len(edits(world, before))
    world.clock.pass_by(seconds=REST.total_seconds())
    await world.tick()
    await world.tick()

    after = await world.table()
    assert early == changes
    assert len(edits(world, before)) == changes + 1
    assert (after.id, len(posts(world))) == (before.id, count)
    assert text.startswith(f"{mover.mention}, **build what you planned.**")
    assert after.content.startswith(f"{mover.mention}, **build what you planned.**")
    told = [each.split("\n")[0] for each in (text, after.content)]
    name = next(each.name for each in match.chairs if each.player == mover.id)
    assert [name in each for each in told] == [False, True]
    assert edits(world, before)[-1]["allowed_mentions"]["users"] == [mover.id]
    assert edits(world, before)[-1]["attachments"]


async def test_whoever_comes_back_goes_on_with_the_button_that_was_there(world: World) -> None:
    match, mover = await left_in_the_middle(world)
    table, chance = await world.table(), Random(1)
    button = control(table, "desk").custom_id
    world.clock.pass_by(days=2)
    await world.tick()

    old = await world.leftover(button)
    desk = reply(await mover.click(old, custom_id=button))
    while (await world.match()).acting == match.acting:
        await answered(mover, await world.table(), chance)

    assert "Your desk" in said(desk)
    assert (await world.match()).table.message != table.id
    assert world.env.errors == []
