"""All commands are what they were once found good; they are the only ones the bot reads."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.client import FaultlineClient
from bot.cogs import load_cogs
from bot.interactions.command_tree import digest
from bot.storage.database import Database
from bot.storage.processes.deployment import ReleaseStore
from tests.bot.commanding import payloads, tree_of_commands
from tests.bot.world import World

GOLDEN = Path(__file__).parent / "commands.txt"
"""A line for each command and group: what Discord is told, without translations."""
COGS = {"ControlsCog", "PersonCog", "setup", "table", "seismic", "sanandreas", "aftershock"}
GROUPED = 1
"""The type of a command that stands in a group."""


def lines(command: dict[str, Any], path: str = "") -> Iterator[str]:
    """Yield a line for a command, and for each that stands in it."""
    path = f"{path}/{command['name']}"
    options = command.get("options", [])
    inside = [each for each in options if each["type"] == GROUPED]
    own = plain({**command, "options": [] if inside else options})
    yield f"{path} {json.dumps(own, ensure_ascii=False, sort_keys=True)}"
    for each in inside:
        yield from lines(each, path)


def plain(told: Any) -> Any:
    """Return what Discord is told without its translations."""
    match told:
        case dict():
            kept = {k: v for k, v in told.items() if not k.endswith("_localizations")}
            return {key: plain(value) for key, value in kept.items()}
        case list():
            return [plain(each) for each in told]
        case _:
            return told


async def test_every_command_is_as_it_was() -> None:
    told = sorted(await payloads(), key=lambda each: str(each["name"]))

    assert [line for each in told for line in lines(each)] == GOLDEN.read_text().splitlines()


async def test_a_release_is_told_by_its_commands_in_whatever_order_they_are_loaded() -> None:
    tree, changed = await tree_of_commands(), await tree_of_commands()
    first = changed.get_commands()[0]
    changed.remove_command(first.name)
    fewer = await digest(changed)
    changed.add_command(first)

    assert await digest(changed) == await digest(tree)
    assert fewer != await digest(tree)


async def test_a_client_that_closes_does_not_tell_discord_that_there_are_no_commands(
    simcord_bot: FaultlineClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []

    async def sync() -> None:
        told.append(len(simcord_bot.tree.get_commands()))

    monkeypatch.setattr(simcord_bot.tree, "sync", sync)
    releases = ReleaseStore(database)
    async with simcord_bot:
        await load_cogs(simcord_bot)
        await releases.once("commands", "before", simcord_bot._tell_commands)

    with pytest.raises(ConnectionAbortedError):
        await releases.once("commands", "now", simcord_bot._tell_commands)

    assert simcord_bot.tree.get_commands() == []
    assert told == [14]


async def test_every_module_adds_its_cogs_and_no_message_is_read(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    assert set(world.bot.cogs) == COGS
    assert world.bot.commands == set()
    assert not [each for each in caplog.get_records("setup") if each.name.startswith("discord.ext")]


if __name__ == "__main__":
    import asyncio

    every = sorted(asyncio.run(payloads()), key=lambda each: str(each["name"]))
    GOLDEN.write_text("".join(f"{line}\n" for each in every for line in lines(each)))
