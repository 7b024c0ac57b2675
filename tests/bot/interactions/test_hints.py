"""Hints by button and command: private, counted, refused with a reason, told to the table."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.hosting.advice.hints import MOST
from bot.table.ids import PlayerId
from bot.table.match.lobby import terms
from bot.table.match.match import Hints
from tests.bot.world import World, acting, control, controls, reply, said, waiting


async def begun(world: World, **changes: Any) -> list[Any]:
    people = [world.person("Ann"), world.person("Bob")]
    await people[0].slash(world.channel, "seismic new", seats=2, where="here")
    await people[1].click(world.newest, custom_id=control(world.newest, "join").custom_id)
    match = await world.match()
    host = world.bot.shell.host
    await host.lobbies.change(match.id, PlayerId(people[0].id), replace(terms(match), **changes))
    await people[0].click(world.newest, custom_id=control(world.newest, "start").custom_id)
    return people


async def test_who_is_to_move_gets_a_hint_from_more_and_nobody_else_sees_it(world: World) -> None:
    people = await begun(world)
    table = await world.table()
    mover = acting(await world.match(), people)

    more = reply(await mover.click(table, label="More"))
    hint = reply(await mover.click(more, label="Hint"))

    assert hint.ephemeral
    assert "Worth a look" in said(hint)
    assert said(hint).count("\n1. ") == 1
    assert f"{MOST - 1} hints are left" in said(hint)
    assert world.newest.id == table.id
    assert len(hint.attachments) == 1
    *opens, play, back = [each.verb for each in controls(hint)]
    assert opens
    assert set(opens) == {"p"}
    assert play == "play"
    assert back == "more"
    again = reply(await mover.slash(world.channel, "table hint"))
    assert said(again) == said(hint)


async def test_a_button_of_a_hint_opens_that_very_move(world: World) -> None:
    people = await begun(world)
    match = await world.match()
    mover, before = acting(match, people), match.line
    hint = reply(await mover.slash(world.channel, "table hint"))
    cell = re.search(r"1\. .* at \*\*(\w+)\*\*", said(hint))
    assert cell is not None

    preview = reply(await mover.click(hint, label="Show 1"))

    assert f" at {cell[1]}\n" in said(preview)
    assert any(each.label.startswith(f"Place at {cell[1]}") for each in controls(preview))
    assert (await world.match()).line == before


async def test_it_stands_where_one_is_asked_for_the_move(world: World) -> None:
    people = await begun(world)
    match = await world.match()

    board = reply(await acting(match, people).slash(world.channel, "table board"))
    other = reply(await waiting(match, people).slash(world.channel, "table board"))

    assert "hint" in [each.verb for each in controls(board)]
    assert "hint" not in [each.verb for each in controls(other)]


async def test_a_watcher_and_whoever_waits_are_told_why_not(world: World) -> None:
    people = await begun(world)
    match = await world.match()

    waits = reply(await waiting(match, people).slash(world.channel, "table hint"))
    watches = reply(await world.person("Dan").slash(world.channel, "table hint"))

    assert "'s move" in said(waits)
    assert "You're watching this table" in said(watches)


async def test_a_table_without_hints_says_so(world: World) -> None:
    people = await begun(world, hints=Hints.NONE)
    mover = acting(await world.match(), people)

    refused = reply(await mover.slash(world.channel, "table hint"))
    more = reply(await mover.click(await world.table(), label="More"))

    assert "Hints are off at this table" in said(refused)
    assert "hint" not in [each.verb for each in controls(more)]


@pytest.mark.parametrize("world", ["en-US", "fr", "es-ES"], indirect=True)
async def test_the_table_hears_who_took_one_if_that_is_agreed(world: World) -> None:
    people = await begun(world, hints=Hints.NOTED)
    match = await world.match()

    await acting(match, people).slash(world.channel, "table hint")

    told = said(world.newest)
    assert f"**{match.chairs[match.acting[0]].name}**" in told
    assert any(word in told for word in ("hint", "indice", "pista"))
