"""Pages and pictures of matches at their addresses: made when asked for, and kept in memory.

Whether what is kept is still right is told by `OpenPage`, which is read for each request. What is
told of it to readers is a digest of its bytes alone: worlds that differ in what the public may not
know have the same.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from bot import metrics
from bot.games.abilities import ShowsMaps
from bot.games.panel import AnyPanel
from bot.interactions.context import Shell
from bot.locale.localisation import Words
from bot.messages.page.contents import Contents, contents
from bot.messages.page.file import PageAddress, policy, written
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.viewing import Reader, view
from bot.storage.page.pages import OpenPage
from bot.table.errors import NotPlaying, UnknownMatch
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Status
from engine.agents.review import can_be_reviewed
from engine.game import PUBLIC

MOST_BYTES: Final = 24 << 20
MOST_AT_ONCE: Final = 2
MOST_WAITING: Final = 16
MOST_RUNNING: Final = 8
"""For how many running matches the contents of their page are kept: newer ones are made of them."""

LASTING: Final = "public, max-age=86400, immutable"
SETTLING: Final = "public, max-age=60"
"""Of what may still get a review, or be opened again."""
CHANGING: Final = "no-cache"
"""Of a match that runs: a browser asks each time whether it has changed."""


class NoPage(Exception):
    """There is nothing to show at an address, for whatever reason."""


class TooMuch(Exception):
    """Too much was asked for; `seconds` from now there may be room again."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class WebPage(NamedTuple):
    """What a browser gets: `digest` tells the bytes from all others, `caching` how long they hold.

    `policy` is the Content-Security-Policy of a page.
    """

    body: bytes
    kind: str
    digest: str
    caching: str
    policy: str = ""


_Version: TypeAlias = tuple[str, OpenPage, str]
"""The key, the match as it stands, the language of its server."""
_M = TypeVar("_M")


class Pages:
    """The last pages and pictures that were asked for, up to `most_bytes`.

    `url` is where people reach them; "": nobody knows, and addresses in pages are relative.
    """

    def __init__(self, url: str, most_bytes: int = MOST_BYTES) -> None:
        self._url = url
        self._most_bytes = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[object, tuple[_Version, WebPage]] = OrderedDict()
        self._running: OrderedDict[MatchId, tuple[_Version, Contents]] = OrderedDict()
        self._making: dict[object, asyncio.Task[Any]] = {}
        self._turn = {each: asyncio.Semaphore(MOST_AT_ONCE) for each in ("page", "board")}

    async def page(
        self, shell: Shell, key: str, found: OpenPage, begin: Callable[[], None]
    ) -> WebPage:
        """Return the page of a match; raises `NoPage`, `TooMuch`, `OutOfReach`.

        `begin` is called before one is made: it may raise.
        """

        def make(_: Words) -> Awaitable[WebPage]:
            return self._page(shell, key, found)

        return await self._of("page", make, shell, key, found, begin)

    async def board(
        self, shell: Shell, key: str, found: OpenPage, begin: Callable[[], None]
    ) -> WebPage:
        """Return the picture that the channel sees; raises as `page` does."""

        def make(said: Words) -> Awaitable[WebPage]:
            return self._board(shell, found, said)

        return await self._of("board", make, shell, key, found, begin)

    def address(self, key: str) -> str:
        """Return where the page with this key is."""
        return f"{self._url}/m/{key}"

    async def _of(
        self,
        kind: str,
        make: Callable[[Words], Awaitable[WebPage]],
        shell: Shell,
        key: str,
        found: OpenPage,
        begin: Callable[[], None],
    ) -> WebPage:
        said = await shell.messenger.words(found.guild)
        place, version = (kind, found.match), (key, found, said.language)
        kept = self._kept.get(place)
        if kept is not None and kept[0] == version:
            self._kept.move_to_end(place)
            return kept[1]
        if (place, version) not in self._making:
            begin()
            if len(self._making) >= MOST_WAITING:
                raise TooMuch(seconds=5)

        async def made() -> WebPage:
            async with self._turn[kind]:
                with metrics.PAGE_BUILD.labels(kind).time():
                    page = await make(said)
            self._keep(place, version, page)
            return page

        return await self._once((place, version), made)

    async def contents(self, shell: Shell, key: str, found: OpenPage) -> Contents:
        """Return what the page of a match holds; raises as `page` does, but for `TooMuch`.

        While the match runs, what it held before is taken over.
        """
        said = await shell.messenger.words(found.guild)
        version = key, found, said.language
        kept = self._running.get(found.match)
        if kept is not None and kept[0] == version:
            return kept[1]

        async def made() -> Contents:
            loaded, panel = await _shown(shell, found)
            is_over = loaded.match.status is not Status.PLAYING
            live = None if is_over else f"{self.address(key)}/live"
            review = await shell.host.reviews.done(loaded) if is_over else None
            kept = self._running.pop(found.match, None)
            before = None if kept is None else kept[1]
            shown = await shell.pool.run(
                DrawUrgency.FILM, contents, panel, loaded, said.language, review, live, before
            )
            if not is_over:
                self._running[found.match] = version, shown
                if len(self._running) > MOST_RUNNING:
                    self._running.popitem(last=False)
            return shown

        return await self._once(("contents", version), made)

    async def _once(self, what: object, make: Callable[[], Coroutine[Any, Any, _M]]) -> _M:
        """Return what is made, once for all who ask for it meanwhile."""
        making: asyncio.Task[_M] | None = self._making.get(what)
        if making is None:

            async def made() -> _M:
                try:
                    return await make()
                finally:
                    del self._making[what]

            making = self._making[what] = asyncio.create_task(made(), name="web-page")
            making.add_done_callback(_heard)
        # The caller who asked first may leave: waiting ends with them, the work doesn't.
        await asyncio.wait({making})
        return making.result()

    def _keep(self, place: object, version: _Version, page: WebPage) -> None:
        before = self._kept.pop(place, None)
        if before is not None:
            self._bytes -= len(before[1].body)
        self._kept[place] = version, page
        self._bytes += len(page.body)
        while self._bytes > self._most_bytes:
            self._bytes -= len(self._kept.popitem(last=False)[1][1].body)

    async def _page(self, shell: Shell, key: str, found: OpenPage) -> WebPage:
        page = self.address(key)
        address = PageAddress(page, f"{page}/board.png") if self._url else None
        shown = await self.contents(shell, key, found)
        body = await shell.pool.run(DrawUrgency.FILM, written, shown, address)
        is_last = shown.head["review"] is not None or not can_be_reviewed(shown.head["game"])
        caching = _caching(found.status, is_last=is_last)
        digest, allowed = _digest(body), policy(shown.head)
        return WebPage(body, "text/html; charset=utf-8", digest, caching, allowed)

    async def _board(self, shell: Shell, found: OpenPage, said: Words) -> WebPage:
        loaded, panel = await _shown(shell, found)
        assert loaded.progress is not None
        seen = view(loaded.match, loaded.progress, Reader(PUBLIC, said))
        # A chat that shows a preview waits for seconds only.
        image = await shell.pool.run(DrawUrgency.LOOK, panel.board, seen)
        body, kind = image.picture.data, f"image/{image.picture.format}"
        return WebPage(body, kind, _digest(body), _caching(loaded.match.status, is_last=True))


async def _shown(shell: Shell, found: OpenPage) -> tuple[LoadedMatch, AnyPanel]:
    """Return a match that has begun and can be read, of a title with maps; raises `NoPage`."""
    try:
        loaded = await shell.host.cache.about(found.match, True)  # noqa: FBT003
    except (UnknownMatch, NotPlaying):
        raise NoPage from None
    panel = shell.panels[loaded.match.game]
    is_readable = loaded.replay is not None and loaded.match.status is not Status.PAUSED
    if not is_readable or not isinstance(panel, ShowsMaps):
        raise NoPage
    return loaded, panel


def _caching(status: Status, *, is_last: bool) -> str:
    if status is Status.PLAYING:
        return CHANGING
    return LASTING if status is Status.FINISHED and is_last else SETTLING


def _digest(body: bytes) -> str:
    return sha256(body).hexdigest()[:32]


def _heard(making: asyncio.Task[Any]) -> None:
    """Take note of what went wrong, also where nobody waits for it any more."""
    if not making.cancelled():
        making.exception()
