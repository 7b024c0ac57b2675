"""What the bot's processes take is counted by kind, while they are there and after their end."""

import sys
from collections.abc import Iterator
from pathlib import Path
from pickle import dumps

import pytest

from bot.metrics import REGISTRY
from bot.monitoring.consumption import Consumption
from bot.workers.forks import CAN_FORK, Forks
from bot.workers.limits import WorkerLimits
from bot.workers.process import WorkerProcess
from tests.bot.workers.jobs import Busy, Hungry, Said

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")

MIB = 1 << 20


def cpu() -> float:
    return REGISTRY.get_sample_value(
        "faultline_process_cpu_seconds_total", {"kind": "background"}
    ) or 0.0  # fmt: skip


def now(name: str, kind: str = "background") -> float:
    return REGISTRY.get_sample_value(f"faultline_{name}", {"kind": kind}) or 0.0


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    process = WorkerProcess("bot.workers.thinking", WorkerLimits(60.0, is_background=True))
    yield process
    process.kill()


def looked(took: Consumption, worker: WorkerProcess) -> float:
    """Look, and return what all processes of its kind have ever taken."""
    took.look({"background": [worker]})
    return cpu()


def test_processor_time_is_counted_also_of_processes_that_have_ended(
    worker: WorkerProcess,
) -> None:
    took, before = Consumption(), cpu()
    worker.answer(dumps(Said("here")))
    started = looked(took, worker)
    worker.answer(dumps(Busy(0.5)))
    busy = looked(took, worker)
    still = looked(took, worker)
    worker.answer(dumps(Busy(0.5)))
    worker.end()
    ended, there = looked(took, worker), now("processes")
    worker.answer(dumps(Busy(0.5)))
    again = looked(took, worker)

    assert before < started
    assert busy - started >= 0.45
    assert still - busy < 0.1
    assert ended - still >= 0.45
    assert again - ended >= 0.45
    assert (there, now("processes"), now("processes", "bot")) == (0, 1, 1)


def test_memory_is_what_there_is_now(worker: WorkerProcess) -> None:
    took = Consumption()
    worker.answer(dumps(Hungry(1)))
    looked(took, worker)
    own = now("process_memory_bytes", "bot")
    there = now("process_memory_bytes")
    worker.end()
    looked(took, worker)

    assert own > 10 * MIB
    assert there > 5 * MIB
    assert now("process_memory_bytes") == 0


def test_one_that_lets_nobody_look_at_its_pages_is_counted_all_the_same(
    worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Path.read_text

    def guarded(path: Path, *args: str, **named: str) -> str:
        if path.name == "smaps_rollup":
            raise PermissionError(path)
        return read(path, *args, **named)

    worker.answer(dumps(Said("here")))
    monkeypatch.setattr(Path, "read_text", guarded)
    looked(Consumption(), worker)

    assert now("process_memory_bytes") > 3 * MIB


def test_where_nothing_is_told_nothing_is_counted(
    worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_: object, **__: object) -> str:
        raise FileNotFoundError("/proc")

    monkeypatch.setattr(Path, "read_text", nothing)
    worker.answer(dumps(Said("here")))
    before = cpu()

    assert looked(Consumption(), worker) == before
    assert now("processes") == 0


@pytest.mark.skipif(not CAN_FORK, reason="only Linux forks workers")
def test_a_forked_process_that_ends_with_its_answer_is_counted_and_so_is_what_forks() -> None:
    forks, took = Forks(), Consumption()
    worker = WorkerProcess(
        "bot.workers.thinking", WorkerLimits(60.0, is_background=True), forks=forks
    )
    before = cpu()
    for _ in range(2):
        worker.answer(dumps(Busy(0.4)))

    took.look({"background": [worker], "forker": [forks]})

    assert worker.pid is None
    assert cpu() - before >= 0.75
    assert (now("processes"), now("processes", "forker")) == (0, 1)
    assert now("process_memory_bytes", "forker") > MIB
    worker.kill()
    forks.close()
