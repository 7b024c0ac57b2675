import asyncio
from datetime import timedelta

from bot.hosting.match import MatchId
from bot.hosting.rests import Rests
from bot.hosting.scheduler import Chore, Scheduler
from tests.bot.fakes import StandingClock

HANGING, SOUND = MatchId(1), MatchId(2)


async def test_a_match_that_hangs_keeps_no_other_waiting(clock: StandingClock) -> None:
    done: list[MatchId] = []

    async def pending() -> list[MatchId]:
        return [HANGING, SOUND]

    async def do(match_id: MatchId) -> None:
        if match_id == HANGING:
            await asyncio.Event().wait()
        done.append(match_id)

    scheduler = Scheduler(Rests(clock), timedelta(seconds=0.2))
    scheduler.add(Chore(pending, do))

    started = await scheduler.start()
    await asyncio.sleep(0.05)
    again = await scheduler.start()
    await asyncio.wait([*started, *again])

    assert done == [SOUND, SOUND]
    assert len(again) == 1
    assert [len(await scheduler.start()) for _ in range(1)] == [1]
    await scheduler.close()
