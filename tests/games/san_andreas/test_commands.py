"""`/sanandreas …` in a simulated Discord: typed turns, suggestions, refusals, swaps, settings."""

from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.interactions.command_tree import CatalogTranslator
from bot.interactions.suggestions import LONGEST, MOST
from bot.table.match.match import Match, Status
from engine.games.san_andreas.actions import Epicenter, Found
from tests.bot.tables import record_of
from tests.bot.world import World, acting, control, controls, played, reply, said, waiting, words_of

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


async def test_who_is_not_on_turn_or_watches_is_told_so(world: World) -> None:
    people, match = await begun(world)
    other, dan = waiting(match, people), world.person("Dan")

    for command, options in (
        ("found", {"space": "d1c"}),
        ("epicenter", {"space": "d1c"}),
        ("quake", {"order": "sun"}),
        ("swap", {"coin": "3"}),
    ):
        assert "move" in await typed(world, other, command, **options)
        assert "You are watching this table." in await typed(world, dan, command, **options)
    assert await suggested(world, other, "found", "coin") == []
    assert await suggested(world, dan, "found", "space") == []


async def test_a_match_is_typed_to_its_end(world: World) -> None:
    people, match = await begun(world)
    for _ in range(120):
        person = acting(match, people)
        if coins := await suggested(world, person, "swap", "coin"):
            await typed(world, person, "swap", coin=coins[-1])
        elif dice := await suggested(world, person, "quake", "order"):
            for _ in range(3):
                found = await person.autocomplete(world.channel, f"{TITLE} quake", "order", dice[0])
                dice = [str(each["value"]) for each in found]
            await typed(world, person, "quake", order=dice[0])
        else:
            await _turn(world, person)
        match = await world.match()
        if match.status is not Status.PLAYING:
            break

    assert match.status is Status.FINISHED
    assert world.env.errors == []


async def _turn(world: World, person: MemberActor) -> None:
    spaces = await suggested(world, person, "found", "space")
    coins = await suggested(world, person, "found", "coin")
    pawns = await suggested(world, person, "epicenter", "pawn")
    if coins and spaces and len(pawns) < 3:
        await typed(world, person, "found", space=spaces[0], coin=coins[-1])
        return
    space = (await suggested(world, person, "epicenter", "space"))[0]
    await typed(world, person, "epicenter", space=space, pawn=pawns[0])
    if len(pawns) == 1:
        shown = reply(
            await person.slash(world.channel, f"{TITLE} epicenter", space=space, pawn=pawns[0])
        )
        sure = next(each for each in controls(shown) if each.verb == "b")
        await person.click(shown, custom_id=sure.custom_id)


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

    assert "View from the sea" in said(shown)
    assert shown.attachments


async def test_a_watcher_is_told_what_happened_in_the_last_round(world: World) -> None:
    people, match = await begun(world)
    await played(acting(match, people), await world.table(), Random(2))

    shown = reply(await world.person("Dan").slash(world.channel, "table since"))

    assert "### The last round" in words_of(shown)
    assert shown.attachments
    assert world.env.errors == []


async def test_the_rules_have_seven_pages(world: World) -> None:
    ann = world.person("Ann")
    shown = reply(await ann.slash(world.channel, f"{TITLE} rules"))

    pages = [each for each in controls(shown) if each.verb == "rules"]

    assert len(pages) == 7
    last = reply(await ann.click(shown, custom_id=pages[-1].custom_id))
    assert "Page 7 of 7" in said(last)


OPTIONS = {
    "fr": {"fonder": ["case", "pièce"], "épicentre": ["case", "pion"], "séisme": ["ordre"]},
    "es-ES": {"fundar": ["casilla", "moneda"], "epicentro": ["casilla", "peón"]},
    "es-419": {"terremoto": ["orden"], "cambiar": ["moneda"]},
}


@pytest.mark.parametrize("locale", list(OPTIONS))
async def test_names_are_translated_within_discords_limits(world: World, locale: str) -> None:
    group = world.bot.tree.get_command("sanandreas")
    assert group is not None
    payload = await group.get_translated_payload(world.bot.tree, CatalogTranslator())
    leaves = payload["options"]

    named = {leaf["name_localizations"][locale]: leaf.get("options", []) for leaf in leaves}
    options = [each for group_ in named.values() for each in group_]
    hints = [each["description_localizations"][locale] for each in [*leaves, *options]]

    assert len(named) == 7
    assert all(name == name.lower() and " " not in name and len(name) <= 32 for name in named)
    assert all(0 < len(hint) <= 100 for hint in hints)
    for command, expected in OPTIONS[locale].items():
        assert [each["name_localizations"][locale] for each in named[command]] == expected


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
