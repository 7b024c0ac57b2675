"""What is kept of servers, and how their channels are found, without a Discord."""

import asyncio
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.gateway import KeepAliveHandler

from bot.gateway import ShardedClient, slimmed
from bot.messages.channels import not_granted, permissions_in

ME, ROLE = 1, 203
TEXT, VOICE, CATEGORY, NEWS, FORUM = 0, 2, 4, 5, 15


def server(number: int) -> dict[str, Any]:
    """Return Discord's news of a server with channels of all kinds."""
    guild = number << 22
    return {
        "id": str(guild),
        "name": f"Server {number}",
        "owner_id": "2",
        "roles": [
            {"id": str(guild), "name": "@everyone", "permissions": "0", "position": 0},
            {"id": str(guild + ROLE), "name": "bot", "permissions": "1024", "position": 1},
        ],
        "emojis": [{"id": str(guild + 50), "name": "tile", "roles": []}],
        "stickers": [],
        "channels": [
            {
                "id": str(guild + kind + 1),
                "type": kind,
                "name": f"kind-{kind}",
                "position": kind,
                "topic": "Games by post",
                "permission_overwrites": [
                    {"id": str(guild + ROLE), "type": 0, "allow": "2048", "deny": "0"}
                ],
            }
            for kind in (TEXT, VOICE, CATEGORY, NEWS, FORUM)
        ],
        "threads": [],
        "members": [
            {
                "user": {"id": str(ME), "username": "bot", "discriminator": "0", "avatar": None},
                "roles": [str(guild + ROLE)],
                "joined_at": "2024-01-01T00:00:00+00:00",
                "deaf": False,
                "mute": False,
                "flags": 0,
            }
        ],
        "preferred_locale": "fr",
        "system_channel_id": str(guild + 1),
    }


@pytest.fixture
async def client() -> ShardedClient:
    made = ShardedClient(intents=discord.Intents(guilds=True))
    me: Any = {"id": str(ME), "username": "bot", "discriminator": "0", "avatar": None}
    made._connection.user = discord.ClientUser(state=made._connection, data=me)
    for number in range(1, 6):
        made._connection._add_guild_from_data(slimmed(server(number)))
    return made


async def test_of_a_server_only_what_is_used_is_kept(client: ShardedClient) -> None:
    guild = client.get_guild(3 << 22)

    assert guild is not None
    assert [each.name for each in guild.channels] == ["kind-0", "kind-5"]
    assert guild.emojis == ()
    assert guild.system_channel is not None
    assert guild.system_channel.topic is None
    assert guild.preferred_locale is discord.Locale.french
    known = permissions_in(guild.system_channel)
    assert known is not None
    assert not_granted(known, ("view_channel", "send_messages", "attach_files")) == (
        "attach_files",
    )


async def test_a_channel_is_looked_for_where_it_was_found(
    client: ShardedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = (4 << 22) + 1
    found = client.get_channel(channel)
    asked: list[int] = []

    def resolved(guild: discord.Guild, _: int | None) -> None:
        asked.append(guild.id)

    monkeypatch.setattr(discord.Guild, "_resolve_channel", resolved)

    assert found is not None
    assert client.get_channel(channel) is found
    assert asked == []
    assert client.get_channel(7) is None
    assert len(asked) == 5


async def test_a_channel_that_is_gone_is_found_nowhere(client: ShardedClient) -> None:
    channel = (2 << 22) + 1
    assert client.get_channel(channel) is not None
    guild = client.get_guild(2 << 22)
    assert guild is not None

    client._connection._remove_guild(guild)

    assert client.get_channel(channel) is None


async def test_a_heartbeat_is_timed_from_when_it_was_sent_however_late_its_thread_runs_on(
    client: ShardedClient, caplog: pytest.LogCaptureFixture
) -> None:
    """discord.py notes that moment in a thread, on a starved machine after the answer has come."""
    kind: Any = discord.shard.DiscordWebSocket  # what a session has that begins anew, too
    sent = list[str]()

    async def send_str(text: str) -> None:
        sent.append(text)

    socket = kind(SimpleNamespace(send_str=send_str), loop=asyncio.get_running_loop())
    socket.shard_id, socket._max_heartbeat_timeout = 3, 60.0
    keeper = socket._keep_alive = KeepAliveHandler(ws=socket, interval=41.25, shard_id=3)
    client._shards[3] = SimpleNamespace(ws=socket)  # type: ignore[assignment]
    assert client.heartbeats == {}
    keeper._last_send = before = perf_counter() - 41.25

    await socket.send_heartbeat(keeper.get_payload())
    keeper.ack()
    keeper._last_send = perf_counter()  # its thread runs on only now

    ((began, answered),) = client.heartbeats.values()
    assert len(sent) == 1
    assert before + 41 < began <= answered <= perf_counter()
    assert dict(client.latencies)[3] == pytest.approx(answered - began)
    assert not caplog.records
