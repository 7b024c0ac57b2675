"""Notices in Discord: found words, a button with their number, sent once, edited, deleted."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import to_discord_message

from bot.games.custom_ids import is_marked
from bot.messages.notice_posts import WORDS
from bot.storage import outbox as rows
from bot.storage.notices.restores import mark_restored
from bot.table.errors import CHANNEL_GONE, CannotPost
from bot.table.ids import PlayerId
from bot.table.notices.notice import (
    NOTICES,
    UNSURE,
    Notice,
    NoticeKind,
    NoticeState,
    QueuedNotice,
    to_channel,
    to_player,
    to_table,
)
from tests.bot.world import World, control, posts, reply, said

SAYS = {"says": "news-digest", "who": "Ann *of* Avonlea"}


async def put(world: World, *new: Notice) -> None:
    await world.database.write(lambda connection: rows.put(connection, *new))
    await delivered(world)


async def delivered(world: World) -> None:
    world.clock.pass_by(seconds=6)
    await world.bot.shell.host.outbox.tick()


async def table(world: World) -> tuple[MemberActor, Notice]:
    ann, bob = world.person("Ann"), world.person("Bob")
    match = await world.begun(ann, bob)
    return ann, Notice(to_channel(world.channel.id), NoticeKind.SAID, "a", match.id, facts=SAYS)


def shown_after(world: World, message: int) -> list[Any]:
    kept = world.env.backend.messages[world.channel.id].values()
    later = sorted(each.id for each in kept if each.visible_to(None) and each.id > message)
    return [world.message(each) for each in later]


def marked(message: Any, number: int = 1) -> list[str]:
    ids = [each.custom_id for row in message.components for each in row.children]
    return [each for each in ids if is_marked(each, number)]


@pytest.mark.parametrize("world", ["en-US", "fr", "es-ES"], indirect=True)
async def test_a_notice_is_said_in_the_words_of_its_server_and_its_button_works(
    world: World,
) -> None:
    ann, notice = await table(world)
    await put(world, notice)
    shown = world.newest
    assert r"**Ann \*of\* Avonlea**" in said(shown)
    assert "Seismic 1" in said(shown)
    (button,) = marked(shown)
    assert control(shown, "board").custom_id == button
    assert posts(world)[-1]["nonce"] == "n-1"
    slip = reply(await ann.click(shown, custom_id=button))
    assert "Seismic 1" in said(slip)


async def test_it_finds_the_table_wherever_that_is_by_then(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    match = await world.begun(ann, bob, where="thread")
    await put(world, Notice(to_table(match.id), NoticeKind.SAID, "a", match.id, facts=SAYS))
    (thread,) = world.channel.threads
    assert "one message a day" in said(thread.last_message)


async def test_it_is_edited_deleted_and_posted_anew_if_somebody_deleted_it(world: World) -> None:
    _, plain = await table(world)
    notice = replace(plain, wait=7)
    await put(world, notice)
    first = world.newest.id
    facts = {"says": "news-each", "who": "Bob"}
    again = Notice(notice.target, notice.kind, notice.key, notice.match, facts=facts)
    await put(world, again)
    assert world.newest.id == first
    assert "**Bob** wants a message each turn" in said(world.newest)

    place = world.bot.get_channel(world.channel.id)
    await place.get_partial_message(first).delete()  # type: ignore[union-attr]
    await put(world, notice)
    second = world.newest.id
    assert second != first
    assert "one message a day" in said(world.newest)

    await world.database.write(lambda connection: rows.retract_about(connection, 7))
    await delivered(world)
    assert world.newest.id != second
    await delivered(world)


@pytest.mark.parametrize("world", ["en-US", "fr", "es-ES"], indirect=True)
async def test_after_a_restore_a_table_hears_it_and_is_shown_again(world: World) -> None:
    ann, _ = await table(world)
    before, began = world.newest.id, datetime(2026, 5, 1, 12, 3, tzinfo=UTC)

    await world.database.write(mark_restored, began, world.clock.now())
    await delivered(world)
    await delivered(world)

    notice, board = shown_after(world, before)
    assert f"<t:{int(began.timestamp())}:f>" in said(notice)
    assert "Seismic 1" in said(notice)
    assert board.id == (await world.table()).id
    assert not world.message(before).components
    slip = reply(await ann.click(board, custom_id=control(board, "text").custom_id))
    assert said(slip)


async def test_a_direct_message_reaches_a_person_in_their_language(world: World) -> None:
    ann, notice = await table(world)
    await ann.slash(world.channel, "settings")
    players = world.bot.shell.stores.players
    whom = PlayerId(ann.id)
    await players.prefer(whom, replace(await players.preferences(whom), language="fr"))
    await put(world, Notice(to_player(ann.id), notice.kind, "b", notice.match, facts=SAYS))
    sent = posts(world)[-1]
    assert "un message par jour" in sent["content"]


async def test_what_may_have_been_sent_is_looked_for_before_it_is_sent_again(
    world: World,
) -> None:
    _, notice = await table(world)
    await put(world, notice)
    shown, sent = world.newest.id, len(posts(world))
    host = world.bot.shell.host
    tried = world.clock.now() - timedelta(minutes=3)
    queued = QueuedNotice(1, notice, NoticeState.PENDING, tried_at=tried)
    loaded = await host.cache.of(notice.match)  # type: ignore[arg-type]
    found = await world.bot.shell.messenger.notice(queued, loaded)
    assert found.message == shown
    assert len(posts(world)) == sent
    # Another notice's message is not it.
    other = QueuedNotice(2, notice, NoticeState.PENDING, tried_at=tried)
    assert (await world.bot.shell.messenger.notice(other, loaded)).message != shown
    assert len(posts(world)) == sent + 1


async def test_a_channel_that_is_not_there_is_gone(world: World) -> None:
    _, notice = await table(world)
    nowhere = Notice(to_channel(123), notice.kind, "c", notice.match, facts=SAYS)
    queued = QueuedNotice(3, nowhere, NoticeState.PENDING)
    loaded = await world.bot.shell.host.cache.of(notice.match)  # type: ignore[arg-type]
    with pytest.raises(CannotPost) as refused:
        await world.bot.shell.messenger.notice(queued, loaded)
    assert refused.value.key == CHANNEL_GONE


async def test_where_nobody_may_look_back_news_are_said_and_reminders_are_not(
    world: World,
) -> None:
    _, notice = await table(world)
    me = world.guild.me
    assert me is not None
    blind = discord.PermissionOverwrite(read_message_history=False)
    place = world.guild.create_text_channel("blind", overwrites={me: blind})
    tried = world.clock.now() - timedelta(minutes=3)
    loaded = await world.bot.shell.host.cache.of(notice.match)  # type: ignore[arg-type]
    messenger = world.bot.shell.messenger
    news = replace(notice, target=to_channel(place.id))
    again = QueuedNotice(4, news, NoticeState.PENDING, tried_at=tried)
    assert (await messenger.notice(again, loaded)).place == place.id
    late = QueuedNotice(
        5, replace(news, kind=NoticeKind.NUDGE), NoticeState.PENDING, tried_at=tried
    )
    with pytest.raises(CannotPost) as refused:
        await messenger.notice(late, loaded)
    assert refused.value.key == UNSURE


async def test_the_button_of_a_direct_message_works_there(world: World) -> None:
    ann, notice = await table(world)
    await put(world, replace(notice, target=to_player(PlayerId(ann.id))))
    (kept,) = world.env.backend.messages[world.env.backend.dm_channels[ann.id]].values()
    message = to_discord_message(world.env, kept)
    (button,) = marked(message)

    shown = reply(await ann.user.click(message, custom_id=button))

    assert "Your tables" in said(shown)


def test_each_kind_of_notice_has_a_row_and_words() -> None:
    assert set(NOTICES) == set(NoticeKind) == set(WORDS)
