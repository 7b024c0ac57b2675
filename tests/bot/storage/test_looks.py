"""A wait is looked at when a reminder may come and when its time is up, once, by one process."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from sqlalchemy import insert, update

from bot.storage import timers
from bot.storage.backlog import Backlog
from bot.storage.database import Database
from bot.storage.schema import waits
from bot.storage.stores import Stores, stores_in
from bot.storage.time import waits as storage
from bot.storage.time.decisions import apply
from bot.table.ids import MatchId
from bot.table.time.decision import TimeDecision
from bot.table.time.timers import Timer, TimerKind
from bot.table.time.waits import Wait
from engine.registry import games
from tests.bot.storage.test_matches import SEED, a_lobby

NOON: Final = datetime(2027, 3, 27, 12, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
DAY: Final = 24 * HOUR


class Looked:
    """One wait with a limit of a day, asked at noon, and what looks at it."""

    def __init__(self, database: Database, stores: Stores, match: MatchId) -> None:
        self.database, self.timers, self.match = database, stores.timers, match

    async def put(self, look_at: datetime | None, **changed: Any) -> None:
        row = {
            "match_id": self.match,
            "seat": 0,
            "player": 1,
            "asked_at": NOON,
            "since": NOON,
            "length_s": 86_400,
            "left_s": 86_400,
            "due_at": NOON + DAY,
            "look_at": look_at,
            **changed,
        }
        async with self.database.writing() as connection:
            await connection.execute(insert(waits).values(row))

    async def wait(self) -> Wait:
        async with self.database.reading() as connection:
            found = await connection.run_sync(storage.of_matches, [self.match])
        (wait,) = found[self.match]
        return wait

    async def due(self, now: datetime) -> list[Timer]:
        """Return what is due of this wait."""
        return [each for each in await self.timers.due(now, 9) if each.match == self.match]

    async def taken(self, timer: Timer, now: datetime) -> bool:
        return await self.database.write(timers.taken, timer, now)


@pytest.fixture
async def looked(database: Database, stores: Stores) -> Looked:
    match = await stores.matches.add(a_lobby(), SEED, "open")
    return Looked(database, stores, match.id)


async def test_it_is_looked_at_for_a_reminder_then_as_time_is_up(looked: Looked) -> None:
    await looked.put(NOON + 12 * HOUR)

    early = await looked.due(NOON + 11 * HOUR)
    (reminder,) = await looked.due(NOON + 12 * HOUR)
    took = [await looked.taken(reminder, NOON + 12 * HOUR) for _ in range(2)]
    between = (await looked.wait()).look_at
    (up,) = await looked.due(NOON + DAY)
    noticed = [await looked.taken(up, NOON + DAY) for _ in range(2)]

    assert early == []
    assert (reminder.kind, up.kind) == (TimerKind.REMINDER, TimerKind.TIME_UP)
    assert took == noticed == [True, False]
    assert between == NOON + DAY
    assert (await looked.wait()).look_at is None


async def test_who_was_not_looked_at_for_long_hears_that_time_is_up_and_of_no_reminder(
    looked: Looked,
) -> None:
    await looked.put(NOON + 12 * HOUR)

    (timer,) = await looked.due(NOON + 2 * DAY)

    assert (timer.kind, timer.due_at) == (TimerKind.TIME_UP, NOON + DAY)


async def test_what_came_before_time_was_up_is_done_before_it(looked: Looked) -> None:
    await looked.put(NOON + 12 * HOUR)
    begins = Timer(TimerKind.HOLIDAY, "1", NOON + 23 * HOUR)
    await looked.database.write(lambda connection: timers.put(connection, begins))

    kinds = [each.kind for each in await looked.timers.due(NOON + 2 * DAY, 9)]

    assert kinds == [TimerKind.HOLIDAY, TimerKind.TIME_UP]


async def test_after_time_was_up_a_table_that_waits_on_is_looked_at_for_reminders(
    looked: Looked,
) -> None:
    await looked.put(NOON + 2 * DAY, late_at=NOON + DAY)

    (timer,) = await looked.due(NOON + 3 * DAY)

    assert timer.kind is TimerKind.REMINDER
    assert await looked.taken(timer, NOON + 3 * DAY)
    assert (await looked.wait()).look_at is None


async def test_an_outage_that_was_given_back_lets_it_be_looked_at_again(looked: Looked) -> None:
    await looked.put(NOON + 12 * HOUR)
    (up,) = await looked.due(NOON + 2 * DAY)
    async with looked.database.writing() as connection:
        await connection.execute(update(waits).values(due_at=NOON + 3 * DAY))

    assert await looked.taken(up, NOON + 2 * DAY)
    assert (await looked.wait()).look_at == NOON + 3 * DAY


async def test_one_in_trouble_is_put_off_unless_it_was_set_anew(looked: Looked) -> None:
    await looked.put(NOON + 12 * HOUR)
    (timer,) = await looked.due(NOON + DAY)

    first = await looked.timers.put_off(timer, NOON + 30 * HOUR)
    second = await looked.timers.put_off(timer, NOON + 40 * HOUR)

    assert (first, second) == (True, False)
    assert (await looked.wait()).look_at == NOON + 30 * HOUR


@pytest.mark.parametrize(
    ("moment", "late_at", "look_at"),
    [
        (NOON + 6 * HOUR, None, NOON + 6 * HOUR),
        (NOON + 30 * HOUR, None, NOON + DAY),
        (None, None, NOON + DAY),
        (NOON + 30 * HOUR, NOON + DAY, NOON + 30 * HOUR),
        (None, NOON + DAY, None),
    ],
)
async def test_no_later_than_time_is_up_whatever_was_decided(
    looked: Looked, moment: datetime | None, late_at: datetime | None, look_at: datetime | None
) -> None:
    await looked.put(NOON, late_at=late_at)
    (wait,) = [await looked.wait()]

    await looked.database.write(apply, TimeDecision(looks={wait.id: moment}), NOON)

    assert (await looked.wait()).look_at == look_at


async def test_looks_go_by_the_bucket_of_their_match(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    stores = stores_in(database, games())
    match = await stores.matches.add(a_lobby(), SEED, "open")
    looked = Looked(database, stores, match.id)
    await looked.put(NOON)
    (timer,) = await looked.due(NOON)

    here = await looked.timers.due(NOON, 9, frozenset({timer.bucket}))
    elsewhere = await looked.timers.due(NOON, 9, frozenset({timer.bucket + 1}))
    await database.close()

    assert here == [timer]
    assert elsewhere == []


async def test_looks_and_timers_come_in_the_order_in_which_they_are_due(looked: Looked) -> None:
    await looked.put(NOON + HOUR)
    vote = [
        Timer(TimerKind.VOTE, key, NOON + hours * HOUR, looked.match)
        for key, hours in (("1:1", 0), ("1:2", 2), ("1:3", 3))
    ]
    await looked.database.write(lambda connection: timers.put(connection, *vote))

    every = await looked.timers.due(NOON + 5 * HOUR, 9)
    two = await looked.timers.due(NOON + 5 * HOUR, 2)

    assert [each.key.partition(":")[2] for each in every] == ["1", "", "2", "3"]
    assert list(two) == list(every[:2])


async def test_a_look_that_nobody_has_taken_counts_as_backlog(looked: Looked) -> None:
    backlog = Backlog(looked.database)
    await looked.put(NOON)

    assert await backlog.oldest_timer(NOON - HOUR) is None
    assert await backlog.oldest_timer(NOON + HOUR) == NOON
