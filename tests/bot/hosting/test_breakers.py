"""A channel that doesn't answer is left alone by all that posts there, and is tried again."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from bot.hosting.host import Host
from bot.hosting.processes.breakers import FIRST_REST, LONGEST_REST, MOST_FAILURES, Breakers
from bot.storage import outbox
from bot.storage.database import Database
from bot.table.errors import NO_ANSWER, CannotPost, LeftAlone
from bot.table.match.match import Match, Venue
from bot.table.notices.notice import Notice, NoticeKind, to_channel
from tests.bot.fakes import Listener, StandingClock
from tests.bot.tables import ANN, BOB, CLEO, DAN, HERE, one_move, table_of

THERE = Venue(guild=1, channel=200, threaded=False)


def silent(channel: int) -> Callable[[Match], Exception | None]:
    """Let nothing come back from a channel."""
    return lambda match: CannotPost(NO_ANSWER) if match.venue.channel == channel else None


async def tried(breakers: Breakers, error: CannotPost | None = None) -> None:
    async with breakers.trying(7):
        if error is not None:
            raise error


async def opened(breakers: Breakers) -> None:
    for _ in range(MOST_FAILURES):
        with pytest.raises(CannotPost):
            await tried(breakers, CannotPost(NO_ANSWER))


async def test_after_some_failures_in_a_row_nobody_tries(clock: StandingClock) -> None:
    breakers = Breakers(clock)
    await opened(breakers)

    with pytest.raises(LeftAlone) as caught:
        await tried(breakers)

    assert caught.value.data == {"until": clock.now() + FIRST_REST, "is_tried": False}


@pytest.mark.parametrize("answer", [None, CannotPost("cannot-post"), CannotPost("channel-gone")])
async def test_an_answer_of_any_kind_begins_the_count_anew(
    clock: StandingClock, answer: CannotPost | None
) -> None:
    breakers = Breakers(clock)

    for _ in range(3):
        for _ in range(MOST_FAILURES - 1):
            with pytest.raises(CannotPost):
                await tried(breakers, CannotPost(NO_ANSWER))
        with suppress(CannotPost):
            await tried(breakers, answer)

    assert not breakers.is_in_trouble(7)


async def test_then_one_alone_tries_and_who_comes_meanwhile_is_turned_away(
    clock: StandingClock,
) -> None:
    breakers = Breakers(clock)
    await opened(breakers)
    clock.time += FIRST_REST

    async with breakers.trying(7):
        with pytest.raises(LeftAlone):
            await tried(breakers)

    assert breakers.left_alone(7) is None
    await tried(breakers)


async def test_one_that_is_tried_in_vain_is_left_alone_twice_as_long(clock: StandingClock) -> None:
    breakers, rests = Breakers(clock), list[timedelta]()
    await opened(breakers)

    for _ in range(12):
        until = breakers.left_alone(7)
        assert until is not None
        rests.append(until - clock.now())
        clock.time = until
        with pytest.raises(LeftAlone):
            await tried(breakers, CannotPost(NO_ANSWER))

    assert rests[:3] == [FIRST_REST, 2 * FIRST_REST, 4 * FIRST_REST]
    assert rests[-1] == LONGEST_REST


async def test_who_gives_up_a_try_leaves_it_to_the_next(clock: StandingClock) -> None:
    breakers = Breakers(clock)
    await opened(breakers)
    clock.time += FIRST_REST

    with pytest.raises(KeyError):
        async with breakers.trying(7):
            raise KeyError

    assert breakers.is_in_trouble(7)
    await tried(breakers)
    assert not breakers.is_in_trouble(7)


async def test_a_clock_that_was_set_back_makes_no_rest_longer(clock: StandingClock) -> None:
    breakers = Breakers(clock)
    await opened(breakers)

    clock.time -= timedelta(days=1)

    assert breakers.left_alone(7) is None


async def tables(host: Host, *venues: Venue) -> Sequence[Match]:
    pairs = [(ANN, BOB), (CLEO, DAN)] * len(venues)
    return [
        await table_of(host, *pair, venue=venue) for pair, venue in zip(pairs, venues, strict=False)
    ]


async def test_a_silent_channel_costs_few_requests_and_is_caught_up(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    here, also, there = await tables(host, HERE, HERE, THERE)
    messenger.breaks = silent(HERE.channel)

    with capture_logs() as logged:
        for _ in range(10):
            for match in (here, also):
                played = await one_move(host, match.id)
                assert played.trouble is not None
                assert played.trouble.key == NO_ANSWER
            assert (await one_move(host, there.id)).trouble is None
        attempts = messenger.attempts
        await host.tick()
        assert messenger.attempts == attempts
        messenger.breaks = lambda _: None
        clock.time += FIRST_REST
        for _ in range(3):
            clock.pass_by(seconds=5)
            await host.tick()

    events = [each["event"] for each in logged if each["event"].startswith("channel")]
    assert events == ["channel-left-alone", "channel-back"]
    assert len([each for each in logged if each["event"] == "cannot-post"]) < MOST_FAILURES
    for match in (here, also):
        newest = await host.cache.match(match.id)
        assert newest.told_line == newest.line
        assert messenger.of(match.id)[-1].line == newest.line


async def test_a_long_silence_is_over_for_all_at_once(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    every = await tables(host, HERE, HERE, HERE, HERE)
    messenger.breaks = silent(HERE.channel)
    for match in every:
        await one_move(host, match.id)
    for _ in range(12 * 60):
        clock.pass_by(minutes=1)
        await host.tick()

    messenger.breaks = lambda _: None
    clock.time += LONGEST_REST
    for _ in range(4):
        clock.pass_by(seconds=5)
        await host.tick()

    assert [(await host.cache.match(each.id)).is_behind for each in every] == [False] * 4


async def test_notices_wait_with_the_table_and_come_with_it(
    host: Host, messenger: Listener, clock: StandingClock, database: Database
) -> None:
    (here,) = await tables(host, HERE)
    messenger.breaks = silent(HERE.channel)
    for _ in range(MOST_FAILURES):
        await one_move(host, here.id)
    notice = Notice(to_channel(HERE.channel), NoticeKind.SAID, "n")
    messenger.minds = lambda _: AssertionError()

    await database.write(lambda connection: outbox.put(connection, notice))
    for _ in range(3):
        await host.tick()
    messenger.breaks, messenger.minds = lambda _: None, lambda _: None
    clock.time += FIRST_REST
    await host.scheduler.tick()
    clock.pass_by(seconds=15)
    await host.outbox.tick()

    assert messenger.keys == ["n"]
    assert messenger.noticed[0].tried_at is None
