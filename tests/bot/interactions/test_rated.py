"""Matches that count for ratings and friendly ones, from the lobby to the result; who is rated."""

import pytest
from simcord.actors import MemberActor

from bot.table.ids import PlayerId
from tests.bot.interactions.test_reviews import over
from tests.bot.tables import played_out
from tests.bot.world import World, control, controls, posts, reply, said


async def opened(world: World) -> MemberActor:
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", seats=2, where="here")
    return ann


async def test_a_host_makes_a_table_friendly_and_rated_again(world: World) -> None:
    ann = await opened(world)
    before = said(world.newest)

    shown = await world.set_up(ann)
    friendly = reply(await ann.click(shown, label="Rated: yes"))
    lobby = said(world.newest)
    agreed = (await world.match()).is_friendly
    await ann.click(friendly, label="Rated: friendly")

    assert "Friendly" not in before
    assert "**Friendly** not rated" in lobby
    assert agreed
    assert not (await world.match()).is_friendly
    assert said(world.newest) == before


async def test_a_second_click_changes_nothing_more(world: World) -> None:
    ann = await opened(world)
    pressed = control(await world.set_up(ann), "rated").custom_id
    left = await world.leftover(pressed)

    await ann.click(left, custom_id=pressed)
    await ann.click(left, custom_id=pressed)

    assert (await world.match()).is_friendly


async def test_only_the_host_decides_and_only_before_the_first_move(world: World) -> None:
    ann, bob = await opened(world), world.person("Bob")
    lobby = world.newest
    await bob.click(lobby, custom_id=control(lobby, "join").custom_id)
    old = await world.leftover("b.rated.1.0.friendly")

    guest = said(reply(await bob.click(old, custom_id="b.rated.1.0.friendly")))
    await ann.click(lobby, custom_id=control(lobby, "start").custom_id)
    late = said(reply(await ann.click(old, custom_id="b.rated.1.0.friendly")))

    assert "Only the host, Ann, can do that." in guest
    assert late
    assert not (await world.match()).is_friendly


async def test_a_rematch_of_a_friendly_match_is_friendly(world: World) -> None:
    ann = await opened(world)
    await ann.click(await world.set_up(ann), label="Rated: yes")
    lobby = world.message((await world.match()).cover.message)
    await ann.click(lobby, label="Leave")

    closed = world.message((await world.match()).cover.message)
    await ann.click(closed, label="Open it again")

    assert (await world.match(2)).is_friendly
    assert "**Friendly** not rated" in said(world.newest)


@pytest.mark.parametrize(
    ("world", "told"),
    [
        ("en-US", "-# Not rated: ended by vote."),
        ("fr", "-# Non cotée\u202f: terminée par vote."),
        ("es-ES", "-# Sin valorar: terminó por votación."),
    ],
    indirect=["world"],
)
async def test_a_result_says_why_it_is_not_rated(world: World, told: str) -> None:
    await over(world)

    assert told in (await world.table()).content.splitlines()


async def test_a_result_says_what_the_match_was_worth(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    match = await world.begun(ann, bob, where="here")

    match = await played_out(world.bot.shell.host, match.id)

    text = (await world.table()).content
    order = sorted(match.chairs, key=lambda each: each.name)
    assert len(order) == 2
    assert "-# Rated: " in text
    assert "Ann 1 of 5" in text
    assert "Bob 1 of 5" in text
    assert sum("Rated: " in str(each.get("content")) for each in posts(world)) == 1


async def test_settings_switch_rating_and_statistics_off_and_on(world: World) -> None:
    ann = world.person("Ann")
    store = world.bot.shell.stores.players
    shown = reply(await ann.slash(world.channel, "settings"))
    on = [each.label for each in controls(shown)]

    shown = reply(await ann.click(shown, label="Rated and listed: on"))
    shown = reply(await ann.click(shown, label="Statistics for others: on"))
    off = await store.preferences(PlayerId(ann.id))
    shown = reply(await ann.click(shown, label="Rated and listed: off"))
    again = await store.preferences(PlayerId(ann.id))

    assert {"Rated and listed: on", "Statistics for others: on"} <= set(on)
    assert "Turned on again, your rating continues where it was." in said(shown)
    assert (off.unlisted, off.unseen) == (True, True)
    assert (again.unlisted, again.unseen) == (False, True)
