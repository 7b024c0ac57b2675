"""The page of a running match in a browser, while it is played."""

from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

from aiohttp import web
from playwright.async_api import Page, async_playwright, expect

from bot.command_line.replay import match_of
from bot.messages.page.contents import Contents, contents
from bot.messages.page.file import written
from bot.storage.page.pages import OpenPage
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Status
from bot.web.live import LiveHub
from engine.replay import Replay
from tests.bot.browser import FLAGS, installed_browser
from tests.games.test_pages import loaded, path_of
from tests.games.titles import GAMES, PANELS

TITLE = "san_andreas"
PATIENT = 60_000
"""Milliseconds; other tests run beside this one."""


class Table:
    """A golden match that is played on line by line, and its page."""

    def __init__(self) -> None:
        self.whole = loaded(path_of(TITLE, "taken-back"))
        self.entries = self.whole.begun.record.entries
        self.back = next(n for n, each in enumerate(self.entries) if each.undo_to is not None)
        self.lines, self.live = self.back - 4, ""
        self.made: Contents | None = None

    @property
    def page(self) -> OpenPage:
        return OpenPage(MatchId(1), Status.PLAYING, self.lines, None, False)  # noqa: FBT003

    async def find_all(self, keys: Collection[str]) -> Mapping[str, OpenPage]:
        return dict.fromkeys(keys, self.page)

    async def build(self, *_: object) -> Contents:
        self.made = self.contents(self.made)
        return self.made

    def contents(self, before: Contents | None) -> Contents:
        if self.lines > len(self.entries):
            return contents(PANELS[TITLE], self.whole, before=before)
        record = self.whole.begun.record
        record = replace(record, outcome=None, seed=None, entries=record.entries[: self.lines])
        of = LoadedMatch(match_of(record), Replay(GAMES[TITLE], record))
        return contents(PANELS[TITLE], of, live=self.live, before=before)

    def moves(self) -> int:
        return len(self.contents(None).head["steps"])


@asynccontextmanager
async def opened(table: Table) -> AsyncIterator[Page]:
    """Serve the page and its events, and open it in a browser."""
    hub = LiveHub(table.find_all, table.build)

    async def page(_: web.Request) -> web.Response:
        body = written(table.contents(None))
        headers = {"Cache-Control": "no-cache"}
        return web.Response(body=body, content_type="text/html", headers=headers)

    async def live(request: web.Request) -> web.StreamResponse:
        return await hub.follow(request, "key", table.page)

    application = web.Application()
    application.router.add_get("/m/key", page)
    application.router.add_get("/m/key/live", live)
    runner = web.AppRunner(application, shutdown_timeout=2)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        address = f"http://127.0.0.1:{runner.addresses[0][1]}/m/key"
        table.live = f"{address}/live"
        # Where there is no browser the test is skipped here, and nothing may stay open.
        async with async_playwright() as driver:
            browser = await driver.chromium.launch(executable_path=installed_browser(), args=FLAGS)
            context = await browser.new_context(locale="en-GB")
            context.set_default_timeout(60_000)
            tab = await context.new_page()
            await tab.goto(address)
            await tab.locator("main").wait_for(state="visible")
            yield tab
            await browser.close()
    finally:
        await hub.close()
        await runner.cleanup()


async def test_a_running_match_is_followed_to_its_end() -> None:
    table = Table()
    async with opened(table) as tab:
        number, fresh = tab.locator("#number"), tab.locator("#fresh")
        count = table.moves()
        await expect(number).to_have_text(f"{count}of {count}")

        # At the end: the newest move is shown.
        table.lines += 2
        grown = table.moves()
        assert grown > count
        await expect(number).to_have_text(f"{grown}of {grown}", timeout=PATIENT)

        # What is taken back is struck through; who looks elsewhere stays there.
        await tab.keyboard.press("Home")
        gone = tab.locator("#moves li.gone")
        assert await gone.count() == 0
        table.lines = table.back + 2
        more = table.moves() - grown
        news = f"{more} new move{'s' if more > 1 else ''}"
        await expect(fresh).to_have_text(news, timeout=PATIENT)
        await expect(number).to_have_text(f"1of {grown + more}")
        assert await gone.count() > 0

        # With the end come the outcome and what proves the draws.
        table.lines = len(table.entries) + 1
        await expect(tab.locator("#facts")).to_contain_text(" win", timeout=PATIENT)
        await expect(number).to_contain_text("1of")
        await tab.get_by_role("tab", name="Draws").click()
        await tab.get_by_role("button", name="Check the draws").click()
        await expect(tab.locator("#verdict")).to_contain_text("are right")
        assert await tab.evaluate("document.title") == "San Andreas 1"
