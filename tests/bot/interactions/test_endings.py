"""A table that ended without result: its last message shows the board, and leads to all of it."""

from random import Random

import pytest

from tests.bot.world import World, acting, controls, played, reply, said

WITHOUT_BOARD = {"reopen"}


@pytest.mark.parametrize("title", ["seismic", "sanandreas", "aftershock"])
async def test_every_button_below_the_last_board_answers(world: World, title: str) -> None:
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]
    match = await world.begun(*people, title=title)
    if title == "seismic":
        await played(acting(match, people), await world.table(), Random(1))

    asked = reply(await people[0].slash(world.channel, "table close"))
    (close,) = (each for each in controls(asked) if each.verb == "closing")
    await people[0].click(asked, custom_id=close.custom_id)

    last = await world.table()
    assert last.content.startswith("**Ann closed this table** as its host.")
    assert last.attachments
    buttons = controls(last)
    assert {each.verb for each in buttons} == {"reopen", "replay", "history", "score", "text"}
    for each in buttons:
        if each.verb in WITHOUT_BOARD:
            continue
        answer = reply(await people[1].click(last, custom_id=each.custom_id))
        assert "wrong" not in said(answer)
        assert said(answer)
