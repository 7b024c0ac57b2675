"""The bot's end: a process that is started when it is needed, and again after it has ended."""

import subprocess
from contextlib import suppress
from threading import Event, Lock, RLock, Timer
from typing import Final, TypeAlias

import structlog

from bot.workers.forks import Fork, Forks
from bot.workers.limits import WorkerLimits, is_over_processor_time
from bot.workers.pipes import Unreadable, answered, read, write
from bot.workers.starting import started
from bot.workers.taken import Taken

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

Running: TypeAlias = "subprocess.Popen[bytes] | Fork"

ENDING_SECONDS: Final = 1.0


class Dismissed(Exception):
    """This process is to do nothing any more."""


class Ended(Exception):
    """The process ended over what it was asked."""


class TookTooLong(Ended):
    """It was taken for stuck, and killed."""


class WorkerProcess:
    """One process that runs a `program`, the name of its module, within `limits`.

    Any number of threads may end it; one at a time asks it something. It is forked by `forks`, or
    started where nothing forks.
    """

    def __init__(self, program: str, limits: WorkerLimits, forks: Forks | None = None) -> None:
        self._program = program
        self._limits = limits
        self._forks = forks
        self._process: Running | None = None
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

    def answer(self, packed: bytes) -> bytes:
        """Return what comes of it.

        Raises `WorkerFailed`, `Unreadable`, `Ended`, `OSError` if there can't be a process, and
        `Dismissed`.
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
            limit = Timer(self._limits.seconds, stop)
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
            elif self._limits.is_background and isinstance(process, Fork):
                # The next one begins in no time, and has nothing of what this one remembers.
                self.end()
            if answer is None:
                raise TookTooLong if is_late.is_set() else Ended
            try:
                return answered(answer)
            except Unreadable:
                self.end()  # nobody knows what it would say next
                raise

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

    def _hang_up(self, process: Running) -> None:
        """Let it hear that this was all, unless it is being told something: then who tells does."""
        if self._asking.acquire(blocking=False):
            try:
                _close_stdin(process)
            finally:
                self._asking.release()

    def _started(self) -> Running:
        with self._lock:
            if self._is_dismissed:
                raise Dismissed
            if self._process is None:
                self._process = self._begun()
            return self._process

    def _begun(self) -> Running:
        if self._forks is not None:
            try:
                return self._forks.begin(self._program, self._limits)
            except OSError as error:
                log.warning("not-forked", program=self._program, reason=repr(error))
        command = [self._program, *self._limits.arguments()]
        return started(command, subprocess.PIPE, subprocess.PIPE)


def _close_stdin(process: Running) -> None:
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
