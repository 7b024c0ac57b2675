"""Quiet channels: one message that is edited and a line that pings, or a digest once a day."""

from datetime import timedelta
from random import Random
from typing import Any

import discord
import pytest
from discord.utils import snowflake_time
from sqlalchemy import select

from bot.storage.schema import waits
from bot.table.ids import PlayerId
from bot.table.match.match import Match, NewsMode
from bot.table.preferences import GuildPreferences, Preferences
from tests.bot.world import World, acting, control, played, posts, reply, said, waiting, words_of


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
    assert await since(world) == [None]
    await delivered(world)

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


async def test_a_digest_comes_once_a_day_with_all_that_happened(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.bot.shell.stores.players.set_guild(
        world.guild.id, GuildPreferences(news=NewsMode.DIGEST)
    )
    await world.begun(*people)
    on_discords_time(world)
    first = (await world.match()).table.message
    begun = world.clock.now()

    for _ in range(3):
        world.clock.pass_by(hours=2)
        assert (await turn(world, people)).table.message == first
    assert await since(world) == [None]
    world.clock.time = begun + timedelta(hours=24, seconds=6)
    await delivered(world)

    match = await world.match()
    assert match.table.message != first
    assert match.table.upto == match.line
    digest = await world.table()
    assert acting(match, people).mention in said(digest)
    assert None not in await since(world)
    assert len(in_channel(world)) == 3


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


async def test_a_table_that_leaves_the_digest_is_told_at_once(world: World) -> None:
    ann, _ = people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    on_discords_time(world)
    await ann.slash(world.channel, "table messages", way="digest")
    behind = await turn(world, people)
    assert behind.table.upto < behind.line
    await ann.slash(world.channel, "table messages", way="each")
    match = await world.match()
    assert match.table.upto == match.line
    assert match.table.message != behind.table.message


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

    assert f"{acting(match, people).mention}, **your move:**" in said(in_channel(world)[-1])
    assert None not in await since(world)


async def test_admins_say_how_tables_of_a_server_are_told(world: World) -> None:
    admins = world.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    ann = world.guild.add_member(world.env.create_user("ann"), roles=[admins])
    screen = reply(await ann.slash(world.channel, "setup"))
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
    assert f"{asked.mention}, **it is your move** at **Seismic 1**." in said(world.newest)
    count = len(in_channel(world))
    await turn(world, people)
    # The line and the ping are deleted; there is a new line.
    assert len(in_channel(world)) == count - 1
