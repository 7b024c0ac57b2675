"""How much memory the bot takes, all its processes together: idle, then while people play.

`python -m tests.load.memory` starts it with default settings on a fresh database, lets it alone for
`--idle` seconds, then lets people click at open tables. It prints a line of JSON for each: the MiB
of each process, of which what several share counts in part (PSS).
"""

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click

from tests.load.__main__ import Load
from tests.load.crowd import Crowd
from tests.load.family import Family
from tests.load.tables import positions
from tests.wire.loopback.server import Discord

LOOK_SECONDS: Final = 5.0


@click.command(help=__doc__)
@click.option("--idle", default=120.0, help="How many seconds it is let alone.")
@click.option("--matches", default=24, help="How many are open then; 0: nobody plays.")
@click.option("--clicks", "rate", default=5.0, help="How many a second.")
@click.option("--seconds", default=120.0, help="How long people play.")
@click.option("--rest", default=0.0, help="How many seconds it is let alone afterwards.")
@click.option("--setting", "settings", multiple=True, metavar="NAME=VALUE", help="Of the bot.")
def main(
    idle: float, matches: int, rate: float, seconds: float, rest: float, settings: Sequence[str]
) -> None:
    chosen = dict(each.split("=", 1) for each in settings)
    with TemporaryDirectory() as folder:
        asyncio.run(alone(Path(folder), chosen, idle))
    if matches:
        with TemporaryDirectory() as folder:
            asyncio.run(played(Path(folder), chosen, matches, rate, seconds, rest))


async def alone(folder: Path, settings: dict[str, str], idle: float) -> None:
    """Start it on a fresh database, and look at it when it has been idle for a while."""
    load = Load(folder, f"sqlite:///{folder}/load.sqlite3", 1, settings, 0.0)
    async with Discord() as discord, load.running(discord):
        await asyncio.sleep(idle)
        said("idle", load)


async def played(
    folder: Path, settings: dict[str, str], matches: int, rate: float, seconds: float, rest: float
) -> None:
    """Let people play, and look at it all the time: it is told when it had most."""
    load = Load(folder, f"sqlite:///{folder}/load.sqlite3", 1, settings, 0.0)
    known = await positions()
    async with Discord() as discord:
        crowd: Crowd = await load.seated(discord, known, matches)
        async with load.running(discord):
            draining = asyncio.create_task(crowd.draining())
            await discord.until(lambda: crowd.posts >= matches, 180.0, "all boards")
            playing = asyncio.create_task(crowd.clicking(rate, seconds))
            most = measured(load)
            while not playing.done():
                await asyncio.wait({playing}, timeout=LOOK_SECONDS)
                most = max(most, measured(load), key=lambda each: each["all"])
            print(json.dumps({"when": "playing, most", **most, "clicks": len(crowd.clicks)}))
            said("playing, last", load)
            if rest:
                await asyncio.sleep(rest)
                said("afterwards", load)
            draining.cancel()


def said(when: str, load: Load) -> None:
    print(json.dumps({"when": when, **measured(load)}), flush=True)


def measured(load: Load) -> dict[str, Any]:
    """Return the MiB of the bot's processes, by what they do."""
    found = Family(each.process.pid for each in load.bots).memory()
    return {
        "all": round(sum(found.values()), 1),
        **{kind: round(mib, 1) for kind, mib in found.items()},
    }


if __name__ == "__main__":
    sys.exit(main())
