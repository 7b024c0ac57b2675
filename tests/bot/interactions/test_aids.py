"""Aids under `/table` and behind More, for players and watchers; and tables without any."""

from dataclasses import replace
from random import Random
from typing import Any

import discord
import pytest

from bot.table.ids import PlayerId
from bot.table.match.lobby import terms
from bot.table.match.match import Aids
from tests.bot.world import World, acting, control, controls, played, raw, reply, said, walked

AIDS = ("since", "unseen", "score", "danger", "zoom", "replay")


async def some_turns(world: World, turns: int = 3, **options: Any) -> list[Any]:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people, **options)
    for turn in range(turns):
        match = await world.match()
        await played(acting(match, people), await world.table(), Random(turn))
    return people


async def pure(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", seats=2, where="here")
    await world.person("Bob").click(world.newest, label="Join")
    match = await world.match()
    host = world.bot.shell.host
    await host.lobbies.change(match.id, PlayerId(ann.id), replace(terms(match), aids=Aids.PURE))
    await ann.click(world.newest, custom_id=control(world.newest, "start").custom_id)


@pytest.mark.parametrize("aid", AIDS)
async def test_each_aid_answers_a_watcher_privately(world: World, aid: str) -> None:
    await some_turns(world)
    dan, table = world.person("Dan"), (await world.match()).table.message

    answer = reply(await dan.slash(world.channel, f"table {aid}"))

    assert answer.ephemeral
    assert answer.attachments
    assert world.newest.id == table


@pytest.mark.parametrize("aid", AIDS)
async def test_a_table_without_aids_says_so_kindly(world: World, aid: str) -> None:
    await pure(world)
    dan = world.person("Dan")

    slip = reply(await dan.slash(world.channel, f"table {aid}"))
    told, pictures = said(slip), list(slip.attachments)
    board = reply(await dan.click(slip, label="Show me the board"))

    assert "Aids are off at this table" in told
    assert not pictures
    assert board.attachments


async def test_a_table_without_aids_shows_no_buttons_for_them(world: World) -> None:
    await pure(world)
    table = await world.table()

    more = reply(await world.person("Dan").click(table, label="More"))

    assert [each.verb for each in controls(table)][-2:] == ["text", "more"]
    assert [each.verb for each in controls(more)] == ["history", "follow", "rules"]


async def test_more_stands_in_four_groups_with_small_headings(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Bob")]
    await world.begun(*people)
    table = await world.table()
    mover = acting(await world.match(), people)

    more = reply(await mover.click(table, label="More"))
    watched = reply(await world.person("Dan").click(table, label="More"))

    groups = dict[str, list[str]]()
    for each in walked(raw(more)):
        if each.get("content", "").startswith("-# **"):
            groups[each["content"]] = []
        elif groups and each["type"] == discord.ComponentType.button.value:
            groups[list(groups)[-1]].append(each["label"])
    assert groups == {
        "-# **Look**": [
            *("History", "Watch the replay", "Who scores what", "Unseen tiles", "Danger"),
            *("Zoom", "Rules"),
        ],
        "-# **Match**": ["Hint", "Take back my move"],
        "-# **Table**": [
            *("Ask the table", "Nudge", "Remind me…", "Reminders"),
            *(["How turns are announced"] if mover is people[0] else []),
            "Replace a missing player",
        ],
        "-# **Leave**": ["Leave the table"],
    }
    assert "Leave" not in said(watched)


async def test_the_aids_come_back_when_the_match_is_over(world: World) -> None:
    await pure(world)
    match = await world.match()
    for player in match.people:
        await world.bot.shell.host.lobbies.leave(match.id, player.id)
    dan = world.person("Dan")

    text = reply(await dan.slash(world.channel, "table score"))

    assert "Aids are off at this table" not in said(text)


@pytest.mark.parametrize("aid", ["unseen", "score", "danger"])
async def test_an_aid_shows_its_picture_first_and_its_list_behind_a_button(
    world: World, aid: str
) -> None:
    await some_turns(world)
    dan = world.person("Dan")

    drawn = reply(await dan.slash(world.channel, f"table {aid}"))
    shown = said(drawn)
    told = said(reply(await dan.click(drawn, label="As text")))

    assert len(shown) < len(told)
    assert shown.splitlines()[1] == told.splitlines()[1]


async def test_what_fits_on_a_cell_is_a_picture_first_and_a_list_behind_a_button(
    world: World,
) -> None:
    await some_turns(world)
    dan = world.person("Dan")
    every = reply(await dan.slash(world.channel, "table unseen"))
    menu = next(each for each in _menus(every) if ".unseen." in f".{each['custom_id']}")
    cell = menu["options"][0]["value"]

    drawn = reply(await dan.slash(world.channel, "table unseen", cell=cell))
    shown, pictures = said(drawn), list(drawn.attachments)
    told = reply(await dan.click(drawn, label="As text"))

    assert pictures
    assert "\n- " not in shown
    assert f"### What fits at {cell}" in said(told)
    assert "\n- " in said(told)
    assert not told.attachments


async def test_what_fits_on_a_cell_is_typed_or_chosen_from_a_menu(world: World) -> None:
    await some_turns(world)
    dan = world.person("Dan")
    offered = await dan.autocomplete(world.channel, "table unseen", "cell", "j")

    every = reply(await dan.slash(world.channel, "table unseen"))
    menu = next(each for each in _menus(every) if ".unseen." in f".{each['custom_id']}")
    chosen = reply(
        await dan.select(every, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    )
    taken = reply(await dan.slash(world.channel, "table unseen", cell="i9"))
    nowhere = reply(await dan.slash(world.channel, "table unseen", cell="Z99"))

    assert all(each["name"].startswith("J") for each in offered)
    assert f"### What fits at {menu['options'][0]['value']}" in said(chosen)
    assert "already has a tile" in said(taken)
    assert "There is no cell Z99" in said(nowhere)


async def test_zoom_leads_on_to_the_parts_beside(world: World) -> None:
    await some_turns(world)
    dan = world.person("Dan")

    part = reply(await dan.slash(world.channel, "table zoom", cell="i9"))
    (menu,), told = _menus(part), said(part)
    further = reply(await dan.select(part, [menu["options"][0]["value"]]))

    assert "### The area around I9" in told
    assert "### The area around I6" in said(further)


async def test_a_replay_begins_with_any_move(world: World) -> None:
    await some_turns(world, 4)
    dan = world.person("Dan")

    whole = reply(await dan.slash(world.channel, "table replay"))
    late = reply(await dan.slash(world.channel, "table replay", **{"from": 4}))
    (menu,), films = _menus(late), [whole.attachments[0], late.attachments[0]]
    again = reply(await dan.select(late, [menu["options"][0]["value"]]))
    films.append(again.attachments[0])

    steps = [int(str(each.description).split(": ")[1].split(" ")[0]) for each in films]
    assert all(each.filename.endswith(".gif") for each in films)
    assert steps[0] == steps[2] > steps[1] > 0


def _menus(message: Any) -> list[dict[str, Any]]:
    rows = [row for block in raw(message) for row in block.get("components", [])]
    return [each for row in rows for each in row.get("components", []) if "options" in each]


async def test_as_a_list_is_remembered_for_whoever_pressed_it(world: World) -> None:
    people = await some_turns(world, 8)
    person = acting(await world.match(), people)
    offered = [each for each in controls(await world.table()) if each.verb == "w"]
    tile = next(each for each in offered if not each.disabled)
    players = world.bot.shell.stores.players
    keys = reply(await person.click(await world.table(), custom_id=tile.custom_id))
    before = _menus(keys)

    listed = _menus(reply(await person.click(keys, label="As a list")))
    again = reply(await person.click(await world.table(), custom_id=tile.custom_id))
    remembered = _menus(again)
    wish = await players.preferences(PlayerId(person.id))
    await person.click(again, label="As buttons")

    assert not before
    assert listed
    assert remembered
    assert wish.lists
    assert not (await players.preferences(PlayerId(person.id))).lists


async def test_a_height_is_typed_in_a_form_and_can_be_forgotten(world: World) -> None:
    ann = world.person("Ann")
    players = world.bot.shell.stores.players

    async def typed(text: str) -> Any:
        settings = reply(await ann.slash(world.channel, "settings"))
        form = await ann.click(settings, custom_id=control(settings, "height").custom_id)
        return reply(await ann.submit_modal(form, {"s.height.cm": text}))

    stated = await typed("181 cm")
    known = (await players.preferences(PlayerId(ann.id))).height_cm
    wrong = await typed("tall")
    kept = (await players.preferences(PlayerId(ann.id))).height_cm
    await typed("")

    assert "Height: 181 cm" in [each.label for each in controls(stated)]
    assert (known, kept) == (181, 181)
    assert "**tall isn't a height in centimeters.**" in said(wrong)
    assert (await players.preferences(PlayerId(ann.id))).height_cm is None
