"""Quiet channels: one message that is edited and a line that pings, or a digest once a day."""

from datetime import timedelta
from random import Random
from typing import Any

import discord
import pytest
from discord.utils import snowflake_time
from sqlalchemy import select, update

from bot.storage import rows
from bot.storage.schema import tellings, timers, waits
from bot.table.errors import LobbyRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, NewsMode, Target
from bot.table.preferences import GuildPreferences, Preferences
from tests.bot.world import (
    World,
    acting,
    control,
    menus,
    next_key,
    played,
    posts,
    reply,
    said,
    waiting,
    words_of,
)


def in_channel(world: World) -> list[Any]:
    """Return the messages of the channel as they are now, the oldest first."""
    kept = world.env.backend.messages[world.channel.id].values()
    shown = sorted(each.id for each in kept if each.visible_to(None))
    return [world.message(each, world.channel) for each in shown]


def on_discords_time(world: World) -> None:
    """Let the clock say what the ids of messages say."""
    world.clock.time = snowflake_time(in_channel(world)[-1].id)


async def delivered(world: World) -> None:
    """Let all be said that is to be said, as time passes."""
    world.clock.pass_by(seconds=6)
    await world.bot.shell.host.tick()


async def turn(world: World, people: list[Any]) -> Match:
    """Let the seat that must act play a turn, and all be said that comes of it."""
    match = await world.match()
    await played(acting(match, people), await world.table(), Random(match.line))
    await delivered(world)
    return await world.match()


async def since(world: World) -> list[Any]:
    async with world.database.asking() as connection:
        return list((await connection.execute(select(waits.c.since))).scalars())


@pytest.mark.parametrize("by", ["table", "server"])
async def test_one_message_is_edited_and_a_line_pings_until_the_move_is_made(
    world: World, by: str
) -> None:
    ann, bob = people = [world.person("Ann"), world.person("Bob")]
    if by == "server":
        asked = GuildPreferences(news=NewsMode.ONE)
        await world.bot.shell.stores.players.set_guild(world.guild.id, asked)
    await ann.slash(world.channel, "seismic new", seats=2, where="here")
    on_discords_time(world)
    lobby = world.newest
    if by == "table":
        slip = reply(await ann.slash(world.channel, "table messages", way="one"))
        assert "One message, edited" in said(slip)
        assert "One message, edited" in said(world.newest)
    await bob.click(lobby, custom_id=control(lobby, "join").custom_id)
    await ann.click(lobby, custom_id=control(lobby, "start").custom_id)

    match = await world.match()
    _, table, line = in_channel(world)
    assert "<@" not in said(table)
    assert said(line).startswith(f"{acting(match, people).mention}, **your move:**")
    assert table.jump_url.rpartition("/")[2] in said(line)
    assert None not in await since(world)

    asked_before = line.id
    for _ in range(3):
        before = said(table)
        match = await turn(world, people)
        _, table, line = in_channel(world)
        assert table.id == match.table.message
        assert said(table) != before
        assert "<@" not in said(table)
        assert line.id > asked_before
        assert acting(match, people).mention in said(line)
        assert waiting(match, people).mention not in said(line)
        assert posts(world)[-1]["allowed_mentions"]["users"] == [acting(match, people).id]
        asked_before = line.id


async def test_once_a_day_a_new_message_takes_the_place_of_the_old_one(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.bot.shell.stores.players.set_guild(
        world.guild.id, GuildPreferences(news=NewsMode.ONE)
    )
    await world.begun(*people)
    on_discords_time(world)
    await delivered(world)
    old = (await world.match()).table.message

    world.clock.pass_by(hours=25)
    match = await turn(world, people)

    assert match.table.message != old
    shown = [each.id for each in in_channel(world)]
    assert old not in shown
    assert match.table.message in shown


async def digested(world: World, people: list[Any]) -> Match:
    """Begin a table that gets a digest, at nine in the morning."""
    await world.bot.shell.stores.players.set_guild(
        world.guild.id, GuildPreferences(news=NewsMode.DIGEST)
    )
    match = await world.begun(*people)
    on_discords_time(world)
    world.clock.time = world.clock.time.replace(hour=9, minute=0)
    return match


async def at_six(world: World) -> Match:
    """Let it be six in the evening, and the daily message come."""
    world.clock.time = world.clock.time.replace(hour=18, minute=0, second=1)
    await delivered(world)
    return await world.match()


async def test_a_digest_comes_at_six_with_all_that_happened_and_pings_who_is_awaited(
    world: World,
) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    first = (await digested(world, people)).table.message
    for _ in range(3):
        world.clock.pass_by(hours=2)
        before, count = said(await world.table()), len(in_channel(world))
        assert (await turn(world, people)).table.message == first
        # Who looks sees it at once; nobody is pinged.
        assert said(await world.table()) != before
        assert "<@" not in said(await world.table())
        assert len(in_channel(world)) == count
    assert await since(world) == [None]

    match = await at_six(world)

    assert match.table.message != first
    assert match.table.upto == match.line
    digest = await world.table()
    assert acting(match, people).mention in said(digest)
    assert posts(world)[-1]["allowed_mentions"]["users"] == [acting(match, people).id]
    assert None not in await since(world)
    assert len(in_channel(world)) == 3


async def test_no_digest_comes_if_nothing_happened(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await digested(world, people)
    await turn(world, people)
    match = await at_six(world)

    world.clock.pass_by(hours=24)
    assert (await at_six(world)).table.message == match.table.message


async def test_only_the_host_says_how_and_everybody_hears_of_it(world: World) -> None:
    ann, bob = people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    slip = reply(await bob.slash(world.channel, "table messages", way="digest"))
    assert "Only the host, Ann, can do that." in said(slip)
    assert (await world.match()).news is None

    slip = reply(await ann.slash(world.channel, "table messages", way="digest"))
    assert "A daily digest" in said(slip)
    await delivered(world)
    assert (await world.match()).news is NewsMode.DIGEST
    assert "**Ann** wants one message a day here (Seismic 1)." in said(world.newest)
    assert posts(world)[-1]["allowed_mentions"].get("users", []) == []

    more = reply(
        await ann.click(
            await world.table(), custom_id=control(await world.table(), "more").custom_id
        )
    )
    menu = reply(await ann.click(more, custom_id=control(more, "news").custom_id))
    await ann.select(menu, ["server"], custom_id="s.news.1.0")
    assert (await world.match()).news is None


async def test_a_table_that_leaves_the_digest_asks_at_once(world: World) -> None:
    ann, _ = people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    on_discords_time(world)
    await ann.slash(world.channel, "table messages", way="digest")
    unasked = await turn(world, people)
    await ann.slash(world.channel, "table messages", way="each")
    match = await world.match()
    assert match.table.message != unasked.table.message
    assert acting(match, people).mention in said(await world.table())
    assert None not in await since(world)


async def test_whoever_was_to_be_asked_by_the_digest_is_asked_when_it_is_given_up(
    world: World,
) -> None:
    ann, _ = people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    on_discords_time(world)
    await ann.slash(world.channel, "table messages", way="digest")
    match = await turn(world, people)
    assert await since(world) == [None]
    await ann.slash(world.channel, "table messages", way="one")
    await delivered(world)

    # The line that asks, and the notice of the change, in the order in which their lanes come.
    asked = f"{acting(match, people).mention}, **your move:**"
    newest = sorted(asked in said(each) for each in in_channel(world)[-2:])
    assert newest == [False, True]
    assert None not in await since(world)


async def test_admins_say_how_tables_of_a_server_are_told(world: World) -> None:
    admins = world.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    ann = world.guild.add_member(world.env.create_user("ann"), roles=[admins])
    screen = reply(await ann.slash(world.channel, "setup server"))
    slip = reply(await ann.select(screen, ["digest"], custom_id="s.messages"))
    assert (await world.bot.shell.stores.players.guild(world.guild.id)).news is NewsMode.DIGEST
    assert "A daily digest" in words_of(slip)


async def test_in_quiet_hours_the_line_names_and_pings_when_they_end(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    for each in people:
        # The standing clock stands at nine in the morning.
        quiet = Preferences(zone="UTC", quiet_from=8 * 60, quiet_to=10 * 60)
        await world.bot.shell.stores.players.prefer(PlayerId(each.id), quiet)
    await world.bot.shell.stores.players.set_guild(
        world.guild.id, GuildPreferences(news=NewsMode.ONE)
    )
    match = await world.begun(*people)
    asked = acting(match, people)
    await delivered(world)
    line = in_channel(world)[-1]
    assert f"**{asked.name}**".casefold() in said(line).casefold()
    assert posts(world)[-1]["allowed_mentions"].get("users", []) == []

    world.clock.pass_by(hours=1)
    await delivered(world)

    assert posts(world)[-1]["allowed_mentions"]["users"] == [asked.id]
    assert f"{asked.mention}, **it's your move** at **Seismic 1**." in said(world.newest)
    count = len(in_channel(world))
    await turn(world, people)
    # The line and the ping are deleted; there is a new line.
    assert len(in_channel(world)) == count - 1


async def one_message(world: World, *names: str, title: str = "seismic") -> list[Any]:
    """Begin a table whose message is edited, where a line pings who must act."""
    await world.bot.shell.stores.players.set_guild(
        world.guild.id, GuildPreferences(news=NewsMode.ONE)
    )
    people = [world.person(name) for name in names]
    await world.begun(*people, title=title)
    on_discords_time(world)
    return people


async def line_of(world: World) -> Any:
    """Return the line that names who must act."""
    return world.message((await world.match()).ping.message, world.channel)


def pinged_since(world: World, count: int) -> list[int]:
    """Return whom the messages pinged that were sent after the first `count`."""
    asked = [each["allowed_mentions"].get("users", []) for each in posts(world)[count:]]
    return [int(person) for each in asked for person in each]


async def test_the_line_says_what_happened_since_the_last_move_of_who_is_asked(
    world: World,
) -> None:
    people = await one_message(world, "Ann", "Bob", "Cleo")
    for _ in range(4):
        await turn(world, people)
    match = await world.match()
    line = said(await line_of(world))

    first, happened = line.split("\n")
    assert first.startswith(f"{acting(match, people).mention}, **your move:** [Seismic 1](")
    assert happened.startswith("-# ")
    assert 0 < len(happened) < 260
    assert "<@" not in happened


async def forget_line(world: World, before: Match) -> None:
    """Let the database know of the line what it knew before, as if the process had been killed."""
    row = (tellings.c.match_id == before.id, tellings.c.target == Target.PING.value)
    written = {**rows.posted_values(before.ping), "told": before.ping.told}
    await world.database.execute(update(tellings).where(*row).values(written))
    await world.restart()


async def test_a_line_that_nobody_wrote_down_is_found_again_and_pings_nobody_twice(
    world: World,
) -> None:
    people = await one_message(world, "Ann", "Bob")
    before = await world.match()
    await turn(world, people)
    sent, count = (await world.match()).ping.message, len(posts(world))
    world.clock.pass_by(minutes=10)
    await forget_line(world, before)
    await delivered(world)

    assert (await world.match()).ping.message == sent
    assert pinged_since(world, count) == []
    assert before.ping.message not in [each.id for each in in_channel(world)]


async def test_a_line_that_could_not_be_sent_comes_later_and_clocks_wait_for_it(
    world: World,
) -> None:
    people = await one_message(world, "Ann", "Bob")
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, times=1)
    match = await turn_untold(world, people)
    assert match.table.upto == match.line
    assert await since(world) == [None]

    world.clock.pass_by(minutes=5)
    await delivered(world)
    assert acting(match, people).mention in said(await line_of(world))
    assert None not in await since(world)


async def turn_untold(world: World, people: list[Any]) -> Match:
    match = await world.match()
    await played(acting(match, people), await world.table(), Random(match.line))
    return await world.match()


async def test_a_line_that_was_deleted_by_hand_is_missed_by_nobody(world: World) -> None:
    people = await one_message(world, "Ann", "Bob")
    await (await line_of(world)).delete()
    match = await turn(world, people)

    assert acting(match, people).mention in said(await line_of(world))
    assert len(in_channel(world)) == 3


async def test_a_line_that_could_not_be_deleted_goes_with_the_next(world: World) -> None:
    people = await one_message(world, "Ann", "Bob")
    first = (await world.match()).ping.message
    path = f"/channels/{world.channel.id}/messages/{first}"
    world.env.inject_error("DELETE", path, status=400, code=50035, times=1)
    await turn(world, people)
    kept = [each.id for each in in_channel(world)]
    await turn(world, people)

    assert first in kept
    assert first not in [each.id for each in in_channel(world)]


async def test_the_line_goes_with_the_table(world: World) -> None:
    ann, _ = await one_message(world, "Ann", "Bob")
    line = (await world.match()).ping.message
    asked = reply(await ann.slash(world.channel, "table close"))
    await ann.click(asked, custom_id=control(asked, "closing").custom_id)
    await delivered(world)

    assert (await world.match()).ping.message is None
    assert line not in [each.id for each in in_channel(world)]


async def test_a_move_taken_back_asks_again_without_pinging_whose_click_it_was(
    world: World,
) -> None:
    people = await one_message(world, "Ann", "Bob", "Cleo", title="sanandreas")
    match = await world.match()
    mover, line = acting(match, people), match.ping.message
    receipt = await played(mover, await world.table(), Random(1))
    asked, count = (await world.match()).ping.message, len(posts(world))
    await mover.click(receipt, label="Take back my move")
    await delivered(world)

    match = await world.match()
    assert acting(match, people) is mover
    assert match.ping.message not in (line, asked)
    assert asked not in [each.id for each in in_channel(world)]
    assert said(await line_of(world)).startswith(
        f"**{match.chairs[match.acting[0]].name}**, **your"
    )
    assert pinged_since(world, count) == []


async def test_several_are_asked_in_one_line_which_names_those_who_are_left(world: World) -> None:
    people = await one_message(world, "Ann", "Bob", "Cleo", title="aftershock")
    for _ in range(40):
        match = await world.match()
        if len(match.acting) == 3:
            break
        await turn(world, people)
    line, count = await line_of(world), len(posts(world))
    names = {each.mention for each in people}
    assert {each for each in names if each in said(line)} == names
    assert "**it's up to you:**" in said(line)

    seat = match.acting[0]
    mover = next(each for each in people if each.id == match.chairs[seat].player)
    table, chance = await world.table(), Random(1)
    desk = reply(await mover.click(table, custom_id=control(table, "desk").custom_id))
    while len((await world.match()).acting) == 3 and (key := next_key(desk, chance)) is not None:
        desk = reply(await mover.click(desk, custom_id=key))
    world.clock.pass_by(seconds=20)
    await delivered(world)

    match = await world.match()
    assert len(match.acting) == 2
    assert match.ping.message == line.id
    assert mover.mention not in said(await line_of(world))
    assert pinged_since(world, count) == []


async def test_a_table_goes_from_mode_to_mode_and_asks_each_player_once(world: World) -> None:
    ann, bob = people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    on_discords_time(world)
    count = len(posts(world))
    for way in ("one", "digest", "each", "one", "each", "digest", "one"):
        await ann.slash(world.channel, "table messages", way=way)
        await delivered(world)
    assert pinged_since(world, count) == []

    match = await turn(world, people)
    assert acting(match, people).mention in said(await line_of(world))
    asked = len(posts(world))
    await ann.slash(world.channel, "table messages", way="digest")
    await delivered(world)
    # The line would name a player until the evening.
    assert (await world.match()).ping.message is None
    moved = await turn(world, people)
    assert pinged_since(world, asked) == []
    await ann.slash(world.channel, "table messages", way="one")
    await delivered(world)
    assert pinged_since(world, asked) == [acting(moved, people).id]
    assert {ann.id, bob.id} >= set(pinged_since(world, count))


@pytest.mark.parametrize(("zone", "hour"), [("Europe/Paris", "17"), ("America/New_York", "23")])
async def test_the_host_says_at_which_hour_of_most_people_the_digest_comes(
    world: World, zone: str, hour: str
) -> None:
    ann, bob = people = [world.person("Ann"), world.person("Bob")]
    for each in people:
        await world.bot.shell.stores.players.prefer(PlayerId(each.id), Preferences(zone=zone))
    await digested(world, people)
    await turn(world, people)
    menu = reply(await ann.slash(world.channel, "table messages"))
    assert "**Messages at this table:** A daily digest. That's this server's setting." in said(menu)
    assert "The digest comes each day at <t:" in words_of(menu)
    assert f"-# Hour of the digest ({zone})" in said(menu)
    assert len(menus(menu)[1]["options"]) == 24
    due = world.clock.now().replace(hour=int(hour), minute=0, second=0)
    async with world.database.asking() as connection:
        stored = select(timers.c.due_at).where(timers.c.kind == "digest")
        assert (await connection.execute(stored)).scalar_one() == due

    await ann.select(menu, ["1260"], custom_id="s.digest-hour.1.0")
    assert (await world.match()).digest_at == 21 * 60
    async with world.database.asking() as connection:
        assert (await connection.execute(stored)).scalar_one() == due + timedelta(hours=3)
    others = reply(await bob.slash(world.channel, "table messages"))
    assert menus(others) == []


async def test_nobody_else_says_when_the_digest_comes(world: World) -> None:
    _, bob = people = [world.person("Ann"), world.person("Bob")]
    await digested(world, people)
    with pytest.raises(LobbyRefused, match="lobby-not-host"):
        await world.bot.shell.host.news.set_hour(MatchId(1), PlayerId(bob.id), 0)
    assert (await world.match()).digest_at is None


async def test_in_quiet_hours_the_digest_names_and_pings_when_they_end(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    for each in people:
        quiet = Preferences(zone="UTC", quiet_from=17 * 60, quiet_to=20 * 60)
        await world.bot.shell.stores.players.prefer(PlayerId(each.id), quiet)
    await digested(world, people)
    await turn(world, people)
    count = len(posts(world))
    match = await at_six(world)
    assert posts(world)[count:]
    assert pinged_since(world, count) == []

    world.clock.pass_by(hours=2)
    await delivered(world)
    assert pinged_since(world, count) == [acting(match, people).id]


async def test_who_came_after_the_digest_is_asked_by_an_edit_who_was_not_asked_yet_is_not(
    world: World,
) -> None:
    ann, _ = people = [world.person("Ann"), world.person("Bob")]
    await digested(world, people)
    # As of a person who has just taken the seat over.
    await world.database.execute(update(waits).values(since=None))
    host = world.bot.shell.host.news
    await host.set_hour(MatchId(1), PlayerId(ann.id), 60)
    assert None not in await since(world)

    await turn(world, people)
    await host.set_hour(MatchId(1), PlayerId(ann.id), 120)
    assert await since(world) == [None]
