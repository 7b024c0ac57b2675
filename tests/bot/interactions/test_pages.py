"""Looking through a finished match: who gets its page, and who doesn't."""

import re
from json import loads
from random import Random
from typing import Any

import pytest

from bot.table.ids import PlayerId
from bot.table.match.match import Status
from bot.table.preferences import Preferences
from tests.bot.tables import legal, new_request, player_in
from tests.bot.world import World, acting, control, controls, played, reply, said


async def finished(world: World, *people: Any) -> Any:
    """Play a small match of these people to its end, and tell of it once."""
    await world.begun(*people)
    host, match = world.bot.shell.host, await world.match()
    while match.status is Status.PLAYING:
        seat, actions = await legal(host, match.id)
        action, player = actions[len(actions) // 2], player_in(match, seat)
        await host.moves.submit(match.id, player, (action,), match.line, new_request())
        match = await host.cache.match(match.id)
    await host.telling.tell(match.id)
    return match


async def head_of(message: Any) -> dict[str, Any]:
    (file,) = message.attachments
    found = re.search(r'id="head">(.*?)</script>', (await file.read()).decode(), re.DOTALL)
    assert found
    head: dict[str, Any] = loads(found[1])
    return head


async def test_a_result_leads_to_the_page_and_the_page_to_the_channel(world: World) -> None:
    ann, bob, dan = world.person("Ann"), world.person("<script>"), world.person("Dan")
    match = await finished(world, ann, bob)
    players = world.bot.shell.stores.players
    await players.prefer(PlayerId(dan.id), Preferences(language="fr"))

    page = reply(await dan.click(await world.table(), label="Look through it"))
    head, told, name = await head_of(page), said(page), page.attachments[0].filename
    await dan.click(page, custom_id=control(page, "page-show").custom_id)

    assert page.ephemeral
    assert name == f"seismic-{match.id}.html"
    assert "ouvre-le dans ton navigateur" in told
    assert not page.attachments, "it is in the channel now"
    assert (head["match"], head["lang"]) == (match.id, "fr")
    assert sorted(each["name"] for each in head["seats"]) == ["<script>", "Ann"]
    assert head["proof"]["seed"]
    shown = world.newest
    assert "**Dan** shows Seismic 1, move by move." in shown.content
    assert (await head_of(shown))["lang"] == "en"
    assert world.env.errors == []


async def test_more_replay_and_record_lead_to_it_too(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await finished(world, ann, bob)

    answers = [
        reply(await ann.click(await world.leftover("more.1.0"), custom_id="more.1.0")),
        reply(await ann.slash(world.channel, "table export")),
        reply(await ann.slash(world.channel, "table replay")),
    ]

    for each in answers:
        page = reply(await ann.click(each, custom_id=control(each, "page").custom_id))
        assert page.attachments[0].filename == "seismic-1.html"
        assert page.ephemeral


async def test_while_a_match_runs_there_is_no_page(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    await played(acting(match, people), await world.table(), Random(1))

    more = reply(await people[0].click(await world.leftover("more.1.0"), custom_id="more.1.0"))
    refusals = [
        reply(await people[0].click(await world.leftover(verb), custom_id=verb))
        for verb in ("page.1.0", "page-show.1.0")
    ]

    assert "page" not in [each.verb for each in controls(more)]
    for each in refusals:
        assert "This page comes with the result" in said(each)
        assert not each.attachments
    assert world.env.errors == []


async def test_what_ended_without_result_keeps_its_seed(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    asked = reply(await people[0].slash(world.channel, "table close"))
    await people[0].click(asked, custom_id=control(asked, "closing").custom_id)

    refused = reply(await people[0].click(await world.leftover("page.1.0"), custom_id="page.1.0"))

    assert "This page comes with the result" in said(refused)
    assert not refused.attachments


@pytest.mark.parametrize("is_reviewed", [False, True])
async def test_a_review_is_in_the_page_only_if_somebody_asked_for_it(
    world: World, *, is_reviewed: bool
) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    match = await finished(world, ann, bob)
    reviews = world.bot.shell.stores.reviews
    if is_reviewed:
        await reviews.ask(match.id, world.bot.shell.clock.now())
        await reviews.finish(match.id, world.bot.shell.clock.now())

    page = reply(await ann.click(await world.table(), label="Look through it"))

    assert bool((await head_of(page))["review"]) is is_reviewed
    assert ("Ask for a review first" in said(page)) is not is_reviewed
    assert await reviews.is_done(match.id) is (True if is_reviewed else None)
