import asyncio
import gc
from collections.abc import Callable
from pathlib import Path
from shutil import copyfile
from threading import Event
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from structlog.testing import capture_logs

from bot.storage.database import Database
from bot.table.errors import OutOfReach, Stale
from bot.table.processes.concurrency import run_to_end


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


async def test_whoever_gives_up_waiting_is_written_nevertheless(
    database: Database, database_url: str
) -> None:
    waiting = asyncio.create_task(database.write(adding(1)))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    await database.write(adding(2))

    # PostgreSQL may be through with the second one first; closing waits for all.
    await database.close()
    opened = Database(database_url)
    assert await kept(opened) == [1, 2]
    await opened.close()


async def test_a_closed_database_has_written_all_that_was_given(database: Database) -> None:
    waiting = [asyncio.ensure_future(database.write(adding(number))) for number in range(9)]
    await asyncio.sleep(0)

    await database.close()

    assert await asyncio.gather(*waiting) == list(range(9))


async def test_a_closed_database_takes_nothing_more(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'closed.db'}")
    await database.close()

    with pytest.raises(OutOfReach, match="closed"):
        await database.write(adding(1))


async def test_a_full_disk_is_called_by_its_name(migrated_file: Path, tmp_path: Path) -> None:
    copyfile(migrated_file, tmp_path / "full.db")
    database = Database(f"sqlite:///{tmp_path / 'full.db'}")

    def bounded(connection: Connection) -> None:
        connection.execute(text("PRAGMA max_page_count = 1"))

    def filled(connection: Connection) -> None:
        values = {"id": 1, "channels": "[]" * 10_000}
        added = "INSERT INTO guilds (id, channels, threads) VALUES (:id, :channels, true)"
        connection.execute(text(added), values)

    await database.write(bounded)
    with capture_logs() as logged, pytest.raises(OutOfReach):
        await database.write(filled)
    await database.close()

    assert [(each["event"], each["problem"]) for each in logged] == [("database-lost", "disk-full")]


async def test_a_disk_that_is_full_for_one_is_full_for_all_in_the_same_commit(
    migrated_file: Path, tmp_path: Path
) -> None:
    copyfile(migrated_file, tmp_path / "full.db")
    database = Database(f"sqlite:///{tmp_path / 'full.db'}")
    is_begun, all_wait = Event(), Event()

    def bounded(connection: Connection) -> None:
        connection.execute(text("PRAGMA max_page_count = 1"))
        is_begun.set()
        all_wait.wait()

    def filled(connection: Connection) -> None:
        values = "(2, zeroblob(100000), true)"
        connection.execute(text(f"INSERT INTO guilds (id, channels, threads) VALUES {values}"))

    first = asyncio.ensure_future(database.write(bounded))
    await asyncio.to_thread(is_begun.wait)
    together = [asyncio.ensure_future(database.write(work)) for work in (adding(1), filled)]
    await asyncio.sleep(0)
    all_wait.set()
    await first
    done = await asyncio.gather(*together, return_exceptions=True)

    assert [type(each) for each in done] == [OutOfReach, OutOfReach]
    assert await kept(database) == []
    await database.close()


async def test_a_wrong_question_is_no_trouble_of_the_database(database: Database) -> None:
    with pytest.raises(DBAPIError):
        await database.write(lambda connection: connection.execute(text("SELECT * FROM nowhere")))


async def test_whoever_comes_too_late_and_gives_up_leaves_no_noise(database: Database) -> None:
    heard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: heard.append(context))
    begun, through = asyncio.Event(), asyncio.Event()

    async def late() -> None:
        begun.set()
        await database.write(adding(1))
        through.set()
        raise Stale("stale")

    waiting = asyncio.create_task(run_to_end(late()))
    await begun.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await database.write(adding(2))
    # PostgreSQL may be through with the second one first. Then nobody holds the task of the first.
    await through.wait()
    await asyncio.sleep(0)
    gc.collect()

    assert await kept(database) == [1, 2]
    assert heard == []
