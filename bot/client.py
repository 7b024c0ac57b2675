"""The discord.py client: intents, cogs, what happens in servers, and the tick of time."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic, perf_counter
from typing import Any, Final

import aiohttp
import discord
import structlog
import yarl
from discord.ext import commands

from bot import metrics
from bot.cogs import load_cogs
from bot.games.registry import panels
from bot.gateway import NO_OTHERS, Deployment, ShardedClient
from bot.hosting.host import Host
from bot.hosting.match.updates import PAUSE, Rhythm
from bot.hosting.time.beats import ANSWERED_WITHIN_SECONDS, Beats
from bot.interactions import welcome
from bot.interactions.command_tree import CatalogTranslator, CommandTree, digest
from bot.interactions.context import Shell, ShellClient
from bot.interactions.rivals import Rivals
from bot.locale.localisation import language_of, words
from bot.messages.messenger import ChannelMessenger
from bot.messages.notice_posts import NoticePosts
from bot.messages.notices.pings import Pings
from bot.messages.page.links import PageLinks
from bot.messages.people.sight import Sight
from bot.messages.processes.render_pool import RenderPool
from bot.messages.requests import traced_requests
from bot.messages.time.absence import Membership
from bot.messages.time.times import TableClock
from bot.messages.together.deal_posts import DealPosts
from bot.storage.stores import Stores
from bot.table.errors import OutOfReach
from bot.table.match.match import Venue
from bot.table.processes.buckets import Buckets, bucket_of
from bot.table.processes.deployment import Claimed
from bot.table.processes.shares import ALONE, Shards
from bot.table.world import Clock, Entropy
from bot.workers.calm import Calm
from bot.workers.forks import CAN_FORK, Forks
from bot.workers.process import WorkerProcess
from bot.workers.thinkers import ThinkingPool

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SERVERS_COME_WITHIN_SECONDS: Final = 1.0
"""How long no server must be added until the list counts as complete, and the clock starts."""
LAST_ANSWERS_SECONDS: Final = 3.0
"""How long the bot waits for unfinished answers and chores when it is told to stop."""
FINISHED: Final = (
    *("discord-ui-", "discord.py: on_", "CommandTree-", "claim-"),
    *("match-", "outbox-"),
)
"""The names of tasks that answer people and take news, discord.py's and our own; of chores."""


@dataclass(frozen=True, slots=True)
class TickRate:
    """How often time is looked at, and how long a message stays as it is while several seal."""

    tick_seconds: float = 5.0
    edits: timedelta = PAUSE


class FaultlineClient(ShellClient, ShardedClient, commands.AutoShardedBot):
    """The bot in Discord, made of parts: a database or a fake, a clock, a source of seeds.

    `seconds` counts what truly passes, so that time in which nobody could play is given back; None:
    no time is, as where the clock is moved by hand.
    """

    def __init__(
        self,
        stores: Stores,
        clock: Clock,
        entropy: Entropy,
        *,
        pace: TickRate = TickRate(),
        seconds: Callable[[], float] | None = None,
        deployment: Deployment = NO_OTHERS,
        restored_at: datetime | None = None,
    ) -> None:
        super().__init__(
            deployment,
            # Nobody's messages are read: there are slash commands alone.
            command_prefix=(),
            help_command=None,
            tree_cls=CommandTree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=SERVERS_COME_WITHIN_SECONDS,
            http_trace=traced_requests(),
        )
        # Where nothing draws beside the bot, nothing has to be shared.
        self._forks = Forks() if CAN_FORK and deployment.render_processes else None
        pool = RenderPool(deployment.render_processes, forks=self._forks)
        leases, players = deployment.leases or ALONE, stores.players
        pings, table_clock = Pings(players, clock), TableClock(stores.holidays, clock)
        posts = DealPosts(self, stores.deals, pings)
        membership = Membership(self, clock)
        notices = NoticePosts(
            self, players, pool, panels(), table_clock, pings, membership, restored_at
        )
        messenger = ChannelMessenger(
            self,
            players,
            pool,
            panels(),
            posts,
            notices,
            table_clock,
            stores.statistics,
        )
        messenger.ownership = ownership = deployment.ownership
        links = PageLinks(stores.pages, membership, deployment.page_address)
        messenger.page_links = links
        self.calm = seconds and Calm(perf_counter, lambda: bool(_begun()))
        self._thinkers = ThinkingPool(
            deployment.thinking_processes, calm=self.calm, forks=self._forks
        )
        host = Host(
            stores,
            messenger,
            clock,
            entropy,
            ownership=ownership,
            rhythm=Rhythm(edits=pace.edits),
            thinkers=self._thinkers,
            leases=leases,
        )
        notices.in_sight = Sight(membership, stores.follows, host.cache.of).of
        host.reviews.by_itself = deployment.reviews_itself
        host.puzzles.seed = deployment.puzzle_seed
        host.lobbies.has_masters = deployment.has_masters
        self.shell = Shell(
            stores,
            host,
            clock,
            pool,
            panels(),
            messenger,
            posts,
            membership,
            pings,
            Rivals(stores.rivals, clock),
            links,
            contact=deployment.contact,
        )
        self._beats = seconds and Beats(stores.beats, clock, self._answered, seconds, leases)
        self._tick_seconds = pace.tick_seconds
        self._ticking: tuple[asyncio.Task[None], ...] = ()
        self._watching: asyncio.Task[None] | None = None
        self._synced = False

    async def before_launch(self, shard_count: int, shard_ids: Sequence[int]) -> None:
        """Appear among the processes of the bot."""
        if self.deployment.leases is not None:
            await self.deployment.leases.begin(shard_count, shard_ids)

    async def setup_hook(self) -> None:
        """Load the cogs and the names of commands; runs once, before the gateway."""
        if self.calm is not None:
            self._watching = asyncio.create_task(self.calm.watch(), name="calm")
        await load_cogs(self)
        await self.tree.set_translator(CatalogTranslator())

    async def on_ready(self) -> None:
        """Start the clock and tell Discord the commands; may come again after new sessions."""
        if self.is_draining:
            return
        if self.deployment.leases is not None:
            self.deployment.leases.ready()
        if self.calm is not None:
            self.calm.ready()
        if not self._ticking:
            looks = {
                **self.shell.host.looks,
                "timers": self._look_at_timers,
                "answers": self.shell.change_answers,
            }
            self._ticking = tuple(
                asyncio.create_task(self._tick(name, look), name=name)
                for name, look in looks.items()
            )
        if not self._synced:
            try:
                await self._sync()
                self._synced = True
            except (discord.HTTPException, aiohttp.ClientError, OSError, OutOfReach) as error:
                # The commands of the last start stay; the next session tries again.
                log.warning("commands-not-synced", reason=repr(error))

    async def on_shard_ready(self, shard_id: int) -> None:
        """Look whether the tables of this shard's servers still have their channels."""
        try:
            gone = await self.shell.host.venues.find_gone(
                self._is_gone, shard_id, self.shard_count or 1
            )
        except OutOfReach:
            # It was logged where it was found; the next session looks again.
            return
        await self._survey(self._is_there, gone)
        servers, shards = self.shell.stores.servers, self.shard_count or 1
        with suppress(OutOfReach):
            kept = await servers.find_kept(shard_id, shards)
            await servers.leave([*filter(self._is_gone, kept)], self.shell.clock.now())
            left = await servers.find_left()
            await servers.come_back([each for each in left if self.get_guild(each) is not None])

    async def on_connect(self) -> None:
        """Count connections; `on_resumed` and `on_disconnect` count what becomes of them."""
        metrics.GATEWAY.labels("connected").inc()

    async def on_resumed(self) -> None:
        metrics.GATEWAY.labels("resumed").inc()

    async def on_disconnect(self) -> None:
        metrics.GATEWAY.labels("disconnected").inc()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server, once."""
        with suppress(OutOfReach):
            await self.shell.stores.servers.come_back([guild.id])
        claims = self.deployment.claims
        if self.is_draining:
            return
        if claims is not None:
            claimed = await claims.claim(guild.id, bucket_of(guild.id))
            if claimed is Claimed.LOST:
                return
        said = await self.shell.messenger.words(guild.id)
        await welcome.greet(guild, said, self.shell.panels)
        await self._survey(self._is_there, ())

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Put the tables of a server to rest that removed the bot; they go on if it comes back.

        If it doesn't for long, all of the server is erased: its owner is told so.
        """
        await self._survey(lambda venue: False if venue.guild == guild.id else None, [guild.id])
        stores, now = self.shell.stores, self.shell.clock.now()
        with suppress(OutOfReach):
            if await stores.servers.leave([guild.id], now):
                wishes = await stores.players.guild(guild.id)
                said = words(wishes.language or language_of(guild.preferred_locale.value))
                await welcome.say_goodbye(self, guild, said, now)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Put the tables of a channel to rest."""
        await self.shell.host.venues.channel_gone(channel.id)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Let the pages of tables go whose channel not everybody sees any more."""
        everyone = after.guild.default_role
        was_seen, is_seen = (
            each.permissions_for(everyone).view_channel for each in (before, after)
        )
        if was_seen and not is_seen:
            threads = after.threads if isinstance(after, discord.TextChannel) else []
            with suppress(OutOfReach):
                await self.shell.stores.pages.close([after.id, *(each.id for each in threads)])

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Bring the table of a thread back to its channel; one that was only there rests."""
        await self.shell.host.venues.channel_gone(payload.thread_id)

    async def finish(self) -> None:
        """Begin nothing more, and finish the answers and chores that were begun."""
        if self.is_draining:
            return
        self.is_draining = True
        await self._stop_ticking()
        end, count = monotonic() + LAST_ANSWERS_SECONDS, 0
        # Again and again: what was claimed is answered by tasks that begin only then.
        while (begun := _begun()) and (left := end - monotonic()) > 0:
            count += len(begun)
            await asyncio.wait(begun, timeout=left)
        # They would find the session with Discord closed. What they stored is told by others.
        for each in begun:
            each.cancel()
        log.info("finished", begun=count, given_up=len(begun))

    async def close(self) -> None:
        """Stop the clock, then the connection."""
        self.is_draining = True
        await self._stop_ticking()
        await self.shell.host.scheduler.close()
        await self.shell.host.outbox.close()
        await self.shell.host.puzzles.close()
        self._thinkers.close()
        await self.shell.messenger.close()
        await super().close()
        self.shell.pool.close()
        if self._forks is not None:
            self._forks.close()
        if self._watching is not None:
            self._watching.cancel()

    async def _stop_ticking(self) -> None:
        for each in self._ticking:
            each.cancel()
        if self._ticking:
            await asyncio.wait(self._ticking)
            self._ticking = ()
            # Without Discord the clock stands still by design: a restart would mend nothing.
            metrics.TICKS.forget()

    @property
    def workers(self) -> Mapping[str, Sequence[WorkerProcess | Forks]]:
        """The processes that work for this one, by kind."""
        return {
            "drawer": self.shell.pool.processes,
            "thinker": (*self._thinkers.processes, *self._thinkers.long),
            "background": self._thinkers.background,
            "forker": [] if self._forks is None else [self._forks],
        }

    async def _survey(self, is_there: Callable[[Venue], bool | None], gone: Sequence[int]) -> None:
        try:
            await self.shell.host.venues.check(is_there, gone)
        except OutOfReach:
            # It was logged where it was found; the next session looks again.
            return
        except Exception:
            log.exception("survey-failed")

    def _is_gone(self, guild: int) -> bool:
        """Say whether Discord has told of a shard's servers, but not of this one."""
        return self.knows(guild) and self.get_guild(guild) is None

    def _is_there(self, venue: Venue) -> bool | None:
        """Say whether a venue is among what Discord has told; None: nobody knows."""
        if venue.guild is None or not self.knows(venue.guild):
            return None
        guild = self.get_guild(venue.guild)
        if guild is None:
            return False
        # A thread that sleeps isn't told of, and nothing of a server that is out of order.
        return True if guild.get_channel_or_thread(venue.channel) is not None else None

    def is_answered(self) -> bool:
        """Say whether Discord answers the heartbeats of all shards."""
        return len(self.answered_shards(ANSWERED_WITHIN_SECONDS)) == len(self._connection.shard_ids)

    def _answered(self) -> Buckets:
        """Return the buckets of the shards that are answered; None: all."""
        if self.is_answered():
            return None
        return Shards(self.shard_count or 1, self.answered_shards(ANSWERED_WITHIN_SECONDS)).buckets

    async def _sync(self) -> None:
        """Tell Discord the commands, unless this release has told it them already."""
        releases = self.deployment.releases
        if releases is None:
            await self._tell_commands()
        elif await releases.once("commands", await digest(self.tree), self._tell_commands):
            log.info("commands-synced")

    async def _tell_commands(self) -> None:
        # A client that closes unloads its cogs: it would tell Discord that there are no commands.
        if self.is_draining:
            raise ConnectionAbortedError("the client closes")
        await self.tree.sync()

    async def _look_at_timers(self) -> None:
        """Do what is due, unless nobody can be reached: what was lost is given back first."""
        if self._beats is None or await self._beats.time_counts():
            counted = None if self._beats is None else self._beats.counted
            await self.shell.host.timers.look(counted)

    async def _tick(self, name: str, look: Callable[[], Awaitable[None]]) -> None:
        # A plain sleep, not an event: the simulated Discord of the tests moves its clock by it.
        while True:
            try:
                await look()
            except Exception:
                # Nobody else looks until the next session.
                log.exception("look-failed", look=name)
            else:
                metrics.TICKS.now(name)
            await asyncio.sleep(self._tick_seconds)


def _begun() -> set[asyncio.Task[Any]]:
    return {each for each in asyncio.all_tasks() if each.get_name().startswith(FINISHED)}


def use_server(base: str) -> None:
    """Let every later client talk to another server, such as http://127.0.0.1:8080, as tests do.

    discord.py has no setting for it, but derives every address from these three.
    """
    discord.http.Route.BASE = f"{base}/api/v10"
    gateway = base.replace("http", "ws", 1)
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{gateway}/gateway/")
    discord.asset.Asset.BASE = f"{base}/cdn"
