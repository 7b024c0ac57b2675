"""Pages at an address: the link in a table's message, and a match followed in a browser."""

import re
from collections.abc import AsyncIterator
from typing import Any, Final

import pytest
from playwright.async_api import Page, async_playwright, expect

from tests.bot.browser import FLAGS, installed_browser
from tests.wire.table import Table, opened
from tests.wire.test_process import free_port
from tests.wire.world import KILLED, PATIENCE, Wire

pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

FOLLOWED: Final = 3
"""Turns after which a browser is looked at, before and after the process was killed."""
MILLISECONDS: Final = PATIENCE * 1000


@pytest.fixture
async def tab() -> AsyncIterator[Page]:
    """Open an empty page in a browser."""
    path = installed_browser()
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=path, args=FLAGS)
        yield await browser.new_page(locale="en-GB")
        await browser.close()


def link_in(message: Any) -> tuple[str, str]:
    """Return label and address of the only link under a table message."""
    ((label, url),) = [(each["label"], each["url"]) for each in message.buttons if "url" in each]
    return label, url


async def moves_in(tab: Page) -> int:
    """Return how many moves the page has."""
    return int(await tab.locator("#slider").get_attribute("max") or 0)


async def assert_follows(tab: Page, table: Table) -> None:
    """Play a turn and wait until the reader, who is at the end, sees it."""
    before = await moves_in(tab)
    await table.turn()
    # The page may load itself again meanwhile: so the slider is looked for each time.
    follows = """(before) => {
        const slider = document.querySelector("#slider");
        return slider && slider.max > before && slider.value === slider.max;
    }"""
    await tab.wait_for_function(follows, arg=before, timeout=MILLISECONDS)


async def test_tables_lead_to_their_page_though_another_process_answers_there(wire: Wire) -> None:
    await wire.begin(PAGE_URL="https://faultline.example/games/")
    table = await opened(wire, *(wire.discord.user(name) for name in ("Ann", "Bob")))

    first = link_in(table.newest)
    await table.turn()

    assert first[0] == "Follow in the browser"
    assert re.fullmatch(r"https://faultline\.example/games/m/[\w-]{24}", first[1])
    assert link_in(table.newest) == first
    assert wire.problems() == []
    assert wire.broken() == []


async def test_a_match_is_followed_in_a_browser_while_it_is_played(wire: Wire, tab: Page) -> None:
    port, faults = free_port(), list[str]()
    tab.on("pageerror", lambda error: faults.append(str(error)))
    wire.hurry()
    await wire.begin(PAGE_PORT=str(port), PAGE_URL=f"http://127.0.0.1:{port}")
    table = await opened(wire, *(wire.discord.user(name) for name in ("Ann", "Bob")))
    await table.turn()
    _, url = link_in(table.newest)

    await tab.goto(url)
    await tab.locator("main").wait_for(state="visible")
    for _ in range(FOLLOWED):
        await assert_follows(tab, table)
    await wire.restart()
    for _ in range(FOLLOWED):
        await assert_follows(tab, table)
    while not table.is_over:
        await table.turn()

    facts = tab.locator("#facts")
    await expect(facts).to_contain_text(re.compile("wins? with"), timeout=MILLISECONDS)
    await tab.get_by_role("tab", name="Draws").click()
    await tab.get_by_role("button", name="Check the draws").click()
    await expect(tab.locator("#verdict")).to_contain_text("are right.", timeout=MILLISECONDS)
    assert tab.url.split("#")[0] == url
    assert link_in(table.newest) == ("Open in the browser", url)
    assert faults == []
    wire.by_design.append(KILLED)
    assert wire.problems() == []
    assert wire.broken() == []
