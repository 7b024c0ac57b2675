"""Nothing of one server is seen in another: all commands, their suggestions, buttons about nothing.

A person asks everything in a server of their own, before and after another server is full of
tables, results and ratings, and gets the same answers.
"""

import re
from collections.abc import Mapping
from typing import Any

import discord
from simcord.actors import MemberActor

from bot.games.custom_ids import ABOUT_NOTHING
from tests.bot.commanding import payloads
from tests.bot.interactions.test_reviews import over
from tests.bot.interactions.test_servers import forged
from tests.bot.storage.test_statistics import season
from tests.bot.world import World, reply, said

OPENS_TABLES = frozenset({"new", "learn", "open"})
"""A table has a number that no other table anywhere has, so these tell how many there were."""
USER, STRING = 6, 3


async def test_no_command_says_anything_about_another_server(world: World) -> None:
    commands = await leaves()

    before = await answers(world, "eve", commands)
    ann, _ = await over(world)
    await ann.slash(world.channel, "seismic new", where="here")
    await fill(world)
    after = await answers(world, "another eve", commands)

    assert {asked: told for asked, told in after.items() if told != before[asked]} == {}
    assert len(before) > len(commands) > 40


async def fill(world: World) -> None:
    """Give the world's server a season of results."""
    database = world.bot.shell.stores.matches._database
    await season(database, world.bot.shell.stores.matches, 40, guilds=(world.guild.id,))


async def leaves() -> dict[str, Mapping[str, Any]]:
    """Return all commands that open no table, by the words that are typed for them."""
    found: dict[str, Mapping[str, Any]] = {}
    for each in await payloads():
        subs = [option for option in each.get("options", ()) if option["type"] == 1]
        if each["type"] != 1:
            continue
        for sub in subs or [each]:
            name = f"{each['name']} {sub['name']}" if subs else each["name"]
            if sub["name"] not in OPENS_TABLES:
                found[name] = sub
    return found


async def answers(
    world: World, name: str, commands: Mapping[str, Mapping[str, Any]]
) -> dict[str, str]:
    """Return what the admin of a new server is told who asks for everything."""
    home = world.env.create_guild("Home")
    channel = home.create_text_channel("home")
    role = home.create_role("Admins", permissions=discord.Permissions(administrator=True))
    eve = home.add_member(world.env.create_user(name, global_name="Eve"), roles=[role])
    told = {}
    for typed, command in commands.items():
        options = command.get("options", ())
        for given in ([each for each in options if each.get("required")], list(options)):
            values = {each["name"]: value(each, eve) for each in given}
            shown = reply(await eve.slash(channel, typed, **values))
            told[f"/{typed} {sorted(values)}"] = plain(said(shown))
        for each in options:
            if each.get("autocomplete"):
                offered = await eve.autocomplete(channel, typed, each["name"], "")
                told[f"/{typed} {each['name']}…"] = str(offered)
    for verb in sorted(ABOUT_NOTHING - OPENS_TABLES):
        code = f"b.{verb}"
        result = await eve.click(await forged(world, channel, code), custom_id=code)
        told[verb] = plain(said(reply(result))) if result.response else ""
    return told


def value(option: Mapping[str, Any], eve: MemberActor) -> object:
    """Return something that can be typed for an option."""
    if option["type"] == USER:
        return eve
    if choices := option.get("choices"):
        return choices[0]["value"]
    if option["type"] == STRING:
        return "seismic" if option["name"] in {"game", "jeu"} else "1"
    return option.get("min_value", 1)


def plain(text: str) -> str:
    """Return a text without Discord's ids."""
    return re.sub(r"\d{17,}", "…", text)
