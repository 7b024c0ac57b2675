"""Two processes that are told of the same, and what is done once for all of them."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any, Final

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
from bot.table.processes.buckets import BUCKETS
from bot.table.processes.deployment import Claimed, ExclusiveTask
from tests.postgresql import Server

HOLDS: Final = frozenset(range(BUCKETS)).__contains__
EVEN: Final = frozenset(range(0, BUCKETS, 2)).__contains__
ODD: Final = frozenset(range(1, BUCKETS, 2)).__contains__


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, too, a claim is waited for."""
    for name in ("PROMPT", "PRESUMED", "PATIENCE"):
        monkeypatch.setattr(f"bot.storage.processes.claims.{name}_SECONDS", 60.0)


def _hurry(monkeypatch: pytest.MonkeyPatch, **seconds: float) -> None:
    for name, age in {"prompt": 0.1, **seconds}.items():
        monkeypatch.setattr(f"bot.storage.processes.claims.{name.upper()}_SECONDS", age)


@pytest.fixture
async def both(postgresql_url: str) -> AsyncIterator[tuple[Database, Database]]:
    first, second = Database(postgresql_url), Database(postgresql_url)
    yield first, second
    await first.close()
    await second.close()


async def test_of_two_that_are_told_of_a_click_one_answers(
    both: tuple[Database, Database],
) -> None:
    first, second = (ClaimStore(each, HOLDS) for each in both)
    clicks = [(1 << 62) + number for number in range(50)]

    asked = [each.claim(click, 0) for click in clicks for each in (first, second, first)]
    won = await asyncio.gather(*asked)

    for at in range(0, len(won), 3):
        assert sorted(each.name for each in won[at : at + 3]) == ["LOST", "LOST", "WON"]
    await first.close()
    await second.close()


async def test_two_that_claim_the_same_clicks_in_another_order_wait_for_each_other_in_none(
    both: tuple[Database, Database],
) -> None:
    first, second = (ClaimStore(each, HOLDS) for each in both)

    for begin in range(0, 2000, 100):
        clicks = range(begin, begin + 100)
        there = [first.claim(click, 0) for click in clicks]
        back = [second.claim(click, 0) for click in reversed(clicks)]
        won = await asyncio.gather(*there, *back)
        assert won.count(Claimed.WON) == won.count(Claimed.LOST) == len(clicks)

    await first.close()
    await second.close()


async def test_with_a_claim_comes_whether_this_program_may_still_write(
    both: tuple[Database, Database],
) -> None:
    database, newer = both
    claims = ClaimStore(database, HOLDS)
    await newer.write(lambda connection: put(connection, "writers_from", str(VERSION + 1)))

    assert await claims.claim(1, 0) is Claimed.WON

    with pytest.raises(OutOfReach, match="being-updated"):
        await database.write(lambda connection: connection.execute(text("SELECT 1")))
    await claims.close()


async def test_while_the_database_is_away_who_holds_the_lease_answers_before_others_do(
    both: tuple[Database, Database], server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    _hurry(monkeypatch, presumed=1.0, confirmed=2.0, last=2.5)
    holder, other = ClaimStore(both[0], EVEN), ClaimStore(both[1], ODD)
    answered = list[tuple[str, Claimed]]()

    async def claim(name: str, store: ClaimStore, bucket: int) -> None:
        answered.append((name, await store.claim(1 + bucket, bucket)))

    with server.away():
        await asyncio.gather(claim("holder", holder, 2), claim("other", other, 2))
    back = await other.claim(9, 2)

    assert answered == [("holder", Claimed.PRESUMED), ("other", Claimed.PRESUMED)]
    assert back is Claimed.WON
    for each in (holder, other):
        await each.close()


@pytest.mark.parametrize("is_other_first", [False, True])
async def test_a_click_that_the_holder_answered_by_itself_is_no_others_once_the_database_is_back(
    both: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch, *, is_other_first: bool
) -> None:
    _hurry(monkeypatch, presumed=0.5, confirmed=4.0, last=60.0)
    holder, other = ClaimStore(both[0], EVEN), ClaimStore(both[1], ODD)

    async with both[1].writing() as connection:
        await connection.execute(text("LOCK TABLE claims"))
        stores = (other, holder) if is_other_first else (holder, other)
        claiming = {each: asyncio.create_task(each.claim(1, 2)) for each in stores}
        presumed = await claiming[holder]
    late = await claiming[other]

    assert (presumed, late) == (Claimed.PRESUMED, Claimed.LOST)
    for each in stores:
        await each.close()


@pytest.mark.parametrize("is_away", [False, True])
async def test_a_click_of_a_holder_that_died_is_answered_by_one_other_once_the_database_is_back(
    both: tuple[Database, Database],
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_away: bool,
) -> None:
    _hurry(monkeypatch, presumed=0.2, confirmed=3.0, last=60.0)
    others = [ClaimStore(each, ODD) for each in both]
    async with AsyncExitStack() as trouble:
        if is_away:
            trouble.enter_context(server.away())
        else:
            connection = await trouble.enter_async_context(both[1].writing())
            await connection.execute(text("LOCK TABLE claims"))
        claiming = asyncio.gather(*(each.claim(1, 2) for each in others))
        await asyncio.wait({claiming}, timeout=0.5)
    claimed = await claiming

    assert {each.name for each in claimed} == {"WON", "LOST"}
    for each in others:
        await each.close()


async def test_a_loop_that_was_late_takes_the_answer_that_had_come_by_then(
    both: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    _hurry(monkeypatch, presumed=0.2, confirmed=0.3, last=0.4)
    monkeypatch.setattr("bot.storage.processes.claims.GRACE_SECONDS", 30.0)
    winner, late = ClaimStore(both[0], ODD), ClaimStore(both[1], EVEN)
    assert await late.claim(1, 2) is Claimed.WON
    assert await winner.claim(2, 2) is Claimed.WON

    claiming = asyncio.create_task(late.claim(2, 2))
    await asyncio.sleep(0)
    time.sleep(0.5)  # noqa: ASYNC251 - this is what makes it late

    assert await claiming is Claimed.LOST
    for each in (winner, late):
        await each.close()


async def test_a_click_is_claimed_while_old_claims_are_deleted(
    both: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.processes.claims.HOUSE_KEPT_EVERY_SECONDS", -1.0)
    claims = ClaimStore(both[0], HOLDS)

    async with asyncio.timeout(30):
        won = [await claims.claim(each, 0) for each in (1, 2, 1)]

    assert won == [Claimed.WON, Claimed.WON, Claimed.LOST]
    await claims.close()


async def test_a_click_is_answered_if_the_connection_breaks_before_it_is_known_to_be_won(
    both: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (ClaimStore(each, HOLDS) for each in both)
    assert await second.claim(1, 0) is Claimed.WON
    assert await first.claim(2, 0) is Claimed.WON
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
    won = await asyncio.gather(*(first.claim(each, 0) for each in (1, 2, 3)))

    assert broken
    assert won == [Claimed.LOST, Claimed.LOST, Claimed.WON]
    assert await second.claim(3, 0) is Claimed.LOST
    for each in (first, second):
        await each.close()


async def test_a_click_is_answered_though_nobody_can_claim_it(
    both: tuple[Database, Database],
) -> None:
    await both[1].write(lambda connection: put(connection, "writers_from", "no number"))
    claims = ClaimStore(both[0], HOLDS)

    async with asyncio.timeout(30):
        with capture_logs() as logged:
            assert await claims.claim(1, 0) is Claimed.PRESUMED

    assert [each["event"] for each in logged] == ["claims-failed"]
    await claims.close()


async def test_a_slow_database_is_not_waited_for_and_the_log_says_so(
    both: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    _hurry(monkeypatch, presumed=0.5, confirmed=1.0, last=1.5)
    claims = ClaimStore(both[0], HOLDS)
    monkeypatch.setattr("bot.storage.processes.claims.PATIENCE_SECONDS", 0.01)

    async with both[1].writing() as connection:
        await connection.execute(text("LOCK TABLE claims"))
        with capture_logs() as logged:
            assert await claims.claim(1, 0) is Claimed.PRESUMED

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
