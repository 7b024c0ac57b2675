"""The gateway on loopback shards as Discord's does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.wire.loopback.gateway import INVALID, WRONG_SHARD
from tests.wire.loopback.people import CONTROL
from tests.wire.loopback.rest import ANSWER
from tests.wire.loopback.server import Discord
from tests.wire.loopback.things import Interaction

pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

DISPATCH, HEARD = 0, 11


class Client:
    """A client of the gateway by hand."""

    def __init__(self, discord: Discord, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._discord = discord
        self._socket = socket
        self._seq = 0

    async def identify(self, *shard: int) -> dict[str, Any]:
        """Begin a session and return the first answer."""
        asked = {"token": self._discord.token, "shard": shard}
        await self._socket.send_json({"op": 2, "d": asked})
        return await self._next()

    async def resume(self, session: str, seq: int) -> dict[str, Any]:
        asked = {"token": self._discord.token, "session_id": session, "seq": seq}
        await self._socket.send_json({"op": 6, "d": asked})
        return await self._next()

    async def events(self) -> list[tuple[str, str]]:
        """Return the events up to now, and whom they are about: a heartbeat's answer ends them."""
        await self._discord.until(lambda: all(not e.outbox.qsize() for e in self.live))
        await self._socket.send_json({"op": 1, "d": None})
        told = []
        while (heard := await self._next())["op"] != HEARD:
            told.append((heard["t"], heard["d"].get("guild_id") or heard["d"].get("id", "")))
        return told

    async def acknowledge(self) -> None:
        """Say that everything up to now has come."""
        await self._socket.send_json({"op": 1, "d": self._seq})
        assert (await self._next())["op"] == HEARD

    @property
    def live(self) -> list[Any]:
        return self._discord.gateway.live

    async def _next(self) -> dict[str, Any]:
        message = await self._socket.receive(timeout=10)
        if message.type is not aiohttp.WSMsgType.TEXT:
            return {"op": None, "d": message.data}
        told: dict[str, Any] = message.json()
        self._seq = told.get("s") or self._seq
        return told


@asynccontextmanager
async def clients(count: int, **how: Any) -> AsyncIterator[tuple[Discord, list[Client]]]:
    """Give a Discord that shards, and connections to its gateway."""
    how = {"identify_interval": 0.0} | how
    async with Discord(**how) as discord, aiohttp.ClientSession() as web:
        sockets = [await web.ws_connect(discord.gateway.url) for _ in range(count)]
        for each in sockets:
            await each.receive()
        yield discord, [Client(discord, each) for each in sockets]
        for each in sockets:
            await each.close()


async def test_it_says_how_many_shards_it_recommends() -> None:
    async with clients(0, shards=4, max_concurrency=2) as (discord, _):
        headers = {"Authorization": f"Bot {discord.token}"}

        async with (
            aiohttp.ClientSession(headers=headers) as web,
            web.get(f"{discord.url}/api/v10/gateway/bot") as answer,
        ):
            told = await answer.json()

    assert (told["shards"], told["session_start_limit"]["max_concurrency"]) == (4, 2)


async def test_each_shard_hears_of_its_own_servers_alone() -> None:
    async with clients(2, shards=2) as (discord, both):
        guilds = [discord.add_guild(f"Server {each}", shard=(each, 2)) for each in range(2)]
        ready = [await each.identify(number, 2) for number, each in enumerate(both)]
        created = [await each.events() for each in both]
        channels = [discord.add_channel(each, "another") for each in guilds]
        direct = discord.dm(discord.user("ann").account)
        discord.act(Interaction(CONTROL, discord.user("ann").account, direct, {}))

        told = [await each.events() for each in both]

    for number, guild in enumerate(guilds):
        assert guild.id in {each["id"] for each in ready[number]["d"]["guilds"]}
        assert ("GUILD_CREATE", guild.id) in created[number]
        assert ("GUILD_CREATE", guild.id) not in created[1 - number]
        assert ("CHANNEL_CREATE", channels[number].guild.id) in told[number]
    assert [len(each) for each in told] == [2, 1]
    assert [discord.guilds[each.id].shard(2) for each in guilds] == [0, 1]


async def test_an_identify_too_early_is_refused_by_op_9() -> None:
    slow = {"shards": 4, "max_concurrency": 2, "identify_interval": 60.0}
    async with clients(3, **slow) as (discord, (first, other, early)):
        begun = [await first.identify(0, 4), await other.identify(1, 4)]

        refused = await early.identify(2, 4)

    assert [each["op"] for each in begun] == [DISPATCH, DISPATCH]
    assert refused == {"op": INVALID, "d": False}
    assert any("IDENTIFY of shard 2 of 4" in each for each in discord.problems)


async def test_a_shard_that_is_none_is_shown_the_door() -> None:
    async with clients(1, shards=2) as (_, (client,)):
        assert await client.identify(2, 2) == {"op": None, "d": WRONG_SHARD}


async def test_two_sessions_of_a_shard_both_hear_of_a_click_and_one_may_answer() -> None:
    async with clients(2, shards=1) as (discord, both):
        for each in both:
            await each.identify(0, 1)
            await each.events()
        click = Interaction(CONTROL, discord.user("ann").account, discord.table, {})
        discord.act(click)
        told = [[name for name, _ in await each.events()] for each in both]
        url = f"{discord.url}/api/v10/interactions/{click.id}/{click.token}/callback"
        answer = {"type": ANSWER, "data": {"content": "Hello"}}

        async with aiohttp.ClientSession() as web:
            statuses = [(await web.post(url, json=answer)).status for _ in both]

    assert told == [["INTERACTION_CREATE"]] * 2
    assert statuses == [204, 400]
    assert any("40060" in each for each in discord.problems)


async def test_a_session_that_was_resumed_hears_what_it_missed() -> None:
    async with clients(2, shards=1) as (discord, (first, second)):
        ready = await first.identify(0, 1)
        await first.events()
        await first.acknowledge()
        await discord.gateway.drop(4000, shard=0)
        await discord.until(lambda: not discord.gateway.live)
        discord.add_channel(discord.guild, "another")

        missed = await second.resume(ready["d"]["session_id"], 2)

    assert missed["t"] == "CHANNEL_CREATE"
    assert discord.gateway.resumes == 1


async def test_many_servers_fall_evenly_to_all_shards() -> None:
    discord = Discord(shards=4)

    made = discord.add_guilds(400)

    assert [sum(each.shard(4) == shard for each in made) for shard in range(4)] == [100] * 4
    assert len(discord.guilds) == 401
