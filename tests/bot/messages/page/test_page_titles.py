"""Pages of real matches, one of each title: their words in every language, at every width."""

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, expect

from bot.locale.localisation import LANGUAGES, words
from bot.messages.page.interface import interface
from tests.bot.messages.page.matches import page_of, reviewed
from tests.games.titles import every_title

UNTOLD = re.compile(r".*(?:\{\w*\}|\bundefined\b|\bNaN\b|\[object|\bnull\b).*")
LOCALES = {"en": "en-GB", "fr": "fr-CA", "es": "es-MX"}
TABS = ("moves", "review", "words", "draws")

TOLD = """() => [document.title,
    ...[...document.querySelectorAll("header, main, dialog")].map((each) => each.innerText),
    ...[...document.querySelectorAll("body *")].flatMap((each) =>
        ["aria-label", "aria-valuetext", "title"].map((name) => each.getAttribute(name) ?? "")),
].join("\\n")"""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


async def opened(browser: Browser, title: str, tmp_path: Path, **visitor: Any) -> Page:
    file = tmp_path / f"{title}.html"
    file.write_bytes(page_of(title))
    tab = await (await browser.new_context(**visitor)).new_page()
    await tab.goto(f"{file.as_uri()}#37")
    await tab.locator("main").wait_for(state="visible")
    return tab


async def says_all(tab: Page) -> None:
    """Fail where something is not told, or sticks out, in any tab, in the help, at any move."""
    for name in TABS:
        await tab.locator(f"#to-{name}").click()
        if name == "words":
            chips = await tab.locator(".chips button").all_inner_texts()
            assert len(chips) == len(set(chips)) > 1
        if name == "draws":
            await tab.locator("#check").click()
            await tab.locator("summary").click()
        assert UNTOLD.findall(await tab.evaluate(TOLD)) == []
        for width in (320, 400):
            await tab.set_viewport_size({"width": width, "height": 860})
            assert await tab.evaluate(SIDEWAYS) <= 0, (name, width)
    await tab.keyboard.press("?")
    assert UNTOLD.findall(await tab.evaluate(TOLD)) == []
    await tab.keyboard.press("Escape")
    await tab.set_viewport_size({"width": 1280, "height": 900})


@every_title
async def test_every_word_is_told_in_every_language(
    browser: Browser, title: str, tmp_path: Path
) -> None:
    count, complaints = len(reviewed(title).head["steps"]), list[str]()
    for language in LANGUAGES:
        tab = await opened(browser, title, tmp_path, locale=LOCALES[language])
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        of = interface(words(language), is_lesson=False)["of"].format(n=count)

        await expect(tab.locator("html")).to_have_attribute("lang", language)
        await expect(tab.locator("#number")).to_have_text(f"37{of}")
        await says_all(tab)

        await tab.keyboard.press("End")
        await expect(tab.locator("#number")).to_have_text(f"{count}{of}")
        assert UNTOLD.findall(await tab.evaluate(TOLD)) == []
        await tab.evaluate("location.hash = '#5'")
        await expect(tab.locator("#number")).to_have_text(f"5{of}")
        await tab.context.close()
    assert complaints == []


@every_title
async def test_a_switch_of_language_leaves_no_word_of_the_other(
    browser: Browser, title: str, tmp_path: Path
) -> None:
    tab = await opened(browser, title, tmp_path, locale="en-GB")
    for language in ("fr", "es", "en"):
        await tab.locator(f"#languages [lang={language}]").click()
        switched = await tab.evaluate(TOLD)

        await tab.reload()

        await expect(tab.locator("html")).to_have_attribute("lang", language)
        await tab.locator("main").wait_for(state="visible")
        assert await tab.evaluate(TOLD) == switched


PHONE, DESKTOP = (400, 860), (1280, 900)


@pytest.mark.parametrize(
    ("title", "scheme", "size"),
    [
        ("aftershock", "dark", PHONE), ("san_andreas", "light", DESKTOP),
        ("seismic", "light", PHONE), ("seismic", "dark", DESKTOP),
    ],
)  # fmt: skip
async def test_axe_finds_nothing(
    browser: Browser, title: str, tmp_path: Path, scheme: str, size: tuple[int, int]
) -> None:
    # What axe looks with is not the page's own, and its policy lets nothing else run.
    tab = await opened(
        browser,
        title,
        tmp_path,
        viewport=dict(zip(("width", "height"), size, strict=True)),
        color_scheme=scheme,
        bypass_csp=True,
    )
    found = list[tuple[str, ...]]()
    for name in (*TABS, "help"):
        if name == "help":
            await tab.keyboard.press("?")
        else:
            await tab.locator(f"#to-{name}").click()
        await tab.mouse.move(1, 1)
        looked = await Axe().run(tab)
        found += [
            (name, each["id"], node["html"], node["failureSummary"])
            for each in looked.response["violations"]
            for node in each["nodes"]
        ]
    assert found == []
