"""Copies of the database as an operator makes and uses them."""

import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from shutil import copyfile

import pytest
from click.testing import Result
from sqlalchemy import select, text

from bot.hosting.host import Host
from bot.storage import sqlite_backup
from bot.storage.database import Database
from bot.storage.notices.restores import mark_restored, restored_at
from bot.storage.people.fingerprints import Fingerprints
from bot.storage.postgresql_backup import environment
from bot.storage.processes.ownership import owned
from bot.storage.schema import outbox
from bot.storage.stores import stores_in
from bot.system import SystemClock
from engine.registry import games
from tests.bot.command_line.test_operating import process
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.hosting.test_erasing import ZOE, rows_about, traces
from tests.bot.tables import ANN, BOB, CLEO, lobby_of, one_move, played_out, table_of

Typed = Callable[..., Result]
DATABASE = Path("faultline.sqlite3")
HAS_PG_DUMP = all(map(shutil.which, ("pg_dump", "pg_restore", "psql")))


def put(key: str, value: str) -> None:
    with closing(sqlite3.connect(DATABASE)) as connection, connection:
        connection.execute("INSERT INTO deployment VALUES (?, ?)", (key, value))


def asked(question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(DATABASE)) as connection:
        return connection.execute(question).fetchall()


def test_a_copy_is_packed_private_and_checked_and_old_ones_go(typed: Typed, folder: Path) -> None:
    typed("migrate")
    (folder / "kept").mkdir()
    others = ["faultline-2026-01-01T00-00-00Z.sqlite3.gz", "mine.sqlite3.gz"]
    for each in others:
        (folder / "kept" / each).touch()

    made = typed("backup", "kept", "--keep", "1")

    (copy,) = {each.name for each in (folder / "kept").iterdir()} - {"mine.sqlite3.gz"}
    assert made.exit_code == 0
    assert "It is sound" in made.output
    assert copy not in others
    assert (folder / "kept" / copy).stat().st_mode & 0o777 == 0o600
    with gzip.open(folder / "kept" / copy) as opened:
        assert opened.read(15) == b"SQLite format 3"
    assert asked("SELECT count(*) FROM deployment WHERE key = 'backed-up'") == [(1,)]


def test_a_copy_is_of_one_moment_though_others_write_without_a_pause(
    typed: Typed, folder: Path
) -> None:
    typed("migrate")
    put("a", "0")
    put("b", "0")
    with closing(sqlite3.connect(DATABASE)) as connection, connection:
        connection.execute("CREATE TABLE large (x)")
        connection.executemany("INSERT INTO large VALUES (?)", [("x" * 4000,)] * 5000)
    steps: list[int] = []
    writes = 0

    def step(done: int, _: int) -> None:
        # Another connection commits between any two steps, as a bot does.
        nonlocal writes
        steps.append(done)
        with closing(sqlite3.connect(DATABASE, timeout=10)) as other, other:
            writes += 1
            written = "UPDATE deployment SET value = ? WHERE key IN ('a', 'b')"
            other.execute(written, (str(writes),))

    sqlite_backup.copied(DATABASE, folder / "copy", step)

    assert steps == sorted(steps)
    assert writes > 3
    with closing(sqlite3.connect(folder / "copy")) as copy:
        stored = "SELECT DISTINCT value FROM deployment WHERE key IN ('a', 'b')"
        assert copy.execute(stored).fetchall() == [("0",)]
    assert not Path("copy-wal").exists()


def test_a_copy_that_can_not_be_noted_is_a_copy(
    typed: Typed, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed("migrate")
    monkeypatch.setattr("bot.command_line.backup.NOTING_SECONDS", 0.0)
    with closing(sqlite3.connect(DATABASE, isolation_level=None)) as busy:
        busy.execute("BEGIN IMMEDIATE")

        made = typed("backup", "copy.sqlite3")

    assert made.exit_code == 0
    assert "could not be noted in the database: database is locked." in made.output
    assert (folder / "copy.sqlite3").is_file()


def test_a_damaged_database_is_not_called_a_copy(typed: Typed, folder: Path) -> None:
    typed("migrate")
    pages = bytearray(DATABASE.read_bytes())
    pages[-4096:] = b"\xff" * 4096
    DATABASE.write_bytes(pages)

    refused = typed("backup", "copy.db")

    assert refused.exit_code == 4
    assert "copy.db was not written" in refused.output
    assert "malformed" in refused.output
    assert not [each for each in folder.iterdir() if "copy.db" in each.name]


def test_what_is_there_is_kept_and_the_copy_takes_its_place(typed: Typed, folder: Path) -> None:
    typed("migrate")
    put("mine", "before")
    typed("backup", "copy.db")
    put("later", "lost")

    restored = typed("restore", "copy.db")

    (kept,) = folder.glob("faultline.sqlite3.before-*")
    assert restored.exit_code == 0, restored.output
    assert kept.name in restored.output
    assert "nothing that was played" in restored.output
    assert asked("SELECT value FROM deployment WHERE key = 'mine'") == [("before",)]
    assert asked("SELECT value FROM deployment WHERE key = 'later'") == []
    assert asked("SELECT key FROM deployment WHERE key = 'restored-at'") == [("restored-at",)]
    assert DATABASE.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(kept)) as old:
        assert old.execute("SELECT value FROM deployment WHERE key = 'later'").fetchall() == [
            ("lost",)
        ]
    assert typed("check").exit_code == 0


def test_an_older_copy_is_brought_up_to_date_and_a_newer_one_refused(typed: Typed) -> None:
    typed("migrate")
    typed("backup", "newer.db")
    with closing(sqlite3.connect("newer.db")) as copy, copy:
        copy.execute("UPDATE alembic_version SET version_num = '9999'")
    downgraded = process_of_migration("0005")
    older = typed("backup", "older.db")
    typed("migrate")

    refused = typed("restore", "newer.db")
    restored = typed("restore", "older.db")

    assert downgraded == 0
    assert "were not replayed, since it is of an older version" in older.output
    assert refused.exit_code == 1
    assert "of a newer version than this program" in refused.output
    assert restored.exit_code == 0, restored.output
    assert typed("check").exit_code == 0


def process_of_migration(revision: str) -> int:
    """Take the database back to an older version."""
    code = (
        "import asyncio; from alembic import command\n"
        "from bot.storage.database import Database; from bot.storage.migration import config_for\n"
        "async def back():\n"
        "    database = Database('sqlite:///faultline.sqlite3')\n"
        "    async with database.migrating() as connection:\n"
        "        await connection.run_sync(\n"
        f"            lambda each: command.downgrade(config_for(each), {revision!r}))\n"
        "    await database.close()\n"
        "asyncio.run(back())\n"
    )
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    return subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "neither an SQLite database nor"),
        (b"nothing of the kind" * 300, "neither an SQLite database nor"),
        (gzip.compress(b"nothing of the kind"), "no SQLite database"),
        (gzip.compress(b"SQLite format 3\0" + os.urandom(9000))[:-9], "damaged"),
    ],
    ids=["empty", "text", "packed text", "cut off"],
)
def test_what_is_no_copy_changes_nothing(content: bytes, said: str, typed: Typed) -> None:
    typed("migrate")
    before = DATABASE.read_bytes()
    Path("odd.gz").write_bytes(content)

    refused = typed("restore", "odd.gz")

    assert refused.exit_code == 1
    assert said in refused.output
    assert DATABASE.read_bytes() == before
    assert not list(Path().glob("*.before-*"))


def test_nothing_is_brought_back_while_a_bot_runs(typed: Typed) -> None:
    typed("migrate")
    typed("backup", "copy.db")

    with owned(DATABASE):
        refused = typed("restore", "copy.db")
        beside = typed("backup", "another.db")

    assert refused.exit_code == 4
    assert "another process writes" in refused.output
    assert beside.exit_code == 0


def test_a_file_that_is_gone_or_emptied_is_brought_back(typed: Typed) -> None:
    typed("migrate")
    typed("backup", "copy.db")
    DATABASE.write_bytes(b"")
    emptied = typed("restore", "copy.db")
    DATABASE.unlink()
    gone = typed("restore", "copy.db")

    assert (emptied.exit_code, gone.exit_code) == (0, 0)
    assert "is kept" not in emptied.output + gone.output
    assert "nobody can tell" in gone.output
    assert typed("check").exit_code == 0


async def test_numbers_that_were_given_are_not_given_again_and_tables_hear_of_it(
    database: Database, host: Host, clock: StandingClock
) -> None:
    running, waiting = await table_of(host, ANN, BOB), await lobby_of(host, ANN)
    began, ended = clock.now(), clock.now() + timedelta(hours=1)

    await database.write(mark_restored, began, ended)
    later = await lobby_of(host, BOB)
    second_end = ended + timedelta(hours=1)
    await database.write(mark_restored, ended, second_end)
    latest = await lobby_of(host, CLEO)

    assert later.id == 10_001
    assert latest.id > later.id + 9_000
    assert await restored_at(database) == second_end
    async with database.asking() as connection:
        rows = (
            await connection.execute(
                select(outbox.c.match_id, outbox.c.key).where(outbox.c.kind == "restored")
            )
        ).all()
    assert {tuple(row) for row in rows} == {
        (running.id, f"{ended.isoformat()}:{running.id}"),
        (waiting.id, f"{ended.isoformat()}:{waiting.id}"),
        *((each.id, f"{second_end.isoformat()}:{each.id}") for each in (running, waiting, later)),
    }


@pytest.mark.skipif(not HAS_PG_DUMP, reason="pg_dump, pg_restore or psql are not installed")
async def test_a_postgresql_is_dumped_and_brought_back(postgresql_url: str, folder: Path) -> None:
    database = Database(postgresql_url)
    host = Host(stores_in(database, games()), Listener(), StandingClock(), KnownEntropy())
    match = await table_of(host, ANN, BOB)
    dumped = process("backup", str(folder / "copies"), DATABASE_URL=postgresql_url)
    await one_move(host, match.id)
    later = await table_of(host, ANN, BOB)
    (copy,) = (folder / "copies").iterdir()
    in_use = process("restore", str(copy), DATABASE_URL=postgresql_url)
    await database.close()

    restored = process("restore", str(copy), DATABASE_URL=postgresql_url)
    checked = process("check", DATABASE_URL=postgresql_url)
    again = Database(postgresql_url)
    known = await restored_at(again)
    async with again.writing() as connection:
        kept = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before_%'"
        (aside,) = (await connection.execute(text(kept))).scalars()
        was = (await connection.execute(text(f"SELECT max(id) FROM {aside}.matches"))).scalar_one()
        await connection.execute(text(f"DROP SCHEMA {aside} CASCADE"))
    await again.close()

    assert dumped.returncode == 0, dumped.stderr
    assert "It can be read, and the newest records are sound (1 replayed)." in dumped.stdout
    assert "pgBackRest" in dumped.stdout
    assert copy.stat().st_mode & 0o777 == 0o600
    assert in_use.returncode == 4
    assert "in use" in in_use.stderr
    assert restored.returncode == 0, restored.stderr
    assert "1 table opened later" in restored.stdout
    assert aside in restored.stdout
    assert was == later.id
    assert "1 of 1 stored matches replay" in checked.stdout
    assert checked.returncode == 0
    assert known is not None


async def test_who_was_erased_since_the_copy_is_erased_again(
    migrated_file: Path, folder: Path
) -> None:
    copyfile(migrated_file, DATABASE)
    file = folder / "faultline.sqlite3.erasure"
    host, database = of_now(file)
    over = await played_out(host, (await table_of(host, ZOE, BOB)).id)
    back = await played_out(host, (await table_of(host, CLEO, BOB)).id)
    await host.erasing.erase(CLEO.id)
    again = await played_out(host, (await table_of(host, CLEO, BOB)).id)
    await database.close()
    copied = process("backup", "copy.db")
    host, database = of_now(file)
    await host.erasing.erase(ZOE.id)
    await database.close()

    restored = process("restore", "copy.db")
    brought_back = traces(folder / DATABASE)
    host, database = of_now(file)
    await host.tick()

    assert copied.returncode == 0, copied.stderr
    assert "1 person had themselves erased since" in restored.stdout, restored.stderr
    assert brought_back
    assert await rows_about(database, ZOE.id) == []
    assert (await host.cache.match(over.id)).chairs[0].is_former
    assert (await host.cache.match(back.id)).chairs[0].is_former
    assert (await host.cache.match(again.id)).chairs[0].player == CLEO.id
    await database.close()
    delete_aside(folder)
    assert traces(folder / DATABASE) == []


def delete_aside(folder: Path) -> None:
    """Delete what a restore has put aside, as operators are told to."""
    for aside in folder.glob("faultline.sqlite3.before-*"):
        aside.unlink()


def of_now(file: Path) -> tuple[Host, Database]:
    """Open the database by the clock on the wall, by which copies go."""
    database = Database("sqlite:///faultline.sqlite3")
    stores = stores_in(database, games(), Fingerprints(file))
    return Host(stores, Listener(), SystemClock(), KnownEntropy()), database


def test_programs_of_postgresql_get_no_password_on_their_command_line() -> None:
    found = environment("postgresql://me:se%40same@db.example:5433/faultline?ssl=require")

    named = {name: found[name] for name in found if name.startswith("PG")}
    assert named == {
        "PGHOST": "db.example",
        "PGPORT": "5433",
        "PGUSER": "me",
        "PGPASSWORD": "se@same",
        "PGDATABASE": "faultline",
        "PGSSLMODE": "require",
        "PGCONNECT_TIMEOUT": "10",
    }


async def test_the_moment_of_a_copy_by_other_means_is_the_newest_that_is_known(
    migrated_file: Path,
) -> None:
    copyfile(migrated_file, DATABASE)
    database = Database("sqlite:///faultline.sqlite3")
    host = Host(stores_in(database, games()), Listener(), StandingClock(), KnownEntropy())
    await table_of(host, ANN, BOB)
    await database.close()

    marked = process("restore", "--brought-back")

    assert marked.returncode == 0, marked.stderr
    assert f"{StandingClock().now():%Y-%m-%d %H:%M}" in marked.stdout
    assert asked("SELECT count(*) FROM outbox WHERE kind = 'restored'") == [(1,)]
