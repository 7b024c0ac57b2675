"""Who waits for a picture: the most urgent first, not too many, and no thread is lost."""

import asyncio
from collections.abc import AsyncIterator
from threading import Event

import pytest

from bot.messages.processes.render_pool import DrawUrgency, RenderPool
from bot.workers.waiting_line import WaitingLine

MOST = {DrawUrgency.TURN: 4, DrawUrgency.LOOK: 2, DrawUrgency.FILM: 1}


class Busy:
    """A pool whose only thread works until it is let go."""

    def __init__(self) -> None:
        self.pool = RenderPool(most_waiting=MOST)
        self.done: list[str] = []
        self._gate = Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Let the thread be busy."""
        started = asyncio.Event()
        loop = asyncio.get_running_loop()

        def work() -> None:
            loop.call_soon_threadsafe(started.set)
            self._gate.wait()

        while self.pool.has_free_thread:
            started.clear()
            self._tasks.append(asyncio.create_task(self.pool.run(DrawUrgency.TABLE, work)))
            await started.wait()

    async def ask(self, urgency: DrawUrgency, name: str) -> asyncio.Task[None]:
        """Let a caller wait."""
        task = asyncio.create_task(self.pool.run(urgency, self.done.append, name))
        self._tasks.append(task)
        await asyncio.sleep(0)
        return task

    async def end(self) -> None:
        """Let all work end."""
        self._gate.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@pytest.fixture
async def busy(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Busy]:
    monkeypatch.setattr("bot.messages.processes.render_pool.THREADS", 1)
    busy = Busy()
    await busy.begin()
    yield busy
    await busy.end()
    busy.pool.close()


async def test_what_works_comes_back() -> None:
    pool = RenderPool()

    assert await pool.run(DrawUrgency.LOOK, sum, [1, 2]) == 3
    with pytest.raises(ZeroDivisionError):
        await pool.run(DrawUrgency.LOOK, lambda: 1 / 0)

    pool.close()


async def test_the_most_urgent_go_first(busy: Busy) -> None:
    for urgency in (
        DrawUrgency.FILM,
        DrawUrgency.LOOK,
        DrawUrgency.TURN,
        DrawUrgency.TABLE,
        DrawUrgency.TURN,
    ):
        await busy.ask(urgency, urgency.name)

    await busy.end()

    assert busy.done == ["TABLE", "TURN", "TURN", "LOOK", "FILM"]


async def test_there_is_room_for_so_many_and_always_for_tables(busy: Busy) -> None:
    room = []
    for _ in range(5):
        room.append([busy.pool.has_room(urgency) for urgency in DrawUrgency])
        await busy.ask(DrawUrgency.TURN, "")

    assert room == [
        [True, True, True, True],
        [True, True, True, True],
        [True, True, False, True],
        [True, True, False, True],
        [True, False, False, True],
    ]


async def test_tables_that_are_told_take_nobodys_room(busy: Busy) -> None:
    for _ in range(MOST[DrawUrgency.TURN] + 1):
        await busy.ask(DrawUrgency.TABLE, "")

    assert all(busy.pool.has_room(urgency) for urgency in DrawUrgency)


async def test_films_are_counted_alone_and_wait_for_one_another() -> None:
    pool, gate = RenderPool(most_waiting=MOST), Event()
    films = [asyncio.create_task(pool.run(DrawUrgency.FILM, gate.wait)) for _ in range(2)]
    await asyncio.sleep(0)

    assert pool.has_free_thread
    assert not pool.has_room(DrawUrgency.FILM)
    assert pool.has_room(DrawUrgency.LOOK)
    assert await pool.run(DrawUrgency.LOOK, lambda: "drawn meanwhile") == "drawn meanwhile"

    gate.set()
    assert await asyncio.gather(*films) == [True, True]
    pool.close()


async def test_who_gives_up_waiting_makes_room(busy: Busy) -> None:
    waiting = [await busy.ask(DrawUrgency.LOOK, "given up") for _ in range(2)]
    assert not busy.pool.has_room(DrawUrgency.LOOK)

    for each in waiting:
        each.cancel()
    await asyncio.wait(waiting)

    assert busy.pool.has_room(DrawUrgency.LOOK)
    await busy.ask(DrawUrgency.LOOK, "waited")
    await busy.end()
    assert busy.done == ["waited"]


async def test_who_gives_up_when_the_thread_becomes_free_takes_nobodys_turn(busy: Busy) -> None:
    given_up = await busy.ask(DrawUrgency.LOOK, "given up")
    await busy.ask(DrawUrgency.LOOK, "waited")

    line = busy.pool._line

    def freed(urgency: DrawUrgency, tool: None) -> None:
        given_up.cancel()  # who waits hears of it only later
        WaitingLine.give_back(line, urgency, tool)

    line.give_back = freed  # type: ignore[method-assign]
    await busy.end()

    assert busy.done == ["waited"]
    assert given_up.cancelled()
    assert busy.pool.has_free_thread


async def test_work_that_is_given_up_takes_its_thread_until_it_ends(busy: Busy) -> None:
    for each in busy._tasks:
        each.cancel()
    await asyncio.wait(busy._tasks)
    assert not busy.pool.has_free_thread

    await busy.ask(DrawUrgency.LOOK, "afterwards")
    await busy.end()

    assert busy.done == ["afterwards"]
