"""A worker that is stopped: nobody waits for it longer than agreed, whatever it was asked."""

import os
import signal
import subprocess
import sys
from array import array
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fcntl import ioctl
from pickle import dumps
from termios import FIONREAD
from time import sleep
from typing import Any

import pytest

from bot.workers.limits import WorkerLimits
from bot.workers.pipes import write
from bot.workers.process import Ended, TookTooLong, WorkerProcess
from tests.bot.workers.jobs import Busy, Plain, Prioritised, Said

MORE_THAN_A_PIPE = bytes(1 << 20)
PROGRAMS = ["bot.workers.thinking", "bot.workers.drawing"]


def came(process: WorkerProcess, job: Plain) -> Any:
    """Return what a process says to a job."""
    return job.read(process.answer(dumps(job)).decode())


def stopped(process: WorkerProcess) -> int:
    """Start a process, and stop it, so that it reads nothing."""
    process.start()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    return process.pid


def is_full(process: WorkerProcess) -> bool:
    """Say whether a caller tells a process more than its pipe holds."""
    running = process._process
    assert running is not None
    assert running.stdin is not None
    waiting = array("i", [0])
    ioctl(running.stdin.fileno(), FIONREAD, waiting)
    return waiting[0] >= 1 << 16


@pytest.fixture(params=PROGRAMS)
def impatient(request: pytest.FixtureRequest) -> Iterator[WorkerProcess]:
    process = WorkerProcess(request.param, WorkerLimits(0.05))
    yield process
    process.kill()


def test_one_that_reads_nothing_is_killed_though_its_pipe_is_full(impatient: WorkerProcess) -> None:
    stopped(impatient)

    with pytest.raises(TookTooLong):
        impatient.answer(MORE_THAN_A_PIPE)

    assert impatient.pid is None


def test_one_that_is_stopped_in_the_middle_of_its_answer_is_killed() -> None:
    process = WorkerProcess("tests.bot.workers.halfway", WorkerLimits(1.0))

    with pytest.raises(TookTooLong):
        process.answer(b"anything")

    assert process.pid is None


@pytest.mark.parametrize("leave", [WorkerProcess.close, WorkerProcess.kill])
def test_nobody_who_leaves_waits_for_one_that_reads_nothing(
    leave: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(leave)
    monkeypatch.setattr("bot.workers.process.ENDING_SECONDS", 0.05)
    process = WorkerProcess("bot.workers.drawing", WorkerLimits(600.0))
    stopped(process)

    with ThreadPoolExecutor(1) as thread:
        told = thread.submit(process.answer, MORE_THAN_A_PIPE)
        while not is_full(process):
            sleep(0.005)
        leave(process)

        with pytest.raises(Ended):
            told.result()
    assert process.pid is None


def test_one_that_is_asked_something_is_not_sent_to_rest() -> None:
    process = WorkerProcess("bot.workers.thinking", WorkerLimits(60.0))
    pid = stopped(process)

    with ThreadPoolExecutor(1) as thread:
        said = thread.submit(came, process, Said("x" * (1 << 20)))
        while not is_full(process):
            sleep(0.005)
        process.rest()
        os.kill(pid, signal.SIGCONT)

        assert said.result()[1] == pid
    process.rest()
    assert process.pid is None


def test_one_that_was_dismissed_is_followed_by_another() -> None:
    process = WorkerProcess("bot.workers.thinking", WorkerLimits(60.0))
    process.start()
    first = process.pid
    process.dismiss()

    process.start()

    said = came(process, Said("again"))
    process.close()
    assert said[0] == "again"
    assert said[1] != first


def test_work_in_the_background_gives_way_to_all_else() -> None:
    background = WorkerProcess("bot.workers.thinking", WorkerLimits(60.0, is_background=True))
    usual = WorkerProcess("bot.workers.thinking", WorkerLimits(60.0))

    niceness, policy = came(background, Prioritised())
    assert niceness == 19
    assert policy == getattr(os, "SCHED_IDLE", policy)
    assert came(usual, Prioritised()) == Prioritised().done()
    for each in (background, usual):
        each.close()


def test_work_in_the_background_goes_on_where_priorities_are_forbidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError("not here")

    monkeypatch.setattr("os.nice", refused)
    monkeypatch.setattr("os.sched_setscheduler", refused)
    before = os.sched_getscheduler(0), os.getpriority(os.PRIO_PROCESS, 0)

    WorkerLimits(1.0, is_background=True).begin()

    assert (os.sched_getscheduler(0), os.getpriority(os.PRIO_PROCESS, 0)) == before


def test_the_processor_time_of_an_answer_is_limited_not_the_time_it_waits() -> None:
    process = WorkerProcess("bot.workers.thinking", WorkerLimits(600.0, processor_seconds=0.2))
    pid, _ = came(process, Busy(0.0, asleep=0.4))

    for _ in range(3):
        assert came(process, Busy(0.1))[0] == pid
    with pytest.raises(TookTooLong):
        came(process, Busy(60.0))

    assert process.pid is None
    assert came(process, Said("on"))[0] == "on"
    process.close()


def test_one_that_is_over_its_processor_time_ends_though_nobody_is_left_to_end_it() -> None:
    limits = WorkerLimits(600.0, processor_seconds=0.2).arguments()
    worker = subprocess.Popen(
        [sys.executable, "-m", "bot.workers.thinking", *limits], stdin=subprocess.PIPE
    )
    assert worker.stdin is not None
    write(worker.stdin, dumps(Busy(60.0)))
    worker.stdin.close()

    assert worker.wait(20) == -signal.SIGPROF


@pytest.mark.parametrize(
    "limits",
    [
        WorkerLimits(0.05),
        WorkerLimits(600.0, 20.0, 128, is_background=True),
        WorkerLimits(60.0, memory_mib=7),
    ],
)
def test_limits_come_over_as_they_are(limits: WorkerLimits) -> None:
    assert WorkerLimits.of([*limits.arguments()]) == limits
