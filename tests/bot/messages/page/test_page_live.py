"""The page of a match that runs: new moves come by themselves."""

import base64
import json
import re
from asyncio import StreamReader, StreamWriter, start_server
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Page, expect

from tests.bot.messages.page import tiny
from tests.bot.messages.page.conftest import Opened


def _event(name: str, number: int, data: Any) -> str:
    return f"retry: 50\nid: {number}\nevent: {name}\ndata: {json.dumps(data)}\n\n"


def _step(number: int) -> str:
    words = {
        language: {
            "say": [f"News {number}."], "note": ["", "", ""],
            "text": {"lines": [f"## New {number}"], "at": [[number - 1]]},
        }
        for language in ("en", "fr", "es")
    }  # fmt: skip
    step = {"l": 10 + number, "p": [number, 9, 12], "s": 0}
    # One new block at the first place, all else as before.
    places = base64.b64encode(bytes([1, 0] + [0] * 10)).decode()
    block = base64.b64encode(bytes([number % 4]) * 256).decode()
    return _event("step", number, {"step": step, "say": words, "places": places, "blocks": block})


class _Server:
    """Gives these answers, one a connection, then none; keeps what it was asked."""

    def __init__(self, *answers: str) -> None:
        self._answers = list(answers)
        self.asked: list[tuple[str, str | None]] = []

    async def answer(self, reader: StreamReader, writer: StreamWriter) -> None:
        request = (await reader.readuntil(b"\r\n\r\n")).decode()
        before = re.search(r"last-event-id: (\d+)", request, re.IGNORECASE)
        self.asked.append((request.split()[1], before and before[1]))
        if self._answers:
            kind = "Content-Type: text/event-stream\r\nAccess-Control-Allow-Origin: *"
            body = self._answers.pop(0)
            writer.write(f"HTTP/1.1 200 OK\r\n{kind}\r\nConnection: close\r\n\r\n{body}".encode())
            await writer.drain()
        writer.close()


@asynccontextmanager
async def _followed(opened: Opened, server: _Server, address: str = "") -> AsyncIterator[Page]:
    """Open the page of the running match, which this server goes on telling."""
    async with await start_server(server.answer, "127.0.0.1", 0) as listening:
        origin = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        closed = tiny.head()["proof"] | {"seed": None, "joins": [], "lines": [], "draws": []}
        running = {"live": f"{origin}/7", "outcome": None, "review": None, "proof": closed}
        tab = await opened(address, head=tiny.head() | running, connect=origin)
        yield tab
        await tab.close()


async def test_a_reader_at_the_end_follows_and_reconnects_where_they_are(opened: Opened) -> None:
    server = _Server(_step(8), _step(9))

    async with _followed(opened, server) as tab:
        await expect(tab.locator("#number")).to_have_text("9of 9")
        await expect(tab.locator("#said")).to_have_text("News 9.")
        await expect(tab.locator("#seats .points span").first).to_have_text("9")
        await expect(tab.locator("#fresh")).to_be_hidden()
        await expect(tab.locator("#lost")).to_have_text("Not live any more; trying again")
        assert server.asked[:2] == [("/7?after=7", None), ("/7?after=7", "8")]
        corner = "document.getElementById('board').getContext('2d').getImageData(0, 0, 1, 1).data"
        colour = await tab.evaluate(f"[...{corner}].slice(0, 3)")
        assert bytes(colour).hex() == tiny.PALETTE[1]
        await tab.get_by_role("tab", name="In words").click()
        await expect(tab.get_by_role("heading", name="New 9")).to_be_visible()


async def test_a_reader_elsewhere_is_told_how_much_is_new(opened: Opened) -> None:
    server = _Server(_step(8) + _step(9))

    async with _followed(opened, server, "#3") as tab:
        await expect(tab.locator("#number")).to_have_text("3of 9")
        await tab.get_by_role("button", name="2 new moves").click()
        await expect(tab.locator("#number")).to_have_text("9of 9")
        await expect(tab.locator("#fresh")).to_be_hidden()


async def test_the_end_brings_outcome_and_proof(opened: Opened) -> None:
    whole = tiny.head()
    end = {key: whole[key] for key in ("outcome", "proof", "review")}
    server = _Server(_event("end", 7, end))

    async with _followed(opened, server) as tab:
        await expect(tab.locator("#facts")).to_contain_text("Cleo wins with 12")
        await tab.get_by_role("tab", name="Draws").click()
        await tab.get_by_role("button", name="Check the draws").click()
        await expect(tab.locator("#verdict")).to_contain_text("10 lines and 4 draws are right.")
        await expect(tab.locator("#lost")).to_be_hidden()
        assert len(server.asked) == 1
