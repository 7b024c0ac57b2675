"""The bot asks for the permissions that its calls need, no more and no fewer."""

import re
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from tests.bot.world import World, acting, played

README = Path(__file__).parents[3] / "README.md"


async def test_the_address_that_invites_asks_for_what_is_used(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = re.search(r"permissions=(\d+)", README.read_text(encoding="utf-8"))
    assert found is not None
    invited = discord.Permissions(int(found[1]))
    me = world.guild.me
    assert me is not None
    # What the address doesn't ask for, the bot may not do here, whatever everybody may.
    only = discord.PermissionOverwrite.from_pair(invited, ~invited)
    backend, used = world.env.backend, set[str]()
    requiring = backend.require_permissions

    def require(guild: int | None, user: int, channel: int | None, *names: str) -> Any:
        if user == me.id and guild is not None:
            used.update(names)
        return requiring(guild, user, channel, *names)

    world.channel = world.guild.create_text_channel("narrow", overwrites={me: only})
    monkeypatch.setattr(backend, "require_permissions", require)
    people, chance = [world.person(each) for each in ("Ann", "Bob", "Cleo")], Random(4)
    match = await world.begun(*people, title="aftershock", where="thread")
    assert match.table.place is not None
    await people[0].slash(world.channel, "seismic new", seats=2, where="here")
    await people[0].slash(world.channel, "table hold")
    await played(acting(match, people), await world.table(), chance)
    await world.restart()
    await world.tick()

    # To see a channel is needed for all of it; that pictures are attached nobody asked about here.
    assert any(world.message(match.table.message).attachments)
    asked = {name for name, is_asked in invited if is_asked}
    assert asked == used | {"read_messages", "attach_files"}
