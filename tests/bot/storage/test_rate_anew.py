"""Ratings that are computed anew are those that were stored, match by match."""

from typing import Any

from sqlalchemy import delete, select, update

from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.people.rate_anew import RatedAnew, rate_anew
from bot.storage.schema import ratings, results
from tests.bot.storage.test_statistics import season


async def everything(database: Database) -> tuple[list[Any], list[Any]]:
    async with database.reading() as connection:
        seats = select(results).order_by(results.c.match_id, results.c.seat)
        people = select(ratings).order_by(ratings.c.guild, ratings.c.game, ratings.c.player)
        return list(await connection.execute(seats)), list(await connection.execute(people))


async def anew(database: Database) -> tuple[RatedAnew, list[tuple[int, int]]]:
    told: list[tuple[int, int]] = []
    found = await rate_anew(database, lambda done, of: told.append((done, of)))
    return found, told


async def test_ratings_are_the_same_to_the_last_digit(
    database: Database, matches: MatchStore
) -> None:
    await season(database, matches, 80)
    before = await everything(database)

    found, told = await anew(database)

    assert await everything(database) == before
    assert found.corrected == 0
    assert found.matches > 40
    assert told[-1] == (found.matches, found.matches)


async def test_what_was_lost_or_wrong_is_right_again(
    database: Database, matches: MatchStore
) -> None:
    await season(database, matches, 80)
    before = await everything(database)
    await database.execute(delete(ratings))
    await database.execute(update(results).where(results.c.seat == 0).values(mu=1.0))
    await database.execute(update(results).where(results.c.seat == 1).values(mu=None, rated=7))

    found, _ = await anew(database)

    assert found.corrected > 0
    seats, people = await everything(database)
    # Seats of matches that were never rated keep what was put into them.
    assert [row for row in seats if row.number] == [row for row in before[0] if row.number]
    assert people == before[1]
    assert (await anew(database))[0].corrected == 0


async def test_of_no_matches_there_are_no_ratings(database: Database) -> None:
    assert await anew(database) == (RatedAnew(0, 0), [(0, 0)])
