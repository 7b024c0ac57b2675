"""Timers: done once, in order, with what comes of them; trouble with one holds no other up."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection, select

from bot.hosting.host import Host
from bot.hosting.time.timer_worker import BATCH, Timers
from bot.storage import outbox as messages
from bot.storage import timers as rows
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.schema import lanes, outbox, timers
from bot.storage.stores import TIMER_HANDLERS, Stores
from bot.storage.time.timer_store import TimerStore
from bot.table.errors import NewerRules, Stale
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Posted, Status
from bot.table.match.stored import Stored
from bot.table.notices.notice import Notice, NoticeKind, to_channel, to_player, to_table
from bot.table.time.timers import TIMERS, Timer, TimerKey, TimerKind
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, table_of

KIND = TimerKind.VOTE


async def put(database: Database, *new: Timer) -> None:
    await database.write(lambda connection: rows.put(connection, *new))


async def keys(database: Database) -> set[str]:
    wanted = select(timers.c.key).where(timers.c.kind != TimerKind.HOUSEKEEPING.value)
    async with database.asking() as connection:
        return set((await connection.execute(wanted)).scalars())


def named(clock: StandingClock, *keys: str, seconds: float = 0) -> list[Timer]:
    return [Timer(KIND, each, clock.now() + timedelta(seconds=seconds)) for each in keys]


def storing(database: Database, done: list[str]) -> TimerStore:
    """Return a store whose handler notes what it did."""

    def handle(_: Connection, timer: Timer, __: datetime) -> None:
        done.append(timer.key)

    return TimerStore(database, {KIND: handle, TimerKind.HOUSEKEEPING: handle})


async def test_what_is_due_is_done_once_and_what_is_not_waits(
    database: Database, clock: StandingClock
) -> None:
    done: list[str] = []
    worker = Timers(storing(database, done), {}, clock)
    await put(database, *named(clock, "b", seconds=-1), *named(clock, "c"))
    await put(database, *named(clock, "a", seconds=-2), *named(clock, "later", seconds=1))
    await worker.tick()
    await worker.tick()
    assert [each for each in done if each != "daily"] == ["a", "b", "c"]
    assert await keys(database) == {"later"}


async def test_one_that_is_set_anew_comes_at_the_new_moment_only(
    database: Database, clock: StandingClock
) -> None:
    done: list[str] = []
    store = storing(database, done)
    await put(database, *named(clock, "a"))
    (seen,) = await store.due(clock.now(), BATCH)
    await put(database, *named(clock, "a", seconds=60))
    await store.fire(seen, clock.now())
    assert (done, await keys(database)) == ([], {"a"})
    await database.write(lambda connection: rows.drop(connection, TimerKey(KIND, "a")))
    await put(database, *named(clock, "a"))
    await store.fire(seen, clock.now())
    assert (done, await keys(database)) == ([], {"a"})


async def test_of_two_workers_one_does_it(database: Database, clock: StandingClock) -> None:
    done: list[str] = []
    many = [str(number) for number in range(2 * BATCH + 1)]
    await put(database, *named(clock, *many))
    workers = [Timers(storing(database, done), {}, clock) for _ in range(2)]
    await asyncio.gather(*(each.tick() for each in workers))
    assert sorted(each for each in done if each != "daily") == sorted(many)
    assert await keys(database) == set()


async def test_trouble_takes_back_what_was_done_and_is_tried_again_later(
    database: Database, clock: StandingClock
) -> None:
    tries: list[str] = []

    def handle(connection: Connection, timer: Timer, now: datetime) -> None:
        tries.append(timer.key)
        rows.put(connection, Timer(KIND, f"after {timer.key}", now + timedelta(days=1)))
        if timer.key == "bad" and len(tries) < 4:
            raise ValueError(timer.key)

    worker = Timers(TimerStore(database, {KIND: handle}), {}, clock)
    worker._keeps_house = True
    await put(database, *named(clock, "bad", seconds=-1), *named(clock, "good"))
    await worker.tick()
    await worker.tick()
    assert tries == ["bad", "good"]
    assert await keys(database) == {"bad", "after good"}
    clock.pass_by(seconds=2)
    await worker.tick()
    clock.pass_by(seconds=2)
    await worker.tick()
    assert tries == ["bad", "good", "bad"]
    clock.pass_by(seconds=2)
    await worker.tick()
    assert tries == ["bad", "good", "bad", "bad"]
    assert await keys(database) == {"after bad", "after good"}


async def test_what_only_a_later_version_can_do_is_not_put_off_for_long(
    database: Database, clock: StandingClock
) -> None:
    tries: list[str] = []

    async def handle(timer: Timer) -> None:
        tries.append(timer.key)
        raise NewerRules("newer-rules", match=1)

    worker = Timers(TimerStore(database, {}), {KIND: handle}, clock)
    await put(database, *named(clock, "newer"))
    for _ in range(12):
        await worker.tick()
        clock.pass_by(minutes=1)

    assert tries == ["newer"] * 12


async def test_a_batch_of_trouble_does_not_hold_the_next_one_up(
    database: Database, clock: StandingClock
) -> None:
    done: list[str] = []

    async def handle(timer: Timer) -> None:
        if timer.key.startswith("bad"):
            raise Stale("stale")
        done.append(timer.key)

    worker = Timers(TimerStore(database, {}), {KIND: handle}, clock)
    bad = [f"bad {number}" for number in range(BATCH)]
    await put(database, *named(clock, *bad, seconds=-1), *named(clock, "good"))
    await worker.tick()
    assert done == ["good"]


async def test_what_is_old_is_deleted_once_a_day(
    host: Host, database: Database, clock: StandingClock
) -> None:
    def old(connection: Connection) -> None:
        for key, state, days in (
            ("sent", "sent", 8),
            ("gone", "gone", 8),
            ("new", "sent", 6),
            ("dead", "dead", 29),
            ("long dead", "dead", 31),
            ("pending", "pending", 90),
        ):
            at = clock.now() - timedelta(days=days)
            row = {"kind": "said", "key": key, "target": "channel:1", "state": state}
            connection.execute(outbox.insert().values(**row, sent_at=at))

    async def left() -> set[str]:
        async with database.asking() as connection:
            return set((await connection.execute(select(outbox.c.key))).scalars())

    await database.write(old)
    await host.tick()
    assert await left() == {"new", "dead", "pending"}
    clock.pass_by(hours=23)
    await host.tick()
    assert "new" in await left()
    clock.pass_by(hours=48)
    await host.tick()
    assert await left() == {"pending"}


async def test_targets_that_nothing_is_for_are_forgotten_but_people_are_known_again(
    host: Host, database: Database, clock: StandingClock
) -> None:
    targets = [to_channel(1), to_table(2), to_player(3)]
    notices = [Notice(each, NoticeKind.SAID, each) for each in targets]
    await database.write(lambda connection: messages.put(connection, *notices))
    await host.tick()
    waiting = Notice(to_channel(4), NoticeKind.SAID, "later")
    clock.pass_by(days=1)
    await database.write(lambda connection: messages.put(connection, waiting))
    await host.timers.tick()

    async with database.asking() as connection:
        known = set((await connection.execute(select(lanes.c.target))).scalars())
    assert known == {to_player(3), to_channel(4)}


async def test_the_end_of_a_match_drops_its_timers(
    host: Host, database: Database, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    other = await table_of(host, ANN, BOB)
    later = clock.now() + timedelta(days=1)
    await put(database, Timer(KIND, "a", later, match.id), Timer(KIND, "b", later, other.id))
    await host.lobbies.end(match.id, ANN)
    assert (await host.cache.match(match.id)).status is Status.CLOSED
    assert "a" not in await keys(database)
    assert "b" in await keys(database)


async def test_whoever_comes_second_to_a_timer_does_not_try_again(
    host: Host, matches: MatchStore, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await table_of(host, ANN, BOB)
    gone = Timer(TimerKind.DIGEST, str(match.id), clock.now(), match.id)
    read: list[MatchId] = []

    async def get(match_id: MatchId) -> Stored:
        read.append(match_id)
        return await MatchStore.get(matches, match_id)

    monkeypatch.setattr(matches, "get", get)
    with pytest.raises(Stale):
        await host.news.digest(gone)
    assert read == []
    await host.cache.match(match.id)
    assert read == [match.id]


class Mute(Listener):
    """A messenger that never comes back from telling a table again."""

    async def extend_table(self, loaded: LoadedMatch, since: int) -> Posted:
        self.hangs.set()
        await asyncio.Event().wait()
        return await super().extend_table(loaded, since)


async def test_a_channel_that_hangs_holds_no_timer_up(
    stores: Stores, database: Database, clock: StandingClock
) -> None:
    messenger = Mute()
    host = Host(stores, messenger, clock, KnownEntropy())
    match = await table_of(host, ANN, BOB)
    until = clock.now() + timedelta(days=1)
    held = replace(match, held_since=clock.now(), held_until=until)
    await stores.matches.save(held, clock.now())
    await put(database, Timer(TimerKind.HOLD, str(match.id), until, match.id))
    clock.pass_by(days=1)

    tick = asyncio.create_task(host.timers.tick())
    hangs = asyncio.create_task(messenger.hangs.wait())
    await asyncio.wait({tick, hangs}, return_when=asyncio.FIRST_COMPLETED)

    hung = hangs.done()
    for each in (tick, hangs):
        each.cancel()
    await asyncio.wait({tick, hangs})
    assert not hung
    after = await host.cache.match(match.id)
    assert after.held_until is None
    assert after.table.is_behind


async def test_of_two_processes_one_does_what_a_timer_asks_of_a_match(
    stores: Stores, database: Database, clock: StandingClock
) -> None:
    messenger, entropy = Listener(), KnownEntropy()
    hosts = [Host(stores, messenger, clock, entropy) for _ in range(2)]
    match = await table_of(hosts[0], ANN, BOB)
    await hosts[1].cache.match(match.id)
    timer = Timer(TimerKind.DIGEST, str(match.id), clock.now(), match.id)
    await put(database, timer)

    await asyncio.gather(*(each.timers.tick() for each in hosts))

    newest = [await each.cache.match(match.id) for each in hosts]
    assert [each.revision for each in newest] == [match.revision + 1] * 2
    assert [each.ping.is_behind for each in newest] == [True, True]
    # The start had a message of its own, and so has the day: once, whichever process was first.
    for each in hosts:
        await each.scheduler.tick()
    assert [each.is_new for each in messenger.of(match.id)] == [True, True]
    assert not (await hosts[0].cache.match(match.id)).is_behind


def test_each_kind_of_timer_is_done_in_one_place(host: Host) -> None:
    by_services = {kind for kind, row in TIMERS.items() if row.changes_match}

    assert set(TIMERS) == set(TimerKind)
    assert set(host.timers._handlers) == by_services
    assert set(TIMER_HANDLERS) == set(TIMERS) - by_services
