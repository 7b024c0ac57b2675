"""Turns by direct message: the board comes to the player, who answers there."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.storage.notices.outbox_store import OutboxStore
from bot.table.ids import PlayerId
from bot.table.match.match import Match, NewsMode, Person, VoteKind
from bot.table.preferences import GuildPreferences, Preferences
from bot.table.time.holidays import HolidayPlan
from bot.table.time.turns import NextUp
from tests.bot.interactions.test_planning import planned, pressed
from tests.bot.world import (
    World,
    acting,
    control,
    controls,
    next_key,
    played,
    posts,
    reply,
    said,
    waiting,
)
from tests.games.aftershock.clicking import answered

SILENT, EPHEMERAL = 4096, 64
DIRECT = Preferences(turns_direct=True)
TITLES = ("seismic", "sanandreas", "aftershock")


async def prefer(world: World, person: MemberActor, wish: Preferences = DIRECT) -> None:
    await world.bot.shell.stores.players.prefer(PlayerId(person.id), wish)


async def people_of(world: World, *wishes: Preferences) -> list[MemberActor]:
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]
    for person, wish in zip(people, wishes, strict=False):
        await prefer(world, person, wish)
    return people


async def delivered(world: World, **length: float) -> None:
    """Let all be said that is to be said, as time passes: first direct messages come apart."""
    for _ in range(4):
        world.clock.pass_by(**(length or {"seconds": 11}))
        await world.bot.shell.host.tick()
        length = {}


def directly(world: World, person: MemberActor) -> list[Any]:
    """Return the direct messages that a person finds, the oldest first."""
    channel = person.user.dm_channel
    kept = world.env.backend.messages[channel.id].values()
    shown = sorted(each.id for each in kept if not each.flags & EPHEMERAL)
    return [world.message(each, channel) for each in shown]


async def play(world: World, person: MemberActor, message: Any, chance: Random) -> Any:
    """Play in direct messages until nothing more is asked for, and return the receipt."""
    shown, seat = message, (await world.match()).seat_of(PlayerId(person.id))
    if any(each.verb == "desk" for each in controls(message)):
        return await answered(person.user, message, chance)
    for _ in range(60):
        key = next_key(shown, chance) if seat in (await world.match()).acting else None
        if key is None:
            return shown
        shown = reply(await person.user.click(shown, custom_id=key))
    raise AssertionError(said(shown))


async def asked(world: World, people: list[MemberActor]) -> tuple[MemberActor, Match]:
    match = await world.match()
    return acting(match, people), match


@pytest.mark.parametrize("title", TITLES)
async def test_a_turn_is_played_where_it_is_asked_for(world: World, title: str) -> None:
    people = await people_of(world, DIRECT, DIRECT, DIRECT)
    await world.begun(*people, title=title)
    chance = Random(3)

    for _ in range(6):
        await delivered(world)
        person, match = await asked(world, people)
        (message,) = directly(world, person)
        assert person.mention in message.content
        assert message.attachments
        shown = await play(world, person, message, chance)
        now = await world.match()
        assert now.line > match.line, said(shown)
        assert not any(in_channel(world, each) for each in people)

    await delivered(world)
    now = await world.match()
    awaited = {now.chairs[seat].player for seat in now.acting}
    assert {each.id for each in people if directly(world, each)} == awaited
    assert world.env.errors == []


async def test_the_channel_names_whom_a_direct_message_asks(world: World) -> None:
    people = await people_of(world, DIRECT, DIRECT, DIRECT)
    await world.begun(*people)
    person, _ = await asked(world, people)
    before = posts(world)[-1]
    await delivered(world)

    name = f"**{person.user.global_name}**"
    assert name in before["content"]
    assert before["flags"] & SILENT
    assert before["allowed_mentions"].get("users", []) == []
    sent = posts(world)[-1]
    assert sent["allowed_mentions"]["users"] == [person.id]
    assert not sent.get("flags", 0) & SILENT


async def moved(world: World, people: list[MemberActor]) -> None:
    """Let the one who must act play a turn in the channel, and all be said that comes of it."""
    match = await world.match()
    await played(acting(match, people), await world.table(), Random(match.line))
    await delivered(world)


def asleep(until: int, wish: Preferences = DIRECT) -> Preferences:
    """Return a wish with quiet hours from eight to `until`, in which the clock stands at first."""
    return replace(wish, zone="UTC", quiet_from=8 * 60, quiet_to=until * 60)


def pinged(world: World, person: MemberActor, since: int = 0) -> list[str]:
    """Return what let a person's phone sound, in channels and in direct messages."""
    return [each["content"] for each in posts(world)[since:] if _rings(each, person)]


def _rings(post: dict[str, Any], person: MemberActor) -> bool:
    users = post.get("allowed_mentions", {}).get("users", [])
    return person.id in map(int, users) and not post.get("flags", 0) & SILENT


def in_channel(world: World, person: MemberActor) -> list[str]:
    """Return what let a person's phone sound in the channel."""
    posted = [
        each.json or {}
        for each in world.env.http_requests
        if each.method == "POST" and each.path.endswith(f"channels/{world.channel.id}/messages")
    ]
    return [each["content"] for each in posted if _rings(each, person)]


async def test_who_takes_no_direct_messages_is_asked_in_the_channel_and_told_why_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await people_of(world, DIRECT, DIRECT)
    closed: Any = SimpleNamespace(status=403, reason="Forbidden")

    async def create_dm(_: object) -> None:
        raise discord.Forbidden(closed, {"code": 50007, "message": "Cannot send messages"})

    monkeypatch.setattr(world.bot, "create_dm", create_dm)
    await world.begun(*people[:2])
    person, _ = await asked(world, people)
    await delivered(world)

    (ping,) = in_channel(world, person)
    assert ping.startswith(f"{person.mention}, **it's your move** at **Seismic 1**.")
    assert "I can't send you direct messages" in ping
    players = world.bot.shell.stores.players
    assert not (await players.preferences(PlayerId(person.id))).turns_direct
    button = control(world.newest, "play")
    shown = reply(await person.click(world.newest, custom_id=button.custom_id))
    assert next_key(shown, Random(1)) is not None

    line = world.newest.id
    for _ in range(2):
        await moved(world, people[:2])
    assert line not in world.env.backend.messages[world.channel.id]
    pings = pinged(world, person)
    # From now on the table's own message asks.
    assert len(pings) == 2
    assert sum("I can't send you direct messages" in each for each in pings) == 1


async def test_in_quiet_hours_it_waits_for_their_end(world: World) -> None:
    people = await people_of(world, asleep(10), asleep(10))
    await world.begun(*people[:2])
    person, _ = await asked(world, people)
    await delivered(world)
    assert directly(world, person) == []

    await delivered(world, hours=1)

    (message,) = directly(world, person)
    assert person.mention in message.content
    assert len(pinged(world, person)) == 1


@pytest.mark.parametrize("change", ["off", "muted", "moved"])
async def test_what_happens_in_quiet_hours_is_heeded_at_their_end(
    world: World, change: str
) -> None:
    people = await people_of(world, asleep(10), asleep(10))
    match = await world.begun(*people[:2])
    person, _ = await asked(world, people)
    await delivered(world)
    players, player = world.bot.shell.stores.players, PlayerId(person.id)
    if change == "off":
        await players.prefer(player, asleep(10, Preferences()), world.clock.now())
    elif change == "muted":
        await players.mute(player, match.id)
    else:
        await moved(world, people[:2])

    await delivered(world, hours=1)

    # Nobody else asked who has switched it off: the table's message was silent.
    assert len(directly(world, person)) == (change == "off")
    assert len(pinged(world, person)) == (change == "off")


async def test_on_hold_nobody_is_asked_until_it_goes_on(world: World) -> None:
    people = await people_of(world, asleep(10), asleep(10))
    match = await world.begun(*people[:2])
    person, _ = await asked(world, people)
    ask, (first, second) = (
        world.bot.shell.host.agreements,
        [PlayerId(each.id) for each in people[:2]],
    )
    await ask.ask(match.id, first, VoteKind.HOLD, "", "hold")
    await ask.vote(match.id, second, 1, "yes", is_yes=True)
    assert (await world.match()).held_until is not None
    await delivered(world, hours=3)
    assert directly(world, person) == []

    await ask.ask(match.id, first, VoteKind.GO_ON, "", "on")
    await ask.vote(match.id, second, 2, "yes on", is_yes=True)
    await delivered(world)

    (message,) = directly(world, person)
    assert person.mention in message.content


async def test_after_a_holiday_one_message_asks(world: World) -> None:
    people = await people_of(world, DIRECT, DIRECT)
    match = await world.begun(*people[:2])
    await delivered(world)
    mover, away = acting(match, people), waiting(match, people[:2])
    today = world.clock.now().date()
    plan = HolidayPlan(today, today, "UTC")
    holidays = world.bot.shell.stores.holidays
    await holidays.plan(PlayerId(away.id), world.guild.id, plan, world.clock.now())
    await moved(world, people[:2])
    assert acting(await world.match(), people) is away
    assert directly(world, away) == []
    before = len(posts(world))

    world.clock.time = world.clock.time.replace(hour=23, minute=59)
    await delivered(world, minutes=3)
    await delivered(world, minutes=3)

    (message,) = directly(world, away)
    assert message.attachments
    assert len(pinged(world, away, before)) == 1
    assert directly(world, mover) == []


async def test_a_holiday_leaves_the_message_that_asked_before_and_welcomes_back(
    world: World,
) -> None:
    people = await people_of(world, DIRECT, DIRECT)
    await world.begun(*people[:2])
    await delivered(world)
    person, _ = await asked(world, people)
    today = world.clock.now().date()
    holidays = world.bot.shell.stores.holidays
    plan = HolidayPlan(today, today, "UTC")
    await holidays.plan(PlayerId(person.id), world.guild.id, plan, world.clock.now())
    before = len(posts(world))

    world.clock.time = world.clock.time.replace(hour=23, minute=59)
    await delivered(world, minutes=3)
    await delivered(world, minutes=3)

    board, welcome = directly(world, person)
    assert board.attachments
    assert "welcome back: **it's your move**" in welcome.content
    # As all that is said to this player alone, it is said there.
    assert len(pinged(world, person, before)) == 1


@pytest.mark.parametrize("how", ["handed on", "substitute", "over"])
async def test_it_goes_with_the_seat_and_with_the_match(world: World, how: str) -> None:
    *people, eve = await people_of(world, DIRECT, DIRECT, DIRECT)
    match = await world.begun(*people)
    await delivered(world)
    person, _ = await asked(world, people)
    assert len(directly(world, person)) == 1
    host, seat = world.bot.shell.host, match.acting[0]
    if how == "over":
        await host.lobbies.end(match.id, Person(match.host, match.host_name))
    else:
        await host.agreements.hand_on(match.id, PlayerId(person.id), "hand on")
    if how == "substitute":
        await host.agreements.take_seat(match.id, seat, Person(PlayerId(eve.id), "Eve"), "sit")
    await delivered(world)

    assert directly(world, person) == []
    assert len(directly(world, eve)) == (how == "substitute")
    assert world.env.errors == []


async def test_two_tables_are_two_messages_and_each_goes_with_its_move(world: World) -> None:
    ann, *others = await people_of(world, DIRECT)
    for number, other in enumerate(others, 1):
        await world.begun(ann, other)
        first = await world.match(number)
        while acting(first, [ann, other]) is not ann:
            await played(other, await world.table(number), Random(first.line))
            first = await world.match(number)
    await delivered(world)

    one, two = directly(world, ann)
    assert "text.1." in str(controls(one))
    assert "text.2." in str(controls(two))
    await played(ann, await world.table(2), Random(5))
    await delivered(world)

    assert acting(await world.match(2), [ann, others[1]]) is not ann
    assert [each.id for each in directly(world, ann)] == [one.id]
    assert world.env.errors == []


@pytest.mark.parametrize("how", ["moved", "taken back"])
async def test_a_button_of_a_message_that_is_no_more_changes_nothing(
    world: World, how: str
) -> None:
    people = await people_of(world, DIRECT, DIRECT, DIRECT)
    await world.begun(*people, title="sanandreas")
    await delivered(world)
    mover, before = await asked(world, people)
    (message,) = directly(world, mover)
    await moved(world, people)
    after = await world.match()
    assert after.acting != before.acting
    assert directly(world, mover) == []
    if how == "taken back":
        # The player who is asked next had the message, too.
        mover, _ = await asked(world, people)
        (message,) = directly(world, mover)
        back = next(each for each in people if each.id == before.chairs[before.acting[0]].player)
        take = world.bot.shell.host.take_backs
        look = (await take.look(before.id, PlayerId(back.id))).take_back
        assert look.line is not None
        await take.take_back(before.id, PlayerId(back.id), look.line, "back")
        await delivered(world)
        assert directly(world, mover) == []
        assert len(directly(world, back)) == 1
    line = (await world.match()).line

    key = next_key(message, Random(1))
    assert key is not None
    shown: Any = await world.leftover(key)
    for _ in range(12):
        shown = reply(await mover.click(shown, custom_id=key))
        key = next_key(shown, Random(1))
        if key is None:
            break

    assert (await world.match()).line == line
    assert world.env.errors == []


@pytest.mark.parametrize("mode", [NewsMode.ONE, NewsMode.DIGEST])
async def test_a_quiet_channel_asks_nobody_besides(world: World, mode: NewsMode) -> None:
    people = await people_of(world, DIRECT, DIRECT)
    await world.bot.shell.stores.players.set_guild(world.guild.id, GuildPreferences(news=mode))
    await world.begun(*people[:2])
    for _ in range(3):
        await delivered(world)
        person, _ = await asked(world, people)
        (message,) = directly(world, person)
        line = world.newest
        assert person.mention in message.content
        assert "<@" not in line.content
        if mode is NewsMode.ONE:
            assert line.content.startswith(f"**{person.user.global_name}**, **your move:**")
        await play(world, person, message, Random(1))
    await delivered(world, days=1)

    assert not any(in_channel(world, each) for each in people)
    kept = world.env.backend.messages[world.channel.id].values()
    assert not any("<@" in each.content for each in kept if each.visible_to(None))


async def test_a_sealed_choice_is_noted_until_all_are_opened(world: World) -> None:
    people = await people_of(world, DIRECT, DIRECT, DIRECT)
    await world.begun(*people, title="aftershock")
    await delivered(world)
    match = await world.match()
    while len(match.acting) < 3:
        person, _ = await asked(world, people)
        await answered(person, await world.table(), Random(1))
        await delivered(world)
        match = await world.match()
    chance = Random(2)
    (message,) = directly(world, people[0])
    while match.seat_of(PlayerId(people[0].id)) in match.acting:
        await answered(people[0].user, message, chance)
        match = await world.match()
    await delivered(world)

    (sealed,) = directly(world, people[0])
    assert sealed.id == message.id
    assert sealed.content.startswith("**Your choice is sealed.**")
    for each in people[1:]:
        (asks,) = directly(world, each)
        assert "sealed.**" not in asks.content
        while (await world.match()).seat_of(PlayerId(each.id)) in (
            match := await world.match()
        ).acting:
            if len(match.acting) == 3:
                break
            await answered(each, await world.table(), chance)
    await delivered(world)
    left = directly(world, people[0])
    assert all(each.id != sealed.id for each in left)


async def test_whose_plan_is_about_to_be_played_is_not_asked(world: World) -> None:
    people = await people_of(world, DIRECT, DIRECT, DIRECT)
    match = await world.begun(*people, title="sanandreas")
    order = [match.chairs[(match.acting[0] + n) % 3].player for n in range(3)]
    first, second, third = (next(each for each in people if each.id == player) for player in order)
    chance = Random(1)
    plan, _ = await planned(second, world, chance)
    await pressed(second, plan, "Play 1 whenever it's legal")
    await delivered(world)
    await played(first, await world.table(), chance)
    await delivered(world)
    assert acting(await world.match(), people) is second
    assert directly(world, second) == []

    await delivered(world, seconds=60)

    assert acting(await world.match(), people) is third
    assert directly(world, second) == []
    assert pinged(world, second) == []
    assert len(directly(world, third)) == 1


async def test_whose_plan_fails_is_asked_at_once(world: World) -> None:
    people = await people_of(world, DIRECT, DIRECT)
    match = await world.begun(*people[:2])
    first, second = acting(match, people), waiting(match, people[:2])
    host, seat = world.bot.shell.host, match.seat_of(PlayerId(second.id))
    assert seat is not None
    await planned(second, world, Random(2))
    # As if older rules had stored it.
    store = world.bot.shell.stores.plans
    kept = await store.plan(match.id, PlayerId(second.id))
    assert kept is not None
    await store.keep_plan(match.id, kept._replace(body="older"))
    await played(first, await world.table(), Random(1))
    await host.tick()
    await delivered(world)

    assert acting(await world.match(), people) is second
    asks, dropped = sorted(directly(world, second), key=lambda each: not each.attachments)
    assert second.mention in asks.content
    assert "**Your plan for Seismic 1 wasn't played:**" in said(dropped)


NEXT = Preferences(next_up=NextUp.DIRECT)


async def three(world: World, wish: Preferences) -> tuple[list[MemberActor], list[MemberActor]]:
    """Return people at a table of San Andreas, as they sit and in the order of their turns."""
    people = await people_of(world, wish, wish, wish)
    match = await world.begun(*people, title="sanandreas")
    await delivered(world)
    order = [match.chairs[(match.acting[0] + n) % 3].player for n in range(3)]
    return people, [next(each for each in people if each.id == player) for player in order]


async def test_who_is_next_hears_of_it_silently_and_it_goes_when_it_is_their_turn(
    world: World,
) -> None:
    people, (first, second, third) = await three(world, NEXT)

    (message,) = directly(world, second)
    assert message.content.startswith("**You're next** at **San Andreas 1**, after ")
    assert message.flags.silent
    assert directly(world, first) == directly(world, third) == []
    assert [each.verb for each in controls(message)] == ["plan", ""]
    asks = reply(await second.user.click(message, label="Plan my next move"))
    assert "Planning ahead" in said(asks)
    await moved(world, people)

    assert directly(world, second) == []
    assert len(directly(world, third)) == 1


async def test_who_is_next_is_named_in_a_line_of_the_table(world: World) -> None:
    people, (_, second, third) = await three(world, Preferences(next_up=NextUp.LINE))

    assert f"Next: **{second.user.global_name}**" in said(await world.table())
    await moved(world, people)
    assert f"Next: **{third.user.global_name}**" in said(await world.table())
    assert second.mention in said(await world.table())
    assert all(directly(world, each) == [] for each in people)


async def test_who_takes_no_direct_messages_is_named_in_that_line_and_told_why_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: Any = SimpleNamespace(status=403, reason="Forbidden")

    async def create_dm(_: object) -> None:
        raise discord.Forbidden(closed, {"code": 50007, "message": "Cannot send messages"})

    monkeypatch.setattr(world.bot, "create_dm", create_dm)
    people, (_, second, _) = await three(world, NEXT)
    name = second.user.global_name

    def told() -> list[str]:
        kept = world.env.backend.messages[world.channel.id].values()
        return [each.content for each in kept if f"**{name}**, you're next at" in each.content]

    players = world.bot.shell.stores.players
    assert (await players.preferences(PlayerId(second.id))).next_up is NextUp.LINE
    (text,) = told()
    assert "San Andreas 1. I can't send you direct messages" in text
    assert not in_channel(world, second)
    while acting(await world.match(), people) is not second:
        await moved(world, people)
    while acting(await world.match(), people) is second:
        await moved(world, people)
    while f"Next: **{name}**" not in said(await world.table()):
        await moved(world, people)
    assert told() == [text]


async def test_who_is_next_sleeps_on(world: World) -> None:
    _, (_, second, _) = await three(world, asleep(10, NEXT))
    assert directly(world, second) == []
    await delivered(world, hours=2)
    assert directly(world, second) == []


async def test_a_move_that_is_taken_back_takes_along_who_was_next(world: World) -> None:
    people, (first, second, third) = await three(world, NEXT)
    await moved(world, people)
    (message,) = directly(world, third)
    take, match = world.bot.shell.host.take_backs, await world.match()
    look = (await take.look(match.id, PlayerId(first.id))).take_back
    assert look.line is not None
    await take.take_back(match.id, PlayerId(first.id), look.line, "back")
    await delivered(world)

    assert message.id not in [each.id for each in directly(world, third)]
    assert directly(world, third) == []
    assert len(directly(world, second)) == 1


@pytest.mark.parametrize("how", ["their seat", "the end"])
async def test_a_seat_given_up_and_a_vote_take_along_who_was_next(world: World, how: str) -> None:
    _, (first, second, third) = await three(world, NEXT)
    match, host = await world.match(), world.bot.shell.host
    assert len(directly(world, second)) == 1
    if how == "their seat":
        await host.lobbies.leave(match.id, PlayerId(second.id))
    else:
        await host.agreements.ask(match.id, PlayerId(first.id), VoteKind.END, "", "end")
        for number, each in enumerate((second, third)):
            await host.agreements.vote(match.id, PlayerId(each.id), 1, f"y{number}", is_yes=True)
    await delivered(world)

    assert directly(world, second) == []


@pytest.mark.parametrize("minutes", [0, 5])
async def test_a_process_that_dies_leaves_one_message(
    world: World, minutes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it was sent, or before that was noted: then it is known by its button."""
    people = await people_of(world, DIRECT, DIRECT)
    await world.begun(*people[:2])
    person, _ = await asked(world, people)
    if minutes:

        async def dies(*_: object) -> None:
            raise ConnectionAbortedError

        with monkeypatch.context() as patched:
            patched.setattr(OutboxStore, "settle", dies)
            world.clock.pass_by(seconds=11)
            await world.bot.shell.host.tick()
    assert len(directly(world, person)) == bool(minutes)
    await world.restart()
    await delivered(world, minutes=minutes + 0.2)

    (message,) = directly(world, person)
    assert message.attachments
    assert len(pinged(world, person)) == 1
