"""Who has left a table knows of it what a watcher knows, whatever they kept open."""

from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.games.registry import panels
from bot.table.ids import PlayerId
from tests.bot.world import World, acting, control, controls, reply, words_of

TITLES = {"seismic": "seismic", "san_andreas": "sanandreas", "aftershock": "aftershock"}


async def opened(world: World, person: MemberActor, door: str) -> Any:
    """Return the private screen to which a button leads."""
    return reply(await person.click(await world.leftover(door), custom_id=door))


async def answers_to(world: World, person: MemberActor, ids: list[str]) -> dict[str, list[str]]:
    """Return what a person is told by these controls, left over in the channel."""
    said = {}
    for each in ids:
        message = await world.leftover(each)
        said[each] = lines_of(reply(await person.click(message, custom_id=each)))
    return said


def lines_of(message: Any) -> list[str]:
    """Return all words of a message but the way back that stands on private ones."""
    return [each for each in words_of(message).splitlines() if each != "Back"]


@pytest.mark.parametrize("key", TITLES)
async def test_old_private_screens_tell_no_more_than_a_watcher_may_know(
    world: World, key: str
) -> None:
    people, eve = [world.person(each) for each in ("Ann", "Bob", "Cleo")], world.person("Eve")
    match = await world.begun(*people, title=TITLES[key])
    mover, table = acting(match, people), await world.table()
    opening = [f"b.{verb}.1.0" for verb in ("play", "board", "more")]
    opening += [each.custom_id for each in controls(table) if len(each.verb) == 1]
    kept: dict[str, Any] = {}
    for door in opening:
        shown = await opened(world, mover, door)
        for each in controls(shown):
            if each.custom_id and not each.disabled and each.verb != "quit":
                # A message for each: a click puts its answer in place of what was there.
                kept[each.custom_id] = await opened(world, mover, door)
    assert {each.split(".")[1] for each in kept} & panels()[key].verbs

    asked = reply(await mover.slash(world.channel, "table leave"))
    await mover.click(asked, custom_id=control(asked, "quitting").custom_id)
    assert (await world.match()).seat_of(PlayerId(mover.id)) is None

    watched = await answers_to(world, eve, list(kept))
    for button, message in kept.items():
        told = lines_of(reply(await mover.click(message, custom_id=button)))
        assert told == watched[button], button
