"""What readers of one running match cost the process that tells them of its moves.

A late Seismic match between greedy players; the readers are in another process, at a real socket.
"""

import asyncio
import multiprocessing
from collections.abc import Collection, Mapping
from multiprocessing.synchronize import Semaphore
from time import process_time
from typing import Any, Final

from aiohttp import web

from bot.command_line.records import played
from bot.command_line.replay import match_of
from bot.games.registry import panels
from bot.messages.page.changes import change
from bot.messages.page.contents import Contents, contents
from bot.storage.page.pages import OpenPage
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Status
from bot.web.live import LiveHub
from engine.game import CHANCE, Setup
from engine.record import Record
from engine.registry import games
from engine.replay import Replay

READERS: Final = 200
MOVES: Final = 6
BETWEEN_MOVES: Final = 30.0
"""Seconds from one move to the next, in a match that is followed."""
QUIET: Final = 10.0
"""Seconds of looking for news and finding none, measured and counted up to `BETWEEN_MOVES`."""


def measure() -> dict[str, float]:
    """Return processor seconds a move and what they are of a core."""
    return asyncio.run(_measure())


class _Match:
    """A match that moves on when told to, and the store of its page."""

    def __init__(self, record: Record[Any]) -> None:
        self._record = record
        moved = [n for n, each in enumerate(record.entries, 1) if each.move.actor != CHANCE]  # type: ignore[union-attr]
        self._ends = iter(moved[-MOVES - 2 : -1])
        self.lines, self.drawing, self.made = next(self._ends), 0.0, list[Contents]()

    def move(self) -> None:
        self.lines = next(self._ends)

    @property
    def page(self) -> OpenPage:
        return OpenPage(MatchId(1), Status.PLAYING, self.lines, None, False)  # noqa: FBT003

    async def find_all(self, keys: Collection[str]) -> Mapping[str, OpenPage]:
        return dict.fromkeys(keys, self.page)

    async def build(self, *_: object) -> Contents:
        begun, before = process_time(), self.made[-1] if self.made else None
        self.made.append(await asyncio.to_thread(self.contents, before))
        self.drawing += process_time() - begun
        return self.made[-1]

    def contents(self, before: Contents | None) -> Contents:
        key = self._record.header.game
        record = Record(self._record.header, self._record.entries[: self.lines])
        loaded = LoadedMatch(match_of(record), Replay(games()[key], record))
        return contents(panels()[key], loaded, live="https://x.y/live", before=before)


async def _measure() -> dict[str, float]:
    match = _Match(played(games()["seismic"], Setup(3), "1", "greedy"))
    whole = process_time()
    first = match.contents(None)
    whole = process_time() - whole
    hub = LiveHub(match.find_all, match.build)

    async def follow(request: web.Request) -> web.StreamResponse:
        return await hub.follow(request, "key", match.page)

    async def version(_: web.Request) -> web.Response:
        return web.Response(text=match.made[-1].head["version"])

    application = web.Application()
    application.router.add_get("/version", version)
    application.router.add_get("/live", follow)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    spawn = multiprocessing.get_context("spawn")
    heard = spawn.Semaphore(0)
    readers = spawn.Process(target=_read, args=(port, first.head["version"], heard), daemon=True)
    readers.start()
    try:
        await _all(heard)
        begun = process_time()
        await asyncio.sleep(QUIET)
        quiet = (process_time() - begun) / QUIET
        match.drawing, begun = 0.0, process_time()
        for _ in range(MOVES):
            match.move()
            await _all(heard)
        moves = (process_time() - begun) / MOVES
    finally:
        readers.kill()
        readers.join()
        await hub.close()
        await runner.cleanup()
    drawing = match.drawing / MOVES
    events = [change(*pair) for pair in zip(match.made, match.made[1:], strict=False)]
    steps = [each for each in events if each is not None and each.name == "step"]
    return {
        "readers": READERS,
        "whole_page_cpu_ms": round(whole * 1000),
        "move_cpu_ms": round(moves * 1000),
        "of_it_contents_ms": round(drawing * 1000),
        "quiet_second_cpu_ms": round(quiet * 1000, 1),
        "moves_as_event": len(steps),
        "event_kb": round(sum(len(each.written()) for each in steps) / max(1, len(steps)) / 1000),
        "core_percent": round(100 * (moves / BETWEEN_MOVES + quiet), 2),
    }


async def _all(heard: Semaphore) -> None:
    """Return when every reader has heard something new."""
    await asyncio.to_thread(lambda: [heard.acquire() for _ in range(READERS)])


def _read(port: int, version: str, heard: Semaphore) -> None:
    async def read() -> None:
        await asyncio.gather(*(_visit(port, version, heard) for _ in range(READERS)))

    asyncio.run(read())


async def _visit(port: int, version: str, heard: Semaphore) -> None:
    """Read events; who has to load the page again is back at once, as if it had been loaded."""
    is_first = True
    while True:
        reader, writer = await _get(port, f"live?after={version}")
        async for line in reader:
            if line.startswith(b"event:") or (is_first and line.startswith(b"retry:")):
                heard.release()
                is_first = False
            if line.startswith(b"event: again"):
                break
        writer.close()
        reader, writer = await _get(port, "version")
        version = (await reader.read()).decode().split()[-1]
        writer.close()


async def _get(port: int, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    writer.write(f"GET /{path} HTTP/1.0\r\nHost: x\r\n\r\n".encode())
    return reader, writer
