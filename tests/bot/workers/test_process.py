"""A worker that is stopped: nobody waits for it longer than agreed, whatever it was asked."""

import os
import signal
from array import array
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fcntl import ioctl
from pickle import dumps
from termios import FIONREAD
from time import sleep

import pytest

from bot.workers.process import Ended, TookTooLong, WorkerProcess
from tests.bot.workers.jobs import Said

MORE_THAN_A_PIPE = bytes(1 << 20)
PROGRAMS = [("bot.workers.thinking", "128", "60"), ("bot.workers.drawing",)]


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


@pytest.fixture(params=PROGRAMS, ids=["thinking", "drawing"])
def impatient(request: pytest.FixtureRequest) -> Iterator[WorkerProcess]:
    program, *arguments = request.param
    process = WorkerProcess(program, 0.05, *arguments)
    yield process
    process.kill()


def test_one_that_reads_nothing_is_killed_though_its_pipe_is_full(impatient: WorkerProcess) -> None:
    stopped(impatient)

    with pytest.raises(TookTooLong):
        impatient.answer(MORE_THAN_A_PIPE)

    assert impatient.pid is None


def test_one_that_is_stopped_in_the_middle_of_its_answer_is_killed() -> None:
    process = WorkerProcess("tests.bot.workers.halfway", 1.0)

    with pytest.raises(TookTooLong):
        process.answer(b"anything")

    assert process.pid is None


@pytest.mark.parametrize("leave", [WorkerProcess.close, WorkerProcess.kill])
def test_nobody_who_leaves_waits_for_one_that_reads_nothing(
    leave: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(leave)
    monkeypatch.setattr("bot.workers.process.ENDING_SECONDS", 0.05)
    process = WorkerProcess("bot.workers.drawing", 600.0)
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
    process = WorkerProcess("bot.workers.thinking", 60.0, "128", "60")
    pid = stopped(process)

    with ThreadPoolExecutor(1) as thread:
        said = thread.submit(process.answer, dumps(Said("x" * (1 << 20))))
        while not is_full(process):
            sleep(0.005)
        process.rest()
        os.kill(pid, signal.SIGCONT)

        assert said.result()[1] == pid
    process.rest()
    assert process.pid is None


def test_one_that_was_dismissed_is_followed_by_another() -> None:
    process = WorkerProcess("bot.workers.thinking", 60.0, "128", "60")
    process.start()
    first = process.pid
    process.dismiss()

    process.start()

    said = process.answer(dumps(Said("again")))
    process.close()
    assert said[0] == "again"
    assert said[1] != first
