"""What Discord refuses, what people delete, what breaks: nothing of a match is lost."""

import asyncio
import itertools
import logging
from dataclasses import replace
from random import Random
from typing import Any

import aiohttp
import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from sqlalchemy import func, update
from structlog.testing import capture_logs

from bot.games.registry import panels
from bot.hosting.match.turns import Played
from bot.interactions import context
from bot.messages import channels, messenger
from bot.storage.schema import VERSION, matches
from bot.table.errors import CannotPost, OutOfReach
from bot.table.match.match import Match, Status
from tests.bot.world import World, acting, control, controls, played, posts, reply, said


def forbidden(world: World, **permissions: bool) -> ChannelHandle:
    overwrite = discord.PermissionOverwrite(**permissions)
    return world.guild.create_text_channel("shut", overwrites={world.guild.default_role: overwrite})


async def test_a_channel_that_forbids_posting_names_what_is_missing(world: World) -> None:
    ann = world.person("Ann")
    shut = forbidden(world, attach_files=False, read_message_history=False)
    world.env.inject_error("POST", f"/channels/{shut.id}/messages", status=403, code=50013)

    slip = reply(await ann.slash(shut, "seismic new", where="here"))

    assert slip.ephemeral
    assert "I'm not allowed to post in this channel" in said(slip)
    assert "Attach Files" in said(slip)
    assert "Read Message History" in said(slip)
    assert (await world.match()).status is Status.CLOSED


async def test_a_move_is_stored_when_the_channel_can_not_be_told(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)

    receipt = await played(acting(match, people), await world.table(), Random(1))
    stored = await world.match()
    world.clock.pass_by(minutes=5)
    await world.tick()

    assert "Your move is stored." in said(receipt)
    assert stored.line > match.line
    assert stored.table.message == match.table.message
    caught_up = await world.match()
    assert caught_up.told_line == stored.line
    assert caught_up.table.message != match.table.message


async def test_discord_being_away_is_told_and_made_up_for(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=400, times=1)

    receipt = await played(acting(match, people), await world.table(), Random(1))

    assert "Discord isn't accepting my messages" in said(receipt)
    assert "Your move is stored." in said(receipt)


async def test_a_deleted_table_message_does_no_harm(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    wizard_of = acting(match, people)
    table = await world.table()
    wizard = reply(await wizard_of.click(table, custom_id=control(table, "w").custom_id))
    await _deleted(world, match.table.message)

    receipt = await played(wizard_of, wizard, Random(1))

    assert "Sent." in said(receipt)
    assert (await world.table()).attachments


async def test_a_deleted_lobby_message_comes_again(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", where="here")
    lobby = await world.match()
    invitation = await world.leftover(f"b.join.{lobby.id}.0")
    await _deleted(world, lobby.cover.message)

    await world.person("Bob").click(invitation, label=f"b.join.{lobby.id}.0")

    again = await world.match()
    assert again.cover.message != lobby.cover.message
    assert "**Bob**" in said(world.message(again.cover.message))


async def test_a_table_that_is_over_gets_no_first_message_any_more(world: World) -> None:
    match = await world.begun(world.person("Ann"), world.person("Bob"))
    loaded = await world.bot.shell.host.cache.of(match.id)
    over = replace(match, status=Status.FINISHED, cover=replace(match.cover, message=None))
    before = len(world.channel.history())

    shown = await world.bot.shell.messenger.cover(replace(loaded, match=over))

    assert shown.message is None
    assert len(world.channel.history()) == before


async def test_a_deleted_thread_brings_the_table_back_to_the_channel(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people, where="thread")
    table = await world.table()
    mover = acting(match, people)
    wizard = reply(await mover.click(table, custom_id=control(table, "w").custom_id))
    board = reply(await mover.slash(world.channel, "table board"))
    thread = world.bot.get_channel(match.place)
    assert isinstance(thread, discord.Thread)
    await thread.delete()

    await played(mover, board, Random(1))

    moved = await world.match()
    assert wizard.ephemeral
    assert moved.line > match.line
    assert moved.table.place is None
    assert world.message(moved.table.message, world.channel).attachments


async def test_a_deleted_channel_keeps_the_move(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    elsewhere = world.guild.create_text_channel("elsewhere")
    mover = acting(match, people)
    code = control(await world.table(), "w").custom_id
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    world.channel = elsewhere
    left = await world.leftover(code)
    await channel.delete()

    receipt = await played(mover, left, Random(1))

    assert "Your move is stored." in said(receipt)
    assert "gone" in said(receipt)
    assert (await world.match()).line > match.line


async def test_a_picture_that_does_not_come_out_is_replaced_by_words(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    mover, table = acting(match, people), await world.table()

    def broken(*_: Any) -> Any:
        raise MemoryError

    with capture_logs(), monkeypatch.context() as patched:
        patched.setattr(type(panels()["seismic"]), "post", broken)
        await played(mover, table, Random(1))

    after = await world.table()
    assert "I couldn't draw the picture" in after.content
    assert "## Now" in after.content
    assert not after.attachments
    mover = acting(await world.match(), people)
    assert mover.mention in after.content
    board = reply(await mover.click(after, custom_id=control(after, "board").custom_id))
    assert "w" in [each.verb for each in controls(board)]


async def test_what_breaks_is_logged_under_the_id_that_the_player_sees(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(type(panels()["seismic"]), "score", broken)
    with capture_logs() as logged:
        slip = reply(await people[0].slash(world.channel, "table score"))

    assert "Something broke on my side" in said(slip)
    (line,) = [each for each in logged if each["event"] == "broken"]
    assert f"`{line['click']}`" in said(slip)
    assert isinstance(line["exc_info"], ZeroDivisionError)


async def test_while_the_database_is_away_people_are_asked_for_patience(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, shell = world.person("Ann"), world.bot.shell

    async def away(*_: Any) -> Any:
        raise OutOfReach("out-of-reach")

    with capture_logs() as logged, monkeypatch.context() as patched:
        patched.setattr(type(shell.stores.players), "preferences", away)
        patched.setattr(type(shell.stores.matches), "of_player", away)
        slip = reply(await ann.slash(world.channel, "my-tables"))
        helped = reply(await ann.slash(world.channel, "help"))
    after = reply(await ann.slash(world.channel, "my-tables"))

    assert said(slip).strip().startswith("**I can't reach my database right now.**")
    assert [each["event"] for each in logged if each["log_level"] != "debug"] == []
    assert "out of reach" not in said(helped) + said(after)


async def test_while_the_database_is_away_nothing_is_suggested_and_nothing_is_broken(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)

    async def away(*_: Any) -> Any:
        raise OutOfReach("out-of-reach")

    with monkeypatch.context() as patched:
        patched.setattr(type(world.bot.shell.stores.matches), "in_channel", away)
        offered = await people[0].autocomplete(world.channel, "table zoom", "cell", "")
    after = await people[0].autocomplete(world.channel, "table zoom", "cell", "")

    assert offered == []
    assert after
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR] == []


async def test_a_program_that_may_not_write_any_more_lets_people_look(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    table = await world.table()
    world.database.admit_writers(VERSION + 1)

    looked = reply(await people[0].click(table, custom_id=control(table, "more").custom_id))
    refused = reply(await people[0].slash(world.channel, "seismic new", seats=2, where="here"))
    await world.tick()

    assert control(looked, "history").label
    assert "being updated" not in said(looked)
    assert said(refused).strip().startswith("**I'm being updated.**")
    world.database.admit_writers(VERSION)
    assert (await world.match(match.id)).status is Status.PLAYING


async def test_a_match_of_newer_rules_is_answered_kindly(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    table = await world.table()
    async with world.database.writing() as connection:
        newer = func.replace(matches.c.header, '"rules_version":', '"rules_version":9')
        change = update(matches).where(matches.c.id == match.id)
        await connection.execute(change.values(header=newer, revision=99))

    slip = reply(await acting(match, people).click(table, custom_id=control(table, "w").custom_id))

    assert "played by newer rules than I know" in said(slip)


async def test_a_table_that_everybody_left_says_so_and_has_no_buttons(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    code = f"b.quitting.{match.id}.0"

    for each in people:
        await each.click(await world.leftover(code), label=code)

    closed, last = await world.match(), world.message((await world.match()).table.message)
    assert closed.status is Status.CLOSED
    assert last.content.startswith("**This table is closed:** everyone has left it.\n")
    looks = ["reopen", "replay", "history", "score", "text"]
    assert [each.verb for each in controls(last)] == looks
    assert controls(world.message(match.table.message)) == []
    assert "table closed" in said(world.message(match.cover.message))


async def test_a_connection_cut_while_old_buttons_are_taken_off_hides_no_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    edit = discord.PartialMessage.edit

    async def cut(message: discord.PartialMessage, **changes: Any) -> Any:
        if changes == {"view": None}:
            raise aiohttp.ServerDisconnectedError
        return await edit(message, **changes)

    with capture_logs() as logged, monkeypatch.context() as patched:
        patched.setattr(discord.PartialMessage, "edit", cut)
        receipt = await played(acting(match, people), await world.table(), Random(1))

    assert "Sent." in said(receipt)
    assert "old-message-kept" in [each["event"] for each in logged]
    assert not {"broken", "not-told"} & {each["event"] for each in logged}
    assert not (await world.match()).is_behind


async def test_a_thread_that_may_have_been_opened_is_waited_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    opening = discord.PartialMessage.create_thread

    async def lost(*args: Any, **choices: Any) -> Any:
        await opening(*args, **choices)
        raise aiohttp.ServerDisconnectedError

    with monkeypatch.context() as patched:
        patched.setattr(discord.PartialMessage, "create_thread", lost)
        before = await world.begun(*people, where="thread")
    world.clock.pass_by(minutes=5)
    await world.tick()

    after = await world.match()
    assert (before.table.place, before.table.message) == (None, None)
    assert after.table.place == after.cover.message
    assert world.message(after.table.message, world.channel.threads[0]).attachments


async def test_a_thread_out_of_reach_is_not_given_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.begun(world.person("Ann"), world.person("Bob"), where="thread")

    async def unreachable(*_: Any) -> Any:
        raise CannotPost("no-answer")

    monkeypatch.setattr(channels, "place_of", unreachable)

    with pytest.raises(CannotPost, match="no-answer"):
        await channels.table_place(world.bot, match)


async def test_a_table_of_people_who_left_the_server_goes_on(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    other = next(each for each in people if each is not acting(match, people))
    mover = acting(match, people)
    world.guild.remove_member(other)

    receipt = await played(mover, await world.table(), Random(1))

    assert "Sent." in said(receipt)
    assert (await world.match()).line > match.line


async def test_where_tables_may_open_is_up_to_the_admins(world: World) -> None:
    admins = world.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    admin = world.guild.add_member(world.env.create_user("root"), roles=[admins])
    ann, tables = world.person("Ann"), world.guild.create_text_channel("tables")
    setup = reply(await admin.slash(world.channel, "setup server"))

    await admin.select(setup, [tables], custom_id="s.channels")
    refused = reply(await ann.slash(world.channel, "seismic new"))
    opened = reply(await ann.slash(tables, "seismic new"))

    assert f"<#{tables.id}>" in said(refused)
    assert "Your table is open" in said(opened)


async def test_only_admins_set_the_server_up(world: World) -> None:
    ann = world.person("Ann")
    left = await world.leftover("b.threads.off")

    slip = reply(await ann.click(left, label="b.threads.off"))

    assert "may manage this server" in said(slip)
    assert (await world.bot.shell.stores.players.guild(world.guild.id)).threads


async def test_nobody_is_pinged_by_a_name(world: World) -> None:
    people = [world.person("**@everyone**"), world.person("Bob")]
    match = await world.begun(*people)
    await played(acting(match, people), await world.table(), Random(1))

    for each in posts(world):
        assert "@everyone" not in str(each["content"])
        assert each["allowed_mentions"]["parse"] == []
    assert not controls(world.message(match.table.message))


async def _deleted(world: World, message: int | None) -> None:
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    assert message is not None
    await channel.get_partial_message(message).delete()


async def at_the_last_button(world: World) -> tuple[Match, MemberActor, Any]:
    """Begin a match; its first player has chosen a tile and a cell and only has to place it."""
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    mover, wizard = acting(match, people), await world.table()
    for verb in ("w", "p"):
        wizard = reply(await mover.click(wizard, custom_id=control(wizard, verb).custom_id))
    return match, mover, wizard


async def test_a_receipt_does_not_wait_for_a_slow_channel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, mover, wizard = await at_the_last_button(world)
    release = asyncio.Event()

    async def slow(*args: Any) -> int:
        await world.env.external_wait(release.wait(), reason="Discord takes its time")
        return await channels.send_post(*args)

    monkeypatch.setattr(messenger, "send_post", slow)
    await mover.click(wizard, custom_id=control(wizard, "g").custom_id)
    receipt, told = said(wizard), (await world.match()).told_line
    release.set()
    await world.env.settle()

    assert "Sent." in receipt
    assert told == match.line
    assert (await world.match()).told_line > match.line


async def test_a_slow_database_does_not_miss_the_three_seconds(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, mover, wizard = await at_the_last_button(world)
    host, release = world.bot.shell.host, asyncio.Event()
    submit = host.moves.submit

    async def slow(*args: Any) -> Played:
        await world.env.external_wait(release.wait(), reason="the disk takes its time")
        return await submit(*args)

    monkeypatch.setattr(host.moves, "submit", slow)
    monkeypatch.setattr(context, "PATIENCE_SECONDS", 0.05)
    waiting = await mover.click(wizard, custom_id=control(wizard, "g").custom_id)
    deferred, before = waiting.deferred, said(wizard)
    release.set()
    await world.env.settle()

    assert deferred
    assert "Sent." not in before
    assert "Sent." in said(wizard)


async def test_many_short_waits_do_not_miss_the_three_seconds(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    part, release = world.bot.shell.host.take_backs, asyncio.Event()
    look, clock = part.look, itertools.count(step=100)

    async def slow(*args: Any) -> Any:
        await world.env.external_wait(release.wait(), reason="the disk takes its time")
        return await look(*args)

    monkeypatch.setattr(part, "look", slow)
    # What comes before it takes longer by the clock than anybody should wait.
    monkeypatch.setattr(context, "monotonic", lambda: next(clock))
    monkeypatch.setattr(context, "PATIENCE_SECONDS", 60.0)
    asked = await people[0].slash(world.channel, "table undo")
    deferred = asked.deferred
    release.set()
    await world.env.settle()

    assert deferred
