"""Notices: each said once, in order for whom it is for; who hangs or is gone holds nobody up."""

import asyncio
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from bot.hosting.host import Host
from bot.hosting.notices import outbox_worker
from bot.hosting.notices.outbox_worker import BURST, MOST_FAULTS, Outbox
from bot.storage import outbox as rows
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.notices.outbox_store import LEASE, REST
from bot.storage.schema import outbox, players, waits
from bot.storage.stores import stores_in
from bot.table.errors import CHANNEL_GONE, CannotPost, NewerRules
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch
from bot.table.notices.notice import (
    DIRECT_CLOSED,
    REFUSED,
    UNSURE,
    Delivered,
    Notice,
    NoticeKind,
    NoticeState,
    QueuedNotice,
    Settled,
    to_channel,
    to_player,
)
from bot.table.time.waits import Stop
from engine.registry import games
from tests.bot.fakes import Listener, StandingClock
from tests.bot.tables import ANN, BOB, HERE, one_move, table_of

SAID = NoticeKind.SAID


def said(key: str, channel: int = 1, **parts: Any) -> Notice:
    return Notice(to_channel(channel), SAID, key, **parts)


async def put(database: Database, *new: Notice) -> None:
    await database.write(lambda connection: rows.put(connection, *new))


async def row(database: Database, key: str) -> Any:
    async with database.asking() as connection:
        return (await connection.execute(select(outbox).where(outbox.c.key == key))).one()


@pytest.fixture
def worker(database: Database, messenger: Listener, clock: StandingClock) -> Outbox:
    return outbox_of(database, messenger, clock)


def outbox_of(database: Database, messenger: Listener, clock: StandingClock) -> Outbox:
    async def tell(_: MatchId) -> CannotPost | None:
        return None

    async def load(_: MatchId, __: object) -> LoadedMatch:
        raise AssertionError

    return Outbox(stores_in(database, games()).outbox, messenger, tell, load, clock)


async def ticked(worker: Outbox, clock: StandingClock, **length: float) -> None:
    clock.pass_by(**length)
    await worker.tick()


async def test_each_target_gets_its_notices_once_in_order_five_at_a_time(
    database: Database, worker: Outbox, messenger: Listener, clock: StandingClock
) -> None:
    first, second = ([f"{channel} {n}" for n in range(7)] for channel in (1, 2))
    for one, other in zip(first, second, strict=True):
        await put(database, said(one, 1), said(other, 2))
    await worker.tick()
    assert messenger.keys.count("1 0") == 1
    assert [each for each in messenger.keys if each in first] == first[:BURST]
    assert [each for each in messenger.keys if each in second] == second[:BURST]
    await ticked(worker, clock, seconds=4)
    assert len(messenger.keys) == 2 * BURST
    await ticked(worker, clock, seconds=1)
    await ticked(worker, clock, hours=1)
    assert [each for each in messenger.keys if each in first] == first
    assert [each for each in messenger.keys if each in second] == second


async def test_what_only_a_later_version_can_say_waits_for_it(
    database: Database, host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    await put(database, said("new", match=match.id))
    is_later = False

    async def tell(_: MatchId) -> CannotPost | None:
        return None

    async def load(about: MatchId, _: object) -> LoadedMatch:
        if not is_later:
            raise NewerRules("newer-rules", match=about)
        return await host.cache.of(about)

    worker = Outbox(stores_in(database, games()).outbox, messenger, tell, load, clock)
    with capture_logs() as logged:
        for _ in range(2 * MOST_FAULTS):
            await ticked(worker, clock, minutes=1)
    assert logged == []
    assert "new" not in messenger.keys
    is_later = True
    await ticked(worker, clock, minutes=1)

    assert messenger.keys.count("new") == 1


async def test_a_target_rests_even_if_nothing_was_left(
    database: Database, worker: Outbox, messenger: Listener, clock: StandingClock
) -> None:
    await put(database, *(said(str(n)) for n in range(BURST)))
    await worker.tick()
    await put(database, said("more"))
    await worker.tick()
    assert len(messenger.keys) == BURST
    clock.pass_by(seconds=REST.total_seconds())
    await worker.tick()
    assert messenger.keys[-1] == "more"


async def test_one_that_hangs_holds_nobody_else_up(
    database: Database,
    worker: Outbox,
    messenger: Listener,
    clock: StandingClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox_worker, "LIMIT", timedelta(seconds=0.2))
    messenger.hanging.add(to_channel(1))
    await put(database, said("hangs", 1), said("behind it", 1), said("else", 2))
    await worker.tick()
    found = await row(database, "hangs")
    assert (found.state, found.error) == ("pending", "no-answer")
    messenger.hanging.clear()
    await ticked(worker, clock, seconds=2)
    assert messenger.keys == ["else", "hangs", "behind it"]
    # It may have been sent all the same: whoever sends it again looks first.
    assert [each.tried_at is not None for each in messenger.noticed] == [False, True, False]


async def test_trouble_lets_a_target_rest_longer_each_time_up_to_six_hours(
    database: Database, worker: Outbox, messenger: Listener, clock: StandingClock
) -> None:
    tries: list[datetime] = []

    def refuse(_: QueuedNotice) -> Exception:
        tries.append(clock.now())
        return CannotPost("cannot-post")

    messenger.minds = refuse
    await put(database, said("a"))
    for _ in range(24 * 60):
        await ticked(worker, clock, minutes=1)
    pauses = [later - sooner for sooner, later in pairwise(tries)]
    assert pauses == sorted(pauses)
    assert max(pauses) <= timedelta(hours=6)
    assert 10 <= len(tries) <= 20
    messenger.minds = lambda _: None
    await ticked(worker, clock, hours=6)
    assert messenger.keys == ["a"]


@pytest.mark.parametrize("key", [REFUSED, UNSURE])
async def test_what_nobody_can_send_is_dropped_and_the_next_is_sent(
    database: Database, worker: Outbox, messenger: Listener, key: str
) -> None:
    messenger.minds = lambda queued: CannotPost(key) if queued.notice.key == "bad" else None
    await put(database, said("bad"), said("good"))
    await worker.tick()
    assert messenger.keys == ["good"]
    assert (await row(database, "bad")).state == NoticeState.DEAD


async def test_a_channel_that_is_gone_takes_its_notices_along_and_no_others(
    database: Database, worker: Outbox, messenger: Listener, clock: StandingClock
) -> None:
    gone = CannotPost(CHANNEL_GONE)
    messenger.minds = lambda queued: gone if queued.notice.target == to_channel(1) else None
    await put(database, said("a", 1), said("b", 1), said("c", 2))
    await worker.tick()
    await ticked(worker, clock, days=1)
    assert messenger.keys == ["c"]
    assert [(await row(database, each)).state for each in "ab"] == ["dead", "dead"]


async def test_where_the_channel_is_gone_nobodys_time_passes(
    host: Host, database: Database, messenger: Listener
) -> None:
    await table_of(host, ANN, BOB)
    messenger.minds = lambda _: CannotPost(CHANNEL_GONE)
    await put(database, said("a", HERE.channel))
    await host.outbox.tick()
    async with database.asking() as connection:
        assert (await connection.execute(select(waits.c.stops))).scalar_one() == Stop.TROUBLE


async def test_words_that_fail_do_not_hold_a_target_up_for_ever(
    database: Database, worker: Outbox, messenger: Listener, clock: StandingClock
) -> None:
    def broken(queued: QueuedNotice) -> Exception | None:
        return KeyError("who") if queued.notice.key == "broken" else None

    messenger.minds = broken
    await put(database, said("broken"), said("next"))
    for _ in range(10):
        await ticked(worker, clock, minutes=5)
    assert messenger.keys == ["next"]
    assert (await row(database, "broken")).error == "KeyError('who')"


async def test_what_comes_too_late_is_not_said(
    database: Database, worker: Outbox, messenger: Listener, clock: StandingClock
) -> None:
    soon = clock.now() + timedelta(minutes=1)
    await put(database, said("late", best_before=soon), said("still good"))
    await ticked(worker, clock, minutes=2)
    assert messenger.keys == ["still good"]
    assert (await row(database, "late")).error == "late"


async def test_one_that_is_put_again_is_edited_and_what_changed_meanwhile_is_not_forgotten(
    database: Database, worker: Outbox, messenger: Listener, clock: StandingClock
) -> None:
    await put(database, said("a", facts={"n": 1}))
    await worker.tick()
    await put(database, said("a", facts={"n": 2}))
    await ticked(worker, clock, seconds=5)
    first, second = messenger.noticed
    assert (first.message, second.message) == (None, (await row(database, "a")).message)
    assert second.notice.facts == {"n": 2}


async def test_what_changes_while_it_is_being_sent_is_sent_after_it(
    database: Database, clock: StandingClock
) -> None:
    class Slow(Listener):
        async def notice(self, queued: QueuedNotice, loaded: LoadedMatch | None) -> Delivered:
            if not self.noticed:
                await put(database, said("a", facts={"n": 2}))
            return await super().notice(queued, loaded)

    messenger = Slow()
    worker = outbox_of(database, messenger, clock)
    await put(database, said("a", facts={"n": 1}))
    await worker.tick()
    await ticked(worker, clock, seconds=5)
    assert [each.notice.facts["n"] for each in messenger.noticed] == [1, 2]
    assert [each.message is None for each in messenger.noticed] == [True, False]
    assert (await row(database, "a")).state == NoticeState.SENT


async def test_what_is_taken_back_is_deleted_or_never_sent(
    database: Database, worker: Outbox, messenger: Listener, clock: StandingClock
) -> None:
    await put(database, said("sent", wait=7))
    await worker.tick()
    await put(database, said("unsent", wait=7), said("other", wait=8))
    await database.write(lambda connection: rows.retract_about(connection, 7))
    await ticked(worker, clock, seconds=5)
    assert messenger.keys == ["sent", "other"]
    assert [each.notice.key for each in messenger.unsaid_] == ["sent"]
    assert [(await row(database, each)).state for each in ("sent", "unsent")] == ["gone", "gone"]
    await put(database, said("sent", wait=7))
    await ticked(worker, clock, seconds=5)
    assert messenger.keys == ["sent", "other"]


async def test_a_process_that_dies_leaves_its_notice_to_the_next_one_in_doubt(
    database: Database, messenger: Listener, clock: StandingClock
) -> None:
    messenger.hanging.add(to_channel(1))
    first, second = (outbox_of(database, messenger, clock) for _ in range(2))
    await put(database, said("a"), said("b"))
    began = clock.now()
    await first.look()
    async with asyncio.timeout(10):
        await messenger.hangs.wait()
    await first.close()
    messenger.hanging.clear()
    await ticked(second, clock, seconds=LEASE.total_seconds() - 1)
    assert messenger.keys == []
    await ticked(second, clock, seconds=1)
    assert messenger.keys == ["a", "b"]
    assert [each.tried_at for each in messenger.noticed] == [began, None]


async def test_one_whose_lease_has_ended_writes_nothing_down(
    database: Database, clock: StandingClock
) -> None:
    store = stores_in(database, games()).outbox
    await put(database, said("a"))
    (old,) = await store.lease("old", clock.now(), 9, new_people=True)
    queued = await store.next(old, clock.now())
    assert queued is not None
    clock.pass_by(seconds=LEASE.total_seconds())
    (new,) = await store.lease("new", clock.now(), 9, new_people=True)
    assert (new.epoch, old.epoch) == (2, 1)
    settled = Settled(NoticeState.SENT, Delivered(1, 2))
    assert await store.next(old, clock.now()) is None
    assert await store.settle(old, queued, settled, clock.now()) is None
    await store.release(old, clock.now(), has_sent=True)
    assert (await row(database, "a")).state == NoticeState.PENDING
    assert await store.lease("third", clock.now(), 9, new_people=True) == ()
    assert await store.settle(new, queued, settled, clock.now()) is None
    assert (await row(database, "a")).message == 2


async def test_a_clock_that_was_set_back_blocks_no_target(
    database: Database, worker: Outbox, messenger: Listener, clock: StandingClock
) -> None:
    await ticked(worker, clock, days=365)
    await put(database, said("a"))
    await worker.tick()
    messenger.minds = lambda _: CannotPost("cannot-post")
    await put(database, said("b"))
    await ticked(worker, clock, seconds=5)
    messenger.minds = lambda _: None
    clock.pass_by(days=-365)
    await worker.tick()
    assert messenger.keys == ["a", "b"]


async def test_two_workers_deliver_each_notice_once_and_in_order(
    database: Database, messenger: Listener, clock: StandingClock
) -> None:
    keys = [(channel, n) for n in range(12) for channel in range(1, 9)]
    workers = [outbox_of(database, messenger, clock) for _ in range(2)]

    async def writing() -> None:
        for channel, n in keys:
            await put(database, said(f"{channel} {n}", channel))

    await asyncio.gather(writing(), *(each.tick() for each in workers))
    for _ in range(12):
        clock.pass_by(seconds=5)
        await asyncio.gather(*(each.tick() for each in workers))
    assert len(messenger.keys) == len(keys)
    for channel in range(1, 9):
        mine = [each for each in messenger.keys if each.startswith(f"{channel} ")]
        assert mine == [f"{channel} {n}" for n in range(12)]


async def test_first_direct_messages_are_ten_seconds_apart_and_later_ones_are_not(
    database: Database, worker: Outbox, messenger: Listener, clock: StandingClock
) -> None:
    people = [Notice(to_player(each), SAID, str(each)) for each in range(11, 15)]
    await put(database, *people, said("channel"))
    await worker.tick()
    assert sorted(messenger.keys) == ["11", "channel"]
    await ticked(worker, clock, seconds=9)
    assert len(messenger.keys) == 2
    for _ in range(3):
        await ticked(worker, clock, seconds=10)
    assert len(messenger.keys) == 5
    again = [Notice(to_player(each), SAID, f"{each} again") for each in range(11, 15)]
    await put(database, *again)
    await ticked(worker, clock, seconds=1)
    clock.pass_by(seconds=5)
    await worker.tick()
    assert len(messenger.keys) == 9


async def test_who_takes_no_direct_messages_is_told_in_the_channel_and_why_once(
    host: Host, database: Database, messenger: Listener, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    person = {"id": ANN.id, "lists": False, "confirm_twice": False, "direct": True}
    await database.write(lambda connection: connection.execute(players.insert(), person))
    closed = CannotPost(DIRECT_CLOSED)
    messenger.minds = lambda queued: closed if queued.notice.target.startswith("dm:") else None
    notices = [Notice(to_player(ANN.id), SAID, each, match.id) for each in "ab"]
    await put(database, *notices)
    for _ in range(3):
        clock.pass_by(seconds=10)
        await host.tick()
    assert messenger.keys == ["a", "b"]
    assert {each.notice.target for each in messenger.noticed} == {to_channel(HERE.channel)}
    facts = [each.notice.facts for each in messenger.noticed]
    assert facts == [{"player": ANN.id, "fell_back": True}, {"player": ANN.id}]


async def test_a_channel_does_not_hear_of_tables_in_other_servers(
    host: Host, database: Database, messenger: Listener, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    messenger.minds = lambda queued: (
        CannotPost(DIRECT_CLOSED) if queued.notice.target.startswith("dm:") else None
    )
    servers = ({"match": 1, "guild": 1}, {"match": 2, "guild": 2}, {"match": 3, "guild": 1})
    await put(database, Notice(to_player(ANN.id), SAID, "a", match.id, facts={"tables": servers}))
    for _ in range(2):
        clock.pass_by(seconds=10)
        await host.tick()
    (heard,) = messenger.noticed
    assert heard.notice.target == to_channel(HERE.channel)
    assert [each["match"] for each in heard.notice.facts["tables"]] == [1, 3]


async def test_the_table_is_told_before_what_is_said_about_it(
    host: Host, database: Database, messenger: Listener, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    told: list[int] = []

    def mind(_: QueuedNotice) -> None:
        told.append(messenger.told[-1].line)

    messenger.closed.add(HERE.channel)
    with suppress(CannotPost):
        await one_move(host, match.id)
    line = (await host.cache.match(match.id)).line
    messenger.minds = mind
    await put(database, said("a", HERE.channel, match=match.id))
    await host.outbox.tick()
    assert told == []
    messenger.closed.clear()
    clock.pass_by(seconds=2)
    await host.outbox.tick()
    assert told == [line]


async def test_a_notice_costs_no_replay(
    host: Host, database: Database, messenger: Listener, matches: MatchStore
) -> None:
    match = await table_of(host, ANN, BOB)
    await put(database, said("a", HERE.channel, match=match.id))
    reads: list[MatchId] = []
    reading = matches.get

    async def get(match_id: MatchId) -> Any:
        reads.append(match_id)
        return await reading(match_id)

    matches.get = get  # type: ignore[method-assign]
    host.cache.forget(match.id)
    await host.outbox.tick()
    assert messenger.keys == ["a"]
    assert reads == []
