"""Whether people can reach the bot, and what happens to their time when they could not.

While the bot runs and Discord answers, a beat is stored every half minute. A beat that comes late
says that nobody could play since the one before: that time is given back to all whose clocks run.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import structlog

from bot.storage.time.beats import BeatStore
from bot.table.errors import LeaseLost, OutOfReach
from bot.table.processes.buckets import Buckets
from bot.table.processes.shares import ALONE, Leases
from bot.table.time.outages import EVERY, LATE
from bot.table.world import Clock

ANSWERED_WITHIN_SECONDS: Final = 60.0
"""The bot counts as connected as long as Discord answered a heartbeat so lately."""

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class Beats:
    """Beats as long as people can reach the bot; asked by all that time is up to.

    `connected` says of which buckets Discord answers on their shards, None: of all. `seconds`
    counts what truly passes, whatever the clock is set to. Where processes share the work, each
    beats for the buckets that it holds and that Discord answers; a process that is alone beats
    while all are answered.
    """

    def __init__(
        self,
        store: BeatStore,
        clock: Clock,
        connected: Callable[[], Buckets],
        seconds: Callable[[], float],
        leases: Leases = ALONE,
    ) -> None:
        self._store = store
        self._clock = clock
        self._connected = connected
        self._seconds = seconds
        self._leases = leases
        self._last: tuple[datetime, float] | None = None
        self.counted: Buckets = frozenset()
        """The buckets in which time counts, as `time_counts` last found; None: all."""

    async def time_counts(self) -> bool:
        """Say whether time counts now, in `counted` buckets: elsewhere nothing due may be done.

        Stores a beat, if one is due; and at once for buckets of which there was none before.
        """
        connected, held = self._connected(), self._leases.held()
        if held is None:
            buckets = None if connected is None else frozenset[int]()
        else:
            buckets = held if connected is None else held & connected
        if buckets is not None and not buckets:
            self.counted = buckets
            return False
        now, seconds = self._clock.now(), self._seconds()
        jump, is_due = timedelta(), True
        if self._last is not None:
            was, then = self._last
            passed = timedelta(seconds=seconds - then)
            jump = now - was - passed
            is_due = passed >= EVERY or abs(jump) > LATE
        before = self.counted or frozenset()
        known = None if buckets is None else buckets & before
        knows = known is None or bool(known)
        # Others beat for them until now, by clocks of theirs: what this one did says nothing.
        new = frozenset[int]() if buckets is None else buckets - before
        try:
            if is_due and knows:
                await self._beat(now, jump, known)
            if new:
                await self._beat(now, timedelta(), new)
        except (OutOfReach, LeaseLost):
            # The one was logged where it was found, once; the other shows in what is held.
            return False
        if is_due or not knows:
            self._last = now, seconds
        self.counted = buckets
        return True

    async def _beat(self, now: datetime, jump: timedelta, buckets: Buckets) -> None:
        with self._leases.chore(*(buckets or ())):
            for lost in await self._store.beat(now, jump, buckets):
                log.info("time-given-back", began=str(lost.began), ended=str(lost.ended))
