"""Reminders as people meet them: their settings, the messages, the buttons under these."""

from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Person
from bot.table.people.moderation import Act, Deed
from bot.table.preferences import Preferences
from bot.table.time.reminders import Reminding
from tests.bot.world import (
    World,
    acting,
    control,
    controls,
    played,
    posts,
    reply,
    said,
    waiting,
    words_of,
)

SILENT = 4096
"""The flag of messages that let no phone sound."""


async def begun(world: World) -> tuple[MemberActor, MemberActor]:
    """Begin a table; return who must act, and the other one."""
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    return acting(match, people), waiting(match, people)


async def later(world: World, **length: float) -> None:
    """Let time pass; what timers bring about is said in the tick after theirs."""
    world.clock.pass_by(**length)
    await world.tick()
    await world.tick()


async def stored(world: World, person: MemberActor) -> Preferences:
    return await world.bot.shell.stores.players.preferences(PlayerId(person.id))


async def filled(person: MemberActor, screen: Any, begin: str, end: str, zone: str) -> Any:
    """Fill in the form of quiet hours, and return what it answers."""
    form = await person.click(screen, custom_id="b.quiet")
    values = {"s.quiet.from": begin, "s.quiet.to": end, "s.quiet.zone": zone}
    return reply(await person.submit_modal(form, values))


@pytest.fixture
async def settings(world: World) -> tuple[MemberActor, Any]:
    """Return Ann, and her settings of reminders."""
    ann = world.person("Ann")
    shown = reply(await ann.slash(world.channel, "settings"))
    return ann, reply(await ann.click(shown, custom_id="b.reminders"))


async def test_how_often_is_chosen_from_a_menu(
    world: World, settings: tuple[MemberActor, Any]
) -> None:
    ann, screen = settings

    for each in Reminding:
        screen = reply(await ann.select(screen, [each.value], custom_id="s.often"))
        assert (await stored(world, ann)).reminding is each


async def test_quiet_hours_are_typed_with_a_zone(
    world: World, settings: tuple[MemberActor, Any]
) -> None:
    ann, screen = settings

    shown = await filled(ann, screen, "22", "7h30", "new york")
    told = words_of(shown)
    kept = await stored(world, ann)
    form = await ann.click(shown, custom_id="b.quiet")
    gone = await filled(ann, shown, "", " ", "")

    assert "Quiet hours: 22:00 to 07:30" in told
    assert "Time zone: America/New" in told
    assert (kept.zone, kept.quiet_from, kept.quiet_to) == ("America/New_York", 22 * 60, 450)
    assert form.modal is not None
    given = [each["component"].get("value") for each in form.modal["components"]]
    assert given == ["22:00", "07:30", "America/New_York"]
    assert "Quiet hours: none" in words_of(gone)
    assert (await stored(world, ann)).zone == "America/New_York"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (("22:00", "22:00", "Europe/Paris"), "Quiet hours can last 1 to 16 hours."),
        (("0:00", "24:00", "Europe/Paris"), "Quiet hours can last 1 to 16 hours."),
        (("12", "11", "Europe/Paris"), "Quiet hours can last 1 to 16 hours."),
        (("night", "8", "Europe/Paris"), "**night isn't a time of day.**"),
        (("22", "", "Europe/Paris"), "**? isn't a time of day.**"),
        (("22", "8", ""), "Which time zone are you in?"),
        (
            ("22", "8", "Pariss"),
            "**I don't know the time zone Pariss.** Did you mean Europe/Paris?",
        ),
        (("22", "8", "<@1>" * 15), "**I don't know the time zone \u2039"),
        (("22", "8", "../../../etc/passwd"), "Type a big city near you"),
    ],
)
async def test_nonsense_is_refused_and_changes_nothing(
    world: World, settings: tuple[MemberActor, Any], typed: tuple[str, str, str], told: str
) -> None:
    ann, screen = settings

    refused = await filled(ann, screen, *typed)

    assert told in said(refused)
    assert await stored(world, ann) == Preferences()
    again = await ann.click(refused, custom_id="b.quiet")
    assert again.modal is not None


async def test_zones_are_suggested_while_typing(world: World) -> None:
    ann = world.person("Ann")

    offered = await ann.autocomplete(world.channel, "settings", "zone", "kath")
    every = await ann.autocomplete(world.channel, "settings", "zone", "a")
    shown = reply(await ann.slash(world.channel, "settings", zone=offered[0]["value"]))
    refused = reply(await ann.slash(world.channel, "settings", zone="Atlantis"))

    assert [each["value"] for each in offered] == ["Asia/Kathmandu"]
    assert len(every) == 25
    assert "Time zone: Asia/Kathmandu." in words_of(shown)
    assert "**I don't know the time zone Atlantis.**" in said(refused)
    assert (await stored(world, ann)).zone == "Asia/Kathmandu"


async def test_a_reminder_leads_to_the_move_and_goes_with_it(world: World) -> None:
    mover, other = await begun(world)
    before = len(posts(world))

    await later(world, hours=23)
    early = len(posts(world))
    await later(world, hours=1)
    message, sent = world.newest, posts(world)[-1]
    opened = reply(await mover.click(message, custom_id=control(message, "play").custom_id))
    watching = reply(await other.click(message, custom_id=control(message, "play").custom_id))
    await played(mover, opened, Random(1))
    await later(world, minutes=1)

    assert early == before
    assert f"{mover.mention}, the table is waiting for you: **Seismic 1**." in message.content
    labels = ["Play my move", "Remind me…", "Quiet for this move"]
    assert [each.label for each in controls(message)] == labels
    assert [int(each) for each in sent["allowed_mentions"]["users"]] == [mover.id]
    assert "It is" in said(watching) or "move" in said(watching)
    kept = world.env.backend.messages[world.channel.id]
    assert message.id not in kept
    assert (await world.match()).line > 0


@pytest.mark.parametrize("title", ["sanandreas", "aftershock"])
async def test_a_reminder_leads_to_the_move_in_every_title(world: World, title: str) -> None:
    people = [world.person(each) for each in ("Ann", "Bob", "Cleo")]
    match = await world.begun(*people, title=title)
    await later(world, days=1)
    reminder = world.newest
    mover = next(each for each in people if each.mention in reminder.content)

    opened = reply(await mover.click(reminder, custom_id=control(reminder, "play").custom_id))

    assert any(len(each.verb) == 1 for each in controls(opened)) or "only you see" in said(opened)
    assert (await world.match()).line == match.line


async def test_reminders_end_and_get_warmer(world: World) -> None:
    mover, _ = await begun(world)
    texts = []
    for days in (1, 2, 4):
        await later(world, days=days)
        texts.append(world.newest)
    await later(world, days=30)

    assert "is waiting for you" in texts[0].content
    assert "is everything all right?" in texts[1].content
    assert "I won't remind you about this move again." in texts[2].content
    assert "Hand over my seat" in words_of(texts[2])
    assert world.newest.id == texts[2].id
    kept = world.env.backend.messages[world.channel.id]
    assert [each.id in kept for each in texts] == [False, False, True], "older ones have gone"
    assert all(mover.mention in each.content for each in texts)


async def test_a_seat_is_handed_on_from_the_reminder_and_taken_back(world: World) -> None:
    mover, other = await begun(world)
    await later(world, days=3)
    reminder = world.newest
    code = control(reminder, "hand-on").custom_id

    refused = said(reply(await other.click(reminder, custom_id=code)))
    await mover.click(reminder, custom_id=code)
    asked = reply(await mover.click(reminder, custom_id=code))
    question = said(asked)
    done = reply(await mover.click(asked, custom_id=control(asked, "handing-on").custom_id))
    told = said(done)
    await later(world, minutes=1)
    offered = next(
        each for each in posts(world) if "is free** for a new player" in (each["content"] or "")
    )
    back = said(reply(await mover.click(done, custom_id=control(done, "back").custom_id)))

    assert "Hand over your seat at Seismic 1?" in question
    assert "Your seat is on offer." in told
    assert mover.mention not in offered["content"]
    assert "Welcome back." in back
    assert not any(each.is_offered for each in (await world.match()).chairs)
    assert "Seismic 1" in refused


async def test_quiet_for_this_move_is_kept(world: World) -> None:
    mover, other = await begun(world)
    await later(world, days=1)
    reminder = world.newest
    code = control(reminder, "mute").custom_id

    not_mine = said(reply(await other.click(reminder, custom_id=code)))
    told = said(reply(await mover.click(reminder, custom_id=code)))
    await later(world, days=3)
    nudged = said(reply(await other.slash(world.channel, "table nudge")))

    assert "isn't waiting for you right now" in not_mine
    assert "**Quiet for this move.**" in told
    assert world.newest.id == reminder.id
    assert f"**{mover.name.capitalize()} knows**" in nudged


async def test_with_a_limit_one_can_ask_for_more_time_and_gets_it(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people, pace="day")
    mover, other = acting(match, people), waiting(match, people)
    await later(world, hours=12)
    soft = world.newest
    code = control(soft, "ask-time").custom_id

    not_mine = said(reply(await other.click(soft, custom_id=code)))
    told = said(reply(await mover.click(soft, custom_id=code)))
    await mover.click(soft, custom_id=code)
    await later(world, minutes=1)
    asked = world.newest
    request, label = asked.content, controls(asked)[0].label
    given = said(reply(await other.click(asked, label=label)))
    await later(world, minutes=1)
    answered = world.message(asked.id).content
    await later(world, hours=13)

    assert "You have until <t:" in soft.content
    assert "isn't waiting for you right now" in not_mine
    assert "**I've asked the others.**" in told
    name = mover.name.capitalize()
    assert request.startswith(f"{other.mention}: **{name}** asks for more time")
    assert label == f"Give {name} one more day"
    assert answered.startswith(f"**{name}** asked for more time at **Seismic 1** and got it:")
    assert f"**{name} has one more day.**" in given
    assert not (await world.match()).chairs[match.acting[0]].lapses


async def test_without_a_limit_there_is_no_time_to_ask_for(world: World) -> None:
    mover, _ = await begun(world)
    left = await world.leftover("b.ask-time.1.0")

    assert "**There is no limit at this table.**" in said(
        reply(await mover.click(left, custom_id="b.ask-time.1.0"))
    )


async def test_one_table_can_be_quieter_than_the_others(world: World) -> None:
    mover, _ = await begun(world)
    eve = world.person("Eve")

    screen = reply(await mover.slash(world.channel, "table reminders"))
    off = reply(await mover.select(screen, ["off"]))
    await later(world, days=1)
    silent = len(posts(world))
    back = reply(await mover.slash(world.channel, "table reminders", when="everywhere"))
    await later(world, minutes=1)
    refused = said(reply(await eve.slash(world.channel, "table reminders", when="off")))

    assert "Reminders at Seismic 1" in words_of(off)
    assert "Same as my other tables" in words_of(back)
    assert len(posts(world)) == silent + 1
    assert "no seat" in refused


async def test_others_nudge_once_a_day(world: World) -> None:
    mover, other = await begun(world)
    eve = world.person("Eve")

    soon = said(reply(await other.slash(world.channel, "table nudge")))
    world.clock.pass_by(hours=12)
    own = said(reply(await mover.slash(world.channel, "table nudge")))
    watcher = said(reply(await eve.slash(world.channel, "table nudge")))
    more = reply(
        await other.click(
            await world.table(), custom_id=control(await world.table(), "more").custom_id
        )
    )
    done = said(reply(await other.click(more, custom_id=control(more, "nudge").custom_id)))
    again = said(reply(await other.slash(world.channel, "table nudge")))
    await world.tick()

    assert "**It's too early to nudge" in soon
    assert "**The table is waiting for you**" in own
    assert "no seat" in watcher
    assert "has been reminded.**" in done
    assert "was reminded a short while ago.**" in again
    name = other.name.capitalize()
    assert f"{mover.mention}, **{name}** is looking forward to your move" in world.newest.content


async def test_a_nudge_in_quiet_hours_pings_when_they_end(world: World) -> None:
    mover, other = await begun(world)
    # The clock stands at nine, and at nine in the evening after twelve hours.
    quiet = Preferences(zone="UTC", quiet_from=20 * 60, quiet_to=23 * 60)
    await world.bot.shell.stores.players.prefer(PlayerId(mover.id), quiet)

    world.clock.pass_by(hours=12)
    told = said(reply(await other.slash(world.channel, "table nudge")))
    await world.tick()
    silent = posts(world)[-1]
    await later(world, hours=2)
    ping = posts(world)[-1]

    assert "has quiet hours right now.**" in told
    assert mover.mention not in silent["content"]
    assert not silent["allowed_mentions"].get("users")
    assert ping["content"].startswith(mover.mention)
    assert [int(each) for each in ping["allowed_mentions"]["users"]] == [mover.id]


async def test_a_turn_in_quiet_hours_pings_when_they_end(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    for person in people:
        quiet = Preferences(zone="UTC", quiet_from=8 * 60, quiet_to=11 * 60)
        await world.bot.shell.stores.players.prefer(PlayerId(person.id), quiet)
    match = await world.begun(*people)
    mover = acting(match, people)

    await later(world, hours=1)
    still = len(posts(world))
    await later(world, hours=1)
    ping = posts(world)[-1]
    await later(world, hours=1)

    assert len(posts(world)) == still + 1
    assert f"{mover.mention}, **it's your move** at **Seismic 1**." in ping["content"]


async def test_a_turn_played_in_the_quiet_hours_is_not_mentioned_later(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    quiet = Preferences(zone="UTC", quiet_from=8 * 60, quiet_to=11 * 60)
    match = await world.begun(*people)
    mover = acting(match, people)
    await world.bot.shell.stores.players.prefer(PlayerId(mover.id), quiet)

    await played(mover, await world.table(), Random(1))
    count = len(posts(world))
    await later(world, hours=3)

    assert len(posts(world)) == count


async def test_direct_messages_begin_with_a_receipt(world: World) -> None:
    mover, _ = await begun(world)
    shown = reply(await mover.slash(world.channel, "settings"))
    screen = reply(await mover.click(shown, custom_id="b.reminders"))

    on = reply(await mover.click(screen, custom_id="b.direct.on"))
    await later(world, minutes=1)
    receipt = posts(world)[-1]
    await later(world, days=1)
    reminder = posts(world)[-1]

    assert "Direct messages: on" in words_of(on)
    assert "**Your reminders come here from now on.**" in receipt["content"]
    assert "the table is waiting for you" in reminder["content"]
    assert not reminder.get("flags", 0) & SILENT
    assert world.newest.id == (await world.match()).table.message
    labels = [each["label"] for row in reminder["components"] for each in row["components"]]
    assert labels == ["Play my move", "Remind me…", "Quiet for this move"]


async def test_closed_direct_messages_fall_back_to_the_channel_and_say_so_once(
    world: World,
) -> None:
    mover, _ = await begun(world)
    await world.bot.shell.stores.players.prefer(PlayerId(mover.id), Preferences(direct=True))
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)

    await later(world, days=1)
    await world.tick()
    first = world.newest.content
    await later(world, days=2)
    second = world.newest.content

    assert "I can't send you direct messages" in first
    assert mover.mention in first
    assert mover.mention in second
    assert "send you direct messages" not in second
    assert not (await stored(world, mover)).direct


@pytest.mark.parametrize("language", ["en", "fr", "es"])
async def test_every_screen_is_within_discord_s_limits(world: World, language: str) -> None:
    mover, other = await begun(world)
    for person in (mover, other):
        await world.bot.shell.stores.players.prefer(PlayerId(person.id), Preferences(language))
    longest = "America/Argentina/ComodRivadavia"

    shown = reply(await mover.slash(world.channel, "settings", zone=longest))
    shown = await filled(mover, shown, "22:30", "08:45", longest)
    await mover.click(shown, custom_id="b.direct.on")
    await mover.slash(world.channel, "table reminders")
    await mover.slash(world.channel, "table reminders", when="sooner")
    await mover.click(await world.table(), custom_id=control(await world.table(), "more").custom_id)
    await other.slash(world.channel, "table nudge")

    assert world.env.errors == []


async def test_alone_with_computer_players_nobody_is_asked_for_time(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", seats=2, where="here", pace="day")
    lobby = world.newest
    await world.seat_computer(ann)
    await ann.click(lobby, custom_id=control(lobby, "start").custom_id)
    left = await world.leftover("b.ask-time.1.0")
    before = len(posts(world))

    told = said(reply(await ann.click(left, custom_id="b.ask-time.1.0")))
    await later(world, minutes=1)

    assert "**No one else is at this table**" in told
    assert len(posts(world)) == before


async def test_a_seat_of_a_match_that_is_over_is_not_handed_on(world: World) -> None:
    mover, _ = await begun(world)
    by = Person(PlayerId(mover.id), mover.name)
    closing = Deed(Act.CLOSE, by, "over", "close")
    await world.bot.shell.host.moderation.do(MatchId(1), closing, world.guild.id)
    left = await world.leftover("b.hand-on.1.0")

    told = reply(await mover.click(left, custom_id="b.hand-on.1.0"))

    assert [each.verb for each in controls(told)].count("handing-on") == 0
    assert "closed" in said(told)
