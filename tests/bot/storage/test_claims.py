"""Two processes that are told of the same, and what is done once for all of them."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from bot.storage.database import Database
from bot.storage.processes.claims import ClaimStore
from bot.storage.processes.deployment import ReleaseStore, put
from bot.storage.processes.lasting import LastingConnection
from bot.storage.processes.ownership import SharedOwnership
from bot.storage.schema import VERSION
from bot.table.errors import OutOfReach
from bot.table.processes.deployment import ExclusiveTask
from tests.postgresql import Server


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, too, a claim is waited for."""
    monkeypatch.setattr("bot.storage.processes.claims.PATIENCE_SECONDS", 60.0)


@pytest.fixture
async def both(postgresql_url: str) -> AsyncIterator[tuple[Database, Database]]:
    first, second = Database(postgresql_url), Database(postgresql_url)
    yield first, second
    await first.close()
    await second.close()


async def test_of_two_that_are_told_of_a_click_one_answers(
    both: tuple[Database, Database],
) -> None:
    first, second = (ClaimStore(each) for each in both)
    clicks = [(1 << 62) + number for number in range(50)]

    asked = [each.claim(click) for click in clicks for each in (first, second, first)]
    won = await asyncio.gather(*asked)

    assert [sum(won[at : at + 3]) for at in range(0, len(won), 3)] == [1] * len(clicks)
    await first.close()
    await second.close()


async def test_with_a_claim_comes_whether_this_program_may_still_write(
    both: tuple[Database, Database],
) -> None:
    database, newer = both
    claims = ClaimStore(database)
    await newer.write(lambda connection: put(connection, "writers_from", str(VERSION + 1)))

    assert await claims.claim(1)

    with pytest.raises(OutOfReach, match="being-updated"):
        await database.write(lambda connection: connection.execute(text("SELECT 1")))
    await claims.close()


async def test_while_the_database_is_away_everybody_answers(
    both: tuple[Database, Database], server: Server
) -> None:
    claims = ClaimStore(both[0])
    assert await claims.claim(1)

    with server.away():
        assert await claims.claim(1)
    back = await claims.claim(2)

    assert back
    await claims.close()


async def test_a_click_is_claimed_while_old_claims_are_deleted(
    both: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.processes.claims.HOUSE_KEPT_EVERY_SECONDS", -1.0)
    claims = ClaimStore(both[0])

    async with asyncio.timeout(30):
        won = [await claims.claim(each) for each in (1, 2, 1)]

    assert won == [True, True, False]
    await claims.close()


async def test_a_click_is_answered_if_the_connection_breaks_before_it_is_known_to_be_won(
    both: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (ClaimStore(each) for each in both)
    assert await second.claim(1)
    assert await first.claim(2)
    answer = LastingConnection._answer
    broken = list[LastingConnection]()

    async def breaks(self: LastingConnection, connection: Any, question: Any) -> Any:
        found = await answer(self, connection, question)
        if not broken:
            broken.append(self)
            await self.close()
            raise OperationalError("", {}, ConnectionResetError())
        return found

    monkeypatch.setattr(LastingConnection, "_answer", breaks)
    won = await asyncio.gather(*map(first.claim, (1, 2, 3)))

    assert broken
    assert won == [False, False, True]
    assert not await second.claim(3)
    for each in (first, second):
        await each.close()


async def test_a_click_is_answered_though_nobody_can_claim_it(
    both: tuple[Database, Database],
) -> None:
    await both[1].write(lambda connection: put(connection, "writers_from", "no number"))
    claims = ClaimStore(both[0])

    async with asyncio.timeout(30):
        with capture_logs() as logged:
            assert await claims.claim(1)

    assert [each["event"] for each in logged] == ["claims-failed"]
    await claims.close()


async def test_a_slow_database_is_not_waited_for_and_the_log_says_so(
    both: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = ClaimStore(both[0])
    monkeypatch.setattr("bot.storage.processes.claims.PATIENCE_SECONDS", 0.01)

    async with both[1].writing() as connection:
        await connection.execute(text("LOCK TABLE claims"))
        with capture_logs() as logged:
            assert await claims.claim(1)

    assert {"event": "claims-not-waited-for", "count": 1, "log_level": "warning"} in logged
    await claims.close()


async def test_one_process_after_the_other_has_its_turn(both: tuple[Database, Database]) -> None:
    first, second = (SharedOwnership(each) for each in both)
    order = []

    async def begun() -> None:
        async with second.hold(ExclusiveTask.IDENTIFY, 3):
            order.append("second")

    async with first.hold(ExclusiveTask.IDENTIFY, 3):
        waiting = asyncio.create_task(begun())
        async with second.hold(ExclusiveTask.IDENTIFY, 4):
            order.append("another key")
        order.append("first")
    await waiting

    assert order == ["another key", "first", "second"]
    await first.close()
    await second.close()


async def test_what_is_done_once_for_a_release_is_done_by_one(
    both: tuple[Database, Database],
) -> None:
    owners = [SharedOwnership(each) for each in both]
    releases = [ReleaseStore(*each) for each in zip(both, owners, strict=True)]
    done = list[int]()

    async def do() -> None:
        done.append(len(done))

    for value in ("1.0", "1.0", "2.0"):
        await asyncio.gather(*(each.once("commands", value, do) for each in releases))
    await releases[0].forget("commands")
    again = await releases[1].once("commands", "2.0", do)

    assert done == [0, 1, 2]
    assert again
    for each in owners:
        await each.close()


async def test_what_failed_is_not_done(database: Database) -> None:
    releases, tries = ReleaseStore(database), 0

    async def do() -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise ConnectionError

    with pytest.raises(ConnectionError):
        await releases.once("commands", "1.0", do)

    assert [await releases.once("commands", "1.0", do) for _ in range(2)] == [True, False]
