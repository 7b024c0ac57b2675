"""Where computer players think: processes that exist while there are jobs for them.

Jobs that have to wait do so here, so that a process that becomes free takes the most urgent one. A
job under way isn't interrupted: a move waits for one job at most, and no job of a review or a
puzzle takes much longer than an expert's longest decision. Nothing is lost with a process: a job is
a value, and gives the same result in any process.
"""

import asyncio
from collections.abc import Mapping
from functools import partial
from pickle import HIGHEST_PROTOCOL, dumps
from time import perf_counter
from types import MappingProxyType
from typing import Final, TypeVar

import structlog

from bot import metrics
from bot.table.errors import ThinkingFailed
from bot.table.world import Job, ThinkUrgency
from bot.workers.limits import WorkerLimits
from bot.workers.process import Dismissed, Ended, TookTooLong, WorkerProcess
from bot.workers.waiting_line import WaitingLine

R = TypeVar("R")

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

LONGEST_SECONDS: Final = 20.0
"""A job that takes longer is given up; one is made to take two at most."""
IDLE_SECONDS: Final = 300.0
"""How long after its last job a process ends: it costs more memory than a new one costs time."""
MEMORY_MIB: Final = 128
"""Of data; with its program a process has 150 at most."""
MOST_WAITING: Final[Mapping[ThinkUrgency, int]] = MappingProxyType(
    {ThinkUrgency.HINT: 40, ThinkUrgency.REVIEW: 20, ThinkUrgency.PUZZLE: 10}
)
"""At most how many jobs of an urgency and of greater ones may already wait when one more comes.

Moves have no limit.
"""


class ThinkingPool:
    """Keeps the port `Thinkers` by a number of processes; with 0 one thread of this one thinks.

    A process is started when it is first needed. Where there can't be one, and without any, no
    memory is limited, and a job that takes too long keeps its thread until it is done.
    """

    def __init__(
        self,
        processes: int = 1,
        *,
        longest: float = LONGEST_SECONDS,
        idle: float = IDLE_SECONDS,
        memory_mib: int = MEMORY_MIB,
        most_waiting: Mapping[ThinkUrgency, int] = MOST_WAITING,
    ) -> None:
        self.processes = tuple(
            WorkerProcess("bot.workers.thinking", WorkerLimits(longest, memory_mib=memory_mib))
            for _ in range(processes)
        )
        self._longest = longest
        self._idle = idle
        self._most_waiting = most_waiting
        self._line: WaitingLine[ThinkUrgency, WorkerProcess | None] = WaitingLine(
            "thinking", ThinkUrgency, [*self.processes] or [None], on_idle=self._rest_later
        )
        self._ending: asyncio.TimerHandle | None = None
        self._is_closed = False

    async def think(self, urgency: ThinkUrgency, job: Job[R]) -> R:
        """Return what comes of a job when its turn has come; see the port.

        A caller that is cancelled meanwhile gets nothing, but the job is done to its end.
        """
        outcome = "given up"
        try:
            came = await self._run_job(urgency, job)
            outcome = "done"
        except ThinkingFailed as failed:
            outcome = failed.key
            raise
        except Exception:
            outcome = "broken"
            raise
        finally:
            metrics.THOUGHTS.labels(urgency.name.lower(), outcome).inc()
        return came

    def close(self) -> None:
        """Give up what is thought over, and end the processes; for good."""
        self._is_closed = True
        self._line.refuse(ThinkingFailed("ended"))
        if self._ending is not None:
            self._ending.cancel()
        for process in self.processes:
            process.kill()
        self._line.close()

    async def _run_job(self, urgency: ThinkUrgency, job: Job[R]) -> R:
        asked = perf_counter()
        process = await self._turn(urgency)
        began = perf_counter()
        metrics.THINKING_WAIT.labels(urgency.name.lower()).observe(began - asked)
        work = job.done if process is None else partial(_thought_by, process, job)
        done = self._line.work(urgency, process, work)
        try:
            async with asyncio.timeout(self._longest if process is None else None):
                return await done
        except TimeoutError:
            raise ThinkingFailed("too-long") from None
        finally:
            metrics.THINKING.labels(urgency.name.lower()).observe(perf_counter() - began)

    async def _turn(self, urgency: ThinkUrgency) -> WorkerProcess | None:
        """Wait for a free process and take it; None: there are none, a thread does it."""
        if self._is_closed:
            raise ThinkingFailed("ended")
        if not self._line.has_free and urgency in self._most_waiting:
            before = self._line.waiting(*(each for each in ThinkUrgency if each <= urgency))
            if before >= self._most_waiting[urgency]:
                raise ThinkingFailed("busy")
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        return await self._line.take(urgency)

    def _rest_later(self) -> None:
        """End the processes if none is needed for a while."""
        if not self._is_closed:
            rest = partial(self._line.rest, _rest)
            self._ending = asyncio.get_running_loop().call_later(self._idle, rest)


def _rest(process: WorkerProcess | None) -> None:
    if process is not None:
        process.rest()


def _thought_by(process: WorkerProcess, job: Job[R]) -> R:
    """Let a process think, and once more if it ended meanwhile, as the system may have killed it.

    A process that ran out of memory ends as well; a new one has all of it.
    """
    packed = dumps(job, HIGHEST_PROTOCOL)
    for _ in range(2):
        try:
            came = process.answer(packed)
        except OSError as error:
            log.warning("no-thinking-process", reason=repr(error))
            return job.done()
        except Dismissed:
            break
        except TookTooLong:
            metrics.THINKING_ENDED.labels("too-long").inc()
            raise ThinkingFailed("too-long") from None
        except Ended:
            metrics.THINKING_ENDED.labels("died").inc()
            log.warning("thinking-process-ended")
            continue
        if isinstance(came, MemoryError):
            metrics.THINKING_ENDED.labels("memory").inc()
            log.warning("thinking-process-out-of-memory")
            process.end()
            continue
        if isinstance(came, Exception):
            raise came
        thought: R = came
        return thought
    raise ThinkingFailed("ended")
