"""Keeps the page quick, and alive while nobody clicks: time passes, every open tab is current."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from importlib.resources import files
from typing import Any, Final

import simcord
import structlog
from simcord.preview import Preview
from simcord.preview._media import MediaInfo, MediaWorker, _process_media
from simcord.preview._server import PreviewServer

import bot.playground
from bot.hosting.host import Host
from bot.table.world import Clock

TICK_SECONDS: Final = 1.0
LOOK_SECONDS: Final = 0.25
LATE_SECONDS: Final = 5.0

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)
PICTURES: Final = (b"\x89PNG", b"GIF8", b"\xff\xd8\xff")
MOST_KEPT: Final = 200
"""About 40 MB: what a long match shows."""


STEP: Final = timedelta(hours=1)
"""How far the clock moves in one step: short, so that what comes up is told in its order."""


class MovableClock:
    """The machine's clock, plus the time that visitors have skipped."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ahead = timedelta()
        self._wanted = timedelta()

    def now(self) -> datetime:
        """Return what time it is in the playground."""
        return self._clock.now() + self._ahead

    def want(self, length: timedelta) -> None:
        """Ask for time to pass; the driver lets it."""
        self._wanted += length

    def stepped(self) -> bool:
        """Move on by a step, if time is left to skip; say whether it did."""
        step = min(self._wanted, STEP)
        self._wanted -= step
        self._ahead += step
        return bool(step)


class PageDriver:
    """Drives one page. Clicks and the driver take turns: SimCord breaks a tab if they overlap."""

    def __init__(self, env: simcord.Env, preview: Preview, clock: MovableClock) -> None:
        self._env = env
        self._preview = preview
        self._clock = clock
        self._turn = asyncio.Lock()
        # How many requests about private answers the bot has made while a tab acted.
        self._in_acts = 0
        self._act = preview._action  # noqa: SLF001 - the one way in for all that a tab does
        preview._action = self._act_in_turn  # type: ignore[method-assign]  # noqa: SLF001 - the same

    async def run(self, host: Host, *looks: Callable[[], Awaitable[None]]) -> None:
        """Tick, refresh the page and move the simulated clock until cancelled.

        `looks` are called again and again beside those of the host.
        """
        async with asyncio.TaskGroup() as group:
            for look in (*host.looks.values(), *looks):
                group.create_task(_repeated(look))
            group.create_task(self._drive(host))

    async def _act_in_turn(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._turn:
            before = self._requests("/webhooks/")
            try:
                return await self._act(context_id, body)
            finally:
                self._in_acts += self._requests("/webhooks/") - before

    def _changes(self) -> int:
        """Return how many requests may have changed what a tab shows.

        Those about the channel, and those about private answers after the act that they answer:
        their one page shows them as they were at the end of it.
        """
        return self._requests("/channels/") + self._requests("/webhooks/") - self._in_acts

    def _requests(self, beginning: str) -> int:
        """Return how many requests the bot has made to addresses that begin like this."""
        return sum(each.path.startswith(beginning) for each in self._env.http_requests)

    async def _drive(self, host: Host) -> None:
        """Refresh the page when something changed and it is quiet again.

        Not on a timer: a click is bound to what the page showed, so needless refreshing refuses it.
        """
        # What has happened so far is on the page that was opened after it.
        seen = before = self._changes()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            async with self._turn:
                now = self._changes()
                try:
                    while self._clock.stepped():
                        await self._catch_up()
                        await host.tick()
                    await self._catch_up()
                    if now != seen and now == before:
                        with suppress(simcord.SetupError):  # the visitor ended the session
                            await self._preview.refresh()
                        seen = now
                except TimeoutError:
                    log.warning("page-not-refreshed")
            before = now

    async def _catch_up(self) -> None:
        """Let the simulated clock go on, which stands still by itself."""
        late = (self._clock.now() - self._env.now()).total_seconds()
        if late > LATE_SECONDS:
            await self._env.advance_time(late)


_ADDED: Final = {"/preview.css": "page.css", "/app.js": "page.js"}
"""What SimCord's own files are followed by."""


class OwnPageServer(PreviewServer):
    """Answers its own page alone, which looks a little more like Discord than SimCord's.

    SimCord lets in requests of origin `null`, too: those of a file, or of a frame that any page of
    the web may hold.
    """

    async def _static(self, request: Any) -> Any:
        answer = await super()._static(request)
        if request.path in _ADDED:
            answer.text += files(bot.playground).joinpath(_ADDED[request.path]).read_text("utf-8")
        return answer

    def _authorized(self, request: Any, *, context: str | None = None) -> bool:
        if request.headers.get("Origin") == "null":
            return False
        return bool(super()._authorized(request, context=context))


class QuickMedia(MediaWorker):
    """Checks pictures in a thread, and only once.

    SimCord starts a process for each picture of the channel whenever another person looks at it;
    after thirty turns that took ten seconds. These pictures are the bot's own.
    """

    def __init__(self) -> None:
        super().__init__()
        self._kept: OrderedDict[tuple[str, float | None], MediaInfo] = OrderedDict()

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        if not blob.startswith(PICTURES):
            return await super()._decode(key, blob, media_time)
        if (key, media_time) not in self._kept:
            found = await asyncio.to_thread(_process_media, blob, media_time)
            self._kept[key, media_time] = found
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return self._kept[key, media_time]


async def _repeated(look: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await look()
        except Exception:
            log.exception("look-failed")
        await asyncio.sleep(TICK_SECONDS)
