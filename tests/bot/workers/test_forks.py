"""Workers that are forked: begun in no time, and nothing is left of them, whoever is killed."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from pickle import dumps
from threading import Thread
from time import sleep
from typing import Any

import pytest

from bot.messages.processes.drawers import Drawers
from bot.messages.processes.render_pool import DrawUrgency, RenderPool
from bot.table.world import ThinkUrgency
from bot.workers.forks import CAN_FORK, Forks
from bot.workers.limits import WorkerLimits
from bot.workers.process import Ended, TookTooLong, WorkerProcess
from bot.workers.thinkers import ThinkingPool
from render.drawing import drawing_by
from render.games.seismic import RENDERER
from tests.bot.workers.jobs import Busy, Hungry, Plain, Prioritised, Said, Waiting
from tests.render.positions import captions, stored
from tests.wire.process import family

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="only Linux forks workers")


@pytest.fixture
def forks() -> Iterator[Forks]:
    before, inherited = descriptors(), set(family(os.getpid()))
    forks = Forks()
    yield forks
    forks.close()
    assert descriptors() == before
    assert set(family(os.getpid())) == inherited


def descriptors() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


def thinking(forks: Forks, limits: WorkerLimits | None = None) -> WorkerProcess:
    return WorkerProcess("bot.workers.thinking", limits or WorkerLimits(60.0), forks)


def came(process: WorkerProcess, job: Plain) -> Any:
    return job.read(process.answer(dumps(job)).decode())


def gone(pid: int) -> None:
    """Wait until a process is no more; a dead one that nobody has buried counts as there."""
    while Path(f"/proc/{pid}").exists():
        sleep(0.005)


def alone(pid: int) -> None:
    """Wait until nothing that a process has started is left."""
    while len(family(pid)) > 1:
        sleep(0.005)


def began(folder: Path) -> int:
    while not (names := [each.name for each in folder.glob("began-*")]):
        sleep(0.005)
    return int(names[0].removeprefix("began-"))


def test_all_are_forked_by_one_process_and_end_alone(forks: Forks) -> None:
    one, other = thinking(forks), thinking(forks)

    assert {came(one, Said("a"))[1], came(other, Said("b"))[1]} == {one.pid, other.pid}
    assert forks.pid is not None
    assert set(family(forks.pid)) == {forks.pid, one.pid, other.pid}
    ended = one.pid
    assert ended is not None
    one.end()
    gone(ended)
    assert came(other, Said("c"))[1] == other.pid
    assert came(one, Said("d"))[1] not in (ended, other.pid)
    for each in (one, other):
        each.close()


def test_one_is_told_no_secrets(forks: Forks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret")
    monkeypatch.setenv("DATABASE_URL", "postgresql://faultline:a-secret@db/faultline")
    process = thinking(forks)
    process.start()

    for pid in (forks.pid, process.pid):
        environment = Path(f"/proc/{pid}/environ").read_bytes()
        assert b"PYTHONPATH" in environment
        assert b"a-secret" not in environment
    process.close()


def test_limits_are_kept(forks: Forks) -> None:
    tired = thinking(forks, WorkerLimits(600.0, processor_seconds=0.2))
    with pytest.raises(TookTooLong):
        came(tired, Busy(60.0))

    late = thinking(forks, WorkerLimits(0.5))
    with pytest.raises(TookTooLong):
        came(late, Busy(60.0))

    small = thinking(forks, WorkerLimits(60.0, memory_mib=128))
    with pytest.raises(Exception, match="MemoryError"):
        came(small, Hungry(500))
    small.close()

    background = thinking(forks, WorkerLimits(60.0, is_background=True))
    assert came(background, Prioritised())[0] == 19
    # The next one has nothing of what this one has remembered.
    assert background.pid is None
    other = thinking(forks)
    assert came(other, Prioritised())[0] == os.nice(0)
    other.close()


def test_one_that_is_killed_is_followed_by_another(forks: Forks, tmp_path: Path) -> None:
    process = thinking(forks)
    process.start()
    thread = Thread(target=lambda: os.kill(began(tmp_path), signal.SIGKILL))
    thread.start()

    with pytest.raises(Ended):
        came(process, Waiting(tmp_path))

    thread.join()
    assert came(process, Said("on"))[0] == "on"
    process.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_who_forks_may_be_killed_or_stopped(
    forks: Forks, tmp_path: Path, number: signal.Signals
) -> None:
    process, second = thinking(forks), thinking(forks, WorkerLimits(1.0))
    process.start()
    first = forks.pid
    assert first is not None

    def stop() -> None:
        began(tmp_path)
        os.kill(first, number)
        if number is signal.SIGSTOP:
            (tmp_path / "end").touch()

    thread = Thread(target=stop)
    thread.start()
    if number is signal.SIGKILL:
        with pytest.raises(Ended):
            came(process, Waiting(tmp_path))
    else:
        came(process, Waiting(tmp_path))

    thread.join()
    # With it go those that it has forked; a new one forks the next.
    assert came(second, Said("on"))[0] == "on"
    assert forks.pid != first
    gone(first)
    gone(began(tmp_path))
    for each in (process, second):
        each.close()


def test_where_nothing_forks_it_is_started(forks: Forks, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(forks, "begin", refused)
    process = thinking(forks)

    assert came(process, Said("here"))[1] == process.pid
    assert forks.pid is None
    process.close()


@pytest.mark.parametrize("whom", ["forks", "drawer"])
def test_a_picture_comes_whoever_is_killed_over_it(whom: str, forks: Forks) -> None:
    drawers, middle = Drawers(1, forks=forks), stored()["middle"]
    (drawer,) = drawers.processes
    drawer.start()
    first = {"forks": forks.pid, "drawer": drawer.pid}
    killed = first[whom]
    assert killed is not None
    assert drawer.pid is not None
    # It is in the middle of the picture until it is killed.
    os.kill(drawer.pid, signal.SIGSTOP)

    with ThreadPoolExecutor(1) as thread, drawing_by(drawers.picture):
        drawn = thread.submit(copy_context().run, RENDERER.board, middle, captions(middle))
        os.kill(killed, signal.SIGKILL)
        theirs = drawn.result()

    assert theirs == RENDERER.board(middle, captions(middle))
    assert drawer.pid not in (None, first["drawer"])
    drawers.close()


def test_nothing_outlives_a_bot_that_is_killed() -> None:
    program = (
        "import time;from bot.workers.forks import Forks;"
        "from bot.workers.process import WorkerProcess;from bot.workers.limits import WorkerLimits;"
        "w=WorkerProcess('bot.workers.thinking',WorkerLimits(60.0),Forks());w.start();"
        "print('begun',flush=True);time.sleep(600)"
    )
    bot = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert bot.stdout is not None
    assert bot.stdout.readline() == b"begun\n"
    every = family(bot.pid)
    assert len(every) == 3

    bot.kill()
    bot.wait()
    bot.stdout.close()

    for each in every:
        # Its new parent may take its time to bury it.
        while Path(f"/proc/{each}/stat").exists() and state(each) != "Z":
            sleep(0.005)


def state(pid: int) -> str:
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return "Z"
    return told.rpartition(")")[2].split()[0]


async def test_nobody_draws_or_thinks_while_there_is_nothing_to_do(forks: Forks) -> None:
    drawing = RenderPool(2, idle=0.01, forks=forks)
    thinkers = ThinkingPool(1, idle=0.01, forks=forks)
    assert forks.pid is None

    middle = stored()["middle"]
    picture = await drawing.run(DrawUrgency.TABLE, RENDERER.board, middle, captions(middle))
    await thinkers.think(ThinkUrgency.MOVE, Said("here"))

    assert picture == RENDERER.board(middle, captions(middle))
    assert forks.pid is not None
    await asyncio.to_thread(alone, forks.pid)
    assert await thinkers.think(ThinkUrgency.MOVE, Said("again"))
    drawing.close()
    thinkers.close()


ENDED_WITH_THE_BOT = """
import signal, socket
from bot.workers.forking import main
ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
ours.close()
main(theirs)
print(signal.set_wakeup_fd(-1), signal.getsignal(signal.SIGCHLD) is signal.SIG_DFL)
"""


def test_a_process_that_ends_with_the_bot_is_woken_by_no_worker_any_more() -> None:
    # A worker that ended meanwhile wrote to a socket that was closed, and that was printed.
    command = [sys.executable, "-c", ENDED_WITH_THE_BOT]

    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)

    assert (done.stdout, done.stderr) == ("-1 True\n", "")
