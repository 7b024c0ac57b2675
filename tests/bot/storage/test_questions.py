"""How SQLite finds what is asked for: reading every match would slow the bot as it ages."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from bot.hosting.host import Host
from bot.storage import outbox
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.players import PlayerStore
from bot.storage.stores import stores_in
from bot.storage.together.deals import DealStore
from bot.table.errors import NudgeRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.notices.notice import Notice, NoticeKind, NoticeState, Settled, to_channel
from bot.table.preferences import Preferences
from bot.table.processes.shares import SOLE
from engine.game import Seat
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, one_move, table_of

Statement = tuple[str, Any]


@contextmanager
def overheard() -> Iterator[list[Statement]]:
    """Give the questions that are put to any database meanwhile."""
    heard: list[Statement] = []

    def listen(*call: Any) -> None:
        heard.append((call[2], call[3]))

    event.listen(Engine, "before_cursor_execute", listen)
    try:
        yield heard
    finally:
        event.remove(Engine, "before_cursor_execute", listen)


def explained(connection: Connection, statements: Sequence[Statement]) -> list[str]:
    """Return in SQLite's words how it goes through `matches` and `deals` for these questions."""
    asked = [
        statement
        for statement in statements
        if re.search("FROM (matches|deals|tellings|waits)", statement[0])
    ]
    plans = [connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", data) for sql, data in asked]
    steps = [str(row[3]) for plan in plans for row in plan]
    return [step for step in steps if re.search("matches|deals|tellings", step)]


@pytest.fixture
async def planned(migrated_file: Path, tmp_path: Path) -> list[str]:
    """Return SQLite's plans for what ticks and commands ask."""
    copyfile(migrated_file, tmp_path / "asked.db")
    database = Database(f"sqlite:///{tmp_path / 'asked.db'}")
    matches = MatchStore(database, games())
    with overheard() as heard:
        await matches.find_untold()
        await matches.find_due(datetime.now(UTC))
        await matches.for_agents()
        await matches.in_channel(1)
        await matches.count_in_guild(1)
        await matches.find_finished(1)
        await matches.of_player(PlayerId(1))
        await matches.waiting_for(PlayerId(1))
        await DealStore(database).of(MatchId(1))
    async with database.reading() as connection:
        plans = await connection.run_sync(explained, heard)
    await database.close()
    return plans


async def test_neither_time_nor_people_make_the_bot_read_every_match(planned: list[str]) -> None:
    partial = {"ix_tellings_behind", "ix_matches_agent_acts"}
    scans = [step for step in planned if step.startswith("SCAN")]

    assert len(planned) >= 9
    assert len(scans) == len(partial)
    assert all(any(step.endswith(name) for step in scans) for name in partial)


async def test_a_reminder_reads_no_table_through_and_no_record(
    migrated_file: Path, tmp_path: Path
) -> None:
    copyfile(migrated_file, tmp_path / "reminded.db")
    database = Database(f"sqlite:///{tmp_path / 'reminded.db'}")
    clock = StandingClock()
    host = Host(stores_in(database, games()), Listener(), clock, KnownEntropy())
    await table_of(host, ANN, BOB)
    clock.pass_by(days=1)

    with overheard() as heard:
        await host.timers.tick()
        await PlayerStore(database).prefer(ANN.id, Preferences(), clock.now())
        with suppress(NudgeRefused):
            await PlayerStore(database).nudge(MatchId(1), Seat(0), "Bob", clock.now())
    # What is old is looked for once a day, table by table, and deleted, or of hints their moments.
    asked = [each for each in heard if re.match("SELECT|UPDATE(?! hints)", each[0])]
    async with database.reading() as connection:
        plans = [
            (sql, str(list(row)[3]))
            for sql, data in asked
            for row in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", data)
        ]
    await database.close()

    assert any("INSERT INTO outbox" in sql for sql, _ in heard)
    assert [each for each in plans if each[1].startswith("SCAN")] == []
    assert not any("entries" in sql for sql, _ in heard)


async def test_a_tick_looks_at_what_is_due_and_at_nothing_else(
    migrated_file: Path, tmp_path: Path
) -> None:
    copyfile(migrated_file, tmp_path / "ticked.db")
    database = Database(f"sqlite:///{tmp_path / 'ticked.db'}")
    stores, now = stores_in(database, games()), datetime.now(UTC)
    said = Notice(to_channel(1), NoticeKind.SAID, "a", wait=1)
    await database.write(lambda connection: outbox.put(connection, said))
    with overheard() as heard:
        await stores.timers.due(now, 50)
        (lane,) = await stores.outbox.lease("me", now, 9, new_people=True)
        queued = await stores.outbox.next(lane, now)
        assert queued is not None
        await stores.outbox.settle(lane, queued, Settled(NoticeState.SENT), now)
        await stores.outbox.release(lane, now, has_sent=True)
        await database.write(lambda connection: outbox.retract_about(connection, 1))
    asked = [each for each in heard if each[0].split()[0] in ("SELECT", "UPDATE", "DELETE")]
    steps: list[str] = []
    async with database.asking() as connection:
        for sql, data in asked:
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", data)
            steps += [row["detail"] for row in plan.mappings()]
    await database.close()

    assert len(asked) >= 10
    assert {step for step in steps if step.startswith("SCAN")} == {"SCAN CONSTANT ROW"}
    assert not [step for step in steps if "TEMP B-TREE" in step]
    names = (
        "timers_due_at",
        "waits_look_at",
        "outbox_target_id",
        "lanes_next_at",
        "outbox_wait_id",
    )
    for name in names:
        assert [step for step in steps if f"ix_{name}" in step], name


async def test_an_owner_reads_only_waits_and_commits_twice_for_a_move(
    migrated_file: Path, tmp_path: Path
) -> None:
    copyfile(migrated_file, tmp_path / "owned.db")
    database = Database(f"sqlite:///{tmp_path / 'owned.db'}")
    stores = stores_in(database, games())
    host = Host(stores, Listener(), StandingClock(), KnownEntropy(), ownership=SOLE)
    match = await table_of(host, ANN, BOB)
    commits: list[Connection] = []
    committed = commits.append
    event.listen(Engine, "commit", committed)
    try:
        for count in range(1, 9):
            with overheard() as heard:
                await one_move(host, match.id)

            kinds = [sql.split()[0] for sql, _ in heard]
            # The match, its lines, what was told and is wanted; the waits, and who is away; the
            # wait that is over, the next one, how long the answer took, the messages of the first;
            # what is planned. Then what was told, who follows that, and a wait that runs since.
            ending = ["SELECT", "SELECT", "DELETE", "INSERT", "INSERT", "UPDATE"]
            stored = ["UPDATE", "INSERT", "SELECT", "UPDATE", *ending, "SELECT"]
            assert kinds == [*stored, "UPDATE", "UPDATE", "SELECT", "UPDATE"]
            assert len(commits) == 2 * count
    finally:
        event.remove(Engine, "commit", committed)
        await database.close()
