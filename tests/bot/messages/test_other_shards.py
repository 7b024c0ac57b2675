"""A process that has only a part of the shards: what it knows of the servers of others."""

import discord
import pytest
import simcord

from bot.client import FaultlineClient, Pace
from bot.gateway import Deployment, ShardSettings
from bot.hosting.match import Venue
from bot.storage.database import Database
from bot.storage.deals import SqlDeals
from bot.storage.matches import SqlMatches
from bot.storage.players import SqlPlayers
from engine.registry import games
from tests.bot.fakes import KnownEntropy, StandingClock
from tests.bot.world import TICK_SECONDS


@pytest.fixture
async def simcord_bot(
    database: Database, clock: StandingClock, entropy: KnownEntropy
) -> FaultlineClient:
    """Return a bot with the first of two shards."""
    return FaultlineClient(
        SqlMatches(database, games()),
        SqlPlayers(database),
        SqlDeals(database),
        clock,
        entropy,
        pace=Pace(TICK_SECONDS),
        deployment=Deployment(ShardSettings(2, (0,))),
    )


async def test_the_language_of_a_server_that_others_are_told_of_is_asked_once(
    simcord_env: simcord.Env, simcord_bot: FaultlineClient
) -> None:
    far = simcord_env.create_guild("Far", shard_id=1, preferred_locale="fr")

    said = [await simcord_bot.shell.messenger.words(far.id) for _ in range(2)]

    assert simcord_bot.get_guild(far.id) is None
    assert {each.language for each in said} == {"fr"}
    asked = [each for each in simcord_env.http_requests if each.path == f"/guilds/{far.id}"]
    assert len(asked) == 1


async def test_of_a_server_that_others_are_told_of_nobody_says_that_it_is_gone(
    simcord_env: simcord.Env, simcord_bot: FaultlineClient
) -> None:
    near = simcord_env.create_guild("Near", shard_id=0)
    far = simcord_env.create_guild("Far", shard_id=1)
    here, there = (each.create_text_channel("games").id for each in (near, far))
    await simcord_env.settle()
    gone = discord.Object(near.id + (2 << 22)).id

    known = [
        simcord_bot._is_there(Venue(guild, channel))
        for guild, channel in ((near.id, here), (near.id, 1), (far.id, there), (gone, 1))
    ]
    simcord_bot.told_of.clear()

    # A thread that sleeps isn't told of, either.
    assert known == [True, None, None, False]
    assert simcord_bot._is_there(Venue(gone, 1)) is None
