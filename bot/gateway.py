"""Discord's gateway in shards: when a session begins, which servers are known, who answers a click.

discord.py's client begins one session after the other and knows nothing of other processes. This
one begins as many side by side as Discord allows, in turn with all processes of the bot.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from math import isfinite
from time import perf_counter
from typing import Any, Final

import aiohttp
import discord
import discord.shard
import structlog
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard
from discord.state import AutoShardedConnectionState

from bot.hosting.processes.leases import ProcessLeases
from bot.metrics import CLAIMS
from bot.table.errors import OutOfReach
from bot.table.processes.buckets import BUCKETS, bucket_of
from bot.table.processes.concurrency import Locks, log_failure
from bot.table.processes.deployment import (
    CLAIMED,
    Claimed,
    Claims,
    Exclusive,
    ExclusiveTask,
    Releases,
)
from bot.table.processes.shares import SHARED, Ownership

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

APART_SECONDS: Final = 5.0
"""How long after a session begins no other of the same key may: Discord's rule."""
CONNECTING_SECONDS: Final = 60.0
FIRST_PAUSE_SECONDS: Final = 1.0
LONGEST_PAUSE_SECONDS: Final = 60.0
UNREACHABLE: Final = (
    OSError,
    aiohttp.ClientError,
    asyncio.TimeoutError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    ReconnectWebSocket,
)
"""What discord.py raises while Discord can't be reached, or does not let the bot in."""


@dataclass(frozen=True, slots=True)
class ShardSettings:
    """Into how many shards the servers are split, and which of them a process serves.

    `count` None: as Discord recommends. `ids` None: all.
    """

    count: int | None = None
    ids: tuple[int, ...] | None = None


MOST_FOUND: Final = 100_000
"""At most how many channels are remembered with their servers."""

ONE_SHARD: Final = ShardSettings(1)


class Identifies:
    """Lets one session of a key begin at a time, and none within five seconds after it.

    It outlives the client. `others`: the other processes of the bot, if there may be any.
    """

    def __init__(self, others: Exclusive | None = None) -> None:
        self._others = others
        self._locks: Locks[int] = Locks()
        self._resting: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def turn(self, key: int) -> AsyncIterator[None]:
        """Wait until a session may begin, and let the caller begin one; an error frees the turn."""
        async with AsyncExitStack() as held:
            await held.enter_async_context(self._locks.of(key))
            if self._others is not None:
                try:
                    await held.enter_async_context(self._others.hold(ExclusiveTask.IDENTIFY, key))
                except OutOfReach:
                    # Too early a session is refused by Discord, and begins a little later.
                    log.info("identify-alone", key=key)
            yield
            resting = asyncio.create_task(_rest(held.pop_all()), name=f"identify-{key}")
            self._resting.add(resting)
            resting.add_done_callback(self._resting.discard)
            resting.add_done_callback(log_failure)

    async def close(self) -> None:
        """Let others go on at once."""
        for each in (resting := set(self._resting)):
            each.cancel()
        if resting:
            await asyncio.wait(resting)


async def _rest(held: AsyncExitStack) -> None:
    try:
        await asyncio.sleep(APART_SECONDS)
    finally:
        await held.aclose()


@dataclass(frozen=True, slots=True)
class Deployment:
    """What a client has to do with the other processes of the bot; by default there are none."""

    shards: ShardSettings = ONE_SHARD
    identifies: Identifies = field(default_factory=Identifies)
    ownership: Ownership = SHARED
    claims: Claims | None = None
    """None: nobody else is told of the same."""
    releases: Releases | None = None
    """None: what is to be done once for a release is done at each start."""
    render_processes: int = 0
    """How many processes draw for this one."""
    thinking_processes: int = 0
    """In how many processes computer players think; none: in a thread of this one."""
    puzzle_seed: str | None = None
    """From what puzzles follow; None: none are made."""
    reviews_itself: bool = False
    """Whether matches that are over are reviewed though nobody asks."""
    has_masters: bool = False
    """Whether tables may have computer players that think as long as masters do."""
    leases: ProcessLeases | None = None
    """None: all chores are ours."""
    contact: str = ""
    """How people reach the operator; "": they aren't told."""
    page_address: str = ""
    """Where people reach the pages of matches; "": tables don't link to them."""


NO_OTHERS: Final = Deployment()
"""A client that is the only process of its bot."""

_NEVER_USED: Final = (
    "emojis",
    "stickers",
    "soundboard_sounds",
    "stage_instances",
    "guild_scheduled_events",
    "voice_states",
    "presences",
)
_TEXT_CHANNELS: Final = frozenset({discord.ChannelType.text.value, discord.ChannelType.news.value})


def slimmed(news: Any) -> Any:
    """Return Discord's news of a server without what the bot never asks for.

    The library would keep all of it: for many servers that is most of the memory.
    """
    guild = {name: value for name, value in news.items() if name not in _NEVER_USED}
    if "channels" in guild:
        texts = [each for each in guild["channels"] if each["type"] in _TEXT_CHANNELS]
        guild["channels"] = [{**each, "topic": None} for each in texts]
    return guild


class _Socket(DiscordWebSocket):
    """A connection that knows when its last heartbeat was sent.

    The library's thread notes that when it runs again, on a starved machine after the answer has
    come. Then it would take the time since the heartbeat before for the way there and back, and
    warn of it.
    """

    async def send_heartbeat(self, data: Any) -> None:
        if self._keep_alive is not None:
            self._keep_alive._last_send = perf_counter()  # noqa: SLF001
        await super().send_heartbeat(data)


# Shards take it from there when a session begins anew; the library has no setting for it.
discord.shard.DiscordWebSocket = _Socket  # type: ignore[misc]


class _State(AutoShardedConnectionState[discord.Client]):
    """What discord.py knows, and whether an interaction is for this process."""

    gateway: "ShardedClient"

    def parse_ready(self, data: Any) -> None:
        """Forget the servers of this shard that are gone: the library keeps them."""
        shard_id, there = data["shard"][0], {int(each["id"]) for each in data["guilds"]}
        for guild in self.guilds:
            if guild.shard_id == shard_id and guild.id not in there:
                self._remove_guild(guild)
        super().parse_ready(data)
        self.gateway.told_of.add(shard_id)

    def get_channel(self, id: int | None) -> Any:  # noqa: A002 - the library's name
        """Return a channel or thread that is known.

        It is looked for first where it was found last: the library asks one server after the other.
        """
        found_in = self.gateway.found_in
        guild = self._get_guild(found_in.get(id or 0))
        if guild is not None and id is not None:
            known = guild.get_channel_or_thread(id)
            if known is not None:
                return known
        found = super().get_channel(id)
        if isinstance(found, discord.abc.GuildChannel | discord.Thread):
            if len(found_in) >= MOST_FOUND:
                found_in.clear()
            found_in[found.id] = found.guild.id
        return found

    def parse_guild_create(self, data: Any) -> None:
        super().parse_guild_create(slimmed(data))

    def parse_guild_update(self, data: Any) -> None:
        super().parse_guild_update(slimmed(data))

    def parse_resumed(self, data: Any) -> None:
        super().parse_resumed(data)
        self.gateway.told_of.add(data["__shard_id__"])

    def parse_interaction_create(self, data: Any) -> None:
        """Answer if nobody else does: the only way in for commands, controls and forms."""
        gateway, claims = self.gateway, self.gateway.deployment.claims
        if gateway.is_draining:
            return
        if claims is None:
            super().parse_interaction_create(data)
            return
        task = asyncio.create_task(self._claim(data, claims), name=f"claim-{data['id']}")
        gateway.claiming.add(task)
        task.add_done_callback(gateway.claiming.discard)

    async def _claim(self, data: Any, claims: Claims) -> None:
        try:
            guild = data.get("guild_id")
            bucket = bucket_of(None if guild is None else int(guild))
            claimed = await claims.claim(int(data["id"]), bucket)
            CLAIMS.labels(claimed.name.lower()).inc()
            CLAIMED.set(claimed)
            if claimed is not Claimed.LOST:
                super().parse_interaction_create(data)
        except Exception:
            log.exception("interaction-failed", interaction=data.get("id"))


class ShardedClient(discord.AutoShardedClient):
    """A client whose sessions begin in turn, and which answers what it has claimed."""

    _connection: _State

    def __init__(self, deployment: Deployment = NO_OTHERS, **options: Any) -> None:
        shards = deployment.shards
        self.deployment = deployment
        self.claiming: set[asyncio.Task[None]] = set()
        self.is_draining = False
        self.told_of: set[int] = set()
        """The shards of which Discord has told all servers, and tells what happens to them."""
        self.found_in: dict[int, int] = {}
        """The servers of channels that were asked for."""
        if shards.ids is not None:
            options["shard_ids"] = shards.ids
        super().__init__(shard_count=shards.count, **options)
        self._concurrency = 1
        self._launching: asyncio.Task[None] | None = None

    def knows(self, guild_id: int) -> bool:
        """Say whether this process is told of this server, if the bot is in it."""
        return bucket_of(guild_id) % (self.shard_count or 1) in self.told_of

    def answered_shards(self, within_seconds: float) -> frozenset[int]:
        """Return the shards whose last heartbeat Discord answered so lately.

        discord.py tells nobody when that was.
        """
        keepers = {each: getattr(it.ws, "_keep_alive", None) for each, it in self._shards.items()}
        last = {each: getattr(keeper, "_last_ack", None) for each, keeper in keepers.items()}
        earliest = perf_counter() - within_seconds
        return frozenset(each for each, at in last.items() if at is not None and at > earliest)

    @property
    def heartbeats(self) -> Mapping[int, tuple[float, float]]:
        """When the last heartbeat that was answered went out, and when its answer came, by shard.

        In seconds of `perf_counter`.
        """
        found = {}
        for shard_id, shard in self._shards.items():
            keeper = getattr(shard.ws, "_keep_alive", None)
            if keeper is not None and isfinite(keeper.latency):
                found[shard_id] = keeper._last_ack - keeper.latency, keeper._last_ack  # noqa: SLF001
        return found

    async def before_launch(self, shard_count: int, shard_ids: Sequence[int]) -> None:
        """Do what is to be done when the shards are known and no session has begun yet."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the turn of a session that begins anew; `launch_shard` has that of the first."""
        if not initial:
            # Sessions that are void again and again would use up a day's.
            await self._ask_gateway()
            async with self.deployment.identifies.turn((shard_id or 0) % self._concurrency):
                pass

    async def _ask_gateway(self) -> int:
        """Ask how sessions may begin, wait until one may; return the recommended shards."""
        while True:
            recommended, _, limits = await self.http.get_bot_gateway()
            self._concurrency = max(1, limits["max_concurrency"])
            if limits["remaining"] > 0:
                return recommended
            # Discord revokes the token of a bot that begins a session all the same.
            wait = max(APART_SECONDS, limits["reset_after"] / 1000)
            log.warning("session-starts-used-up", of=limits["total"], again_in_seconds=round(wait))
            await asyncio.sleep(wait)

    async def launch_shards(self) -> None:
        """Begin all sessions, side by side where Discord allows it, and wait for none of them."""
        recommended = await self._ask_gateway()
        if self.shard_count is None:
            self.shard_count = min(BUCKETS, 1 << (recommended - 1).bit_length())
        ids = self.shard_ids or range(self.shard_count)
        self._connection.shard_count = self.shard_count
        self._connection.shard_ids = ids
        await self.before_launch(self.shard_count, ids)
        self._launching = asyncio.create_task(self._launch(ids), name="launching")

    async def _launch(self, ids: Sequence[int]) -> None:
        async def one_after_the_other(key: int) -> None:
            for shard_id in ids:
                if shard_id % self._concurrency == key:
                    await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard_id)

        try:
            async with asyncio.TaskGroup() as group:
                for key in {each % self._concurrency for each in ids}:
                    group.create_task(one_after_the_other(key))
        except ExceptionGroup as errors:
            # `connect` raises it.
            self._events.put_nowait(EventItem(EventType.terminate, None, errors.exceptions[0]))

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Begin the first session of a shard. The library's own would try for ever, every 5 s."""
        del initial
        wait = FIRST_PAUSE_SECONDS
        while True:
            try:
                async with self.deployment.identifies.turn(shard_id % self._concurrency):
                    begun = _Socket.from_client(
                        self, initial=True, gateway=gateway, shard_id=shard_id
                    )
                    socket = await asyncio.wait_for(begun, CONNECTING_SECONDS)
                break
            except UNREACHABLE as error:
                if not self._shards:
                    raise  # there is no shard yet: the caller starts the client anew
                log.warning(
                    "shard-unreachable",
                    shard=shard_id,
                    reason=str(error) or type(error).__name__,
                    again_in_seconds=wait,
                )
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_PAUSE_SECONDS)
        self._shards[shard_id] = shard = Shard(socket, self, self._events.put_nowait)
        shard.launch()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Believe nothing of this shard's servers until it is back."""
        self.told_of.discard(shard_id)

    async def close(self) -> None:
        """Begin no more sessions, and end those that there are."""
        if self._launching is not None:
            self._launching.cancel()
            await asyncio.wait({self._launching})
        await super().close()

    def _get_state(self, **options: Any) -> Any:
        state = _State(
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )
        state.gateway = self
        return state

    # The library keeps both to itself.

    @property
    def _shards(self) -> dict[int, Shard]:
        shards: dict[int, Shard] = vars(self)["_AutoShardedClient__shards"]
        return shards

    @property
    def _events(self) -> "asyncio.PriorityQueue[EventItem]":
        events: asyncio.PriorityQueue[EventItem] = vars(self)["_AutoShardedClient__queue"]
        return events
