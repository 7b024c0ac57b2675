"""What draws: processes beside this one, and a memory of what was drawn.

The memory is keyed by all that a picture shows: so nobody gets one that was drawn from what only
another player may see. Nothing but observations and words goes over to a process.
"""

from collections import OrderedDict
from queue import LifoQueue
from threading import Lock
from time import perf_counter
from typing import Final

import structlog

from bot import metrics
from bot.workers.forks import Forks
from bot.workers.limits import WorkerLimits
from bot.workers.process import Dismissed, Ended, WorkerProcess
from render.drawing import Drawing, key_of
from render.picture import Picture

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

KEPT_BYTES: Final = 16_000_000
LONGEST_SECONDS: Final = 60.0
"""A process that takes longer for one picture is taken for stuck."""


class DrawingFailed(Exception):
    """The process that drew a picture ended over it, and another one, too; or it drew none."""


class PictureCache:
    """Pictures by the key of their drawing, the least used forgotten; for any number of threads."""

    def __init__(self, budget: int = KEPT_BYTES) -> None:
        """Keep at most `budget` bytes."""
        self._budget = budget
        self._kept: OrderedDict[bytes, Picture] = OrderedDict()
        self._lock = Lock()
        self.size = 0

    def get(self, key: bytes) -> Picture | None:
        """Return the picture of this key, if it is kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: bytes, picture: Picture) -> None:
        """Keep a picture; one that would take a quarter of the room isn't kept."""
        if len(picture.data) > self._budget // 4:
            return
        with self._lock:
            if key not in self._kept:
                self._kept[key] = picture
                self.size += len(picture.data)
            while self.size > self._budget:
                self.size -= len(self._kept.popitem(last=False)[1].data)


class Drawers:
    """Makes pictures for any number of threads: finds them, or has them drawn."""

    def __init__(
        self, processes: int = 0, cache: PictureCache | None = None, forks: Forks | None = None
    ) -> None:
        self.processes = tuple(
            WorkerProcess("bot.workers.drawing", WorkerLimits(LONGEST_SECONDS), forks)
            for _ in range(processes)
        )
        self._cache = cache or PictureCache()
        # The one that drew last draws next: what it knows of the boards is newest.
        self._free: LifoQueue[WorkerProcess] = LifoQueue()
        for each in self.processes:
            self._free.put(each)

    def rest(self) -> None:
        """End the processes that draw nothing now; they begin again when they are needed."""
        for each in self.processes:
            each.rest()

    def picture(self, drawing: Drawing) -> Picture:
        """Return the picture.

        Raises `WorkerFailed` if its renderer raises an error there, `Unreadable`, `DrawingFailed`.
        """
        packed = drawing.packed()
        key = key_of(packed)
        found = self._cache.get(key)
        metrics.PICTURES.labels("drawn" if found is None else "cache").inc()
        if found is not None:
            return found
        began = perf_counter()
        picture = self._drawn(drawing, packed)
        metrics.RENDER.labels(drawing.method).observe(perf_counter() - began)
        self._cache.keep(key, picture)
        return picture

    def close(self) -> None:
        """End the processes; what is being drawn is finished, and all else is drawn here."""
        for each in self.processes:
            each.dismiss()
        for each in self.processes:
            each.close()

    def _drawn(self, drawing: Drawing, packed: bytes) -> Picture:
        if not self.processes:
            return drawing.drawn()
        process = self._free.get()
        try:
            came = _twice(process, packed)
        except Dismissed:
            return drawing.drawn()
        except OSError as error:
            log.warning("no-render-process", reason=repr(error))
            return drawing.drawn()
        finally:
            self._free.put(process)
        try:
            return Picture.read(came)
        except ValueError as error:
            raise DrawingFailed(str(error)) from error


def _twice(process: WorkerProcess, packed: bytes) -> bytes:
    """Draw, and once more if the process ended meanwhile, as the system may have killed it."""
    try:
        return process.answer(packed)
    except Ended:
        log.warning("render-process-ended")
    try:
        return process.answer(packed)
    except Ended:
        raise DrawingFailed from None
