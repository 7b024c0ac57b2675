"""`/privacy` and its files: all of one's own, nothing secret, once a day; records for admins."""

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import discord
import jsonschema_rs
import pytest
from sqlalchemy import select

from bot.interactions.people import privacy
from bot.locale.localisation import words
from bot.messages.people.privacy import privacy_lines
from bot.storage.people.own_data import own_data_schema
from bot.storage.schema import guilds
from bot.table import ages
from bot.table.ids import PlayerId
from bot.table.preferences import Preferences
from tests.bot.interactions.test_reviews import over
from tests.bot.interactions.test_settings import admin
from tests.bot.tables import one_move
from tests.bot.world import World, controls, reply, said

ROOT = Path(__file__).parents[3]


async def shown_privacy(world: World, person: Any) -> Any:
    return reply(await person.slash(world.channel, "privacy"))


async def pressed(world: World, person: Any) -> Any:
    return await person.click(await shown_privacy(world, person), custom_id="b.my-data")


def file_in(world: World, message: Any) -> bytes:
    (file,) = message.attachments
    found = world.env.backend.cdn.get(file.url)
    assert found is not None
    return bytes(found)


async def own_file(world: World, person: Any) -> Any:
    return json.loads(file_in(world, reply(await pressed(world, person))))


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "What I keep about you"),
        ("fr", "Ce que je garde sur toi"),
        ("es", "Lo que guardo de ti"),
    ],
)
async def test_ten_lines_say_what_is_kept_and_how_long(
    world: World, language: str, title: str
) -> None:
    ann = world.person("Ann")
    await world.bot.shell.stores.players.prefer(PlayerId(ann.id), Preferences(language))

    shown = await shown_privacy(world, ann)

    heading, *lines = said(shown).strip().splitlines()
    assert shown.ephemeral
    assert heading == f"### {title}"
    assert lines == [*privacy_lines(words(language), "")]
    assert len(lines) == 10
    kept = (ages.SENT, ages.UNDELIVERED, ages.TRACES, ages.MODERATION, ages.LEFT_SERVERS)
    assert all(f" {age.days} " in "\n".join(lines) for age in kept)
    assert [each.custom_id for each in controls(shown)] == ["b.my-data", "b.erase"]


def test_the_page_of_the_project_says_the_same() -> None:
    page = (ROOT / "PRIVACY.md").read_text(encoding="utf-8")

    for number, line in enumerate(privacy_lines(words("en"), ""), 1):
        assert f"{number}. {line}\n" in page


async def test_the_operator_is_named_if_they_wish(world: World) -> None:
    world.bot.shell = replace(world.bot.shell, contact="ops@example.org")

    shown = await shown_privacy(world, world.person("Ann"))

    assert "Operator: ops@example.org." in said(shown)


async def test_in_direct_messages_it_is_the_same(world: World) -> None:
    ann, _ = await over(world)

    shown = reply(await ann.user.slash("privacy"))
    lines = said(shown)
    given = reply(await ann.user.click(shown, custom_id="b.my-data"))

    assert lines == said(await shown_privacy(world, ann))
    assert json.loads(file_in(world, given))["player"] == str(ann.id)


async def test_of_who_did_nothing_nothing_is_kept(world: World) -> None:
    ann = world.person("Ann")

    first, again = [reply(await pressed(world, ann)) for _ in range(2)]

    assert "**I keep nothing about you.**" in said(first)
    assert said(again) == said(first)
    assert not first.attachments


async def test_a_person_gets_everything_with_the_records_of_finished_matches(world: World) -> None:
    ann, bob = await over(world)
    match = await world.match()

    shown = reply(await pressed(world, ann))
    told = json.loads(file_in(world, shown))
    export = reply(await ann.click(await world.leftover("b.export.1.0"), custom_id="b.export.1.0"))

    jsonschema_rs.validate(own_data_schema(), told)
    assert shown.ephemeral
    assert "**Everything about you is in this file** (1 match, " in said(shown)
    assert told["player"] == str(ann.id)
    assert [each["record"] for each in told["matches"]] == [json.loads(file_in(world, export))]
    assert [each["seat"] for each in told["kept"]["seats"]] == [match.seat_of(PlayerId(ann.id))]
    assert [each["player"] for each in told["kept"]["ballots"]] == [str(ann.id)]
    assert len(told["kept"]["votes_begun"]) == 1
    assert told["kept"]["moves"]
    assert bob.id != ann.id


async def test_once_a_day_is_enough(world: World) -> None:
    ann, _ = await over(world)

    await pressed(world, ann)
    world.clock.pass_by(hours=23)
    refused = reply(await pressed(world, ann))
    world.clock.pass_by(hours=1)
    again = reply(await pressed(world, ann))

    assert "**You had it <t:" in said(refused)
    assert "Once a day is enough" in said(refused)
    assert not refused.attachments
    assert again.attachments


async def test_if_it_could_not_be_collected_it_may_be_asked_for_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await over(world)

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(privacy, "in_parts", broken)
        failed = reply(await pressed(world, ann))
    again = reply(await pressed(world, ann))

    assert "Something broke" in said(failed)
    assert again.attachments


@pytest.mark.parametrize("title", ["seismic", "aftershock"])
async def test_of_a_running_match_there_is_what_this_person_saw_and_no_record(
    world: World, title: str
) -> None:
    people = [world.person(each) for each in ("Ann", "Bob", "Cleo")]
    match = await world.begun(*people, title=title)
    for _ in range(4):
        await one_move(world.bot.shell.host, match.id)
    cache = world.bot.shell.host.cache

    for person in people:
        seat = match.seat_of(PlayerId(person.id))
        assert seat is not None
        (told,) = (await own_file(world, person))["matches"]
        past = await cache.history(match.id, seat)

        assert told["record"] is None
        assert [len(each["events"]) for each in told["seen"]] == [
            len(each.events) for each in past if each.events
        ]
        assert all("line" not in each for each in told["seen"])


async def test_who_was_watching_has_nothing_of_the_match(world: World) -> None:
    await world.begun(world.person("Ann"), world.person("Bob"))
    eve = world.person("Eve")
    await eve.slash(world.channel, "table board")

    assert "**I keep nothing about you.**" in said(reply(await pressed(world, eve)))


async def test_what_is_too_large_for_a_message_comes_in_parts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await over(world)
    monkeypatch.setattr(privacy, "ROOM", 1e-5)
    monkeypatch.setattr(privacy, "MANY", 1)

    result = await pressed(world, ann)
    screen = reply(result)
    parts = [json.loads(file_in(world, each)) for each in result.followups]

    assert "**Too large for one message:** here is part 2 of 2." in said(screen)
    assert [each["part"] for each in parts] == [1, 2]
    assert [each["kept"] is None for each in parts] == [False, True]
    assert [len(each["matches"]) for each in parts] == [0, 1]


async def all_records(world: World, person: Any) -> Any:
    button = await world.leftover("b.guild-records")
    return reply(await person.click(button, custom_id="b.guild-records"))


async def test_admins_take_all_records_of_their_server_along(world: World) -> None:
    await over(world)
    mo = admin(world, "Mo")

    shown = await all_records(world, mo)
    archive = ZipFile(BytesIO(file_in(world, shown)))
    export = reply(await mo.click(await world.leftover("b.export.1.0"), custom_id="b.export.1.0"))

    assert shown.ephemeral
    assert "**1 record as one file.** If I'm removed from this server" in said(shown)
    assert f"after {ages.LEFT_SERVERS.days} days" in said(shown)
    assert archive.namelist() == ["seismic-1.json"]
    assert archive.read("seismic-1.json") == file_in(world, export)


async def test_nobody_else_gets_them_and_without_a_match_there_are_none(world: World) -> None:
    eve, mo = world.person("Eve"), admin(world, "Mo")

    refused, none = await all_records(world, eve), await all_records(world, mo)

    assert "**Only for those who may manage this server.**" in said(refused)
    assert "**No match has ended in this server yet.**" in said(none)
    assert not refused.attachments
    assert not none.attachments


async def test_records_of_another_server_are_not_in_it(world: World) -> None:
    await over(world)
    other = world.env.create_guild("Elsewhere")
    far = other.create_text_channel("far")
    role = other.create_role("Admin", permissions=discord.Permissions(manage_guild=True))
    eve = other.add_member(world.env.create_user("eve"), roles=[role])
    place = world.bot.get_channel(far.id)
    assert isinstance(place, discord.TextChannel)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="all", custom_id="b.guild-records"))
    view.stop()
    await place.send("left over", view=view)
    button = far.last_message
    assert button is not None

    shown = reply(await eve.click(button, custom_id="b.guild-records"))

    assert "**No match has ended in this server yet.**" in said(shown)


async def left_at(world: World) -> Any:
    wanted = select(guilds.c.left_at).where(guilds.c.id == world.guild.id)
    return await world.database.scalar(wanted)


async def test_the_owner_of_a_server_that_removes_the_bot_is_told_once(world: World) -> None:
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    owner = world.guild.owner

    world.env.backend.remove_guild(world.guild.id)
    await world.env.settle()
    now = world.clock.now()
    await world.bot.on_guild_remove(guild)

    channel = owner.dm_channel
    (told,) = [world.message(each, channel) for each in world.env.backend.messages[channel.id]]
    assert "**Guild has removed me.**" in said(told)
    assert f"<t:{int((now + ages.LEFT_SERVERS).timestamp())}:R>" in said(told)
    assert await left_at(world) == now
    await world.bot.on_guild_join(guild)
    assert await left_at(world) is None


async def test_an_owner_who_can_not_be_written_to_is_left_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None

    async def create_dm(_: object) -> None:
        raise OSError

    monkeypatch.setattr(world.bot, "create_dm", create_dm)
    await world.bot.on_guild_remove(guild)

    assert await left_at(world) == world.clock.now()


async def test_a_server_that_went_while_the_bot_was_away_is_found_and_so_is_its_return(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.begun(world.person("Ann"), world.person("Bob"))

    with monkeypatch.context() as patch:
        patch.setattr(world.bot, "get_guild", lambda _: None)
        await world.bot.on_shard_ready(0)
        gone = await left_at(world)
    await world.bot.on_shard_ready(0)

    assert gone == world.clock.now()
    assert await left_at(world) is None
