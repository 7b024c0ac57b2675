from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree

import pytest
from alembic import command
from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

import migrations
from bot.storage import database as storage
from bot.storage import migration, schema_version
from bot.storage.database import Database
from bot.storage.migration import check, config_for, upgrade, usable
from bot.storage.processes.deployment import put
from bot.storage.schema import VERSION, matches, timers, waits
from bot.storage.schema_version import OtherSchema, Schema, require_current, schema, writers_from
from bot.table.errors import BEING_UPDATED, OutOfReach
from bot.table.processes.buckets import bucket_of
from bot.table.time.lateness import DESERTED_AFTER
from tests.weeks.clock import instant

BROKEN = f"""
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{VERSION:04}"
from tests.weeks.clock import instant


def upgrade() -> None:
    op.add_column("players", sa.Column("first_half", sa.Text()))
    op.create_table("half", sa.Column("id", sa.Integer()))
    raise RuntimeError("half-way")
"""


async def test_a_new_database_gets_every_table(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new.db'}")
    before = await schema(database)
    with pytest.raises(OtherSchema, match="python -m bot migrate"):
        await require_current(database)

    await upgrade(database)
    await upgrade(database)

    assert before is Schema.BEHIND
    await require_current(database)
    await database.close()


async def test_a_newer_database_is_left_alone(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with pytest.raises(OtherSchema, match="newer version"):
        await upgrade(database)
    with pytest.raises(OtherSchema, match="use that one"):
        await require_current(database)

    assert await schema(database) is Schema.AHEAD


async def test_migrations_and_schema_are_the_same(database: Database) -> None:
    await check(database)

    async with database.reading() as connection:
        newest = (await connection.execute(text("SELECT version_num FROM alembic_version"))).one()
    assert int(newest[0]) == VERSION


async def test_a_migration_that_fails_half_way_leaves_nothing(
    database: Database, tmp_path: Path
) -> None:
    scripts = tmp_path / "migrations"
    copytree(Path(migrations.__file__).parent, scripts)
    (scripts / "versions" / "9999_broken.py").write_text(BROKEN, encoding="utf-8")

    def half(connection: Connection) -> None:
        command.upgrade(config_for(connection, scripts), "head")

    async def migrated() -> None:
        async with database.writing() as connection:
            await connection.run_sync(half)

    def columns_and_tables(connection: Connection) -> tuple[set[str], bool]:
        seen = inspect(connection)
        return {each["name"] for each in seen.get_columns("players")}, seen.has_table("half")

    with pytest.raises(RuntimeError, match="half-way"):
        await migrated()

    async with database.reading() as connection:
        columns, has_half = await connection.run_sync(columns_and_tables)
    assert "first_half" not in columns
    assert not has_half
    await require_current(database)


async def test_the_first_migration_can_be_taken_back(database: Database) -> None:
    def back_and_forth(connection: Connection) -> list[str]:
        command.downgrade(config_for(connection), "base")
        return inspect(connection).get_table_names()

    async with database.migrating() as connection:
        left = await connection.run_sync(back_and_forth)
    await upgrade(database)

    assert left == ["alembic_version"]
    await check(database)


async def test_a_table_of_before_has_been_told_all_that_its_message_tells(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'older.db'}")
    await upgrade(database, "0002")
    columns = (
        "game, status, host, places, setup, commitment, channel, threaded, opened_at, changed_at,"
        " revision, lines, acting, agent_acts, shown, told"
    )
    values = (
        "'seismic', 'playing', 1, 2, '{}', '', 1, 0, '2026-01-01', '2026-01-01', 9, 7, 1, 0, 9, 7"
    )
    async with database.writing() as connection:
        await connection.execute(text(f"INSERT INTO matches ({columns}) VALUES ({values})"))

    await upgrade(database)

    async with database.reading() as connection:
        wanted = "SELECT target, want, told, since, upto FROM tellings ORDER BY target"
        found = await connection.execute(text(wanted))
        assert [tuple(each) for each in found] == [
            ("cover", 9, 9, 0, 0),
            ("ping", 0, 0, 0, 7),
            ("table", 0, 0, 7, 7),
        ]
    await database.close()


MATCH = """
    INSERT INTO matches (
        id, game, status, host, places, setup, commitment, guild, channel, thread, threaded,
        opened_at, changed_at, header, revision, lines, acting, agent_acts, shown, told, told_from,
        told_to, lobby_message, table_message
    ) VALUES (
        {id}, 'aftershock', 'playing', 1, 2, '{{}}', '', {guild}, 1, {thread}, {no}, '2026-01-01',
        '2026-01-01', '{{}}', 9, 7, 2, {no}, {shown}, {told}, {told_from}, {told}, 51, {message}
    )
"""
DEAL = """
    INSERT INTO deals (
        match_id, line, proposer, chapter, mine, yours, words, answers, withdrawn, closed, message,
        told, request
    ) VALUES (7, 3, 0, '1', 'a', 'b', '', '[]', {no}, {closed}, {message}, {told}, '{request}')
"""
RELEASED = "0005"


def back(connection: Connection) -> None:
    """Be of the version that was released last."""
    command.downgrade(config_for(connection), RELEASED)


def no_of(connection: AsyncConnection) -> str:
    return "0" if connection.dialect.name == "sqlite" else "false"


async def insert_match(connection: AsyncConnection, number: int, **changed: int | str) -> None:
    usual = {"guild": "NULL", "thread": 61, "shown": 9, "told": 7, "told_from": 4, "message": 52}
    values = {**usual, "id": number, "no": no_of(connection), **changed}
    await connection.execute(text(MATCH.format(**values)))


async def rows(connection: AsyncConnection, asked: str) -> list[tuple[object, ...]]:
    return [tuple(each) for each in await connection.execute(text(asked))]


LINE = """
    INSERT INTO outbox (bucket, target, kind, key, match_id, wait_id, facts, state, place, message)
    VALUES (
        0, 'table:{match}', 'ping-line', '{key}', {match}, {key}, '{{}}', '{state}', 1, {message}
    )
"""


def to_before(connection: Connection) -> None:
    """Be of the version in which the line that pings was a notice."""
    command.downgrade(config_for(connection), "0011")


async def test_lines_that_ping_are_taken_over(database: Database) -> None:
    async with database.migrating() as connection:
        await connection.run_sync(back)
        for number in (7, 8, 9):
            await insert_match(connection, number)
    await upgrade(database)
    lines = (
        # The newest of several stands on; of one that was never sent there is none.
        (7, 1, "sent", "71"),
        (7, 2, "sent", "72"),
        (7, 3, "gone", "60"),
        (8, 4, "pending", "NULL"),
        (9, 5, "retract", "91"),
    )
    async with database.migrating() as connection:
        await connection.run_sync(to_before)
        for match, key, state, message in lines:
            values = {"match": match, "key": key, "state": state, "message": message}
            await connection.execute(text(LINE.format(**values)))
        await connection.execute(text("INSERT INTO lanes (target) VALUES ('table:7'), ('table:8')"))
    await upgrade(database)

    async with database.reading() as connection:
        told = "SELECT match_id, want, told, upto, message FROM tellings WHERE target = 'ping'"
        stand = await rows(connection, f"{told} ORDER BY match_id")
        left = "SELECT kind, key, state, message FROM outbox ORDER BY id"
        deleted = await rows(connection, left)
        woken = await rows(connection, "SELECT target FROM lanes WHERE next_at IS NOT NULL")
    assert stand == [(7, 0, 0, 7, 72), (8, 1, 0, 0, None), (9, 0, 0, 7, None)]
    assert deleted == [
        ("said", "ping-line 1", "retract", 71),
        ("said", "ping-line 5", "retract", 91),
    ]
    assert woken == [("table:7",)]


async def test_what_was_told_of_tables_is_kept_both_ways(database: Database) -> None:
    asked = """
        SELECT id, thread, shown, told, told_from, told_to, lobby_message, table_message
        FROM matches ORDER BY id
    """
    async with database.migrating() as connection:
        await connection.run_sync(back)
        await insert_match(connection, 7)
        await insert_match(connection, 8, thread="NULL", shown=8, told=5)
        await insert_match(connection, 9, message="NULL")
        before = await rows(connection, asked)
    await upgrade(database)
    async with database.migrating() as connection:
        wanted = "SELECT * FROM tellings ORDER BY match_id, target"
        stored = await rows(connection, wanted)
        await connection.run_sync(back)
        taken_back = await rows(connection, asked)
    await upgrade(database)

    assert stored == [
        (7, "cover", 9, 9, 0, 0, None, 51, 0),
        (7, "ping", 0, 0, 0, 7, None, None, 0),
        (7, "table", 9, 9, 4, 7, 61, 52, 0),
        (8, "cover", 9, 8, 0, 0, None, 51, 0),
        (8, "ping", 0, 0, 0, 5, None, None, 0),
        (8, "table", 9, 0, 4, 5, None, 52, 0),
        (9, "cover", 9, 9, 0, 0, None, 51, 0),
        (9, "ping", 0, 0, 0, 7, None, None, 0),
        (9, "table", 9, 0, 4, 7, 61, None, 0),
    ]
    assert taken_back == before
    await check(database)


async def test_what_was_told_of_proposals_is_kept_both_ways(database: Database) -> None:
    async with database.migrating() as connection:
        no = no_of(connection)
        yes = "1" if no == "0" else "true"
        deals = (
            {"closed": no, "message": "77", "told": yes},
            {"closed": no, "message": "NULL", "told": no},
            {"closed": yes, "message": "NULL", "told": no},
        )
        await connection.run_sync(back)
        await insert_match(connection, 7)
        for number, each in enumerate(deals):
            await connection.execute(text(DEAL.format(**each, no=no, request=number)))
    await upgrade(database)
    async with database.migrating() as connection:
        wanted = "SELECT target, want, told, message FROM tellings WHERE target LIKE 'deal%'"
        stored = await rows(connection, f"{wanted} ORDER BY target")
        await connection.run_sync(back)
        before = await rows(connection, "SELECT message, told FROM deals ORDER BY id")
    await upgrade(database)

    assert stored == [("deal:1", 1, 1, 77), ("deal:2", 1, 0, None), ("deal:3", 1, 1, None)]
    assert [(message, bool(told)) for message, told in before] == [
        (77, True),
        (None, False),
        (None, True),
    ]
    await check(database)


async def test_whoever_a_match_of_before_waits_for_is_asked_from_now_on(
    database: Database,
) -> None:
    guild = (5 << 22) + 3
    people = """
        INSERT INTO seats (match_id, seat, player, name, joined_by, letter)
        VALUES (7, 0, 1, 'Ann', 'a', 'a'), (7, 1, 2, 'Bob', 'b', 'b')
    """
    async with database.migrating() as connection:
        await connection.run_sync(back)
        await insert_match(connection, 7, guild=guild)
        await connection.execute(text(people))
    before = datetime.now(UTC)
    await upgrade(database)

    async with database.reading() as connection:
        asked = (await connection.execute(select(waits))).one()
        every = (await connection.execute(select(timers))).all()
        buckets = (await connection.execute(select(matches.c.bucket))).scalars().all()
    due = {each.kind: each.due_at - before for each in every}
    assert (asked.match_id, asked.seat, asked.player, asked.line) == (7, 1, 2, 7)
    assert abs(asked.since - before) < timedelta(minutes=1)
    assert set(due) == {"all-away"}
    assert abs(asked.look_at - before) < timedelta(minutes=1)
    assert abs(due["all-away"] - DESERTED_AFTER) < timedelta(minutes=1)
    assert {*buckets, *(each.bucket for each in every)} == {bucket_of(guild)}


async def test_clocks_go_to_the_seats_and_back(database: Database) -> None:
    people = """
        INSERT INTO seats (match_id, seat, player, name, joined_by, letter)
        VALUES (7, 0, 1, 'Ann', 'a', 'a'), (7, 1, 2, 'Bob', 'b', 'b')
    """
    clocks = "SELECT match_id, seat, left_s FROM banks"
    async with database.migrating() as connection:
        await connection.run_sync(back)
        await insert_match(connection, 7)
        await connection.execute(text(people))
    await upgrade(database, "0011")
    async with database.writing() as connection:
        await connection.execute(text("INSERT INTO banks VALUES (7, 1, 3600)"))
    await upgrade(database)
    async with database.migrating() as connection:
        stored = await rows(connection, "SELECT seat, bank_s FROM seats ORDER BY seat")
        await connection.run_sync(to_before)
        taken_back = await rows(connection, clocks)
    await upgrade(database)

    assert stored == [(0, None), (1, 3600)]
    assert taken_back == [(7, 1, 3600)]
    await check(database)


async def test_timers_of_waits_go_to_their_rows_and_back(database: Database) -> None:
    people = """
        INSERT INTO seats (match_id, seat, player, name, joined_by, letter)
        VALUES (7, 0, 1, 'Ann', 'a', 'a'), (7, 1, 2, 'Bob', 'b', 'b')
    """
    asked, first, due = (f"2027-03-26 {hour}:00:00.000000+00:00" for hour in ("18", "21", "23"))
    wait = f"""
        INSERT INTO waits
            (id, match_id, seat, player, asked_at, since, length_s, left_s, span_s, due_at)
        VALUES (5, 7, 1, 2, '{asked}', '{asked}', 18000, 18000, 18000, '{due}')
    """
    both = f"""
        INSERT INTO timers (kind, key, match_id, seat, due_at)
        VALUES ('reminder', '5', 7, 1, '{first}'), ('time-up', '5', 7, 1, '{due}'),
        ('vote', '7:1', 7, NULL, '{due}')
    """
    kept = "SELECT kind, key, match_id, seat FROM timers WHERE match_id = 7 ORDER BY kind"
    async with database.migrating() as connection:
        await connection.run_sync(back)
        await insert_match(connection, 7)
        await connection.execute(text(people))
    await upgrade(database, "0011")
    async with database.writing() as connection:
        for each in ("DELETE FROM timers", "DELETE FROM waits", wait, both):
            await connection.execute(text(each))
    await upgrade(database)
    async with database.migrating() as connection:
        looks = await rows(connection, "SELECT id, look_at FROM waits")
        left = await rows(connection, kept)
        await connection.run_sync(to_before)
        taken_back = await rows(connection, kept)
        moments = await rows(connection, "SELECT due_at FROM timers ORDER BY due_at")
    await upgrade(database)

    assert [(number, instant(str(look_at))) for number, look_at in looks] == [(5, instant(first))]
    assert left == [("vote", "7:1", 7, None)]
    assert taken_back == [("reminder", "5", 7, 1), ("time-up", "5", 7, 1), *left]
    assert [instant(str(each)) for (each,) in moments] == [
        instant(first),
        instant(due),
        instant(due),
    ]
    await check(database)


async def test_the_version_before_meets_only_computer_players_that_it_knows(
    database: Database,
) -> None:
    seats = """
        INSERT INTO seats (match_id, seat, name, joined_by, letter, agent) VALUES
        (7, 0, 'Ann', 'a', 'a', NULL), (7, 1, 'Case', 'b', 'b', 'greedy'),
        (7, 2, 'Dot', 'c', 'c', 'expert'), (7, 3, 'Eve', 'd', 'd', 'greedy:rival')
    """
    async with database.migrating() as connection:
        await connection.run_sync(back)
        await insert_match(connection, 7)
    await upgrade(database)
    async with database.migrating() as connection:
        await connection.execute(text(seats))
        await connection.run_sync(back)
        agents = await rows(connection, "SELECT agent FROM seats ORDER BY seat")
    await upgrade(database)

    assert agents == [(None,), ("greedy",), ("greedy",), ("greedy",)]
    await check(database)


@pytest.mark.parametrize("version", ["0006", "0010"])
async def test_a_database_between_two_releases_is_left_alone(
    version: str, database: Database
) -> None:
    async with database.writing() as connection:
        await connection.execute(text(f"UPDATE alembic_version SET version_num = '{version}'"))

    for ask in (upgrade, usable, require_current):
        with pytest.raises(OtherSchema, match=r"between releases: run .* of commit \w+"):
            await ask(database)

    assert await schema(database) is Schema.UNRELEASED


NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "{0}"
down_revision = "{1}"
{2}

def upgrade() -> None:
    op.create_table("table_of_{0}", sa.Column("id", sa.Integer()))
"""
ONE_MORE, TWO_MORE = f"{VERSION + 1:04}", f"{VERSION + 2:04}"
EXPANDS, CONTRACTS = "", f"WRITERS_FROM = {VERSION + 2}"


def be_newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be of a version whose next step expands, and whose second one contracts."""
    scripts = tmp_path / "newer"
    copytree(Path(migrations.__file__).parent, scripts)
    steps = ((ONE_MORE, f"{VERSION:04}", EXPANDS), (TWO_MORE, ONE_MORE, CONTRACTS))
    for step in steps:
        (scripts / "versions" / f"{step[0]}.py").write_text(NEXT.format(*step), encoding="utf-8")
    original = migration.config_for
    monkeypatch.setattr(migration, "config_for", lambda each: original(each, scripts))
    monkeypatch.setattr(schema_version, "VERSION", VERSION + 2)


async def test_what_a_step_takes_from_older_programs_is_written_down(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_newer(tmp_path, monkeypatch)
    await database.write(put, "writers_from", str(VERSION))
    await upgrade(database, ONE_MORE)
    before = await database.write(writers_from)

    await upgrade(database)

    assert (before, await database.write(writers_from)) == (VERSION, VERSION + 2)


async def test_a_program_goes_on_with_a_newer_database_until_a_step_is_not_for_it(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_newer(tmp_path, monkeypatch)
    await upgrade(database, ONE_MORE)
    monkeypatch.undo()
    assert await schema(database) is Schema.AHEAD

    await usable(database)
    await database.write(lambda connection: put(connection, "writers_from", str(VERSION + 2)))

    with pytest.raises(OtherSchema, match="use that one"):
        await usable(database)


async def test_steps_wait_for_the_end_of_processes_that_they_would_break(
    postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_newer(tmp_path, monkeypatch)
    database = Database(postgresql_url)
    seen = text("""
        INSERT INTO processes (id, version, schema, shard_count, shard_ids, began_at, seen_at)
        VALUES (:id, '1.0', :schema, 2, :id, now(), now() - :ago * INTERVAL '1 second')
    """)
    others = [("abc", VERSION, 0), ("gone", VERSION, 31), ("new", VERSION + 2, 0)]
    for name, known, ago in others:
        values = {"id": name, "schema": known, "ago": ago}
        async with database.writing() as connection:
            await connection.execute(seen, values)

    with pytest.raises(OtherSchema, match=r"while process abc.* go on with it"):
        await usable(database)
    with pytest.raises(
        OtherSchema, match=rf"step {TWO_MORE} .* process abc \(.*\): stop them first"
    ):
        await upgrade(database)

    async with database.reading() as connection:
        tables = await connection.run_sync(lambda each: inspect(each).get_table_names())
    assert f"table_of_{ONE_MORE}" in tables
    assert f"table_of_{TWO_MORE}" not in tables
    await database.close()


async def test_of_several_that_start_at_once_the_first_migrates_for_all(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Database(empty_url), Database(empty_url)
    original = schema

    async def slow(database: Database) -> Schema:
        found = await original(database)
        # Meanwhile the first one is through, and runs.
        await upgrade(first)
        async with first.writing() as connection:
            await connection.execute(
                text("""
                INSERT INTO processes (id, version, shard_count, shard_ids, began_at, seen_at)
                VALUES ('first', '1.0', 2, '0', now(), now())
            """)
            )
        return found

    monkeypatch.setattr(migration, "schema", slow)
    await usable(second)

    assert await original(second) is Schema.CURRENT
    await first.close()
    await second.close()


async def test_only_one_process_migrates_at_a_time(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "MIGRATION_PATIENCE_SECONDS", 0.4)
    first, second = Database(postgresql_url), Database(postgresql_url)

    async with first.migrating():
        with pytest.raises(OutOfReach) as refused:
            async with second.migrating():
                raise AssertionError
    assert "another process has been migrating" in str(refused.value.__cause__)
    async with second.migrating() as connection:
        assert await connection.scalar(text("SHOW lock_timeout")) == "20s"

    await first.close()
    await second.close()


async def test_a_program_that_may_not_write_any_more_reads_on(database: Database) -> None:
    database.admit_writers(VERSION + 1)

    with pytest.raises(OutOfReach, match=BEING_UPDATED):
        await database.write(lambda connection: connection.execute(select(timers)))
    async with database.reading() as connection:
        assert (await connection.execute(select(timers))).all() is not None

    database.admit_writers(VERSION)
    await database.write(lambda connection: put(connection, "commands", "1"))


async def test_pages_at_an_address_come_to_older_tables_and_go_again(database: Database) -> None:
    def to_people(connection: Connection) -> None:
        command.downgrade(config_for(connection), "0013")

    async with database.migrating() as connection:
        await connection.run_sync(back)
        await insert_match(connection, 7, guild=1)
    await upgrade(database, "0013")
    async with database.writing() as connection:
        server = f"INSERT INTO guilds (id, channels, threads) VALUES (1, '[]', {no_of(connection)})"
        await connection.execute(text(server))
    await upgrade(database)
    async with database.writing() as connection:
        pageless = await rows(connection, "SELECT id, pageless FROM guilds")
        page = "INSERT INTO pages (match_id, key, asked) VALUES (7, 'key', NULL)"
        await connection.execute(text(page))
        editions = await rows(connection, "SELECT match_id, edition FROM pages")
    async with database.migrating() as connection:
        await connection.run_sync(to_people)
        left = await rows(connection, "SELECT id FROM guilds")
    await upgrade(database)

    assert [(number, bool(is_off)) for number, is_off in pageless] == [(1, False)]
    assert editions == [(7, 0)]
    assert left == [(1,)]
    await check(database)
