"""Processes that share a PostgreSQL: each does the chores of its own buckets, and no others."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, Final

import pytest
from sqlalchemy import Connection
from structlog.testing import capture_logs

from bot import metrics
from bot.hosting.host import Host
from bot.hosting.processes.leases import ProcessLeases
from bot.storage.match.matches import MatchStore
from bot.storage.notices.outbox_store import REST
from bot.storage.outbox import put
from bot.storage.schema import bucket_leases
from bot.storage.stores import stores_in
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Match, Posted, Status, Venue
from bot.table.match.stored import Pending
from bot.table.notices.notice import Notice, NoticeKind, QueuedNotice, to_table
from bot.table.processes.buckets import Buckets
from bot.table.world import Job, ThinksAtOnce, ThinkUrgency
from engine.game import Seat
from engine.registry import games
from tests.bot.beside import EXPIRED, Beside
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, lobby_of, one_move, table_of

MINUTE: Final = timedelta(minutes=1)


def in_bucket(bucket: int) -> Venue:
    """Return a channel of a server of this bucket."""
    return Venue(guild=(7 * 1024 + bucket) << 22, channel=100 + bucket, threaded=False)


class Sharing:
    """Two processes with a shard each, and a third one that does no chores."""

    def __init__(self, beside: Beside, clock: StandingClock) -> None:
        self.beside = beside
        self.clock = clock
        self.leases: list[ProcessLeases] = []
        self.shelves: list[MatchStore] = []
        self.heard: list[Listener] = []
        self.hosts: list[Host] = []
        stores = stores_in(beside.database, games())
        self.clicks = Host(stores, Listener(), clock, KnownEntropy())

    async def add(
        self, messenger: Listener, *shards: int, kind: type[MatchStore] = MatchStore
    ) -> Host:
        leases = await self.beside.process(2, *shards)
        database = self.beside.another()
        matches = kind(database, games())
        stores = replace(stores_in(database, games()), matches=matches)
        self.shelves.append(matches)
        self.leases.append(leases)
        self.heard.append(messenger)
        self.hosts.append(Host(stores, messenger, self.clock, KnownEntropy(), leases=leases))
        return self.hosts[-1]


@pytest.fixture
async def sharing(beside: Beside, clock: StandingClock) -> Sharing:
    sharing = Sharing(beside, clock)
    for shard in (0, 1):
        await sharing.add(Listener(), shard)
    return sharing


async def test_each_process_ends_the_lobbies_of_its_own_buckets(sharing: Sharing) -> None:
    tables = [await lobby_of(sharing.clicks, ANN, venue=in_bucket(each)) for each in (0, 1)]
    sharing.clock.pass_by(hours=72)

    await sharing.hosts[1].tick()

    assert [await status(sharing, each) for each in tables] == [Status.LOBBY, Status.CLOSED]
    await sharing.hosts[0].tick()
    assert [await status(sharing, each) for each in tables] == [Status.CLOSED, Status.CLOSED]


async def status(sharing: Sharing, match: Match) -> Status:
    return (await sharing.clicks.cache.match(match.id)).status


async def test_each_process_reminds_in_its_own_buckets(sharing: Sharing) -> None:
    tables = [await table_of(sharing.clicks, ANN, BOB, venue=in_bucket(each)) for each in (2, 3)]
    sharing.clock.pass_by(days=1)

    await sharing.hosts[0].tick()

    assert [each.notice.match for each in sharing.heard[0].noticed] == [tables[0].id]
    assert sharing.heard[1].noticed == []
    await sharing.hosts[1].tick()
    assert [each.notice.match for each in sharing.heard[1].noticed] == [tables[1].id]


async def test_computer_players_move_and_plans_are_played_where_their_bucket_is(
    sharing: Sharing,
) -> None:
    match = await lobby_of(sharing.clicks, ANN, places=2, venue=in_bucket(5))
    await sharing.clicks.lobbies.add_agent(match.id, ANN.id, "uniform", "Robo", "robo")
    match = await sharing.clicks.lobbies.start(match.id, ANN.id)

    await sharing.hosts[0].tick()
    before = await sharing.clicks.cache.match(match.id)
    await sharing.hosts[1].tick()

    after = await sharing.clicks.cache.match(match.id)
    assert before.line == match.line
    assert before.agent_acts
    assert not after.agent_acts
    assert {each.match for each in sharing.heard[1].told} == {match.id}
    assert sharing.heard[0].told == []


async def test_a_process_without_leases_does_nothing_on_its_own(sharing: Sharing) -> None:
    match = await lobby_of(sharing.clicks, ANN, venue=in_bucket(1))
    sharing.clock.pass_by(hours=72)
    sharing.beside.ran += 26

    with capture_logs() as logged:
        await sharing.hosts[1].tick()

    assert await status(sharing, match) is Status.LOBBY
    assert logged == []


Steal = Callable[[], Awaitable[None]]


class Robbed(MatchStore):
    """Says what is to be done; then, before that is begun, another process takes a lease."""

    steal: Steal | None = None

    async def for_agents(self, buckets: Buckets = None) -> Mapping[MatchId, Pending]:
        found = await super().for_agents(buckets)
        if self.steal is not None:
            await self.steal()
        return found


class RobbedLater(Listener):
    """A messenger that says what it is given; then another process takes a lease."""

    steal: Steal

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        posted = await super().table(loaded, since, missed)
        await self.steal()
        return posted


def stealing(sharing: Sharing, bucket: int) -> Steal:
    async def steal() -> None:
        async with sharing.beside.database.writing() as connection:
            await connection.execute(EXPIRED.where(bucket_leases.c.bucket == bucket))
        await sharing.leases[1].tick()

    return steal


async def test_what_was_begun_before_a_lease_was_lost_is_not_stored_and_nobody_complains(
    beside: Beside, clock: StandingClock
) -> None:
    sharing = Sharing(beside, clock)
    slow = await sharing.add(Listener(), 0, 1, kind=Robbed)
    other = await sharing.add(Listener(), 1)
    match = await begun_with_computer(sharing.clicks, 5)
    refused = metrics.FENCES_REFUSED._value.get()
    shelf = sharing.shelves[0]
    assert isinstance(shelf, Robbed)
    shelf.steal = stealing(sharing, 5)

    with capture_logs() as logged:
        await slow.scheduler.tick()

    stored = await sharing.clicks.cache.match(match.id)
    assert (stored.line, stored.agent_acts) == (match.line, True)
    assert logged == [{"event": "leases-taken", "buckets": 1, "log_level": "info"}]
    assert metrics.FENCES_REFUSED._value.get() > refused
    # It begins nothing there any more, and the other one goes on.
    await sharing.leases[0].tick()
    await slow.tick()
    assert (await sharing.clicks.cache.match(match.id)).line == match.line
    await other.tick()
    stored = await sharing.clicks.cache.match(match.id)
    assert (stored.table.is_behind, stored.agent_acts) == (False, False)


async def test_what_was_said_is_known_though_the_lease_was_lost_meanwhile(
    beside: Beside, clock: StandingClock
) -> None:
    sharing = Sharing(beside, clock)
    messenger = RobbedLater()
    messenger.steal = stealing(sharing, 5)
    slow, other = await sharing.add(messenger, 0, 1), await sharing.add(Listener(), 1)
    match = await begun_with_computer(sharing.clicks, 5)

    await slow.scheduler.tick()
    await other.tick()

    assert sharing.leases[1].held() == frozenset({5})
    assert not (await sharing.clicks.cache.match(match.id)).table.is_behind
    assert [len(heard.told) for heard in sharing.heard] == [1, 0]


async def test_a_process_that_ends_leaves_the_rest_of_a_target_to_others_at_once(
    beside: Beside, clock: StandingClock
) -> None:
    sharing = Sharing(beside, clock)
    old, new = await sharing.add(Listener(), 0, 1), await sharing.add(Listener(), 0, 1)
    table = await table_of(sharing.clicks, ANN, BOB, venue=in_bucket(5))
    keys = ["one", "two", "three"]
    for key in keys:
        said = Notice(to_table(table.id), NoticeKind.SAID, key, table.id)
        await beside.database.write(partial(put_said, said))

    def end(_: QueuedNotice) -> None:
        sharing.leases[0].drain()

    sharing.heard[0].minds = end
    await old.outbox.tick()
    await sharing.leases[0].release()
    await sharing.leases[1].tick()
    clock.pass_by(seconds=REST.total_seconds())
    await new.outbox.tick()

    assert [heard.keys for heard in sharing.heard] == [keys[:1], keys[1:]]


async def begun_with_computer(host: Host, bucket: int) -> Match:
    match = await lobby_of(host, ANN, places=2, venue=in_bucket(bucket))
    await host.lobbies.add_agent(match.id, ANN.id, "uniform", "Robo", "robo")
    return await host.lobbies.start(match.id, ANN.id)


async def test_whoever_writes_a_notice_of_another_bucket_leaves_it_to_that_process(
    sharing: Sharing,
) -> None:
    tables = [await table_of(sharing.clicks, ANN, BOB, venue=in_bucket(each)) for each in (2, 3)]
    for host in sharing.hosts:
        await host.outbox.look()

    for table in tables:
        said = Notice(to_table(table.id), NoticeKind.SAID, f"{table.id}", table.id)
        await sharing.beside.database.write(partial(put_said, said))
    await sharing.hosts[0].outbox.wake()
    await sharing.hosts[0].outbox.tick()

    assert sharing.heard[0].keys == [f"{tables[0].id}"]
    await sharing.hosts[1].outbox.tick()
    assert sharing.heard[1].keys == [f"{tables[1].id}"]


def put_said(said: Notice, connection: Connection) -> None:
    put(connection, said)


class Thinking(ThinksAtOnce):
    """Thinks, and says nothing before it may."""

    def __init__(self) -> None:
        self.began, self.may_answer = asyncio.Event(), asyncio.Event()

    async def think(self, urgency: ThinkUrgency, job: Job[Any]) -> Any:
        self.began.set()
        await self.may_answer.wait()
        return await super().think(urgency, job)


async def test_what_was_thought_over_is_dropped_where_the_chore_went_to_another_process(
    beside: Beside, clock: StandingClock
) -> None:
    slow, other = await beside.process(2), await beside.process(2, 1)
    thinking = Thinking()
    stores = [stores_in(beside.another(), games()) for _ in range(2)]
    hosts = [
        Host(stores[0], Listener(), clock, KnownEntropy(), thinkers=thinking, leases=slow),
        Host(stores[1], Listener(), clock, KnownEntropy(), leases=other),
    ]
    match = await hosts[0].lobbies.open(ANN, in_bucket(5), "seismic", 2, "table")
    await hosts[0].lobbies.add_agent(match.id, ANN.id, "expert", "Robo", "robo")
    match = await hosts[0].lobbies.start(match.id, ANN.id)
    if not match.agent_acts:
        match = (await one_move(hosts[0], match.id)).match

    slowly = asyncio.create_task(hosts[0].tick())
    await thinking.began.wait()
    async with beside.database.writing() as connection:
        await connection.execute(EXPIRED.where(bucket_leases.c.bucket == 5))
    await other.tick()
    thinking.may_answer.set()
    await slowly
    after = await hosts[1].cache.match(match.id)
    await hosts[1].tick()

    assert after.line == match.line
    assert (await hosts[1].cache.match(match.id)).line > match.line
