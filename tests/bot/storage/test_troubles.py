"""A database in trouble of many kinds: what was said to be stored is, the rest is refused."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from sqlalchemy import Connection, make_url, text
from structlog.testing import capture_logs

from bot.hosting.host import Host
from bot.locale.localisation import words
from bot.messages.refusals import DATABASE, refusal
from bot.storage.database import Database
from bot.storage.stores import stores_in
from bot.table.errors import OutOfReach
from bot.table.ids import MatchId
from engine.registry import games
from tests import postgresql
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, legal, one_move, play_and_tell, player_in, table_of


def said(database: Database, *statements: str) -> "asyncio.Future[None]":
    """Say this to the database, past all that judges what comes back."""

    def say(connection: Connection) -> None:
        for each in statements:
            connection.execute(text(each))

    return asyncio.ensure_future(database.write(say))


async def stored_lines(database: Database, match_id: MatchId) -> int:
    async with database.asking() as connection:
        counted = text("SELECT count(*) FROM entries WHERE match_id = :of")
        return int((await connection.execute(counted, {"of": match_id})).scalar_one())


async def refused(host: Host, match_id: MatchId) -> str:
    """Try a move that can't be stored, and return why."""
    with pytest.raises(OutOfReach) as caught:
        await one_move(host, match_id)
    return str(caught.value.data["problem"])


async def recovers(host: Host, messenger: Listener, database: Database, match_id: MatchId) -> None:
    played = await one_move(host, match_id)

    assert played.match.line == await stored_lines(database, match_id)
    await host.scheduler.tick()
    assert messenger.of(match_id)[-1].line == played.match.line


PRAGMAS = {
    "disk-full": ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1073741823"),
    "read-only": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
}


@pytest.mark.parametrize("problem", PRAGMAS)
async def test_what_a_file_can_not_store_is_refused_and_read_on(
    migrated_file: Path, tmp_path: Path, messenger: Listener, clock: StandingClock, problem: str
) -> None:
    copyfile(migrated_file, tmp_path / "trouble.db")
    database = Database(f"sqlite:///{tmp_path / 'trouble.db'}")
    host = Host(stores_in(database, games()), messenger, clock, KnownEntropy())
    match = await table_of(host, ANN, BOB)
    breaks, mends = PRAGMAS[problem]
    writes: Any = await database.write(lambda it: it.connection.driver_connection)

    with capture_logs() as logged:
        writes.execute(breaks)
        assert await until_refused(host, match.id) == problem
        for _ in range(3):
            assert await refused(host, match.id) == problem
            await host.scheduler.look()
            assert (await host.cache.match(match.id)).line == await stored_lines(database, match.id)
        writes.execute(mends)
        await recovers(host, messenger, database, match.id)
    await database.close()

    events = [each["event"] for each in logged if "database" in each["event"]]
    assert events == ["database-lost", "database-back"]


@pytest.fixture
async def patient(postgresql_url: str) -> AsyncIterator[Database]:
    """Return a PostgreSQL that is given a second for anything."""
    database = Database(postgresql_url, pool=2, patience=1)
    yield database
    await database.close()


@pytest.fixture
def hosted(patient: Database, messenger: Listener, clock: StandingClock) -> Host:
    return Host(stores_in(patient, games()), messenger, clock, KnownEntropy())


TRIGGER = """
CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN {} RETURN NEW; END $$
"""
FULL = "RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full';"
MENDED = ("DROP FUNCTION trouble() CASCADE",)


def triggered(what: str, when: str = "BEFORE INSERT ON entries") -> tuple[str, str]:
    is_late = when.startswith("AFTER")
    kind = "CONSTRAINT TRIGGER" if is_late else "TRIGGER"
    late = "DEFERRABLE INITIALLY DEFERRED" if is_late else ""
    return (
        TRIGGER.format(what),
        f"CREATE {kind} trouble {when} {late} FOR EACH ROW EXECUTE FUNCTION trouble()",
    )


@pytest.mark.parametrize(
    ("breaks", "problem"),
    [
        pytest.param(triggered(FULL), "disk-full", id="full"),
        pytest.param(triggered("PERFORM pg_sleep(30);"), "slow", id="hanging"),
    ],
)
async def test_what_a_server_can_not_store_is_refused_and_read_on(
    patient: Database,
    hosted: Host,
    messenger: Listener,
    breaks: tuple[str, ...],
    problem: str,
) -> None:
    match = await table_of(hosted, ANN, BOB)
    before = await stored_lines(patient, match.id)

    with capture_logs() as logged:
        await said(patient, *breaks)
        assert await refused(hosted, match.id) == problem
        assert await refused(hosted, match.id) == problem
        assert (
            (await hosted.cache.match(match.id)).line
            == await stored_lines(patient, match.id)
            == before
        )
        await said(patient, *MENDED)
        await recovers(hosted, messenger, patient, match.id)

    assert "database-back" in [each["event"] for each in logged]


async def test_a_table_that_somebody_has_locked_is_waited_for_in_vain(
    patient: Database, hosted: Host, messenger: Listener, postgresql_url: str
) -> None:
    match = await table_of(hosted, ANN, BOB)
    other = Database(postgresql_url)

    async with other.writing() as connection:
        await connection.execute(text("LOCK TABLE entries IN EXCLUSIVE MODE"))
        assert await refused(hosted, match.id) == "slow"

    await recovers(hosted, messenger, patient, match.id)
    await other.close()


async def test_a_server_that_only_reads_is_read(
    patient: Database, hosted: Host, messenger: Listener
) -> None:
    match = await table_of(hosted, ANN, BOB)

    async with patient.asking() as connection:
        await connection.execute(text("ALTER SYSTEM SET default_transaction_read_only = on"))
        await connection.execute(text("SELECT pg_reload_conf()"))
    try:
        problem = await asyncio.wait_for(until_refused(hosted, match.id), 20)
        assert (await hosted.cache.match(match.id)).line == await stored_lines(patient, match.id)
    finally:
        async with patient.asking() as connection:
            await connection.execute(text("SET default_transaction_read_only = off"))
            await connection.execute(text("ALTER SYSTEM RESET default_transaction_read_only"))
            await connection.execute(text("SELECT pg_reload_conf()"))

    assert problem == "read-only"
    async with asyncio.timeout(20):
        while await read_only(patient):
            pass
    await recovers(hosted, messenger, patient, match.id)


async def until_refused(host: Host, match_id: MatchId) -> str:
    """Play until the server has heard that it may not write."""
    while True:
        try:
            await one_move(host, match_id)
        except OutOfReach as error:
            return str(error.data["problem"])


async def read_only(database: Database) -> bool:
    """Ask each connection that writes."""
    asked = text("SHOW default_transaction_read_only")

    def ask(connection: Connection) -> str:
        return str(connection.execute(asked).scalar_one())

    return "on" in await asyncio.gather(*(database.write(ask) for _ in range(4)))


async def test_a_server_without_a_connection_left_says_so(
    postgresql_url: str, patient: Database
) -> None:
    role = "CREATE ROLE limited LOGIN CONNECTION LIMIT 1", "GRANT pg_read_all_data TO limited"
    await said(patient, *role)
    address = make_url(postgresql_url).set(username="limited").render_as_string()
    first, second = Database(address, patience=1), Database(address, patience=1)

    async with first.asking():
        with pytest.raises(OutOfReach) as caught:
            async with second.asking():
                pass
    await first.close()
    async with second.asking() as connection:
        assert (await connection.execute(text("SELECT 1"))).scalar_one() == 1
    await second.close()
    await said(patient, "DROP OWNED BY limited", "DROP ROLE limited")

    assert caught.value.data["problem"] == "overloaded"


async def test_who_finds_no_free_connection_in_time_is_told(patient: Database) -> None:
    async with patient.writing(), patient.writing():
        with pytest.raises(OutOfReach) as caught:
            await said(patient, "SELECT 1")

    assert caught.value.data["problem"] == "overloaded"


@pytest.mark.skipif(postgresql.GIVEN != "", reason="the given PostgreSQL is not ours to stop")
@pytest.mark.parametrize("is_committed", [True, False])
async def test_a_commit_of_which_nobody_heard_is_decided_by_its_request(
    patient: Database,
    hosted: Host,
    messenger: Listener,
    monkeypatch: pytest.MonkeyPatch,
    server: postgresql.Server,
    *,
    is_committed: bool,
) -> None:
    match = await table_of(hosted, ANN, BOB)
    seat, actions = await legal(hosted, match.id)
    mover, action = player_in(match, seat), actions[len(actions) // 2]
    wrote = patient._write_once

    async def cut_off(work: Callable[[Connection], object]) -> object:
        """Let the server be stopped and started right before the commit, or right after it."""
        monkeypatch.setattr(patient, "_write_once", wrote)
        if not is_committed:

            def stopped(connection: Connection) -> object:
                result = work(connection)
                with server.away():
                    pass
                return result

            return await wrote(stopped)
        await wrote(work)
        with server.away():
            pass
        raise ConnectionResetError

    monkeypatch.setattr(patient, "_write_once", cut_off)
    playing = play_and_tell(hosted, match.id, mover, action, match.line, "the click")
    if is_committed:
        played = await playing
        assert played.match.line > match.line
    else:
        with pytest.raises(OutOfReach):
            await playing
        played = await play_and_tell(hosted, match.id, mover, action, match.line, "the click")

    assert await stored_lines(patient, match.id) == played.match.line
    assert messenger.of(match.id)[-1].line == played.match.line


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_people_are_told_what_they_can_use(language: str) -> None:
    said = {
        problem: refusal(OutOfReach("out-of-reach", problem=problem), words(language))
        for problem in (*DATABASE, "disk-failed")
    }

    assert len({repr(each) for each in said.values()}) == 4
    assert said["disk-failed"] == said["unreachable"]
