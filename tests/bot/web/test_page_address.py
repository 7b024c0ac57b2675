"""A page at its address, in a browser."""

from playwright.async_api import Browser, expect

from bot.hosting.host import Host
from tests.bot.tables import ANN, BOB, played_out, table_of
from tests.bot.web.conftest import Served
from tests.bot.web.site import over


async def test_a_finished_match_is_looked_through_at_its_address(
    served: Served, host: Host, browser: Browser
) -> None:
    site = await served(url=None)
    match = await played_out(host, (await table_of(host, ANN, BOB)).id)
    told, context = list[str](), await browser.new_context(locale="es-ES")
    tab = await context.new_page()
    tab.on("console", lambda message: told.append(message.text))
    tab.on("pageerror", lambda error: told.append(str(error)))

    answer = await tab.goto(f"{site.origin}{await site.path(match.id)}#37")

    assert answer
    assert answer.status == 200
    await expect(tab.locator("#number")).to_contain_text("37")
    await tab.keyboard.press("ArrowRight")
    await expect(tab.locator("#number")).to_contain_text("38")
    await expect(tab.locator("html")).to_have_attribute("lang", "es")
    await tab.get_by_role("tab").last.click()
    await tab.locator("#check, button:has-text('sorteos')").last.click()
    await expect(tab.locator("#verdict")).to_be_visible()
    assert told == []
    assert await context.cookies() == []


async def test_an_address_that_leads_nowhere_says_so_in_the_browsers_language(
    served: Served, browser: Browser
) -> None:
    site = await served(url=None)
    tab = await (await browser.new_context(locale="fr-FR")).new_page()

    await tab.goto(f"{site.origin}/m/AAAAAAAAAAAAAAAAAAAAAAAA")

    await expect(tab.get_by_text("Il n'y a pas de page à cette adresse")).to_be_visible()


async def test_a_page_cannot_be_framed_by_others(
    served: Served, host: Host, browser: Browser
) -> None:
    site = await served(url=None)
    path = await site.path((await over(host)).id)
    tab = await (await browser.new_context()).new_page()

    async with tab.expect_console_message(lambda told: "frame-ancestors" in told.text):
        await tab.set_content(f'<iframe src="{site.origin}{path}"></iframe>')

    await expect(tab.frame_locator("iframe").locator("#number")).to_have_count(0)
