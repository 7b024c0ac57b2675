"""A deployment moves from SQLite to PostgreSQL and back; every row is the same."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from click.testing import Result
from sqlalchemy import insert, select

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.notices.restores import last_number, numbered
from bot.storage.processes.ownership import owned
from bot.storage.schema import timers
from bot.storage.stores import stores_in
from bot.storage.transfer import TABLES
from engine.registry import games
from tests.bot.command_line.test_operating import process
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.storage.everything import FIRST, ROWS, fill
from tests.bot.tables import ANN, BOB, played_out, table_of

Typed = Callable[..., Result]
HERE = "sqlite:///faultline.sqlite3"


async def rows_of(url: str) -> tuple[dict[str, list[Any]], dict[str, int]]:
    """Return all rows of a database, and the highest numbers that it ever gave."""
    database = Database(url)
    async with database.reading() as connection:
        rows = {
            each.name: [
                tuple(row)
                for row in await connection.execute(
                    select(each).order_by(*each.primary_key.columns)
                )
            ]
            for each in TABLES
        }
        last = {
            each.name: await connection.run_sync(last_number, each)
            for each in numbered()
            if each in TABLES
        }
    await database.close()
    return rows, last


async def test_everything_moves_to_postgresql_and_back(
    migrated_file: Path, postgresql_url: str, folder: Path
) -> None:
    copyfile(migrated_file, "faultline.sqlite3")
    database = Database(HERE)
    host = Host(stores_in(database, games()), Listener(), StandingClock(), KnownEntropy())
    await played_out(host, (await table_of(host, ANN, BOB)).id)
    await database.write(fill)
    # A number that was given and is gone is not given again.
    await database.write(lambda each: each.execute(timers.delete()))
    await database.close()

    there = process(
        "copy",
        "DATABASE_URL",
        "NEW",
        DATABASE_URL=f"sqlite:///{folder}/faultline.sqlite3",
        NEW=postgresql_url,
    )
    again = process(
        "copy",
        "DATABASE_URL",
        "NEW",
        DATABASE_URL=f"sqlite:///{folder}/faultline.sqlite3",
        NEW=postgresql_url,
    )
    back = process("copy", "OLD", f"sqlite:///{folder}/back.sqlite3", OLD=postgresql_url)
    before, between, after = [
        await rows_of(url) for url in (HERE, postgresql_url, "sqlite:///back.sqlite3")
    ]

    assert (there.returncode, back.returncode) == (0, 0), (there.stderr, back.stderr)
    assert before == between == after
    assert len(before[0]["players"]) == ROWS
    assert before[1]["timers"] == FIRST + ROWS - 1
    assert "1 of 4 stored matches replay" in there.stdout
    assert again.returncode == 4
    assert "not empty" in again.stderr
    assert os.stat("back.sqlite3").st_mode & 0o77 == 0  # noqa: PTH116
    new = Database(postgresql_url)
    async with new.writing() as connection:
        values = {"kind": "reminder", "key": "new", "due_at": StandingClock().now()}
        found = await connection.execute(insert(timers).values(values).returning(timers.c.id))
        assert found.scalar_one() == FIRST + ROWS
    await new.close()


def test_a_password_on_the_command_line_is_refused(typed: Typed) -> None:
    typed("migrate")

    refused = typed("copy", "DATABASE_URL", "postgresql://me:sesame@localhost/faultline")

    assert refused.exit_code == 2
    assert "sesame" not in refused.output
    assert "environment variable" in refused.output


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("DATABASE_URL", "sqlite:///faultline.sqlite3"), 2, "is there already"),
        (("sqlite:///none.db", "sqlite:///new.db"), 4, "no database at none.db"),
        (("DATABASE_URL", "nowhere"), 2, "neither an address"),
        (("DATABASE_URL", "oracle://x"), 2, "not supported"),
    ],
)
def test_what_can_not_be_copied_is_said(
    words: tuple[str, str], code: int, said: str, typed: Typed
) -> None:
    typed("migrate")

    refused = typed("copy", *words)

    assert refused.exit_code == code, refused.output
    assert said in refused.output
    assert not Path("new.db").exists()


def test_a_row_that_refers_to_nothing_is_not_copied_and_leaves_nothing(typed: Typed) -> None:
    typed("migrate")
    with closing(sqlite3.connect("faultline.sqlite3")) as connection, connection:
        connection.execute("INSERT INTO seeds VALUES (7, x'00')")

    refused = typed("copy", "DATABASE_URL", "sqlite:///new.db")

    assert refused.exit_code != 0
    assert "Nothing was copied" in refused.output
    assert [each.name for each in Path().iterdir() if "new" in each.name] == ["new.db.lock"]


def test_nothing_is_copied_beside_a_bot(typed: Typed) -> None:

    typed("migrate")
    with owned(Path("faultline.sqlite3")):
        refused = typed("copy", "DATABASE_URL", "sqlite:///new.db")

    assert refused.exit_code == 4
    assert "another process writes" in refused.output
