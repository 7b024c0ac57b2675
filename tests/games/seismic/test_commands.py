"""`/seismic …` in a simulated Discord: typed moves, suggestions, refusals, the guide."""

from itertools import count
from typing import Any

import pytest
from discord import ButtonStyle
from simcord.actors import MemberActor

from bot.interactions.command_tree import CatalogTranslator
from bot.interactions.match.playing import kept, typed_again
from bot.interactions.suggestions import LONGEST, MOST
from bot.table.match.match import Status
from engine.games.seismic.actions import Place
from tests.bot.tables import record_of
from tests.bot.world import World, acting, controls, reply, said

PLACE = "seismic place"


async def begun(world: World) -> tuple[MemberActor, MemberActor]:
    """Begin a match; return the seat that must move, and the other one."""
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    mover = acting(match, people)
    return mover, next(each for each in people if each is not mover)


async def suggested(
    world: World, person: MemberActor, option: str, typed: str = "", **filled: str
) -> list[dict[str, Any]]:
    found = await person.autocomplete(world.channel, PLACE, option, typed, **filled)
    assert len(found) <= MOST
    assert all(0 < len(each["name"]) <= LONGEST for each in found)
    assert all(0 < len(str(each["value"])) <= LONGEST for each in found)
    return found


async def chain(world: World, person: MemberActor) -> dict[str, str]:
    """Fill in the whole command from what is suggested."""
    filled: dict[str, str] = {}
    for option in ("tile", "cell", "orientation", "crew"):
        found = await suggested(world, person, option, **filled)
        assert found, option
        filled[option] = str(found[0]["value"])
    return filled


async def at_several_tables(world: World) -> MemberActor:
    """Begin three matches of two; return who must move in more than one of them."""
    people = [world.person("Ann"), world.person("Bob")]
    for _ in range(3):
        await world.begun(*people)
    movers = [acting(await world.match(number), people) for number in (1, 2, 3)]
    return next(each for each in people if movers.count(each) > 1)


async def test_what_was_typed_is_kept_while_the_table_is_asked_for(world: World) -> None:
    mover = await at_several_tables(world)
    filled = await chain(world, mover)

    asked = reply(await mover.slash(world.channel, PLACE, **filled))
    question, first = said(asked), controls(asked)[0]
    done = reply(await mover.click(asked, label=first.label))

    assert "Which table?" in question
    assert first.style is ButtonStyle.success
    assert said(done).strip().startswith("**Sent.** ")
    assert world.env.errors == []


async def test_a_cell_that_is_not_there_is_refused_at_the_table_that_was_chosen(
    world: World,
) -> None:
    mover = await at_several_tables(world)

    asked = reply(await mover.slash(world.channel, PLACE, tile="1", cell="Z9 100%."))
    question = said(asked)
    shown = reply(await mover.click(asked, label=controls(asked)[0].label))

    assert "You typed: 1 Z9 100%." in question
    assert "There is no cell Z9 100%." in said(shown)


def test_of_what_is_too_long_for_a_button_the_last_options_are_asked_for() -> None:
    texts = ("Q3.0", "étroit + large, sens antihoraire", "50 %", "x" * 60)

    known = typed_again(kept("place", texts))

    assert known == ("place", *texts[:3])
    assert kept("place", ("", "", "")) == ("place",)


async def test_what_is_suggested_is_played_at_once(world: World) -> None:
    mover, _ = await begun(world)
    before = await world.match()

    shown = reply(await mover.slash(world.channel, PLACE, **await chain(world, mover)))

    match = await world.match()
    assert shown.ephemeral
    assert said(shown).strip().startswith("**Sent.** ")
    assert match.line > before.line
    record = await record_of(world.bot.shell.host, match.id)
    moves = [each.move.action for each in record.entries if each.move]
    assert sum(isinstance(each, Place) for each in moves) == 1
    assert world.env.errors == []


async def test_a_whole_match_can_be_typed(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    for turn in count():
        if match.status is not Status.PLAYING or turn == 12:
            break
        person = acting(match, people)
        lines = await person.autocomplete(world.channel, "seismic quake", "line", "")
        if lines:
            await person.slash(world.channel, "seismic quake", line=lines[0]["value"])
        else:
            await person.slash(world.channel, PLACE, **await chain(world, person))
        after = await world.match()
        assert after.line > match.line
        match = after

    assert world.env.errors == []


async def test_what_is_left_open_is_asked_for(world: World) -> None:
    mover, _ = await begun(world)
    filled = await chain(world, mover)
    before = (await world.match()).line

    shown = reply(await mover.slash(world.channel, PLACE, tile=filled["tile"], cell=filled["cell"]))

    assert shown.ephemeral
    assert (await world.match()).line == before
    assert f" at {filled['cell']}" in said(shown)
    assert [each.verb for each in controls(shown)].count("g") >= 1


async def test_an_unknown_tile_is_asked_for(world: World) -> None:
    mover, _ = await begun(world)

    shown = reply(await mover.slash(world.channel, PLACE, tile="roundabout", cell="J8"))

    assert "Which tile?" in said(shown)


async def test_a_cell_that_does_not_exist_is_explained(world: World) -> None:
    mover, _ = await begun(world)
    tile = (await chain(world, mover))["tile"]

    shown = reply(await mover.slash(world.channel, PLACE, tile=tile, cell="z99"))

    assert "There is no cell z99." in said(shown)
    assert shown.ephemeral


async def test_only_whoever_must_act_may_type_a_move(world: World) -> None:
    mover, other = await begun(world)
    dan = world.person("Dan")
    filled = await chain(world, mover)
    before = (await world.match()).line

    refused = reply(await other.slash(world.channel, PLACE, **filled))
    watched = reply(await dan.slash(world.channel, PLACE, **filled))

    assert "move" in said(refused)
    assert "You are watching this table." in said(watched)
    assert (await world.match()).line == before
    assert await suggested(world, other, "tile") == []
    assert await suggested(world, dan, "tile") == []


async def test_a_quake_that_is_not_there_is_refused(world: World) -> None:
    mover, _ = await begun(world)

    shown = reply(await mover.slash(world.channel, "seismic quake", line="north"))

    assert "That can't be done now." in said(shown)


async def test_without_a_table_the_command_says_so(world: World) -> None:
    ann = world.person("Ann")

    shown = reply(await ann.slash(world.channel, PLACE, tile="1", cell="J8"))

    assert "No table here." in said(shown)
    assert await suggested(world, ann, "tile") == []


async def test_in_a_lobby_there_is_nothing_to_place(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", seats=2, where="here")

    shown = reply(await ann.slash(world.channel, PLACE, tile="1", cell="J8"))

    assert shown.ephemeral
    assert await suggested(world, ann, "tile") == []
    assert world.env.errors == []


async def test_the_guide_is_leafed_through(world: World) -> None:
    ann = world.person("Ann")
    guide = reply(await ann.slash(world.channel, "seismic rules"))
    first = said(guide)

    second = said(reply(await ann.click(guide, label="Quakes")))

    assert "### Seismic · The idea" in first
    assert "### Seismic · Quakes" in second


OPTIONS = {
    "fr": ["tuile", "case", "orientation", "équipe"],
    "es-ES": ["ficha", "casilla", "orientación", "equipo"],
}


@pytest.mark.parametrize("locale", list(OPTIONS))
async def test_names_are_translated_within_discords_limits(world: World, locale: str) -> None:
    group = world.bot.tree.get_command("seismic")
    assert group is not None
    payload = await group.get_translated_payload(world.bot.tree, CatalogTranslator())
    leaves = payload["options"]

    names = [leaf["name_localizations"][locale] for leaf in leaves]
    options = [each for leaf in leaves for each in leaf.get("options", [])]
    hints = [each["description_localizations"][locale] for each in [*leaves, *options]]
    place = next(leaf for leaf in leaves if leaf["name"] == "place")

    assert len(set(names)) == len(names) == 6
    assert all(name == name.lower() and " " not in name and len(name) <= 32 for name in names)
    assert all(0 < len(hint) <= 100 for hint in hints)
    assert [each["name_localizations"][locale] for each in place["options"]] == OPTIONS[locale]
