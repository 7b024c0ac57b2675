"""What has waited too long is found, of the buckets that are asked for."""

from datetime import timedelta
from typing import Final

from sqlalchemy import Connection, update

from bot.hosting.host import Host
from bot.storage import outbox, timers
from bot.storage.backlog import Backlog, ReadyLane, Untold
from bot.storage.database import Database
from bot.storage.notices.restores import note_backup
from bot.storage.schema import lanes, matches
from bot.table.match.match import Status
from bot.table.notices.notice import Notice, NoticeKind, to_channel
from bot.table.time.timers import Timer, TimerKind
from tests.bot.fakes import Listener, StandingClock
from tests.bot.tables import ANN, BOB, HERE, one_move, table_of

LANE: Final = to_channel(7)


async def test_tables_that_are_behind_are_found(
    host: Host, database: Database, messenger: Listener
) -> None:
    backlog = Backlog(database)
    match = await table_of(host, ANN, BOB)
    told = (await host.cache.match(match.id)).table.told
    assert await backlog.untold() == []

    messenger.closed.add(HERE.channel)
    await one_move(host, match.id)
    await host.telling.tell(match.id)

    assert Untold(match.id, "table", told) in await backlog.untold()
    assert host.telling.is_in_trouble(match.id)
    await database.write(lambda each: each.execute(update(matches).values(bucket=5)))
    assert await backlog.untold([4]) == []
    assert len(await backlog.untold([4, 5])) == len(await backlog.untold())


async def test_the_timer_that_came_first_is_found(database: Database, clock: StandingClock) -> None:
    backlog, first = Backlog(database), clock.now()

    def put(connection: Connection) -> None:
        for minutes in (0, 5, 60):
            due = first + timedelta(minutes=minutes)
            timers.put(connection, Timer(TimerKind.HOUSEKEEPING, str(minutes), due))

    await database.write(put)

    assert await backlog.oldest_timer(first - timedelta(seconds=1)) is None
    assert await backlog.oldest_timer(first + timedelta(minutes=30)) == first
    assert await backlog.oldest_timer(first + timedelta(minutes=30), [1]) is None


async def test_targets_for_which_something_is_ready_are_found_but_for_those_in_trouble(
    database: Database, clock: StandingClock
) -> None:
    backlog = Backlog(database)
    notice = Notice(LANE, NoticeKind.NUDGE, "1", facts={"tables": []})
    await database.write(lambda each: outbox.put(each, notice))
    assert await backlog.ready_lanes(clock.now()) == [ReadyLane(LANE, 0)]

    await database.write(lambda each: each.execute(update(lanes).values(failures=3)))

    assert await backlog.ready_lanes(clock.now()) == []


async def test_matches_are_counted_by_title_and_status(host: Host, database: Database) -> None:
    await table_of(host, ANN, BOB)

    counts = await Backlog(database).matches()

    assert counts == {("seismic", Status.PLAYING.value): 1}


async def test_the_last_backup_is_known(database: Database, clock: StandingClock) -> None:
    backlog = Backlog(database)
    assert await backlog.backed_up_at() is None

    await database.write(lambda each: note_backup(each, clock.now()))

    assert await backlog.backed_up_at() == clock.now()
