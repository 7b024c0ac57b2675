"""What the bot's processes take of the machine: this one, those that draw, those that think."""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from bot import metrics
from bot.workers.taken import Taken, memory

KINDS: Final = ("bot", "drawer", "thinker", "background", "forker")
"""Background: the process that thinks about what nobody waits for; forker: what begins others."""

for _kind in KINDS:
    metrics.PROCESS_CPU.labels(_kind)
    metrics.PROCESS_MEMORY.labels(_kind)
    metrics.PROCESSES.labels(_kind)


class Worker(Protocol):
    """A process that there may be, and others before it."""

    @property
    def pid(self) -> int | None: ...

    @property
    def taken(self) -> Taken: ...


class ThisProcess:
    """The bot itself."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.taken = Taken()


class Consumption:
    """Shows what processes take, from one look to the next."""

    def __init__(self) -> None:
        self._here = ThisProcess()
        self._shown: dict[Worker, float] = {}

    def look(self, workers: Mapping[str, Iterable[Worker]]) -> None:
        """Show what workers of each kind have taken since the last look, and this process."""
        shown = dict[Worker, float]()
        for kind in KINDS:
            those: Sequence[Worker] = [self._here] if kind == "bot" else [*workers.get(kind, ())]
            sizes = [size for each in those if (size := self._size(each)) is not None]
            for each in those:
                shown[each] = each.taken.seconds
                metrics.PROCESS_CPU.labels(kind).inc(shown[each] - self._shown.get(each, 0.0))
            metrics.PROCESS_MEMORY.labels(kind).set(sum(sizes))
            metrics.PROCESSES.labels(kind).set(len(sizes))
        self._shown = shown

    @staticmethod
    def _size(worker: Worker) -> int | None:
        """Count what a worker has taken, and return its memory; None: there is no process."""
        if (number := worker.pid) is None:
            return None
        worker.taken.count(number)
        try:
            return memory(number)
        except OSError:
            return None  # it has ended meanwhile, or this system tells nothing
