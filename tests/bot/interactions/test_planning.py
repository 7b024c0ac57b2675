"""Moves planned ahead, by clicks: the questions, the plan, the mark, and a note if it fails."""

from random import Random
from typing import Any

import pytest
from discord import ButtonStyle
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.locale.localisation import LANGUAGES
from bot.table.ids import PlayerId
from bot.table.preferences import Preferences
from tests.bot.interactions.test_languages import leaks
from tests.bot.tables import legal, play_and_tell, player_in
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
from tests.games.aftershock.clicking import answered


def going_on(message: Any) -> list[Any]:
    """Return the buttons of the questions, those that end them first."""
    offered = [each for each in controls(message) if each.verb == "plan" and not each.disabled]
    ending = [each for each in offered if each.style is ButtonStyle.success]
    return ending or [each for each in offered if each.style is ButtonStyle.primary] or offered


async def planned(
    person: MemberActor, world: World, chance: Random, first: Any = None
) -> tuple[ResponseMessage, list[str]]:
    """Plan a move by clicks; return the plan and all that was read on the way."""
    message = first or reply(await person.slash(world.channel, "table plan"))
    read = [words_of(message)]
    for _ in range(12):
        if any(each.verb == "planned" for each in controls(message)):
            return message, read
        key = chance.choice(going_on(message)).custom_id
        message = reply(await person.click(message, custom_id=key))
        read.append(words_of(message))
    raise AssertionError(words_of(message))


def labels(message: Any, verb: str) -> list[str]:
    return [each.label for each in controls(message) if each.verb == verb]


async def pressed(person: MemberActor, message: Any, label: str) -> ResponseMessage:
    found = next(each for each in controls(message) if each.label == label)
    return reply(await person.click(message, custom_id=found.custom_id))


async def test_the_next_move_is_planned_from_more_and_played_in_the_same_message(
    world: World,
) -> None:
    people, chance = [world.person("Ann"), world.person("Bob")], Random(2)
    match = await world.begun(*people)
    first, second = acting(match, people), waiting(match, people)

    more = reply(
        await second.click(
            await world.table(), custom_id=control(await world.table(), "more").custom_id
        )
    )
    asked = await pressed(second, more, "Plan my next move")
    assert "Planning ahead" in said(asked)
    plan, read = await planned(second, world, chance, asked)
    assert any("Plan: " in each for each in read)
    assert "if nothing has changed near it" in said(plan)
    loose = await pressed(second, plan, "Play 1 whenever it's legal")
    assert "if it's legal then" in said(loose)

    # Whatever is left of the offer when the turn comes.
    for _ in range(2):
        shown = await pressed(second, loose, "Add an alternative")
        loose, _ = await planned(second, world, chance, shown)
    before = len(posts(world))
    await played(first, await world.table(), chance)
    table = await world.table()

    assert len(posts(world)) == before + 1
    assert "(planned)" in table.content or "Planned ahead" in table.content
    assert acting(await world.match(), people) is first
    assert "Plan a move" not in labels(
        reply(await first.slash(world.channel, "table plan")), "plan"
    )


async def test_nobody_else_sees_a_plan(world: World) -> None:
    people, chance = [world.person("Ann"), world.person("Bob")], Random(2)
    match = await world.begun(*people)
    before = [words_of(each) for each in world.channel.history()]
    revision = match.revision

    plan, _ = await planned(waiting(match, people), world, chance)

    assert [words_of(each) for each in world.channel.history()] == before
    assert (await world.match()).revision == revision
    assert plan.flags.ephemeral


async def test_buttons_of_a_plan_outlive_a_restart(world: World) -> None:
    people, chance = [world.person("Ann"), world.person("Bob")], Random(4)
    match = await world.begun(*people)
    second = waiting(match, people)
    asked = reply(await second.slash(world.channel, "table plan"))

    await world.restart()
    plan, _ = await planned(second, world, chance, asked)
    await world.restart()
    gone = await pressed(second, plan, "Delete the plan")

    assert "No move is planned." in said(gone)
    assert labels(gone, "plan") == ["Plan a move"]


async def test_alternatives_are_deleted_and_more_than_three_refused(world: World) -> None:
    people, chance = [world.person("Ann"), world.person("Bob")], Random(5)
    match = await world.begun(*people)
    second = waiting(match, people)
    plan, _ = await planned(second, world, chance)
    adds = next(each.custom_id for each in controls(plan) if each.label == "Add an alternative")
    for _ in range(12):
        if "Add an alternative" not in labels(plan, "plan"):
            break
        plan, _ = await planned(
            second, world, chance, await pressed(second, plan, "Add an alternative")
        )
    assert [each for each in labels(plan, "planned") if each.startswith("Delete ")] == [
        *("Delete 1", "Delete 2", "Delete 3"),
        "Delete the plan",
    ]

    # A button of an older screen.
    late = await world.leftover(adds)
    shown = plan
    for _ in range(12):
        asked = reply(await second.click(late, custom_id=adds))
        shown, _ = await planned(second, world, chance, asked)
        if "Three alternatives" in said(shown):
            break
    assert "Three alternatives are already planned" in said(shown)
    fewer = await pressed(second, shown, "Delete 2")
    assert "Delete 3" not in labels(fewer, "planned")


async def test_a_plan_that_fails_is_told_at_the_next_press_and_once(world: World) -> None:
    people, chance = [world.person("Ann"), world.person("Bob")], Random(7)
    match = await world.begun(*people)
    await played(acting(match, people), await world.table(), chance)
    match = await world.match()
    first, second = acting(match, people), waiting(match, people)
    await planned(second, world, chance)
    host = world.bot.shell.host
    own = await host.plans.of(match.id, PlayerId(second.id))
    assert own is not None
    assert own.plan is not None
    cell = own.plan.alternatives[0].actions[0].cell
    _, actions = await legal(host, match.id)
    taken = next(each for each in actions if each.cell == cell)
    before = len(posts(world))
    await play_and_tell(host, match.id, PlayerId(first.id), taken, match.line, "taken")
    assert len(posts(world)) == before + 1
    assert f"<@{second.id}>, **your move.**" in (await world.table()).content
    assert "lanned" not in (await world.table()).content

    other = await first.slash(world.channel, "table board")
    told = await second.slash(world.channel, "table board")
    again = await second.slash(world.channel, "table board")

    assert not other.followups
    assert told.response is not None
    assert "wasn't played" in said(told.response)
    assert ["wasn't played" in said(each) for each in told.followups] == [False]
    assert not again.followups


async def without_plan(world: World, people: list[MemberActor], language: str) -> MemberActor:
    """Return one whose plan was dropped, as another player took a move back."""
    match, host, chance = await world.match(), world.bot.shell.host, Random(7)
    mover, line = player_in(match, match.acting[0]), match.line
    _, actions = await legal(host, match.id)
    await play_and_tell(host, match.id, mover, actions[0], line, "founded")
    match = await world.match()
    person = next(
        each for each in people if each.id not in (mover, player_in(match, match.acting[0]))
    )
    await planned(person, world, chance)
    await host.take_backs.take_back(match.id, mover, line, "taken back")
    await host.telling.tell(match.id)
    wish = Preferences(language=language)
    await world.bot.shell.stores.players.prefer(PlayerId(person.id), wish)
    return person


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_plan_that_a_take_back_drops_is_told_before_what_was_pressed_is_answered(
    world: World, language: str
) -> None:
    people = [world.person(each) for each in ("Ann", "Bob", "Cleo")]
    await world.begun(*people, title="sanandreas")
    person = await without_plan(world, people, language)
    table = await world.table()

    told = await person.click(table, custom_id=control(table, "more").custom_id)
    again = await person.click(table, custom_id=control(table, "more").custom_id)

    assert told.response is not None
    note = words_of(told.response)
    assert [bool(each.verb == "plan") for each in controls(told.response)] == [True]
    assert "\n- " in said(told.response)
    assert len(told.followups) == 1
    assert not again.followups
    if language == "en":
        assert "was dropped:** another player took back a move" in note
    else:
        assert leaks(note, language) == []


async def test_a_private_screen_changes_as_ever_beside_the_note_on_a_dropped_plan(
    world: World,
) -> None:
    people = [world.person(each) for each in ("Ann", "Bob", "Cleo")]
    await world.begun(*people, title="sanandreas")
    table, opened = await world.table(), dict[int, ResponseMessage]()
    for each in people:
        opened[each.id] = reply(await each.click(table, custom_id=control(table, "more").custom_id))
    person = await without_plan(world, people, "en")
    key = control(opened[person.id], "history").custom_id

    result = await person.click(opened[person.id], custom_id=key)

    assert ["was dropped" in said(each) for each in result.followups] == [True]
    assert result.response is not None
    assert result.response.id == opened[person.id].id
    assert "was dropped" not in said(result.response)


async def test_a_refusal_comes_after_the_note_on_a_dropped_plan(world: World) -> None:
    people = [world.person(each) for each in ("Ann", "Bob", "Cleo")]
    await world.begun(*people, title="sanandreas")
    person = await without_plan(world, people, "en")
    table = await world.table()
    move = next(each.custom_id for each in controls(table) if len(each.verb) == 1)

    result = await person.click(table, custom_id=move)

    assert result.response is not None
    assert "was dropped" in said(result.response)
    assert len(result.followups) == 1


async def test_whoever_is_to_move_has_nothing_to_plan(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)

    slip = reply(await acting(match, people).slash(world.channel, "table plan"))
    watcher = reply(await world.person("Dan").slash(world.channel, "table plan"))

    assert "It's your turn" in said(slip)
    assert not labels(watcher, "plan")


@pytest.mark.parametrize("title", ["seismic", "sanandreas"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_planning_speaks_the_reader_s_language(
    world: World, language: str, title: str
) -> None:
    people = [world.person(each) for each in ("Ann", "Bob", "Cleo")]
    for each in people:
        wish = Preferences(language=language)
        await world.bot.shell.stores.players.prefer(PlayerId(each.id), wish)
    match = await world.begun(*people, title=title)
    second = waiting(match, people)

    plan, read = await planned(second, world, Random(3))

    texts = "\n".join([*read, words_of(plan)])
    if language == "en":
        assert "Your plan" in texts
    else:
        assert leaks(texts, language) == []


async def test_san_andreas_plans_a_city_far_from_everybody(world: World) -> None:
    people, chance = [world.person(each) for each in ("Ann", "Bob", "Cleo")], Random(1)
    match = await world.begun(*people, title="sanandreas")
    order = [match.chairs[(match.acting[0] + n) % 3].player for n in range(3)]
    first, second, third = (next(each for each in people if each.id == player) for player in order)
    for each in (second, third):
        plan, _ = await planned(each, world, chance)
        await pressed(each, plan, "Play 1 whenever it's legal")
    before = len(posts(world))

    await played(first, await world.table(), chance)

    # For a minute the city may still be taken back. The message asks as ever, and pings nobody.
    assert len(posts(world)) == before + 1
    assert f"<@{second.id}>" in posts(world)[-1]["content"]
    assert posts(world)[-1]["allowed_mentions"]["users"] == []
    world.clock.pass_by(seconds=60)
    await world.tick()

    assert len(posts(world)) == before + 2
    assert (await world.table()).content.count("(planned)") >= 1
    assert acting(await world.match(), people) is first


@pytest.mark.parametrize("language", LANGUAGES)
async def test_aftershock_takes_orders(world: World, language: str) -> None:
    people, chance = [world.person(each) for each in ("Ann", "Bob", "Cleo")], Random(1)
    for each in people:
        await world.bot.shell.stores.players.prefer(
            PlayerId(each.id), Preferences(language=language)
        )
    await world.begun(*people, title="aftershock")
    while len((await world.match()).acting) > 1:
        match = await world.match()
        seat = match.acting[0]
        person = next(each for each in people if each.id == match.chairs[seat].player)
        await answered(person, await world.table(), chance)
    match = await world.match()
    second = waiting(match, people)
    shown = reply(await second.slash(world.channel, "table plan"))
    texts = [words_of(shown)]
    if any(each.verb == "plan" for each in controls(shown)):
        shown, read = await planned(second, world, chance, shown)
        texts += read
    homes = next(each for each in controls(shown) if ".order.h." in each.custom_id)
    shown = reply(await second.click(shown, custom_id=homes.custom_id))
    texts.append(words_of(shown))

    ways = next(each for each in controls(shown) if each.custom_id.endswith(".order.f"))
    asked = reply(await second.click(shown, custom_id=ways.custom_id))
    for number in (2, 0):
        key = [each for each in controls(asked) if ".order.f." in each.custom_id][number]
        asked = reply(await second.click(asked, custom_id=key.custom_id))
        texts.append(words_of(asked))
    done = next(each for each in controls(asked) if ".order.F." in each.custom_id)
    ways_said = reply(await second.click(asked, custom_id=done.custom_id))
    texts.append(words_of(ways_said))
    assert "Richmond" in said(ways_said)
    assert "San Rafael" in said(ways_said)

    if language == "en":
        assert "that they can reach: Richmond, then San Rafael." in said(ways_said)
        assert "**Shocked meeples** go to your supply" in texts[-4]
        assert "until the end of this round" in said(shown)
    else:
        assert leaks("\n".join(texts), language) == []


async def test_a_button_pressed_twice_deletes_one_alternative(world: World) -> None:
    people, chance = [world.person("Ann"), world.person("Bob")], Random(5)
    match = await world.begun(*people)
    second = waiting(match, people)
    plan, _ = await planned(second, world, chance)
    while "Delete 3" not in labels(plan, "planned"):
        more = await pressed(second, plan, "Add an alternative")
        plan, _ = await planned(second, world, chance, more)
    gone = next(each.custom_id for each in controls(plan) if each.label == "Delete 1")
    left = await world.leftover(gone)

    await second.click(left, custom_id=gone)
    twice = reply(await second.click(left, custom_id=gone))

    assert "Delete 2" in labels(twice, "planned")
