"""New moves of running matches, as server-sent events to everybody whose browser shows the page.

Each event is made once, of what a page holds, and written as it is to all its readers. A reader is
nothing but the version of the page that they have: where they come from, after a cut connection or
from another process, makes no difference.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from random import uniform
from typing import Final, TypeAlias

import structlog
from aiohttp import web

from bot.messages.page.changes import change
from bot.messages.page.contents import Contents
from bot.storage.page.pages import OpenPage
from bot.table.errors import OutOfReach

FindAll: TypeAlias = Callable[[Collection[str]], Awaitable[Mapping[str, OpenPage]]]
"""Returns the pages at some keys; those that are gone lack."""
Build: TypeAlias = Callable[[str, OpenPage], Awaitable[Contents]]
"""Returns what the page at a key holds now, made off the event loop."""

MOST_READERS: Final = 2000
MOST_EVENTS: Final = 32
"""Of a match are kept; who has missed more loads the page again."""
POLL_SECONDS: Final = 1.0
SLOW_SECONDS: Final = 10.0
"""How long a reader may take for what was sent before their connection is cut."""
QUIET_SECONDS: Final = (20.0, 30.0)
"""After so long without an event a comment keeps proxies from closing the connection."""
_AGAIN: Final = b"event: again\ndata:\n\n"
_HEADERS: Final = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
}

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


@dataclass(eq=False, slots=True)
class _Reader:
    """A connection; `news` is set when there may be something to send, or it is gone."""

    request: web.Request
    version: str
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_gone(self) -> bool:
        return self.request.transport is None or self.request.transport.is_closing()


@dataclass(eq=False, slots=True)
class _Watched:
    """A match with readers: the newest contents of its page, and how they came about."""

    page: OpenPage | None = None
    contents: Contents | None = None
    events: deque[tuple[str, bytes]] = field(default_factory=lambda: deque(maxlen=MOST_EVENTS))
    """What a page of a version still lacked when this was sent."""
    readers: set[_Reader] = field(default_factory=set)
    building: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_closed: bool = False

    @property
    def version(self) -> str | None:
        return None if self.contents is None else str(self.contents.head["version"])

    @property
    def is_over(self) -> bool:
        return self.contents is not None and self.contents.head["live"] is None

    def since(self, version: str) -> bytes | None:
        """Return the events that a page of a version lacks; None: it must be loaded again."""
        if version == self.version:
            return None if self.is_over else b""
        known = [at for at, (before, _) in enumerate(self.events) if before == version]
        if not known:
            return None
        return b"".join(data for _, data in list(self.events)[known[-1] :])

    def wake(self) -> None:
        for reader in self.readers:
            reader.news.set()


class LiveHub:
    """Tells readers of pages what is new; asks for all pages at once, and only while they read."""

    def __init__(
        self,
        find_all: FindAll,
        build: Build,
        *,
        most_readers: int = MOST_READERS,
        slow_seconds: float = SLOW_SECONDS,
        quiet_seconds: tuple[float, float] = QUIET_SECONDS,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._find_all = find_all
        self._build = build
        self._most_readers = most_readers
        self._slow_seconds = slow_seconds
        self._quiet_seconds = quiet_seconds
        self._sleep = sleep
        self._watched: dict[str, _Watched] = {}
        self._polling: asyncio.Task[None] | None = None

    @property
    def readers(self) -> int:
        """How many connections are open."""
        return sum(len(each.readers) for each in self._watched.values())

    @property
    def is_polling(self) -> bool:
        return self._polling is not None

    async def follow(self, request: web.Request, key: str, page: OpenPage) -> web.StreamResponse:
        """Answer a request for the events of the page at a key, until the match or reader ends.

        What the reader has is `Last-Event-ID`, or `?after=`. Too many readers are sent away.
        """
        if self.readers >= self._most_readers:
            return web.Response(status=503, headers={"Retry-After": "30"}, text="Too many readers")
        version = request.headers.get("Last-Event-ID") or request.query.get("after", "")
        reader = _Reader(request, version)
        watched = self._watched.setdefault(key, _Watched())
        watched.readers.add(reader)
        if self._polling is None:
            self._polling = asyncio.create_task(self._poll())
        response = web.StreamResponse(headers=_HEADERS)
        try:
            # The page that the reader has may be newer than what was asked for a second ago.
            await self._refresh(key, watched, page)
            await response.prepare(request)
            # After a restart not everybody should come back at once.
            await response.write(f"retry: {round(uniform(2000, 4000))}\n\n".encode())  # noqa: S311
            await self._tell(reader, watched, response)
        except (ConnectionError, TimeoutError):
            # Cut, or too slow: the browser comes back by itself.
            if request.transport is not None:
                request.transport.abort()
        finally:
            watched.readers.discard(reader)
            if not watched.readers and self._watched.get(key) is watched:
                del self._watched[key]
        return response

    async def close(self) -> None:
        """End all connections; browsers come back, to another process or after the restart."""
        polling, self._polling = self._polling, None
        for watched in self._watched.values():
            for reader in watched.readers:
                if reader.request.transport is not None:
                    reader.request.transport.abort()
            watched.wake()
        if polling is not None:
            polling.cancel()
            await asyncio.gather(polling, return_exceptions=True)

    async def _tell(self, reader: _Reader, watched: _Watched, response: web.StreamResponse) -> None:
        while not reader.is_gone:
            reader.news.clear()
            if watched.contents is not None or watched.is_closed:
                news = None if watched.is_closed else watched.since(reader.version)
                is_last = news is None or watched.is_over
                if watched.version is not None:
                    reader.version = watched.version
                await self._write(response, _AGAIN if news is None else news)
                if is_last:
                    return
            try:
                async with asyncio.timeout(uniform(*self._quiet_seconds)):  # noqa: S311
                    await reader.news.wait()
            except TimeoutError:
                await self._write(response, b":\n\n")

    async def _write(self, response: web.StreamResponse, data: bytes) -> None:
        if data:
            async with asyncio.timeout(self._slow_seconds):
                await response.write(data)

    async def _poll(self) -> None:
        try:
            while self._watched:
                await self._sleep(POLL_SECONDS)
                for watched in self._watched.values():
                    for reader in watched.readers:
                        if reader.is_gone:
                            reader.news.set()
                await self._look()
        finally:
            if self._polling is asyncio.current_task():
                self._polling = None

    async def _look(self) -> None:
        """Ask once for all pages, and work out anew what has changed."""
        asked = dict(self._watched)
        try:
            found = await self._find_all(asked.keys())
        except OutOfReach:
            return
        except Exception:  # whatever it is, readers stay
            log.exception("live-pages-not-found")
            return
        for key, watched in asked.items():
            if key not in found:
                watched.is_closed = True
                watched.wake()
        changed = [(key, asked[key], page) for key, page in found.items()]
        await asyncio.gather(*(self._refresh(*each) for each in changed))

    async def _refresh(self, key: str, watched: _Watched, page: OpenPage) -> None:
        """Work out what has changed in a page and wake its readers."""
        if page == watched.page:
            return
        async with watched.building:
            if page == watched.page:
                return
            old = watched.contents
            try:
                new = await self._build(key, page)
            except OutOfReach:
                return
            except Exception:  # whatever it is, the pages of other matches are shown
                # Readers keep what they have until the match moves on.
                log.exception("live-page-failed", match=page.match)
                watched.page = page
                return
            watched.page, watched.contents = page, new
            event = None if old is None else change(old, new)
            if old is not None and event is not None and event.name != "again":
                watched.events.append((old.head["version"], event.written()))
            elif event is not None:
                watched.events.clear()
        watched.wake()
