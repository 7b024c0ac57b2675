"""The bot's end of the process that forks workers."""

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from select import POLLIN, poll
from threading import Lock
from typing import IO, Final

from bot.workers.limits import WorkerLimits
from bot.workers.starting import started
from bot.workers.taken import Taken

CAN_FORK: Final = sys.platform == "linux"
_LONGEST: Final = 64


class Fork:
    """A worker that was forked, with as much of `subprocess.Popen` as is asked of one.

    Its number may be another process's once it has ended; the handle stays its own.
    """

    def __init__(
        self, pid: int, handle: int, told: socket.socket, stdin: IO[bytes], stdout: IO[bytes]
    ) -> None:
        self.pid = pid
        self.stdin = stdin
        self.stdout = stdout
        self.returncode: int | None = None
        self._handle: int | None = handle
        self._told = told

    def kill(self) -> None:
        """Kill it, if it is still there."""
        handle = self._handle
        if handle is not None and sys.platform == "linux":
            with suppress(OSError):
                signal.pidfd_send_signal(handle, signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> None:
        """Wait until it has ended; its exit code stays unknown if who forked it has ended, too.

        Raises `subprocess.TimeoutExpired`.
        """
        if self._handle is None:
            return
        ended = poll()
        ended.register(self._handle, POLLIN)
        if not ended.poll(None if timeout is None else 1000 * timeout):
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
        with self._told, suppress(OSError, ValueError):
            self._told.settimeout(1.0)
            self.returncode = int(self._told.recv(_LONGEST))
        handle, self._handle = self._handle, None
        os.close(handle)


class Forks:
    """Begins workers by a process that forks them, which is started when it is first needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self.taken = Taken()
        """What it has taken of processors, and those before it."""
        self._lock = Lock()

    @property
    def pid(self) -> int | None:
        """The process that forks, if there is one."""
        process = self._process
        return None if process is None else process.pid

    def begin(self, program: str, limits: WorkerLimits) -> Fork:
        """Return a worker that runs the `program`; raises `OSError` if there can't be one."""
        with self._lock:
            if self._process is not None and self._process.poll() is not None:
                self._close()
            try:
                return self._forked(program, limits)
            except OSError:
                # It was killed meanwhile, or hangs: another one is tried once.
                self._close()
                return self._forked(program, limits)

    def close(self) -> None:
        """End the process, and with it the workers that are left."""
        with self._lock:
            self._close()

    def _forked(self, program: str, limits: WorkerLimits) -> Fork:
        control = self._started()
        reads, asks = os.pipe()
        answers, writes = os.pipe()
        told, tells = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        asking, answering = os.fdopen(asks, "wb"), os.fdopen(answers, "rb")
        try:
            control.settimeout(limits.seconds)
            asked = json.dumps([program, *limits.arguments()]).encode()
            socket.send_fds(control, [asked], [reads, writes, tells.fileno()])
            tells.close()
            told.settimeout(limits.seconds)
            pid, handles, _, _ = socket.recv_fds(told, _LONGEST, 1)
            if not handles:
                raise ConnectionResetError("no process was forked")
            told.settimeout(None)
            return Fork(int(pid), handles[0], told, asking, answering)
        except OSError:
            told.close()
            asking.close()
            answering.close()
            raise
        finally:
            tells.close()
            os.close(reads)
            os.close(writes)

    def _started(self) -> socket.socket:
        if self._control is None:
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                self._process = started(["bot.workers.forking"], theirs.fileno())
            self._control = ours
        return self._control

    def _close(self) -> None:
        control, self._control = self._control, None
        process, self._process = self._process, None
        if control is not None:
            control.close()
        if process is not None:
            process.kill()
            process.wait()
