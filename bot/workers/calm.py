"""When there is time to spare: what nobody waits for at once begins only then.

Processes of the lowest priority still share caches and memory with the bot, and threads its
interpreter. So before each piece of work the bot is asked whether it has been calm lately.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from bot import metrics

AFTER_READY_SECONDS: Final = 60.0
"""How long a bot that has just begun has better things to do."""
LOOK_SECONDS: Final = 0.25
LOOKS: Final = 10
"""What was seen in the last of them says whether it is calm."""
LATE_SECONDS: Final = 0.02
"""Of these looks, one may be so late or later."""
KEPT_SECONDS: Final = 120.0
"""How long is known when the loop was late: longer than from one heartbeat to the next."""


class Calm:
    """Looks how late the event loop is and whether anybody is being answered or told.

    `seconds` counts what passes; `is_busy` says whether somebody waits at this moment.
    """

    def __init__(self, seconds: Callable[[], float], is_busy: Callable[[], bool]) -> None:
        self.seconds = seconds
        self._is_busy = is_busy
        self._begins: float | None = None
        self._looks: deque[tuple[bool, bool]] = deque(maxlen=LOOKS)
        """Of each look whether the loop was late, and whether anybody waited."""
        self._late: deque[tuple[float, float]] = deque()
        """When the loop was late, from when to when."""
        self._due: float | None = None
        """When the next look is to come."""
        self._waiting: list[asyncio.Future[None]] = []

    def ready(self) -> None:
        """Note that people are answered from now on; only the first time counts."""
        if self._begins is None:
            self._begins = self.seconds() + AFTER_READY_SECONDS

    async def watch(self) -> None:
        """Look for ever."""
        while True:
            self._due = self.seconds() + LOOK_SECONDS
            await asyncio.sleep(LOOK_SECONDS)
            self.look(max(0.0, self.seconds() - self._due))

    def look(self, lag: float) -> None:
        """Note that the loop was `lag` seconds late, and whether somebody waits."""
        metrics.LOOP_LAG.observe(lag)
        now = self.seconds()
        is_late = lag >= LATE_SECONDS
        self._looks.append((is_late, self._is_busy()))
        if is_late:
            self._late.append((now - lag, now))
        while self._late and self._late[0][1] < now - KEPT_SECONDS:
            self._late.popleft()
        for each in self._waiting:
            if not each.done():
                each.set_result(None)
        self._waiting.clear()

    @property
    def is_calm(self) -> bool:
        """Whether the loop was in time lately, and nobody waited."""
        late, busy = (sum(each[n] for each in self._looks) for n in range(2))
        return len(self._looks) == LOOKS and late <= 1 and not busy

    def lets(self, asked: float, patience: float) -> bool:
        """Say whether work may begin that was asked for then, and waits no longer than that."""
        now = self.seconds()
        if self._begins is None or now < self._begins:
            return False
        return self.is_calm or now - max(asked, self._begins) >= patience

    async def wait(self, asked: float, patience: float) -> None:
        """Wait until that may begin."""
        while not self.lets(asked, patience):
            mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(mine)
            await mine

    def was_late(self, since: float, until: float) -> bool:
        """Say whether the loop was late at a moment between these two, as far as that is known."""
        now, late = self.seconds(), [*self._late]
        if self._due is not None and now - self._due >= LATE_SECONDS:
            late.append((self._due, now))  # it is so at this moment
        return any(begun < until and ended > since for begun, ended in late)
