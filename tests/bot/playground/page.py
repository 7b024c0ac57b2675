"""Hands and eyes for the playground's page, in a headless browser."""

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Locator, Page, Response, expect
from playwright.async_api import TimeoutError as TooLate

PICTURES = Path(__file__).parents[3] / "screenshots"
"""Where the tests leave what they saw; git ignores it."""
LOADED = "image => image.complete && image.naturalWidth >= 400"
PATIENCE_MS = 20_000
CLICKS = 3

expect.set_options(timeout=PATIENCE_MS)


@dataclass(frozen=True)
class Seat:
    """A tab in which one of the three people looks at the channel."""

    tab: Page

    @property
    def messages(self) -> Locator:
        """The messages that this person sees."""
        return self.tab.locator("article.channel-message")

    @property
    def newest(self) -> Locator:
        """The last of them."""
        return self.messages.last

    @property
    def boards(self) -> Locator:
        """Messages with a board that still have buttons."""
        texts = self.tab.get_by_role("button", name="Board as text", exact=True)
        return self.messages.filter(has=texts)

    async def become(self, name: str) -> None:
        """Look as another person, and wait until the page shows what they see."""
        people = self.tab.get_by_label("Viewing as")
        if await people.locator("option:checked").inner_text() == name:
            return
        async with self.tab.expect_response(_answers_post):
            await people.select_option(label=name)
        await expect(self.tab.locator("#preview-app")).to_have_attribute("aria-busy", "false")

    async def press(self, label: str, message: Locator | None = None) -> None:
        """Press a button of a message, of the newest one unless another is given.

        The page refuses a click while it is being refreshed; people then click again.
        """
        button = (message or self.newest).get_by_role("button", name=label, exact=True)
        await self._click(button)

    async def press_until(
        self, label: str, words: str, message: Locator | None = None, told: Locator | None = None
    ) -> None:
        """Press a button until `told`, the newest message unless it is given, says `words`.

        A page that is refreshed in that very moment drops a click without a word.
        """
        for _ in range(CLICKS - 1):
            await self.press(label, message)
            with suppress(AssertionError):
                await expect(told or self.newest).to_contain_text(words, timeout=PATIENCE_MS / 2)
                return
        await self.press(label, message)
        await self.sees(words, told)

    async def choose_until(self, menu: str, told: Locator, words: str, *options: str) -> None:
        """Choose one of these in a menu of the newest message, until `told` says `words`.

        A page that is refreshed in that very moment drops a choice, and then keeps it as made.
        """
        for option in options:
            shown = self.newest.get_by_role("option", name=re.compile(rf"^\s*{option}")).first
            with suppress(AssertionError, TooLate):
                await self.newest.get_by_role("combobox", name=re.compile(menu)).click()
                await shown.click(timeout=PATIENCE_MS / 4)
                await expect(told).to_contain_text(words, timeout=PATIENCE_MS / 4)
                return
        await self.sees(words, told)

    async def _click(self, button: Locator) -> None:
        status = self.tab.locator("#action-status")
        for _ in range(CLICKS):
            await button.click()
            await expect(status).not_to_contain_text("Completing")
            if "not completed" not in await status.inner_text():
                return
        raise AssertionError(button)

    async def sees(self, words: str, message: Locator | None = None) -> None:
        """Wait until a message says this."""
        await expect(message or self.newest).to_contain_text(words)

    async def sees_picture(self, message: Locator | None = None) -> None:
        """Wait until the picture of a message is there, large enough for a board."""
        image = (message or self.newest).locator("img[alt]").last
        await expect(image).to_be_visible()
        handle = await image.element_handle()
        await self.tab.wait_for_function(LOADED, arg=handle, timeout=PATIENCE_MS)

    async def labels(self, message: Locator | None = None) -> list[str]:
        """Return what stands on the buttons of a message that can be pressed."""
        buttons = (message or self.newest).locator("button.component-button[aria-disabled=false]")
        await expect(buttons.first).to_be_visible()
        return [each.strip() for each in await buttons.all_inner_texts()]

    async def keep(self, name: str) -> None:
        """Leave a picture of the page."""
        PICTURES.mkdir(exist_ok=True)
        await self.newest.scroll_into_view_if_needed()
        await self.tab.screenshot(path=PICTURES / f"{name}.png")

    async def type_command(self, command: str) -> None:
        """Type a command without options, take it from the list and send it."""
        await self.tab.get_by_placeholder("Message #board-games").press_sequentially(command)
        await expect(self.tab.get_by_role("option").filter(has_text=command)).to_be_visible()
        await self.tab.keyboard.press("Enter")
        await self._click(self.tab.locator("form", has_text=command).get_by_role("button").last)

    async def play(self, tile: str) -> None:
        """Play a whole turn: this tile, the first cell, the first crew."""
        await self.press_until(tile, "Nothing is sent yet.", self.boards.last)
        await self.sees_picture()
        cells = [each for each in await self.labels() if re.fullmatch(r"[A-Z]\d+", each)]
        await self.press_until(cells[0], "Back to the cells")
        await self.sees_picture()
        places = [each for each in await self.labels() if each.startswith("Place")]
        await self.press(places[0])
        await expect(self.tab.get_by_text("Sent.", exact=True).last).to_be_visible()


def _answers_post(response: Response) -> bool:
    return response.request.method == "POST" and "/api/" in response.url
