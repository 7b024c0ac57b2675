"""A server that removed the bot: kept for a month, then erased to the last row, batch by batch."""

from datetime import timedelta

import pytest
from sqlalchemy import Connection, Table, delete, func, insert, or_, select, update

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.people import servers
from bot.storage.people.servers import SOON, ServerStore
from bot.storage.schema import guilds, matches, metadata, puzzle_answers, reminded, timers
from bot.table.ages import LEFT_SERVERS
from bot.table.errors import UnknownMatch
from bot.table.match.match import Venue
from bot.table.time.timers import Timer, TimerKind
from tests.bot.fakes import StandingClock
from tests.bot.storage.everything import FIRST, ROWS, fill
from tests.bot.tables import ANN, BOB, table_of

GUILD = 2**60
"""That of the first row of each table."""
ITS_TABLES = [each for each in metadata.sorted_tables if {"guild", "match_id"} & {*each.c.keys()}]
ELSEWHERE = Venue(guild=2, channel=200, threaded=False)


def fill_all(connection: Connection) -> None:
    fill(connection)
    values = {"id": GUILD, "channels": "[]", "threads": True}
    connection.execute(insert(guilds), values)
    for table in ITS_TABLES:
        if "match_id" in table.c and not table.c.match_id.foreign_keys:
            about = update(table).where(table.c.match_id == GUILD).values(match_id=FIRST)
            connection.execute(about)
    opened = update(matches).values(opened_at=StandingClock().now())
    connection.execute(opened)
    connection.execute(opened.where(matches.c.id == FIRST + 1).values(follows=FIRST))


async def counted(database: Database, table: Table) -> int:
    return int(await database.scalar(select(func.count()).select_from(table)) or 0)


def due(guild: int, clock: StandingClock) -> Timer:
    return Timer(TimerKind.SERVER_GONE, str(guild), clock.now())


async def test_every_row_of_it_is_erased_and_none_of_others(
    database: Database, clock: StandingClock
) -> None:
    await database.write(fill_all)

    await ServerStore(database).leave([GUILD], clock.now())
    for _ in ("matches", "the rest"):
        await database.write(servers.erase, due(GUILD, clock), clock.now())

    left = {each.name: await counted(database, each) for each in ITS_TABLES}
    timer = timers.c.kind == TimerKind.SERVER_GONE.value
    await database.write(lambda connection: connection.execute(delete(timers).where(timer)))
    # Answers to puzzles, and a holiday for all servers, are people's: only the server goes.
    theirs = {"puzzle_answers": ROWS, "holidays": ROWS}
    assert left == dict.fromkeys(left, ROWS - 1) | theirs | {"timers": ROWS}
    for table in ITS_TABLES:
        of_it = [table.c[name] == GUILD for name in ("guild",) if name in table.c]
        of_it += [table.c[name] == FIRST for name in ("match_id",) if name in table.c]
        assert await database.scalar(select(func.count()).where(or_(*of_it))) == 0, table.name
    assert await counted(database, timers) == ROWS - 1
    assert await database.scalar(select(guilds.c.id).where(guilds.c.id == GUILD)) is None
    answers = select(puzzle_answers.c.name).where(puzzle_answers.c.guild.is_(None))
    assert "" in await database.scalars(answers)


async def test_for_a_month_all_of_it_stays_then_it_goes_batch_by_batch(
    database: Database, host: Host, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "MATCHES", 2)
    store, matches_of = ServerStore(database), host.cache
    ours = [await table_of(host, ANN, BOB) for _ in range(3)]
    other = await table_of(host, ANN, BOB, venue=ELSEWHERE)
    counts = list[int]()

    is_new = await store.leave([1], clock.now())
    again = await store.leave([1], clock.now())
    for wait in (LEFT_SERVERS - timedelta(minutes=1), timedelta(minutes=1), SOON, SOON):
        clock.time += wait
        await host.timers.tick()
        counts.append(await counted(database, matches))
    for each in ours:
        matches_of.forget(each.id)

    assert (is_new, again) == (True, False)
    assert counts == [4, 2, 1, 1]
    assert await database.scalars(select(matches.c.id)) == [other.id]
    with pytest.raises(UnknownMatch):
        await matches_of.match(ours[0].id)
    assert await counted(database, guilds) == 0


@pytest.mark.parametrize("stored", ["return", "new table"])
async def test_one_that_comes_back_is_not_erased(
    database: Database, host: Host, clock: StandingClock, stored: str
) -> None:
    store = ServerStore(database)
    await table_of(host, ANN, BOB)
    await store.leave([1], clock.now())

    clock.pass_by(hours=1)
    if stored == "return":
        await store.come_back([1])
        assert await store.find_left() == []
    else:
        # Nobody stored that it is back, but there is a new table.
        await table_of(host, ANN, BOB)
    clock.pass_by(days=LEFT_SERVERS.days)
    await host.timers.tick()

    assert await counted(database, matches) == 1 + (stored == "new table")


async def test_servers_of_which_anything_is_kept_are_found_by_shard(
    database: Database, host: Host, clock: StandingClock
) -> None:
    store = ServerStore(database)
    far = Venue(guild=1 << 22, channel=200, threaded=False)
    for venue in (ELSEWHERE, far):
        await table_of(host, ANN, BOB, venue=venue)
    await database.write(
        lambda connection: connection.execute(
            insert(reminded), [{"player": 1, "guild": each, "at": clock.now()} for each in (0, 5)]
        )
    )

    assert set(await store.find_kept(0, 2)) == {2, 5}
    assert set(await store.find_kept(1, 2)) == {1 << 22}
    await store.leave([5], clock.now())
    assert set(await store.find_kept(0, 1)) == {2, 1 << 22}
