"""The puzzles of the days: the first one stays, the first answer counts, streaks run on."""

import asyncio
from datetime import UTC, date, datetime, time, timedelta

import pytest
from sqlalchemy import select

from bot.hosting.advice.puzzles import Streak, streak
from bot.storage.advice.puzzles import PuzzleStore
from bot.storage.database import Database
from bot.storage.housekeeping import keep_house
from bot.storage.schema import puzzle_answers
from bot.table.advice.puzzles import KeptPuzzle, PuzzleAnswer
from bot.table.ids import PlayerId
from bot.table.time.timers import Timer, TimerKind

ANN, BOB = PlayerId(2**60), PlayerId(12)
DAY = date(2026, 2, 28)
NOW = datetime(2026, 2, 28, 12, tzinfo=UTC)
GUILD = 2**60 + 5


@pytest.fixture
def store(database: Database) -> PuzzleStore:
    return PuzzleStore(database)


def later(days: int) -> date:
    return DAY + timedelta(days=days)


def answer(
    player: PlayerId = ANN, day: date = DAY, option: int = 1, guild: int | None = GUILD
) -> PuzzleAnswer:
    return PuzzleAnswer(day, player, f"name {player}", guild, option, option == 1)


async def test_the_first_puzzle_of_a_day_stays(store: PuzzleStore) -> None:
    first, second = (KeptPuzzle(DAY, "seismic", body) for body in ("first “ça”", "second"))

    assert await store.puzzle(DAY) is None
    assert await store.keep(first)
    assert not await store.keep(second)

    assert await store.puzzle(DAY) == first
    assert await store.find_lacking([later(-1), DAY, later(1)]) == [later(-1), later(1)]


async def test_the_first_answer_counts(store: PuzzleStore) -> None:
    await store.keep(KeptPuzzle(DAY, "seismic", "body"))

    first = await store.answer(answer(option=2), NOW)
    second = await store.answer(answer(option=1, guild=7), NOW)

    assert first == second == answer(option=2)
    assert await store.find_answer(DAY, ANN) == first
    assert await store.find_answer(DAY, BOB) is None


async def test_of_many_clicks_at_once_one_counts(store: PuzzleStore) -> None:
    await store.keep(KeptPuzzle(DAY, "seismic", "body"))

    given = await asyncio.gather(*(store.answer(answer(option=n), NOW) for n in range(5)))

    assert len(set(given)) == 1
    assert await store.answers(DAY, GUILD) == [given[0]]


async def test_a_server_lists_its_own_answers_the_first_one_first(store: PuzzleStore) -> None:
    await store.keep(KeptPuzzle(DAY, "seismic", "body"))
    await store.answer(answer(BOB), NOW + timedelta(minutes=1))
    await store.answer(answer(ANN), NOW)
    await store.answer(answer(PlayerId(5), guild=None), NOW)
    await store.answer(answer(PlayerId(6), guild=7), NOW)

    assert [each.player for each in await store.answers(DAY, GUILD)] == [ANN, BOB]


async def test_streaks_run_over_months_and_over_days_without_a_puzzle(store: PuzzleStore) -> None:
    # Day 2 has no puzzle; on day 4 the answer was wrong, on day 6 there was none.
    options = {0: 1, 1: 1, 3: 1, 4: 2, 5: 1, 7: 1, 8: 1}
    for n in (0, 1, 3, 4, 5, 6, 7, 8):
        await store.keep(KeptPuzzle(later(n), "seismic", "body"))
        if n in options:
            await store.answer(answer(day=later(n), option=options[n]), NOW)

    async def at(day: int) -> Streak:
        return streak(await store.find_solved(ANN, later(day)))

    assert await at(0) == Streak(0, 0, 0)
    assert await at(2) == await at(3) == Streak(2, 2, 2)
    assert await at(4) == Streak(3, 3, 3)
    assert await at(5) == Streak(0, 3, 3)
    assert await at(6) == Streak(1, 3, 4)
    assert await at(7) == Streak(0, 3, 4)
    assert await at(9) == Streak(2, 3, 6)
    assert streak(await store.find_solved(BOB, later(9))) == Streak(0, 0, 0)


async def test_of_a_month_ago_only_streaks_are_known(
    database: Database, store: PuzzleStore
) -> None:
    days = [later(-40), later(-32), later(-31), later(-30)]
    for day in days:
        await store.keep(KeptPuzzle(day, "seismic", "body"))
        for player, option in ((ANN, 1), (BOB, 2)):
            at = datetime.combine(day, time(7, player % 50), UTC)
            await store.answer(answer(player, day, option), at)
    before = [streak(await store.find_solved(each, later(1))) for each in (ANN, BOB)]

    daily = Timer(TimerKind.HOUSEKEEPING, "daily", NOW)
    for _ in range(2):
        await database.write(lambda connection: keep_house(connection, daily, NOW))

    assert [len(await store.answers(each, GUILD)) for each in days] == [0, 0, 2, 2]
    assert [streak(await store.find_solved(each, later(1))) for each in (ANN, BOB)] == before
    assert before[0] == Streak(4, 4, 4)
    assert await store.find_answer(days[0], BOB) == answer(BOB, days[0], 2)._replace(
        name="", guild=None
    )
    async with database.reading() as connection:
        rows = (await connection.execute(select(puzzle_answers))).all()
    told = {(row.name, row.at) for row in rows if row.day == days[0]}
    assert told == {("", datetime.combine(days[0], time(), UTC))}


async def test_who_answers_where_nobody_is_told_leaves_no_name(
    database: Database, store: PuzzleStore
) -> None:
    await store.keep(KeptPuzzle(DAY, "seismic", "body"))

    given = await store.answer(answer(guild=None), NOW)

    async with database.reading() as connection:
        row = (await connection.execute(select(puzzle_answers))).one()
    assert (row.name, row.at) == ("", datetime.combine(DAY, time(), UTC))
    assert given.is_right
