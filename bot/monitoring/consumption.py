"""What the bot's processes take of the machine: this one, those that draw, those that think.

Linux alone tells that, in `/proc`; elsewhere the figures stay 0.
"""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from bot import metrics

KINDS: Final = ("bot", "drawer", "thinker", "background")
"""Background: the process that thinks about what nobody waits for."""
_TICK: Final = 1 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0.0
_PAGE: Final = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0

for _kind in KINDS:
    metrics.PROCESS_CPU.labels(_kind)
    metrics.PROCESS_MEMORY.labels(_kind)
    metrics.PROCESSES.labels(_kind)


class Consumption:
    """Counts what processes take from one look to the next.

    What one took after the last look before its end is lost: processes that have nothing to do stay
    for longer than that.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[int, str], float] = {}
        """The seconds of processes that were counted, by their number and when they began."""

    def look(self, processes: Mapping[str, Iterable[int]]) -> None:
        """Count what the processes of each kind have taken since the last look."""
        seen = dict[tuple[int, str], float]()
        for kind in KINDS:
            memory, there = 0, 0
            for number in processes.get(kind, ()):
                try:
                    began, seconds = _processor_time(number)
                    memory += _memory(number)
                except OSError:
                    continue  # it has ended meanwhile, or this system tells nothing
                there += 1
                process = number, began
                taken = seconds - self._seen.get(process, 0.0)
                metrics.PROCESS_CPU.labels(kind).inc(max(0.0, taken))
                seen[process] = seconds
            metrics.PROCESS_MEMORY.labels(kind).set(memory)
            metrics.PROCESSES.labels(kind).set(there)
        self._seen = seen


def _processor_time(number: int) -> tuple[str, float]:
    """Return when a process began, and the seconds of processors that it took."""
    told = Path(f"/proc/{number}/stat").read_text(encoding="ascii", errors="replace")
    fields = told.rpartition(")")[2].split()
    return fields[19], (int(fields[11]) + int(fields[12])) * _TICK


def _memory(number: int) -> int:
    """Return the bytes of a process; of pages that it shares with others its part.

    A process that lets nobody look at it tells how much it has; of that its own pages count.
    """
    try:
        told = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii", errors="replace")
    except (FileNotFoundError, PermissionError):
        told = ""
    if (found := re.search(r"^Pss: +(\d+) kB$", told, re.MULTILINE)) is not None:
        return int(found[1]) * 1024
    _, resident, shared, *_ = Path(f"/proc/{number}/statm").read_text(encoding="ascii").split()
    return (int(resident) - int(shared)) * _PAGE
