"""What admins set for their server with `/setup server`, and that it holds."""

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from sqlalchemy import select

from bot.storage.schema import results, waits
from bot.table.ids import PlayerId
from bot.table.match.match import Aids, Hints, Person, Venue
from bot.table.match.pace import PACES
from bot.table.preferences import GuildPreferences, Preferences
from tests.bot.interactions.test_ranking import listed
from tests.bot.interactions.test_reminders import later
from tests.bot.tables import BOB, played_out, table_of
from tests.bot.world import World, acting, control, controls, posts, reply, said

SILENT = 4096
"""The flag of messages that let no phone sound."""
NINE = 9 * 60
"""When the standing clock stands: nine in the morning, UTC."""
PRESSED = (
    *("openers", "channels", "threads.off", "new-pace", "new-aids", "new-hints", "messages"),
    *("speak", "seeking", "rankings.off", "count-computers.on", "setup", "setup.who"),
)
TYPED: dict[str, dict[str, str]] = {
    "most-tables": {"s.most-tables.n": "1"},
    "silence": {"s.quiet.from": "1", "s.quiet.to": "9", "s.quiet.zone": "UTC"},
}


def admin(world: World, name: str = "Root") -> MemberActor:
    role = world.guild.create_role("Admin", permissions=discord.Permissions(manage_guild=True))
    user = world.env.create_user(name.lower(), global_name=name)
    return world.guild.add_member(user, roles=[role])


async def part(world: World, root: MemberActor, label: str) -> Any:
    shown = reply(await root.slash(world.channel, "setup server"))
    return reply(await root.click(shown, label=label))


async def wants(world: World, **wishes: Any) -> None:
    await world.bot.shell.stores.players.set_guild(world.guild.id, GuildPreferences(**wishes))


async def stored(world: World) -> GuildPreferences:
    return await world.bot.shell.stores.players.guild(world.guild.id)


async def test_a_server_is_summed_up_in_four_lines(world: World) -> None:
    root = admin(world)

    shown = reply(await root.slash(world.channel, "setup server"))

    assert (
        "### This server\n"
        "**Tables** everyone · anywhere · with threads · as many as you like\n"
        "**New tables** Pace: No limit · Aids: All · Hints: Private"
        " · Messages: A message each turn\n"
        "**Channels** Quiet hours: none · Looking for players: nowhere"
        " · Language: same as Discord\n"
        "**Rankings** on · Computer tables in the statistics: off"
    ) in said(shown)
    assert [each.label for each in controls(shown)] == [
        *("Who and where", "New tables", "Channels", "Rankings", "See all tables (0)"),
        *("Log", "Take all records along"),
    ]


async def test_each_part_is_set_by_pickers_and_comes_back_with_what_is_set(world: World) -> None:
    root, players = admin(world), world.guild.create_role("Players")
    seeking = world.guild.create_text_channel("seeking")

    shown = await part(world, root, "Who and where")
    shown = reply(await root.select(shown, [players], custom_id="s.openers"))
    shown = reply(await root.select(shown, [world.channel], custom_id="s.channels"))
    shown = reply(await root.click(shown, label="Threads for tables: on"))
    form = await root.click(shown, label="Tables at once")
    who = said(reply(await root.submit_modal(form, {"s.most-tables.n": "20"})))
    shown = await part(world, root, "New tables")
    shown = reply(await root.select(shown, ["three-days"], custom_id="s.new-pace"))
    shown = reply(await root.select(shown, ["pure"], custom_id="s.new-aids"))
    shown = reply(await root.select(shown, ["none"], custom_id="s.new-hints"))
    new = said(reply(await root.select(shown, ["one"], custom_id="s.messages")))
    shown = await part(world, root, "Channels")
    shown = reply(await root.select(shown, [seeking], custom_id="s.seeking"))
    form = await root.click(shown, label="Quiet hours")
    hours = {"s.quiet.from": "23:00", "s.quiet.to": "7", "s.quiet.zone": "madrid"}
    told = said(reply(await root.submit_modal(form, hours)))
    shown = await part(world, root, "Rankings")
    shown = reply(await root.click(shown, label="Rankings: on"))
    ranked = said(reply(await root.click(shown, label="Computer tables in the statistics: off")))

    assert f"<@&{players.id}> · in <#{world.channel.id}> · without threads · at most 20" in who
    assert "Pace: 3 days per move · Aids: None · Hints: No hints" in new
    assert "Messages: One message, edited" in new
    assert "Quiet hours: 23:00 to 07:00 (Europe/Madrid)" in told
    assert f"Looking for players: <#{seeking.id}>" in told
    assert "**Rankings** off · Computer tables in the statistics: on" in ranked
    assert (await stored(world)).openers == (players.id,)


async def test_typed_nonsense_changes_nothing(world: World) -> None:
    root = admin(world)
    await wants(world, most_tables=7, zone="UTC", quiet_from=1, quiet_to=300)
    before = await stored(world)

    shown = await part(world, root, "Who and where")
    slips = []
    for typed in ("0", "201", "few", "²", "9" * 3):
        form = await root.click(shown, label="Tables at once")
        slips.append(said(reply(await root.submit_modal(form, {"s.most-tables.n": typed}))))
        shown = await part(world, root, "Who and where")
    shown = await part(world, root, "Channels")
    form = await root.click(shown, label="Quiet hours")
    hours = {"s.quiet.from": "25", "s.quiet.to": "7", "s.quiet.zone": "UTC"}
    refused = reply(await root.submit_modal(form, hours))

    assert "**0 is no number from 1 to 200.**" in slips[0]
    assert all("is no number from 1 to 200" in each for each in slips)
    assert "**25 isn't a time of day.**" in said(refused)
    assert [each.custom_id for each in controls(refused)] == ["b.setup.told"]
    assert await stored(world) == before


@pytest.mark.parametrize("asked", [*PRESSED, *TYPED])
async def test_only_admins_see_or_set_anything(world: World, asked: str) -> None:
    dan, before = world.person("Dan"), await stored(world)
    old = await world.leftover(f"b.{asked}")

    result = await dan.click(old, custom_id=f"b.{asked}")
    if asked in TYPED:
        result = await dan.submit_modal(result, TYPED[asked])

    assert "Only for those who may manage this server." in said(reply(result))
    assert await stored(world) == before


async def test_only_people_with_a_role_open_tables_and_everybody_may_join(world: World) -> None:
    role = world.guild.create_role("Players")
    ann = world.guild.add_member(world.env.create_user("ann", global_name="Ann"), roles=[role])
    bob = world.person("Bob")
    await wants(world, openers=(role.id,))

    refused = said(reply(await bob.slash(world.channel, "seismic new", where="here")))
    lesson = said(reply(await bob.slash(world.channel, "seismic learn")))
    await ann.slash(world.channel, "seismic new", seats=2, where="here")
    lobby = world.newest
    await bob.click(lobby, custom_id=control(lobby, "join").custom_id)

    asked = f"**In this server only <@&{role.id}> may open tables.** You may join any."
    assert asked in refused
    assert asked in lesson
    assert len((await world.match()).chairs) == 2


async def test_a_table_is_opened_again_by_people_with_a_role_alone(world: World) -> None:
    role = world.guild.create_role("Players")
    ann = world.guild.add_member(world.env.create_user("ann", global_name="Ann"), roles=[role])
    bob = world.person("Bob")
    match = await world.begun(ann, bob)
    await world.bot.shell.host.lobbies.leave(match.id, PlayerId(bob.id))
    await world.bot.shell.host.lobbies.leave(match.id, PlayerId(ann.id))
    await wants(world, openers=(role.id,))
    old = await world.leftover("b.reopen.1.0", "b.rematch.1.0")

    slips = [
        said(reply(await bob.click(old, custom_id=each)))
        for each in ("b.reopen.1.0", "b.rematch.1.0")
    ]
    await ann.click(old, custom_id="b.reopen.1.0")
    led = said(reply(await bob.click(old, custom_id="b.rematch.1.0")))

    assert all("may open tables" in each for each in slips)
    assert (await world.match(2)).host == ann.id
    assert "may open tables" not in led


async def test_a_server_has_as_many_tables_as_it_allows(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await wants(world, most_tables=2)
    await world.begun(ann, bob)
    await ann.slash(world.channel, "aftershock new", where="here")
    lobby = world.newest

    refused = said(reply(await bob.slash(world.channel, "seismic new", where="here")))
    await ann.click(lobby, custom_id=control(lobby, "leave").custom_id)
    opened = said(reply(await bob.slash(world.channel, "seismic new", where="here")))

    assert "**2 tables are open here, the most this server allows.**" in refused
    assert "Your table is open" in opened


async def test_new_tables_begin_as_admins_want_unless_something_is_typed(world: World) -> None:
    ann = world.person("Ann")
    wishes = {"pace": PACES["week"], "aids": Aids.PURE, "hints": Hints.NOTED}
    await wants(world, **wishes)

    await ann.slash(world.channel, "seismic new", where="here")
    await ann.slash(world.channel, "seismic new", where="here", pace="day")
    await ann.slash(world.channel, "seismic new", where="here", pace="none")

    tables = [await world.match(number) for number in (1, 2, 3)]
    assert [each.pace for each in tables] == [PACES["week"], PACES["day"], PACES["none"]]
    assert {(each.aids, each.hints) for each in tables} == {(Aids.PURE, Hints.NOTED)}


async def test_in_a_server_s_quiet_hours_turns_are_silent_and_ping_when_they_end(
    world: World,
) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await wants(world, zone="UTC", quiet_from=NINE - 60, quiet_to=NINE + 60)

    match = await world.begun(*people)
    silent, asked = posts(world)[-1], acting(match, people)
    await later(world, hours=1)
    pinged = posts(world)[-1]

    assert silent["flags"] & SILENT
    assert f"**{asked.name}**".casefold() in silent["content"].casefold()
    assert silent["allowed_mentions"].get("users", []) == []
    assert pinged["allowed_mentions"]["users"] == [asked.id]
    assert f"{asked.mention}, **it's your move** at **Seismic 1**" in pinged["content"]


async def test_who_has_quiet_hours_after_those_of_the_server_is_pinged_after_both(
    world: World,
) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await wants(world, zone="UTC", quiet_from=NINE - 60, quiet_to=NINE + 60)
    for each in people:
        quiet = Preferences(zone="UTC", quiet_from=NINE, quiet_to=NINE + 120)
        await world.bot.shell.stores.players.prefer(PlayerId(each.id), quiet)

    match = await world.begun(*people)
    await later(world, hours=1)
    after_one = [each.get("allowed_mentions", {}).get("users") for each in posts(world)]
    await later(world, hours=1)

    assert not any(after_one)
    assert posts(world)[-1]["allowed_mentions"]["users"] == [acting(match, people).id]


async def test_reminders_wait_for_the_end_and_time_does_not(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people, pace="day")
    due = await world.database.scalars(select(waits.c.due_at))
    count = len(posts(world))
    # Half of the day is over at nine in the evening.
    await wants(world, zone="UTC", quiet_from=20 * 60, quiet_to=23 * 60)

    await later(world, hours=12)
    in_quiet = posts(world)[count:]
    await later(world, hours=2)

    assert await world.database.scalars(select(waits.c.due_at)) == due
    assert in_quiet == []
    assert [each["allowed_mentions"]["users"] for each in posts(world)[count:]] == [
        [acting(await world.match(), people).id]
    ]


async def test_direct_messages_come_in_a_server_s_quiet_hours(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    for each in people:
        wish = Preferences(turns_direct=True)
        await world.bot.shell.stores.players.prefer(PlayerId(each.id), wish)
    await wants(world, zone="UTC", quiet_from=NINE - 60, quiet_to=NINE + 120)

    match = await world.begun(*people)
    await later(world, seconds=11)
    await later(world, seconds=11)

    channel = acting(match, people).user.dm_channel
    found = world.env.backend.messages[channel.id].values()
    assert [bool(each.flags & SILENT) for each in found] == [False]


async def test_quiet_hours_that_are_taken_back_let_pings_come(world: World) -> None:
    root, people = admin(world), [world.person("Ann"), world.person("Bob")]
    await wants(world, zone="UTC", quiet_from=NINE - 60, quiet_to=NINE + 300)
    match = await world.begun(*people)

    shown = await part(world, root, "Channels")
    form = await root.click(shown, label="Quiet hours")
    none = {"s.quiet.from": "", "s.quiet.to": "", "s.quiet.zone": ""}
    await root.submit_modal(form, none)
    await later(world, seconds=1)

    assert posts(world)[-1]["allowed_mentions"]["users"] == [acting(match, people).id]


async def test_without_rankings_nothing_is_rated_or_shown(world: World) -> None:
    ann = await listed(world)
    await wants(world, unranked=True)
    venue = Venue(world.guild.id, world.channel.id, threaded=False)
    match = await table_of(world.bot.shell.host, Person(PlayerId(ann.id), "Ann"), BOB, venue=venue)

    slip = said(reply(await ann.slash(world.channel, "ranking")))
    await played_out(world.bot.shell.host, match.id)
    stats = said(reply(await ann.slash(world.channel, "stats")))

    rows = await world.database.rows(select(results.c.unrated, results.c.number))
    assert "**This server has no rankings.**" in slip
    assert {tuple(each) for each in rows} == {("unranked", None)}
    assert "Rating" not in stats
    assert "1,640" not in stats
