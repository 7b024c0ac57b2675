import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, text

from bot.storage.database import Database


def adding(number: int, *, broken: bool = False) -> Callable[[Connection], int]:
    def add(connection: Connection) -> int:
        values = f"({number}, '[]', true)"
        connection.execute(text(f"INSERT INTO guilds (id, channels, threads) VALUES {values}"))
        if broken:
            raise RuntimeError(number)
        return number

    return add


async def kept(database: Database) -> list[int]:
    async with database.asking() as connection:
        return list((await connection.execute(text("SELECT id FROM guilds ORDER BY id"))).scalars())


async def test_of_many_that_write_at_once_only_the_broken_ones_write_nothing(
    database: Database,
) -> None:
    work = [database.write(adding(number, broken=number % 3 == 0)) for number in range(1, 31)]

    done = await asyncio.gather(*work, return_exceptions=True)

    sound = [number for number in range(1, 31) if number % 3]
    assert [each for each in done if isinstance(each, int)] == sound
    assert sum(isinstance(each, RuntimeError) for each in done) == 10
    assert await kept(database) == sound


async def test_whoever_gives_up_waiting_is_written_nevertheless(database: Database) -> None:
    waiting = asyncio.create_task(database.write(adding(1)))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    await database.write(adding(2))

    assert await kept(database) == [1, 2]


async def test_a_closed_database_has_written_all_that_was_given(database: Database) -> None:
    waiting = [asyncio.ensure_future(database.write(adding(number))) for number in range(9)]
    await asyncio.sleep(0)

    await database.close()

    assert await asyncio.gather(*waiting) == list(range(9))
