"""Processes in which computer players think: they may die, hang and eat; nobody waits for ever."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Iterator
from pathlib import Path
from pickle import dumps
from time import sleep
from typing import Any

import pytest

from bot.table.errors import ThinkingFailed
from bot.table.world import Job, ThinksAtOnce, ThinkUrgency
from bot.workers.limits import WorkerLimits
from bot.workers.pipes import write
from bot.workers.process import WorkerProcess
from bot.workers.thinkers import ThinkingPool
from engine.agents.hints import HintJob
from engine.agents.move_job import MoveJob
from engine.game import Decision, Seat, Setup
from engine.referee import Referee
from engine.registry import game, games
from tests.bot.workers.jobs import Deadly, Hungry, Loaded, Said, Waiting, Wrong
from tests.engine.playing import draws, header


@pytest.fixture
def pool() -> Iterator[ThinkingPool]:
    pool = ThinkingPool(1)
    yield pool
    pool.close()


def job(title: str, name: str = "expert") -> MoveJob:
    """Return the first choice of a match of three."""
    rules, setup = game(title), Setup(3)
    progress = Referee(rules).begin(header(rules, setup), draws(setup))
    node = rules.node(progress.state)
    assert isinstance(node, Decision)
    seat = Seat(min(node.seats))
    legal = tuple(rules.legal_actions(progress.state, seat))
    return MoveJob(name, rules.observe(progress.state, seat), legal, b"a seed")


async def begun(folder: Path) -> int:
    """Wait until something is being thought over; return by which process."""

    def found() -> int:
        while not (names := [each.name for each in folder.glob("began-*")]):
            sleep(0.005)
        return int(names[0].removeprefix("began-"))

    return await asyncio.to_thread(found)


async def ended(process: WorkerProcess) -> None:
    """Wait until there is no process."""

    def gone() -> None:
        while process.pid is not None:
            sleep(0.005)

    await asyncio.to_thread(gone)


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def environment(pid: int) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


def thinking(pool: ThinkingPool, urgency: ThinkUrgency, what: Job[Any]) -> asyncio.Task[Any]:
    return asyncio.create_task(pool.think(urgency, what))


async def reason(thought: Awaitable[Any]) -> str:
    with pytest.raises(ThinkingFailed) as failed:
        await thought
    return failed.value.key


async def test_a_process_is_there_only_while_somebody_thinks() -> None:
    pool = ThinkingPool(1, idle=0.01)
    (process,) = pool.processes

    assert process.pid is None
    _, pid = await pool.think(ThinkUrgency.MOVE, Said("here"))
    assert pid != os.getpid()
    await ended(process)
    _, pid = await pool.think(ThinkUrgency.HINT, Said("again"))
    assert pid != os.getpid()
    pool.close()
    assert process.pid is None


@pytest.mark.parametrize("title", sorted(games()))
async def test_a_choice_is_the_same_wherever_it_is_thought_over(
    pool: ThinkingPool, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Sets may come in another order there.
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    there = await pool.think(ThinkUrgency.MOVE, job(title))

    assert there == await ThinksAtOnce().think(ThinkUrgency.MOVE, job(title))
    assert there in job(title).legal


async def test_a_worker_is_told_no_secrets(
    pool: ThinkingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret")
    monkeypatch.setenv("DATABASE_URL", "postgresql://faultline:a-secret@db/faultline")

    _, pid = await pool.think(ThinkUrgency.MOVE, Said("here"))

    assert b"a-secret" not in environment(pid)


async def test_a_worker_loads_the_games_and_nothing_of_the_bot(pool: ThinkingPool) -> None:
    asked = job("san_andreas", "greedy")
    await pool.think(ThinkUrgency.MOVE, asked)
    await pool.think(ThinkUrgency.HINT, HintJob(asked.observation, asked.legal[:1], b"a seed"))

    loaded = await pool.think(ThinkUrgency.MOVE, Loaded())

    own = {each for each in loaded if each.startswith("bot.")}
    assert own == {"bot.workers", "bot.workers.limits", "bot.workers.pipes"}
    assert not loaded & {"asyncio", "discord", "sqlalchemy", "structlog"}


async def test_a_worker_that_is_killed_in_the_middle_is_followed_by_another(
    pool: ThinkingPool, tmp_path: Path
) -> None:
    thought = thinking(pool, ThinkUrgency.MOVE, Waiting(tmp_path))
    killed = await begun(tmp_path)
    os.kill(killed, signal.SIGKILL)
    (tmp_path / "end").touch()

    assert await thought == pool.processes[0].pid != killed


async def test_a_job_over_which_workers_end_fails_alone(pool: ThinkingPool) -> None:
    assert await reason(pool.think(ThinkUrgency.MOVE, Deadly(os.getpid()))) == "ended"
    assert (await pool.think(ThinkUrgency.MOVE, Said("on")))[0] == "on"


async def test_a_worker_that_hangs_is_killed_and_the_next_job_has_another(tmp_path: Path) -> None:
    pool = ThinkingPool(1, longest=0.3)
    hanging = thinking(pool, ThinkUrgency.MOVE, Waiting(tmp_path))

    assert await reason(hanging) == "too-long"
    (tmp_path / "end").touch()
    assert pool.processes[0].pid is None
    pool.close()


def test_a_worker_that_hangs_ends_though_nobody_is_left_to_kill_it(tmp_path: Path) -> None:
    worker = subprocess.Popen(
        [sys.executable, "-m", "bot.workers.thinking", *WorkerLimits(0.5).arguments()],
        stdin=subprocess.PIPE,
    )
    assert worker.stdin is not None
    write(worker.stdin, dumps(Waiting(tmp_path)))
    worker.stdin.close()

    assert worker.wait(20) == -signal.SIGALRM


async def test_a_worker_that_eats_memory_is_stopped_before_the_machine_is(
    pool: ThinkingPool,
) -> None:
    _, before = await pool.think(ThinkUrgency.MOVE, Said("before"))

    assert await reason(pool.think(ThinkUrgency.MOVE, Hungry(500))) == "ended"
    assert await pool.think(ThinkUrgency.MOVE, Hungry(20)) == 20 << 20
    assert pool.processes[0].pid != before


async def test_what_a_job_raises_is_raised_here(pool: ThinkingPool) -> None:
    with pytest.raises(LookupError, match="no such thing") as raised:
        await pool.think(ThinkUrgency.MOVE, Wrong(LookupError("no such thing")))

    assert "in done" in raised.value.__notes__[0]


async def test_the_most_urgent_goes_first_and_who_gave_up_takes_no_turn(tmp_path: Path) -> None:
    pool = ThinkingPool(0)
    first = thinking(pool, ThinkUrgency.PUZZLE, Waiting(tmp_path))
    await begun(tmp_path)
    order = list[str]()

    async def said(urgency: ThinkUrgency) -> None:
        order.append((await pool.think(urgency, Said(urgency.name)))[0])

    waiting = [asyncio.create_task(said(each)) for each in reversed(ThinkUrgency)]
    given_up = thinking(pool, ThinkUrgency.MOVE, Said("never"))
    await asyncio.sleep(0)
    given_up.cancel()
    (tmp_path / "end").touch()
    await asyncio.gather(first, *waiting)

    assert order == [each.name for each in ThinkUrgency]
    assert given_up.cancelled()
    pool.close()


async def test_what_nobody_needs_at_once_is_refused_where_much_waits(tmp_path: Path) -> None:
    pool = ThinkingPool(
        0, most_waiting={ThinkUrgency.HINT: 2, ThinkUrgency.REVIEW: 2, ThinkUrgency.PUZZLE: 0}
    )
    first = thinking(pool, ThinkUrgency.MOVE, Waiting(tmp_path))
    await begun(tmp_path)
    given_up = [thinking(pool, ThinkUrgency.HINT, Said("never")) for _ in range(2)]
    await asyncio.sleep(0)
    for hint in given_up:
        hint.cancel()
    await asyncio.wait(given_up)
    waiting = [thinking(pool, ThinkUrgency.HINT, Said("hint")) for _ in range(2)]
    await asyncio.sleep(0)

    for each in (ThinkUrgency.HINT, ThinkUrgency.REVIEW, ThinkUrgency.PUZZLE):
        assert await reason(pool.think(each, Said("late"))) == "busy"
    waiting.append(thinking(pool, ThinkUrgency.MOVE, Said("move")))
    (tmp_path / "end").touch()
    await asyncio.gather(first, *waiting)
    assert (await pool.think(ThinkUrgency.PUZZLE, Said("now")))[0] == "now"
    pool.close()


async def test_closing_gives_up_what_is_thought_over_and_what_waits(tmp_path: Path) -> None:
    pool = ThinkingPool(1)
    thought = thinking(pool, ThinkUrgency.MOVE, Waiting(tmp_path))
    waiting = thinking(pool, ThinkUrgency.MOVE, Said("never"))
    pid = await begun(tmp_path)

    pool.close()

    assert [await reason(each) for each in (thought, waiting)] == ["ended"] * 2
    assert not is_there(pid)
    assert await reason(pool.think(ThinkUrgency.MOVE, Said("late"))) == "ended"


async def test_who_is_cancelled_while_all_ends_is_cancelled(tmp_path: Path) -> None:
    pool = ThinkingPool(0)
    first = thinking(pool, ThinkUrgency.MOVE, Waiting(tmp_path))
    await begun(tmp_path)
    waiting = thinking(pool, ThinkUrgency.PUZZLE, Said("never"))
    await asyncio.sleep(0)

    pool.close()
    waiting.cancel()
    (tmp_path / "end").touch()
    await asyncio.wait({first, waiting})

    assert waiting.cancelled()


async def test_without_processes_a_thread_thinks_and_time_is_limited(tmp_path: Path) -> None:
    pool = ThinkingPool(0, longest=0.05)

    assert await reason(pool.think(ThinkUrgency.MOVE, Waiting(tmp_path))) == "too-long"
    pool._longest = 600.0  # the next one may take as long as a busy machine needs
    (tmp_path / "end").touch()
    assert await pool.think(ThinkUrgency.MOVE, Said("here")) == ("here", os.getpid())
    pool.close()


async def test_where_no_process_can_be_started_a_thread_thinks(
    pool: ThinkingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr("subprocess.Popen", refused)

    assert await pool.think(ThinkUrgency.MOVE, Said("here")) == ("here", os.getpid())
