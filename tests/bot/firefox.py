"""A headless Firefox, driven by WebDriver BiDi over its own socket."""

import asyncio
import json
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

BROWSERS = ("firefox-esr", "firefox")


class Firefox:
    """One tab of it."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket, self._ids = socket, count(1)
        self._tab = ""

    async def begin(self) -> None:
        """Begin a session and take its tab."""
        await self._call("session.new", capabilities={})
        tree = await self._call("browsingContext.getTree")
        self._tab = tree["contexts"][0]["context"]

    async def open(self, address: str) -> None:
        """Load a page, to its end."""
        await self._call(
            "browsingContext.navigate", context=self._tab, url=address, wait="complete"
        )

    async def evaluate(self, expression: str) -> Any:
        """Return what an expression is, as JSON has it."""
        told = await self._call(
            "script.evaluate",
            expression=f"JSON.stringify({expression}) ?? 'null'",
            target={"context": self._tab},
            awaitPromise=True,
        )
        return json.loads(told["result"]["value"])

    async def press(self, key: str) -> None:
        """Press and release a key, by its sign in WebDriver."""
        strokes = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        await self._call(
            "input.performActions",
            context=self._tab,
            actions=[{"type": "key", "id": "keys", "actions": strokes}],
        )

    async def _call(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        await self._socket.send_json({"id": number, "method": method, "params": params})
        while (answer := await self._socket.receive_json()).get("id") != number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]


@asynccontextmanager
async def firefox(profile: Path) -> AsyncIterator[Firefox]:
    """Start Firefox with an empty profile; the test is skipped if none is installed."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no firefox-esr or firefox is installed")
    words = ("--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0")
    process = await asyncio.create_subprocess_exec(path, *words, stdout=DEVNULL, stderr=PIPE)
    try:
        assert process.stderr
        async for line in process.stderr:
            _, told, address = line.decode(errors="replace").partition("BiDi listening on ")
            if told:
                break
        else:
            raise AssertionError("Firefox ended before it listened")
        async with (
            ClientSession() as session,
            session.ws_connect(f"{address.strip()}/session", max_msg_size=0) as socket,
        ):
            tab = Firefox(socket)
            await tab.begin()
            yield tab
    finally:
        process.terminate()
        await process.communicate()
