"""What keeps the page alive while nobody clicks: time passes, and every open tab is current."""

import asyncio
from contextlib import suppress
from typing import Final

import simcord
from simcord.preview import Preview

from bot.hosting.host import Host
from bot.hosting.ports import Clock

TICK_SECONDS: Final = 1.0
LOOK_SECONDS: Final = 0.25
LATE_SECONDS: Final = 5.0


async def beating(env: simcord.Env, preview: Preview, host: Host, clock: Clock) -> None:
    """Tick, refresh and move the simulated clock until cancelled."""
    async with asyncio.TaskGroup() as group:
        group.create_task(host.watch(TICK_SECONDS))
        group.create_task(_shown(env, preview))
        group.create_task(_timed(env, clock))


async def _shown(env: simcord.Env, preview: Preview) -> None:
    """Refresh the page when something changed and it is quiet again.

    Not on a timer: a click is bound to what the page showed, so needless refreshing refuses it.
    """
    seen = before = 0
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        now = len(env.http_requests)
        if now != seen and now == before:
            with suppress(simcord.SetupError):  # somebody clicks just now: next time
                await preview.refresh()
                seen = now
        before = now


async def _timed(env: simcord.Env, clock: Clock) -> None:
    """Let the simulated clock, which stands still by itself, follow the real one."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        late = (clock.now() - env.now()).total_seconds()
        if late > LATE_SECONDS:
            with suppress(simcord.SetupError):  # somebody clicks just now: next time
                await env.advance_time(late)
