"""A headless browser for tests that look at pages."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, async_playwright

BROWSERS = ("chromium", "google-chrome", "chromium-browser")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def installed_browser() -> str:
    """Return the path of a browser; the test is skipped if there is none."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no chromium or google-chrome is installed")
    return found


@asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    """Start a browser; the test is skipped if there is none."""
    path = installed_browser()
    async with async_playwright() as driver:
        started = await driver.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        await started.close()
