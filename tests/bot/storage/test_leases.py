"""Who does which chores on a PostgreSQL that several processes share."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import pytest
from sqlalchemy import Connection, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database
from bot.storage.processes.lasting import LastingConnection
from bot.storage.processes.leases import LeaseStore
from bot.storage.processes.ownership import SharedOwnership
from bot.storage.schema import bucket_leases, deployment, processes
from bot.table.errors import LeaseLost
from bot.table.ids import MatchId
from bot.table.processes.shares import Process, Shards
from tests import postgresql
from tests.bot.beside import ALL, EXPIRED, ODD, Beside

ONE: Final = Shards(1, frozenset({0}))
BLOCKED: Final = text("SELECT count(*) FROM pg_locks WHERE NOT granted")


async def test_a_process_takes_the_buckets_of_its_shards_once_it_is_ready(beside: Beside) -> None:
    first = await beside.process(4, 0, 2, is_ready=False)
    assert first.held() == frozenset()

    first.ready()
    await first.tick()
    second = await beside.process(4, 1, 3)

    assert first.held() == ALL - ODD
    assert second.held() == ODD


async def test_of_many_who_want_the_same_each_bucket_goes_to_one(beside: Beside) -> None:
    stores = [beside.store() for _ in range(4)]
    each_one = [Process(str(number), "1.0", ONE, is_ready=True) for number in range(4)]

    for _ in range(3):
        kept = await asyncio.gather(*map(LeaseStore.keep, stores, each_one))
        async with beside.database.writing() as connection:
            await connection.execute(EXPIRED.where(bucket_leases.c.bucket % 3 == 0))

    held = [bucket for each in kept for bucket in each.leases]
    assert sorted(held) == sorted(ALL)


async def test_leases_that_end_are_taken_under_a_new_epoch(beside: Beside) -> None:
    stores = [beside.store() for _ in range(2)]
    killed, alive = (Process(each, "1.0", ONE, is_ready=True) for each in ("killed", "alive"))
    before = (await stores[0].keep(killed)).leases

    assert (await stores[1].keep(alive)).leases == {}
    async with beside.database.writing() as connection:
        await connection.execute(EXPIRED)
    after = (await stores[1].keep(alive)).leases

    assert after == {bucket: epoch + 1 for bucket, epoch in before.items()}
    assert (await stores[0].keep(killed)).leases == {}
    assert set(before) == ALL


async def test_a_server_whose_clock_was_set_back_makes_no_lease_longer(beside: Beside) -> None:
    stores = [beside.store() for _ in range(2)]
    killed, heir = (Process(each, "1.0", ONE, is_ready=True) for each in ("killed", "heir"))
    await stores[0].keep(killed)
    async with beside.database.writing() as connection:
        later = func.clock_timestamp() + timedelta(hours=1)
        await connection.execute(update(bucket_leases).values(until=later))

    assert (await stores[1].keep(heir)).leases.keys() == ALL


async def test_what_nobody_took_is_renewed_however_late(beside: Beside) -> None:
    late = await beside.process()
    async with beside.database.writing() as connection:
        await connection.execute(EXPIRED)
        before = (await connection.execute(select(bucket_leases.c.epoch))).scalars().all()

    await late.tick()

    async with beside.database.reading() as connection:
        still = bucket_leases.c.until > func.clock_timestamp() + timedelta(seconds=20)
        after = (await connection.execute(select(bucket_leases.c.epoch).where(still))).scalars()
        assert sorted(after) == sorted(before)
    assert late.held() == ALL


async def test_a_server_that_forgot_the_leases_repeats_no_epoch(beside: Beside) -> None:
    store = beside.store()
    process = Process("it", "1.0", ONE, is_ready=True)
    before = (await store.keep(process)).leases
    async with beside.database.writing() as connection:
        # As after a crash, a second later: the table is not in the server's log.
        await connection.execute(text("TRUNCATE bucket_leases"))
        await connection.execute(text("SELECT pg_sleep(1.1)"))

    after = (await store.keep(process)).leases

    assert after.keys() == before.keys() == ALL
    assert all(after[each] > before[each] for each in ALL)


async def test_a_process_that_was_stopped_believes_nothing_when_it_wakes(beside: Beside) -> None:
    stopped = await beside.process()
    assert stopped.held() == ALL

    beside.ran += 26

    assert stopped.held() == frozenset()
    with pytest.raises(LeaseLost), stopped.chore(3):
        pass
    await stopped.tick()
    assert stopped.held() == ALL


async def waits(work: asyncio.Task[None], beside: AsyncConnection) -> None:
    """Come back when a transaction waits for a lock, or, if nobody does, when the work is done."""
    while not work.done() and not (await beside.execute(BLOCKED)).scalar_one():
        pass


def _stored(connection: Connection) -> None:
    connection.execute(deployment.insert(), {"key": "effect", "value": "stored"})


async def effects(database: Database) -> int:
    async with database.asking() as connection:
        return (await connection.execute(select(func.count()).select_from(deployment))).scalar_one()


async def test_effects_of_a_chore_that_another_process_took_over_are_refused(
    beside: Beside,
) -> None:
    slow, other = await beside.process(2), await beside.process(2, 1)
    with slow.chore(3), slow.chore(5):
        async with beside.database.writing() as connection:
            await connection.execute(EXPIRED.where(bucket_leases.c.bucket == 5))
        await other.tick()
        assert other.held() == frozenset({5})
        with pytest.raises(LeaseLost):
            await beside.database.write(_stored)
    assert await effects(beside.database) == 0

    # Another one of the same process is still its own; and clicks are nobody's chore.
    with slow.chore(3):
        await beside.database.write(_stored)
    assert await effects(beside.database) == 1
    await beside.database.write(lambda connection: connection.execute(deployment.delete()))
    with pytest.raises(LeaseLost), slow.chore(3, 5):
        await beside.database.write(_stored)


async def test_a_chore_of_an_earlier_lease_of_the_same_process_is_refused(beside: Beside) -> None:
    twice, other = await beside.process(2), await beside.process(2, 1)
    with twice.chore(5):
        async with beside.database.writing() as connection:
            await connection.execute(EXPIRED.where(bucket_leases.c.bucket == 5))
        await other.tick()
        await other.release()
        await twice.tick()
        assert twice.held() == ALL
        with pytest.raises(LeaseLost):
            await beside.database.write(_stored)

    assert await effects(beside.database) == 0


async def test_nobody_takes_a_lease_between_its_check_and_the_commit(beside: Beside) -> None:
    slow, other = await beside.process(2), await beside.process(2, 1)
    async with beside.another().writing() as gate:
        await gate.execute(select(func.pg_advisory_xact_lock(3, 5)))

        def slowly(connection: Connection) -> None:
            connection.execute(select(func.pg_advisory_xact_lock(3, 5)))
            _stored(connection)

        with slow.chore(5):
            effect = asyncio.create_task(beside.database.write(slowly))
            await waits(effect, gate)
        async with beside.another().writing() as connection:
            await connection.execute(EXPIRED)
        await other.tick()
        assert other.held() == ODD - {5}
    await effect
    await other.tick()

    assert await effects(beside.database) == 1
    assert other.held() == ODD


async def test_an_effect_waits_for_whoever_is_taking_its_lease_and_is_refused(
    beside: Beside,
) -> None:
    slow = await beside.process()
    one = bucket_leases.c.bucket == 5
    async with beside.another().writing() as taker:
        await taker.execute(select(bucket_leases).where(one).with_for_update())
        with slow.chore(5):
            effect = asyncio.create_task(beside.database.write(_stored))
        await waits(effect, taker)
        taken = {"owner": "another", "epoch": bucket_leases.c.epoch + 1}
        await taker.execute(update(bucket_leases).where(one).values(taken))

    with pytest.raises(LeaseLost):
        await effect
    assert await effects(beside.database) == 0


async def test_a_process_drains_once_younger_ones_are_ready_for_all_of_its_buckets(
    beside: Beside,
) -> None:
    old = await beside.process(4, 0, 1, 2, 3)
    halves = [await beside.process(8, *ids, is_ready=False) for ids in (range(4), range(4, 8))]
    halves[0].ready()
    await halves[0].tick()
    await old.tick()
    assert (old.superseded.is_set(), old.held()) == (False, ALL)
    halves[1].ready()
    await halves[1].tick()
    with old.chore(7):
        await old.tick()

        # It begins nothing more, and ends what it began.
        assert (old.superseded.is_set(), old.held()) == (True, frozenset())
        await beside.database.write(_stored)
    with pytest.raises(LeaseLost), old.chore(7):
        pass
    await halves[0].tick()
    assert halves[0].held() == frozenset()
    await old.release()
    for each in halves:
        await each.tick()

    assert [each.held() for each in halves] == [
        frozenset(each for each in ALL if each % 8 < 4),
        frozenset(each for each in ALL if each % 8 >= 4),
    ]
    assert not any(each.superseded.is_set() for each in halves)
    async with beside.database.asking() as connection:
        there = (await connection.execute(select(processes.c.id))).scalars().all()
    assert set(there) == {each.id for each in halves}


async def test_only_living_processes_that_stay_and_began_later_supersede_another(
    beside: Beside,
) -> None:
    store = beside.store()
    old = Process("old", "1.0", ONE, is_ready=True)
    old = replace(old, began_at=(await store.keep(old)).began_at)
    new = Process("new", "1.1", ONE)

    async def newer(process: Process, **values: Any) -> int:
        await store.keep(process)
        async with beside.database.writing() as connection:
            change = update(processes).where(processes.c.id == process.id)
            if values:
                await connection.execute(change.values(values))
        return len((await store.keep(old)).newer)

    assert await newer(new) == 0
    assert await newer(replace(new, is_ready=True)) == 1
    assert await newer(replace(new, is_ready=True, is_draining=True)) == 0
    long_ago = func.clock_timestamp() - timedelta(minutes=1)
    assert await newer(replace(new, is_ready=True), seen_at=long_ago) == 0
    before_the_clock_was_set_back = func.clock_timestamp() + timedelta(hours=1)
    assert await newer(replace(new, is_ready=True), seen_at=before_the_clock_was_set_back) == 0
    assert await newer(replace(new, is_ready=True), began_at=long_ago) == 0


async def test_a_process_with_other_shards_gives_up_what_is_not_its_own_any_more(
    beside: Beside,
) -> None:
    fewer = await beside.process(2, 0, 1)

    await fewer.begin(2, {1})

    assert fewer.held() == ODD
    other = await beside.process(2, 0)
    assert other.held() == ALL - ODD


@pytest.mark.skipif(postgresql.GIVEN != "", reason="the given PostgreSQL is not ours to stop")
async def test_leases_outlive_a_server_that_is_started_anew(
    beside: Beside, server: postgresql.Server
) -> None:
    leases = await beside.process(2, 0)
    with server.away():
        assert leases.held() == ALL - ODD
        other = await beside.process(2, 1, is_ready=False)
        other.ready()

    for each in (leases, other):
        await each.tick()

    assert (leases.held(), other.held()) == (ALL - ODD, ODD)


async def test_a_process_that_is_stopped_keeps_nobody_from_telling(beside: Beside) -> None:
    # Its leases are renewed no more, as its loop stands still.
    holding = LastingConnection(beside.another(), ends_after=timedelta(seconds=0.5))
    stopped = SharedOwnership(beside.database, holding)
    other = SharedOwnership(beside.another())
    async with stopped.telling(MatchId(5)) as is_held:
        assert is_held
        async with other.telling(MatchId(5)) as is_ours:
            assert is_ours

    # It wakes, and finds another connection.
    async with stopped.telling(MatchId(6)) as is_held:
        assert is_held
    await stopped.close()
    await other.close()
