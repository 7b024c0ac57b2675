"""Lessons as a naive player has them, who presses what is suggested, else the first button."""

from random import Random
from typing import Any

import pytest
from discord import ButtonStyle
from simcord.actors import MemberActor

from bot.games.registry import panels
from bot.locale.localisation import words
from bot.table.match.match import Match, Status
from engine.game import PUBLIC, visible
from engine.games.aftershock import events as shocks
from engine.games.san_andreas import events as quakes
from engine.games.seismic import events as roads
from tests.bot.interactions.test_teaching import COMMANDS, learning, lessons_in
from tests.bot.world import Control, World, control, controls, posts, reply, said
from tests.games.aftershock.clicking import FINAL as SHOCKS
from tests.games.aftershock.clicking import answered

SENDS = (ButtonStyle.success, ButtonStyle.danger)
PLAYS = {"seismic": "gs", "san_andreas": "nmbroz", "aftershock": "".join(SHOCKS)}


async def sent(world: World, person: MemberActor, key: str, message: Any) -> None:
    """Press the first button that sends, else the first that leads on."""
    for _ in range(12):
        offered = [each for each in controls(message) if len(each.verb) == 1 and not each.disabled]
        last = [each for each in offered if each.style in SENDS and each.verb in PLAYS[key]]
        pick = (last or offered)[0]
        before = (await world.match()).line
        message = reply(await person.click(message, custom_id=pick.custom_id))
        if (await world.match()).line != before:
            return
    raise AssertionError([each.label for each in controls(message)])


def find(message: Any, label: str) -> Control | None:
    return next((each for each in controls(message) if each.label == label), None)


async def one_turn(world: World, person: MemberActor, key: str, chance: Random) -> Match:
    """Take the suggested move while one is suggested, then what comes first."""
    table = await world.table()
    if find(table, "Show me a good move"):
        shown = reply(await person.click(table, label="Show me a good move"))
        if find(shown, "Open this move"):
            await sent(world, person, key, reply(await person.click(shown, label="Open this move")))
            return await world.match()
    if key == "aftershock":
        await answered(person, table, chance)
    else:
        await sent(world, person, key, table)
    return await world.match()


async def lesson(world: World, key: str, most: int, seed: int = 5) -> list[str]:
    """Play a lesson to its end; return the messages of the channel."""
    ann, chance = await learning(world, key), Random(seed)
    match = await world.match()
    for _ in range(most):
        if match.status is not Status.PLAYING:
            break
        table = await world.table()
        if find(table, "Count the points now"):
            await ann.click(table, label="Count the points now")
        else:
            await one_turn(world, ann, key, chance)
        await world.tick()
        match = await world.match()
    assert match.status is Status.FINISHED
    assert world.env.errors == []
    return [str(each["content"] or "") for each in posts(world)]


@pytest.mark.parametrize("key", COMMANDS)
async def test_x(world: World, key: str) -> None:
    told = await lesson(world, key, 60)
    print("\n=====\n".join(told))
