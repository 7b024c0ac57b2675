"""What a click may cost: so many statements, so many pictures. It grows only on purpose."""

from random import Random
from typing import Any

import pytest

from bot.metrics import REGISTRY
from tests.bot.storage.test_questions import overheard
from tests.bot.world import World, acting, control, controls, next_key, reply

STEP_STATEMENTS, LOOK_STATEMENTS, MOVE_STATEMENTS = 5, 7, 30
"""A step of a turn; text and More; a move, stored and told."""


def pictures() -> float:
    found = REGISTRY.get_sample_value("faultline_pictures_total", {"found": "drawn"})
    return found or 0.0


async def cost(person: Any, message: Any, key: str) -> tuple[Any, int, float]:
    """Let a person click; return what they are shown, the statements and the pictures drawn."""
    before = pictures()
    with overheard() as heard:
        shown = reply(await person.click(message, custom_id=key))
    return shown, len(heard), pictures() - before


@pytest.mark.parametrize("title", ["seismic", "sanandreas", "aftershock"])
async def test_a_click_costs_no_more_than_this(world: World, title: str) -> None:
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]
    await world.begun(*people, title=title)
    person, message, chance = acting(await world.match(), people), await world.table(), Random(1)
    steps = list[tuple[float, float]]()
    line = (await world.match()).line
    if (desk := [each for each in controls(message) if each.verb == "desk"]) != []:
        message, *spent = await cost(person, message, desk[0].custom_id)
        steps.append((spent[0], spent[1]))
    while (key := next_key(message, chance)) is not None and len(steps) < 8:
        message, statements, drawn = await cost(person, message, key)
        if (await world.match()).line != line:
            assert statements <= MOVE_STATEMENTS
            assert drawn <= 2  # a desk as well as the table
            break
        steps.append((statements, drawn))
    newest = await world.table()
    looks = [
        (await cost(people[1], newest, control(newest, verb).custom_id))[1:]
        for verb in ("text", "more")
    ]

    assert max(drawn for _, drawn in steps) == 1
    assert max(statements for statements, _ in steps) <= STEP_STATEMENTS
    assert max(statements for statements, _ in looks) <= LOOK_STATEMENTS
    assert max(drawn for _, drawn in looks) == 0
