"""What operators type, and how it ends: in this process, and in real ones for exit codes."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result
from sqlalchemy import text

from bot.command_line import check
from bot.command_line.exits import Exit
from bot.command_line.main import COMMANDS
from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.stores import stores_in
from bot.table.match.match import Status
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, played_out, table_of

LINE = "SELECT body FROM entries WHERE match_id = :id AND seq = :seq"
MEND = "UPDATE entries SET body = :body WHERE match_id = :id AND seq = :seq"
ROOT = Path(__file__).parents[3]
Typed = Callable[..., Result]


def process(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_help_names_every_command_and_exit_code(typed: Typed) -> None:
    shown = typed("--help")

    assert shown.exit_code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in shown.output
    for code in range(5):
        assert f"{code} " in shown.output.partition("Exit codes:")[2]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, typed: Typed) -> None:
    shown = typed(name, "--help")

    assert shown.exit_code == 0
    assert f"Usage: python -m bot {name}" in shown.output
    assert len(shown.output.splitlines()) > 4


@pytest.mark.parametrize("name", ["run", "playground", "migrate", "check"])
def test_wrong_settings_end_a_command_with_a_line_each(name: str, typed: Typed) -> None:
    refused = typed(name, LOG_LEVEL="loud", PLAYGROUND_PORT="eighty")

    assert refused.exit_code == 2
    assert [line.split("=")[0] for line in refused.output.splitlines()] == [
        "Error: LOG_LEVEL",
        "Error: PLAYGROUND_PORT",
    ]


def test_run_without_a_token_says_where_to_put_one(typed: Typed) -> None:
    refused = typed("run")

    assert (refused.exit_code, refused.output) == (
        2,
        "Error: DISCORD_TOKEN is not set: see .env.example.\n",
    )


@pytest.mark.parametrize(
    ("words", "environment", "code"),
    [
        (("migrate",), {}, 0),
        (("verify", "nothing.json"), {}, 2),
        (("run",), {"DATABASE_URL": "oracle://x"}, 2),
        (("run",), {"DISCORD_TOKEN": "x", "DATABASE_URL": "sqlite:////no/such/folder/x.db"}, 4),
    ],
)
def test_processes_end_with_a_number_that_means_something(
    words: tuple[str, ...], environment: Mapping[str, str], code: int
) -> None:
    ended = process(*words, **environment)

    assert ended.returncode == code
    assert "Traceback" not in ended.stderr


def test_a_database_that_can_not_be_used_is_named_without_its_password(typed: Typed) -> None:
    refused = typed("migrate", DATABASE_URL="postgresql://me:sesame@127.0.0.1:1/faultline")

    assert refused.exit_code == 4
    assert "DATABASE_URL" in refused.output
    assert "sesame" not in refused.output
    assert len(refused.output.splitlines()) == 1


def test_migrate_makes_a_database_that_check_likes(typed: Typed) -> None:
    before = typed("check")
    migrated = typed("migrate")
    again = typed("migrate")
    after = typed("check")

    assert [each.exit_code for each in (before, migrated, again, after)] == [0, 0, 0, 0]
    assert "is not there yet" in before.output
    assert Path("faultline.sqlite3").exists()
    assert "faultline.sqlite3 is up to date" in after.output
    assert "0 of 0 stored matches replay" in after.output
    assert "FAULT" not in after.output


def test_check_finds_what_one_language_lacks_of_what_another_says(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    french = 'msgid "Join"\nmsgstr "Rejoindre"\n\nmsgid "Leave"\nmsgstr "Quitter"\n'
    german = 'msgid "Join"\nmsgstr "Mitspielen"\n\n#, fuzzy\nmsgid "Board"\nmsgstr "Brett"\n'
    for language, catalog in {"fr": french, "de": german}.items():
        (folder / f"{language}.po").write_text(catalog, encoding="utf-8")
    monkeypatch.setattr(check, "LANGUAGES", ("en", "fr", "de", "it"))
    monkeypatch.setattr(check, "files", lambda _: folder)

    found = typed("check")

    assert found.exit_code == Exit.FOUND_FAULTS
    assert "FAULT  words: bot.locale fr: 1 of 3 are not said" in found.output
    assert "FAULT  words: bot.games.seismic de: 2 of 3 are not said" in found.output
    assert "FAULT  words: bot.locale it is missing" in found.output


def test_check_says_whether_the_database_or_the_program_is_older(typed: Typed) -> None:
    typed("migrate")
    version("0005")
    older = typed("check")
    version("9999")
    newer = typed("check")

    assert [each.exit_code for each in (older, newer)] == [1, 1]
    assert "of an older version: run `python -m bot migrate`" in older.output
    assert "of a newer version than this program: use that one" in newer.output
    assert "migrate" not in newer.output
    # Only that takes it from this program: steps that add alone leave it as it is.
    with closing(sqlite3.connect("faultline.sqlite3")) as connection, connection:
        connection.execute("UPDATE deployment SET value = '9999' WHERE key = 'writers_from'")
    for refused in (typed("migrate"), typed("run", DISCORD_TOKEN="x")):
        assert (refused.exit_code, len(refused.output.splitlines())) == (4, 1)
        assert "newer version" in refused.output


def version(number: str) -> None:
    """Let the database say that it is of another version."""
    with closing(sqlite3.connect("faultline.sqlite3")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (number,))


@pytest.mark.parametrize(
    "words", [("check",), ("migrate",), ("resume", "1"), ("run",)], ids=lambda words: words[0]
)
def test_a_file_that_was_emptied_does_not_begin_anew(words: tuple[str, ...], typed: Typed) -> None:
    Path("faultline.sqlite3").touch()

    refused = typed(*words, DISCORD_TOKEN="x")

    assert refused.exit_code == (1 if words == ("check",) else 4)
    assert "faultline.sqlite3 is there, but empty: restore a backup" in refused.output
    assert Path("faultline.sqlite3").read_bytes() == b""


@pytest.mark.parametrize("words", [("migrate",), ("resume", "1"), ("run",)], ids=" ".join)
def test_a_second_process_on_the_same_file_is_refused(words: tuple[str, ...], typed: Typed) -> None:
    Path("link.sqlite3").symlink_to("faultline.sqlite3")
    settings = {"DATABASE_URL": "sqlite:///link.sqlite3", "DISCORD_TOKEN": "x"}
    code = (
        "from bot.storage.processes.ownership import owned; from pathlib import Path; import sys\n"
    )
    code += "with owned(Path('faultline.sqlite3')): print(flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        refused, looked = typed(*words, **settings), typed("check", **settings)
        other.kill()
    after = typed("migrate", **settings)

    assert (refused.exit_code, looked.exit_code, after.exit_code) == (4, 0, 0)
    assert refused.output == (
        "Error: The database of DATABASE_URL can't be used: another process writes link.sqlite3,"
        " a bot or a command: let it end, or stop it\n"
    )


def test_several_processes_migrate_one_postgresql(empty_url: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_URL": empty_url}
    command = [sys.executable, "-m", "bot", "migrate"]
    several = [
        subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]

    ended = [(each.communicate(timeout=60)[1], each.returncode) for each in several]

    assert [code for _, code in ended] == [0] * 3
    assert "error" not in "".join(said for said, _ in ended)
    assert process("check", DATABASE_URL=empty_url).returncode == 0


def test_check_finds_a_file_that_is_no_database(typed: Typed) -> None:
    Path("odd.db").write_text(
        "nothing of the kind, but long enough to look like a page" * 100, encoding="utf-8"
    )

    found = typed("check", DATABASE_URL="sqlite:///odd.db")

    assert found.exit_code == 1
    assert "FAULT  database" in found.output


async def test_check_finds_the_line_of_a_stored_match_that_was_changed(
    database: Database, database_url: str
) -> None:

    host = Host(stores_in(database, games()), Listener(), StandingClock(), KnownEntropy())
    match = await played_out(host, (await table_of(host, ANN, BOB)).id)
    sound = process("check", DATABASE_URL=database_url)
    async with database.writing() as connection:
        await connection.execute(
            text("DELETE FROM entries WHERE match_id = :id AND seq = 20"), {"id": match.id}
        )

    found = process("check", DATABASE_URL=database_url)

    assert (sound.returncode, found.returncode) == (0, 1)
    assert "1 of 1 stored matches replay" in sound.stdout
    assert f"FAULT  records: match {match.id}, line 21: a line is missing" in found.stdout


async def test_check_goes_on_after_a_line_that_can_not_be_read(
    database: Database, database_url: str
) -> None:
    host = Host(stores_in(database, games()), Listener(), StandingClock(), KnownEntropy())
    broken, foreign, odd, sound = [await table_of(host, ANN, BOB) for _ in range(4)]
    async with database.writing() as connection:
        line = {"id": broken.id, "seq": 3, "body": '{"seq": 3, "digest": 7}'}
        await connection.execute(text(MEND), line)
        for column, value, match in (
            ("header", '{"rules_version": 99}', foreign),
            ("setup", "[]", odd),
        ):
            change = text(f"UPDATE matches SET {column} = :value WHERE id = :id")
            await connection.execute(change, {"value": value, "id": match.id})

    found = process("check", DATABASE_URL=database_url)

    assert (found.returncode, found.stderr) == (1, "")
    assert re.search(rf"match {broken.id}, line 4: .*digest.*can't be read", found.stdout)
    assert f"match {foreign.id} is of seismic, version 99: only a newer" in found.stdout
    assert f"match {odd.id}: its rows can't be read (ValidationError" in found.stdout
    assert "1 of 4 stored matches replay" in found.stdout
    assert f"match {sound.id}" not in found.stdout


def test_check_finds_what_refers_to_nothing(typed: Typed) -> None:
    typed("migrate")
    sound = typed("check")
    with closing(sqlite3.connect("faultline.sqlite3")) as connection, connection:
        connection.execute("INSERT INTO seeds VALUES (7, x'00')")

    found = typed("check")

    assert "fine   database: its files and references are sound" in sound.output
    assert found.exit_code == 1
    assert "FAULT  database: a row of seeds refers to a row of matches that is lost" in found.output


def test_check_finds_a_damaged_page(typed: Typed) -> None:
    typed("migrate")
    file = Path("faultline.sqlite3")
    pages = bytearray(file.read_bytes())
    # The last page is a table's or an index's own.
    pages[-4096:] = b"\xff" * 4096
    file.write_bytes(pages)

    found = typed("check")

    assert found.exit_code == 1
    assert "FAULT  database" in found.output


async def test_check_finds_an_index_that_postgresql_does_not_trust(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    async with database.writing() as connection:
        change = (
            "UPDATE pg_index SET indisvalid = {} WHERE indexrelid = 'ix_seats_player'::regclass"
        )
        await connection.execute(text(change.format("false")))
    found = process("check", DATABASE_URL=postgresql_url)
    async with database.writing() as connection:
        await connection.execute(text(change.format("true")))
    await database.close()

    assert found.returncode == 1
    assert "FAULT  database: the index ix_seats_player is not valid: REINDEX it" in found.stdout


async def test_a_mended_match_is_played_on_and_a_broken_one_stays_paused(
    database: Database, database_url: str
) -> None:
    host = Host(stores_in(database, games()), Listener(), StandingClock(), KnownEntropy())
    match = await table_of(host, ANN, BOB)
    line = {"id": match.id, "seq": 3}
    async with database.writing() as connection:
        kept = (await connection.execute(text(LINE), line)).scalar_one()
        await connection.execute(text(MEND), {**line, "body": "{}"})
    paused = await Host(
        stores_in(database, games()), Listener(), StandingClock(), KnownEntropy()
    ).cache.match(match.id)

    broken = process("resume", str(match.id), DATABASE_URL=database_url)
    async with database.writing() as connection:
        await connection.execute(text(MEND), {**line, "body": kept})
    mended = process("resume", str(match.id), DATABASE_URL=database_url)
    unknown = process("resume", "999", DATABASE_URL=database_url)

    assert paused.status is Status.PAUSED
    assert (broken.returncode, mended.returncode, unknown.returncode) == (1, 0, 2)
    assert "stays paused: line 4 doesn't replay" in broken.stderr
    assert "replays; it is playing" in mended.stdout
    assert (await host.cache.match(match.id)).status is Status.PLAYING


def test_with_a_token_no_command_means_run(typed: Typed) -> None:
    refused = typed(DISCORD_TOKEN="x", DATABASE_URL="sqlite:////no/such/folder/x.db")

    assert refused.exit_code == Exit.DATABASE_REFUSED
    assert "DATABASE_URL" in refused.output


def test_without_a_token_no_command_means_the_playground() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    started = subprocess.Popen(
        [sys.executable, "-m", "bot"],
        env={**environment, "PLAYGROUND_PORT": "0"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    first = started.stdout.readline()
    started.send_signal(signal.SIGINT)

    started.communicate(timeout=60)

    assert re.search(r"http://127\.0\.0\.1:\d+/#[\w-]{20,}", first)
    assert started.returncode == Exit.FINE


def test_the_playground_needs_a_new_file(typed: Typed) -> None:
    Path("there.db").touch()

    refused = typed("playground", "--database", "there.db")

    assert (refused.exit_code, refused.output) == (
        2,
        "Error: --database: there.db already exists\n",
    )


def test_commands_for_records_load_neither_discord_nor_sql() -> None:
    script = "import sys, bot.command_line.records; print(*sys.modules)"

    loaded = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    assert {"discord", "sqlalchemy", "PIL", "simcord"} & set(loaded) == set()


def test_what_a_command_loads_is_not_looked_through_for_garbage() -> None:
    program = (
        "import gc; from bot.command_line.main import main; "
        "main(['run', '--help'], standalone_mode=False); "
        "print('kept', gc.isenabled(), gc.get_freeze_count() > len(gc.get_objects()))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.splitlines()[-1] == "kept True True", found.stderr
