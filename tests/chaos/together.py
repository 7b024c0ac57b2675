"""Several campaigns side by side, until they have killed `--kills` processes together.

`python -m tests.chaos.together --kills 1000 --minutes 40`: SQLite, and PostgreSQL with two
processes in shards; two campaigns of each, one of them with pictures. Each has people, database,
Discord and processes of its own.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final

from tests.chaos.campaign import KILLS, POSTGRESQL, SQLITE
from tests.wire.world import ROOT

CAMPAIGNS: Final[dict[str, dict[str, Any]]] = {
    "SQLite": {"database": SQLITE, "tables": 4},
    "SQLite, pictures": {"database": SQLITE, "tables": 3, "pictures": True},
    "PostgreSQL": {"database": POSTGRESQL, "tables": 4, "processes": 2, "shards": 4},
    "PostgreSQL, pictures": {
        "database": POSTGRESQL,
        "tables": 3,
        "processes": 2,
        "shards": 4,
        "pictures": True,
    },
}
TROUBLES: Final = {
    SQLITE: {"faults": 60, "workers": 60, "jumps": 6},
    POSTGRESQL: {"faults": 60, "workers": 60, "jumps": 6, "restarts": 6, "deploys": 2, "stops": 1},
}
"""Besides the kills; how many of them there is time for is counted."""
SETTLING_PART: Final = 0.15
"""Of the time that is given, this part is for the end: all is told, and judged."""
LOOK_SECONDS: Final = 1.0


@dataclass
class Campaign:
    """One of those that go on side by side."""

    name: str
    folder: Path
    process: asyncio.subprocess.Process
    said: str = ""
    counted: Counter[str] = field(default_factory=Counter)

    @property
    def kills(self) -> int:
        file = self.folder / KILLS
        return int(file.read_text(encoding="ascii") or 0) if file.exists() else 0


async def begun(
    name: str, seed: int, kills: int, minutes: float, folder: Path, enough: Path
) -> Campaign:
    """Begin a campaign."""
    how = CAMPAIGNS[name]
    options = {
        "seed": seed,
        "kills": kills,
        "minutes": minutes,
        "matches": 0,
        "moves": 1,
        "pause": 0.5,
        "patience": 3600.0,
        "keep": folder,
        "enough": enough,
        **TROUBLES[how["database"]],
        **how,
    }
    words = list[str]()
    for option, value in options.items():
        words += [f"--{option}"] if value is True else [f"--{option}", str(value)]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.chaos", "--json", *words),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    return Campaign(name, folder, process)


async def fought(
    names: Sequence[str], kills: int, minutes: float, seed: int, folder: Path
) -> list[Campaign]:
    """Let campaigns go on until they have killed enough together, or time is up."""
    enough, folders = folder / "enough", [folder / str(n) for n, _ in enumerate(names)]
    going_on = (1 - SETTLING_PART) * minutes
    campaigns = [
        await begun(name, seed + number, kills, going_on, folders[number], enough)
        for number, name in enumerate(names)
    ]
    ending = [asyncio.create_task(each.process.communicate()) for each in campaigns]
    while not all(each.done() for each in ending):
        await asyncio.wait(ending, timeout=LOOK_SECONDS)
        if sum(each.kills for each in campaigns) >= kills:
            enough.touch()
    for each, ended in zip(campaigns, ending, strict=True):
        each.said = ended.result()[0].decode()
    return campaigns


def main() -> None:
    """Fight, and print what was counted in each campaign and what is wrong."""
    parser = argparse.ArgumentParser("tests.chaos.together", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=40.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=CAMPAIGNS, nargs="*", default=list(CAMPAIGNS))
    parser.add_argument("--keep", type=Path, help="a folder for databases and logs, which stay")
    given, began = parser.parse_args(), monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (given.keep or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        campaigns = asyncio.run(fought(given.only, given.kills, given.minutes, given.seed, folder))
    complaints, every = list[str](), set[str]()
    for each in campaigns:
        try:
            verdict = json.loads(each.said.splitlines()[-1])
        except (ValueError, IndexError):
            complaints.append(f"{each.name}: it broke: {each.said[-300:]}")
            continue
        each.counted.update(verdict["counted"])
        complaints += [f"{each.name}: {line}" for line in verdict["complaints"]]
        every |= each.counted.keys()
    print(f"| {' | '.join(['', *(each.name for each in campaigns), 'together'])} |")
    print("|---" * (len(campaigns) + 2) + "|")
    for name in sorted(every):
        times = [each.counted[name] for each in campaigns]
        print(f"| {' | '.join(map(str, (name, *times, sum(times))))} |")
    for line in complaints[:60]:
        print("-", line)
    total = sum(each.kills for each in campaigns)
    took = (monotonic() - began) / 60
    print(f"{total} kills in {took:.1f} minutes, {len(complaints)} complaints")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
