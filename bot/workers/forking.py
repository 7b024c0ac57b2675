"""A process that forks workers: `python -m bot.workers.forking`; Linux alone has it.

It has loaded what workers need, which they share then: one begins in milliseconds and has little
memory of its own. It has no thread but one. A worker ends with it, and it ends with the bot.

The bot sends the name of a program and its limits, with three descriptors: what the worker reads,
what it writes, and a socket. By that one the bot hears of the worker: the number of its process and
a descriptor of it, and when it has ended, its exit code.
"""

import ctypes
import gc
import json
import os
import signal
import socket
from array import array
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from select import select
from traceback import print_exc
from types import ModuleType
from typing import Final

from bot.workers.limits import WorkerLimits
from bot.workers.pipes import STDIN, STDOUT, serve

LONGEST: Final = 1 << 12
"""Of a message."""
PR_SET_PDEATHSIG: Final = 1
PR_SET_NAME: Final = 15
"""Of prctl(2)."""


def main(control: socket.socket) -> None:
    """Fork what the bot asks for until it is gone."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    woken, wakes = socket.socketpair()
    woken.settimeout(0)
    wakes.settimeout(0)
    signal.set_wakeup_fd(wakes.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    libc, home = ctypes.CDLL(None), os.getpid()
    workers = dict[int, socket.socket]()
    # What is collected would have to be copied into each worker.
    gc.disable()
    while True:
        ready, _, _ = select([control, woken], [], [])
        if woken in ready:
            woken.recv(LONGEST)
            _tell_ends(workers)
        if control not in ready:
            continue
        asked, descriptors, _, _ = socket.recv_fds(control, LONGEST, 3)
        if not asked:
            # The workers end now, too, and the socket that is woken by it is about to be closed.
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.set_wakeup_fd(-1)
            return
        program, *limits = json.loads(asked)
        reads, writes, tells = descriptors
        module = _loaded(program)
        gc.freeze()
        telling = socket.socket(fileno=tells)
        try:
            pid = os.fork()
        except OSError:
            pid = -1  # the bot hears that there is none
        if pid == 0:
            try:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                signal.set_wakeup_fd(-1)
                libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
                libc.prctl(PR_SET_NAME, program.rpartition(".")[2].encode(), 0, 0, 0)
                if os.getppid() != home:
                    os._exit(1)
                os.dup2(reads, STDIN)
                os.dup2(writes, STDOUT)
                for inherited in (control, woken, wakes, telling, *workers.values()):
                    inherited.close()
                os.close(reads)
                os.close(writes)
                gc.enable()
                serve(lambda: None, module.done, WorkerLimits.of(limits))
            except BaseException:  # noqa: BLE001
                # This is a copy of what forks: it must never go on as that.
                print_exc()
                os._exit(1)
            os._exit(0)
        os.close(reads)
        os.close(writes)
        if pid < 0:
            telling.close()
            continue
        workers[pid] = telling
        handle = os.pidfd_open(pid)
        _tell(telling, str(pid), [handle])
        os.close(handle)


@cache
def _loaded(program: str) -> ModuleType:
    """Load what a program needs, once for all that are forked."""
    module = import_module(program)
    module.prepare()
    gc.collect()
    return module


def _tell_ends(workers: dict[int, socket.socket]) -> None:
    while workers:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with workers.pop(pid) as telling:
            _tell(telling, str(os.waitstatus_to_exitcode(status)), [])


def _tell(telling: socket.socket, text: str, descriptors: Sequence[int]) -> None:
    extra = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", descriptors))] if descriptors else []
    try:
        telling.sendmsg([text.encode()], extra)
    except OSError:
        return  # the bot no longer listens to this one


if __name__ == "__main__":
    main(socket.socket(fileno=os.dup(0)))
    os._exit(0)
