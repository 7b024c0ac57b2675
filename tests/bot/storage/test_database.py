import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from structlog.contextvars import bound_contextvars, get_contextvars

from bot.storage.database import Database
from bot.storage.schema import players
from bot.system import process_name
from bot.table.errors import OutOfReach

ANN = {"id": 1, "language": "en", "lists": False, "confirm_twice": False}


async def test_an_error_rolls_back_all_that_was_written(database: Database) -> None:
    async def written_in_vain() -> None:
        async with database.writing() as connection:
            await connection.execute(insert(players), ANN)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await written_in_vain()

    async with database.reading() as connection:
        assert (await connection.execute(select(players))).all() == []


async def test_a_reader_is_not_kept_waiting_by_the_writer(database: Database) -> None:
    async with database.writing() as writing, database.reading() as reading:
        await writing.execute(insert(players), ANN)

        assert (await reading.execute(select(players))).all() == []


async def test_a_reader_sees_one_moment(database: Database) -> None:
    async with database.reading() as reading:
        before = (await reading.execute(select(players))).all()
        async with database.writing() as writing:
            await writing.execute(insert(players), ANN)

        assert (await reading.execute(select(players))).all() == before == []


async def test_whoever_is_interrupted_leaves_the_database_usable(database: Database) -> None:
    async def one_more(number: int) -> None:
        async with database.writing() as connection:
            await connection.execute(insert(players), {**ANN, "id": number})
            await connection.execute(insert(players), {**ANN, "id": -number})

    for number in range(1, 200):
        task = asyncio.create_task(one_more(number))
        # Long enough to be interrupted anywhere from before the beginning to after the end.
        await asyncio.sleep(number / 40_000)
        task.cancel()
        await asyncio.wait({task})
    await one_more(1000)

    async with database.asking() as connection:
        stored = set((await connection.execute(select(players.c.id))).scalars())
    assert {1000, -1000} <= stored
    assert stored == {-number for number in stored}


async def test_errors_do_not_show_what_was_stored(database: Database) -> None:
    async def twice() -> None:
        async with database.writing() as connection:
            await connection.execute(insert(players), {**ANN, "language": "a secret"})
            await connection.execute(insert(players), {**ANN, "language": "a secret"})

    with pytest.raises(IntegrityError) as refused:
        await twice()

    assert "a secret" not in str(refused.value)


async def test_sqlite_keeps_what_it_has_acknowledged(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new.db'}")

    async with database.writing() as connection:
        settings = [
            (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    await database.close()

    assert settings == ["wal", 2, 1, 10000]


async def test_what_is_asked_of_a_closed_database_is_out_of_reach(database: Database) -> None:
    await database.close()

    with pytest.raises(OutOfReach):
        await database.scalars(select(players.c.id))
    with pytest.raises(OutOfReach):
        await database.execute(insert(players), ANN)
    with pytest.raises(OutOfReach):
        async with database.reading():
            pass


async def test_two_who_wait_for_each_other_both_get_their_way(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    await database.write(
        lambda connection: connection.execute(insert(players), [ANN, {**ANN, "id": 2}])
    )

    def change(first: int, second: int) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            for player in (first, second):
                of = update(players).where(players.c.id == player)
                connection.execute(of.values(height_cm=func.coalesce(players.c.height_cm, 0) + 1))
                connection.execute(select(func.pg_sleep(0.3)))

        return work

    await asyncio.gather(database.write(change(1, 2)), database.write(change(2, 1)))

    async with database.asking() as connection:
        heights = (await connection.execute(select(players.c.height_cm))).scalars().all()
    await database.close()
    assert heights == [2, 2]


async def test_a_server_shows_which_process_is_connected(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    async with database.asking() as connection:
        name = (await connection.execute(text("SHOW application_name"))).scalar_one()
    await database.close()

    assert name == f"faultline {process_name()}"


async def test_what_is_logged_while_writing_belongs_to_the_click_that_causes_it(
    database: Database,
) -> None:
    with bound_contextvars(click="a1b2c3"):
        inside = await database.write(lambda _: get_contextvars())

    assert inside == {"click": "a1b2c3"}
    assert await database.write(lambda _: get_contextvars()) == {}
