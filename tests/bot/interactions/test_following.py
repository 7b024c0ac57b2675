"""Following a table in direct messages: what everybody may see there, and no more."""

import re
from dataclasses import replace
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from sqlalchemy import select

from bot.locale.localisation import words
from bot.storage.people.follows import FollowStore
from bot.storage.schema import timers
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Status
from bot.table.people.following import MOST, How
from bot.table.preferences import Preferences
from bot.table.time.timers import TimerKind
from tests.bot.interactions.test_direct_turns import delivered, directly
from tests.bot.world import World, acting, control, controls, played, reply, said
from tests.games.aftershock.clicking import desk_of

ONE = MatchId(1)
CHANCE = re.compile(r"shock \d|\w+\*\* is first player")
"""What differs from table to table whatever is sealed: its number, who begins."""
TITLES = ("seismic", "sanandreas", "aftershock")


def store(world: World) -> FollowStore:
    return world.bot.shell.stores.follows


async def follow(world: World, person: MemberActor, how: str = "turn") -> Any:
    return reply(await person.slash(world.channel, "table follow", how=how))


async def table(world: World, title: str = "seismic", count: int = 2) -> list[MemberActor]:
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")[:count]]
    await world.begun(*people, title=title)
    return people


async def turn(world: World, people: list[MemberActor], chance: Random | None = None) -> None:
    """Let the one who must act play a turn, and all be said that comes of it."""
    match = await world.match()
    await played(acting(match, people), await world.table(), chance or Random(match.line))
    await delivered(world)


async def to_the_end(world: World, people: list[MemberActor]) -> None:
    chance = Random(5)
    while (match := await world.match()).status is Status.PLAYING:
        world.clock.pass_by(seconds=11)
        await played(acting(match, people), await world.table(), chance)
    await delivered(world)


@pytest.mark.parametrize("title", TITLES)
async def test_each_turn_is_one_message_that_is_edited(world: World, title: str) -> None:
    people, eve = await table(world, title, 3), world.person("Eve")
    shown = await follow(world, eve)
    (first,) = directly(world, eve)
    for _ in range(8):
        world.clock.pass_by(seconds=11)
        match = await world.match()
        if title == "aftershock":
            person = acting(match, people)
            desk = await desk_of(person, await world.table())
            await person.click(desk, custom_id=control(desk, "K").custom_id)
            break
        await played(acting(match, people), await world.table(), Random(match.line))
    await delivered(world)

    (message,) = directly(world, eve)
    name = world.bot.shell.panels[match.game].title(words("en"))
    assert f"**You follow {name} 1.** What everyone there may see" in said(shown)
    assert message.id == first.id
    assert message.content != first.content
    assert [each.label for each in controls(message)] == [
        *("Each turn", "Once a day", "Stop following", "Show me the board"),
    ]
    assert not any(f"<@{each.id}>" in message.content for each in people)
    assert all(directly(world, each) == [] for each in people)
    assert world.env.errors == []


async def test_more_and_what_a_watcher_is_told_lead_to_following(world: World) -> None:
    ann, _ = await table(world)
    eve = world.person("Eve")
    match = await world.match()
    play = f"b.play.{match.id}.0"

    watching = reply(await eve.click(await world.leftover(play), custom_id=play))
    more = reply(await eve.click(await world.table(), custom_id=await more_id(world)))
    own = reply(await ann.click(await world.table(), custom_id=await more_id(world)))
    shown = reply(await eve.click(more, label="Follow"))

    assert "Follow" in [each.label for each in controls(watching)]
    assert "Follow" not in [each.label for each in controls(own)]
    assert "**You follow Seismic 1.**" in said(shown)
    assert await store(world).how(ONE, PlayerId(eve.id)) is How.TURN


async def more_id(world: World) -> str:
    return control(await world.table(), "more").custom_id


async def test_the_buttons_of_the_message_change_how_it_is_followed_and_show_the_board(
    world: World,
) -> None:
    people, eve = await table(world), world.person("Eve")
    await follow(world, eve)
    (message,) = directly(world, eve)

    board = reply(await eve.user.click(message, label="Show me the board"))
    daily = reply(await eve.user.click(message, label="Once a day"))
    how = await store(world).how(ONE, PlayerId(eve.id))
    await delivered(world)
    (edited,) = directly(world, eve)
    stopped = reply(await eve.user.click(message, label="Stop following"))
    await turn(world, people)

    assert board.attachments
    assert board.ephemeral
    assert "**You follow Seismic 1.**" in said(daily)
    assert how is How.DAY
    assert "I tell you once a day what is new." in edited.content
    assert "**You don't follow that table.**" in said(stopped)
    assert await store(world).how(ONE, PlayerId(eve.id)) is None
    assert [each.content for each in directly(world, eve)] == [edited.content]


async def test_who_follows_anew_gets_a_new_message(world: World) -> None:
    people, eve = await table(world), world.person("Eve")
    await follow(world, eve)
    await follow(world, eve, "off")
    await turn(world, people)

    await follow(world, eve)
    await turn(world, people)

    first, second = directly(world, eve)
    assert "turn 1" in first.content.casefold()
    assert "turn 3" in second.content.casefold()


async def test_ones_own_table_is_not_followed(world: World) -> None:
    ann, _ = await table(world)

    shown = await follow(world, ann)

    assert "**You play there:** I ping you anyway." in said(shown)
    assert await store(world).how(ONE, PlayerId(ann.id)) is None


async def test_a_table_that_is_not_played_is_not_followed(world: World) -> None:
    ann, eve = world.person("Ann"), world.person("Eve")
    await ann.slash(world.channel, "seismic new", where="here")

    early = said(await follow(world, eve))
    none = said(reply(await eve.slash(world.channel, "table follow", how="off")))

    assert "**This match hasn't begun yet.**" in early
    assert "**You don't follow that table.**" in none


async def test_who_takes_no_direct_messages_is_told_so_and_follows_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table(world)
    eve, closed = world.person("Eve"), SimpleNamespace(status=403, reason="Forbidden")

    async def create_dm(_: object) -> None:
        raise discord.Forbidden(closed, {"code": 50007, "message": "no"})

    with monkeypatch.context() as patched:
        patched.setattr(world.bot, "create_dm", create_dm)
        refused = said(await follow(world, eve))
        how = await store(world).how(ONE, PlayerId(eve.id))
    await follow(world, eve)

    assert "**I can't write to you.** Allow direct messages from this server" in refused
    assert how is None
    assert len(directly(world, eve)) == 1


async def test_at_most_ten_tables_are_followed(world: World) -> None:
    await table(world)
    ann, bob, eve = (world.person(each) for each in ("Ann", "Bob", "Eve"))
    for _ in range(MOST):
        await ann.slash(world.channel, "seismic new", seats=2, where="here")
        await bob.click(world.newest, custom_id=control(world.newest, "join").custom_id)
        await ann.click(world.newest, custom_id=control(world.newest, "start").custom_id)
    now = world.clock.now()
    for number in range(MOST):
        await store(world).follow(MatchId(number + 1), PlayerId(eve.id), How.TURN, now)
    last = f"b.follow.turn.{MOST + 1:x}"

    shown = reply(await eve.click(await world.leftover(last), custom_id=last))

    assert "**You follow 10 tables, the most I can tell you of.**" in said(shown)


async def test_the_end_is_told_and_the_follow_goes(world: World) -> None:
    people = await table(world)
    eve, dan = world.person("Eve"), world.person("Dan")
    await follow(world, eve)
    await follow(world, dan, "day")

    await to_the_end(world, people)

    (message,) = directly(world, eve)
    _, last = directly(world, dan)
    assert message.content.startswith("**Seismic 1 is over.** **")
    assert " wins with " in message.content
    assert message.content.endswith("I stop here.")
    assert last.content == message.content
    for each in (eve, dan):
        assert await store(world).how(ONE, PlayerId(each.id)) is None
    assert world.env.errors == []


async def test_it_survives_a_restart(world: World) -> None:
    people, eve = await table(world), world.person("Eve")
    await follow(world, eve)
    (before,) = directly(world, eve)
    await world.restart()

    await turn(world, people)

    (after,) = directly(world, eve)
    assert after.id == before.id
    assert after.content != before.content


async def test_who_sees_the_channel_no_more_hears_no_more_without_a_word(world: World) -> None:
    people = await table(world)
    eve, dan = world.person("Eve"), world.person("Dan")
    await follow(world, eve)
    await follow(world, dan, "day")
    before = [each.content for person in (eve, dan) for each in directly(world, person)]
    await leave_sight(world, eve, dan)
    for person in (eve, dan):
        assert "**That table is no longer there.**" in said(
            reply(await person.user.click(directly(world, person)[0], label="Show me the board"))
        )

    await turn(world, people)
    await delivered(world, days=1)

    after = [each.content for person in (eve, dan) for each in directly(world, person)]
    assert after == before
    for each in (eve, dan):
        assert await store(world).how(ONE, PlayerId(each.id)) is None


async def test_who_takes_a_seat_over_follows_no_more(world: World) -> None:
    people, eve = await table(world, count=3), world.person("Eve")
    await follow(world, eve)
    ann = people[0]
    asked = reply(await ann.slash(world.channel, "table leave"))
    for verb in ("hand-on", "handing-on"):
        asked = reply(await ann.click(asked, custom_id=control(asked, verb).custom_id))
    seat = (await world.match()).seat_of(PlayerId(ann.id))
    sit = f"b.sit.1.0.{seat}"

    await eve.click(await world.leftover(sit), custom_id=sit)

    assert (await world.match()).seat_of(PlayerId(eve.id)) == seat
    assert await store(world).how(ONE, PlayerId(eve.id)) is None


async def leave_sight(world: World, *people: MemberActor) -> None:
    """Let people no longer see the channel of the table."""
    channel: Any = world.bot.get_channel(world.channel.id)
    for person in people:
        member = await channel.guild.fetch_member(person.id)
        await channel.set_permissions(member, view_channel=False)


async def test_once_a_day_all_followed_tables_come_in_one_message_as_the_night_ends(
    world: World,
) -> None:
    people, eve = await table(world), world.person("Eve")
    night = Preferences(zone="UTC", quiet_from=22 * 60, quiet_to=7 * 60)
    await world.bot.shell.stores.players.prefer(PlayerId(eve.id), night)
    cleo, dan = world.person("Cleo"), world.person("Dan")
    await follow(world, eve, "day")
    await cleo.slash(world.channel, "seismic new", seats=2, where="here")
    await dan.click(world.newest, custom_id=control(world.newest, "join").custom_id)
    await cleo.click(world.newest, custom_id=control(world.newest, "start").custom_id)
    second = "b.follow.day.2"
    await eve.click(await world.leftover(second), custom_id=second)
    await turn(world, people)
    await turn(world, people)
    said_before = len(directly(world, eve))

    morning = world.clock.now().replace(hour=7, minute=0, second=0) + timedelta(days=1)
    world.clock.time = morning - timedelta(minutes=2)
    await delivered(world)
    early = len(directly(world, eve))
    await delivered(world, minutes=5)

    *_, message = directly(world, eve)
    lines = message.content.splitlines()
    assert early == said_before
    assert len(directly(world, eve)) == said_before + 1
    assert lines[0].startswith("**Seismic 1**: 2 turns since yesterday · Turn 3 · **")
    assert lines[1].startswith("**Seismic 2**: nothing new since yesterday; waits for ")
    assert [each.label for each in controls(message)] == ["Seismic 1", "Seismic 2"]


async def test_nothing_new_is_said_on_the_first_and_on_the_seventh_day(world: World) -> None:
    people, eve = await table(world), world.person("Eve")
    await follow(world, eve, "day")
    counts = []
    for _ in range(9):
        await delivered(world, days=1)
        counts.append(len(directly(world, eve)) - 1)
    await turn(world, people)
    await delivered(world, days=1)
    *_, message = directly(world, eve)

    assert counts == [1, 1, 1, 1, 1, 1, 2, 2, 2]
    assert "**Seismic 1**: 1 turn since yesterday" in message.content


async def test_without_quiet_hours_it_comes_in_the_evening(world: World) -> None:
    await table(world)
    eve, now = world.person("Eve"), world.clock.now()
    await follow(world, eve, "day")

    (due,) = await world.database.scalars(
        select(timers.c.due_at).where(timers.c.kind == TimerKind.FOLLOW.value)
    )

    assert due == now.replace(hour=18, minute=0, second=0, microsecond=0)


async def sealed(world: World, number: int, *, keeps: bool) -> list[list[str]]:
    """Let Ann seal what she keeps at a table that Eve follows; return Eve's messages as they go."""
    people, eve = await table(world, "aftershock", 3), world.person("Eve")
    follows = f"b.follow.turn.{number}"
    await eve.click(await world.leftover(follows), custom_id=follows)
    told = [[each.content for each in directly(world, eve)]]
    desk = await desk_of(people[0], await world.table(number))
    if keeps:
        card = next(each for each in controls(desk) if each.verb == "k" and not each.disabled)
        desk = reply(await people[0].click(desk, custom_id=card.custom_id))
    await people[0].click(desk, custom_id=control(desk, "K").custom_id)
    await delivered(world)
    told.append([each.content for each in directly(world, eve)])
    return [[CHANCE.sub("#", each) for each in some] for some in told]


async def test_what_is_sealed_makes_no_difference(world: World) -> None:
    nothing = await sealed(world, 1, keeps=False)
    something = await sealed(world, 2, keeps=True)

    assert nothing == something
    assert nothing[0] != nothing[1]


@pytest.mark.parametrize(
    ("language", "title", "over", "daily"),
    [
        ("fr", "**Tu suis Seismic 1.**", "**Seismic 1 est terminé.**", "depuis hier"),
        ("es", "**Sigues Seismic 1.**", "**Seismic 1 ha terminado.**", "desde ayer"),
    ],
)
async def test_it_is_said_in_the_readers_language(
    world: World, language: str, title: str, over: str, daily: str
) -> None:
    people = await table(world)
    eve, dan = world.person("Eve"), world.person("Dan")
    for each in (eve, dan):
        wish = replace(Preferences(), language=language)
        await world.bot.shell.stores.players.prefer(PlayerId(each.id), wish)
    await follow(world, eve)
    await follow(world, dan, "day")
    first = directly(world, eve)[0].content
    await delivered(world, days=1)
    second = directly(world, dan)[-1].content

    await to_the_end(world, people)

    assert title in first
    assert daily in second
    assert directly(world, eve)[0].content.startswith(over)
