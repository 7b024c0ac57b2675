"""The chores of this process where several share a database: those of its leased buckets.

A server, and with it each of its tables, belongs to one of 1,024 buckets, and each bucket to one
shard of Discord's. A lease gives one process the chores of a bucket: what no player clicks for.
Clicks need none: the database refuses the line that comes second.

States of a process, in this order and never back:

- *begun*: it appears among the processes, and takes nothing.
- *ready*: Discord answers on all its shards. It takes each bucket of them that no process has.
- *draining*: it begins no more chores and takes no more leases, but renews those it has, so that
  what it began can be stored. It drains when it is asked to end, or when younger processes are
  ready for all of its buckets (`superseded`): that is how a new version takes over without a pause.
- *released*: its leases are free at once. A process that is killed keeps them for `LEASE` seconds.

What must hold:

- A chore of a bucket is stored by one process at a time. The clocks only make it rare that two
  begin the same one; the fence makes it safe. Each transaction of a chore locks its lease until the
  commit, and checks that owner and epoch are those under which the chore began. If a lease was lost
  and won again meanwhile, the epoch differs, and `LeaseLost` ends the chore.
- A process never believes in a lease that the database has given away: it counts from before it
  asked, by a clock that nobody sets, and stops believing (`BELIEVED`) before the lease ends.
- No epoch comes twice, even if a crash empties the table.

What surprises:

- `held` is empty while the process drains or has lost the database, though rows still name it.
- What a chore has said to Discord is stored without the fence (`unfenced`): it has been said, and
  another process would say it again. Versions of messages, and lanes, keep that in order.
- `superseded` is decided by all processes alone, by the same rows: who began later wins, and one
  that is not ready supersedes none.

What isn't nice: for up to `LEASE` seconds after a kill the chores of a bucket rest. And a chore can
do its work twice, as a computer player thinks, if its lease is lost just before it is stored.
"""

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from time import monotonic
from typing import Final
from uuid import uuid4

import structlog

from bot import metrics
from bot.storage.processes.leases import LeaseStore
from bot.table.errors import LeaseLost, OutOfReach
from bot.table.processes.buckets import Buckets
from bot.table.processes.fences import FENCE, Fence
from bot.table.processes.shares import Process, Shards

BELIEVED: Final = timedelta(seconds=25)
"""How long after it asked for a renewal a process believes in its leases."""
EVERY: Final = timedelta(seconds=3)
"""How often leases are renewed, and younger processes noticed."""
SOON: Final = timedelta(seconds=0.5)
"""How often a ready process tries to take the leases that older ones are giving up."""

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class ProcessLeases:
    """Keeps the port `Leases` where several processes share the work.

    `begin` says which shards are this process's, `ready` that Discord answers on them. Then it
    takes their buckets, as soon as others let go of them. `superseded` is set once younger
    processes are ready for all of them: then this one begins no more chores, keeps the leases until
    those that it began are done, and gives them up by `release`.
    """

    def __init__(
        self,
        store: LeaseStore,
        version: str,
        seconds: Callable[[], float] = monotonic,
        every: timedelta = EVERY,
    ) -> None:
        self._every = every
        self.id: Final = uuid4().hex
        self.superseded: Final = asyncio.Event()
        self._store = store
        self._version = version
        self._seconds = seconds
        self._process: Process | None = None
        self._epochs: Mapping[int, int] = {}
        self._held: frozenset[int] = frozenset()
        self._renewed = seconds()
        self._wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def begin(self, shard_count: int, shard_ids: Collection[int]) -> None:
        """Register this process with these shards, if need be once the database is back."""
        shards = Shards(shard_count, frozenset(shard_ids))
        if self._process is None:
            self._process = Process(self.id, self._version, shards)
            metrics.LEASE_AGE.set_function(lambda: self._seconds() - self._renewed)
            metrics.BUCKETS_HELD.set_function(lambda: len(self.held() or ()))
        else:
            self._process = replace(self._process, shards=shards)
        with suppress(OutOfReach):
            await self.tick()
        if self._task is None:
            self._task = asyncio.create_task(self._keep_renewing(), name="leases")

    def ready(self) -> None:
        """Take the buckets of this process's shards: Discord answers on all of them."""
        if self._process is not None and not self._process.is_ready:
            self._process = replace(self._process, is_ready=True)
            self._wanted.set()

    def drain(self) -> None:
        """Begin no more chores; what was begun is finished, and younger processes take over.

        Leases are renewed until `release`.
        """
        if self._process is not None and not self._process.is_draining:
            self._process = replace(self._process, is_draining=True)
            self._wanted.set()

    async def release(self) -> None:
        """Give all leases up, and disappear: others take them at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._task = None
        if self._process is None:
            return
        self._process, self._epochs, self._held = None, {}, frozenset()
        # If the database is away, the leases end by themselves.
        with suppress(OutOfReach):
            await self._store.leave(self.id)

    def held(self) -> Buckets:
        if self._process is None or self._process.is_draining or not self._is_believed():
            return frozenset()
        return self._held

    def answers(self, bucket: int) -> bool:
        """Say whether the lease of a bucket was this process's when the database was last there.

        Clicks go by it while the database is away, and no lease can change hands: also while this
        process drains, and for as long as that lasts.
        """
        return self._process is not None and bucket in self._held

    @contextmanager
    def chore(self, *buckets: int) -> Iterator[None]:
        if not (self.held() or frozenset()).issuperset(buckets):
            raise LeaseLost("lease-lost", buckets=buckets)
        before = FENCE.set(Fence(self.id, buckets, [self._epochs[each] for each in buckets]))
        try:
            yield
        finally:
            FENCE.reset(before)

    async def tick(self) -> None:
        """Renew leases, take free ones, and see which other processes there are.

        Raises `OutOfReach`.
        """
        if self._process is None:
            return
        # The time is taken before the question: so a lease is believed too short rather than too
        # long.
        asked = self._seconds()
        kept = await self._store.keep(self._process)
        self._process = replace(self._process, began_at=kept.began_at)
        if lost := self._held - kept.leases.keys():
            log.warning("leases-lost", buckets=len(lost))
        if taken := kept.leases.keys() - self._held:
            log.info("leases-taken", buckets=len(taken))
        self._epochs, self._held = kept.leases, frozenset(kept.leases)
        self._renewed = asked
        younger = frozenset().union(*(each.buckets for each in kept.newer))
        if not self.superseded.is_set() and self._process.shards.buckets <= younger:
            log.info("superseded", buckets=len(self._held))
            self.superseded.set()
            self.drain()

    def _is_believed(self) -> bool:
        return self._seconds() - self._renewed < BELIEVED.total_seconds()

    def _lacks_any(self) -> bool:
        process = self._process
        if process is None or not process.is_ready or process.is_draining:
            return False
        return not process.shards.buckets <= self._held

    async def _keep_renewing(self) -> None:
        while True:
            wait = asyncio.ensure_future(self._wanted.wait())
            try:
                pause = min(self._every, SOON) if self._lacks_any() else self._every
                await asyncio.wait({wait}, timeout=pause.total_seconds())
            finally:
                wait.cancel()
            self._wanted.clear()
            try:
                await self.tick()
            except OutOfReach:
                # It was logged where it was found, once; what is believed ends by itself.
                continue
            except Exception:
                log.exception("leases-failed")
