"""Where pictures are drawn and panels work, so that the event loop stays free.

Panels work in a few threads; what they ask for is drawn by processes (`drawers.py`), or by the
threads themselves where there are none. Work that has to wait does so here, the most urgent first;
what nobody needs at once is refused when too much waits.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import partial
from time import perf_counter
from types import MappingProxyType
from typing import Final, ParamSpec, TypeVar

from bot import metrics, tracing
from bot.messages.processes.drawers import Drawers
from bot.workers.forks import Forks
from bot.workers.process import WorkerProcess
from bot.workers.waiting_line import WaitingLine
from render.drawing import drawing_by

P = ParamSpec("P")
R = TypeVar("R")

THREADS: Final = 2
"""As many work at once where no processes draw; else one more than there are processes."""

IDLE_SECONDS: Final = 300.0
"""How long after the last picture the processes end.

One begins in hundredths of a second, but draws its first picture of a board a fifth of a second
longer than those after it.
"""


class DrawUrgency(IntEnum):
    """What goes first.

    TABLE: messages for everybody; TURN: what a turn or another change needs; LOOK: what a person
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

    `processes` draw for them, while there is something to draw; with none the threads draw.
    """

    def __init__(
        self,
        processes: int = 0,
        most_waiting: Mapping[DrawUrgency, int] = MOST_WAITING,
        *,
        idle: float = IDLE_SECONDS,
        forks: Forks | None = None,
    ) -> None:
        self._drawers = Drawers(processes, forks=forks)
        self._most_waiting = most_waiting
        threads = processes + 1 if processes else THREADS
        self._line = WaitingLine(
            "render",
            DrawUrgency,
            [None] * threads,
            alone={DrawUrgency.FILM},
            idle=idle,
            rest=(lambda _: self._drawers.rest()) if processes else None,
        )

    @property
    def processes(self) -> Sequence[WorkerProcess]:
        """What draws beside this process."""
        return self._drawers.processes

    @property
    def has_free_thread(self) -> bool:
        """Whether something would be begun at once."""
        return self._line.has_free

    def has_room(self, urgency: DrawUrgency) -> bool:
        """Say whether something so urgent may still wait for its turn; tables always may."""
        if urgency not in self._most_waiting:
            return True
        counted = [urgency] if urgency is DrawUrgency.FILM else range(DrawUrgency.TURN, urgency + 1)
        waiting = self._line.waiting(*map(DrawUrgency, counted))
        return waiting < self._most_waiting[urgency]

    async def run(
        self, urgency: DrawUrgency, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Return what `work` makes of its arguments, when its turn has come."""
        with tracing.span("draw"):
            asked = perf_counter()
            await self._line.take(urgency)
            metrics.RENDER_WAIT.observe(perf_counter() - asked)
            work_here = partial(self._worked, partial(work, *args, **kwargs))
            return await self._line.work(urgency, None, work_here)

    def close(self) -> None:
        """Let threads and processes end; what they are doing is finished first."""
        self._line.close()
        self._drawers.close()

    def _worked(self, work: Callable[[], R]) -> R:
        with drawing_by(self._drawers.picture):
            return work()
