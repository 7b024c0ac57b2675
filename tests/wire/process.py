"""The bot as a process of its own, and what it logs."""

import asyncio
import os
import resource
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from signal import SIGTERM
from typing import Any, Final

RUN: Final = (sys.executable, "-m", "bot", "run")
STOPPING: Final = 60.0
"""How many seconds it may take to stop before it is killed, however busy the machine is."""


class BotProcess:
    """The bot's process; it can be stopped, killed and started again on the same database."""

    process: asyncio.subprocess.Process

    def __init__(
        self,
        discord: Any,
        environment: dict[str, str],
        folder: Path,
        command: Sequence[str] = RUN,
    ) -> None:
        self._command = command
        self._discord = discord
        self._environment = environment
        self._folder = folder
        self.log: list[str] = []

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *self._command,
            env=os.environ | self._environment,
            cwd=self._folder,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.log.append(line.decode(errors="replace").rstrip())

    async def ready(self, seconds: float, identifies: int = 0) -> None:
        """Wait for a session after `identifies` others; raises `TimeoutError`."""
        gateway = self._discord.gateway

        def is_up() -> bool:
            assert self.process.returncode is None, self.log
            return bool(gateway.identifies > identifies and gateway.live)

        await self._discord.until(is_up, seconds, "the bot to come up")

    async def stop(self) -> None:
        """Ask it to stop, and insist if it does not."""
        if self.process.returncode is None:
            self.process.send_signal(SIGTERM)
            try:
                await asyncio.wait_for(self.process.wait(), STOPPING)
            except TimeoutError:
                self.process.kill()
        await self._gone()

    async def kill(self) -> None:
        """Kill it, whatever it is doing."""
        if self.process.returncode is None:
            self.process.kill()
        await self._gone()

    async def _gone(self) -> None:
        await self.process.wait()
        await self._reading

    async def restart(self, seconds: float) -> None:
        """Kill it and start another."""
        identifies = self._discord.gateway.identifies
        await self.kill()
        await self.start()
        await self.ready(seconds, identifies)

    def memory(self) -> float:
        """Return the MiB that it has of its own or shares."""
        return resident(self.process.pid)


def family(pid: int) -> list[int]:
    """Return a process and all that it and those have started, but for those that end meanwhile."""
    found = [pid]
    for each in found:
        for children in Path(f"/proc/{each}/task").glob("*/children"):
            with suppress(FileNotFoundError, ProcessLookupError):
                found += map(int, children.read_text(encoding="ascii").split())
    return found


def resident(pid: int) -> float:
    """Return the MiB that a process has of its own or shares."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize() / (1 << 20)
