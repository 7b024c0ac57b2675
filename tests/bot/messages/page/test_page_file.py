"""The page as a file: nothing fetched, nothing run but its own script, small, readable by all."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.bot.messages.page import tiny
from tests.bot.messages.page.conftest import Opened
from tests.bot.playground.page import PICTURES

MOST_BYTES = 36 * 1024

NAMELESS = """() => [...document.querySelectorAll("button, input, [role], a, canvas, dialog")]
    .filter((each) => each.checkVisibility() && !each.closest("[aria-hidden]")
        && !each.getAttribute("aria-label") && !each.getAttribute("aria-labelledby")
        && !each.textContent.trim() && !each.labels?.length && each.role !== "status")
    .map((each) => each.outerHTML)"""

FAINT = """() => {
    const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => {
        const [r, g, b] = channels(colour).map((each) => each / 255).map(
            (each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (each) => {
        const colour = getComputedStyle(each).backgroundColor;
        return (channels(colour)[3] ?? 1) > 0 ? colour : ground(each.parentElement);
    };
    const texts = [...document.querySelectorAll("body *:not(script, style, svg *)")].filter(
        (each) => each.checkVisibility() && !each.disabled && !each.closest("#columns, #live")
            && [...each.childNodes].some(({ data }) => data?.trim()));
    return texts.map((each) => {
        const [a, b] = [light(getComputedStyle(each).color), light(ground(each))].sort();
        return [each.outerHTML, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
    }).filter(([, contrast]) => contrast < 4.5);
}"""

SMALL = """() => [...document.querySelectorAll("button, summary")]
    .filter((each) => each.checkVisibility())
    .map((each) => [each.outerHTML, each.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 44 || height < 44)"""


def test_template_style_and_script_are_small() -> None:
    assert sum(len(part.encode()) for part in tiny.parts()) <= MOST_BYTES


async def test_a_name_that_looks_like_a_script_is_only_a_name(opened: Opened) -> None:
    tab = await opened(before="window.alert = () => { window.alerted = true; }")

    for name in ("Review", "In words", "Draws", "Moves"):
        await tab.get_by_role("tab", name=name).click()

    await expect(tab.locator("#seats b").first).to_have_text("<script>alert(1)</script>")
    await expect(tab.locator("script")).to_have_count(4)
    assert await tab.evaluate("window.alerted") is None


async def test_the_page_keeps_to_its_policy_and_fetches_nothing(opened: Opened) -> None:
    told: list[str] = []
    tab = await opened()
    tab.on("console", lambda message: told.append(message.text))
    tab.on("pageerror", lambda error: told.append(str(error)))
    tab.on("request", lambda request: told.append(request.url))

    await tab.reload()
    for name in ("Review", "In words", "Draws"):
        await tab.get_by_role("tab", name=name).click()
    await tab.get_by_role("button", name="Check the draws").click()
    await tab.keyboard.press("?")

    assert [each.partition("#")[0] for each in told] == [tab.url.partition("#")[0]]


async def test_nothing_else_runs_is_styled_or_is_fetched(opened: Opened) -> None:
    tab = await opened()

    refused = await tab.evaluate("""async () => {
        const script = document.createElement("script");
        try { script.textContent = "window.run = 1"; } catch { /* needs a trusted type */ }
        document.body.append(script);
        let markup = "";
        try { document.body.innerHTML = "<p>"; } catch (error) { markup = error.name; }
        const fetched = await fetch("http://localhost:1/").catch((error) => error.name);
        return [window.run ?? null, markup, fetched];
    }""")

    assert refused == [None, "TypeError", "TypeError"]


@pytest.mark.parametrize(
    "visitor", [{"java_script_enabled": False}, {"before": "delete window.DecompressionStream"}]
)
async def test_a_browser_that_cannot_unfold_it_shows_the_points(
    opened: Opened, visitor: dict[str, Any]
) -> None:
    tab = await opened(unfolds=False, **visitor)

    await expect(tab.get_by_role("heading", name="Coin 42")).to_be_visible()
    await expect(tab.locator("#plain li")).to_have_text([
        "<script>alert(1)</script> 1", "Bob & Co 9", "Cleo 12",
    ])  # fmt: skip
    await expect(tab.locator("#plain p")).to_contain_text("a browser of 2023")
    await expect(tab.locator("main")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(400, 860), (1280, 900)])
async def test_everything_has_a_name_is_large_enough_and_can_be_read(
    opened: Opened, width: int, height: int, scheme: str
) -> None:
    tab = await opened(
        "#4",
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        has_touch=width < 600,
    )

    for name in ("Review", "In words", "Draws", "Moves"):
        await tab.get_by_role("tab", name=name).click()
        await tab.mouse.move(1, 1)

        assert await tab.evaluate(NAMELESS) == []
        assert await tab.evaluate(FAINT) == []
        assert await tab.evaluate(SMALL) == []
    PICTURES.mkdir(exist_ok=True)
    await tab.screenshot(path=PICTURES / f"match-page-{width}-{scheme}.png")


@pytest.mark.parametrize("width", [320, 400, 860, 861, 1280])
async def test_nothing_is_scrolled_sideways(opened: Opened, width: int) -> None:
    tab = await opened(viewport={"width": width, "height": 860})

    assert await tab.evaluate("document.documentElement.scrollWidth") == width


async def test_it_prints_as_a_score_sheet(opened: Opened) -> None:
    tab = await opened("#3")

    await tab.emulate_media(media="print")

    await expect(tab.locator("#bar")).to_be_hidden()
    await expect(tab.locator("#tabs")).to_be_hidden()
    await expect(tab.locator("#moves li").last).to_be_visible()
    await expect(tab.locator("#draws")).to_contain_text(tiny.SEED.hex())
    await expect(tab.locator("#draws code").last).to_be_visible()
