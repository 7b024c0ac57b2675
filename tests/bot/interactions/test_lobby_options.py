"""The settings of every title in a form: all of them, and none that can't be played."""

from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.games.registry import panels
from bot.games.screen import Select
from bot.locale.localisation import LANGUAGES, words
from bot.messages.components import modal
from bot.messages.match import lobby
from engine.registry import games
from tests.bot.world import World, reply, said


async def options(world: World) -> tuple[MemberActor, Any]:
    ann = world.person("Ann")
    await ann.slash(world.channel, "sanandreas new", seats=4, where="here")
    table = world.message((await world.match()).cover.message)
    return ann, table


async def settled(ann: MemberActor, table: Any, **answers: str) -> Any:
    """Answer the form about the rules; what is not named stays as it stands there."""
    shown = reply(await ann.click(table, label="Set up"))
    form = await ann.click(shown, label="Rule options")
    assert form.modal is not None
    menus = [each["component"] for each in form.modal["components"]]
    stand = {
        each["custom_id"]: [now["value"] for now in each["options"] if now.get("default")]
        for each in menus
    }
    chosen = {f"s.options.{name}": [value] for name, value in answers.items()}
    return await ann.submit_modal(form, {**stand, **chosen})


async def test_every_setting_can_be_changed_and_put_back(world: World) -> None:
    ann, table = await options(world)
    values = {each.name: each.values for each in games()["san_andreas"].meta.options}

    await settled(ann, table, first_player="2", too_steep="1")
    steep = values["too_steep"][1]
    assert (await world.match()).setup.options == {"first_player": "2", "too_steep": steep}

    await settled(ann, table, first_player="0")
    assert list((await world.match()).setup.options) == ["too_steep"]


@pytest.mark.parametrize("title", list(games()))
@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_setting_of_any_title_is_left_out(world: World, title: str, language: str) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, f"{title.replace('_', '')} new", where="here", seats=3)
    match, said_in = await world.match(), words(language)

    rules = lobby.rule_options(match, panels()[title], said_in)

    assert len(modal(rules).children) == len(games()[title].meta.options) <= 5
    assert len(modal(lobby.options(match, said_in)).children) == 5


@pytest.mark.parametrize("title", list(games()))
async def test_only_seats_that_there_are_may_begin(world: World, title: str) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, f"{title.replace('_', '')} new", where="here", seats=3)
    match = await world.match()

    asked = lobby.rule_options(match, panels()[title], words("en"))

    selects = [each.menu for each in asked.questions if isinstance(each.menu, Select)]
    first = next(each for each in selects if each.id.endswith("first_player"))
    assert [each.label for each in first.options] == ["Random", "Seat 1", "Seat 2", "Seat 3"]


async def test_a_seat_that_is_to_begin_is_not_taken_away(world: World) -> None:
    ann, table = await options(world)
    await settled(ann, table, first_player="4")
    shown = await world.set_up(ann)

    slip = reply(await ann.select(shown, ["3"], custom_id="s.places.1.0"))

    assert "**Seat 4 can't go first: it would be empty.**" in said(slip)
    assert (await world.match()).places == 4
