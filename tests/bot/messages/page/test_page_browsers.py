"""A page opens from its file, without a network, in browsers of other makers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from bot.locale.localisation import LANGUAGES, words
from bot.messages.page.interface import interface
from tests.bot.firefox import Firefox, firefox
from tests.bot.messages.page.matches import page_of, reviewed
from tests.bot.webkit import WebKit, webkit
from tests.render.painting import painted

Tab: TypeAlias = Firefox | WebKit
MAKERS: dict[str, Callable[[Path], AbstractAsyncContextManager[Tab]]] = {
    "firefox": firefox,
    "webkit": webkit,
}
TITLE = "san_andreas"
RIGHT, LEFT = "\ue014", "\ue012"
PATIENCE = 600

NUMBER = "document.getElementById('number').textContent"
PIXELS = """(({ width, height }) => [...document.getElementById('board').getContext('2d')
    .getImageData(0, height >> 1, width, 1).data].filter((_, i) => i % 4 < 3)
)(document.getElementById('board'))"""


@pytest.fixture(params=MAKERS)
async def tab(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Tab]:
    """Start a browser of each maker."""
    profile = tmp_path / "profile"
    profile.mkdir()
    async with MAKERS[request.param](profile) as started:
        yield started


async def becomes(tab: Tab, expression: str, value: Any) -> None:
    for _ in range(PATIENCE):
        if (found := await tab.evaluate(expression)) == value:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{expression} is {found!r}, not {value!r}")


async def test_a_page_opens_from_its_file_steps_speaks_and_proves(tab: Tab, tmp_path: Path) -> None:
    made, file = reviewed(TITLE), tmp_path / "match.html"
    file.write_bytes(page_of(TITLE))
    of = {each: interface(words(each), is_lesson=False)["of"] for each in LANGUAGES}
    steps = len(made.head["steps"])

    await tab.open(f"{file.as_uri()}#37")

    await becomes(tab, "document.querySelectorAll('main:not([hidden])').length", 1)
    await becomes(tab, NUMBER, "37" + of["en"].format(n=steps))
    await tab.press(RIGHT)
    await tab.press(RIGHT)
    await tab.press(LEFT)
    await becomes(tab, NUMBER, "38" + of["en"].format(n=steps))
    frame = painted(made.maps, steps)[37].convert("RGB")
    middle = frame.height // 2
    row = frame.crop((0, middle, frame.width, middle + 1))
    assert await tab.evaluate(PIXELS) == list(row.tobytes())

    for language in ("fr", "es"):
        await tab.evaluate(f"document.querySelector('#languages [lang={language}]').click()")
        await becomes(tab, NUMBER, "38" + of[language].format(n=steps))

    await tab.evaluate("document.getElementById('to-draws').click()")
    await tab.evaluate("document.getElementById('check').click()")
    await becomes(tab, "document.querySelectorAll('#verdict .box:not(.bad)').length", 1)
    assert await tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
