"""What a worker may take of the machine; it keeps to that itself, also when the bot is gone."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil
from typing import Final, Self

LEAST_NICE: Final = 19
"""The lowest priority there is."""
NONE: Final = "-"


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """What a worker may take: `seconds` by the clock for an answer, and what else is named.

    Without `processor_seconds` the clock alone limits an answer. With them, as for work in the
    background that gets what others leave, the clock only says when a process is taken for stopped.
    `memory_mib` is what it may have of data. Windows has no limits but the clock.
    """

    seconds: float
    processor_seconds: float | None = None
    memory_mib: int | None = None
    is_background: bool = False

    def arguments(self) -> tuple[str, ...]:
        """Return them as arguments of a program."""
        each = (self.seconds, self.processor_seconds, self.memory_mib, int(self.is_background))
        return tuple(NONE if limit is None else str(limit) for limit in each)

    @classmethod
    def of(cls, arguments: list[str]) -> Self:
        """Read what `arguments` wrote."""
        seconds, processor, memory, background = arguments
        return cls(
            float(seconds),
            None if processor == NONE else float(processor),
            None if memory == NONE else int(memory),
            background == "1",
        )

    def begin(self) -> None:
        """Limit the memory of this process, beyond which is `MemoryError`, and its priority."""
        if sys.platform != "win32" and self.memory_mib is not None:
            from resource import RLIMIT_DATA, setrlimit  # noqa: PLC0415 - Windows has none

            most = self.memory_mib << 20
            setrlimit(RLIMIT_DATA, (most, most))
        if self.is_background:
            lower_priority()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Let this process end over an answer that takes too long; nobody else may be left."""
        if sys.platform == "win32":
            yield
            return
        signal.alarm(ceil(self.seconds) + 1)
        # What it has of the processor counts, not what others keep from it.
        signal.setitimer(signal.ITIMER_PROF, self.processor_seconds or 0)
        try:
            yield
        finally:
            signal.alarm(0)
            signal.setitimer(signal.ITIMER_PROF, 0)


def lower_priority() -> None:
    """Give way to all other processes of the machine, as far as that can be had.

    Where it can't, work goes on as it is: a system may forbid it, or know no priorities.
    """
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(LEAST_NICE)
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def is_over_processor_time(exit_code: int | None) -> bool:
    """Say whether a process has ended as it took more of the processor than it may."""
    return sys.platform != "win32" and exit_code == -signal.SIGPROF
