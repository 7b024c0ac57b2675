"""Time that nobody could play, where processes share the work: each gives back for its buckets."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

import pytest
from sqlalchemy import insert, select

from bot.hosting.processes.leases import ProcessLeases
from bot.hosting.time.beats import Beats
from bot.storage.match.matches import MatchStore
from bot.storage.schema import beats, bucket_leases, outages, waits
from bot.storage.time.beats import BeatStore
from bot.table.ids import MatchId
from bot.table.processes.buckets import Buckets
from engine.registry import games
from tests.bot.beside import ALL, EXPIRED, ODD, Beside
from tests.bot.fakes import StandingClock
from tests.bot.storage.test_buckets import lobby_in

DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)


class Machine:
    """A process with a clock on the wall, one that nobody sets, and shards that are answered."""

    def __init__(self, beside: Beside, leases: ProcessLeases, wall: StandingClock) -> None:
        self.wall = wall
        self.leases = leases
        self.ran = 0.0
        self.answered: Buckets = None
        store = BeatStore(beside.another())
        self.beats = Beats(store, wall, lambda: self.answered, lambda: self.ran, leases)

    async def after(self, seconds: float = 0) -> Buckets:
        """Let so much time pass, also on the wall, and return where it counts."""
        self.wall.pass_by(seconds=seconds)
        self.ran += seconds
        await self.beats.time_counts()
        return self.beats.counted


class Waiting:
    """Matches in some buckets, in each of which a player has a day from now on."""

    def __init__(self, beside: Beside, clock: StandingClock) -> None:
        self.beside = beside
        self.began = clock.now()
        self.matches: dict[MatchId, int] = {}

    async def add(self, *buckets: int) -> None:
        shelf = MatchStore(self.beside.database, games())
        for bucket in buckets:
            match = await lobby_in(shelf, bucket)
            self.matches[match] = bucket
            now = {"asked_at": self.began, "since": self.began, "due_at": self.began + DAY}
            row = {"match_id": match, "seat": 0, "player": 1, "left_s": 86_400, "length_s": 86_400}
            async with self.beside.database.writing() as connection:
                await connection.execute(insert(waits).values(**row, **now))

    async def given(self) -> Mapping[int, timedelta]:
        """Return what was given to each bucket."""
        columns = select(waits.c.match_id, waits.c.due_at)
        async with self.beside.database.reading() as connection:
            rows = (await connection.execute(columns)).all()
        return {self.matches[row.match_id]: row.due_at - self.began - DAY for row in rows}


@pytest.fixture
async def waiting(beside: Beside, clock: StandingClock) -> Waiting:
    waiting = Waiting(beside, clock)
    await waiting.add(2, 3)
    return waiting


async def test_an_outage_of_one_shard_gives_time_back_to_its_matches_alone(
    beside: Beside, waiting: Waiting, clock: StandingClock
) -> None:
    machine = Machine(beside, await beside.process(2), clock)
    assert await machine.after() == ALL
    machine.answered = ALL - ODD
    for _ in range(120):
        assert await machine.after(30) == ALL - ODD
    machine.answered = None

    assert await machine.after(30) == ALL

    assert await waiting.given() == {2: timedelta(), 3: HOUR + timedelta(seconds=30)}
    async with beside.database.reading() as connection:
        scopes = (await connection.execute(select(outages.c.scope))).scalars().all()
    assert scopes == [",".join(map(str, sorted(ODD)))]


async def test_two_processes_that_see_one_clock_jump_give_back_each_for_its_own(
    beside: Beside, waiting: Waiting, clock: StandingClock
) -> None:
    machines = [Machine(beside, await beside.process(2, each), clock) for each in (0, 1)]
    for each in machines:
        await each.after()
    clock.pass_by(hours=5)

    await machines[0].after(5)
    assert await waiting.given() == {2: 5 * HOUR, 3: timedelta()}
    machines[1].ran += 5
    await machines[1].after()
    for each in machines:
        await each.after()

    assert await waiting.given() == {2: 5 * HOUR, 3: 5 * HOUR}


async def test_nothing_counts_before_the_first_beat_of_a_bucket_that_was_taken_over(
    beside: Beside, waiting: Waiting, clock: StandingClock
) -> None:
    killed, heir = await beside.process(2, 0, 1), await beside.process(2, 1)
    first, second = Machine(beside, killed, clock), Machine(beside, heir, clock)
    await first.after()
    assert await second.after() == frozenset()
    clock.pass_by(hours=2)
    async with beside.database.writing() as connection:
        await connection.execute(EXPIRED)
    await heir.tick()

    assert await second.after() == ODD

    assert await waiting.given() == {2: timedelta(), 3: 2 * HOUR}


async def test_a_handover_gives_nothing_back(
    beside: Beside, waiting: Waiting, clock: StandingClock
) -> None:
    old, new = await beside.process(2), await beside.process(2)
    first, second = Machine(beside, old, clock), Machine(beside, new, clock)
    await first.after()
    # A clock that was set while it had nothing to do with time: others gave that back.
    clock.pass_by(days=3)
    await first.after(5)
    before = dict(await waiting.given())
    await old.release()
    await new.tick()

    assert await second.after(20) == ALL

    assert await waiting.given() == before == {2: 3 * DAY, 3: 3 * DAY}


async def test_a_beat_of_a_bucket_that_is_another_process_s_is_refused(
    beside: Beside, waiting: Waiting, clock: StandingClock
) -> None:
    slow, other = await beside.process(2, 0, 1), await beside.process(2, 1)
    machine = Machine(beside, slow, clock)
    await machine.after()
    async with beside.database.writing() as connection:
        await connection.execute(EXPIRED.where(bucket_leases.c.bucket == 3))
    await other.tick()
    clock.pass_by(hours=5)

    assert not await machine.beats.time_counts()
    assert await waiting.given() == {2: timedelta(), 3: timedelta()}

    # It learns what it still has, and beats for that.
    await slow.tick()
    assert await machine.after(5) == ALL - {3}
    assert await waiting.given() == {2: 5 * HOUR, 3: timedelta()}


@pytest.mark.parametrize("was_one", [True, False])
async def test_an_outage_while_a_bot_moves_between_one_process_and_many_is_given_back(
    beside: Beside, waiting: Waiting, clock: StandingClock, *, was_one: bool
) -> None:
    alone, none = BeatStore(beside.database), timedelta()
    machine = Machine(beside, await beside.process(1), clock)
    async with beside.database.writing() as connection:
        # From before it moved the last time.
        long_ago = {"at": clock.now() - 99 * DAY}
        stale = [{"scope": each, **long_ago} for each in ("all", "2", "3")]
        await connection.execute(insert(beats), stale)
    await (alone.beat(clock.now(), none) if was_one else machine.after())
    before = await waiting.given()
    clock.pass_by(hours=1)

    await (machine.after() if was_one else alone.beat(clock.now(), none))

    after = await waiting.given()
    assert {each: after[each] - before[each] for each in after} == {2: HOUR, 3: HOUR}


async def test_a_jump_that_others_gave_back_is_not_given_back_again(
    beside: Beside, waiting: Waiting, clock: StandingClock
) -> None:
    heir, late = await beside.process(2, 0, 1), await beside.process(2, 1)
    async with beside.database.writing() as connection:
        await connection.execute(EXPIRED.where(bucket_leases.c.bucket % 2 == 1))
    for leases in (late, heir):
        await leases.tick()
    first, second = (Machine(beside, each, clock) for each in (heir, late))
    assert (await first.after(), await second.after()) == (ALL - ODD, ODD)
    clock.pass_by(hours=5)
    await second.after(5)
    await late.release()
    await heir.tick()

    assert await first.after(5) == ALL

    given = await waiting.given()
    assert given[3] == 5 * HOUR
    assert given[2] == pytest.approx(5 * HOUR, abs=timedelta(seconds=10))
