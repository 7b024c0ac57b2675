"""The line of callers who wait for one of a few threads, the most urgent first.

What draws and what thinks wait in the same way; how many may wait is theirs to say.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from enum import IntEnum
from typing import Generic, TypeVar

from bot import metrics

U = TypeVar("U", bound=IntEnum)
T = TypeVar("T")
R = TypeVar("R")


class WaitingLine(Generic[U, T]):
    """One thread for each tool, and the callers who wait for one to be free.

    The most urgent caller is next, and of one urgency the one that has waited longest. Of an
    urgency in `alone` one runs at a time. When all tools have been free for `idle` seconds, the
    threads put them to `rest`.
    """

    def __init__(
        self,
        name: str,
        urgencies: type[U],
        tools: Iterable[T],
        *,
        alone: Collection[U] = (),
        idle: float = 0.0,
        rest: Callable[[T], None] | None = None,
    ) -> None:
        self._name = name
        # The one that was used last is used next, so that the others may rest.
        self._free = [*tools]
        self._size = len(self._free)
        self._alone = alone
        self._idle = idle
        self._rest = rest
        self._resting: asyncio.TimerHandle | None = None
        self._running: Counter[U] = Counter()
        self._waiting: dict[U, deque[asyncio.Future[T]]] = {each: deque() for each in urgencies}
        self._threads: ThreadPoolExecutor | None = None
        metrics.QUEUE.labels(name).set_function(self._length)

    @property
    def has_free(self) -> bool:
        """Whether a caller would be next at once."""
        return bool(self._free)

    def waiting(self, *urgencies: U) -> int:
        """Return how many callers of these urgencies wait."""
        return sum(len(self._waiting[each]) for each in urgencies)

    async def take(self, urgency: U) -> T:
        """Wait for a free tool and take it; the caller lets it `work`, or gives it back."""
        self._stay_awake()
        mine: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting[urgency].append(mine)
        self._wake()
        try:
            return await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled() and mine.exception() is None:
                # Its turn came at the same moment.
                self.give_back(urgency, mine.result())
            else:
                with suppress(ValueError):  # its turn came meanwhile, and was passed on
                    self._waiting[urgency].remove(mine)
            raise

    def work(self, urgency: U, tool: T, work: Callable[[], R]) -> asyncio.Future[R]:
        """Let a thread do what the tool was taken for.

        The tool is free when the thread is, however soon the caller gives up.
        """
        loop = asyncio.get_running_loop()
        # With its context: what is logged there belongs to the same click or match.
        done = self._submit(copy_context().run, work)

        def release(_: "Future[R]") -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self.give_back, urgency, tool)

        done.add_done_callback(release)
        return asyncio.wrap_future(done)

    def give_back(self, urgency: U, tool: T) -> None:
        """Let others have a tool that was taken."""
        self._running[urgency] -= 1
        self._free.append(tool)
        self._wake()
        # After the end there are no threads to do it.
        if len(self._free) == self._size and self._rest is not None and self._threads is not None:
            self._stay_awake()
            loop = asyncio.get_running_loop()
            self._resting = loop.call_later(self._idle, self._put_to_rest, self._rest)

    def refuse(self, error: Exception) -> None:
        """Let all callers who wait fail."""
        for mine in (each for queue in self._waiting.values() for each in queue):
            if not mine.done():
                mine.set_exception(error)

    def close(self) -> None:
        """Let the threads end when they have done what was begun; they begin anew if needed."""
        self._stay_awake()
        if self._threads is not None:
            self._threads.shutdown(wait=False)
            self._threads = None

    def _submit(self, work: Callable[..., R], *args: object) -> "Future[R]":
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._size, thread_name_prefix=self._name)
        return self._threads.submit(work, *args)

    def _wake(self) -> None:
        """Give free tools to those who are next."""
        while self._free:
            ready = (
                each
                for each, waiting in self._waiting.items()
                if waiting and not (each in self._alone and self._running[each])
            )
            urgency = next(ready, None)
            if urgency is None:
                return
            mine = self._waiting[urgency].popleft()
            # A caller that gave up stays in the line until it runs again.
            if not mine.done():
                self._running[urgency] += 1
                mine.set_result(self._free.pop())

    def _stay_awake(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def _put_to_rest(self, rest: Callable[[T], None]) -> None:
        for tool in self._free:
            self._submit(rest, tool)

    def _length(self) -> float:
        return self._size - len(self._free) + self.waiting(*self._waiting)
