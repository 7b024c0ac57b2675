"""A process that has only a part of the shards: what it knows of the servers of others."""

import asyncio

import discord
import pytest
import simcord

from bot.client import FaultlineClient, TickRate
from bot.gateway import Deployment, ShardSettings
from bot.storage.database import Database
from bot.storage.stores import stores_in
from bot.table.match.match import Venue
from bot.table.processes.deployment import Claimed
from bot.table.processes.shares import Shards
from engine.registry import games
from tests.bot.fakes import KnownEntropy, StandingClock
from tests.bot.world import TICK_SECONDS


class SlowClaims:
    """Keeps the port `Claims`; whoever asks waits until they may know."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.may_know = asyncio.Event()
        self.is_ours = True

    async def claim(self, number: int, bucket: int) -> Claimed:
        self.asked.set()
        await self.may_know.wait()
        assert number
        assert bucket in Shards(2, frozenset({0})).buckets
        return Claimed.WON if self.is_ours else Claimed.LOST


@pytest.fixture
def claims() -> SlowClaims:
    return SlowClaims()


@pytest.fixture
async def simcord_bot(
    database: Database, clock: StandingClock, entropy: KnownEntropy, claims: SlowClaims
) -> FaultlineClient:
    """Return a bot with the first of two shards."""
    return FaultlineClient(
        stores_in(database, games()),
        clock,
        entropy,
        pace=TickRate(TICK_SECONDS),
        deployment=Deployment(ShardSettings(2, (0,)), claims=claims),
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


async def test_a_click_that_was_claimed_is_answered_though_the_process_is_to_end(
    simcord_env: simcord.Env, simcord_bot: FaultlineClient, claims: SlowClaims
) -> None:
    guild = simcord_env.create_guild("Near", shard_id=0)
    channel = guild.create_text_channel("games")
    ann = guild.add_member(simcord_env.create_user("ann"))

    asking = asyncio.create_task(ann.slash(channel, "help"))
    await claims.asked.wait()
    finishing = asyncio.create_task(simcord_bot.finish())
    await asyncio.sleep(0)
    claims.may_know.set()
    answered = await asking
    await finishing

    assert answered.response is not None
    assert simcord_bot.is_draining


async def test_a_click_that_another_process_has_claimed_is_left_to_it(
    simcord_env: simcord.Env, simcord_bot: FaultlineClient, claims: SlowClaims
) -> None:
    guild = simcord_env.create_guild("Near", shard_id=0)
    channel = guild.create_text_channel("games")
    ann = guild.add_member(simcord_env.create_user("ann"))
    claims.is_ours = False
    claims.may_know.set()

    ignored = await ann.slash(channel, "help")

    assert claims.asked.is_set()
    assert ignored.response is None
    assert not simcord_bot.is_draining
