"""Beats in the database, and the time that is given back with one that comes late."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from sqlalchemy import insert, select, update

from bot.storage.database import Database
from bot.storage.schema import outages, waits
from bot.storage.stores import Stores, stores_in
from bot.storage.time import waits as storage
from bot.storage.timers import put
from bot.table.ids import MatchId, PlayerId
from bot.table.preferences import Preferences
from bot.table.time.outages import Gap
from bot.table.time.timers import Timer, TimerKind
from bot.table.time.waits import Wait, given_back
from engine.game import Seat
from engine.registry import games
from tests.bot.storage.test_matches import LOCK_WAITS, SEED, a_lobby

NOON: Final = datetime(2027, 3, 27, 12, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
ZERO: Final = timedelta()


class Open:
    """Waits of one match, a seat each."""

    def __init__(self, database: Database, stores: Stores, match: MatchId) -> None:
        self.database, self.beats, self.match = database, stores.beats, match
        self.timers = stores.timers
        self.players = stores.players

    async def put(
        self, seat: int, since: datetime | None, *, limit: bool = True, stops: str = ""
    ) -> None:
        due = since + 24 * HOUR if limit and since and not stops else None
        seconds = 86_400 if limit else None
        row: dict[str, Any] = {"seat": seat, "player": seat + 1, "stops": stops, "due_at": due}
        times = {
            "asked_at": NOON - 2 * HOUR,
            "since": since,
            "left_s": seconds,
            "length_s": seconds,
            "look_at": since,
        }
        async with self.database.writing() as connection:
            await connection.execute(insert(waits).values(match_id=self.match, **row, **times))

    async def all(self) -> dict[Seat, Wait]:
        async with self.database.reading() as connection:
            found = await connection.run_sync(storage.of_matches, [self.match])
        return {each.seat: each for each in found[self.match]}


@pytest.fixture
async def some(database: Database, stores: Stores) -> Open:
    match = await stores.matches.add(a_lobby(), SEED, "open")
    return Open(database, stores, match.id)


async def test_a_late_beat_gives_the_gap_back_to_whoever_could_not_play(some: Open) -> None:
    await some.beats.beat(NOON, ZERO)
    await some.put(0, NOON - HOUR)
    await some.put(1, NOON + HOUR)  # a message that another process sent
    await some.put(2, NOON - HOUR, stops="hold")
    await some.put(3, None)
    await some.put(4, NOON - HOUR, limit=False)
    before = await some.all()

    assert await some.beats.beat(NOON + 3 * HOUR, ZERO) == (Gap(NOON, NOON + 3 * HOUR),)

    after = await some.all()
    back = {seat: given_back(wait, NOON, NOON + 3 * HOUR) for seat, wait in before.items()}
    # One that is moved by a rule is looked at by that.
    assert after == {
        seat: replace(each, look_at=after[seat].look_at) for seat, each in back.items()
    }
    assert after[Seat(0)].due_at == NOON + 26 * HOUR
    assert after[Seat(1)].due_at == NOON + 27 * HOUR
    assert after[Seat(2)] == before[Seat(2)]
    assert after[Seat(3)] == before[Seat(3)]
    assert after[Seat(4)].asked_at == NOON + HOUR
    async with some.database.reading() as connection:
        noted = (await connection.execute(select(outages.c.began_at, outages.c.ended_at))).all()
    assert [tuple(row) for row in noted] == [(NOON, NOON + 3 * HOUR)]


@pytest.mark.parametrize("began", [NOON - HOUR, NOON + HOUR])
async def test_time_that_is_given_back_does_not_end_at_night(some: Open, began: datetime) -> None:
    await some.put(0, began)
    await some.put(1, began)
    asleep = Preferences(zone="UTC", quiet_from=13 * 60, quiet_to=20 * 60)
    await some.players.prefer(PlayerId(1), asleep, NOON)
    await some.beats.beat(NOON, ZERO)

    await some.beats.beat(NOON + 4 * HOUR, ZERO)

    after = await some.all()
    plain = NOON + 24 * HOUR + min(began - NOON, ZERO) + 4 * HOUR
    assert after[Seat(1)].due_at == plain
    assert after[Seat(0)].due_at == NOON + 24 * HOUR + 10 * HOUR
    assert after[Seat(0)].night == NOON + 34 * HOUR - plain
    # The next outage lets it end by day.
    await some.beats.beat(NOON + 12 * HOUR, ZERO)
    plain += 8 * HOUR
    assert (await some.all())[Seat(0)].due_at == plain


async def test_a_beat_waits_for_whoever_is_about_to_change_waits(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    stores = stores_in(database, games())
    some = Open(database, stores, (await stores.matches.add(a_lobby(), SEED, "open")).id)
    await some.put(0, NOON)
    await some.beats.beat(NOON, ZERO)
    async with database.writing() as connection:
        await connection.execute(select(waits.c.id).with_for_update())
        beat = asyncio.create_task(some.beats.beat(NOON + HOUR, ZERO))
        while not (await connection.execute(LOCK_WAITS)).scalar_one():
            pass
        await connection.execute(update(waits).values(muted=True))
    await beat

    (wait,) = (await some.all()).values()
    await database.close()
    assert wait.is_muted
    assert wait.due_at == NOON + 25 * HOUR


async def test_beats_in_time_give_nothing_back(some: Open) -> None:
    await some.put(0, NOON)
    before = await some.all()
    for seconds in range(0, 300, 30):
        assert not await some.beats.beat(NOON + timedelta(seconds=seconds), ZERO)

    assert await some.all() == before


async def test_whoever_is_asked_while_the_clock_is_ahead_is_reminded_in_time(some: Open) -> None:
    year, second = timedelta(days=365), timedelta(seconds=1)
    await some.beats.beat(NOON + year, ZERO)
    await some.put(0, NOON + year)
    (wait,) = (await some.all()).values()
    lapses = Timer(TimerKind.VOTE, "1:1", NOON + year + 24 * HOUR, some.match)
    await some.database.write(lambda connection: put(connection, lapses))

    await some.beats.beat(NOON + 30 * second, 30 * second - year)

    (wait,) = (await some.all()).values()
    assert wait.due_at == NOON + 24 * HOUR + 30 * second
    (timer,) = await some.timers.due(NOON + 25 * HOUR, 9)
    assert (timer.kind, timer.key, timer.due_at) == (TimerKind.TIME_UP, str(wait.id), wait.due_at)


async def test_a_year_forward_and_back_changes_nothing(some: Open) -> None:
    year, second = timedelta(days=365), timedelta(seconds=1)
    await some.put(0, NOON)
    before = await some.all()
    await some.beats.beat(NOON, ZERO)
    await some.beats.beat(NOON + year + 30 * second, year)
    assert (await some.all())[Seat(0)].due_at == NOON + year + 24 * HOUR

    await some.beats.beat(NOON + 60 * second, -year)
    after = await some.all()
    assert after == {
        seat: replace(each, look_at=after[seat].look_at) for seat, each in before.items()
    }
    assert all(
        each.look_at <= each.due_at for each in after.values() if each.look_at and each.due_at
    )
