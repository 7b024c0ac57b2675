"""Hands for Aftershock: whole answers by clicks and menus, from the public message on."""

from random import Random
from typing import Any

from discord import ButtonStyle
from simcord.actors import MemberActor
from simcord.builders import UserHandle
from simcord.results import ResponseMessage

from tests.bot.world import Control, control, controls, menus, reply

FINAL = frozenset("KTPMBxsEnufrHVo")
"""Verbs that play something."""


async def desk_of(person: MemberActor | UserHandle, table: Any) -> ResponseMessage:
    """Open the desk from a public message."""
    return reply(await person.click(table, custom_id=control(table, "desk").custom_id))


async def answered(person: MemberActor | UserHandle, table: Any, chance: Random) -> ResponseMessage:
    """Do what the desk wants, by what it offers, until something is stored."""
    message = await desk_of(person, table)
    for _ in range(40):
        verb, message = await _one_step(person, message, chance)
        if verb in FINAL:
            return message
    raise AssertionError([each.label for each in controls(message)])


async def _one_step(
    person: MemberActor | UserHandle, message: ResponseMessage, chance: Random
) -> tuple[str, ResponseMessage]:
    """Choose something while the seal is disabled; else seal, or press what goes on."""
    offered = [each for each in controls(message) if len(each.verb) == 1 and not each.disabled]
    ready = [each for each in offered if each.style in (ButtonStyle.success, ButtonStyle.danger)]
    ready = [each for each in ready if each.verb in FINAL]
    open_ = [menu for menu in menus(message) if not _is_filled(menu)]
    if open_ and not ready:
        return "", await _chosen(person, message, open_[0], chance)
    keys = [each for each in offered if each.verb in "ktmi" and not each.label.startswith("✓")]
    # Not what only chooses which markers are placed.
    keys = [each for each in keys if "marker" not in each.label]
    keeps_nothing = ready and ready[0].verb == "K" and not any("✓" in e.label for e in offered)
    if keys and (not ready or (keeps_nothing and chance.random() >= 0.2)):
        pick = chance.choice(keys)
    else:
        pick = _picked(ready or offered, chance)
    return pick.verb, reply(await person.click(message, custom_id=pick.custom_id))


def _verb(menu: dict[str, Any]) -> str:
    verb: str = menu["custom_id"].split(".")[1]
    return verb


def _is_filled(menu: dict[str, Any]) -> bool:
    return _verb(menu) == "g" or any(option.get("default") for option in menu["options"])


async def _chosen(
    person: MemberActor | UserHandle, message: ResponseMessage, menu: dict[str, Any], chance: Random
) -> ResponseMessage:
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    count = least if least == most else max(1, min(most, 2))
    values = chance.sample([option["value"] for option in menu["options"]], count)
    return reply(await person.select(message, values, custom_id=menu["custom_id"]))


def _picked(offered: list[Control], chance: Random) -> Control:
    """Prefer what goes on: buying now and then, passing else; never a way back."""
    moving = [each for each in offered if each.verb not in "scwgdea"]
    passing = [each for each in moving if each.verb == "x"]
    if passing and chance.random() < 0.6:
        return passing[0]
    return chance.choice(moving or offered)
