"""Delivers notices: each target has its own task, so that a target that hangs stops no other."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

import structlog

from bot import tracing
from bot.hosting.processes.scheduler import OTHERS_TURN
from bot.storage.notices.outbox_store import OutboxStore
from bot.table.errors import (
    CHANNEL_GONE,
    NO_ANSWER,
    CannotPost,
    LeaseLost,
    LeftAlone,
    NewerRules,
    OutOfReach,
)
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch
from bot.table.notices.notice import (
    DIRECT_CLOSED,
    LEFT_SERVER,
    NOBODY,
    NOTICES,
    OUT_OF_SIGHT,
    REFUSED,
    UNSURE,
    Lane,
    NoticeKind,
    NoticeState,
    QueuedNotice,
    Settled,
)
from bot.table.processes.fences import unfenced
from bot.table.processes.shares import ALONE, Leases
from bot.table.world import Clock, Messenger

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

AT_ONCE: Final = 64
"""At most how many targets are served at once."""
BURST: Final = 5
"""At most how many messages go to a target before it rests."""
LIMIT: Final = timedelta(seconds=45)
"""How long a message may take: less than a lease, so that no other process sends it, too."""
DIRECT_APART: Final = timedelta(seconds=10)
"""The time between first direct messages: Discord takes a bot that opens many for a spammer."""
MOST_FAULTS: Final = 5
"""How often finding words for a notice may fail until it is given up."""
Tell = Callable[[MatchId], Awaitable[CannotPost | None]]
"""Brings a match's table up to date, and returns what keeps it from that."""
Load = Callable[[MatchId, bool], Awaitable[LoadedMatch]]
"""Returns the newest match; its record only if that is asked for."""
TellAnew = Callable[[MatchId, int], Awaitable[None]]
"""Shows a match again below a message that says that it was restored."""


class Outbox:
    """Sends the notices of the outbox, in order for each target, and each once."""

    def __init__(
        self,
        store: OutboxStore,
        messenger: Messenger,
        tell: Tell,
        load: Load,
        clock: Clock,
        leases: Leases = ALONE,
        tell_anew: TellAnew | None = None,
    ) -> None:
        self._leases = leases
        self._store = store
        self._messenger = messenger
        self._tell = tell
        self._load = load
        self._clock = clock
        self._tell_anew = tell_anew
        self._owner = uuid4().hex
        self._running: dict[str, asyncio.Task[None]] = {}
        self._is_watched = False
        self._opened_at: datetime | None = None
        """When this process last sent a first direct message."""

    @property
    def running(self) -> int:
        """To how many targets something is being delivered."""
        return len(self._running)

    async def tick(self) -> None:
        """Deliver what is to be delivered by now, and come back when it is done or given up."""
        await self._start()
        while self._running:
            await asyncio.wait(list(self._running.values()))
            await self._start()

    async def look(self) -> None:
        """Begin to deliver what is to be delivered by now; trouble is logged."""
        self._is_watched = True
        try:
            await self._start()
        except (OutOfReach, LeaseLost):
            # The first was logged where it was found, once. After the second, the process that has
            # the lease now does the work.
            return
        except Exception:
            log.exception("outbox-failed")

    async def wake(self) -> None:
        """Begin at once, if `look` is called regularly anyway: a notice was just written."""
        if self._is_watched:
            await self.look()

    async def close(self) -> None:
        """Give up what is being delivered: when the leases have ended it is found again."""
        for task in (tasks := list(self._running.values())):
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _start(self) -> list[asyncio.Task[None]]:
        now, room = self._clock.now(), AT_ONCE - len(self._running)
        held = self._leases.held()
        if room <= 0 or (held is not None and not held):
            return []
        last = self._opened_at
        may_open = last is None or not timedelta() <= now - last < DIRECT_APART
        found = await self._store.lease(self._owner, now, room, new_people=may_open, buckets=held)
        if any(each.is_new_person for each in found):
            self._opened_at = now
        return [self._started(each) for each in found]

    def _started(self, lane: Lane) -> asyncio.Task[None]:
        task = asyncio.create_task(self._serve(lane), name=f"outbox-{lane.target}")
        self._running[lane.target] = task
        task.add_done_callback(lambda _: self._running.pop(lane.target, None))
        return task

    async def _serve(self, lane: Lane) -> None:
        try:
            with unfenced(), tracing.span("notices", to=lane.target.partition(":")[0]):
                await self._deliver(lane)
        except OutOfReach:
            # It was logged where it was found; the lease ends by itself.
            return
        except Exception:
            log.exception("lane-failed", target=lane.target)

    async def _deliver(self, lane: Lane) -> None:
        """Deliver what waits for a target, until it has to rest or its bucket is no longer ours.

        The lane has a lease of its own: until that is given back or ends, no other process delivers
        to this target.
        """
        sent, has_told = 0, False
        queued = await self._store.next(lane, self._clock.now())
        while queued is not None and sent < BURST and self._is_ours(lane):
            try:
                async with asyncio.timeout(LIMIT.total_seconds()):
                    if is_first_told := queued.is_untold and not has_told:
                        await self._tell_first(queued)
                    else:
                        settled = await self._carry_out(queued)
            except (CannotPost, TimeoutError) as error:
                if isinstance(error, LeftAlone):
                    # That was logged when it began; the lane waits as long.
                    until, is_tried = error.data["until"], error.data["is_tried"]
                    await self._rest(lane, queued, NO_ANSWER, unsure=is_tried, until=until)
                    return
                key = error.key if isinstance(error, CannotPost) else NO_ANSWER
                log.warning("notice-not-sent", notice=queued.id, reason=key, to=lane.target)
                if key in (REFUSED, UNSURE, LEFT_SERVER, OUT_OF_SIGHT, NOBODY):
                    gone = () if not isinstance(error, CannotPost) else error.data.get("gone", ())
                    settled = Settled(NoticeState.DEAD, error=key, gone=gone)
                elif _must_move(lane, key):
                    queued = await self._store.fall_back(lane, queued, self._clock.now())
                    continue
                elif key == CHANNEL_GONE:
                    await self._store.mark_gone(lane, self._clock.now())
                    return
                else:
                    await self._rest(lane, queued, key, unsure=key == NO_ANSWER)
                    return
            except OutOfReach:
                raise
            except NewerRules as error:
                # It was logged where it was found. A later version says it, once it has the bucket.
                until = self._clock.now() + OTHERS_TURN
                await self._rest(lane, queued, error.key, unsure=False, until=until)
                return
            except Exception as error:
                log.exception("notice-failed", notice=queued.id, kind=queued.notice.kind)
                if lane.failures < MOST_FAULTS:
                    await self._rest(lane, queued, repr(error), unsure=True)
                    return
                settled = Settled(NoticeState.DEAD, error=repr(error))
            if is_first_told:
                # Telling the table may have taken long: ask again which notice is first and still
                # holds.
                queued, has_told = await self._store.next(lane, self._clock.now()), True
                continue
            sent, has_told = sent + 1, False
            lane = replace(lane, failures=0, left_at=None)
            queued = await self._store.settle(lane, queued, settled, self._clock.now())
        await self._store.release(lane, self._clock.now(), has_sent=sent > 0)

    def _is_ours(self, lane: Lane) -> bool:
        held = self._leases.held()
        return held is None or lane.bucket in held

    async def _tell_first(self, queued: QueuedNotice) -> None:
        """Bring a notice's table up to date: the notice comes after the moves before it."""
        if queued.notice.match is None:
            return
        trouble = await self._tell(queued.notice.match)
        # Sending the notice shows whether the channel is gone; a direct message must be sent even
        # then.
        if trouble is not None and trouble.key != CHANNEL_GONE:
            raise trouble

    async def _rest(
        self,
        lane: Lane,
        queued: QueuedNotice,
        error: str,
        *,
        unsure: bool,
        until: datetime | None = None,
    ) -> None:
        await self._store.rest(lane, queued, self._clock.now(), error, unsure=unsure, until=until)

    async def _carry_out(self, queued: QueuedNotice) -> Settled:
        """Send, edit or delete the message in Discord, and return what became of the notice."""
        if queued.state is NoticeState.RETRACT:
            await self._messenger.unsay(queued)
            return Settled(NoticeState.GONE)
        about, loaded = queued.notice.match, None
        if about is not None:
            loaded = await self._load(about, NOTICES[queued.notice.kind].needs_record)
        delivered = await self._messenger.notice(queued, loaded)
        if queued.notice.kind is NoticeKind.RESTORED and about is not None and self._tell_anew:
            await self._tell_anew(about, delivered.message)
        return Settled(NoticeState.SENT, delivered, gone=delivered.gone)


def _must_move(lane: Lane, key: str) -> bool:
    """Say whether a person can't be written to: the channel hears it instead."""
    return key == DIRECT_CLOSED or (lane.is_direct and key == CHANNEL_GONE)
