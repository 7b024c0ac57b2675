"""The page of a match that runs: new moves come by themselves."""

import base64
import json
import re
from asyncio import Condition, StreamReader, StreamWriter, start_server, timeout
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from zlib import MAX_WBITS, compressobj

import pytest
from playwright.async_api import Page, expect

from tests.bot.messages.page import tiny
from tests.bot.messages.page.conftest import Opened


def _event(name: str, version: str, data: Any) -> str:
    return f"retry: 50\nid: {version}\nevent: {name}\ndata: {data and json.dumps(data)}\n\n"


def _changes(*numbers: int, **step: Any) -> dict[str, Any]:
    """Return what is new in these moves, counted from 1."""
    words = {
        language: {
            "say": [[f"News {number}."] for number in numbers],
            "note": [["", "", ""] for _ in numbers],
            # Of the move before the first line is kept.
            "text": [[[f"## New {number}", 0]] for number in numbers],
        }
        for language in ("en", "fr", "es")
    }
    steps = [{"p": [number, 9, 12], "s": 0} | step for number in numbers]
    # One new block at the first place, all else as before.
    places = bytes([1, 0] + [0] * 10) * len(numbers)
    blocks = b"".join(bytes([number % 4]) * 256 for number in numbers)
    pack = compressobj(wbits=-MAX_WBITS)
    pic = base64.b64encode(pack.compress(places + blocks) + pack.flush()).decode()
    return {"n": [number - 1 for number in numbers], "step": steps, "say": words, "pic": pic}


def _step(number: int) -> str:
    return _event("step", f"v{number}", _changes(number))


class _Server:
    """Gives these answers, one a connection, then none; keeps what it was asked."""

    def __init__(self, *answers: str) -> None:
        self._answers = list(answers)
        self.asked: list[tuple[str, str | None]] = []
        self._asked_again = Condition()

    async def answer(self, reader: StreamReader, writer: StreamWriter) -> None:
        request = (await reader.readuntil(b"\r\n\r\n")).decode()
        before = re.search(r"last-event-id: (\w+)", request, re.IGNORECASE)
        async with self._asked_again:
            self.asked.append((request.split()[1], before and before[1]))
            self._asked_again.notify_all()
        if self._answers:
            kind = "Content-Type: text/event-stream\r\nAccess-Control-Allow-Origin: *"
            body = self._answers.pop(0)
            writer.write(f"HTTP/1.1 200 OK\r\n{kind}\r\nConnection: close\r\n\r\n{body}".encode())
            await writer.drain()
        writer.close()

    async def wait_for_requests(self, number: int) -> None:
        """Wait until browsers have asked this many times; a `TimeoutError` after 30 seconds."""
        async with timeout(30), self._asked_again:
            await self._asked_again.wait_for(lambda: len(self.asked) >= number)


@asynccontextmanager
async def _followed(opened: Opened, server: _Server, address: str = "") -> AsyncIterator[Page]:
    """Open the page of the running match, which this server goes on telling."""
    async with await start_server(server.answer, "127.0.0.1", 0) as listening:
        origin = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        closed = tiny.head()["proof"] | {"seed": None, "joins": [], "lines": [], "draws": []}
        running = {
            "live": f"{origin}/7",
            "version": "v7",
            "outcome": None,
            "review": None,
            "proof": closed,
        }
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
        assert server.asked[:2] == [("/7?after=v7", None), ("/7?after=v7", "v8")]
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
    end = {key: whole[key] for key in ("outcome", "proof", "review", "date")}
    server = _Server(_event("end", "v8", _changes(8) | {"head": end}))

    async with _followed(opened, server) as tab:
        await expect(tab.locator("#facts")).to_contain_text("Cleo wins with 12")
        await tab.get_by_role("tab", name="Draws").click()
        await tab.get_by_role("button", name="Check the draws").click()
        await expect(tab.locator("#verdict")).to_contain_text("10 lines and 4 draws are right.")
        await expect(tab.locator("#lost")).to_be_hidden()
        assert len(server.asked) == 1
        await expect(tab.locator("#number")).to_have_text("8of 8")


async def test_a_move_that_changes_is_shown_anew_and_struck_through(opened: Opened) -> None:
    gone = _event("step", "v8", _changes(6, 7, x=1))

    async with _followed(opened, _Server(gone), "#6") as tab:
        await expect(tab.locator("#said")).to_have_text("taken back News 6.")
        await expect(tab.locator("#moves li.gone")).to_have_count(3)
        await expect(tab.locator("#fresh")).to_be_hidden()
        corner = "document.getElementById('board').getContext('2d').getImageData(0, 0, 1, 1).data"
        colour = await tab.evaluate(f"[...{corner}].slice(0, 3)")
        assert bytes(colour).hex() == tiny.PALETTE[6 % 4]


@pytest.mark.parametrize(("address", "hash_after"), [("#3", "#3"), ("", "")])
async def test_a_page_that_is_too_old_loads_itself_again_where_it_was(
    opened: Opened, address: str, hash_after: str
) -> None:
    server = _Server(_event("again", "v9", ""))

    async with _followed(opened, server, address) as tab:
        # After this event only a page that was loaded again asks. It may have been loaded already,
        # so there is no event of the browser to wait for.
        await server.wait_for_requests(2)
        await tab.locator("main").wait_for(state="visible")
        assert await tab.evaluate("location.hash") in (hash_after, "#7"[: 2 * (not address)])
        await expect(tab.locator("#number")).to_have_text("3of 7" if address else "7of 7")
