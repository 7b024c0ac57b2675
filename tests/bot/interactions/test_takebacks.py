"""Taking moves back by clicks and commands: at once, by agreement, and refused."""

from random import Random
from typing import Any

from simcord.actors import MemberActor

from tests.bot.world import (
    World,
    acting,
    controls,
    played,
    posts,
    reply,
    said,
)


async def one_turn(world: World, people: list[MemberActor], chance: int = 1) -> Any:
    """Let whoever must act play a turn, and return who that was with the receipt."""
    mover = acting(await world.match(), people)
    return mover, await played(mover, await world.table(), Random(chance))


async def seated(world: World, title: str, *names: str) -> list[MemberActor]:
    people = [world.person(name) for name in names]
    await world.begun(*people, title=title)
    return people


def labels(message: Any) -> list[str]:
    return [each.label for each in controls(message)]


async def test_a_receipt_takes_a_free_move_back(world: World) -> None:
    people = await seated(world, "sanandreas", "Ann", "Bob", "Cleo")
    before = await world.match()
    mover, receipt = await one_turn(world, people)
    sentence = (await world.table()).content

    back = reply(await mover.click(receipt, label="Take it back"))
    now, table = await world.match(), await world.table()

    assert said(back).strip().startswith("**Taken back:** ~~**")
    assert now.acting == before.acting
    assert table.content.startswith("**Taken back:** ~~**")
    assert table.content != sentence
    assert not posts(world)[-1]["allowed_mentions"].get("users")
