"""What `check` says of the machine, and how it goes through many records."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import disk_usage

import pytest
from click.testing import Result
from sqlalchemy import text

from bot.command_line import machine, replays
from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.processes.rivals import NOTICED
from tests.bot.tables import ANN, BOB, table_of

Typed = Callable[..., Result]


def after(found: Result, words: str) -> str:
    """Return the line that follows the one with these words."""
    lines = found.output.splitlines()
    (at,) = [number for number, line in enumerate(lines) if words in line]
    return lines[at + 1]


def test_secrets_that_everybody_may_read_are_a_fault(typed: Typed) -> None:
    Path(".env").write_text("TICK_SECONDS=40\nTHINKING_PROCESSES=0\n", encoding="ascii")
    Path(".env").chmod(0o644)

    open_to_all = typed("check")
    Path(".env").chmod(0o600)
    private = typed("check")

    assert open_to_all.exit_code == 1
    assert after(open_to_all, "FAULT  settings: .env can be read").startswith(
        "       what to do: `chmod 600 .env`"
    )
    assert private.exit_code == 0
    assert "note   settings: TICK_SECONDS=40" in private.output
    assert "note   settings: THINKING_PROCESSES=0" in private.output


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [
        ("192.0.2.1", 1, "FAULT  settings: nobody can listen on HEALTH_ADDRESS=192.0.2.1"),
        ("far.invalid", 1, "FAULT  settings: nobody can listen on HEALTH_ADDRESS=far.invalid"),
        ("300.1.1.1", 2, "HEALTH_ADDRESS=300.1.1.1 won't do: no machine can have this address"),
        ("0.0.0.0", 0, "note   settings: HEALTH_ADDRESS=0.0.0.0: figures can be read"),
        ("localhost", 0, "fine   settings: every value can be used"),
    ],
)
def test_an_address_on_which_nobody_can_listen_is_found(
    typed: Typed, address: str, code: int, said: str
) -> None:
    found = typed("check", HEALTH_PORT="0", HEALTH_ADDRESS=address)

    assert found.exit_code == code
    assert said in found.output
    assert ("figures can be read" in found.output) is (address == "0.0.0.0")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"PAGE_PORT": "0"}, "note   settings: pages need PAGE_PORT and PAGE_URL, and PAGE_URL is"),
        ({"PAGE_URL": "https://a.example"}, "and PAGE_PORT is not set"),
        ({"PAGE_URL": "http://a.example", "PAGE_PORT": "0"}, "note   settings: PAGE_URL=http://a"),
        ({"PAGE_PORT": "0", "PAGE_ADDRESS": "192.0.2.1"}, "listen on PAGE_ADDRESS=192.0.2.1"),
    ],
)
def test_settings_of_pages_that_lead_nowhere_are_named(
    typed: Typed, given: dict[str, str], said: str
) -> None:
    whole = typed("check", PAGE_PORT="0", PAGE_URL="https://pages.example/games")

    assert "PAGE_" not in whole.output
    assert said in typed("check", **given).output


def test_what_is_stored_of_a_time_to_come_shows_that_the_clock_is_wrong(typed: Typed) -> None:
    typed("migrate")
    soon = datetime.now(UTC) + timedelta(hours=1)
    with closing(sqlite3.connect("faultline.sqlite3")) as connection, connection:
        moment = f"{soon:%Y-%m-%d %H:%M:%S.%f}"
        connection.execute("INSERT INTO beats VALUES ('all', ?)", (moment,))
        week = datetime.now(UTC) - timedelta(days=8)
        connection.execute("INSERT INTO deployment VALUES ('backed-up', ?)", (week.isoformat(),))

    found = typed("check")

    assert found.exit_code == 1
    assert f"FAULT  clock: something is stored of {soon:%Y-%m-%d %H:%M} UTC" in found.output
    assert "time server" in after(found, "FAULT  clock")
    assert "python -m bot backup" in after(found, "note   backup: the last backup is 8 days old")


@pytest.mark.parametrize(("hours", "is_told"), [(2, True), (30, False)])
def test_a_token_that_another_bot_used_in_the_last_day_is_a_fault(
    typed: Typed, hours: int, *, is_told: bool
) -> None:
    typed("migrate")
    then = datetime.now(UTC) - timedelta(hours=hours)
    with closing(sqlite3.connect("faultline.sqlite3")) as connection, connection:
        noticed = (NOTICED, then.isoformat())
        connection.execute("INSERT INTO deployment VALUES (?, ?)", noticed)

    found = typed("check")

    said = f"FAULT  token: another bot answered with it, last noticed at {then:%Y-%m-%d %H:%M} UTC"
    assert (found.exit_code == 1) is is_told
    assert (said in found.output) is is_told
    assert not is_told or "stop that bot" in after(found, said)


def test_a_disk_that_is_nearly_full_is_a_fault(
    typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed("migrate")
    whole = disk_usage(".")
    full = whole._replace(free=20 * machine.MEGABYTE)
    monkeypatch.setattr("shutil.disk_usage", lambda _: full)

    found = typed("check")

    assert found.exit_code == 1
    assert "FAULT  disk: 20 MB are free" in found.output


async def test_a_wait_that_hangs_is_a_fault_with_what_to_do(
    database: Database, database_url: str, host: Host, typed: Typed
) -> None:
    match = await table_of(host, ANN, BOB)
    await host.telling.tell(match.id)
    sound = await asyncio.to_thread(typed, "check", DATABASE_URL=database_url)
    async with database.writing() as connection:
        await connection.execute(text("UPDATE waits SET look_at = NULL"))

    found = await asyncio.to_thread(typed, "check", DATABASE_URL=database_url)

    hangs = f"FAULT  time: match {match.id}, seat {match.acting[0] + 1}:"
    assert "fine   time: for every player who is waited for something is to come" in sound.output
    assert found.exit_code == 1
    assert "what to do: any choice of that player under" in after(found, hangs)


async def test_records_are_replayed_side_by_side_past_those_that_are_wrong(
    database: Database,
    database_url: str,
    host: Host,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replays, "FEW", 0)
    monkeypatch.setattr(replays, "AT_A_TIME", 1)
    broken, odd, *sound = [await table_of(host, ANN, BOB) for _ in range(4)]
    async with database.writing() as connection:
        line = {"id": broken.id}
        await connection.execute(text("DELETE FROM entries WHERE match_id = :id AND seq = 2"), line)
        seed = {"id": odd.id, "seed": bytes(32)}
        await connection.execute(text("UPDATE seeds SET seed = :seed WHERE match_id = :id"), seed)
    asked, done = [each.id for each in (broken, odd, *sound)], list[int]()

    found = sorted(replays.record_faults(database_url, asked, 2, done.append))

    assert [each.match for each in found] == [broken.id, odd.id]
    assert "line 3: a line is missing" in found[0].text
    assert "is not the one that was sealed" in found[1].text
    assert f"python -m bot resume {broken.id}" in found[0].advice
    assert sum(done) == len(asked)


async def test_a_postgresql_says_how_it_is_set_up(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    found = await machine.check_server(database)
    await database.close()

    # The tests' own server is fast, not safe.
    assert any("fsync" in each.text for each in found) or found[0].grade == "fine"
    assert all(each.grade != "FAULT" for each in found)
