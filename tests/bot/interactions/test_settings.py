"""What `/settings` says of itself, and what admins look at behind `/setup server`."""

from typing import Any

import discord

from tests.bot.world import World, control, controls, menus, reply, said


def chosen(message: Any, custom_id: str) -> str:
    """Return what a closed menu shows: the line that is chosen."""
    menu = next(each for each in menus(message) if each["custom_id"] == custom_id)
    (line,) = [each["label"] for each in menu["options"] if each.get("default")]
    return str(line)


def admin(world: World, name: str = "Ann") -> Any:
    role = world.guild.create_role("Admin", permissions=discord.Permissions(manage_guild=True))
    user = world.env.create_user(name.lower(), global_name=name)
    return world.guild.add_member(user, roles=[role])


async def test_settings_sum_up_in_a_line_and_name_their_menu(world: World) -> None:
    ann = world.person("Ann")

    shown = reply(await ann.slash(world.channel, "settings"))
    before, asked = said(shown), chosen(shown, "s.language")
    french = reply(await ann.select(shown, ["fr"], custom_id="s.language"))

    assert (
        "### Your settings\nLanguage: same as Discord · Reminders: Standard"
        " · Quiet hours: none · Time zone: not set · Holiday: none planned"
    ) in before
    assert asked == "Language: same as Discord"
    assert chosen(french, "s.language") == "Langue\u202f: Français"


async def test_admins_learn_where_the_bot_may_not_post(world: World) -> None:
    ann = admin(world)
    me = world.guild.me
    assert me is not None
    mute = discord.PermissionOverwrite(send_messages=False, create_public_threads=False)
    quiet = world.guild.create_text_channel("quiet", overwrites={me: mute})

    shown = reply(await ann.slash(world.channel, "setup server"))
    shown = reply(await ann.click(shown, label="Who and where"))
    here = said(reply(await ann.click(shown, custom_id=control(shown, "try-posting").custom_id)))
    shown = reply(await ann.slash(world.channel, "setup server"))
    shown = reply(await ann.click(shown, label="Who and where"))
    shown = reply(await ann.select(shown, [world.channel, quiet], custom_id="s.channels"))
    told = said(reply(await ann.click(shown, label="Test whether I may post")))

    assert f"✓ <#{world.channel.id}>: I can post tables here." in here
    assert f"✓ <#{world.channel.id}>" in told
    assert f"✗ <#{quiet.id}>: I lack Send Messages, Attach Files, Create Public Threads." in told


async def test_only_admins_test(world: World) -> None:
    old = await world.leftover("b.try-posting")
    dan = world.person("Dan")

    slip = reply(await dan.click(old, custom_id="b.try-posting"))

    assert "Only for those who may manage this server." in said(slip)
    assert controls(slip) == []
