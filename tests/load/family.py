"""What the bot's processes cost, told apart by what they do: those it started, too."""

import asyncio
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

BOT: Final = "bot"
WORKERS: Final = ("drawing", "thinking", "forking")
"""Modules of `bot.workers` that run as processes; a process that was forked has it as its name."""
SAMPLING_SECONDS: Final = 0.5
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Family:
    """The bot's processes and their children.

    One that has ended keeps what it had taken when it was looked at last.
    """

    def __init__(self, bots: Iterable[int]) -> None:
        self._bots = tuple(bots)
        self._taken: dict[tuple[int, int], tuple[str, float]] = {}
        """What and how many seconds, by id and start: ids come again."""

    async def watching(self) -> None:
        """Look at them again and again, until this is cancelled."""
        while True:
            self.look()
            await asyncio.sleep(SAMPLING_SECONDS)

    def look(self) -> Counter[str]:
        """Return the seconds of processor that each kind has taken since it began."""
        for process in self._ids():
            try:
                told = _stat(process)
                began, seconds = int(told[19]), sum(map(int, told[11:13])) / TICKS
                self._taken[process, began] = kind_of(process), seconds
            except OSError:
                continue  # it has ended meanwhile
        found: Counter[str] = Counter()
        for kind, seconds in self._taken.values():
            found[kind] += seconds  # type: ignore[assignment] # counts of seconds
        return found

    def memory(self) -> Counter[str]:
        """Return the MiB of each kind; what processes share counts in parts (PSS)."""
        found: Counter[str] = Counter()
        for process in self._ids():
            try:
                told = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
                (line,) = (each for each in told.splitlines() if each.startswith("Pss:"))
                found[kind_of(process)] += int(line.split()[1]) / 1024  # type: ignore[assignment]
            except (OSError, ValueError):
                continue  # it has ended meanwhile
        return found

    def _ids(self) -> Iterator[int]:
        todo = list(self._bots)
        for each in todo:
            yield each
            for children in Path(f"/proc/{each}/task").glob("*/children"):
                try:
                    todo += map(int, children.read_text(encoding="ascii").split())
                except OSError:
                    continue  # its thread has ended meanwhile


def kind_of(process: int) -> str:
    """Return what a process of the bot does: its worker's module, or "bot"."""
    name = Path(f"/proc/{process}/comm").read_text(encoding="utf-8").strip()
    if name in WORKERS:
        return name
    command = Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace")
    module = re.search(r"bot\.workers\.(\w+)", command)
    return BOT if module is None else module[1]


def _stat(process: int) -> list[str]:
    return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
