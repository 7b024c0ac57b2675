"""Whether people can reach the bot, and what happens to their time when they could not.

While the bot runs and Discord answers, a beat is stored every half minute. A beat that comes late
says that nobody could play since the one before: that time is given back to all whose clocks run.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import structlog

from bot.hosting.errors import OutOfReach
from bot.hosting.ports import BeatStore, Clock, Gap

EVERY: Final = timedelta(seconds=30)
LATE: Final = timedelta(seconds=60)
"""A beat that comes so much later than it should, or a clock that jumps so far, is an outage."""
ANSWERED_WITHIN_SECONDS: Final = 60.0
"""The bot counts as connected as long as Discord answered a heartbeat so lately."""

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


def gap(last: datetime | None, now: datetime, jump: timedelta = timedelta()) -> Gap | None:
    """Return what is to be given back after the `last` beat; None: nothing.

    `jump` is how far the clock went ahead of true time since then, as far as this process knows.
    """
    if last is None:
        return None
    passed = now - last - jump
    if passed > EVERY + LATE or (now < last - LATE and abs(jump) <= LATE):
        return Gap(last, now)
    return Gap(now - jump, now) if abs(jump) > LATE else None


class Beats:
    """Beats as long as people can reach the bot; asked by all that time is up to.

    `is_connected` says whether Discord answers, `seconds` counts what truly passes, whatever the
    clock is set to.
    """

    def __init__(
        self,
        store: BeatStore,
        clock: Clock,
        is_connected: Callable[[], bool],
        seconds: Callable[[], float],
    ) -> None:
        self._store = store
        self._clock = clock
        self._is_connected = is_connected
        self._seconds = seconds
        self._last: tuple[datetime, float] | None = None

    async def time_counts(self) -> bool:
        """Say whether time counts now: if not, nothing that is due may be done.

        Stores a beat, if one is due.
        """
        if not self._is_connected():
            return False
        now, seconds = self._clock.now(), self._seconds()
        jump = timedelta()
        if self._last is not None:
            was, then = self._last
            passed = timedelta(seconds=seconds - then)
            jump = now - was - passed
            if passed < EVERY and abs(jump) <= LATE:
                return True
        try:
            lost = await self._store.beat(now, jump)
        except OutOfReach:
            # It was logged where it was found, once.
            return False
        if lost is not None:
            log.info("time-given-back", began=str(lost.began), ended=str(lost.ended))
        self._last = now, seconds
        return True
