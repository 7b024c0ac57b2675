import asyncio
from collections.abc import Callable
from datetime import timedelta

from bot.hosting.processes.backoff import Backoff
from bot.hosting.processes.scheduler import AT_ONCE, IN_A_CHANNEL, Scheduler
from bot.table.ids import MatchId
from bot.table.match.stored import Pending
from tests.bot.fakes import StandingClock

HANGING, SOUND = MatchId(1), MatchId(2)


async def test_a_match_that_hangs_keeps_no_other_waiting(clock: StandingClock) -> None:
    done: list[MatchId] = []

    async def pending(*_: object) -> dict[MatchId, Pending]:
        return {HANGING: Pending(1, 0), SOUND: Pending(1, 0)}

    async def do(match_id: MatchId, _: Callable[[], None]) -> None:
        if match_id == HANGING:
            await asyncio.Event().wait()
        done.append(match_id)

    scheduler = Scheduler(pending, do, Backoff(clock), clock, timedelta(seconds=0.2))

    started = await scheduler.start()
    await asyncio.sleep(0.05)
    again = await scheduler.start()
    await asyncio.wait([*started, *again])

    assert done == [SOUND, SOUND]
    assert len(again) == 1
    assert [len(await scheduler.start()) for _ in range(1)] == [1]
    await scheduler.close()


async def test_a_channel_that_hangs_leaves_room_for_the_others(clock: StandingClock) -> None:
    hanging, sound = [MatchId(each) for each in range(AT_ONCE)], MatchId(AT_ONCE)
    done: list[MatchId] = []

    async def pending(*_: object) -> dict[MatchId, Pending]:
        return {**dict.fromkeys(hanging, Pending(1, 0)), sound: Pending(2, 0)}

    async def do(match_id: MatchId, _: Callable[[], None]) -> None:
        if match_id != sound:
            await asyncio.Event().wait()
        done.append(match_id)

    scheduler = Scheduler(pending, do, Backoff(clock), clock)

    started = await scheduler.start()
    await started[-1]
    again = await scheduler.start()
    await again[-1]
    await scheduler.close()

    assert len(started) == IN_A_CHANNEL + 1
    assert len(again) == 1
    assert done == [sound, sound]


async def test_what_gets_somewhere_has_its_whole_time_again(clock: StandingClock) -> None:
    done: list[MatchId] = []
    limit = 0.3

    async def pending(*_: object) -> dict[MatchId, Pending]:
        return {SOUND: Pending(1, 0)}

    async def do(match_id: MatchId, goes_on: Callable[[], None]) -> None:
        end = asyncio.get_running_loop().time() + 1.5 * limit
        while asyncio.get_running_loop().time() < end:
            goes_on()
            await asyncio.sleep(0)
        done.append(match_id)

    scheduler = Scheduler(pending, do, Backoff(clock), clock, timedelta(seconds=limit))
    await scheduler.tick()

    assert done == [SOUND]


async def test_nothing_is_begun_any_more_for_those_who_waited_when_it_closed(
    clock: StandingClock,
) -> None:
    """What is begun then finds nobody who thinks, and computer players would move without."""
    done: list[MatchId] = []

    async def pending(*_: object) -> dict[MatchId, Pending]:
        return {HANGING: Pending(1, 0)}

    async def do(match_id: MatchId, _: Callable[[], None]) -> None:
        done.append(match_id)
        await asyncio.Event().wait()

    scheduler = Scheduler(pending, do, Backoff(clock), clock, timedelta(seconds=0.2))
    await scheduler.start()
    waiting = asyncio.ensure_future(scheduler.now(HANGING))
    await asyncio.sleep(0)

    await scheduler.close()
    await waiting
    later = await scheduler.start()

    assert done == [HANGING]
    assert later == []
