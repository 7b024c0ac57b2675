"""`/sanandreas …` in a simulated Discord: typed turns, suggestions, refusals, swaps, settings."""

from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.interactions.suggestions import LONGEST, MOST
from bot.table.match.match import Match
from engine.games.san_andreas.actions import Epicenter, Found
from tests.bot.tables import record_of
from tests.bot.world import World, acting, control, controls, played, reply, said, words_of

TITLE = "sanandreas"


async def begun(world: World, *names: str, **options: Any) -> tuple[list[MemberActor], Match]:
    people = [world.person(name) for name in names or ("Ann", "Bob", "Cleo")]
    return people, await world.begun(*people, title=TITLE, **options)


async def suggested(world: World, person: MemberActor, command: str, option: str) -> list[str]:
    found = await person.autocomplete(world.channel, f"{TITLE} {command}", option, "")
    assert len(found) <= MOST
    assert all(0 < len(each["name"]) <= LONGEST for each in found)
    return [str(each["value"]) for each in found]


async def typed(world: World, person: MemberActor, command: str, **options: str) -> str:
    shown = reply(await person.slash(world.channel, f"{TITLE} {command}", **options))
    assert shown.ephemeral
    return words_of(shown)


async def stored(world: World) -> list[Any]:
    record = await record_of(world.bot.shell.host, (await world.match()).id)
    return [each.move.action for each in record.entries if each.move]


async def test_what_is_suggested_is_played_at_once(world: World) -> None:
    people, match = await begun(world)
    mover = acting(match, people)
    space, *_ = await suggested(world, mover, "found", "space")
    coin = (await suggested(world, mover, "found", "coin"))[-1]

    receipt = await typed(world, mover, "found", space=space, coin=coin)

    assert "**Sent.** Your 5 stands on" in receipt
    assert isinstance((await stored(world))[-1], Found)
    public = (await world.table()).content
    assert "5" not in public.partition(">")[2]
    assert world.env.errors == []


async def test_an_epicenter_is_typed_and_nonsense_opens_the_wizard(world: World) -> None:
    people, match = await begun(world)
    mover = acting(match, people)

    asked = await typed(world, mover, "epicenter", space="nowhere", pawn="sun")
    receipt = await typed(world, mover, "epicenter", space="d1c", pawn="SUN")

    assert "There is no such space." in asked
    assert "**Sent.** The Sun epicenter is on" in receipt
    assert isinstance((await stored(world))[-1], Epicenter)


async def test_a_button_of_an_older_table_changes_nothing(world: World) -> None:
    people, match = await begun(world)
    first = await world.table()
    old = control(first, "c").custom_id
    mover = acting(match, people)
    await played(mover, first, Random(2))
    before = (await world.match()).line
    left = await world.leftover(old, old.replace("b.c.", "b.n.") + ".D1c.3")

    for each in controls(left):
        for person in people:
            shown = reply(await person.click(left, custom_id=each.custom_id))
            assert shown.ephemeral
            assert words_of(shown)
    assert (await world.match()).line == before
    assert world.env.errors == []


async def test_everybody_may_look_at_the_table_from_the_sea(world: World) -> None:
    await begun(world)
    dan = world.person("Dan")

    table = await world.table()

    shown = reply(await dan.click(table, custom_id=control(table, "heights").custom_id))

    assert "Seen from the ocean" in said(shown)
    assert shown.attachments


async def test_a_watcher_is_told_what_happened_in_the_last_round(world: World) -> None:
    people, match = await begun(world)
    await played(acting(match, people), await world.table(), Random(2))

    shown = reply(await world.person("Dan").slash(world.channel, "table since"))

    assert "### The last round" in words_of(shown)
    assert shown.attachments
    assert world.env.errors == []


@pytest.mark.parametrize("world", ["fr", "es-ES"], indirect=True)
async def test_turns_are_typed_in_the_words_of_the_language(world: World) -> None:
    people, match = await begun(world)
    mover = acting(match, people)
    space, *_ = await suggested(world, mover, "epicenter", "space")
    pawn, *_ = await suggested(world, mover, "epicenter", "pawn")

    await typed(world, mover, "epicenter", space=space, pawn=pawn)

    assert isinstance((await stored(world))[-1], Epicenter)
    assert "epicenter" not in (await world.table()).content
    assert world.env.errors == []
