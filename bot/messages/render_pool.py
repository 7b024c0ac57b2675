"""Where pictures are drawn and panels work: two threads, so that the event loop stays free."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

from bot import tracing

P = ParamSpec("P")
R = TypeVar("R")


class RenderPool:
    """Two threads, started when first needed; closing is for good or until the next drawing."""

    def __init__(self) -> None:
        self._threads: ThreadPoolExecutor | None = None

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what `work` makes of its arguments."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(2, thread_name_prefix="render")
        loop = asyncio.get_running_loop()
        with tracing.span("draw"):
            # With its context: what is logged there belongs to the same click.
            within = partial(copy_context().run, work, *args, **kwargs)
            return await loop.run_in_executor(self._threads, within)

    def close(self) -> None:
        """Let the threads end; what they are doing is finished first."""
        if self._threads is not None:
            self._threads.shutdown(wait=False)
            self._threads = None
