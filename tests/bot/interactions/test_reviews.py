"""The review by button and command: how far it is, each player's page, one move for everybody."""

import re
from typing import Any

import discord
import pytest

from bot.games.custom_ids import about_match
from bot.table.errors import ThinkingFailed
from bot.table.ids import PlayerId
from bot.table.match.match import VoteKind
from bot.table.world import Job, R, ThinkUrgency
from engine.agents.review import Finding, Judgement, Luck, Task
from engine.game import CHANCE, Seat
from engine.record import canonical
from tests.bot.tables import new_request, one_move
from tests.bot.world import World, controls, posts, reply, said


class Thinker:
    """Judges at once: each second decision was a bad one."""

    def __init__(self) -> None:
        self.judged = 0
        self.fails = False
        self.is_busy = False

    async def think(self, urgency: ThinkUrgency, job: Job[R]) -> R:
        assert urgency is ThinkUrgency.REVIEW
        assert isinstance(job, Task)
        if self.is_busy:
            raise ThinkingFailed("busy")
        if self.fails:
            raise ThinkingFailed("too-long")
        actor, found = job.moves[0].actor, None
        if actor == CHANCE:
            found = Luck(job.line, (1.5, -1.5))
        else:
            self.judged += 1
            found = Judgement(job.line, Seat(actor), gain=4.0)
            if self.judged % 4 < 2:
                better = canonical(job.moves[0].action)
                found = Judgement(job.line, Seat(actor), better, 2.0 + self.judged, error=0.5)
        return _any(found)


def _any(found: Finding) -> Any:
    return found


async def over(world: World) -> list[Any]:
    """Return people whose match of a few moves was ended by their vote."""
    people = [world.person("Ann"), world.person("Bob")]
    match, host = await world.begun(*people), world.bot.shell.host
    for _ in range(8):
        await one_move(host, match.id)
    ann, bob = (PlayerId(each.id) for each in people)
    kind = VoteKind.END_AS_IT_STANDS
    match = await host.agreements.ask(match.id, ann, kind, "", new_request())
    await host.agreements.vote(match.id, bob, match.votes[-1].id, new_request(), is_yes=True)
    host.reviews._thinkers = Thinker()
    return people


@pytest.mark.parametrize("world", ["en-US", "fr", "es-ES"], indirect=True)
async def test_a_review_is_asked_for_then_read_player_by_player(world: World) -> None:
    ann, bob = await over(world)
    result = await world.table()

    button = next(each for each in controls(result) if each.verb == "review")
    waits = reply(await ann.click(result, custom_id=button.custom_id))
    await world.bot.shell.host.reviews.look()
    await world.bot.shell.change_answers()
    own = waits
    first, pictures = said(own), list(own.attachments)
    earlier, later = controls(own)[:2]
    moved = reply(await ann.click(own, custom_id=later.custom_id))
    there, back = said(moved), controls(moved)[0]
    others = next(each for each in controls(moved) if each.label == "Bob")
    second = said(reply(await ann.click(moved, custom_id=others.custom_id)))

    assert waits.ephemeral
    assert "**Ann**" in first
    assert len(pictures) == 1
    assert earlier.disabled
    assert not later.disabled
    assert not back.disabled
    assert there != first
    assert "**Bob**" in second
    assert bob.id != ann.id


async def test_played_and_better_stand_on_one_board_in_the_order_of_the_match(
    world: World,
) -> None:
    ann, _ = await over(world)
    await ann.slash(world.channel, "table review")
    await world.bot.shell.host.reviews.look()
    shown = reply(await ann.slash(world.channel, "table review"))
    lines, pages = list[int](), list[str]()
    while True:
        pages.append(said(shown))
        mine = next(each for each in controls(shown) if each.verb == "reviewed")
        lines.append(int(mine.custom_id.rpartition(".")[2]))
        later = controls(shown)[1]
        if later.disabled:
            break
        shown = reply(await ann.click(shown, custom_id=later.custom_id))

    assert lines == sorted(lines)
    worst = [each for each in pages if "could have been better" in each]
    best = [each for each in pages if "One of the best" in each]
    assert len(worst) + len(best) == len(pages)
    for kind in (worst, best):
        assert kind
        assert all(f"({n} of {len(kind)})" in each for n, each in enumerate(kind, 1))
    assert all("**1** Played" in each and "**2** Better" in each for each in worst)
    assert all("**2**" not in each for each in best)


async def test_a_review_that_takes_too_long_leaves_a_button(
    world: World,
) -> None:
    ann, _ = await over(world)
    world.bot.shell.host.reviews._thinkers = thinker = Thinker()
    thinker.is_busy = True
    waits = reply(await ann.slash(world.channel, "table review"))
    await world.bot.shell.change_answers()
    early = said(waits)
    world.clock.pass_by(minutes=14)
    await world.bot.shell.change_answers()
    late = said(waits)
    thinker.is_busy = False
    await world.bot.shell.host.reviews.look()

    shown = reply(await ann.click(waits, label="Show the review"))

    assert "I'm reviewing this match" in early
    assert "isn't ready yet" in late
    assert not world.bot.shell.later
    assert "**Ann**" in said(shown)


async def test_a_button_of_an_earlier_version_still_leads_to_the_review(world: World) -> None:
    ann, _ = await over(world)
    await ann.slash(world.channel, "table review")
    await world.bot.shell.host.reviews.look()
    key = f"b.{about_match('review', await world.match())}"
    left = await world.leftover(key)
    own = said(reply(await ann.slash(world.channel, "table review")))

    shown = reply(await ann.click(left, custom_id=key))

    assert said(shown) == own


async def test_one_move_is_shown_to_everybody(world: World) -> None:
    ann, _ = await over(world)
    await ann.slash(world.channel, "table review")
    await world.bot.shell.host.reviews.look()
    own = reply(await ann.slash(world.channel, "table review"))
    before = len(posts(world))

    shown = reply(await ann.click(own, label="Show to everyone"))

    assert "Shown to everyone" in said(shown)
    assert len(posts(world)) == before + 1
    told = world.newest
    assert "**Ann** shows a move of **Ann** from the review of Seismic 1." in told.content
    assert isinstance(told, discord.Message)
    assert told.attachments
    assert [each.verb for each in controls(told)] == ["review"]


async def test_lines_that_could_not_be_judged_are_counted(world: World) -> None:
    ann, _ = await over(world)
    reviews = world.bot.shell.host.reviews
    reviews._thinkers = thinker = Thinker()
    thinker.fails = True
    waits = said(reply(await ann.slash(world.channel, "table review")))
    await reviews.look()

    told = said(reply(await ann.slash(world.channel, "table review")))

    (every,) = re.findall(r"0 of (\d+) moves", waits)
    assert f"{every} moves could not be judged" in told
    assert "Nothing stands out" not in told


async def test_before_the_end_there_is_none(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await world.begun(ann, bob)

    refused = reply(await bob.slash(world.channel, "table review"))

    assert "comes when the match is over" in said(refused)
