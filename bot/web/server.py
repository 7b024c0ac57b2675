"""The server of pages: what is at an address, for whom how often, and what is said otherwise.

Any process answers for any match: it reads the database. It answers from the start to the end of
the process; while Discord or the database is away it asks to come back later. Why there is nothing
at an address it never says. Nothing can be changed through it, and the log keeps no addresses.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from html import escape
from http import HTTPStatus
from math import ceil
from secrets import token_hex
from time import monotonic
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import urlsplit

import structlog
from aiohttp import web

from bot import metrics
from bot.interactions.context import Shell
from bot.locale.localisation import LANGUAGES, Words, words
from bot.messages.page.contents import Contents
from bot.ports import answering
from bot.storage.page.pages import OpenPage
from bot.table.errors import NewerRules, OutOfReach
from bot.web.limits import AddressLimit, address_of
from bot.web.live import LiveHub
from bot.web.pages import NoPage, Pages, TooMuch, WebPage

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

AWAY_SECONDS: Final = 10
"""After how long somebody may ask again while Discord or the database is away."""
SLOWEST_SECONDS: Final = 60.0
"""How long a reader may take for a page before the connection is cut."""
LAST_SECONDS: Final = 1.0
"""How long answers under way may take when the process ends."""
IDLE_SECONDS: Final = 150.0
"""How long a connection without requests is kept: longer than a reverse proxy keeps its own."""

_PRIVATE: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": _PRIVATE,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
}
"""Of all answers, unless they have others."""


class PageRequest(NamedTuple):
    """A request for a page that is open: its key, how its match stands, and who can answer."""

    shell: Shell
    key: str
    found: OpenPage
    address: str
    """Of the person who asks, for limits alone."""


Answer: TypeAlias = Callable[[web.Request, PageRequest], Awaitable[web.StreamResponse]]


class PageServer:
    """Answers browsers and chats; `shell` returns what can do it just now, if anything can."""

    def __init__(
        self,
        shell: Callable[[], Shell | None],
        url: str | None = None,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._shell = shell
        self._path = urlsplit(url or "").path
        self.pages = Pages(url or "")
        self.live = LiveHub(self._find_all, self._contents)
        self._requests = AddressLimit(30, 1.0, seconds)
        self._wrong_keys = AddressLimit(20, 3.0, seconds)
        self._builds = AddressLimit(10, 6.0, seconds)

    def app(self) -> web.Application:
        """Return the application: every address, with and without the path of the public one."""
        app = web.Application(middlewares=[self._guard])
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self._close)
        for path in {"", self._path}:
            app.router.add_get(f"{path}/m/{{key}}", self._opened(self._page))
            app.router.add_get(f"{path}/m/{{key}}/board.png", self._opened(self._board))
            app.router.add_get(f"{path}/m/{{key}}/live", self._opened(self._live))
        return app

    async def _close(self, _: web.Application) -> None:
        await self.live.close()

    async def _find_all(self, keys: Collection[str]) -> Mapping[str, OpenPage]:
        return await self._answering().stores.pages.find_all(keys)

    async def _contents(self, key: str, found: OpenPage) -> Contents:
        return await self.pages.contents(self._answering(), key, found)

    def _answering(self) -> Shell:
        """Return what can answer; raises `OutOfReach` if nothing can just now."""
        shell = self._shell()
        if shell is None:
            raise OutOfReach("not-connected", problem="unreachable")
        return shell

    def _opened(self, answer: Answer) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """Return what answers where a key leads to a page; raises `NoPage`, `TooMuch`."""

        async def answered(request: web.Request) -> web.StreamResponse:
            shell = self._answering()
            key, address = request.match_info["key"], _address(request)
            found = await shell.stores.pages.find(key)
            if found is None:
                # The right ones of somebody who tries wrong ones lead to their pages all the same.
                _spend(self._wrong_keys, address)
                raise NoPage
            return await answer(request, PageRequest(shell, key, found, address))

        return answered

    async def _page(self, request: web.Request, asked: PageRequest) -> web.StreamResponse:
        made = await self.pages.page(
            asked.shell, asked.key, asked.found, lambda: _spend(self._builds, asked.address)
        )
        policy = f"{made.policy}; frame-ancestors 'none'"
        return await _send(request, made, {"Content-Security-Policy": policy})

    async def _board(self, request: web.Request, asked: PageRequest) -> web.StreamResponse:
        made = await self.pages.board(
            asked.shell, asked.key, asked.found, lambda: _spend(self._builds, asked.address)
        )
        # Chats embed it.
        return await _send(request, made, {"Cross-Origin-Resource-Policy": "cross-origin"})

    async def _live(self, request: web.Request, asked: PageRequest) -> web.StreamResponse:
        return await self.live.follow(request, asked.key, asked.found)

    @web.middleware
    async def _guard(
        self,
        request: web.Request,
        handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
    ) -> web.StreamResponse:
        """Answer, or say why not; whatever goes wrong."""
        said = words(language_for(request.headers.get("Accept-Language", "")))
        try:
            _spend(self._requests, _address(request))
            answered = await handler(request)
        except (NoPage, web.HTTPNotFound):
            sentence = said.say("There is no page at this address (any more).")
            answered = _told(HTTPStatus.NOT_FOUND, sentence, said)
        except TooMuch as error:
            sentence = said.say("Too much was asked for. Please try again in a minute.")
            answered = _told(HTTPStatus.TOO_MANY_REQUESTS, sentence, said, after=error.seconds)
        except (OutOfReach, NewerRules):
            sentence = said.say("I can't be reached just now. Please try again in a minute.")
            answered = _told(HTTPStatus.SERVICE_UNAVAILABLE, sentence, said, after=AWAY_SECONDS)
        except web.HTTPException as error:
            answered = web.Response(status=error.status, text=error.reason)
            if "Allow" in error.headers:
                answered.headers["Allow"] = error.headers["Allow"]
        except Exception:
            number = token_hex(4)
            log.exception("page-failed", id=number)
            sentence = said.say("Something went wrong here (id {id}).", id=number)
            answered = _told(HTTPStatus.INTERNAL_SERVER_ERROR, sentence, said)
        metrics.PAGE_REQUESTS.labels(_kind(request), str(answered.status)).inc()
        return answered


@asynccontextmanager
async def listening(
    shell: Callable[[], Shell | None], url: str | None, address: str, port: int
) -> AsyncIterator[int]:
    """Answer on a port, 0 for any free one, and give it; raises `PortTaken`."""
    app = PageServer(shell, url).app()
    how = {"shutdown_timeout": LAST_SECONDS, "keepalive_timeout": IDLE_SECONDS}
    async with answering(app, "PAGE", address, port, **how) as bound:
        log.info("page-port", address=address, port=bound, url=url)
        yield bound


def language_for(accepted: str) -> str:
    """Return the one of our languages that a browser wants most, English if none.

    >>> language_for("de, fr-CA;q=0.8, es;q=0.9"), language_for("fr;q=0, *"), language_for("")
    ('es', 'en', 'en')
    """
    wanted = list[tuple[float, str]]()
    for each in accepted.replace(" ", "").split(","):
        name, _, weight = each.partition(";q=")
        try:
            wanted.append((float(weight or 1), name.partition("-")[0].lower()))
        except ValueError:
            continue
    known = [each for each in wanted if each[0] > 0 and each[1] in LANGUAGES]
    return max(known, key=lambda each: each[0], default=(1.0, LANGUAGES[0]))[1]


async def _send(request: web.Request, page: WebPage, headers: dict[str, str]) -> web.Response:
    """Send a page, or that the reader has it; cut off who takes too long for it."""
    has_it = any(each.value in (page.digest, "*") for each in request.if_none_match or ())
    answer = web.Response(status=HTTPStatus.NOT_MODIFIED if has_it else HTTPStatus.OK)
    answer.headers.update(headers)
    answer.headers.update({"Cache-Control": page.caching, "ETag": f'"{page.digest}"'})
    if not has_it:
        answer.headers["Content-Type"] = page.kind
        answer.body = page.body
    try:
        async with asyncio.timeout(SLOWEST_SECONDS):
            await answer.prepare(request)
            await answer.write_eof()
    except TimeoutError:
        if request.transport is not None:
            request.transport.abort()
    except ConnectionError:
        # They have gone.
        pass
    return answer


def _told(status: HTTPStatus, sentence: str, said: Words, after: float = 0) -> web.Response:
    """Return a sentence as a page; `after` is in how many seconds it may be otherwise."""
    text = (
        f'<!doctype html>\n<html lang="{said.language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>Faultline</title>\n'
        f"<p>{escape(sentence)}</p>\n"
    )
    headers = {"Vary": "Accept-Language"}
    if after:
        headers["Retry-After"] = str(ceil(after))
    return web.Response(status=status, text=text, content_type="text/html", headers=headers)


def _address(request: web.Request) -> str:
    forwarded = request.headers.getall("X-Forwarded-For", [""])
    return address_of(request.remote or "", forwarded[-1])


def _spend(limit: AddressLimit, address: str) -> None:
    if seconds := limit.spend(address):
        raise TooMuch(seconds)


def _kind(request: web.Request) -> str:
    """Return what is asked for, as figures name it."""
    resource = request.match_info.route.resource
    last = "" if resource is None else resource.canonical.rpartition("/")[2]
    return "page" if last == "{key}" else last.partition(".")[0] or "other"


async def _add_headers(_: web.Request, answer: web.StreamResponse) -> None:
    for name, value in _HEADERS.items():
        answer.headers.setdefault(name, value)
    # It names versions.
    answer.headers.pop("Server", None)
