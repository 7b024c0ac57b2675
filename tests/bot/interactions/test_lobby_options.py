"""Settings of a title that has more of them than a form can ask for."""

from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.games.registry import panels
from bot.games.screen import Form, Select
from bot.hosting.match import Aids
from bot.locale.localisation import LANGUAGES, words
from bot.messages import lobby
from bot.messages.components import layout, modal
from engine.registry import games
from tests.bot.world import World, reply, said

FIRST = "s.options.1.0.first_player"
STEEP = "s.options.1.0.too_steep"


async def options(world: World) -> tuple[MemberActor, Any]:
    ann = world.person("Ann")
    await ann.slash(world.channel, "sanandreas new", seats=4, where="here")
    table = world.message((await world.match()).cover.message)
    return ann, reply(await ann.click(table, label="Table options"))


async def test_every_setting_has_a_menu_of_its_own(world: World) -> None:
    ann, menus = await options(world)

    await ann.select(menus, ["first_player=2"], custom_id=FIRST)
    await ann.select(menus, ["too_steep=1"], custom_id=STEEP)
    await ann.select(menus, ["aids=pure"], custom_id="s.options.1.0.aids")

    match = await world.match()
    values = {each.name: each.values for each in games()["san_andreas"].meta.options}
    assert match.setup.options == {"first_player": "2", "too_steep": values["too_steep"][1]}
    assert match.aids is Aids.PURE
    assert "**Aids** none" in said(world.message(match.cover.message))


async def test_the_usual_value_takes_a_setting_back(world: World) -> None:
    ann, menus = await options(world)
    await ann.select(menus, ["first_player=2"], custom_id=FIRST)
    await ann.select(menus, ["too_steep=1"], custom_id=STEEP)

    await ann.select(menus, ["first_player=0"], custom_id=FIRST)

    assert list((await world.match()).setup.options) == ["too_steep"]


@pytest.mark.parametrize("title", list(games()))
@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_setting_of_any_title_is_left_out(world: World, title: str, language: str) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, f"{title.replace('_', '')} new", where="here", seats=3)
    match = await world.match()

    asked = lobby.options(match, panels()[title], words(language))

    # Aids and messages, too.
    count = len(games()[title].meta.options) + 2
    if isinstance(asked, Form):
        assert len(modal(asked).children) == count
    else:
        assert layout(asked).view.total_children_count == 2 + 3 * count


@pytest.mark.parametrize("title", list(games()))
async def test_only_seats_that_there_are_may_begin(world: World, title: str) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, f"{title.replace('_', '')} new", where="here", seats=3)
    match = await world.match()

    asked = lobby.options(match, panels()[title], words("en"))

    menus = [each.menu for each in asked.questions] if isinstance(asked, Form) else asked.blocks
    selects = [each for each in menus if isinstance(each, Select)]
    first = next(each for each in selects if each.id.endswith("first_player"))
    assert [each.label for each in first.options] == ["drawn", "seat 1", "seat 2", "seat 3"]


async def test_a_seat_that_is_to_begin_is_not_taken_away(world: World) -> None:
    ann, menus = await options(world)
    await ann.select(menus, ["first_player=4"], custom_id=FIRST)
    table = world.message((await world.match()).cover.message)

    slip = reply(await ann.select(table, ["3"], custom_id="s.places.1.0"))

    assert "**Seat 4 is to begin, but it would be empty.**" in said(slip)
    assert (await world.match()).places == 4
