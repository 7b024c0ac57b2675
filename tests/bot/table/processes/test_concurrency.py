"""Work whose caller goes away is finished or given up; asyncio never finds a failure by itself."""

import asyncio
import gc
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot import table
from bot.storage.database import Database
from bot.storage.processes.ownership import SharedOwnership
from bot.table.errors import OutOfReach
from bot.table.ids import MatchId
from bot.table.processes.concurrency import beside, log_failure, run_to_end
from bot.table.processes.deployment import ExclusiveTask
from tests import postgresql

BOT = Path(table.__file__).parents[1]


@pytest.fixture(autouse=True)
async def found_by_asyncio() -> AsyncIterator[list[str]]:
    """Collect what asyncio reports by itself: at the end of each test, nothing."""
    found: list[str] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: found.append(str(context["message"])))
    yield found
    await asyncio.sleep(0)
    gc.collect()
    loop.set_exception_handler(None)
    assert found == []


async def fails(after: asyncio.Event, error: Exception) -> None:
    await after.wait()
    raise error


async def everything_else() -> None:
    """Wait until all other tasks have ended and were looked at."""
    if others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others)
    await asyncio.sleep(0)


async def cancelled(work: Coroutine[Any, Any, object]) -> None:
    """Cancel somebody who waits for work."""
    waiting = asyncio.ensure_future(work)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


@pytest.mark.parametrize(
    ("error", "logged"),
    [(OutOfReach("out-of-reach"), []), (RuntimeError("a fault"), ["failed-unawaited"])],
)
async def test_work_that_fails_alone_is_logged_unless_it_was_where_it_was_found(
    error: Exception, logged: list[str]
) -> None:
    go_on = asyncio.Event()
    with capture_logs() as lines:
        await cancelled(run_to_end(fails(go_on, error)))
        go_on.set()
        await everything_else()

    assert [each["event"] for each in lines] == logged


async def test_what_is_done_beside_ends_with_its_block_and_fails_in_it_once() -> None:
    go_on = asyncio.Event()
    with capture_logs() as lines:
        with beside(go_on.wait()) as given_up:
            pass
        await asyncio.wait({given_up})
        go_on.set()
        with (
            pytest.raises(RuntimeError, match="a fault"),
            beside(fails(go_on, RuntimeError("a fault"))) as waited_for,
        ):
            await waited_for
        with suppress(KeyError), beside(fails(go_on, RuntimeError("unheard"))) as unheard:
            await asyncio.wait({unheard})
            raise KeyError
        await everything_else()

    assert given_up.cancelled()
    assert [str(each["exc_info"]) for each in lines] == ["unheard"]


async def test_a_task_for_which_nobody_waits_tells_why_it_failed() -> None:
    go_on = asyncio.Event()
    go_on.set()
    with capture_logs() as lines:
        task = asyncio.create_task(fails(go_on, RuntimeError("a fault")))
        task.add_done_callback(log_failure)
        await everything_else()

    assert [each["event"] for each in lines] == ["failed-unawaited"]


@pytest.mark.skipif(postgresql.GIVEN != "", reason="the given PostgreSQL is not ours to stop")
@pytest.mark.parametrize("what", ["telling", "hold"])
async def test_a_lock_that_cannot_be_given_back_is_gone_with_its_connection(
    server: postgresql.Server, postgresql_url: str, what: str
) -> None:
    database = Database(postgresql_url)
    ownership = SharedOwnership(database)
    held: Callable[[], AbstractAsyncContextManager[Any]] = {
        "telling": lambda: ownership.telling(MatchId(7)),
        "hold": lambda: ownership.hold(ExclusiveTask.IDENTIFY),
    }[what]
    has_it, server_left = asyncio.Event(), asyncio.Event()

    async def holds() -> None:
        async with held():
            has_it.set()
            await server_left.wait()

    holding = asyncio.create_task(holds())
    await has_it.wait()
    with capture_logs() as lines, server.away():
        server_left.set()
        await asyncio.sleep(0)
        # Its question to the server is under way, and fails with nobody there.
        holding.cancel()
        await asyncio.wait({holding})
        await asyncio.sleep(0.5)
    async with held():
        pass
    await ownership.close()
    await database.close()

    assert {each["event"] for each in lines} <= {"database-lost", "database-back"}


def test_nothing_is_shielded_but_where_its_failure_is_looked_at() -> None:
    found = {
        path.relative_to(BOT).as_posix()
        for path in BOT.rglob("*.py")
        if re.search(r"\bshield\(", path.read_text("utf-8"))
    }

    assert found == {"table/processes/concurrency.py"}
