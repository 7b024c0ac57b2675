"""What is lacking of the next days is made in the background, by one process, once."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

import pytest
import structlog

from bot.hosting.advice import puzzles
from bot.hosting.advice.puzzles import AGAIN, AHEAD, Puzzles, today
from bot.metrics import REGISTRY
from bot.storage.advice.puzzles import PuzzleStore
from bot.storage.database import Database
from bot.table.advice.puzzles import KeptPuzzle, PuzzleAnswer
from bot.table.errors import LeaseLost, ThinkingFailed
from bot.table.ids import PlayerId
from bot.table.processes.buckets import Buckets
from bot.table.world import Job, ThinkUrgency
from engine.puzzles import Making, Puzzle
from tests.bot.fakes import StandingClock
from tests.bot.puzzling import kept_puzzle, puzzle_of


@dataclass(frozen=True)
class Numbered:
    number: int

    def done(self) -> int:
        return self.number

    def written(self, came: int) -> str:
        return str(came)

    def read(self, text: str) -> int:
        return int(text)


@dataclass
class Thinking:
    """Thinks at once, but for as many failures as there are."""

    asked: list[tuple[ThinkUrgency, Job[Any]]] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)

    async def think(self, urgency: ThinkUrgency, job: Job[Any]) -> Any:
        self.asked.append((urgency, job))
        if self.failures:
            raise self.failures.pop()
        return job.done()


@dataclass
class Held:
    """Leases of some buckets; they are gone after some chores."""

    buckets: Buckets
    chores: int = 1000

    def held(self) -> Buckets:
        return self.buckets

    @contextmanager
    def chore(self, *buckets: int) -> Iterator[None]:
        self.chores -= 1
        if self.chores < 0:
            raise LeaseLost("lease-lost", buckets=buckets)
        yield


MADE: list[date] = []
JOBS = 3


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let puzzles be found at once; one day of 2027 has none."""
    MADE.clear()

    def making(day: date, seed: str, _: object) -> Making:
        assert seed == "seed"
        for n in range(JOBS):
            assert (yield Numbered(n)) == n
        MADE.append(day)
        found: Puzzle | None = None if day == date(2027, 1, 1) else puzzle_of()
        return found

    monkeypatch.setattr(puzzles, "making", making)
    monkeypatch.setattr(puzzles, "titles", lambda: ("seismic",))
    monkeypatch.setattr(puzzles, "FIRST_PAUSE_SECONDS", 0.0)


@pytest.fixture
def store(database: Database) -> PuzzleStore:
    return PuzzleStore(database)


async def looked(made: Puzzles, times: int = 1) -> None:
    for _ in range(times):
        await made.look()
        await made.finish()


def days(first: date, count: int = AHEAD + 1) -> Sequence[date]:
    return [first + timedelta(days=n) for n in range(count)]


async def test_today_and_the_next_days_are_made_once(
    store: PuzzleStore, clock: StandingClock
) -> None:
    thinking, day = Thinking(), today(clock)
    made = Puzzles(store, thinking, clock, seed="seed")

    await looked(made, 2)
    first = list(MADE)
    clock.pass_by(days=1)
    await looked(made, 2)

    assert first == days(day)
    assert [*first, day + timedelta(days=AHEAD + 1)] == MADE
    assert not await store.find_lacking(days(day, AHEAD + 2))
    assert {urgency for urgency, _ in thinking.asked} == {ThinkUrgency.PUZZLE}
    posed = await made.get_posed(day)
    assert posed is not None
    assert posed.puzzle == puzzle_of()
    assert posed.seed == "seed"


async def test_operators_see_for_how_many_days_there_is_a_puzzle(
    store: PuzzleStore, clock: StandingClock
) -> None:
    thinking = Thinking(failures=[ThinkingFailed("starved")] * 4)
    made = Puzzles(store, thinking, clock, seed="seed")
    held = Held(frozenset({0}))
    seen = list[float | None]()

    async def look_and_note(*, hours: float) -> None:
        await looked(made)
        await made.look()
        seen.append(REGISTRY.get_sample_value("faultline_puzzles_ahead"))
        clock.pass_by(hours=hours)

    await store.keep(kept_puzzle(today(clock)))
    await look_and_note(hours=1)  # nobody has time to think about the other days
    await look_and_note(hours=24)
    thinking.failures += [ThinkingFailed("starved")] * 100
    for _ in range(AHEAD):
        await look_and_note(hours=24)
    await look_and_note(hours=1)
    made._leases = held
    held.buckets = frozenset({1})
    await look_and_note(hours=1)

    assert seen == [1, AHEAD + 1, *range(AHEAD, 0, -1), 0, -1]
    await made.close()


async def test_whoever_is_not_to_make_them_makes_none(
    store: PuzzleStore, clock: StandingClock
) -> None:
    off = Puzzles(store, Thinking(), clock)
    elsewhere = Puzzles(store, Thinking(), clock, Held(frozenset({1, 2})), "seed")

    await looked(off)
    await looked(elsewhere)

    assert not MADE
    assert not off.will_be(today(clock))
    assert elsewhere.will_be(today(clock))


async def test_what_another_process_has_stored_stays(
    store: PuzzleStore, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, other = (
        Puzzles(store, Thinking(), clock, seed="seed"),
        kept_puzzle(today(clock), answer=2),
    )
    keep = store.keep

    async def late(puzzle: KeptPuzzle) -> bool:
        await keep(other)
        return await keep(puzzle)

    monkeypatch.setattr(store, "keep", late)
    await looked(made)

    assert await store.puzzle(today(clock)) == other


async def test_work_ends_with_the_lease_and_begins_anew_with_it(
    store: PuzzleStore, clock: StandingClock
) -> None:
    held = Held(frozenset({0}), chores=JOBS + 1 + 2)
    made = Puzzles(store, Thinking(), clock, held, "seed")

    await looked(made, 2)
    between = list(MADE)
    held.chores = 1000
    await looked(made)
    too_soon = list(MADE)
    clock.pass_by(seconds=AGAIN.total_seconds() + 1)
    await looked(made)

    assert between == too_soon == days(today(clock))[:1]
    assert days(today(clock)) == MADE


async def test_a_job_that_could_not_be_thought_over_is_tried_again(
    store: PuzzleStore, clock: StandingClock
) -> None:
    thinking = Thinking(failures=[ThinkingFailed("busy"), ThinkingFailed("ended")])
    made = Puzzles(store, thinking, clock, seed="seed")

    await looked(made)

    assert days(today(clock)) == MADE
    assert [job for _, job in thinking.asked[:3]] == [Numbered(0)] * 3


async def test_what_fails_again_and_again_is_left_for_a_while(
    store: PuzzleStore, clock: StandingClock
) -> None:
    thinking = Thinking(failures=[ThinkingFailed("too-long")] * 4)
    made = Puzzles(store, thinking, clock, seed="seed")

    await looked(made, 3)
    before, asked = list(MADE), len(thinking.asked)
    clock.pass_by(seconds=AGAIN.total_seconds() + 1)
    await looked(made)

    assert (before, asked) == ([], 4)
    assert days(today(clock)) == MADE


async def test_a_day_for_which_none_is_found_is_not_tried_for_ever(
    store: PuzzleStore, clock: StandingClock
) -> None:
    clock.time = clock.time.replace(year=2026, month=12, day=31)
    made = Puzzles(store, Thinking(), clock, seed="seed")

    with structlog.testing.capture_logs() as logs:
        await looked(made, 3)
        clock.pass_by(days=1)
        await looked(made, 3)

    assert len(MADE) == len(set(MADE)) == AHEAD + 2
    assert not made.will_be(date(2027, 1, 1))
    assert [each["day"] for each in logs if each["event"] == "puzzle-not-found"] == ["2027-01-01"]


async def test_a_day_over_which_something_goes_wrong_leaves_the_others(
    store: PuzzleStore, clock: StandingClock
) -> None:
    thinking = Thinking(failures=[RuntimeError("a title went wrong")])
    made = Puzzles(store, thinking, clock, seed="seed")

    await looked(made)
    clock.pass_by(seconds=AGAIN.total_seconds() + 1)
    await looked(made)

    first, *others = days(today(clock))
    assert others == MADE
    assert not made.will_be(first)


async def test_what_is_begun_is_given_up_at_the_end(
    store: PuzzleStore, clock: StandingClock
) -> None:
    made = Puzzles(store, Thinking(), clock, seed="seed")

    await made.look()
    await made.close()

    assert await store.find_lacking(days(today(clock))) == days(today(clock))


async def test_one_of_long_ago_is_there_however_many_newer_ones_were_shown(
    database: Database, clock: StandingClock
) -> None:
    store = PuzzleStore(database)
    days = [today(clock) - timedelta(days=n) for n in range(puzzles.MOST_POSED + 1)]
    for day in days:
        await store.keep(kept_puzzle(day))
    there = Puzzles(store, Thinking(), clock)

    assert None not in [await there.get_posed(each) for each in days]


async def test_who_answered_is_told_for_a_month(database: Database, clock: StandingClock) -> None:
    store, day = PuzzleStore(database), today(clock)
    await store.keep(kept_puzzle(day))
    given = PuzzleAnswer(day, PlayerId(1), "Ann", 7, 2, is_right=False)
    await store.answer(given, clock.now())
    there = Puzzles(store, Thinking(), clock)

    clock.pass_by(days=30)
    assert await there.answers(day, 7) == [given]
    assert await there.answers(day, None) is None
    clock.pass_by(days=1)
    assert await there.answers(day, 7) is None
