"""Where pictures are drawn and panels work, so that the event loop stays free.

Panels work in a few threads; what they ask for is drawn by processes (`drawers.py`), or by the
threads themselves where there are none. Who has to wait waits here, the most urgent first; what
nobody needs at once is refused when too many wait.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from enum import IntEnum
from functools import partial
from time import perf_counter
from types import MappingProxyType
from typing import Final, ParamSpec, TypeVar

from bot import metrics, tracing
from bot.messages.processes.drawers import Drawers
from render.drawing import drawing_by

P = ParamSpec("P")
R = TypeVar("R")

THREADS: Final = 2
"""As many work at once where no processes draw; else one more than there are processes."""


class DrawUrgency(IntEnum):
    """What goes first.

    TABLE: messages for everybody; TURN: what a turn or another change needs; LOOK: what somebody
    only wants to see; FILM: animations, of which one runs at a time.
    """

    TABLE = 0
    TURN = 1
    LOOK = 2
    FILM = 3


MOST_WAITING: Final[Mapping[DrawUrgency, int]] = MappingProxyType(
    {DrawUrgency.TURN: 300, DrawUrgency.LOOK: 60, DrawUrgency.FILM: 6}
)
"""How much that people ask for may wait, of this urgency and of greater, when one more comes.

Films count alone. Messages for everybody don't count: after a pause all tables are told, and nobody
who only wants to look is refused for that.
"""


class RenderPool:
    """Threads, started when first needed; closing is for good or until the next drawing.

    `processes` draw for them; with none the threads draw.
    """

    def __init__(
        self, processes: int = 0, most_waiting: Mapping[DrawUrgency, int] = MOST_WAITING
    ) -> None:
        self._drawers = Drawers(processes)
        self._most_waiting = most_waiting
        self._free = self._size = processes + 1 if processes else THREADS
        self._films = 0
        self._waiting: dict[DrawUrgency, deque[asyncio.Future[None]]] = {
            urgency: deque() for urgency in DrawUrgency
        }
        self._threads: ThreadPoolExecutor | None = None
        metrics.QUEUE.labels("render").set_function(self._length)

    def start(self) -> None:
        """Start the processes, so that they are ready when something is to be drawn."""
        self._drawers.start()

    @property
    def has_free_thread(self) -> bool:
        """Whether something would be begun at once."""
        return self._free > 0

    def has_room(self, urgency: DrawUrgency) -> bool:
        """Say whether something so urgent may still wait for its turn; tables always may."""
        if urgency not in self._most_waiting:
            return True
        counted = [urgency] if urgency is DrawUrgency.FILM else range(DrawUrgency.TURN, urgency + 1)
        waiting = sum(len(self._waiting[DrawUrgency(each)]) for each in counted)
        return waiting < self._most_waiting[urgency]

    async def run(
        self, urgency: DrawUrgency, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Return what `work` makes of its arguments, when its turn has come."""
        with tracing.span("draw"):
            asked = perf_counter()
            await self._turn(urgency)
            metrics.RENDER_WAIT.observe(perf_counter() - asked)
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self._size, thread_name_prefix="render")
            loop = asyncio.get_running_loop()
            # With its context: what is logged there belongs to the same click.
            within = copy_context()
            done = self._threads.submit(within.run, self._worked, partial(work, *args, **kwargs))

            def released(_: "Future[R]") -> None:
                # Whoever waits may have been given up; the thread is free only now.
                with suppress(RuntimeError):  # the loop is closed
                    loop.call_soon_threadsafe(self._released, urgency)

            done.add_done_callback(released)
            return await asyncio.wrap_future(done)

    def close(self) -> None:
        """Let threads and processes end; what they are doing is finished first."""
        if self._threads is not None:
            self._threads.shutdown(wait=False)
            self._threads = None
        self._drawers.close()

    def _worked(self, work: Callable[[], R]) -> R:
        with drawing_by(self._drawers.picture):
            return work()

    async def _turn(self, urgency: DrawUrgency) -> None:
        """Wait for a free thread and take it."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[urgency].append(mine)
        self._wake()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._released(urgency)
            else:
                with suppress(ValueError):  # its turn came meanwhile, and was passed on
                    self._waiting[urgency].remove(mine)
            raise

    def _wake(self) -> None:
        while self._free:
            ready = (
                each
                for each in DrawUrgency
                if self._waiting[each] and not (each is DrawUrgency.FILM and self._films)
            )
            urgency = next(ready, None)
            if urgency is None:
                return
            waiting = self._waiting[urgency].popleft()
            # Who gave up is a dead entry until it runs again.
            if not waiting.done():
                self._free -= 1
                self._films += urgency is DrawUrgency.FILM
                waiting.set_result(None)

    def _released(self, urgency: DrawUrgency) -> None:
        self._free += 1
        self._films -= urgency is DrawUrgency.FILM
        self._wake()

    def _length(self) -> float:
        return self._size - self._free + sum(map(len, self._waiting.values()))
