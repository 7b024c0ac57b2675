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
import structlog

from bot.hosting.advice.puzzles import AHEAD
from bot.metrics import REGISTRY
from bot.table.errors import ThinkingFailed
from bot.table.world import Job, ThinksAtOnce, ThinkUrgency
from bot.workers.calm import AFTER_READY_SECONDS, LATE_SECONDS, LOOK_SECONDS, LOOKS
from bot.workers.limits import LEAST_NICE, WorkerLimits
from bot.workers.pipes import WorkerFailed, write
from bot.workers.process import WorkerProcess
from bot.workers.thinkers import (
    LONGEST_PROCESSOR_SECONDS,
    PATIENCE_SECONDS,
    STOPPED_SECONDS,
    ThinkingPool,
)
from engine.agents.hints import HintJob
from engine.agents.move_job import MoveJob
from engine.game import Decision, Seat, Setup
from engine.referee import Referee
from engine.registry import game, games
from tests.bot.workers.calming import Bot
from tests.bot.workers.jobs import Busy, Deadly, Hungry, Loaded, Prioritised, Said, Waiting, Wrong
from tests.engine.playing import draws, header

ROOT = Path(__file__).parents[3]


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


def ended_over_a_job() -> float:
    """Return how many processes have ended over a job by themselves."""
    return REGISTRY.get_sample_value("faultline_thinking_ended_total", {"why": "died"}) or 0.0


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

    loaded = {*await pool.think(ThinkUrgency.MOVE, Loaded())}

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
    with pytest.raises(WorkerFailed, match="LookupError: no such thing") as raised:
        await pool.think(ThinkUrgency.MOVE, Wrong(LookupError("no such thing")))

    assert "in done" in raised.value.__notes__[0]


@pytest.mark.parametrize("processes", [0, 1])
@pytest.mark.parametrize(
    ("first", "second"),
    [(ThinkUrgency.MOVE, ThinkUrgency.HINT), (ThinkUrgency.REVIEW, ThinkUrgency.PUZZLE)],
)
async def test_the_most_urgent_goes_first_and_who_gave_up_takes_no_turn(
    tmp_path: Path, processes: int, first: ThinkUrgency, second: ThinkUrgency
) -> None:
    pool = ThinkingPool(processes)
    under_way = thinking(pool, second, Waiting(tmp_path))
    await begun(tmp_path)
    order = list[str]()

    async def said(urgency: ThinkUrgency) -> None:
        order.append((await pool.think(urgency, Said(urgency.name)))[0])

    waiting = [asyncio.create_task(said(each)) for each in (second, first)]
    given_up = thinking(pool, first, Said("never"))
    await asyncio.sleep(0)
    given_up.cancel()
    (tmp_path / "end").touch()
    await asyncio.gather(under_way, *waiting)

    assert order == [first.name, second.name]
    assert given_up.cancelled()
    pool.close()


@pytest.mark.parametrize("processes", [0, 1])
@pytest.mark.parametrize("urgency", [ThinkUrgency.REVIEW, ThinkUrgency.PUZZLE])
async def test_who_waits_never_stands_behind_what_nobody_waits_for(
    tmp_path: Path, processes: int, urgency: ThinkUrgency
) -> None:
    pool = ThinkingPool(processes)
    under_way = thinking(pool, urgency, Waiting(tmp_path))
    there = await begun(tmp_path)

    said = [await pool.think(each, Said("on")) for each in (ThinkUrgency.MOVE, ThinkUrgency.HINT)]

    assert not under_way.done()
    assert [word for word, _ in said] == ["on", "on"]
    assert (there in {pid for _, pid in said}) is (processes == 0)
    (tmp_path / "end").touch()
    assert await under_way == there
    pool.close()


@pytest.mark.parametrize("processes", [0, 1])
async def test_who_waits_for_another_never_stands_behind_a_master(
    tmp_path: Path, processes: int
) -> None:
    pool = ThinkingPool(processes)
    under_way = thinking(pool, ThinkUrgency.LONG_MOVE, Waiting(tmp_path))
    there = await begun(tmp_path)
    next_one = thinking(pool, ThinkUrgency.LONG_MOVE, Said("next"))

    said = [await pool.think(each, Said("on")) for each in ThinkUrgency if each.name != "LONG_MOVE"]

    assert not under_way.done()
    assert [word for word, _ in said] == ["on"] * 4
    assert (there in {pid for _, pid in said}) is (processes == 0)
    (tmp_path / "end").touch()
    assert await under_way == there
    assert await next_one == ("next", there)
    pool.close()


async def test_hints_are_refused_where_many_wait_and_moves_never(tmp_path: Path) -> None:
    pool = ThinkingPool(0, most_hints=2)
    first = thinking(pool, ThinkUrgency.MOVE, Waiting(tmp_path))
    await begun(tmp_path)
    given_up = [thinking(pool, ThinkUrgency.HINT, Said("never")) for _ in range(2)]
    await asyncio.sleep(0)
    for hint in given_up:
        hint.cancel()
    await asyncio.wait(given_up)
    waiting = [thinking(pool, ThinkUrgency.HINT, Said("hint")) for _ in range(2)]
    await asyncio.sleep(0)

    assert await reason(pool.think(ThinkUrgency.HINT, Said("late"))) == "busy"
    waiting.append(thinking(pool, ThinkUrgency.MOVE, Said("move")))
    (tmp_path / "end").touch()
    await asyncio.gather(first, *waiting)
    assert (await pool.think(ThinkUrgency.HINT, Said("now")))[0] == "now"
    pool.close()


async def test_what_nobody_waits_for_gives_way_to_all_else() -> None:
    pool = ThinkingPool(1)

    priorities = {each: await pool.think(each, Prioritised()) for each in ThinkUrgency}

    usual = Prioritised().done()
    least = (19, getattr(os, "SCHED_IDLE", usual[1]))
    assert priorities == {
        ThinkUrgency.MOVE: usual,
        ThinkUrgency.HINT: usual,
        ThinkUrgency.LONG_MOVE: usual,
        ThinkUrgency.REVIEW: least,
        ThinkUrgency.PUZZLE: least,
    }
    pool.close()


async def test_the_process_in_the_background_is_there_only_while_there_is_something_to_do() -> None:
    pool = ThinkingPool(1, background_idle=0.01)
    (process,) = pool.background

    await pool.think(ThinkUrgency.MOVE, Said("here"))
    assert process.pid is None
    await pool.think(ThinkUrgency.PUZZLE, Said("here"))
    await ended(process)

    assert pool.processes[0].pid is not None
    pool.close()


async def test_in_the_background_what_a_job_takes_of_a_processor_is_limited_not_its_time() -> None:
    pool = ThinkingPool(1, longest=0.05, background=WorkerLimits(600.0, 0.2, is_background=True))

    assert await pool.think(ThinkUrgency.REVIEW, Busy(0.01, asleep=0.4))
    assert await reason(pool.think(ThinkUrgency.REVIEW, Busy(60.0))) == "too-long"
    assert (await pool.think(ThinkUrgency.REVIEW, Said("on")))[0] == "on"
    pool.close()


async def test_what_others_kept_from_the_processor_did_not_take_too_long(tmp_path: Path) -> None:
    pool = ThinkingPool(1, background=WorkerLimits(0.3, 60.0, is_background=True))

    assert await reason(pool.think(ThinkUrgency.PUZZLE, Waiting(tmp_path))) == "starved"
    assert pool.background[0].pid is None
    pool.close()


@pytest.mark.parametrize("processes", [0, 1])
async def test_what_nobody_waits_for_begins_when_the_bot_is_calm(processes: int) -> None:
    bot = Bot()
    pool = ThinkingPool(processes, calm=bot.calm)
    thought = thinking(pool, ThinkUrgency.PUZZLE, Said("now"))
    moved = await pool.think(ThinkUrgency.MOVE, Said("move"))

    bot.calm.ready()
    await bot.passes(AFTER_READY_SECONDS, is_busy=True)
    before = thought.done()
    await bot.passes(LOOKS * LOOK_SECONDS)

    assert (moved[0], before, (await thought)[0]) == ("move", False, "now")
    pool.close()


async def test_each_job_waits_until_the_bot_is_calm_and_a_review_not_for_a_puzzle(
    tmp_path: Path,
) -> None:
    bot = Bot()
    bot.calm.ready()
    await bot.passes(AFTER_READY_SECONDS)
    pool = ThinkingPool(1, calm=bot.calm)
    first = thinking(pool, ThinkUrgency.REVIEW, Waiting(tmp_path))
    await begun(tmp_path)
    puzzle, review = (
        thinking(pool, each, Said(each.name)) for each in (ThinkUrgency.PUZZLE, ThinkUrgency.REVIEW)
    )
    await asyncio.sleep(0)
    await bot.passes(2 * LOOK_SECONDS, is_busy=True)
    (tmp_path / "end").touch()
    await first
    await asyncio.sleep(0)

    # Nobody is calm any more; a review waits less long for that.
    assert not pool._background.waiting(*ThinkUrgency)
    await bot.passes(PATIENCE_SECONDS[ThinkUrgency.REVIEW], is_busy=True)
    assert (await review)[0] == "REVIEW"
    assert not puzzle.done()
    await bot.passes(PATIENCE_SECONDS[ThinkUrgency.PUZZLE], is_busy=True)
    assert (await puzzle)[0] == "PUZZLE"
    pool.close()


@pytest.mark.parametrize("urgency", [ThinkUrgency.MOVE, ThinkUrgency.PUZZLE])
async def test_an_end_of_ones_own_is_no_trouble(tmp_path: Path, urgency: ThinkUrgency) -> None:
    pool, died = ThinkingPool(1), ended_over_a_job()
    thought = thinking(pool, urgency, Waiting(tmp_path))
    await begun(tmp_path)

    with structlog.testing.capture_logs() as logs:
        pool.close()
        assert await reason(thought) == "ended"

    assert logs == []
    assert ended_over_a_job() == died


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


def test_operators_are_told_by_what_rules_it_thinks_in_the_background() -> None:
    text = " ".join((ROOT / "docs" / "operating.md").read_text("utf-8").split())
    told = text.partition("### In the background")[2].partition("## As a service")[0]
    review, puzzle = (PATIENCE_SECONDS[each] for each in (ThinkUrgency.REVIEW, ThinkUrgency.PUZZLE))

    assert f"nice {LEAST_NICE}" in told
    assert "a minute after the bot is ready" in told
    assert AFTER_READY_SECONDS == 60
    assert f"calm for {LOOKS * LOOK_SECONDS:g} seconds" in told
    assert LOOKS == 10
    assert "of ten looks at most one" in told
    assert f"{1000 * LATE_SECONDS:g} ms late" in told
    assert f"after {review:g} seconds all the same, one of a puzzle after {puzzle:g}" in told
    assert "made three days ahead" in told
    assert AHEAD == 3
    assert f"may take {LONGEST_PROCESSOR_SECONDS:g} seconds of a processor" in told
    assert "after an hour without an answer" in told
    assert STOPPED_SECONDS == 3600
