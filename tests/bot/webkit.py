"""A headless WebKit: GTK's MiniBrowser on a screen that is only memory, driven by WebDriver."""

import asyncio
import json
import os
import shutil
import socket
from asyncio.subprocess import DEVNULL, PIPE, Process, create_subprocess_exec
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientConnectionError, ClientSession

DRIVER, SCREEN = "WebKitWebDriver", "Xvfb"
BROWSERS = "webkit2gtk-4.*/MiniBrowser"
HOST = "127.0.0.1"
PATIENCE = 600


class WebKit:
    """One tab of it."""

    def __init__(self, http: ClientSession) -> None:
        self._http, self._session = http, ""

    async def begin(self, browser: Path) -> None:
        """Begin a session as soon as the driver listens."""
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        for _ in range(PATIENCE):
            try:
                begun = await self._post("/session", capabilities=wanted)
            except ClientConnectionError:
                await asyncio.sleep(0.1)
            else:
                self._session = f"/session/{begun['sessionId']}"
                return
        raise AssertionError("WebKitWebDriver never listened")

    async def open(self, address: str) -> None:
        """Load a page, to its end."""
        await self._post(f"{self._session}/url", url=address)

    async def evaluate(self, expression: str) -> Any:
        """Return what an expression is, as JSON has it."""
        script = f"return JSON.stringify({expression}) ?? 'null'"
        return json.loads(await self._post(f"{self._session}/execute/sync", script=script, args=[]))

    async def press(self, key: str) -> None:
        """Press and release a key, by its sign in WebDriver."""
        strokes = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        keys = {"type": "key", "id": "keys", "actions": strokes}
        await self._post(f"{self._session}/actions", actions=[keys])

    async def end(self) -> None:
        """End the session, and with it the browser."""
        async with self._http.delete(self._session):
            pass

    async def _post(self, path: str, **data: Any) -> Any:
        async with self._http.post(path, json=data) as answer:
            told = (await answer.json(content_type=None))["value"]
            assert answer.status == 200, told
            return told


def _installed() -> Path:
    found = next(Path("/usr/lib").glob(f"*/{BROWSERS}"), None)
    if found is None or not shutil.which(DRIVER) or not shutil.which(SCREEN):
        pytest.skip("no webkit2gtk-driver or xvfb is installed")
    return found


@asynccontextmanager
async def _running(
    *words: str, env: Mapping[str, str] | None = None, stdout: int = DEVNULL
) -> AsyncIterator[Process]:
    process = await create_subprocess_exec(*words, env=env, stdout=stdout, stderr=DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        await process.communicate()


@asynccontextmanager
async def webkit(home: Path) -> AsyncIterator[WebKit]:
    """Start WebKit for nobody; the test is skipped if it or its driver isn't installed."""
    browser = _installed()
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    async with _running(SCREEN, "-displayfd", "1", "-nolisten", "tcp", stdout=PIPE) as screen:
        assert screen.stdout
        display = (await screen.stdout.readline()).decode().strip()
        env = {
            "HOME": str(home),
            "PATH": os.environ["PATH"],
            "DISPLAY": f":{display}",
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
        }
        async with (
            _running(DRIVER, f"--host={HOST}", f"--port={port}", env=env),
            ClientSession(f"http://{HOST}:{port}") as http,
        ):
            tab = WebKit(http)
            await tab.begin(browser)
            try:
                yield tab
            finally:
                await tab.end()
