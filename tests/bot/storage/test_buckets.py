"""Buckets: each row is in that of its server, and looks that are kept to some find no others."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from sqlalchemy import select, update

from bot.storage import outbox as notices
from bot.storage import timers as moments
from bot.storage.database import Database
from bot.storage.housekeeping import keep_house
from bot.storage.match.matches import MatchStore
from bot.storage.schema import claims, lanes, outbox, plans, processes, timers
from bot.storage.schema import matches as tables
from bot.storage.stores import Stores, stores_in
from bot.table.ids import MatchId
from bot.table.match.match import Status, Venue
from bot.table.match.stored import Pending
from bot.table.notices.notice import Notice, NoticeKind, to_channel, to_player, to_table
from bot.table.processes.buckets import BUCKETS, bucket_of
from bot.table.time.timers import Timer, TimerKind
from engine.registry import games
from tests.bot.beside import ALL, Beside
from tests.bot.storage.test_matches import SEED, a_lobby

NOW: Final = datetime(2027, 3, 27, 12, tzinfo=UTC)
SECOND: Final = timedelta(seconds=1)
SAID: Final = NoticeKind.SAID


async def lobby_in(matches: MatchStore, bucket: int, player: int = 1) -> MatchId:
    """Return a lobby in a server of this bucket."""
    venue = Venue((9 * BUCKETS + bucket) << 22, 100 + bucket, threaded=False)
    lobby = replace(a_lobby(player, 100 + bucket), venue=venue)
    return (await matches.add(lobby, SEED, f"open {bucket}-{player}")).id


@pytest.mark.parametrize("count", [1, 2, 4, 16, 1024])
def test_a_bucket_belongs_to_the_shard_of_its_servers_however_many_there_are(count: int) -> None:
    for guild in (81384788765712384, 1 << 22, 4194303, 613425648685547541):
        # As Discord's documentation has it.
        assert bucket_of(guild) % count == (guild >> 22) % count
    assert bucket_of(None) % count == 0


async def test_whatever_is_written_is_in_the_bucket_of_its_match(
    database: Database, stores: Stores
) -> None:
    match = await lobby_in(stores.matches, 77)
    new = [
        Notice(to_channel(1), SAID, "of a match", match),
        Notice(to_table(match), SAID, "of a table", match),
        Notice(to_player(5), SAID, "to a person", match),
        Notice(to_channel(2), SAID, "of nothing"),
    ]
    at = [Timer(TimerKind.DIGEST, "a", NOW, match), Timer(TimerKind.HOUSEKEEPING, "b", NOW)]

    await database.write(lambda connection: notices.put(connection, *new))
    await database.write(lambda connection: moments.put(connection, *at))

    assert await buckets(database, outbox.c.key, outbox.c.bucket) == {
        "of a match": 77,
        "of a table": 77,
        "to a person": 0,
        "of nothing": 0,
    }
    targets = {to_channel(1): 77, to_table(match): 77, to_player(5): 0, to_channel(2): 0}
    assert await buckets(database, lanes.c.target, lanes.c.bucket) == targets
    # An open table looks for players after a while.
    set_ = {"a": 77, "b": 0, str(match): 77}
    assert await buckets(database, timers.c.key, timers.c.bucket) == set_
    (lane, *_) = await stores.outbox.lease("me", NOW, 9, new_people=True)
    assert lane.bucket == targets[lane.target]
    assert {each.key: each.bucket for each in await stores.timers.due(NOW, 9)} == set_


async def test_a_target_of_which_nothing_was_known_learns_its_bucket(
    database: Database, stores: Stores
) -> None:
    match = await lobby_in(stores.matches, 77)
    unknown = Notice(to_channel(1), SAID, "of nothing")
    await database.write(lambda connection: notices.put(connection, unknown))
    (lane,) = await stores.outbox.lease("me", NOW, 9, new_people=True)
    await database.write(lambda connection: connection.execute(outbox.delete()))
    await stores.outbox.release(lane, NOW, has_sent=False)

    known = Notice(to_channel(1), SAID, "of a match", match)
    await database.write(lambda connection: notices.put(connection, known))

    assert await buckets(database, lanes.c.target, lanes.c.bucket) == {to_channel(1): 77}


async def test_what_waits_is_woken_and_moved_in_its_bucket(
    database: Database, stores: Stores
) -> None:
    match = await lobby_in(stores.matches, 77)
    facts = {"player": 5, "channel": 1}
    direct = Notice(to_player(5), SAID, "direct", match, facts=facts)
    await database.write(lambda connection: notices.put(connection, direct))
    (lane,) = await stores.outbox.lease("me", NOW, 9, new_people=True)
    assert lane.bucket == 0
    queued = await stores.outbox.next(lane, NOW)
    assert queued is not None

    await stores.outbox.fall_back(lane, queued, NOW)

    assert await buckets(database, outbox.c.key, outbox.c.bucket) == {"direct": 77}
    of_lanes = await buckets(database, lanes.c.target, lanes.c.bucket)
    assert of_lanes == {to_player(5): 0, to_channel(1): 77}


async def buckets(database: Database, key: Any, bucket: Any) -> dict[str, int]:
    async with database.reading() as connection:
        return {row[0]: row[1] for row in await connection.execute(select(key, bucket))}


@pytest.fixture
def shared(beside: Beside) -> Stores:
    return stores_in(beside.database, games())


async def test_looks_find_what_is_held_and_nothing_else(shared: Stores, beside: Beside) -> None:
    ids = [await lobby_in(shared.matches, bucket) for bucket in (3, 4, 5)]
    later = NOW + timedelta(days=9999)
    for match in ids:
        values = {"match_id": match, "seat": 0, "player": 1, "line": 0, "body": "x"}
        flags = {"stands": False, "due": True}
        async with beside.database.writing() as connection:
            await connection.execute(plans.insert().values(**values, **flags))
    some = frozenset({3, 5, 900})
    expected = {ids[0]: Pending(103, 3), ids[2]: Pending(105, 5)}

    assert await shared.matches.find_due(later, some) == expected
    assert await shared.matches.find_untold(some) == expected
    assert (
        len(await shared.matches.find_untold())
        == len(await shared.matches.find_untold(ALL))
        == len(ids)
    )
    assert await shared.matches.find_untold(frozenset()) == {}
    await everybody_plays(beside.database)
    assert await shared.matches.for_agents(some) == expected
    assert await shared.matches.for_plans(some) == expected
    assert await shared.matches.for_plans(frozenset({4})) == {ids[1]: Pending(104, 4)}


async def everybody_plays(database: Database) -> None:
    async with database.writing() as connection:
        playing = {"status": Status.PLAYING.value, "agent_acts": True}
        await connection.execute(update(tables).values(playing))


async def test_what_others_leave_undone_holds_up_nobody(shared: Stores, beside: Beside) -> None:
    others, own = await lobby_in(shared.matches, 3), await lobby_in(shared.matches, 4)
    many = range(200)
    overdue = [Timer(TimerKind.VOTE, f"{each}", NOW, others) for each in many]
    mine = Timer(TimerKind.VOTE, "mine", NOW + SECOND, own)
    unsaid = [Notice(to_channel(each), SAID, f"{each}", others) for each in many]
    people = [Notice(to_player(each), SAID, f"to {each}", others) for each in many]
    last = Notice(to_table(own), SAID, "mine", own)
    await beside.database.write(lambda connection: moments.put(connection, *overdue, mine))
    await beside.database.write(lambda connection: notices.put(connection, *unsaid, *people, last))
    held = frozenset({4})

    due = await shared.timers.due(NOW + 2 * SECOND, 50, held)
    leased = await shared.outbox.lease("me", NOW, 64, new_people=True, buckets=held)

    assert [each.key for each in due] == [str(own), "mine"]
    # Nobody is written to for the first time but by whoever has the first bucket.
    assert [each.target for each in leased] == [to_table(own)]
    first = await shared.outbox.lease("me", NOW, 64, new_people=True, buckets=frozenset({0}))
    assert [each.target for each in first] == [to_player(0)]


async def test_once_a_day_claims_and_processes_that_are_over_are_forgotten(
    database: Database,
) -> None:
    hour = timedelta(hours=1)
    process = {"version": "1", "shard_count": 1, "shard_ids": "0", "began_at": NOW - 90 * hour}
    seen = {"gone": NOW - 25 * hour, "late": NOW - 23 * hour, "there": NOW}
    async with database.writing() as connection:
        old, new = {"id": 1, "at": NOW - 2 * hour}, {"id": 2, "at": NOW - hour / 2}
        await connection.execute(claims.insert(), [old, new])
        rows = [{**process, "id": each, "seen_at": at} for each, at in seen.items()]
        await connection.execute(processes.insert(), rows)

    daily = Timer(TimerKind.HOUSEKEEPING, "daily", NOW)
    await database.write(lambda connection: keep_house(connection, daily, NOW))

    async with database.reading() as connection:
        assert (await connection.execute(select(claims.c.id))).scalars().all() == [2]
        left = (await connection.execute(select(processes.c.id))).scalars().all()
    assert sorted(left) == ["late", "there"]
