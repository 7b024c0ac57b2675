"""A button belongs to its server; there is no table for who can not see its channel."""

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.games.custom_ids import ABOUT_A_MATCH, MOST, base36
from bot.interactions.verbs import forms, handlers
from bot.table.match.match import Status
from bot.table.together.deals import DealId
from tests.bot.dealing import proposed, seated
from tests.bot.world import World, control, reply, said

ASKED = sorted(({*handlers(), *forms()} & ABOUT_A_MATCH) | {"w", "g"})
"""Verbs about a match, and two of a title's."""
GONE = "**That table is no longer there.**"


async def forged(world: World, channel: ChannelHandle, code: str) -> Any:
    """Post a button, as a player could who makes up an id."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="forged", custom_id=code))
    view.stop()
    place = world.bot.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    await place.send("forged", view=view)
    return channel.last_message


async def pressed(world: World, person: MemberActor, channel: ChannelHandle, code: str) -> Any:
    return reply(await person.click(await forged(world, channel, code), custom_id=code))


async def test_no_button_answers_in_another_server(world: World) -> None:
    ann, *_ = await seated(world)
    await proposed(world, ann, 1)
    other = world.env.create_guild("Elsewhere")
    far, eve = other.create_text_channel("far"), other.add_member(world.env.create_user("eve"))
    before, shown = await world.match(), len(world.channel.history())

    for verb in ASKED:
        slip = await pressed(world, eve, far, f"b.{verb}.1.0.1.1")
        nothing = await pressed(world, eve, far, f"b.{verb}.999.0.1.1")
        assert said(slip).strip() == said(nothing).strip() == GONE, verb
        assert slip.ephemeral

    assert await world.match() == before
    assert len(world.channel.history()) == shown
    assert (await world.bot.shell.host.negotiation.get(DealId(1))).is_open


async def test_a_channel_that_one_can_not_see_keeps_its_tables_to_itself(world: World) -> None:
    bob = world.person("Bob")
    role = world.guild.create_role("Few")
    hidden = discord.PermissionOverwrite(view_channel=False)
    few = discord.PermissionOverwrite(view_channel=True)
    me = world.guild.me
    assert me is not None
    secret = world.guild.create_text_channel(
        "secret", overwrites={world.guild.default_role: hidden, role: few, me: few}
    )
    carl = world.guild.add_member(world.env.create_user("carl"), roles=[role])
    await carl.slash(secret, "seismic new", where="here")

    slip = await pressed(world, bob, world.channel, "b.join.1.0")
    before = await world.match()
    await carl.click(await forged(world, world.channel, "b.leave.1.0"), custom_id="b.leave.1.0")

    assert said(slip).strip() == GONE
    assert [each.player for each in before.chairs] == [carl.id]
    assert (await world.match()).status is Status.CLOSED


@pytest.mark.parametrize("number", [base36(MOST), base36(MOST + 1), "z" * 40, "-1", "½"])
async def test_a_number_that_nothing_has_is_answered_kindly(world: World, number: str) -> None:
    ann, *_ = await seated(world)

    for code in (
        *(f"b.{verb}.{number}.0" for verb in ("board", "join", "deal", "quit", "w")),
        *(f"b.{verb}.1.0.{number}" for verb in ("accept", "withdraw", "show", "history", "replay")),
        f"b.board.1.{number}",
    ):
        slip = await pressed(world, ann, world.channel, code)
        assert "Something broke" not in said(slip), code


async def test_a_deal_is_answered_at_its_own_table(world: World) -> None:
    ann, bob, _ = await seated(world)
    await proposed(world, ann, 1)
    await ann.slash(world.channel, "aftershock new", seats=3, where="here")
    lobby = world.newest
    for each in (bob, world.person("Dan")):
        await each.click(lobby, custom_id=control(lobby, "join").custom_id)
    await ann.click(lobby, custom_id=control(lobby, "start").custom_id)

    for verb, by in (("accept", bob), ("decline", bob), ("withdraw", ann)):
        slip = await pressed(world, by, world.channel, f"b.{verb}.2.0.1")
        assert "That proposal is no longer there." in said(slip)

    assert (await world.bot.shell.host.negotiation.get(DealId(1))).is_open
