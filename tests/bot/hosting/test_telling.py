import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.hosting.host import Host
from bot.hosting.processes import breakers
from bot.storage.match.matches import MatchStore
from bot.storage.stores import Stores
from bot.table.errors import OutOfReach
from bot.table.match.match import LoadedMatch, Posted, Status
from bot.table.processes.pauses import FIRST_PAUSE
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    HERE,
    SMALL,
    THREADED,
    lobby_of,
    new_request,
    one_move,
    table_of,
)


async def test_a_move_is_stored_though_the_channel_is_closed(
    host: Host, messenger: Listener
) -> None:
    match = await table_of(host, ANN, BOB)
    messenger.closed.add(HERE.channel)

    played = await one_move(host, match.id)

    assert played.trouble is not None
    assert played.trouble.data["missing"] == ("send_messages",)
    assert played.match.line > match.line
    assert played.match.told_line == match.line


async def test_a_channel_that_hangs_is_in_trouble_and_is_told_later(
    host: Host, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await table_of(host, ANN, BOB)
    with monkeypatch.context() as patched:
        patched.setattr(breakers, "ANSWERS_WITHIN", timedelta())
        patched.setattr(Listener, "table", never)
        played = await one_move(host, match.id)
    clock.pass_by(minutes=1)
    await host.tick()

    assert played.trouble is not None
    assert played.trouble.key == "no-answer"
    assert (await host.cache.match(match.id)).told_line == played.match.line


async def never(*_: object) -> Posted:
    await asyncio.Event().wait()
    raise AssertionError


async def test_what_is_untold_is_told_in_one_message_when_the_channel_opens(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    messenger.closed.add(HERE.channel)
    moves = [await one_move(host, match.id) for _ in range(3)]
    messenger.closed.clear()

    clock.pass_by(hours=7)
    await host.tick()
    await host.tick()

    _, late = messenger.of(match.id)
    assert (late.since, late.line) == (match.line, moves[-1].match.line)
    assert late.events == tuple(event for move in moves for event in move.events)
    assert (await host.cache.match(match.id)).told_line == late.line


@pytest.mark.parametrize("is_written", [False, True], ids=["not-written", "unheard"])
async def test_what_was_told_but_not_written_down_is_not_told_again(
    host: Host,
    messenger: Listener,
    clock: StandingClock,
    monkeypatch: pytest.MonkeyPatch,
    is_written: bool,  # noqa: FBT001 - pytest's
) -> None:
    match = await table_of(host, ANN, BOB)
    post = MatchStore.store_posted

    async def away(self: MatchStore, *told: Any) -> bool:
        if is_written:
            await post(self, *told)
        raise OutOfReach("out-of-reach", problem="unreachable")

    with monkeypatch.context() as patched:
        patched.setattr(MatchStore, "store_posted", away)
        with pytest.raises(OutOfReach):
            await one_move(host, match.id)
    clock.pass_by(minutes=10)
    await host.tick()
    told = await host.cache.match(match.id)
    last = (await one_move(host, match.id)).match

    _, late, later = messenger.of(match.id)
    assert (late.since, late.line, told.told_line) == (match.line, told.line, told.line)
    assert (later.since, later.line) == (told.line, last.line)
    assert (await host.cache.match(match.id)).told_line == last.line


async def test_a_closed_channel_is_tried_less_and_less(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    messenger.closed.add(HERE.channel)
    await one_move(host, match.id)
    before = messenger.attempts

    for _ in range(24 * 60):
        clock.pass_by(minutes=1)
        await host.tick()

    assert FIRST_PAUSE.total_seconds() < 5
    assert 8 <= messenger.attempts - before <= 18


async def test_a_clock_that_is_set_back_keeps_no_channel_waiting(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    messenger.closed.add(HERE.channel)
    played = await one_move(host, match.id)
    messenger.closed.clear()

    clock.pass_by(days=-1)
    await host.tick()

    assert (await host.cache.match(match.id)).told_line == played.match.line


async def test_who_moves_tries_the_channel_at_once(host: Host, messenger: Listener) -> None:
    match = await table_of(host, ANN, BOB)
    messenger.closed.add(HERE.channel)
    await one_move(host, match.id)
    messenger.closed.clear()

    played = await one_move(host, match.id)

    assert played.trouble is None
    assert played.match.told_line == played.match.line


async def test_a_computer_player_waits_for_a_channel_that_is_closed(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB, CLEO)
    for person in (ANN, BOB):
        match = await host.lobbies.leave(match.id, person.id)
    messenger.closed.add(HERE.channel)
    if match.acting == (2,):
        match = (await one_move(host, match.id)).match

    await host.tick()
    waiting = await host.cache.match(match.id)
    messenger.closed.clear()
    clock.pass_by(hours=7)
    await host.tick()
    after = await host.cache.match(match.id)

    assert waiting.line <= match.line + 5
    assert after.acting == (2,)
    assert after.told_line == after.line


async def test_one_broken_match_does_not_keep_the_others_waiting(
    host: Host, messenger: Listener, stores: Stores, clock: StandingClock
) -> None:
    broken, sound = await table_of(host, ANN, BOB), await table_of(host, CLEO, BOB)
    messenger.closed.add(HERE.channel)
    await one_move(host, broken.id)
    await one_move(host, sound.id)
    messenger.closed.clear()
    messenger.breaks = lambda match: RuntimeError("no picture") if match.id == broken.id else None
    late = Host(stores, messenger, clock, KnownEntropy())

    await late.tick()
    attempts = messenger.attempts
    await late.tick()

    assert (await late.cache.match(sound.id)).is_behind is False
    assert (await late.cache.match(broken.id)).is_behind is True
    assert messenger.attempts == attempts


async def test_a_table_in_a_thread_keeps_its_cover_current(host: Host, messenger: Listener) -> None:
    match = await table_of(host, ANN, BOB, venue=THREADED)
    begun = len(messenger.lobbies)

    played = await one_move(host, match.id)

    assert len(messenger.lobbies) == begun + 1
    assert messenger.lobbies[-1].line == played.match.line
    assert messenger.stood[-1] == (await host.cache.progress(match.id))[1]


async def test_a_table_in_the_channel_leaves_the_lobby_message_alone(
    host: Host, messenger: Listener
) -> None:
    match = await table_of(host, ANN, BOB)
    begun = len(messenger.lobbies)

    played = await one_move(host, match.id)

    assert len(messenger.lobbies) == begun
    assert not played.match.is_behind


async def test_a_lost_cover_alarms_nobody_and_repeats_no_news(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB, venue=THREADED)
    messenger.closed.add(THREADED.channel)

    played = await one_move(host, match.id)
    clock.pass_by(hours=1)
    await host.tick()

    assert played.trouble is None
    assert len(messenger.of(match.id)) == 2


async def test_a_lobby_that_was_stored_but_not_posted_is_posted_later(
    host: Host, messenger: Listener, clock: StandingClock, stores: Stores
) -> None:
    match = await lobby_of(host, ANN, places=4)
    killed = Host(stores, BrokenMessenger(), clock, KnownEntropy())
    try:
        await killed.lobbies.join(match.id, BOB, new_request())
    except ConnectionError:
        await host.tick()

    assert messenger.lobbies[-1].people == (ANN, BOB)
    assert not (await host.cache.match(match.id)).is_behind


async def test_the_newest_message_is_posted_anew(host: Host, messenger: Listener) -> None:
    match = await table_of(host, ANN, BOB)
    played = await one_move(host, match.id)

    again = await host.telling.tell_again(match.id)

    assert messenger.told[-1] == messenger.told[-2]
    assert messenger.told[-1].events == played.events
    assert again.table.message != played.match.table.message


async def test_a_lost_lobby_is_posted_anew(host: Host) -> None:
    match = await lobby_of(host, ANN)

    again = await host.telling.tell_again(match.id)

    assert again.cover.message is not None
    assert again.cover.message != match.cover.message


async def test_a_match_that_ended_untold_is_told_after_a_restart(
    host: Host, messenger: Listener, stores: Stores, clock: StandingClock
) -> None:
    match = await host.lobbies.open(ANN, HERE, "seismic", 2, new_request(), SMALL)
    await host.lobbies.join(match.id, BOB, new_request())
    match = await host.lobbies.start(match.id, ANN.id)
    messenger.closed.add(HERE.channel)
    while match.acting:
        match = (await one_move(host, match.id)).match
    messenger.closed.clear()

    await Host(stores, messenger, clock, KnownEntropy()).tick()

    assert messenger.told[-1].status == Status.FINISHED
    assert messenger.lobbies[-1].status == Status.FINISHED


class BrokenMessenger(Listener):
    async def cover(self, loaded: LoadedMatch) -> Posted:
        raise ConnectionError(loaded.match.id)
