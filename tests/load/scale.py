"""Big numbers: the bot's process in many servers, with many open matches in its database.

`python -m tests.load.scale --guilds 20000 --matches 50000 --shards 8` prints a line of JSON: from
the start of the process until it is ready the seconds, those of the processor among them and those
that loading its modules takes of these; its memory then and when it has been idle for a while, what
being idle costs, and how long the first clicks take. It starts from bytecode, as it does where it
was installed: without, Python compiles all modules anew, which takes three times as long.
"""

import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final

import click
from sqlalchemy import Table

from bot.hosting.host import Host
from bot.storage import schema
from bot.storage.database import Database
from bot.storage.migration import upgrade
from bot.storage.stores import stores_in
from bot.system import SystemClock
from bot.table.ids import PlayerId
from bot.table.match.match import Person
from bot.table.processes.buckets import bucket_of
from bot.table.processes.shares import SOLE
from bot.table.world import NullMessenger
from engine.registry import games
from tests.bot.fakes import KnownEntropy
from tests.load.family import TICKS
from tests.load.tables import NOWHERE
from tests.wire.loopback.server import Discord
from tests.wire.process import BotProcess
from tests.wire.world import ROOT

STARTING_SECONDS: Final = 120.0
IDLE_SECONDS: Final = 20.0
COPIED: Final = (schema.entries, schema.tellings, schema.seats, schema.seeds, schema.waits)
_AT: Final = {"guild", "channel", "bucket", "id"}


@click.command(help=__doc__)
@click.option("--guilds", default=20_000)
@click.option("--matches", default=50_000)
@click.option("--shards", default=1)
def main(guilds: int, matches: int, shards: int) -> None:
    with TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(measured(Path(folder), guilds, matches, shards))))


async def measured(folder: Path, guilds: int, matches: int, shards: int) -> dict[str, Any]:
    # Discord lets a small bot identify every five seconds, one shard after the other.
    async with Discord(shards=shards, max_concurrency=16, identify_interval=0.05) as discord:
        made = discord.add_guilds(guilds)
        file = folder / "scale.sqlite3"
        await _written(file, matches, [(int(each.id), int(each.home.id)) for each in made])
        environment = {
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.url,
            "DATABASE_URL": f"sqlite:///{file}",
            "LOG_FORMAT": "json",
            "SHARD_COUNT": str(shards),
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        }
        await _loading(environment)  # writes the bytecode
        loading = await _loading(environment)
        bot = BotProcess(discord, environment, folder)
        discord.processes.append(bot)
        began = monotonic()
        await bot.start()
        await discord.until(lambda: said(bot, '"ready"'), STARTING_SECONDS, "the bot")
        took, cpu = monotonic() - began, _cpu(bot)
        at_first = bot.memory()
        await discord.until(lambda: discord.rest.commands, STARTING_SECONDS, "its commands")
        person = discord.user("Ann")
        asked = monotonic()
        await person.slash("/settings")
        first = monotonic() - asked
        path, option = next(
            (path, option["name"])
            for path, chain in person.typeable()
            for option in chain[-1].get("options", [])
            if option.get("autocomplete")
        )
        typed = []
        for _ in range(20):
            asked = monotonic()
            await person.autocomplete(path, option, "")
            typed.append(monotonic() - asked)
            await asyncio.sleep(0.3)
        before, since = _cpu(bot), monotonic()
        await asyncio.sleep(IDLE_SECONDS)
        idle = (_cpu(bot) - before) / (monotonic() - since)
        memory = bot.memory()
        await bot.stop()
    return {
        "guilds": guilds,
        "matches": matches,
        "shards": shards,
        "ready_s": round(took, 2),
        "ready_cpu_s": round(cpu, 2),
        "of_it_loading_cpu_s": round(loading, 2),
        "resident_at_ready_mib": round(at_first, 1),
        "resident_idle_mib": round(memory, 1),
        "idle_cpu_percent": round(100 * idle, 2),
        "first_click_ms": round(1000 * first, 1),
        "autocomplete_ms": round(1000 * median(typed), 1),
        "problems": discord.problems[:3],
        "trouble": [line for line in bot.log if '"error"' in line or '"warning"' in line][:3],
    }


async def _loading(environment: dict[str, str]) -> float:
    """Return how many seconds of the processor a process takes that loads the bot's modules."""
    before = _children()
    program = (sys.executable, "-c", "import bot.app, bot.command_line.main")
    process = await asyncio.create_subprocess_exec(*program, env=os.environ | environment)
    assert await process.wait() == 0
    return _children() - before


def _children() -> float:
    used = os.times()
    return used.children_user + used.children_system


def said(bot: BotProcess, event: str) -> bool:
    """Say whether the bot has logged an event."""
    assert bot.process.returncode is None, bot.log
    return any(event in line for line in bot.log)


def _cpu(bot: BotProcess) -> float:
    told = Path(f"/proc/{bot.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
    return sum(map(int, told.split()[11:13])) / TICKS


async def _written(file: Path, matches: int, places: Sequence[tuple[int, int]]) -> None:
    """Begin a match, and copy its rows into the channels of all servers."""
    database = Database(f"sqlite:///{file}")
    await upgrade(database)
    clock, stores = SystemClock(), stores_in(database, games())
    host = Host(stores, NullMessenger(), clock, KnownEntropy(), ownership=SOLE)
    people = [Person(PlayerId(number), f"P{number}") for number in (1, 2)]
    match = await host.lobbies.open(people[0], NOWHERE, "seismic", 2, "open")
    match = await host.lobbies.join(match.id, people[1], "join")
    match = await host.lobbies.start(match.id, people[0].id)
    await host.tick()
    await database.close()
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TEMP TABLE places (id INTEGER, guild, channel, bucket)")
        rows = (
            (number + 2, guild, channel, bucket_of(guild))
            for number, (guild, channel) in zip(range(matches), _round(places), strict=False)
        )
        connection.executemany("INSERT INTO places VALUES (?, ?, ?, ?)", rows)
        connection.execute(
            f"INSERT INTO matches (id, guild, channel, bucket, {_names(schema.matches, _AT)})"
            f" SELECT p.id, p.guild, p.channel, p.bucket, {_of('m', schema.matches, _AT)}"
            " FROM places p, matches m WHERE m.id = 1"
        )
        for table in COPIED:
            names = _names(table, {"id", "match_id"})
            connection.execute(
                f"INSERT INTO {table.name} (match_id, {names})"
                f" SELECT p.id, {_of('t', table, {'id', 'match_id'})}"
                f" FROM places p, {table.name} t WHERE t.match_id = 1"
            )
        connection.execute("UPDATE seats SET player = 10 * match_id + seat, joined_by = match_id")
        connection.execute("UPDATE entries SET request = NULL")
        connection.execute("UPDATE waits SET player = 10 * match_id + seat")


def _round(places: Sequence[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    while True:
        yield from places


def _names(table: Table, but: set[str]) -> str:
    return ", ".join(f'"{each.name}"' for each in table.c if each.name not in but)


def _of(name: str, table: Table, but: set[str]) -> str:
    return ", ".join(f'{name}."{each.name}"' for each in table.c if each.name not in but)


if __name__ == "__main__":
    main()
