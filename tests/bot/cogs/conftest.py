"""The real bot in a simulated Discord: a real database file, the real panel of Seismic."""

import pytest
import simcord

from bot.client import FaultlineClient
from bot.storage.database import Database
from tests.bot.fakes import KnownEntropy, StandingClock
from tests.bot.world import World, client


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
