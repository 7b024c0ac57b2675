"""The playground as a real process, and a headless browser to look at it."""

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from tests.bot.browser import FLAGS, installed_browser
from tests.bot.playground.page import Seat

ROOT = Path(__file__).parents[3]
CHANGED = ("DISCORD_TOKEN", "DISCORD_API_URL", "PLAYGROUND_PORT", "DATABASE_URL", "MASTER_LEVEL")


def begun(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the playground in this folder, with the settings that are there."""
    kept = {name: value for name, value in os.environ.items() if name not in CHANGED}
    return subprocess.Popen(
        [sys.executable, "-m", "bot", "playground", *arguments],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def address(process: subprocess.Popen[str]) -> str:
    """Return the address of the page, as soon as it is printed."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if "http://" in line:
            return line[line.index("http://") :].strip()
    raise AssertionError("".join(lines))


@pytest.fixture
def settings() -> str:
    """Return the lines of `.env`; a test has others where it gives them as a parameter."""
    return ""


@pytest.fixture
def playground(tmp_path: Path, settings: str) -> Iterator[str]:
    """Run a playground and return its address."""
    (tmp_path / ".env").write_text(settings, encoding="utf-8")
    process = begun(tmp_path, "--port", "0")
    try:
        yield address(process)
    finally:
        process.terminate()
        process.communicate(timeout=30)


@pytest.fixture
async def ann(playground: str, tmp_path: Path) -> AsyncIterator[Seat]:
    """Open the page; the first person looks at it."""
    browser = installed_browser()
    async with async_playwright() as driver:
        context = await driver.chromium.launch_persistent_context(
            tmp_path / "profile",
            executable_path=browser,
            args=FLAGS,
            viewport={"width": 1200, "height": 900},
        )
        tab = context.pages[0]
        await tab.goto(playground)
        yield Seat(tab)
        await context.close()
