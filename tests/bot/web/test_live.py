"""Events of pages over a real socket: many readers, slow ones, cut ones, and none."""

import asyncio
import json
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from aiohttp import web
from PIL import Image
from structlog.testing import capture_logs

from bot.messages.page.contents import Contents
from bot.storage.page.pages import OpenPage
from bot.table.errors import OutOfReach
from bot.table.ids import MatchId
from bot.table.match.match import Status
from bot.web.live import MOST_EVENTS, LiveHub
from render.blocks import MapFrames

KEY = "key"


def page(moves: int, *, live: str | None = "/live", padding: int = 0) -> Contents:
    """Return a tiny page after some moves."""
    head: dict[str, Any] = {
        "steps": [{"p": [n]} for n in range(moves)],
        "outcome": None if live else {"scores": [1]},
        "proof": {},
        "review": None,
        "date": None,
        "live": live,
        "version": f"v{moves}{'' if live else '-over'}",
    }
    said = {
        "ui": {},
        "say": [[f"Move {n}.{' ' * padding}"] for n in range(moves)],
        "note": [[""] for _ in range(moves)],
        "text": {"lines": ["## Now"], "at": [[[0]]] * moves},
    }
    frames = (Image.new("P", (160, 160), n) for n in range(moves))
    return Contents(head, {"en": said}, MapFrames.of(frames))


@dataclass
class World:
    """One match, its page as it is now, and what was asked of the database."""

    contents: Contents = field(default_factory=lambda: page(3))
    revision: int = 1
    is_away: bool = False
    is_gone: bool = False
    asked: int = 0
    built: int = 0
    looked: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def open_page(self) -> OpenPage:
        return OpenPage(MatchId(1), Status.PLAYING, self.revision, None, False)  # noqa: FBT003

    def move(self, contents: Contents) -> None:
        self.contents, self.revision = contents, self.revision + 1

    async def find_all(self, keys: Collection[str]) -> Mapping[str, OpenPage]:
        self.asked += 1
        self.looked.set()
        if self.is_away:
            raise OutOfReach("out-of-reach", problem="slow")
        return {} if self.is_gone else dict.fromkeys(keys, self.open_page)

    async def build(self, *_: object) -> Contents:
        self.built += 1
        return self.contents

    async def look(self) -> None:
        """Return when the pages have been asked for once more, from now on."""
        for _ in range(2):
            self.looked.clear()
            await asyncio.wait_for(self.looked.wait(), 10)


@dataclass
class Server:
    world: World
    hub: LiveHub
    port: int
    readers: list["Reader"] = field(default_factory=list)

    async def connect(self, after: str = "v3", last: str | None = None) -> "Reader":
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)
        header = "" if last is None else f"Last-Event-ID: {last}\r\n"
        writer.write(f"GET /live?after={after} HTTP/1.1\r\nHost: x\r\n{header}\r\n".encode())
        self.readers.append(Reader(reader, writer))
        return self.readers[-1]


@dataclass
class Reader:
    source: StreamReader
    writer: StreamWriter

    async def begin(self) -> str:
        """Return the head of the answer, and skip the retry time."""
        head = (await asyncio.wait_for(self.source.readuntil(b"\r\n\r\n"), 10)).decode()
        if " 200 " in head:
            await self.chunk()
        return head

    async def chunk(self) -> bytes:
        """Return the next that is sent; nothing if that was all."""
        size = int(await asyncio.wait_for(self.source.readuntil(b"\r\n"), 10), 16)
        return (await self.source.readexactly(size + 2))[:-2]

    def leave(self) -> None:
        self.writer.transport.abort()


async def quick(_: float) -> None:
    await asyncio.sleep(0.01)


@asynccontextmanager
async def served(world: World, **how: Any) -> AsyncIterator[Server]:
    """Serve the page of the world; nothing is left when it ends."""
    hub = LiveHub(world.find_all, world.build, sleep=quick, **how)

    async def follow(request: web.Request) -> web.StreamResponse:
        return await hub.follow(request, KEY, world.open_page)

    application = web.Application()
    application.router.add_get("/live", follow)
    runner = web.AppRunner(application, shutdown_timeout=2)
    await runner.setup()
    before = asyncio.all_tasks()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    server = Server(world, hub, port)
    yield server
    for reader in server.readers:
        reader.leave()
    await hub.close()
    await runner.cleanup()
    await asyncio.sleep(0.05)
    assert hub.readers == 0
    assert {each for each in asyncio.all_tasks() - before if not each.done()} == set()


async def test_every_reader_gets_the_same_bytes_which_are_made_once() -> None:
    async with served(World()) as server:
        readers = [await server.connect() for _ in range(20)]
        heads = [await each.begin() for each in readers]

        server.world.move(page(4))
        first = {await each.chunk() for each in readers}
        server.world.move(page(5))
        second = {await each.chunk() for each in readers}

        assert all("text/event-stream" in head and "no-store" in head for head in heads)
        (event,), (other,) = first, second
        assert event.startswith(b"id: v4\nevent: step\ndata: {")
        assert json.loads(event.split(b"data: ")[1])["n"] == [3]
        assert other.startswith(b"id: v5\nevent: step\n")
        assert server.world.built == 3


async def test_what_a_reader_missed_is_sent_from_the_version_that_they_have() -> None:
    async with served(World()) as server:
        staying = await server.connect()
        await staying.begin()
        for moves in (4, 5, 6):
            server.world.move(page(moves))
            await staying.chunk()

        late = await server.connect("v3", last="v4")
        await late.begin()
        news = await late.chunk()

        assert b"id: v4" not in news
        assert news.index(b"id: v5") < news.index(b"id: v6")


@pytest.mark.parametrize("version", ["", "v1", "nonsense"])
async def test_a_page_of_an_unknown_version_is_loaded_again(version: str) -> None:
    async with served(World()) as server:
        reader = await server.connect(version)

        await reader.begin()

        assert await reader.chunk() == b"event: again\ndata:\n\n"
        assert await reader.chunk() == b""


async def test_who_missed_too_much_loads_the_page_again() -> None:
    async with served(World()) as server:
        staying = await server.connect()
        await staying.begin()
        for moves in range(4, 5 + MOST_EVENTS):
            server.world.move(page(moves))
            await staying.chunk()

        late = await server.connect("v3")
        await late.begin()

        assert await late.chunk() == b"event: again\ndata:\n\n"


async def test_a_page_newer_than_the_last_look_is_known_at_once() -> None:
    async with served(World()) as server:
        staying = await server.connect()
        await staying.begin()
        server.world.move(page(4))

        newer = await server.connect("v4")
        await newer.begin()
        server.world.move(page(5))

        assert (await newer.chunk()).startswith(b"id: v5\nevent: step")


async def test_the_end_is_told_and_the_stream_ends() -> None:
    async with served(World()) as server:
        reader = await server.connect()
        await reader.begin()
        server.world.move(page(4, live=None))

        event = await reader.chunk()

        assert event.startswith(b"id: v4-over\nevent: end\n")
        assert json.loads(event.split(b"data: ")[1])["head"]["outcome"] == {"scores": [1]}
        assert await reader.chunk() == b""
        later = await server.connect("v3")
        await later.begin()
        assert (await later.chunk()).startswith(b"event: again")


async def test_a_page_that_is_gone_is_loaded_again() -> None:
    async with served(World()) as server:
        reader = await server.connect()
        await reader.begin()

        server.world.is_gone = True

        assert await reader.chunk() == b"event: again\ndata:\n\n"
        assert await reader.chunk() == b""


async def test_while_the_database_is_away_readers_stay() -> None:
    async with served(World()) as server:
        reader = await server.connect()
        await reader.begin()
        server.world.is_away = True
        server.world.move(page(4))
        await server.world.look()

        server.world.is_away = False

        assert (await reader.chunk()).startswith(b"id: v4")


async def test_a_page_that_cannot_be_made_is_tried_when_the_match_moves_on() -> None:
    world = World()
    building: Callable[..., Awaitable[Contents]] = world.build

    async def build(*given: Any) -> Contents:
        if world.revision == 2:
            raise ValueError
        return await building(*given)

    world.build = build  # type: ignore[method-assign]
    async with served(world) as server:
        reader = await server.connect()
        await reader.begin()
        world.move(page(4))
        with capture_logs() as logged:
            await world.look()

        world.move(page(5))

        assert (await reader.chunk()).startswith(b"id: v5")
        assert [(each["event"], each["match"]) for each in logged] == [("live-page-failed", 1)]


async def test_what_nobody_may_see_sends_nothing() -> None:
    async with served(World(), quiet_seconds=(0.2, 0.2)) as server:
        reader = await server.connect()
        await reader.begin()

        server.world.move(replace(page(3)))

        assert await reader.chunk() == b":\n\n"
        assert server.world.built == 2


async def test_a_reader_who_does_not_read_is_cut_and_others_do_not_wait() -> None:
    world = World()
    async with served(world, slow_seconds=0.3) as server:
        slow, reader = await server.connect(), await server.connect()
        await slow.begin()
        await reader.begin()
        slow.writer.transport.pause_reading()  # type: ignore[attr-defined]

        moves = 3
        while server.hub.readers == 2:
            moves += 1
            world.move(page(moves, padding=1_000_000))
            assert (await reader.chunk()).startswith(f"id: v{moves}".encode())
            assert moves < 200

        assert server.hub.readers == 1
        world.move(page(moves + 1))
        assert (await reader.chunk()).startswith(f"id: v{moves + 1}".encode())


async def test_without_readers_nothing_is_asked() -> None:
    async with served(World()) as server:
        readers = [await server.connect() for _ in range(5)]
        for each in readers:
            await each.begin()
        await server.world.look()

        for each in readers:
            each.leave()
        while server.hub.is_polling:  # noqa: ASYNC110 - it is told to nobody
            await asyncio.sleep(0.01)

        assert server.hub.readers == 0
        asked = server.world.asked
        await asyncio.sleep(0.1)
        assert server.world.asked == asked
        again = await server.connect()
        await again.begin()
        await server.world.look()


async def test_more_readers_than_there_is_room_for_are_sent_away() -> None:
    async with served(World(), most_readers=2) as server:
        readers = [await server.connect() for _ in range(2)]
        for each in readers:
            await each.begin()

        head = await (await server.connect()).begin()

        assert " 503 " in head
        assert "Retry-After" in head
