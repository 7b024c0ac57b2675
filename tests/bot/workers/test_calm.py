"""When there is time to spare: not soon after the start, not while anybody waits."""

import asyncio

import pytest

from bot.workers.calm import (
    AFTER_READY_SECONDS,
    KEPT_SECONDS,
    LATE_SECONDS,
    LOOK_SECONDS,
    LOOKS,
    Calm,
)
from tests.bot.workers.calming import Bot

LATELY = LOOKS * LOOK_SECONDS
SOON = 2 * LOOK_SECONDS
PATIENCE = 30.0


@pytest.fixture
async def bot() -> Bot:
    """Return a bot that has been calm for long."""
    bot = Bot()
    bot.calm.ready()
    await bot.passes(AFTER_READY_SECONDS)
    return bot


def asked(bot: Bot, patience: float = PATIENCE) -> asyncio.Task[None]:
    return asyncio.create_task(bot.calm.wait(bot.now, patience))


async def test_who_asks_while_it_is_calm_does_not_wait(bot: Bot) -> None:
    await asyncio.wait_for(bot.calm.wait(bot.now, PATIENCE), 10)


async def test_nothing_begins_before_a_minute_after_the_start_however_calm_it_is() -> None:
    bot = Bot()
    waiting = asked(bot)
    await bot.passes(10 * AFTER_READY_SECONDS)
    unready = waiting.done()

    bot.calm.ready()
    await bot.passes(AFTER_READY_SECONDS - SOON)
    bot.calm.ready()  # a session that begins anew is no start
    early = waiting.done()
    await bot.passes(SOON)

    assert (unready, early) == (False, False)
    await waiting


@pytest.mark.parametrize(("lag", "is_busy"), [(LATE_SECONDS, False), (0.0, True)])
async def test_it_is_calm_again_when_it_has_been_for_a_while(
    bot: Bot, *, lag: float, is_busy: bool
) -> None:
    await bot.passes(SOON, lag=lag, is_busy=is_busy)
    waiting = asked(bot)
    await bot.passes(LATELY - 2 * SOON)
    early = waiting.done()
    await bot.passes(2 * SOON)

    assert not early
    await waiting


async def test_one_late_look_among_many_is_nothing(bot: Bot) -> None:
    await bot.passes(LOOK_SECONDS, lag=5.0)

    assert bot.calm.is_calm


@pytest.mark.parametrize(("lag", "is_busy"), [(1.0, False), (0.0, True)])
async def test_who_has_waited_long_enough_begins_all_the_same(
    bot: Bot, *, lag: float, is_busy: bool
) -> None:
    await bot.passes(LATELY, lag=lag, is_busy=is_busy)
    patient, impatient = asked(bot), asked(bot, PATIENCE / 3)

    await bot.passes(PATIENCE / 2, lag=lag, is_busy=is_busy)
    assert (patient.done(), impatient.done()) == (False, True)
    await bot.passes(PATIENCE / 2, lag=lag, is_busy=is_busy)
    await patient


async def test_patience_counts_from_the_minute_after_the_start() -> None:
    bot = Bot()
    waiting = asked(bot)
    bot.calm.ready()
    await bot.passes(AFTER_READY_SECONDS + PATIENCE - SOON, is_busy=True)
    early = waiting.done()
    await bot.passes(SOON, is_busy=True)

    assert not early
    await waiting


async def test_who_gives_up_waiting_keeps_nobody_else(bot: Bot) -> None:
    await bot.passes(SOON, is_busy=True)
    first, second = asked(bot), asked(bot)
    await asyncio.sleep(0)
    first.cancel()
    await bot.passes(LATELY)

    await second
    assert first.cancelled()


async def test_when_the_loop_was_late_is_known_for_a_while(bot: Bot) -> None:
    before = bot.now
    await bot.passes(LOOK_SECONDS, lag=3.0)
    after = bot.now
    await bot.passes(LOOK_SECONDS)

    assert bot.calm.was_late(before, after)
    assert bot.calm.was_late(after - 2.0, after - 1.5)
    assert not bot.calm.was_late(after, bot.now)
    assert not bot.calm.was_late(before - 1.0, before)
    await bot.passes(KEPT_SECONDS + SOON)
    assert not bot.calm.was_late(before, after)


async def test_a_loop_that_is_late_just_now_is_late() -> None:
    now = [0.0]
    calm = Calm(lambda: now[0], lambda: False)
    watching = asyncio.create_task(calm.watch())
    await asyncio.sleep(0)
    now[0] = 5.0  # and it has not looked yet

    assert calm.was_late(1.0, 1.1)
    assert not calm.was_late(0.0, LOOK_SECONDS)
    watching.cancel()
