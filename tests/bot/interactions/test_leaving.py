"""Leaving and closing from anywhere; tables whose channel or server is gone lock nobody out."""

from random import Random
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from sqlalchemy import update

from bot.storage.schema import outbox
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Status
from bot.table.preferences import Preferences
from bot.table.time.reminders import Reminding
from tests.bot.world import (
    World,
    acting,
    control,
    controls,
    played,
    posts,
    raw,
    reply,
    said,
    waiting,
)


async def deleted(world: World, channel: ChannelHandle) -> None:
    found = world.bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel | discord.Thread)
    await found.delete()
    await world.env.settle()


async def pressed(person: Any, message: Any, verb: str) -> Any:
    return reply(await person.click(message, custom_id=control(message, verb).custom_id))


async def two(world: World) -> tuple[list[MemberActor], Match]:
    people = [world.person("Ann"), world.person("Bob")]
    return people, await world.begun(*people)


async def test_leave_finds_ones_only_table_from_another_channel(world: World) -> None:
    (ann, bob), _ = await two(world)
    elsewhere = world.guild.create_text_channel("elsewhere")

    asked = reply(await bob.slash(elsewhere, "table leave"))
    question = said(asked)
    left = await pressed(bob, asked, "quitting")

    assert "**Leave Seismic 1?**" in question
    assert "**You left Seismic 1.**" in said(left)
    assert [each.id for each in (await world.match()).people] == [ann.id]


async def test_leave_asks_which_of_several_tables(world: World) -> None:
    (ann, bob), _ = await two(world)
    other = world.guild.create_text_channel("other")
    world.channel, here = other, world.channel
    await world.begun(ann, bob)
    elsewhere = world.guild.create_text_channel("elsewhere")

    which = reply(await ann.slash(elsewhere, "table leave"))
    near = reply(await ann.slash(here, "table leave"))

    assert [each.label for each in controls(which)] == ["Seismic 2", "Seismic 1"]
    assert "**Leave Seismic 1?**" in said(near)


async def test_a_table_is_left_from_direct_messages(world: World) -> None:
    (ann, bob), _ = await two(world)
    user = bob.user

    tables = reply(await user.slash("my-tables"))
    asked = reply(await user.select(tables, ["1"], custom_id="s.leaving"))
    stay = control(asked, "mine").label
    left = await pressed(user, asked, "quitting")

    assert stay == "Stay"
    assert "**You left Seismic 1.**" in said(left)
    assert [each.id for each in (await world.match()).people] == [ann.id]


async def test_a_deleted_channel_locks_nobody_out(world: World) -> None:
    (ann, bob), _ = await two(world)
    elsewhere = world.guild.create_text_channel("elsewhere")

    await deleted(world, world.channel)
    lost = await world.match()
    tables = reply(await ann.slash(elsewhere, "my-tables"))
    listed = said(tables)
    asked = reply(await ann.select(tables, ["1"], custom_id="s.leaving"))
    left = await pressed(ann, asked, "quitting")
    last = reply(await bob.slash(elsewhere, "table leave"))
    await pressed(bob, last, "quitting")

    assert lost.lost_at is not None
    assert "- **Seismic 1** · its channel is gone" in listed
    assert "**You left Seismic 1.**" in said(left)
    assert (await world.match()).status is Status.CLOSED
    assert world.env.errors == []


async def test_a_deleted_thread_brings_the_board_back_at_once(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people, where="thread")

    await deleted(world, world.channel.threads[0])

    moved = await world.match()
    assert moved.lost_at is None
    assert moved.table.place is None
    assert moved.table.message != match.table.message
    assert acting(match, people).mention in (await world.table()).content


async def test_a_server_that_removes_the_bot_gives_its_tables_free(world: World) -> None:
    other = world.env.create_guild("Other")
    far = other.create_text_channel("far")
    ann, bob = (other.add_member(world.env.create_user(name)) for name in ("ann", "bob"))
    await ann.slash(far, "seismic new", seats=2, where="here")
    lobby = far.last_message
    assert lobby is not None
    await bob.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    assert (await world.match()).status is Status.PLAYING
    found = world.bot.get_guild(other.id)
    assert found is not None

    await found.leave()
    await world.env.settle()

    assert (await world.match()).lost_at is not None
    assert await world.bot.shell.stores.matches.of_player((await world.match()).host) != []
    world.clock.pass_by(hours=1)
    await world.tick()
    assert world.env.errors == []


async def test_what_was_removed_while_the_bot_was_away_is_found_out(world: World) -> None:
    _, match = await two(world)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None

    world.bot._connection._remove_guild(guild)
    await world.bot.on_shard_ready(0)
    lost = await world.match()
    world.bot._connection._add_guild(guild)
    await world.bot.on_guild_join(guild)
    await world.env.settle()

    assert lost.lost_at is not None
    back = await world.match()
    assert back.lost_at is None
    assert back.table.message != match.table.message
    assert controls(await world.table())


async def test_the_host_closes_a_table_for_everybody(world: World) -> None:
    (ann, bob), _ = await two(world)

    refused = reply(await bob.slash(world.channel, "table close"))
    asked = reply(await ann.slash(world.channel, "table close"))
    question, before = said(asked), (await world.match()).status
    done = await pressed(ann, asked, "closing")

    assert "no seat" in said(refused) or "Only the host" in said(refused)
    assert "**Close Seismic 1 for everyone?**" in question
    assert before is Status.PLAYING
    assert "**Seismic 1 is closed.**" in said(done)
    match = await world.match()
    assert match.status is Status.CLOSED
    cover = said(world.message(match.cover.message))
    assert "Ann closed this table before the end of its match." in cover
    assert (await world.table()).content.startswith("**Ann closed this table** as its host.")


async def test_a_table_that_is_closed_before_its_match_says_by_whom(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", seats=2, where="here")
    lobby = world.newest

    asked = reply(await ann.slash(world.channel, "table close"))
    await pressed(ann, asked, "closing")

    closed = world.message(lobby.id)
    assert "Ann closed this table before its match began." in said(closed)


async def test_an_admin_closes_any_table_of_the_server(world: World) -> None:
    await two(world)
    admins = world.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    admin = world.guild.add_member(world.env.create_user("root"), roles=[admins])
    elsewhere = world.guild.create_text_channel("elsewhere")

    asked = reply(await admin.slash(elsewhere, "table close"))
    form = await admin.click(asked, custom_id=control(asked, "care-act").custom_id)
    await admin.submit_modal(form, {"s.care-act.reason": "nobody plays"})
    forged = await world.leftover("b.closing.1.0")
    late = reply(await admin.click(forged, custom_id="b.closing.1.0"))

    assert (await world.match()).status is Status.CLOSED
    assert "**The moderators closed this table**, with no result." in said(late)


async def test_nobody_else_closes_a_table_with_a_button(world: World) -> None:
    (_, bob), _ = await two(world)
    forged = await world.leftover("b.closing.1.0", "b.close.1.0")

    for code in ("b.closing.1.0", "b.close.1.0"):
        slip = reply(await bob.click(forged, custom_id=code))
        assert "Only the host, Ann, can do that." in said(slip)

    assert (await world.match()).status is Status.PLAYING


async def test_a_host_of_an_open_table_is_asked(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.slash(world.channel, "seismic new", seats=3, where="here")
    lobby = world.newest
    await bob.click(lobby, label="Join")

    asked = reply(await ann.slash(world.channel, "table leave"))
    question = said(asked)
    closing = await pressed(ann, asked, "close")
    await pressed(ann, closing, "closing")

    assert "The next player becomes its host" in question
    assert (await world.match()).status is Status.CLOSED
    assert "Ann closed this table before its match began" in said(world.message(lobby.id))


async def test_a_host_who_leaves_as_the_match_begins_is_asked_again(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.slash(world.channel, "seismic new", seats=3, where="here")
    lobby = world.newest
    await bob.click(lobby, label="Join")
    asked = reply(await ann.slash(world.channel, "table leave"))
    await ann.click(lobby, label="Start now")

    again = await pressed(ann, asked, "quitting")
    question, still = said(again), (await world.match()).people
    left = await pressed(ann, again, "quitting")

    assert "A computer player takes over" in question
    assert [each.id for each in still] == [ann.id, bob.id]
    assert "**You left Seismic 1.**" in said(left)


async def test_a_host_leaves_an_open_table_to_the_next(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.slash(world.channel, "seismic new", seats=3, where="here")
    await bob.click(world.newest, label="Join")

    left = await pressed(ann, reply(await ann.slash(world.channel, "table leave")), "quitting")

    assert "**You left Seismic 1.**" in said(left)
    assert (await world.match()).host == bob.id


async def test_who_left_the_server_is_replaced_by_somebody_else(world: World) -> None:
    people, match = await two(world)
    gone, stays = acting(match, people), waiting(match, people)
    cleo = world.person("Cleo")
    world.guild.remove_member(gone)
    table = await world.table()
    more = await pressed(stays, table, "more")
    asked = await pressed(stays, more, "absent")
    question, code = said(asked), control(asked, "takeover").custom_id

    own = await pressed(stays, asked, "takeover")
    notice = await world.leftover(code)
    taken = await pressed(cleo, notice, "takeover")

    now = await world.match()
    assert "has left this server.**" in question
    assert "already" in said(own)
    assert "**The seat is yours**" in said(taken)
    assert now.seat_of(cleo.id) == match.acting[0]  # type: ignore[arg-type]
    assert "takes over for" in world.message(notice.id).content
    assert raw(world.message(notice.id)) == []
    assert cleo.mention in (await world.table()).content
    assert now.host in (cleo.id, stays.id)


async def test_who_waits_for_a_day_is_offered_to_see_who_has_left(world: World) -> None:
    people, match = await two(world)
    other, table = waiting(match, people), await world.table()
    code = control(table, "w").custom_id

    soon = controls(reply(await other.click(table, custom_id=code)))
    world.clock.pass_by(days=2)
    late = controls(reply(await other.click(table, custom_id=code)))

    assert "absent" not in [each.verb for each in soon]
    assert "absent" in [each.verb for each in late]


async def test_who_left_the_server_is_replaced_by_a_computer_player(world: World) -> None:
    people, match = await two(world)
    gone, stays = acting(match, people), waiting(match, people)
    eve = world.person("Eve")
    world.guild.remove_member(gone)
    notice = await world.leftover(f"b.standin.1.0.{match.acting[0]}")

    stranger = await pressed(eve, notice, "standin")
    done = await pressed(stays, notice, "standin")
    again = await world.leftover(f"b.standin.1.0.{match.acting[0]}")
    late = await pressed(stays, again, "standin")

    now = await world.match()
    assert "You have no seat" in said(stranger)
    assert "A computer player takes over for" in said(done)
    assert "Someone else has already taken that seat." in said(late)
    assert now.chairs[match.acting[0]].agent is not None
    assert now.line > match.line


async def test_the_seat_of_who_left_the_server_is_freed_before_the_match(world: World) -> None:
    ann, bob, eve = (world.person(each) for each in ("Ann", "Bob", "Eve"))
    await ann.slash(world.channel, "seismic new", seats=2, where="here")
    lobby = world.newest
    alone = [each.verb for each in controls(lobby)]
    await bob.click(world.newest, label="Join")
    early = await pressed(ann, await pressed(ann, lobby, "set-up"), "absent")
    world.guild.remove_member(bob)

    asked = await pressed(ann, await pressed(ann, lobby, "set-up"), "absent")
    question = said(asked)
    code = control(asked, "standin").custom_id
    stranger = await pressed(eve, await world.leftover(code), "standin")
    freed = await pressed(ann, asked, "standin")
    again = await pressed(ann, await world.leftover(code), "standin")

    assert "absent" not in alone
    assert "All players are still in this server." in said(early)
    assert "**Bob has left this server.** The seat can be freed." in question
    assert "You have no seat" in said(stranger)
    assert "**Bob's** seat is free." in said(freed)
    assert "Someone else has already taken that seat." in said(again)
    assert [each.id for each in (await world.match()).people] == [ann.id]
    assert (await world.match()).status is Status.LOBBY
    assert not control(world.message(lobby.id), "join").disabled


async def test_nobody_loses_a_seat_who_is_still_there(world: World) -> None:
    people, match = await two(world)
    cleo, stays = world.person("Cleo"), waiting(match, people)
    seat = match.acting[0]
    left = await world.leftover(f"b.takeover.1.0.{seat}", f"b.standin.1.0.{seat}")

    for person, verb in ((cleo, "takeover"), (stays, "standin")):
        assert "is still in this server." in said(await pressed(person, left, verb))
    none = await world.leftover("b.absent.1.0")
    assert "All players are still in this server." in said(await pressed(stays, none, "absent"))

    assert (await world.match()).chairs == match.chairs


async def test_the_channel_is_told_when_who_must_act_has_left(world: World) -> None:
    people, match = await two(world)
    mover, other = acting(match, people), waiting(match, people)
    world.guild.remove_member(other)

    while acting(await world.match(), people) is mover:
        await played(mover, await world.table(), Random(1))
        await world.env.settle()
    await world.tick()

    (told,) = told_of_leaving(world)
    assert "can take the seat at Seismic 1" in told["content"]
    assert [each.verb for each in controls(world.newest)] == ["takeover", "standin"]


def told_of_leaving(world: World) -> list[dict[str, Any]]:
    return [each for each in posts(world) if "has left this server" in str(each["content"])]


async def later(world: World, **length: float) -> None:
    world.clock.pass_by(**length)
    for _ in range(3):
        await world.tick()


def pinged(world: World, person: MemberActor) -> list[dict[str, Any]]:
    """Return the messages by which this person's phone sounds."""
    mentions = ((each, each.get("allowed_mentions") or {}) for each in posts(world))
    return [each for each, who in mentions if str(person.id) in map(str, who.get("users") or ())]


async def test_who_left_while_awaited_is_not_reminded_and_the_table_reads_it_once(
    world: World,
) -> None:
    people, match = await two(world)
    mover = acting(match, people)
    before = pinged(world, mover)
    world.guild.remove_member(mover)

    for days in (1, 2, 4):
        await later(world, days=days)

    assert pinged(world, mover) == before
    (told,) = told_of_leaving(world)
    assert "can take the seat at Seismic 1" in told["content"]
    assert [each.verb for each in controls(world.newest)] == ["takeover", "standin"]


async def nudged(world: World, other: MemberActor, **length: float) -> None:
    """Let time pass, and another player nudge: that looks whether the one who is asked is there."""
    await later(world, **length)
    await other.slash(world.channel, "table nudge")
    await later(world, minutes=1)


async def test_the_table_reads_of_each_departure_once_however_long_ago_it_was(
    world: World,
) -> None:
    people, match = await two(world)
    mover, other = acting(match, people), waiting(match, people)
    world.guild.remove_member(mover)
    for _ in range(2):
        await nudged(world, other, days=1)
    assert len(told_of_leaving(world)) == 1

    # What was sent a week ago is deleted by then.
    for _ in range(10):
        await later(world, days=1)
    await nudged(world, other, days=1)
    assert len(told_of_leaving(world)) == 1

    world.guild.add_member(mover.user)
    before = len(pinged(world, mover))
    await nudged(world, other, days=2)
    assert len(pinged(world, mover)) == before + 1
    world.guild.remove_member(mover)
    for _ in range(2):
        await nudged(world, other, days=2)
    assert len(told_of_leaving(world)) == 2


async def test_one_whom_the_table_asks_again_is_back(world: World) -> None:
    people, match = await two(world)
    mover, other = acting(match, people), waiting(match, people)
    world.guild.remove_member(mover)
    await nudged(world, other, days=1)
    world.guild.add_member(mover.user)

    turn = await world.table()
    await played(mover, turn, Random(1))
    while acting(await world.match(), people) is other:
        await played(other, await world.table(), Random(1))
    await later(world, minutes=1)
    world.guild.remove_member(mover)
    await nudged(world, other, days=2)

    assert len(told_of_leaving(world)) == 2


async def test_what_no_channel_could_read_is_told_again(world: World) -> None:
    people, match = await two(world)
    mover, other = acting(match, people), waiting(match, people)
    world.guild.remove_member(mover)
    await world.bot.shell.stores.players.seen(PlayerId(mover.id), match.id, is_there=False)
    unread = update(outbox).where(outbox.c.kind == "left").values(state="dead")
    async with world.database.writing() as connection:
        await connection.execute(unread)

    await nudged(world, other, days=1)

    assert len(told_of_leaving(world)) == 1


async def test_who_left_while_awaited_is_not_nudged(world: World) -> None:
    people, match = await two(world)
    mover, other = acting(match, people), waiting(match, people)
    before = pinged(world, mover)
    world.clock.pass_by(hours=13)
    world.guild.remove_member(mover)

    await other.slash(world.channel, "table nudge")
    await later(world, minutes=1)

    assert pinged(world, mover) == before
    assert len(told_of_leaving(world)) == 1


async def test_that_a_player_left_is_not_said_again_weeks_later(world: World) -> None:
    people, match = await two(world)
    mover, other = acting(match, people), waiting(match, people)
    world.guild.remove_member(mover)
    await later(world, days=1)
    assert len(told_of_leaving(world)) == 1

    for _ in range(3):
        await later(world, days=8)
        await other.slash(world.channel, "table nudge")
        await later(world, minutes=1)

    assert len(told_of_leaving(world)) == 1


async def test_who_left_while_awaited_is_not_pinged_when_time_is_up(world: World) -> None:
    people = [world.person(each) for each in ("Ann", "Bob", "Cleo")]
    match = await world.begun(*people, pace="day")
    mover = acting(match, people)
    before = pinged(world, mover)
    await world.bot.shell.stores.players.prefer(
        PlayerId(mover.id), Preferences(reminding=Reminding.OFF), world.clock.now()
    )
    world.guild.remove_member(mover)

    await later(world, days=1, minutes=1)

    (up,) = [each for each in posts(world) if "Time is up for" in str(each["content"])]
    assert mover.mention not in up["content"]
    assert pinged(world, mover) == before
    assert len(told_of_leaving(world)) == 1


async def test_what_left_means_is_not_told_of_a_seat_that_is_taken(world: World) -> None:
    people, match = await two(world)
    mover = acting(match, people)
    world.guild.remove_member(mover)
    await world.bot.shell.stores.players.seen(PlayerId(mover.id), match.id, is_there=False)
    await world.bot.shell.host.lobbies.leave(match.id, PlayerId(mover.id))

    await later(world, minutes=1)

    assert told_of_leaving(world) == []


async def uncached(world: World) -> None:
    """Let the bot know nothing of its server: it may only have its commands there."""
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    world.bot._connection._remove_guild(guild)


@pytest.mark.parametrize("where", ["here", "thread"])
async def test_a_server_that_is_not_cached_can_play(world: World, where: str) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await uncached(world)

    match = await world.begun(*people, where=where)
    receipt = await played(acting(match, people), await world.table(), Random(1))
    listed = reply(await people[0].slash(world.channel, "my-tables"))
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    refused = reply(await world.person("Cleo").slash(world.channel, "seismic new", where="here"))

    assert "Sent." in said(receipt)
    assert (await world.match()).line > match.line
    assert "Seismic 1" in said(listed)
    assert "I can't post in this channel" in said(refused)
    assert (await world.match(MatchId(2))).status is Status.CLOSED
    assert world.env.errors == []
