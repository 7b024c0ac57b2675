"""Holidays in the database: clocks stand from their beginning to their end."""

from datetime import date, timedelta
from typing import Final

import pytest
from sqlalchemy import select

from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.schema import timers
from bot.storage.stores import TIMER_HANDLERS
from bot.storage.time.holidays import HolidayStore
from bot.storage.time.timer_store import TimerStore
from bot.table.errors import PreferenceRefused
from bot.table.ids import PlayerId
from bot.table.match.pace import PACES
from bot.table.time.holidays import HolidayPlan, days_left
from bot.table.time.timers import TimerKind
from bot.table.time.waits import Stop
from tests.bot.storage.test_waits import BOB, HOUR, NOW, Table, table_with

HIM: Final = PlayerId(2)
SERVER: Final = 7
TODAY: Final = date(2027, 3, 26)


def days(first: int, last: int, *, computer: bool = False, everywhere: bool = False) -> HolidayPlan:
    """Return a plan; 0 is the day of `NOW`."""
    begins, ends = (TODAY + timedelta(days=each) for each in (first, last))
    return HolidayPlan(begins, ends, "UTC", is_computer=computer, is_everywhere=everywhere)


async def fire(table: Table, at_hour: int) -> list[TimerKind]:
    """Do what has come by `at_hour` hours after `NOW`; return what that was."""
    done, now = [], NOW + at_hour * HOUR
    store = TimerStore(table.database, TIMER_HANDLERS)
    while due := [each for each in await store.due(now, 50) if each.kind is TimerKind.HOLIDAY]:
        for timer in due:
            await store.fire(timer, now)
            done.append(timer.kind)
    return done


@pytest.fixture
async def waiting(database: Database, matches: MatchStore) -> Table:
    """Give a table that has waited for Bob since now, 1 day per move."""
    table = await table_with(database, matches, PACES["day"])
    await table.acts(BOB, at=NOW)
    await table.shown(NOW)
    return table


async def test_one_that_begins_at_once_stops_the_clock_until_it_ends(waiting: Table) -> None:
    store = HolidayStore(waiting.database)
    holiday, standing = await store.plan(HIM, SERVER, days(0, 1), NOW + 2 * HOUR)
    assert standing == 1
    assert (await waiting.waits())[BOB].stops == {Stop.HOLIDAY}
    assert await waiting.looks() == []

    # Midnight after the second day is 30 hours after NOW.
    assert await fire(waiting, 29) == []
    assert await fire(waiting, 30) == [TimerKind.HOLIDAY]

    assert holiday.ends_at == NOW + 30 * HOUR
    assert (await waiting.waits())[BOB].due_at == NOW + 52 * HOUR


async def test_one_that_begins_later_stops_it_then(waiting: Table) -> None:
    await HolidayStore(waiting.database).plan(HIM, SERVER, days(1, 1), NOW)
    assert (await waiting.waits())[BOB].due_at == NOW + 24 * HOUR

    assert await fire(waiting, 6) == [TimerKind.HOLIDAY]
    assert (await waiting.waits())[BOB].left == 18 * HOUR

    assert await fire(waiting, 30) == [TimerKind.HOLIDAY]
    assert (await waiting.waits())[BOB].due_at == NOW + 48 * HOUR


async def test_holidays_that_touch_are_one_rest(waiting: Table) -> None:
    store = HolidayStore(waiting.database)
    await store.plan(HIM, SERVER, days(1, 1), NOW)
    await store.plan(HIM, SERVER, days(2, 2), NOW)
    await fire(waiting, 6)
    await fire(waiting, 30)
    assert not (await waiting.waits())[BOB].runs

    await fire(waiting, 54)
    assert (await waiting.waits())[BOB].due_at == NOW + 72 * HOUR


async def test_whoever_is_back_early_goes_on_at_once(waiting: Table) -> None:
    store = HolidayStore(waiting.database)
    await store.plan(HIM, SERVER, days(0, 9), NOW)
    (holiday,) = await store.of(HIM, SERVER)

    await store.end(HIM, holiday.id, NOW + 3 * HOUR)

    assert (await waiting.waits())[BOB].due_at == NOW + 27 * HOUR
    (cut,) = await store.of(HIM, SERVER)
    assert len(cut.days) == 1
    with pytest.raises(PreferenceRefused, match="holiday-over"):
        await store.end(HIM, holiday.id, NOW + 4 * HOUR)
    assert await fire(waiting, 300) == []


async def test_one_that_has_not_begun_is_taken_back_whole(waiting: Table) -> None:
    store = HolidayStore(waiting.database)
    await store.plan(HIM, SERVER, days(3, 9), NOW)
    (holiday,) = await store.of(HIM, SERVER)

    await store.end(HIM, holiday.id, NOW)

    assert await store.of(HIM, SERVER) == []
    assert await fire(waiting, 400) == []


async def test_it_is_for_one_server_alone(waiting: Table) -> None:
    store = HolidayStore(waiting.database)
    await store.plan(HIM, 8, days(0, 3), NOW)

    assert (await waiting.waits())[BOB].runs
    assert await store.of(HIM, SERVER) == []


async def test_with_hardly_any_time_left_it_is_too_late(waiting: Table) -> None:
    store = HolidayStore(waiting.database)
    with pytest.raises(PreferenceRefused, match="holiday-late"):
        await store.plan(HIM, SERVER, days(1, 3), NOW + 23.5 * HOUR)
    assert await store.of(HIM, SERVER) == []

    # From tomorrow on it can be planned all the same.
    await store.plan(HIM, SERVER, days(2, 3), NOW + 23.5 * HOUR)


async def test_where_a_computer_moves_it_is_asked_to(waiting: Table) -> None:
    await HolidayStore(waiting.database).plan(HIM, SERVER, days(0, 3, computer=True), NOW)

    async with waiting.database.reading() as connection:
        found = await connection.execute(select(timers).where(timers.c.kind == "away"))
        (timer,) = found.all()
    assert (timer.match_id, timer.seat) == (waiting.match.id, BOB)
    assert await HolidayStore(waiting.database).has_stand_in(waiting.match, BOB, NOW)
    assert not await HolidayStore(waiting.database).has_stand_in(
        waiting.match, BOB, NOW + 200 * HOUR
    )


async def test_tables_say_who_is_away_soon(waiting: Table) -> None:
    store = HolidayStore(waiting.database)
    await store.plan(HIM, SERVER, days(10, 12), NOW)
    await store.plan(HIM, SERVER, days(5, 5), NOW)

    times = (await store.times([waiting.match], NOW))[waiting.match.id]

    assert [each.seat for each in times.waits] == [BOB]
    assert times.away[BOB].days == (TODAY + timedelta(days=5),)
    early = (await store.times([waiting.match], NOW - timedelta(days=30)))[waiting.match.id]
    assert early.away == {}


async def test_one_for_all_servers_counts_in_each(waiting: Table) -> None:
    store = HolidayStore(waiting.database)
    _, standing = await store.plan(HIM, 8, days(0, 1, everywhere=True), NOW)

    assert standing == 1
    assert (await waiting.waits())[BOB].stops == {Stop.HOLIDAY}
    times = (await store.times([waiting.match], NOW))[waiting.match.id]
    assert times.away[BOB].is_everywhere
    assert [len(await store.of(HIM, guild)) for guild in (SERVER, 8, None)] == [1, 1, 1]

    await fire(waiting, 30)
    assert (await waiting.waits())[BOB].runs


async def test_a_wait_that_begins_in_one_for_all_servers_stands(
    database: Database, matches: MatchStore
) -> None:
    table = await table_with(database, matches, PACES["day"])
    await HolidayStore(database).plan(HIM, None, days(0, 1, everywhere=True), NOW)

    await table.acts(BOB, at=NOW + HOUR)

    assert (await table.waits())[BOB].stops == {Stop.HOLIDAY}


@pytest.mark.parametrize("ended_first", [True, False])
async def test_clocks_stand_as_long_as_one_of_two_is_on(
    waiting: Table, *, ended_first: bool
) -> None:
    store = HolidayStore(waiting.database)
    await store.plan(HIM, SERVER, days(0, 5), NOW)
    await store.plan(HIM, None, days(0, 9, everywhere=True), NOW)
    here, all_over = sorted(await store.of(HIM, SERVER), key=lambda each: each.is_everywhere)
    first, second = (here, all_over) if ended_first else (all_over, here)

    await store.end(HIM, first.id, NOW + HOUR)
    assert (await waiting.waits())[BOB].stops == {Stop.HOLIDAY}

    await store.end(HIM, second.id, NOW + 2 * HOUR)
    assert (await waiting.waits())[BOB].due_at == NOW + 26 * HOUR


async def test_the_end_of_one_leaves_clocks_where_another_goes_on(waiting: Table) -> None:
    store = HolidayStore(waiting.database)
    await store.plan(HIM, SERVER, days(0, 3), NOW)
    await store.plan(HIM, None, days(0, 1, everywhere=True), NOW)

    await fire(waiting, 30)
    assert (await waiting.waits())[BOB].stops == {Stop.HOLIDAY}
    away = (await store.times([waiting.match], NOW + 30 * HOUR))[waiting.match.id].away
    assert away[BOB].ends_at == NOW + 78 * HOUR

    await fire(waiting, 78)
    assert (await waiting.waits())[BOB].runs


async def test_a_day_that_two_holidays_share_counts_once(waiting: Table) -> None:
    store = HolidayStore(waiting.database)
    await store.plan(HIM, SERVER, days(0, 3), NOW)
    await store.plan(HIM, None, days(2, 5, everywhere=True), NOW)

    left = {guild: days_left(await store.of(HIM, guild), 2027) for guild in (SERVER, 8)}
    assert left == {SERVER: 15, 8: 17}
    for guild in (SERVER, 8):
        with pytest.raises(PreferenceRefused, match="holiday-overlap"):
            await store.plan(HIM, guild, days(5, 6), NOW)
    with pytest.raises(PreferenceRefused, match="holiday-overlap"):
        await store.plan(HIM, 8, days(5, 6, everywhere=True), NOW)


async def test_what_is_for_all_servers_needs_days_in_each(waiting: Table) -> None:
    store = HolidayStore(waiting.database)
    await store.plan(HIM, SERVER, days(1, 14), NOW)
    with pytest.raises(PreferenceRefused, match="holiday-budget"):
        await store.plan(HIM, 8, days(20, 27, everywhere=True), NOW)
    with pytest.raises(PreferenceRefused, match="holiday-long"):
        await store.plan(HIM, 8, days(15, 15, everywhere=True), NOW)
    await store.plan(HIM, 8, days(20, 26, everywhere=True), NOW)
