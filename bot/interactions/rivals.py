"""Notices another bot that runs with the same token, on another database.

Discord tells both of each click and takes the first answer; the slower bot hears that there is one
(`ALREADY_ANSWERED`). That has other causes, too, which are passed over: an answer of ours that was
sent again as its confirmation was lost, an interaction that Discord tells twice, a claim that
nobody could decide. One that is left may still be a coincidence, a few of them are not.
"""

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

import structlog

from bot import metrics
from bot.storage.processes.rivals import RivalStore
from bot.table.errors import OutOfReach
from bot.table.processes.deployment import CLAIMED, Claimed
from bot.table.world import Clock

MANY: Final = 3
"""How many answers that others gave within `WITHIN_SECONDS` are those of a rival."""
WITHIN_SECONDS: Final = 600.0
REMEMBERED: Final = 2_000
"""At most how many interactions that this process answers are known."""

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class Rivals:
    """Counts answers that somebody else gave, and says so when they are too many."""

    def __init__(
        self, store: RivalStore, clock: Clock, seconds: Callable[[], float] = monotonic
    ) -> None:
        self._store = store
        self._clock = clock
        self._seconds = seconds
        self._answered: deque[int] = deque(maxlen=REMEMBERED)
        self._taken: deque[float] = deque(maxlen=MANY)
        self._said: float | None = None

    def answering(self, interaction: int) -> None:
        """Remember that this process answers an interaction."""
        self._answered.append(interaction)

    async def taken(self, interaction: int) -> None:
        """Note that Discord had an answer before ours, and that we sent it once."""
        if CLAIMED.get() is Claimed.PRESUMED or self._answered.count(interaction) > 1:
            return
        metrics.RIVAL_ANSWERS.inc()
        log.debug("answer-taken", interaction=interaction)
        now = self._seconds()
        self._taken.append(now)
        if len(self._taken) < MANY or now - self._taken[0] > WITHIN_SECONDS:
            return
        if self._said is not None and now - self._said < WITHIN_SECONDS:
            return
        self._said = now
        log.warning("token-in-use-elsewhere", interaction=interaction)
        try:
            await self._store.note(self._clock.now())
        except OutOfReach:
            # It was logged where it was found; in ten minutes there is another try.
            return
