"""A database, a host, a clock that stands still; a simulated Discord with the real bot in it."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from shutil import copyfile

import pytest
import simcord
from sqlalchemy import text

from bot.client import FaultlineClient
from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.matches import SqlMatches
from bot.storage.migration import upgrade
from bot.storage.players import SqlPlayers
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.world import World, client

SQLITE = "sqlite"
POSTGRESQL = os.environ.get("TEST_DATABASE_URL", "")


SLOW_FIXTURES = frozenset({"simcord_env", "wire", "playground"})
"""A simulated Discord, processes on sockets, a browser."""
SLOW_FILES = frozenset(
    f"tests/{each}.py"
    for each in (
        "bot/benchmarks/test_storage",
        "bot/benchmarks/test_table",
        "bot/command_line/test_operating",
        "bot/hosting/test_killed",
        "bot/playground/test_page",
        "bot/playground/test_process",
        "games/aftershock/test_panel_match",
        "games/san_andreas/test_panel",
        "games/seismic/test_oracle",
        "games/seismic/test_panel_variants",
        "games/seismic/test_pictures_aids",
        "games/seismic/test_preview",
        "games/seismic/test_pure",
        "games/seismic/test_recap",
        "games/seismic/test_variant_turns",
    )
)
"""Whole processes, or hundreds of positions and pictures."""
SETTLE_SECONDS = 60.0
"""So long may the bot in a simulated Discord take, however busy the machine is."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        path = item.path.relative_to(item.config.rootpath).as_posix()
        if path in SLOW_FILES or SLOW_FIXTURES.intersection(fixtures):
            item.add_marker(pytest.mark.slow)
        if "simcord_env" in fixtures and item.get_closest_marker("simcord") is None:
            item.add_marker(pytest.mark.simcord(settle_timeout=SETTLE_SECONDS))


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


@pytest.fixture(params=[SQLITE, POSTGRESQL] if POSTGRESQL else [SQLITE])
async def database_url(request: pytest.FixtureRequest, migrated_file: Path, tmp_path: Path) -> str:
    """Return the address of a database with all tables, on each system that is there."""
    if request.param == SQLITE:
        copyfile(migrated_file, tmp_path / "faultline.db")
        return f"sqlite:///{tmp_path / 'faultline.db'}"
    database = Database(POSTGRESQL)
    async with database.writing() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await upgrade(database)
    await database.close()
    return POSTGRESQL


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = Database(database_url)
    yield opened
    await opened.close()


@pytest.fixture
def matches(database: Database) -> SqlMatches:
    return SqlMatches(database, games())


@pytest.fixture
def players(database: Database) -> SqlPlayers:
    return SqlPlayers(database)


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
def host(
    matches: SqlMatches, messenger: Listener, clock: StandingClock, entropy: KnownEntropy
) -> Host:
    return Host(matches, messenger, clock, entropy)


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
    guild = simcord_env.create_guild("Guild", preferred_locale=getattr(request, "param", "en-US"))
    channel = guild.create_text_channel("games")
    return World(simcord_env, database, clock, entropy, guild, channel)
