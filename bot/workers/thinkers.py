"""Where computer players think: processes that exist while there are jobs for them.

What somebody waits for (moves, hints), a master's moves, and what nobody waits for at once
(reviews, puzzles) are thought over by different processes, so that none stands behind the others. A
job of the last kind begins only when the bot has been calm, and gets what of the machine nobody
else wants. Jobs that have to wait do so here, so that a process that becomes free takes the most
urgent one. A job under way isn't interrupted: but for a master's move none takes much longer than
an expert's longest decision. Nothing is lost with a process: a job is a value, and gives the same
result in any process.
"""

import asyncio
from collections.abc import Mapping
from functools import partial
from pickle import HIGHEST_PROTOCOL, dumps
from time import perf_counter
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

import structlog

from bot import metrics
from bot.table.errors import ThinkingFailed
from bot.table.world import Job, ThinkUrgency
from bot.workers.calm import Calm
from bot.workers.forks import Forks
from bot.workers.limits import WorkerLimits
from bot.workers.pipes import Unreadable, WorkerFailed
from bot.workers.process import Dismissed, Ended, TookTooLong, WorkerProcess
from bot.workers.waiting_line import WaitingLine

R = TypeVar("R")
Line: TypeAlias = WaitingLine[ThinkUrgency, WorkerProcess | None]
"""None: where there are no processes, a thread of this one thinks."""

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

PROGRAM: Final = "bot.workers.thinking"
LONGEST_SECONDS: Final = 20.0
"""A job that a player waits for is given up then.

A move is made to take two at most, a hint of several actions as much for each.
"""
LONG_MOVE_SECONDS: Final = 60.0
"""When a master's move is given up, which is made to take eight seconds of a processor at most."""
LONGEST_PROCESSOR_SECONDS: Final = 60.0
"""At most what a job in the background takes of a processor, however long others hold it up."""
STOPPED_SECONDS: Final = 3600.0
"""When a process in the background that has not answered is taken for stopped."""
IDLE_SECONDS: Final = 60.0
"""How long after its last job a process ends: it costs more memory than a new one costs time."""
BACKGROUND_IDLE_SECONDS: Final = 90.0
"""The same for the process in the background: longer than the next job of the same puzzle waits."""
MEMORY_MIB: Final = 128
"""Of data; with its program a process has 150 at most."""
MOST_HINTS: Final = 40
"""At most how many moves and hints may already wait when one more hint comes; moves always may."""
PATIENCE_SECONDS: Final[Mapping[ThinkUrgency, float]] = MappingProxyType(
    {ThinkUrgency.REVIEW: 10.0, ThinkUrgency.PUZZLE: 60.0}
)
"""How long a job in the background waits for a bot that is never calm; then it begins all the same.

Of a review, which a player may wait for, a step every ten seconds is done even then.
"""


def _rest(process: WorkerProcess | None) -> None:
    if process is not None:
        process.rest()


class ThinkingPool:
    """Keeps the port `Thinkers`: `processes` for what somebody waits for, and two more.

    One of these is for masters' moves, one for what is done in the background. With 0 there is none
    beside this one: a thread for each of the three kinds thinks.
    Where there can't be a process, and without any, no memory is limited, and a job that takes too
    long keeps its thread until it is done. `calm` says when there is time to spare; None: always.
    """

    def __init__(
        self,
        processes: int = 1,
        *,
        calm: Calm | None = None,
        longest: float = LONGEST_SECONDS,
        idle: float = IDLE_SECONDS,
        background_idle: float = BACKGROUND_IDLE_SECONDS,
        most_hints: int = MOST_HINTS,
        background: WorkerLimits | None = None,
        forks: Forks | None = None,
    ) -> None:
        awaited = WorkerLimits(longest, memory_mib=MEMORY_MIB)
        background = background or WorkerLimits(
            STOPPED_SECONDS, LONGEST_PROCESSOR_SECONDS, MEMORY_MIB, is_background=True
        )
        self.processes = tuple(WorkerProcess(PROGRAM, awaited, forks) for _ in range(processes))
        limits = WorkerLimits(LONG_MOVE_SECONDS, memory_mib=MEMORY_MIB)
        self.long = tuple(WorkerProcess(PROGRAM, limits, forks) for _ in range(processes)[:1])
        self.background = tuple(
            WorkerProcess(PROGRAM, background, forks) for _ in range(processes)[:1]
        )
        self._awaited: Line = WaitingLine(
            "thinking", ThinkUrgency, self.processes or [None], idle=idle, rest=_rest
        )
        self._long: Line = WaitingLine(
            "long", ThinkUrgency, self.long or [None], idle=idle, rest=_rest
        )
        self._background: Line = WaitingLine(
            "background", ThinkUrgency, self.background or [None], idle=background_idle, rest=_rest
        )
        self._calm = calm
        self._longest = longest
        self._stopped = background.seconds
        self._most_hints = most_hints
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
        lines = (
            (self._awaited, self.processes),
            (self._long, self.long),
            (self._background, self.background),
        )
        for line, processes in lines:
            line.refuse(ThinkingFailed("ended"))
            for process in processes:
                process.kill()
            line.close()

    async def _run_job(self, urgency: ThinkUrgency, job: Job[R]) -> R:
        asked = perf_counter()
        if urgency in PATIENCE_SECONDS:
            line, turn, longest = self._background, self._spare_turn(urgency), None
        elif urgency is ThinkUrgency.LONG_MOVE:
            line, turn, longest = self._long, self._take(self._long, urgency), LONG_MOVE_SECONDS
        else:
            line, turn, longest = self._awaited, self._turn(urgency), self._longest
        process = await turn
        began = perf_counter()
        metrics.THINKING_WAIT.labels(urgency.name.lower()).observe(began - asked)
        work = job.done if process is None else partial(self._thought_by, process, job)
        done = line.work(urgency, process, work)
        try:
            # A process keeps its limits itself.
            async with asyncio.timeout(longest if process is None else None):
                return await done
        except TimeoutError:
            raise ThinkingFailed("too-long") from None
        finally:
            metrics.THINKING.labels(urgency.name.lower()).observe(perf_counter() - began)

    async def _turn(self, urgency: ThinkUrgency) -> WorkerProcess | None:
        line = self._awaited
        before = 0 if line.has_free else line.waiting(ThinkUrgency.MOVE, ThinkUrgency.HINT)
        if urgency is ThinkUrgency.HINT and before >= self._most_hints:
            raise ThinkingFailed("busy")
        return await self._take(line, urgency)

    async def _spare_turn(self, urgency: ThinkUrgency) -> WorkerProcess | None:
        """Wait until nobody else needs the machine, then for the process in the background."""
        if self._calm is None:
            return await self._take(self._background, urgency)
        asked, patience = self._calm.seconds(), PATIENCE_SECONDS[urgency]
        while True:
            await self._calm.wait(asked, patience)
            process = await self._take(self._background, urgency)
            if self._calm.lets(asked, patience):
                return process
            # Its turn took so long to come that the bot is busy again.
            self._background.give_back(urgency, process)

    async def _take(self, line: Line, urgency: ThinkUrgency) -> WorkerProcess | None:
        """Wait for a free process and take it; None: there are none, a thread does it."""
        if self._is_closed:
            raise ThinkingFailed("ended")
        return await line.take(urgency)

    def _thought_by(self, process: WorkerProcess, job: Job[R]) -> R:
        """Let a process think, and once more if it ended meanwhile: the system may have killed it.

        A process that ran out of memory ends as well; a new one has all of it.
        """
        packed, began = dumps(job, HIGHEST_PROTOCOL), perf_counter()
        for _ in range(2):
            try:
                came = process.answer(packed)
            except OSError as error:
                log.warning("no-thinking-process", reason=repr(error))
                return job.done()
            except Dismissed:
                break
            except TookTooLong:
                is_starved = process in self.background and perf_counter() - began >= self._stopped
                why = "starved" if is_starved else "too-long"
                metrics.THINKING_ENDED.labels(why).inc()
                raise ThinkingFailed(why) from None
            except Ended:
                if self._is_closed:
                    break  # we ended it ourselves
                metrics.THINKING_ENDED.labels("died").inc()
                log.warning("thinking-process-ended")
                continue
            except WorkerFailed as failed:
                if failed.kind != MemoryError.__name__:
                    raise
                metrics.THINKING_ENDED.labels("memory").inc()
                log.warning("thinking-process-out-of-memory")
                process.end()
                continue
            except Unreadable:
                came = b""
            try:
                return job.read(came.decode())
            except Exception as error:
                # It may be anything: nothing but a thought that this job can have comes through.
                log.exception("thought-unreadable", job=type(job).__name__)
                raise ThinkingFailed("unreadable") from error
        raise ThinkingFailed("ended")
