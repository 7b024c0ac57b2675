"""The Discord on loopback, which also knows which process asks, and kills it where it hurts."""

import asyncio
import os
import re
import signal
from collections import defaultdict, deque
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from aiohttp import web

from tests.wire.loopback.gateway import owner_of
from tests.wire.loopback.rest import Ask
from tests.wire.loopback.server import Call, Discord
from tests.wire.loopback.things import Interaction

CALLBACK: Final = re.compile(r"/api/v10/interactions/(\d+)/[^/]+/callback")
OPERATIONS: Final = (
    "create_message",
    "update_message",
    "create_interaction_response",
    "update_webhook_message",
)
"""Where a process may be killed."""
LONGEST_LOOK: Final = 0.25
_asking: Final[ContextVar[int | None]] = ContextVar("asking", default=None)
"""The process whose request is being answered."""


@dataclass(eq=False)
class Strike:
    """Kill the next process that asks for this: before it is done, or done but not answered."""

    operation: str
    after: bool
    pids: frozenset[int]
    """The processes that may be killed."""
    struck: int | None = None

    def hits(self, operation: str, pid: int | None) -> bool:
        return operation == self.operation and pid in self.pids


@dataclass
class Answers:
    """Which process answered an interaction first, and which tried to, later.

    A process that can't be found any more is None; `at` is 0 while there is no answer.
    """

    by: int | None = None
    at: float = 0.0
    again: list[int | None] = field(default_factory=list)


@dataclass
class Stage(Discord):
    """A Discord in which nobody polls: a task that waits for something looks after each request."""

    strikes: list[Strike] = field(default_factory=list)
    answers: defaultdict[str, Answers] = field(default_factory=lambda: defaultdict(Answers))
    pids: Callable[[], list[int]] = list
    """The processes that may be asking."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.journal: deque[Call] = deque(maxlen=1000)
        self._changed = asyncio.Event()
        self._owners: dict[asyncio.Transport, int | None] = {}

    def pulse(self) -> None:
        """Let everybody look who waits."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def until(
        self, is_so: Callable[[], Any], seconds: float = 5.0, what: str = "something"
    ) -> Any:
        end = monotonic() + seconds
        while not (found := is_so()):
            if (left := end - monotonic()) <= 0:
                raise TimeoutError(f"waited {seconds} s for {what}")
            changed = self._changed
            try:
                await asyncio.wait_for(changed.wait(), min(left, LONGEST_LOOK))
            except TimeoutError:
                continue
        return found

    def act(self, interaction: Interaction) -> None:
        super().act(interaction)
        self.pulse()

    async def _asked(self, request: web.Request) -> web.StreamResponse:
        answered = CALLBACK.fullmatch(request.path)
        interaction = self.interactions.get(answered[1]) if answered is not None else None
        if self.strikes or interaction is not None:
            _asking.set(self._owner(request))
        was_open = interaction is not None and interaction.callback is None
        try:
            response = await super()._asked(request)
        except ConnectionResetError:
            # It was killed while it was still asking.
            return web.Response(status=499)
        if interaction is not None:
            self._note(interaction, _asking.get(), response, was_open=was_open)
        self.pulse()
        return response

    def _answered(self, answer: Callable[..., Any], name: str, ask: Ask) -> web.Response:
        pid = _asking.get()
        hit = (each for each in self.strikes if each.hits(name, pid))
        strike = next(hit, None)
        if strike is None or pid is None:
            return super()._answered(answer, name, ask)
        strike.struck = pid
        self.strikes.remove(strike)
        if strike.after:
            super()._answered(answer, name, ask)
        os.kill(pid, signal.SIGKILL)
        return web.Response(status=503)

    def _note(
        self,
        interaction: Interaction,
        pid: int | None,
        response: web.StreamResponse,
        *,
        was_open: bool,
    ) -> None:
        answers = self.answers[interaction.id]
        if interaction.callback is None:
            return
        if was_open and not answers.at:
            answers.by, answers.at = pid, monotonic()
        elif response.status < 500:
            answers.again.append(pid)

    def _owner(self, request: web.Request) -> int | None:
        """Return the process that asks."""
        transport = request.transport
        if transport is None:
            return None
        if transport not in self._owners:
            self._owners = {
                each: pid for each, pid in self._owners.items() if not each.is_closing()
            }
            port = transport.get_extra_info("peername")[1]
            self._owners[transport] = owner_of(port, self.pids())
        return self._owners[transport]
