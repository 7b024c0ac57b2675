"""Proposals by clicks and forms, at a table of Aftershock: what the channel sees of them."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.games.aftershock.panel import DEALS
from bot.interactions import context
from bot.locale.localisation import words
from bot.messages.together import deals
from bot.messages.viewing import Reader, view
from bot.storage.together.deals import DealStore
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Status
from bot.table.together.deals import DealId, Reply
from engine.game import PUBLIC
from engine.games.aftershock.actions import Reopen
from engine.registry import game
from tests.bot.dealing import deal_message, form_of, pressed, proposed, seated, stored
from tests.bot.tables import new_request
from tests.bot.world import World, control, controls, posts, reply, said
from tests.games.aftershock.clicking import desk_of

RULES = game("aftershock")
Enough = Callable[[Any], bool]


async def played_on(world: World, is_enough: Enough) -> Match:
    """Let everybody choose anything until it is enough, then tell the channel once."""
    host, chance = world.bot.shell.host, Random(1)
    match, progress = await host.cache.progress((await world.match()).id)
    while not is_enough(progress.state):
        await one_choice(world, match, progress.state, chance)
        match, progress = await host.cache.progress(match.id)
    await host.telling.tell(match.id)
    return await host.cache.match(match.id)


async def one_choice(world: World, match: Match, state: Any, chance: Random) -> None:
    seat = match.acting[0]
    player = match.chairs[seat].player
    assert player is not None
    legal = [each for each in RULES.legal_actions(state, seat) if not isinstance(each, Reopen)]
    action = (chance.choice(legal),)
    await world.bot.shell.host.moves.submit(match.id, player, action, match.line, new_request())


def scored(rounds: int) -> Enough:
    return lambda state: len(state.scorings) >= rounds or state.outcome is not None


def one_seal_left(state: Any) -> bool:
    return state.phase == "mark" and sum(not each for each in state.ready) == 1


async def test_a_proposal_made_in_the_form_calls_whom_it_asks(world: World) -> None:
    ann, bob, cleo = await seated(world)

    shown = await proposed(world, ann, 1, 2, own="a=b.c, *trust* me")

    first, quote, last = shown.content.splitlines()
    assert first == (
        f"{bob.mention} {cleo.mention}, **Ann** proposes: I'll mark **Oakland** if"
        " you don't mark **Fremont**."
    )
    assert quote == r"> a=b.c, \*trust\* me"
    assert last.startswith("-# A promise, not a contract")
    assert sorted(posts(world)[-1]["allowed_mentions"]["users"]) == sorted([bob.id, cleo.id])
    assert [each.verb for each in controls(shown)] == ["accept", "decline", "deal"]
    assert world.env.errors == []


async def test_answers_stand_in_the_same_message(world: World) -> None:
    ann, bob, cleo = await seated(world)
    await proposed(world, ann, 1, 2)
    count = len(posts(world))

    await pressed(world, bob, "accept")
    half = (await deal_message(world)).content
    await pressed(world, cleo, "decline")

    whole = await deal_message(world)
    assert "**Accepted:** Bob." in half
    assert "**Accepted:** Bob.\n**Declined:** Cleo." in whole.content
    assert controls(whole) == []
    assert len(posts(world)) == count


async def test_an_answer_shows_what_others_said_meanwhile(world: World) -> None:
    ann, bob, cleo = await seated(world)
    await proposed(world, ann, 1, 2)
    match = await world.match()
    negotiation = world.bot.shell.host.negotiation
    await negotiation.answer(match, PlayerId(cleo.id), DealId(1), Reply.ACCEPTED)

    await pressed(world, bob, "accept")

    assert "**Accepted:** Bob, Cleo." in (await deal_message(world)).content


async def test_a_slow_answer_promises_no_private_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, _ = await seated(world)
    await proposed(world, ann, 1, 2)
    pool, release = type(world.bot.shell.pool), asyncio.Event()
    run = pool.run

    async def slow(*args: Any, **named: Any) -> Any:
        await world.env.external_wait(release.wait(), reason="the pool is busy")
        return await run(*args, **named)

    monkeypatch.setattr(pool, "run", slow)
    monkeypatch.setattr(context, "PATIENCE_SECONDS", 0.05)
    done = await pressed(world, bob, "accept")
    release.set()
    await world.env.settle()

    assert done.acknowledged
    assert not done.ephemeral
    assert "**Accepted:** Bob." in (await deal_message(world)).content


async def test_only_who_was_asked_can_answer(world: World) -> None:
    ann, _, cleo = await seated(world)
    await proposed(world, ann, 1)
    before = (await deal_message(world)).content

    own = reply(await pressed(world, ann, "accept"))
    other = reply(await pressed(world, cleo, "decline"))
    stranger = reply(await pressed(world, world.person("Eve"), "accept"))

    assert "This proposal isn't for you." in said(own)
    assert "This proposal isn't for you." in said(other)
    assert "You're watching this table." in said(stranger)
    assert (await deal_message(world)).content == before


async def test_an_answer_with_another_proposal_asks_its_proposer(world: World) -> None:
    ann, bob, _ = await seated(world)
    shown = await proposed(world, ann, 1, 2)

    form = await form_of(world, bob, shown)

    assert form.modal is not None
    menu = form.modal["components"][0]["component"]
    assert [each["label"] for each in menu["options"]] == ["Ann"]


async def test_a_proposal_is_taken_back_in_the_list(world: World) -> None:
    ann, bob, _ = await seated(world)
    await proposed(world, ann, 1)
    await proposed(world, ann, 2)
    table = await world.table()
    more = reply(await ann.click(table, custom_id=control(table, "more").custom_id))
    listed = reply(await ann.click(more, custom_id=control(more, "deals").custom_id))

    labels = [each.label for each in controls(listed)]
    oldest = [each for each in controls(listed) if each.verb == "withdraw"][-1]
    after = reply(await ann.click(listed, custom_id=oldest.custom_id))
    forged = await world.leftover(oldest.custom_id)
    other = reply(await bob.click(forged, custom_id=oldest.custom_id))

    assert labels == ["Take back: Cleo", "Take back: Bob", "Propose a deal", "Back"]
    assert "**Taken back** by Ann." in said(after)
    assert "**Taken back** by Ann." in (await deal_message(world)).content
    assert controls(await deal_message(world)) == []
    assert "Only the person who made this proposal" in said(other)


async def test_the_reveal_says_once_who_kept_a_word(world: World) -> None:
    ann, bob, _ = await seated(world)
    await proposed(world, ann, 1)
    await pressed(world, bob, "accept")
    await proposed(world, bob, 2)
    await played_on(world, one_seal_left)
    waiting = (await world.table()).content

    await played_on(world, scored(1))
    revealed = await world.table()
    desk = await desk_of(ann, revealed)
    await ann.click(desk, custom_id=control(desk, "K").custom_id)

    line = next(each for each in revealed.content.splitlines() if each.startswith("Promises:"))
    assert "**Ann " in line
    assert "**Bob " in line
    assert "Promises:" not in waiting
    edited = await world.table()
    assert edited.id == revealed.id
    assert "ready 1 of 3 · waiting for Bob and Cleo" in edited.content
    assert line in edited.content
    assert line.removeprefix("Promises: ").removesuffix(".") in (await deal_message(world)).content
    assert "**Expired:**" in (await deal_message(world, 2)).content
    assert (await stored(world)).is_closed
    assert (await stored(world, 2)).is_closed
    match = await played_on(world, one_seal_left)
    assert "Promises:" not in (await world.table()).content
    assert match.table.message != revealed.id


async def test_a_late_answer_does_not_take_a_verdict_back(world: World) -> None:
    ann, bob, _ = await seated(world)
    await proposed(world, ann, 1)
    await pressed(world, bob, "accept")
    shell = world.bot.shell
    before = view(
        *(await shell.host.cache.progress((await world.match()).id)), Reader(PUBLIC, words("en"))
    )
    await played_on(world, scored(1))
    final = (await deal_message(world)).content

    await shell.deal_posts.show(DEALS, before, DealId(1))

    assert " it** (" in final
    assert (await deal_message(world)).content == final


async def test_the_result_says_who_kept_how_many(world: World) -> None:
    ann, bob, _ = await seated(world)
    await proposed(world, ann, 1)
    await pressed(world, bob, "accept")
    await played_on(world, scored(2))
    await proposed(world, bob, 0)
    await pressed(world, ann, "accept", 2)

    match = await played_on(world, lambda state: state.outcome is not None)

    told = [each for each in (await world.table()).content.splitlines() if "romises" in each]
    last, tally = told
    assert match.status is Status.FINISHED
    assert " it** (" in last
    assert {word for word in tally.replace(",", "").split() if word in ("kept", "broken")} == {
        "kept",
        "broken",
    }
    store = world.bot.shell.stores.statistics
    for chair in match.chairs:
        assert chair.player is not None
        ((kept, broken),) = [
            each.promises for each in await store.titles_of(chair.player, world.guild.id)
        ]
        line = f"**{chair.name}:** {kept} kept, {broken} broken"
        assert (line in tally) is bool(kept + broken)
    left = await world.leftover("b.accept.1.1.2")
    late = reply(await ann.click(left, custom_id="b.accept.1.1.2"))
    assert "This proposal can no longer be answered." in said(late)


async def test_a_proposal_that_could_not_be_posted_is_posted_with_the_next_news(
    world: World,
) -> None:
    ann, _, _ = await seated(world)
    form = await form_of(world, ann)
    here = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", here, status=403, code=50013)
    answers = {"s.deal.to": ["1"], "s.deal.i": ["oakland"], "s.deal.you": ["fremont"]}

    told = reply(await ann.submit_modal(form, {**answers, "s.deal.words": ""}))
    unposted = await stored(world)
    await played_on(world, lambda state: state.phase == "plan")

    assert "I can't post in this channel" in said(told)
    assert unposted.post.message is None
    assert "**Ann** proposes" in (await deal_message(world)).content
    assert controls(await deal_message(world))[0].verb == "accept"


async def test_a_proposal_that_lapsed_unposted_stays_unposted(world: World) -> None:
    ann, _, _ = await seated(world)
    await proposed(world, ann, 1)
    await lost(world)
    await world.env.settle()
    shelf = DealStore(world.database)
    await shelf.change(DealId(1), lambda deal: replace(deal, is_withdrawn=True))
    count = len(posts(world))

    await played_on(world, lambda state: state.phase == "plan")

    assert len(posts(world)) == count + 1
    assert (await stored(world)).is_closed


async def lost(world: World) -> None:
    """Forget that the proposal was posted, as a kill between sending and storing would."""
    message = await deal_message(world)
    shelf = DealStore(world.database)
    deal = await shelf.get(DealId(1))
    await shelf.posted(deal.id, replace(deal.post, told=0, message=None))
    assert message.id


async def test_a_proposal_that_a_killed_process_posted_is_found(world: World) -> None:
    ann, bob, _ = await seated(world)
    shown = await proposed(world, ann, 1)
    await lost(world)
    await world.restart()

    await played_on(world, lambda state: state.phase == "plan")
    await pressed(world, bob, "accept")

    assert (await stored(world)).post.message == shown.id
    assert "**Accepted:** Bob." in (await deal_message(world)).content
    assert sum("**Ann** proposes" in (each["content"] or "") for each in posts(world)) == 1


async def test_trouble_with_proposals_repeats_no_table_message(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _, _ = await seated(world)
    await proposed(world, ann, 1)

    def broken(*_: Any) -> bool:
        raise RuntimeError("no verdict")

    monkeypatch.setattr(deals, "is_settled", broken)
    match = await played_on(world, lambda state: state.phase == "plan")
    count = len(posts(world))
    world.clock.pass_by(hours=7)
    await world.tick()

    assert len(posts(world)) == count
    assert not (await world.match()).is_behind
    assert match.line == (await world.match()).told_line


async def test_nobody_can_accept_what_somebody_proposed_who_left(world: World) -> None:
    ann, bob, _ = await seated(world)
    await proposed(world, ann, 1)
    await world.bot.shell.host.lobbies.leave((await world.match()).id, PlayerId(ann.id))

    late = reply(await pressed(world, bob, "accept"))

    assert "This proposal can no longer be answered." in said(late)


async def test_a_promise_that_is_none_comes_back_without_power(world: World) -> None:
    ann, bob, _ = await seated(world)
    evil = "@everyone https://example.com/x " + "a" * 5000

    slip = reply(
        await ann.slash(world.channel, "aftershock propose", to=bob, i=evil, you="oakland")
    )

    assert "there is no such space" in said(slip)
    assert "@everyone" not in said(slip)
    assert "https" not in said(slip)
    assert "a" * 30 not in said(slip)


async def test_computer_players_answer_in_the_message_that_asks_them(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "aftershock new", seats=3, where="here")
    for _ in range(2):
        await world.seat_computer(ann)
    lobby = world.newest
    await ann.click(lobby, custom_id=control(lobby, "start").custom_id)
    await world.tick()

    shown = await proposed(world, ann, 1, 2)
    form = await form_of(world, ann, shown)
    await lost(world)
    await world.restart()
    await world.tick()

    # On an empty map nobody gains by it.
    assert " declined:** “" in shown.content
    assert [each.verb for each in controls(shown)] == ["deal"]
    assert not (await stored(world)).is_open
    assert form.modal is not None
    menu = form.modal["components"][0]["component"]
    assert len(menu["options"]) == 2
    assert sum("**Ann** proposes" in (each["content"] or "") for each in posts(world)) == 1
    assert world.env.errors == []
