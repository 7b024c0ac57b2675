"""What processes take of the machine; Linux alone tells that, in `/proc`."""

import os
import re
from pathlib import Path
from threading import Lock
from typing import Final

_TICK: Final = 1 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0.0
_PAGE: Final = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0


class Taken:
    """Adds up the processor time of processes that follow one another; for any number of threads.

    What one takes after it was counted last is lost with it.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._lock = Lock()
        self._process: tuple[int, str] | None = None
        self._counted = 0.0

    def count(self, number: int) -> None:
        """Add what the process of this number has taken since it was counted last."""
        try:
            began, seconds = processor_time(number)
        except OSError:
            return  # it has ended meanwhile, or this system tells nothing
        with self._lock:
            if self._process != (number, began):
                self._process, self._counted = (number, began), 0.0
            self.seconds += max(0.0, seconds - self._counted)
            self._counted = max(seconds, self._counted)


def processor_time(number: int) -> tuple[str, float]:
    """Return when a process began, and the seconds of processors it has taken; raise `OSError`."""
    told = Path(f"/proc/{number}/stat").read_text(encoding="ascii", errors="replace")
    fields = told.rpartition(")")[2].split()
    return fields[19], (int(fields[11]) + int(fields[12])) * _TICK


def memory(number: int) -> int:
    """Return the bytes of a process, of pages that it shares its part; raise `OSError`.

    Of a process that lets nobody look at its pages, those count that are its own.
    """
    try:
        told = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii", errors="replace")
    except (FileNotFoundError, PermissionError):
        told = ""
    if (found := re.search(r"^Pss: +(\d+) kB$", told, re.MULTILINE)) is not None:
        return int(found[1]) * 1024
    _, resident, shared, *_ = Path(f"/proc/{number}/statm").read_text(encoding="ascii").split()
    return (int(resident) - int(shared)) * _PAGE
