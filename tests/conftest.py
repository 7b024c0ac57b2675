"""A database, a host, a clock that stands still; a simulated Discord with the real bot in it."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from shutil import copyfile
from typing import Final

import pytest
import simcord
import structlog
from sqlalchemy import text

from bot.client import FaultlineClient
from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.migration import upgrade
from bot.storage.players import PlayerStore
from bot.storage.schema import metadata
from bot.storage.schema_version import Schema, schema
from bot.storage.stores import Stores, stores_in
from bot.table.world import Thinkers, ThinksAtOnce
from engine.registry import games
from tests import postgresql
from tests.bot import tables
from tests.bot.beside import Beside
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.world import World, client

SQLITE, POSTGRESQL = "sqlite", "postgresql"

# Dozens of processes are started here: where nothing compiled may be kept, each compiles all anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# A puzzle is a minute of work: no process that is started here makes one by itself.
os.environ["PUZZLES"] = "false"


def pytest_configure(config: pytest.Config) -> None:
    # The default draws each traceback with all local variables in boxes, for seconds.
    plain = structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback
    )
    structlog.configure(processors=[structlog.stdlib.add_log_level, plain])
    if postgresql.GIVEN and config.getoption("numprocesses", None):
        raise pytest.UsageError("TEST_DATABASE_URL names one database: leave out -n")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask a question about databases on each system; a simulated Discord is slow enough on one."""
    if "database_url" in metafunc.fixturenames:
        one_is_enough = "simcord_bot" in metafunc.fixturenames and not postgresql.GIVEN
        systems = [SQLITE] if one_is_enough else [SQLITE, POSTGRESQL]
        metafunc.parametrize("database_url", systems, indirect=True)


SLOW_FIXTURES = frozenset({"simcord_env", "wire", "unreachable", "playground", "browser"})
"""A simulated Discord, processes on sockets, a browser."""
SLOW_FILES = frozenset(
    f"tests/{each}.py"
    for each in (
        "bench/test_backup",
        "bench/test_cold",
        "bench/test_storage",
        "bench/test_table",
        "bot/command_line/test_backup",
        "bot/command_line/test_copy",
        "bot/command_line/test_operating",
        "bot/hosting/test_beside",
        "bot/hosting/test_killed",
        "bot/messages/page/test_page_browsers",
        "bot/playground/test_page",
        "bot/playground/test_process",
        "chaos/test_chaos",
        "games/san_andreas/test_oracle",
        "games/seismic/test_oracle",
        "games/seismic/test_panel_variants",
        "games/seismic/test_pictures_aids",
        "games/seismic/test_preview",
        "games/seismic/test_pure",
        "games/seismic/test_recap",
        "games/test_pages",
        "games/test_watchers",
        "render/test_cells_shown",
        "weeks/test_mutants",
        "weeks/test_weeks",
    )
)
"""Whole processes, or hundreds of positions and pictures."""
SETTLE_SECONDS = 60.0
"""How long the bot in a simulated Discord may take, however busy the machine is."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        path = item.path.relative_to(item.config.rootpath).as_posix()
        is_again = f"[{POSTGRESQL}" in item.name
        if is_again or path in SLOW_FILES or SLOW_FIXTURES.intersection(fixtures):
            item.add_marker(pytest.mark.slow)
        if "simcord_env" in fixtures and item.get_closest_marker("simcord") is None:
            item.add_marker(pytest.mark.simcord(settle_timeout=SETTLE_SECONDS))


SEQUENCE: Final = (1 << 22) - 1
"""The part of a simulated id that counts within a millisecond."""
FIRST_ID: Final = 64
"""The number that the server's id has there, above those of all commands."""


@pytest.fixture(autouse=True)
def requests_from_one() -> None:
    """Number the requests of each test from 1: the draws come from them, too."""
    tables.number_from_one()


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an SQLite file with all tables and nothing in them."""
    path = tmp_path_factory.mktemp("migrated") / "empty.db"
    asyncio.run(_migrated(f"sqlite:///{path}"))
    return path


async def _migrated(url: str) -> None:
    database = Database(url)
    await upgrade(database)
    await database.close()


@pytest.fixture(scope="session")
def server() -> Iterator[postgresql.Server]:
    """Return a PostgreSQL server that can be stopped."""
    programs = postgresql.programs()
    if programs is None:
        pytest.skip("no PostgreSQL is installed here")
    with postgresql.running(programs) as server:
        yield server


@pytest.fixture(scope="session")
def shared_url(request: pytest.FixtureRequest) -> str:
    """Return the address of a PostgreSQL database that is ours to empty."""
    return postgresql.GIVEN or str(request.getfixturevalue("server").url)


async def _without_tables(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))


async def _emptied(url: str) -> str:
    """Give a PostgreSQL database all tables and nothing in them."""
    database = Database(url)
    if await schema(database) is not Schema.CURRENT:
        await _without_tables(database)
        await upgrade(database)
    async with database.writing() as connection:
        await connection.execute(text(f"TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY"))
    await database.close()
    return url


@pytest.fixture
async def postgresql_url(shared_url: str) -> str:
    """Return the address of a PostgreSQL database with all tables and nothing in them."""
    return await _emptied(shared_url)


@pytest.fixture
async def beside(postgresql_url: str) -> AsyncIterator[Beside]:
    beside = Beside(postgresql_url)
    yield beside
    await beside.close()


@pytest.fixture
async def empty_url(shared_url: str) -> str:
    """Return the address of a PostgreSQL database without any tables."""
    database = Database(shared_url)
    await _without_tables(database)
    await database.close()
    return shared_url


@pytest.fixture
async def database_url(request: pytest.FixtureRequest, migrated_file: Path, tmp_path: Path) -> str:
    """Return the address of a database with all tables, on the system that is asked for."""
    if request.param == POSTGRESQL:
        return await _emptied(request.getfixturevalue("shared_url"))
    copyfile(migrated_file, tmp_path / "faultline.db")
    return f"sqlite:///{tmp_path / 'faultline.db'}"


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = Database(database_url)
    yield opened
    await opened.close()


@pytest.fixture
def stores(database: Database) -> Stores:
    return stores_in(database, games())


@pytest.fixture
def matches(stores: Stores) -> MatchStore:
    return stores.matches


@pytest.fixture
def players(database: Database) -> PlayerStore:
    return PlayerStore(database)


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def entropy() -> KnownEntropy:
    return KnownEntropy()


@pytest.fixture
def messenger() -> Listener:
    return Listener()


@pytest.fixture
def thinkers() -> Thinkers:
    return ThinksAtOnce()


@pytest.fixture
def host(
    stores: Stores,
    messenger: Listener,
    clock: StandingClock,
    entropy: KnownEntropy,
    thinkers: Thinkers,
) -> Host:
    return Host(stores, messenger, clock, entropy, thinkers=thinkers)


@pytest.fixture
async def simcord_bot(
    database: Database, clock: StandingClock, entropy: KnownEntropy
) -> FaultlineClient:
    return client(database, clock, entropy)


@pytest.fixture
async def world(
    simcord_env: simcord.Env,
    database: Database,
    clock: StandingClock,
    entropy: KnownEntropy,
    request: pytest.FixtureRequest,
) -> World:
    # Ids decide the draws of matches: they must not depend on how many commands the bot has.
    while simcord_env.backend.snowflake() & SEQUENCE < FIRST_ID:
        pass
    guild = simcord_env.create_guild("Guild", preferred_locale=getattr(request, "param", "en-US"))
    channel = guild.create_text_channel("games")
    return World(simcord_env, database, clock, entropy, guild, channel)
