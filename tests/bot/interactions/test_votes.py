"""Votes, time that is up, seats on offer, as people meet them."""

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.interactions import context
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Person, VoteKind, VoteResult
from bot.table.match.pace import PACES
from bot.table.people.moderation import Act, Deed
from bot.table.preferences import GuildPreferences, Preferences
from tests.bot.world import (
    World,
    acting,
    control,
    controls,
    played,
    raw,
    reply,
    said,
    waiting,
    walked,
    words_of,
)


async def soon(world: World) -> None:
    """Let what is to be said be said."""
    world.clock.pass_by(minutes=1)
    await world.tick()


async def later(world: World, **length: float) -> None:
    """Let time pass; what timers bring about is said in the tick after theirs."""
    world.clock.pass_by(**length)
    await world.tick()
    await soon(world)


async def pressed(person: MemberActor, message: Any, verb: str) -> Any:
    return await person.click(message, custom_id=control(message, verb).custom_id)


async def typed(world: World, person: MemberActor, what: str) -> Any:
    return reply(await person.slash(world.channel, "table vote", what=what))


async def asked(world: World, person: MemberActor, what: str) -> Any:
    """Ask the table by typing, and return the public message."""
    await pressed(person, await typed(world, person, what), "vote-open")
    await soon(world)
    return world.newest


async def test_a_vote_is_asked_for_seen_by_all_and_decided(world: World) -> None:
    ann, bob, cleo = (world.person(name) for name in ("Ann", "Bob", "Cleo"))
    await world.begun(ann, bob, cleo)

    screen = reply(await bob.slash(world.channel, "table vote"))
    title = words_of(screen)
    (menu,) = menus(screen)
    question = reply(await bob.select(screen, ["hold:"], custom_id=menu))
    sure = said(question)
    done = reply(await pressed(bob, question, "vote-open"))
    await soon(world)
    public = world.newest
    first, verbs = public.content, [each.verb for each in controls(public)]
    await pressed(ann, public, "vote-no")
    await soon(world)
    against = world.newest.content
    await pressed(ann, public, "vote-yes")
    await soon(world)
    match, last = await world.match(), world.newest

    assert "What the table can agree on" in title
    assert "**Shall I ask the table?** Put the match on hold" in sure
    assert "2 of 3 must agree" in sure
    assert "**Asked.**" in said(done)
    assert first.startswith(
        f"{ann.mention} {cleo.mention}, **Bob proposes to put Seismic 1 on hold"
    )
    assert "For: Bob" in first
    assert "2 of 3 must agree. From <t:" in first
    assert verbs == ["vote-yes", "vote-no"]
    assert "Against: Ann" in against
    assert ann.mention not in against
    assert match.votes[0].result is VoteResult.PASSED
    assert match.held_until is not None
    assert "**Agreed:** the match is on hold until <t:" in last.content
    assert "on hold until <t:" in (await world.table()).content
    assert "vote-yes" not in [each.verb for each in controls(last)]
    assert world.env.errors == []


def menus(screen: Any) -> list[str]:
    """Return the ids of the menus of a screen."""
    ids = (str(each.get("custom_id", "")) for each in walked(raw(screen)))
    return [each for each in ids if each.startswith("s.")]


async def test_refusals_say_why(world: World) -> None:
    ann, bob, cleo = (world.person(name) for name in ("Ann", "Bob", "Cleo"))
    await world.begun(ann, bob)

    public = await asked(world, ann, "pace:week")
    yes = control(public, "vote-yes").custom_id
    twice = await typed(world, ann, "pace:day")
    watcher = reply(await cleo.click(public, custom_id=yes))
    stranger = reply(await cleo.slash(world.channel, "table vote"))
    await pressed(bob, public, "vote-no")
    left = await world.leftover(yes, "b.vote-yes.1.0.x", "b.vote-on.1.0.nonsense", "b.sit.1.0.9")
    over = reply(await bob.click(left, custom_id=yes))
    again = await typed(world, ann, "pace:week")
    in_time = await typed(world, ann, "offer-seat:1")
    unknown = await typed(world, ann, "world peace")
    old = [
        reply(await bob.click(left, custom_id=each))
        for each in ("b.vote-yes.1.0.x", "b.vote-on.1.0.nonsense", "b.sit.1.0.9")
    ]

    assert "**The table is already voting on that.**" in said(twice)
    for each in (watcher, stranger):
        assert "You have no seat" in said(each)
    assert "**That vote is over.**" in said(over)
    assert "**The table voted that down a short while ago.** Try again <t:" in said(again)
    assert "**That player still has time.**" in said(in_time)
    assert "What the table can agree on" in said(unknown)
    assert all("from before an update" in said(each) for each in old)
    assert world.env.errors == []


async def test_nothing_is_voted_on_in_a_lobby_or_after_the_end(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.slash(world.channel, "seismic new", seats=2, where="here")

    early = reply(await ann.slash(world.channel, "table vote"))
    back = reply(await ann.slash(world.channel, "table back"))
    lobby = world.newest
    await pressed(bob, lobby, "join")
    await pressed(ann, lobby, "start")
    await asked(world, ann, "end:")
    await pressed(bob, world.newest, "vote-yes")
    await soon(world)
    closed = [each for each in contents(world) if "The table agreed to end here" in each]
    left = await world.leftover("b.vote-on.1.0.hold:", "b.back.1.0")
    late = [
        reply(await ann.click(left, custom_id=each))
        for each in ("b.vote-on.1.0.hold:", "b.back.1.0")
    ]

    assert "hasn't begun" in said(early)
    assert "hasn't begun" in said(back)
    assert len(closed) == 1
    assert all("The table agreed to end here" in said(each) for each in late)
    assert world.env.errors == []


def contents(world: World) -> list[str]:
    kept = world.env.backend.messages[world.channel.id].values()
    return [each.content for each in kept if each.visible_to(None)]


async def late_table(world: World) -> tuple[MemberActor, MemberActor, Match]:
    """Return who is waited for, another one, and a table where a move has a day."""
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]
    match = await world.begun(*people)
    ask = world.bot.shell.host.agreements
    first, *others = (PlayerId(each.id) for each in people)
    await ask.ask(match.id, first, VoteKind.PACE, "day", "1")
    for number, each in enumerate(others):
        await ask.vote(match.id, each, 1, f"1{number}", is_yes=True)
    match = await world.match()
    assert match.pace == PACES["day"]
    return acting(match, people), waiting(match, people), match


async def test_time_is_up_and_somebody_is_back(world: World) -> None:
    slow, other, match = await late_table(world)

    await later(world, hours=25)
    message = next(each for each in messages(world) if "Time is up" in each.content)
    stranger = reply(await other.click(message, custom_id=control(message, "back").custom_id))
    back = reply(await pressed(slow, message, "back"))
    await soon(world)
    edited = world.message(message.id)

    assert f"{slow.mention}: press **I am back** to keep playing." in message.content
    assert "a computer player makes this move" in message.content
    assert (await world.match()).line > match.line
    assert "**Welcome back.**" in said(back)
    assert "**Welcome back.**" in said(stranger)  # of their own seat, which is theirs anyway
    assert "is back** at Seismic 1" in edited.content
    assert "back" not in [each.verb for each in controls(edited)]
    assert world.env.errors == []


def messages(world: World) -> list[Any]:
    kept = world.env.backend.messages[world.channel.id].values()
    return [world.message(each.id) for each in kept if each.visible_to(None)]


async def test_a_day_more_from_the_message_of_a_reminder_or_typed(world: World) -> None:
    slow, other, match = await late_table(world)
    (seat,) = match.acting
    give = f"b.more-time.1.0.{seat}"
    left = await world.leftover(give)

    given = reply(await other.click(left, custom_id=give))
    again = reply(await other.click(left, custom_id=give))
    own = reply(await slow.click(left, custom_id=give))
    await later(world, hours=25)

    assert "has one more day" in said(given)
    assert "**You've already given a day.**" in said(again)
    assert "**You can't give time to yourself.**" in said(own)
    assert (await world.match()).line == match.line


@pytest.mark.parametrize("language", ["en", "fr", "es"])
async def test_every_screen_fits_in_each_language(world: World, language: str) -> None:
    slow, other, match = await late_table(world)
    (seat,) = match.acting
    new = world.person("Dan")
    for each in (slow, other, new):
        await world.bot.shell.stores.players.prefer(
            PlayerId(each.id), Preferences(language=language)
        )
    await world.bot.shell.stores.players.set_guild(world.guild.id, await guild_in(world, language))
    await world.bot.shell.host.agreements.note_presence(match, PlayerId(other.id))
    await later(world, hours=25)

    shown = [reply(await other.slash(world.channel, f"table {each}")) for each in ("vote", "hold")]
    kinds = ("hold:", "extend:", "pace:week-clock", "end:", "end-as-it-stands:")
    for what in (*kinds, f"computer-for-good:{seat}", f"offer-seat:{seat}"):
        shown += [await typed(world, other, what)]
    await pressed(other, shown[-1], "vote-open")
    shown.append(reply(await other.slash(world.channel, "table vote")))
    await later(world, hours=73)
    offer = next(each for each in messages(world) if "sit" in [c.verb for c in controls(each)])
    taken = reply(await pressed(new, offer, "sit"))
    await soon(world)

    assert all(said(each) for each in shown)
    assert (await world.match()).seat_of(PlayerId(new.id)) == seat
    assert said(taken)
    assert world.env.errors == []


async def guild_in(world: World, language: str) -> GuildPreferences:
    known = await world.bot.shell.stores.players.guild(world.guild.id)
    return replace(known, language=language)


@pytest.mark.parametrize("title", ["seismic", "sanandreas", "aftershock"])
async def test_a_match_that_ended_as_it_stood_can_be_looked_at(world: World, title: str) -> None:
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]
    match = await world.begun(*people, title=title)
    ask = world.bot.shell.host.agreements
    first, *others = (PlayerId(each.id) for each in people)
    await ask.ask(match.id, first, VoteKind.END_AS_IT_STANDS, "", "1")
    for number, each in enumerate(others):
        await ask.vote(match.id, each, 1, f"1{number}", is_yes=True)
    await soon(world)

    result = await world.table()
    verified = reply(await people[0].slash(world.channel, "table verify"))
    shown = [
        reply(await people[1].slash(world.channel, f"table {each}"))
        for each in ("board", "text", "score", "history", "export")
    ]
    again = reply(await people[0].click(result, custom_id=control(result, "rematch").custom_id))

    assert "ended by vote:**" in result.content
    assert "The points count as they were" in result.content
    assert all(each.mention in result.content for each in people)
    assert len(result.attachments) == 2
    assert "### The draws are fair" in said(verified)
    assert "The table ended the match by vote, before its rules did." in said(verified)
    assert "It ended by vote" in said(shown[0])
    assert all(words_of(each) or each.attachments for each in shown)
    assert again is not None
    assert world.env.errors == []


@pytest.mark.parametrize("verb", ["vote-yes", "undoyes"])
async def test_a_slow_ballot_promises_no_private_answer(
    world: World, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]
    match = await world.begun(*people)
    mover, host = acting(match, people), world.bot.shell.host
    part: Any = host.take_backs if verb == "undoyes" else host.agreements
    name = "answer" if verb == "undoyes" else "vote"
    if verb == "undoyes":
        await played(mover, await world.table(), Random(1))
        question = reply(await mover.slash(world.channel, "table undo"))
        await mover.click(question, label="Ask the others")
        public = world.newest
    else:
        public = await asked(world, mover, "hold")
    store, release = getattr(part, name), asyncio.Event()

    async def slow(*args: Any, **named: Any) -> Any:
        await world.env.external_wait(release.wait(), reason="the disk takes its time")
        return await store(*args, **named)

    monkeypatch.setattr(part, name, slow)
    monkeypatch.setattr(context, "PATIENCE_SECONDS", 0.05)
    other = next(each for each in people if each is not mover)
    done = await pressed(other, public, verb)
    release.set()
    await world.env.settle()

    assert done.acknowledged
    assert not done.ephemeral
    assert done.followups == []
    assert len((await world.match()).votes[0].ballots) == (1 if verb == "undoyes" else 2)


async def test_nobody_comes_back_to_a_match_that_is_over(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob"), world.person("Cleo")]
    match = await world.begun(*people)
    host, ann = world.bot.shell.host, PlayerId(people[0].id)
    await host.agreements.hand_on(match.id, ann, "on")
    left = await world.leftover("b.more.1.0")

    before = [each.verb for each in controls(await pressed_more(people[0], left))]
    ended = Deed(Act.CLOSE, Person(ann, "Ann"), "over", "close")
    await host.moderation.do(match.id, ended, world.guild.id)
    after = [each.verb for each in controls(await pressed_more(people[0], left))]

    assert "back" in before
    assert "more" not in after
    assert "back" not in after


async def pressed_more(person: MemberActor, message: Any) -> Any:
    return reply(await person.click(message, custom_id="b.more.1.0"))


ENDED = {
    "end": "**The table agreed to end here**",
    "end-as-it-stands": "Seismic 1 ended by vote:**",
}


@pytest.mark.parametrize("kind", ENDED)
async def test_an_end_that_was_agreed_is_said_once_by_the_last_board(
    world: World, kind: str
) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await world.begun(ann, bob)
    public = await asked(world, ann, f"{kind}:")

    await pressed(bob, public, "vote-yes")
    await soon(world)

    texts = [each.content for each in messages(world)]
    (vote,) = [each for each in texts if "Ann proposes to end" in each]
    assert "\n**Agreed.**\n-# For: Ann, Bob" in vote
    assert len([each for each in texts if ENDED[kind] in each]) == 1
    assert not [each for each in texts if "over" in each]


ALONE = {
    "end": "**The match ended here**, with no result.",
    "end-as-it-stands": "Seismic 1 ended early:** Ann and Geyser have 0 points each.",
}


async def alone(world: World) -> Any:
    """Begin a match against a computer player; return the only person."""
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", seats=2, where="here")
    await world.seat_computer(ann)
    await ann.click(world.newest, custom_id=control(world.newest, "start").custom_id)
    return ann


@pytest.mark.parametrize("kind", ALONE)
async def test_one_who_is_alone_ends_the_match_without_a_word_of_votes(
    world: World, kind: str
) -> None:
    ann = await alone(world)

    more = reply(await ann.click(await world.table(), label="More"))
    verbs = [each.verb for each in controls(more)]
    asked = reply(await ann.click(more, label="End the match"))
    question = said(asked)
    choice = next(each for each in controls(asked) if each.custom_id.endswith(f".{kind}."))
    done = said(reply(await ann.click(asked, custom_id=choice.custom_id)))
    await soon(world)

    assert "votes" not in verbs
    assert "**End Seismic 1 here?**" in question
    assert "**The match is over.**" in done
    texts = [each.content for each in messages(world)]
    assert len([each for each in texts if ALONE[kind] in each]) == 1
    told = "\n".join([question, done, *map(said, messages(world))])
    assert not [each for each in ("vote", "propose", "agree") if each in told]


async def test_one_who_is_alone_changes_the_pace_without_asking_anybody(world: World) -> None:
    ann = await alone(world)

    offered = words_of(await typed(world, ann, ""))
    asked = await typed(world, ann, "pace:day")
    question = said(asked)
    done = said(reply(await pressed(ann, asked, "vote-open")))
    await soon(world)

    assert "What you can change" in offered
    assert "must agree" not in offered
    assert "**Change the pace to 1 day per move?** No one else has to agree." in question
    assert "**Done.**" in done
    assert (await world.match()).pace == PACES["day"]
