"""Who draws: processes beside this one, and a memory of what was drawn.

A picture is found again by all that it shows: nobody gets one that was drawn from what somebody
else may see. Nothing but observations and words goes over to a process.
"""

import os
import pickle
import subprocess
import sys
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from queue import LifoQueue
from selectors import EVENT_READ, DefaultSelector
from threading import Lock
from time import perf_counter
from typing import Final

import structlog

import render
from bot import metrics
from render.drawing import Drawing, key_of
from render.picture import Picture
from render.worker import read, write

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

KEPT_BYTES: Final = 16_000_000
LONGEST_SECONDS: Final = 60.0
"""A process that takes longer for one picture is taken for stuck."""
ENDING_SECONDS: Final = 1.0
_NEEDED: Final = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
"""Of the environment; a process that draws needs no token."""


class DrawingFailed(Exception):
    """The process that drew a picture ended over it, and another one, too."""


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


class Dismissed(Exception):
    """This process is to draw nothing any more."""


class RenderProcess:
    """One process that draws; it is started when first needed, and again after it has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._is_dismissed = False
        self._lock = Lock()

    @property
    def pid(self) -> int | None:
        """The process that there is now, if there is one."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start it, if there is none, also after it was dismissed. Raises `OSError`."""
        with self._lock:
            self._is_dismissed = False
        self._started()

    def picture(self, packed: bytes) -> Picture | Exception:
        """Return the picture, or what was wrong.

        Raises `EOFError` if the process ended over it, `OSError` if there can't be one, and
        `Dismissed`.
        """
        process = self._started()
        assert process.stdin is not None
        try:
            write(process.stdin, packed)
            answer = _answer(process)
        except (BrokenPipeError, ValueError):
            answer = None  # it ended, or somebody closed it
        if answer is None:
            self._end()
            raise EOFError
        came: Picture | Exception = pickle.loads(answer)  # noqa: S301 - our own
        return came

    def dismiss(self) -> None:
        """Tell it nothing any more: it ends when it has drawn what it was told last."""
        with self._lock:
            self._is_dismissed = True
            process = self._process
        if process is not None and process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()

    def close(self) -> None:
        """Dismiss it, and wait until it has ended."""
        self.dismiss()
        self._end()

    def _started(self) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._is_dismissed:
                raise Dismissed
            if self._process is None:
                self._process = _begun()
            return self._process

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
        try:
            process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        # Not before: a thread may wait for its answer, and hears now that none comes.
        if process.stdout is not None:
            process.stdout.close()


def _begun() -> "subprocess.Popen[bytes]":
    environment = {name: value for name in _NEEDED if (value := os.environ.get(name))}
    environment |= {key: each for key, each in os.environ.items() if key.startswith("PYTHON")}
    # It finds this program where we found it, and nothing where it happens to be started.
    root = str(Path(render.__file__).parents[1])
    environment["PYTHONPATH"] = os.pathsep.join([root, *filter(None, sys.path)])
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "render.worker"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def _answer(process: "subprocess.Popen[bytes]") -> bytes | None:
    """Return what a process answers; None if it ended, or if it is stuck."""
    assert process.stdout is not None
    if os.name == "posix":
        with DefaultSelector() as selector:
            selector.register(process.stdout, EVENT_READ)
            if not selector.select(LONGEST_SECONDS):
                return None
    return read(process.stdout)


class Drawers:
    """Makes pictures for any number of threads: finds them, or has them drawn."""

    def __init__(self, processes: int = 0, cache: PictureCache | None = None) -> None:
        self.processes = tuple(RenderProcess() for _ in range(processes))
        self._cache = cache or PictureCache()
        # The one that drew last draws next: what it knows of the boards is newest.
        self._free: LifoQueue[RenderProcess] = LifoQueue()
        for each in self.processes:
            self._free.put(each)

    def start(self) -> None:
        """Start the processes; one that can't be started draws nothing, the threads do."""
        for each in self.processes:
            with suppress(OSError):
                each.start()

    def picture(self, drawing: Drawing) -> Picture:
        """Return the picture; raises what its renderer raises, and `DrawingFailed`."""
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
        if isinstance(came, Exception):
            raise came
        return came


def _twice(process: RenderProcess, packed: bytes) -> Picture | Exception:
    """Draw, and once more if the process ended over it: it may have been killed by somebody."""
    try:
        return process.picture(packed)
    except EOFError:
        log.warning("render-process-ended")
    try:
        return process.picture(packed)
    except EOFError:
        raise DrawingFailed from None
