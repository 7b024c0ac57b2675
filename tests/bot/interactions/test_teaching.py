"""A teaching table: opened by a button or a command, explained, skipped, played as it says."""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from discord import ButtonStyle
from simcord.actors import MemberActor

from bot.games.abilities import Teaches
from bot.games.registry import panels
from bot.locale.localisation import words
from bot.messages.match.lobby import cover
from bot.table.ids import MatchId
from bot.table.match.match import Match, Status, Venue
from bot.table.preferences import GuildPreferences
from tests.bot.world import (
    World,
    control,
    controls,
    green,
    played,
    posts,
    reply,
    said,
)
from tests.games.aftershock.clicking import answered
from tests.games.seismic.views import match_of

COMMANDS = {"seismic": "seismic", "san_andreas": "sanandreas", "aftershock": "aftershock"}
BOLD = re.compile(r"\*\*(.+?)\*\*")


async def learning(world: World, key: str, name: str = "Ann") -> MemberActor:
    """Open a teaching table of a title by typing."""
    ann = world.person(name)
    answer = reply(await ann.slash(world.channel, f"{COMMANDS[key]} learn"))
    assert answer.ephemeral
    await world.tick()
    return ann


def lessons_in(text: str, key: str, language: str = "en") -> list[int]:
    """Return which lessons of a title stand in a message."""
    panel = panels()[key]
    assert isinstance(panel, Teaches)
    say = words(language).say
    return [
        n for n, each in enumerate(panel.lessons) if f"> {say(each.text)}".split("\n")[0] in text
    ]


async def one_turn(world: World, key: str, ann: MemberActor, chance: Random) -> Match:
    table = await world.table()
    receipt = await (answered if key == "aftershock" else played)(ann, table, chance)
    assert receipt.ephemeral
    return await world.match()


@pytest.mark.parametrize(
    ("key", "language", "turns"),
    [("seismic", "fr", 9), ("san_andreas", "es", 9), ("aftershock", "en", 14)],
)
async def test_each_new_thing_is_explained_once(
    world: World, key: str, language: str, turns: int
) -> None:
    await world.bot.shell.stores.players.set_guild(world.guild.id, GuildPreferences(language))
    ann = await learning(world, key)
    match, chance = await world.match(), Random(5)

    for _ in range(turns):
        if match.status is not Status.PLAYING:
            break
        match = await one_turn(world, key, ann, chance)

    told = [lessons_in(str(each["content"] or ""), key, language) for each in posts(world)]
    every = [each for lessons in told for each in lessons]
    assert told[1][0] == 0
    assert len(every) == len(set(every)) >= 4
    assert all(len(each) <= 1 for each in told)
    assert max(len(str(each["content"] or "")) for each in posts(world)) <= 2000
    assert world.env.errors == []


@pytest.mark.parametrize("key", COMMANDS)
async def test_a_good_first_move_is_played_by_the_buttons_that_it_names(
    world: World, key: str
) -> None:
    ann = await learning(world, key)
    table = await world.table()

    shown = said(reply(await ann.click(table, label="Show me a good move")))
    steps = [BOLD.findall(each) for each in shown.splitlines() if re.match(r"\d\. ", each)]
    at: Any = table
    for step in steps:
        for label in step:
            pressed = next(each for each in controls(at) if each.label == label)
            at = reply(await ann.click(at, custom_id=pressed.custom_id))

    assert (await world.match()).line > 0
    assert world.env.errors == []


@pytest.mark.parametrize("key", COMMANDS)
async def test_a_good_move_is_shown_with_its_picture_and_opens_that_very_move(
    world: World, key: str
) -> None:
    ann = await learning(world, key)

    shown = reply(await ann.click(await world.table(), label="Show me a good move"))
    opened = reply(await ann.click(shown, label="Open this move"))

    assert len(shown.attachments) == 1
    assert [each.style for each in controls(opened)].count(ButtonStyle.success) >= 1
    assert world.env.errors == []


async def test_a_good_move_is_shown_for_three_turns(world: World) -> None:
    ann = await learning(world, "seismic")
    offered = list[bool]()
    for _ in range(5):
        table = await world.table()
        offered.append("worked" in [each.verb for each in controls(table)])
        await one_turn(world, "seismic", ann, Random(1))

    late = await world.leftover("b.worked.1.0", "b.count.1.0")
    answer = said(reply(await ann.click(late, custom_id="b.worked.1.0")))

    assert offered == [True, True, True, False, False]
    assert "**That was for your first turns.**" in answer


async def test_words_are_explained_where_they_are_first_met(world: World) -> None:
    ann = await learning(world, "seismic")
    tiles = [each for each in controls(await world.table()) if each.verb == "w"]
    opened = reply(await ann.click(await world.table(), custom_id=tiles[0].custom_id))
    assert "The **pile** holds the tiles still face down" in said(opened)


async def test_the_words_of_a_first_city_and_a_first_pawn_are_explained(world: World) -> None:
    ann = await learning(world, "san_andreas")
    for press, words_ in (
        ("Found a city", "The **0** pays nothing"),
        ("Set an epicenter", "a die"),
    ):
        shown = reply(await ann.click(await world.table(), label=press))
        while not [each for each in controls(shown) if each.verb in {"n", "m"}]:
            ahead = next(each for each in controls(shown) if each.verb in {"c", "e"})
            shown = reply(await ann.click(shown, custom_id=ahead.custom_id))
        assert words_ in said(shown)


async def test_the_words_of_the_desk_are_explained(world: World) -> None:
    ann = await learning(world, "aftershock")

    desk = reply(await ann.click(await world.table(), label="Open my desk"))

    assert "**Seal:** it stays hidden until all are ready" in said(desk)


async def test_explanations_are_skipped_and_come_back(world: World) -> None:
    ann = await learning(world, "seismic")
    table = await world.table()
    assert lessons_in(table.content, "seismic") == [0]

    note = said(reply(await ann.click(table, label="Skip the explanations")))
    without = await world.table()
    more = reply(await ann.click(without, label="More"))
    again = said(reply(await ann.click(more, label="Explain what is new")))

    assert "No more explanations" in note
    assert without.id == table.id
    assert lessons_in(without.content, "seismic") == []
    assert "worked" not in [each.verb for each in controls(without)]
    assert "What is new is explained" in again
    assert lessons_in((await world.table()).content, "seismic") == [0]


async def test_only_the_learner_ends_a_lesson(world: World) -> None:
    await learning(world, "seismic")
    bob = world.person("Bob")
    left = await world.leftover("b.count.1.0")

    answer = said(reply(await bob.click(left, custom_id="b.count.1.0")))

    assert "Only the person who learns at this table" in answer
    assert (await world.match()).status is Status.PLAYING


@pytest.mark.parametrize("key", COMMANDS)
async def test_every_lesson_has_the_same_start_and_says_so(world: World, key: str) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    opened = [
        said(reply(await each.slash(world.channel, f"{COMMANDS[key]} learn")))
        for each in (ann, bob)
    ]
    await world.tick()

    first, second = [await world.bot.shell.host.cache.of(MatchId(n)) for n in (1, 2)]

    assert all("A prepared start" in each for each in opened)
    assert first.begun.record.header.joins[0] == "lesson:1"
    assert first.begun.state == second.begun.state


async def test_who_skips_is_not_asked_by_the_next_message_either(world: World) -> None:
    ann = await learning(world, "seismic")
    await ann.click(await world.table(), label="Skip the explanations")

    await one_turn(world, "seismic", ann, Random(1))

    assert lessons_in((await world.table()).content, "seismic") == []


async def test_others_learn_nothing_private_from_a_teaching_table(world: World) -> None:
    await learning(world, "aftershock")
    table, bob = await world.table(), world.person("Bob")

    move = said(reply(await bob.click(table, label="Show me a good move")))
    skip = said(reply(await bob.click(table, label="Skip the explanations")))

    assert "Only the person who learns at this table" in move
    assert "You have no seat at this table" in skip
    assert (await world.match()).teaching


async def test_a_usual_table_has_no_lessons_and_offers_none_to_several(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await world.begun(ann, bob)

    more = reply(await ann.click(await world.table(), label="More"))
    old = await world.leftover("b.explain.1.0.on", "b.worked.1.0", "b.explain.1.0.x", "b.learn.x")
    on = said(reply(await ann.click(old, custom_id="b.explain.1.0.on")))
    made_up = [
        said(reply(await ann.click(old, custom_id=each)))
        for each in ("b.explain.1.0.x", "b.learn.x")
    ]

    assert lessons_in((await world.table()).content, "seismic") == []
    assert "explain" not in [each.verb for each in controls(more)]
    assert "only at tables with one person" in on
    assert all("from before an update" in each for each in made_up)


async def test_the_welcome_leads_to_every_title_that_teaches(world: World) -> None:
    ann = world.person("Ann")
    help_ = reply(await ann.slash(world.channel, "help"))

    first = green(help_)
    which = reply(await ann.click(help_, label="Learn by playing"))
    easiest = green(which)
    offered = [each.label for each in controls(which)]
    rules = reply(await ann.slash(world.channel, "sanandreas rules"))
    await ann.click(which, label="San Andreas")
    await world.tick()

    assert offered == ["Seismic", "San Andreas", "Aftershock"]
    assert (first, easiest) == (["Learn by playing"], ["Seismic"])
    assert control(rules, "learn").label == "Learn by playing"
    match = await world.match()
    assert (match.game, match.places, match.teaching) == ("san_andreas", 3, True)
    assert match.table.message is not None


def test_a_table_that_begins_says_nothing_of_threads_before_it_has_one() -> None:
    table = replace(match_of(2), venue=Venue(1, 2, threaded=True))
    refused = replace(table, table=replace(table.table, message=5))
    opened = replace(refused, table=replace(refused.table, place=6))

    told = [
        str(cover(each, panels()["seismic"], "", words("en")).blocks)
        for each in (table, refused, opened)
    ]

    assert "thread" not in told[0]
    assert "not allowed to open threads" in told[1]
    assert "in the thread below" in told[2]
