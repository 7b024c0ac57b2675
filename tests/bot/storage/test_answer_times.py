"""How long people took to answer, over whole matches, beside what a plain list of them says."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import cycle, groupby

import pytest
from sqlalchemy import func, insert, select

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.schema import answer_times, answers, results, sitters
from bot.storage.stores import Stores
from bot.storage.time.answers import settle
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import VoteKind
from bot.table.match.pace import NO_LIMIT, PACES, Pace
from bot.table.people.answer_times import class_of
from engine.game import Seat
from tests.bot.fakes import StandingClock
from tests.bot.tables import ANN, BOB, CLEO, legal, new_request, one_move, table_of


async def counted(database: Database, match: MatchId) -> Counter[tuple[int, int]]:
    wanted = select(answer_times).where(answer_times.c.match_id == match)
    async with database.reading() as connection:
        rows = (await connection.execute(wanted)).all()
    return Counter({(row[1], row[2]): row.answers for row in rows})


async def noted(database: Database) -> int:
    async with database.reading() as connection:
        return (await connection.execute(select(func.count()).select_from(answers))).scalar_one()


def classes(took: list[tuple[Seat, float]]) -> Counter[tuple[int, int]]:
    """Return how many answers fall into which class: all moves in a row of a seat are one."""
    turns = [
        (seat, sum(hours for _, hours in turn))
        for seat, turn in groupby(took, key=lambda each: each[0])
    ]
    return Counter((int(seat), class_of(timedelta(hours=hours))) for seat, hours in turns)


@pytest.mark.parametrize("pace", [NO_LIMIT, PACES["three-days"], PACES["week-clock"]])
async def test_a_match_counts_how_long_each_answer_took(
    host: Host, stores: Stores, database: Database, clock: StandingClock, pace: Pace
) -> None:
    match = await table_of(host, ANN, BOB)
    match = await stores.matches.save(replace(match, pace=pace), clock.now())
    host.cache.forget(match.id)
    took, hours = list[tuple[Seat, float]](), cycle((0.01, 5, 0.5, 26, 1, 70))
    while match.acting:
        (seat, _), passed = await legal(host, match.id), next(hours)
        clock.pass_by(hours=passed)
        match = (await one_move(host, match.id)).match
        took.append((seat, passed))

    found = await counted(database, match.id)

    assert found == classes(took)
    assert await noted(database) == 0
    for number, chair in enumerate(match.chairs):
        assert chair.player is not None
        own = {each: n for (whose, each), n in found.items() if whose == number}
        assert await stores.statistics.answer_times_of(chair.player, 1) == own
    assert await stores.statistics.answer_times_of(PlayerId(99), 1) == {}


async def test_what_a_table_ends_by_vote_counts_answers_too(
    host: Host, database: Database, clock: StandingClock
) -> None:
    match, took = await table_of(host, ANN, BOB), list[tuple[Seat, float]]()
    for _ in range(5):
        seat, _ = await legal(host, match.id)
        clock.pass_by(hours=3)
        await one_move(host, match.id)
        took.append((seat, 3))
    last, _ = await legal(host, match.id)
    ask, vote = host.agreements.ask, host.agreements.vote
    match = await ask(match.id, ANN.id, VoteKind.END_AS_IT_STANDS, "", new_request())
    await vote(match.id, BOB.id, match.votes[-1].id, new_request(), is_yes=True)

    # The seat that is waited for has not answered.
    answered = [each for each in took if each[0] != last or took[-1][0] != last]
    assert await counted(database, match.id) == classes(answered)
    assert await noted(database) == 0


async def test_a_table_that_is_closed_leaves_no_answers_behind(
    host: Host, database: Database
) -> None:
    match = await table_of(host, ANN, BOB, CLEO)
    for _ in range(6):
        await one_move(host, match.id)
    before = await noted(database)

    await host.lobbies.end(match.id, ANN)

    assert before > 0
    assert await noted(database) == 0
    assert await counted(database, match.id) == Counter()


async def test_answers_of_who_took_a_seat_over_are_not_the_first_persons(
    host: Host, database: Database
) -> None:
    match = await table_of(host, ANN, BOB)
    hour = {"match_id": match.id, "upto": 99, "taken_s": 3600}
    rows = [{**hour, "seat": seat, "line": line} for seat in (0, 1) for line in (2, 8, 12)]
    result = {"match_id": match.id, "score": 1, "rank": 1}
    people = [{**result, "seat": 0, "player": ANN.id}, {**result, "seat": 1, "player": None}]
    person = {"match_id": match.id, "seat": 0, "kind": "person"}
    sat = [
        {**person, "from_line": 0, "player": ANN.id},
        {**person, "from_line": 8, "player": CLEO.id},
    ]
    for table, values in ((answers, rows), (results, people), (sitters, sat)):
        await database.execute(insert(table).values(values))

    await database.write(settle, match.id)
    await database.write(settle, match.id)

    assert await counted(database, match.id) == Counter({(0, class_of(timedelta(hours=1))): 1})
    assert await noted(database) == 0
