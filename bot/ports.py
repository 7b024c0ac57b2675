"""Ports on which the process answers over HTTP."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web


class PortTaken(Exception):
    """Nobody can listen on the address and port of these settings; the text says why."""

    def __init__(self, settings: str, reason: str) -> None:
        super().__init__(f"Nobody can listen on {settings}: {reason}.")


@asynccontextmanager
async def answering(
    app: web.Application, kind: str, address: str, port: int, **how: Any
) -> AsyncIterator[int]:
    """Let an application answer on a port, 0 for any free one, and give it; raises `PortTaken`.

    `kind` is what the names of the settings begin with; `how` is for `web.AppRunner`.
    """
    # Every request in the log would only hide what matters, and show who asked.
    runner = web.AppRunner(app, access_log=None, handle_signals=False, **how)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, address, port).start()
        except OSError as error:
            settings = f"{kind}_ADDRESS and {kind}_PORT"
            raise PortTaken(settings, error.strerror or str(error)) from error
        bound: int = runner.addresses[0][1]
        yield bound
    finally:
        await runner.cleanup()
