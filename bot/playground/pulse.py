"""What keeps the page alive while nobody clicks: time passes, and every open tab is current."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import simcord
import structlog
from simcord.preview import Preview

from bot.hosting.host import Host
from bot.hosting.ports import Clock

TICK_SECONDS: Final = 1.0
LOOK_SECONDS: Final = 0.25
LATE_SECONDS: Final = 5.0

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Pulse:
    """Drives one page. Clicks and the driver take turns: SimCord breaks a tab if they overlap."""

    def __init__(self, env: simcord.Env, preview: Preview, clock: Clock) -> None:
        self._env = env
        self._preview = preview
        self._clock = clock
        self._turn = asyncio.Lock()
        self._act = preview._action  # noqa: SLF001 - the one way in for all that a tab does
        preview._action = self._acted  # type: ignore[method-assign]  # noqa: SLF001 - the same

    async def beat(self, host: Host) -> None:
        """Tick, refresh the page and move the simulated clock until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(host.watch(TICK_SECONDS))
            group.create_task(self._drive())

    async def _acted(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._turn:
            return await self._act(context_id, body)

    async def _drive(self) -> None:
        """Refresh the page when something changed and it is quiet again.

        Not on a timer: a click is bound to what the page showed, so needless refreshing refuses it.
        """
        seen = before = 0
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now = self._public()
            async with self._turn:
                try:
                    await self._on_time()
                    if now != seen and now == before:
                        await self._refreshed()
                        seen = now
                except TimeoutError:
                    log.warning("page-not-refreshed")
            before = now

    async def _refreshed(self) -> None:
        with suppress(simcord.SetupError):  # somebody ended the session: there is no page any more
            await self._preview.refresh()

    async def _on_time(self) -> None:
        """Let the simulated clock, which stands still by itself, follow the real one."""
        late = (self._clock.now() - self._env.now()).total_seconds()
        if late > LATE_SECONDS:
            await self._env.advance_time(late)

    def _public(self) -> int:
        """Count what the bot did in the channel: private answers are on their one page already."""
        return sum(each.path.startswith("/channels/") for each in self._env.http_requests)
