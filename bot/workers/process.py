"""The bot's end: a process that is started when it is needed, and again after it has ended."""

import os
import pickle
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, RLock, Timer
from typing import Any, Final

from bot import workers
from bot.workers.limits import WorkerLimits, is_over_processor_time
from bot.workers.pipes import read, write
from bot.workers.taken import Taken

ENDING_SECONDS: Final = 1.0
_NEEDED: Final = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
"""Of the environment; a worker needs no token."""


class Dismissed(Exception):
    """This process is to do nothing any more."""


class Ended(Exception):
    """The process ended over what it was asked."""


class TookTooLong(Ended):
    """It was taken for stuck, and killed."""


class WorkerProcess:
    """One process that runs a `program`, the name of its module, within `limits`.

    Any number of threads may end it; one at a time asks it something.
    """

    def __init__(self, program: str, limits: WorkerLimits) -> None:
        self._command = (program, *limits.arguments())
        self._longest = limits.seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._is_dismissed = False
        self.taken = Taken()
        """What its processes have taken of processors, those that have ended among them."""
        self._lock = Lock()
        self._asking = RLock()
        """Held while its answer is waited for."""

    @property
    def pid(self) -> int | None:
        """The process that there is now, if there is one."""
        process = self._process
        return None if process is None else process.pid

    def start(self) -> None:
        """Start it, if there is none, also after it was dismissed. Raises `OSError`."""
        if self._is_dismissed:
            self.end()  # nobody can tell that one anything any more
        with self._lock:
            self._is_dismissed = False
        self._started()

    def answer(self, packed: bytes) -> Any:
        """Return what comes of it, or the error that it raised.

        Raises `Ended`, `OSError` if there can't be a process, and `Dismissed`.
        """
        with self._asking:
            process = self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            is_late = Event()

            def stop() -> None:
                is_late.set()
                process.kill()

            # One that is stopped reads nothing and says half of something: only its end ends that.
            limit = Timer(self._longest, stop)
            limit.start()
            try:
                write(process.stdin, packed)
                answer = read(process.stdout)
            except BrokenPipeError:
                answer = None
            finally:
                limit.cancel()
            self.taken.count(process.pid)
            if answer is None or is_late.is_set():
                self.end()
                if is_over_processor_time(process.returncode):
                    is_late.set()
            elif self._is_dismissed:
                _close_stdin(process)
            if answer is None:
                raise TookTooLong if is_late.is_set() else Ended
            return pickle.loads(answer)  # noqa: S301 - our own

    def dismiss(self) -> None:
        """Tell it nothing any more: it ends when it has done what it was told last."""
        with self._lock:
            self._is_dismissed = True
            process = self._process
        if process is not None:
            self._hang_up(process)

    def close(self) -> None:
        """Dismiss it, and wait until it has ended."""
        self.dismiss()
        self.end()

    def kill(self) -> None:
        """Dismiss it in the middle of what it does."""
        with self._lock:
            self._is_dismissed = True
            process = self._process
        if process is not None:
            process.kill()
        self.end()

    def rest(self) -> None:
        """End it if nobody asks it anything now."""
        if self._asking.acquire(blocking=False):
            try:
                self.end()
            finally:
                self._asking.release()

    def end(self) -> None:
        """Wait until it has ended, but not long; it is started again when it is needed."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        self._hang_up(process)
        try:
            process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        # A thread may wait for its answer: it hears now that none comes, unless this end is closed.
        with self._asking:
            _close_stdin(process)
            if process.stdout is not None:
                process.stdout.close()

    def _hang_up(self, process: "subprocess.Popen[bytes]") -> None:
        """Let it hear that this was all, unless it is being told something: then who tells does."""
        if self._asking.acquire(blocking=False):
            try:
                _close_stdin(process)
            finally:
                self._asking.release()

    def _started(self) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._is_dismissed:
                raise Dismissed
            if self._process is None:
                self._process = _begun(self._command)
            return self._process


def _close_stdin(process: "subprocess.Popen[bytes]") -> None:
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()


def _begun(command: tuple[str, ...]) -> "subprocess.Popen[bytes]":
    environment = {name: value for name in _NEEDED if (value := os.environ.get(name))}
    environment |= {key: each for key, each in os.environ.items() if key.startswith("PYTHON")}
    # It finds this program where we found it, and nothing where it happens to be started.
    root = str(Path(workers.__file__).parents[2])
    environment["PYTHONPATH"] = os.pathsep.join([root, *filter(None, sys.path)])
    return subprocess.Popen(  # noqa: S603 - our own programs
        [sys.executable, "-P", "-m", *command],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
