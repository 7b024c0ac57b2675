"""The whole bot under load: real processes on a Discord on loopback, many open matches, clicks.

`python -m tests.load --matches 200 --clicks 20` clicks by the clock and prints how long the answers
took, what the bot's processes cost, and what this program itself cost beside them.
`--saturate` raises the rate until answers take longer than a second or pile up.
The bot's processes are told apart: itself, and those that draw, think and fork. It thinks over
puzzles and reviews only when it is calm, from a minute after its start on: `--wait 60` lets that
begin before anybody clicks.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Any, Final

import click

from bot.storage.database import Database
from bot.storage.migration import upgrade
from bot.table.ids import PlayerId
from bot.table.match.match import Person
from tests import postgresql
from tests.load.crowd import SUGGESTIONS, TURN, Crowd, Somebody, Table
from tests.load.family import BOT, TICKS, Family
from tests.load.tables import MANY, Place, Position, positions, written
from tests.wire.loopback.server import Discord
from tests.wire.process import BotProcess
from tests.wire.world import ROOT, STARTING

WARMING_SECONDS: Final = 10.0
SETTLING_SECONDS: Final = 3.0
TELLING_SECONDS: Final = 180.0
RATES: Final = (10, 20, 30, 40, 50, 60, 80, 100, 120, 150)
"""Clicks a second that `--saturate` tries."""
TOO_SLOW_MS: Final = 1000.0
A_SERVER: Final = 10
"""As many tables has a server."""


@click.command(help=__doc__)
@click.option("--matches", default=200, help="How many are open.")
@click.option("--clicks", "rate", default=20.0, help="How many a second.")
@click.option("--seconds", default=20.0, help="How long, after a few seconds to warm up.")
@click.option("--wait", default=0.0, help="How many seconds before the first click.")
@click.option("--saturate", is_flag=True, help="Raise the rate until it is too much.")
@click.option("--processes", default=1, help="Processes of the bot; several need PostgreSQL.")
@click.option("--database", type=click.Choice(["sqlite", "postgresql"]), default="sqlite")
@click.option("--setting", "settings", multiple=True, metavar="NAME=VALUE", help="Of the bot.")
@click.option("--trouble", is_flag=True, help="Print what the bot logged as an error.")
def main(
    matches: int,
    rate: float,
    seconds: float,
    wait: float,
    processes: int,
    database: str,
    settings: Sequence[str],
    *,
    saturate: bool,
    trouble: bool,
) -> None:
    rates = [each for each in RATES if each >= rate] if saturate else [rate]
    chosen = dict(each.split("=", 1) for each in settings)
    found = asyncio.run(positions())
    with TemporaryDirectory() as folder, _server(database) as server:
        url = server.url if server else f"sqlite:///{folder}/load.sqlite3"
        load = Load(Path(folder), url, processes, chosen, wait)
        asyncio.run(load.measured(found, matches, rates, seconds))
    if trouble:
        print(*load.errors, sep="\n", file=sys.stderr)


@contextmanager
def _server(database: str) -> Any:
    """Give a PostgreSQL of our own, if that is wanted."""
    programs = postgresql.programs() if database == "postgresql" else None
    if database == "postgresql" and programs is None:
        raise click.UsageError("PostgreSQL is not installed here")
    with postgresql.running(programs) if programs else nullcontext() as server:
        yield server


class Load:
    """A Discord on loopback, its people, and the bot's processes on one database."""

    def __init__(
        self, folder: Path, url: str, processes: int, settings: dict[str, str], wait: float
    ) -> None:
        self._folder, self._url = folder, url
        self._processes, self._settings = processes, settings
        self._wait = wait
        self.errors: list[str] = []
        self.bots: list[BotProcess] = []

    async def measured(
        self, known: Sequence[Position], matches: int, rates: Sequence[float], seconds: float
    ) -> None:
        """Print the figures of each rate as a line of JSON."""
        # A bot that runs alone is told of one shard, as without any settings.
        shards = self._processes if self._processes > 1 else None
        async with Discord(shards=shards, identify_interval=shards and 0.0) as discord:
            crowd = await self.seated(discord, known, matches)
            began = monotonic()
            async with self.running(discord):
                family = Family(each.process.pid for each in self.bots)
                beside = [
                    asyncio.create_task(each) for each in (crowd.draining(), family.watching())
                ]
                await discord.until(lambda: crowd.posts >= matches, TELLING_SECONDS, "all boards")
                took = round(monotonic() - began, 1)
                self._print(told=matches, seconds=took, cpu=_rounded(family.look()))
                await asyncio.sleep(self._wait)
                await crowd.clicking(rates[0], WARMING_SECONDS)
                for rate in rates:
                    figures = await self._figures(crowd, family, rate, seconds)
                    self._print(**figures)
                    if figures["backlog"] > rate or figures["answer_p99_ms"] > TOO_SLOW_MS:
                        break
                for task in beside:
                    task.cancel()
            self.errors += [line for bot in self.bots for line in bot.log if '"error"' in line]
            self._print(errors=len(self.errors), problems=discord.problems[:5])

    async def seated(self, discord: Discord, known: Sequence[Position], matches: int) -> Crowd:
        """Write the matches into the database, each with people and a channel."""
        places, tables, guild = [], [], discord.guild
        for number in range(matches):
            title = known[number % len(known)].match.game
            if number % A_SERVER == 0:
                shard = number // A_SERVER % self._processes
                guild = discord.add_guild(f"Games {number}", shard=(shard, self._processes))
            channel = discord.add_channel(guild, f"table-{number}")
            people = [discord.user(f"p{number}-{seat}") for seat in range(MANY)]
            for each in people:
                each.enter(guild)
            seated = [Person(PlayerId(int(each.id)), each.account.display) for each in people]
            places.append(Place(int(guild.id), int(channel.id), seated))
            seats = len(known[number % len(known)].match.chairs)
            tables.append(Table(title, channel, [Somebody(each) for each in people[:seats]]))
        database = Database(self._url)
        await upgrade(database)
        await written(database, known, places)
        await database.close()
        return Crowd(discord, tables)

    @asynccontextmanager
    async def running(self, discord: Discord) -> AsyncIterator[None]:
        """Start the bot's processes; they end with the block."""
        for number in range(self._processes):
            environment = {
                "DISCORD_TOKEN": discord.token,
                "DISCORD_API_URL": discord.url,
                "DATABASE_URL": self._url,
                "LOG_FORMAT": "json",
                "PYTHONPATH": str(ROOT),
                "PYTHONUNBUFFERED": "1",
                **self._sharding(number),
                **self._settings,
            }
            bot = BotProcess(discord, environment, self._folder)
            discord.processes.append(bot)
            self.bots.append(bot)
            await bot.start()
        await discord.until(
            lambda: len(discord.gateway.live) >= self._processes, STARTING, "the bot"
        )
        await discord.until(lambda: discord.rest.commands, STARTING, "its commands")
        yield

    def _sharding(self, number: int) -> dict[str, str]:
        if self._processes == 1:
            return {}
        return {"SHARD_COUNT": str(self._processes), "SHARD_IDS": str(number)}

    async def _figures(
        self, crowd: Crowd, family: Family, rate: float, seconds: float
    ) -> dict[str, Any]:
        """Click for a while and return what it took."""
        crowd.clicks.clear()
        crowd.skipped = 0
        taken, own, began, busy = family.look(), process_time(), monotonic(), _machine()
        await crowd.clicking(rate, seconds)
        crowd.drain()
        backlog, passed = len(crowd.unanswered), monotonic() - began
        own, busy, memory = process_time() - own, _machine() - busy, family.memory()
        cpu = {kind: whole - taken[kind] for kind, whole in family.look().items()}
        every = sum(cpu.values())
        a_click = {kind: 1000 * each / max(1, len(crowd.clicks)) for kind, each in cpu.items()}
        await asyncio.sleep(SETTLING_SECONDS)
        crowd.drain()
        clicks = [each for each in crowd.clicks if each.what != SUGGESTIONS]
        typed = [each for each in crowd.clicks if each.what == SUGGESTIONS]
        answered = [_ms(each.answered - each.at) for each in clicks if each.answered]
        told = [_ms(each.told - each.at) for each in clicks if each.told]
        return {
            "clicks_per_second": rate,
            **_percentiles("answer", answered),
            **_percentiles("shown", [_ms(each.shown - each.at) for each in clicks if each.shown]),
            **_percentiles("table_message", told),
            **_percentiles(
                "suggestions", [_ms(each.answered - each.at) for each in typed if each.answered]
            ),
            "turn_steps": sum(each.what == TURN for each in clicks),
            "moves_per_second": round(len(told) / passed, 1),
            "deferred": sum(each.deferred for each in clicks),
            "unanswered": sum(each.answered is None for each in crowd.clicks),
            "backlog": backlog,
            "skipped": crowd.skipped,
            "table_message_p99_ms_of": {
                title: _percentiles("of", moved)["of_p99_ms"]
                for title in sorted({each.table.title for each in clicks})
                if len(
                    moved := [
                        _ms(each.told - each.at)
                        for each in clicks
                        if each.told and each.table.title == title
                    ]
                )
                > 1
            },
            "cpu_ms_a_click_and_its_drawing": round(a_click[BOT] + a_click.get("drawing", 0.0), 1),
            "cpu_ms_a_click": _rounded(a_click),
            "cpu": _rounded({kind: each / passed for kind, each in cpu.items()}),
            "own_cpu": round(own / passed, 2),
            "others_cpu": round((busy - every - own) / passed, 2),
            "pss_mib": _rounded(memory),
            "whole_pss_mib": round(sum(memory.values()), 1),
        }

    def _print(self, **figures: Any) -> None:
        print(json.dumps(figures), flush=True)


def _ms(seconds: float) -> float:
    return 1000 * seconds


def _percentiles(name: str, found: list[float]) -> dict[str, float]:
    """Return the median and what ninety and ninety-nine of a hundred are below."""
    cuts = quantiles(found, n=100) if len(found) > 1 else [0.0] * 99
    return {f"{name}_p{part}_ms": round(cuts[part - 1], 1) for part in (50, 90, 99)}


def _machine() -> float:
    """Return the seconds that all processors were busy."""
    told = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:]
    user, nice, system, _, _, irq, soft, *_ = map(int, told)
    return (user + nice + system + irq + soft) / TICKS


def _rounded(found: Mapping[str, float]) -> dict[str, float]:
    return {kind: round(each, 2) for kind, each in sorted(found.items())}


if __name__ == "__main__":
    main()
