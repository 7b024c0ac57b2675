from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from bot.storage.database import Database
from bot.storage.schema import players

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


async def test_sqlite_keeps_what_it_has_acknowledged(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new.db'}")

    async with database.writing() as connection:
        settings = [
            (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    await database.close()

    assert settings == ["wal", 2, 1, 10000]
