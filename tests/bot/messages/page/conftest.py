"""The page of the tiny match in a headless browser."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.async_api import Browser, Page

from tests.bot.browser import browsing
from tests.bot.messages.page import tiny

Opened: TypeAlias = Callable[..., Awaitable[Page]]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Start a browser."""
    async with browsing() as started:
        yield started


@pytest.fixture
async def opened(browser: Browser, tmp_path: Path) -> Opened:
    """Return what opens a page from a file: its address, its data, what kind of visitor."""

    async def opened(
        address: str = "",
        *,
        head: dict[str, Any] | None = None,
        connect: str = "'none'",
        before: str = "",
        unfolds: bool = True,
        **visitor: Any,
    ) -> Page:
        file = tmp_path / "match.html"
        file.write_text(tiny.page(head, connect), "utf-8")
        kind = {"locale": "en-GB", "viewport": {"width": 1280, "height": 900}} | visitor
        context = await browser.new_context(**kind)
        tab = await context.new_page()
        if before:
            await tab.add_init_script(before)
        await tab.goto(f"{file.as_uri()}{address}")
        if unfolds:
            await tab.locator("main").wait_for(state="visible")
        return tab

    return opened
