"""Choices made at the same time: they commute, and the channel is told within one message."""

import asyncio
from typing import Any

import pytest

from bot.hosting.host import Host
from bot.hosting.match.turns import Played
from bot.storage.database import Database
from bot.storage.stores import Stores, stores_in
from bot.table.errors import Stale
from bot.table.match.match import Match, Person, Status, Venue
from engine.errors import IllegalAction
from engine.game import Seat, Setup
from engine.replay import Replay
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, CLEO, HERE, THREADED, new_request, record_of
from tests.engine.toy import TOY, Bid, Committed, Reopen, Revealed

PEOPLE = (ANN, BOB, CLEO)
SHELF: dict[str, Any] = {"toy": TOY}


@pytest.fixture
def stores(database: Database) -> Stores:
    return stores_in(database, SHELF)


@pytest.fixture
def host(stores: Stores, messenger: Listener, clock: StandingClock) -> Host:
    return Host(stores, messenger, clock, KnownEntropy())


async def begun(host: Host, venue: Venue = HERE) -> Match:
    match = await host.lobbies.open(ANN, venue, "toy", 3, new_request(), Setup(3))
    for person in (BOB, CLEO):
        await host.lobbies.join(match.id, person, new_request())
    return await host.lobbies.start(match.id, ANN.id)


async def sealed(
    host: Host, match: Match, person: Person, *actions: Any, seen: int | None = None
) -> Played:
    line = match.line if seen is None else seen
    request = new_request()
    played = await host.moves.submit(match.id, person.id, actions, line, request)
    await host.telling.tell(match.id)
    return Played(await host.cache.match(match.id), played.events)


async def test_choices_made_on_the_same_picture_are_all_good(host: Host) -> None:
    match = await begun(host)

    await asyncio.gather(*(sealed(host, match, each, Bid(1)) for each in PEOPLE))

    state = (await host.cache.progress(match.id))[1].state
    assert state.round == 2


async def test_two_processes_take_choices_at_the_same_time(
    host: Host, stores: Stores, messenger: Listener, clock: StandingClock
) -> None:
    match = await begun(host)
    other = Host(stores, messenger, clock, KnownEntropy())
    await asyncio.gather(host.cache.match(match.id), other.cache.match(match.id))

    await asyncio.gather(
        sealed(host, match, ANN, Bid(1)),
        sealed(other, match, BOB, Bid(1)),
        sealed(host, match, CLEO, Bid(2)),
    )

    assert (await other.cache.progress(match.id))[1].state.round == 2


async def test_after_the_reveal_an_older_picture_is_stale(host: Host) -> None:
    match = await begun(host)
    for each in PEOPLE:
        await sealed(host, match, each, Bid(1))
    before = (await host.cache.match(match.id)).line

    with pytest.raises(Stale):
        await sealed(host, match, ANN, Bid(1))

    assert (await host.cache.match(match.id)).line == before


async def test_sealing_is_told_within_the_message_that_asked_for_it(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match = await begun(host)
    (asked,) = messenger.of(match.id)

    await sealed(host, match, BOB, Bid(2))
    clock.pass_by(seconds=10)
    now = (await sealed(host, match, ANN, Bid(1))).match

    _, first, second = messenger.of(match.id)
    assert not first.is_new
    assert not second.is_new
    assert second.since == asked.since
    assert second.events == (*asked.events, Committed(Seat(1)), Committed(Seat(0)))
    assert now.table.message == (await host.cache.match(match.id)).table.message


async def test_the_last_choice_is_told_in_a_message_of_its_own(
    host: Host, messenger: Listener
) -> None:
    match = await begun(host)
    for each in (BOB, ANN):
        await sealed(host, match, each, Bid(2))

    await sealed(host, match, CLEO, Bid(0))

    revealed = messenger.of(match.id)[-1]
    assert revealed.is_new
    assert revealed.since == match.line + 1
    assert revealed.events[:2] == (Committed(Seat(0)), Revealed((2, 2, 0)))


async def test_what_several_seal_in_a_moment_is_told_in_one_edit(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match = await begun(host)
    await sealed(host, match, BOB, Bid(2))
    told = len(messenger.of(match.id))

    waiting = await sealed(host, match, ANN, Bid(1))
    await host.tick()
    early = messenger.of(match.id)[told:]
    clock.pass_by(seconds=10)
    await host.tick()
    await host.tick()

    assert waiting.match.is_behind
    assert early == []
    (late,) = messenger.of(match.id)[told:]
    assert not late.is_new
    assert late.events[-2:] == (Committed(Seat(1)), Committed(Seat(0)))
    assert not (await host.cache.match(match.id)).is_behind


async def test_what_waits_to_be_told_outlives_the_process(
    host: Host, messenger: Listener, stores: Stores, clock: StandingClock
) -> None:
    match = await begun(host)
    await sealed(host, match, BOB, Bid(2))
    await sealed(host, match, ANN, Bid(1))

    await Host(stores, messenger, clock, KnownEntropy()).tick()

    assert messenger.of(match.id)[-1].events[-1] == Committed(Seat(0))


async def test_a_table_that_everybody_left_asks_for_nothing_more(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match = await begun(host, THREADED)
    await sealed(host, match, BOB, Bid(2))
    await sealed(host, match, ANN, Bid(1))
    told = len(messenger.of(match.id))

    for each in PEOPLE:
        await host.lobbies.leave(match.id, each.id)
    clock.pass_by(seconds=10)
    await host.tick()

    assert [each.status for each in messenger.of(match.id)[told:]] == [Status.CLOSED]
    assert messenger.lobbies[-1].status is Status.CLOSED
    assert not (await host.cache.match(match.id)).is_behind


async def test_a_clock_that_is_set_back_keeps_no_edit_waiting(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match = await begun(host)
    await sealed(host, match, BOB, Bid(2))
    clock.pass_by(days=-1)

    await sealed(host, match, ANN, Bid(1))

    assert messenger.of(match.id)[-1].events[-1] == Committed(Seat(0))


async def test_what_nobody_can_see_is_not_told(host: Host, messenger: Listener) -> None:
    match = await begun(host)
    await sealed(host, match, BOB, Bid(2))
    told = len(messenger.of(match.id))

    changed = (await sealed(host, match, BOB, Reopen(), Bid(1), seen=match.line + 1)).match
    await host.tick()

    assert len(messenger.of(match.id)) == told
    assert changed.told_line == changed.line
    assert changed.table.upto < changed.line


async def test_what_nobody_can_see_does_not_touch_the_cover(
    host: Host, messenger: Listener
) -> None:
    match = await begun(host, THREADED)
    await sealed(host, match, BOB, Bid(2))
    sent = messenger.attempts

    changed = (await sealed(host, match, BOB, Reopen(), Bid(1), seen=match.line + 1)).match
    await host.tick()

    assert messenger.attempts == sent
    assert not changed.is_behind


async def test_of_several_actions_all_are_stored_or_none(host: Host) -> None:
    match = await begun(host)

    with pytest.raises(IllegalAction):
        await sealed(host, match, ANN, Bid(1), Reopen(), Bid(9))

    assert (await host.cache.match(match.id)).line == match.line


async def test_a_click_that_arrives_twice_is_carried_out_once(host: Host) -> None:
    match = await begun(host)
    await sealed(host, match, BOB, Bid(2))
    request = new_request()

    first = await host.moves.submit(
        match.id, ANN.id, (Bid(1), Reopen(), Bid(2)), match.line, request
    )
    again = await host.moves.submit(
        match.id, ANN.id, (Bid(1), Reopen(), Bid(2)), match.line, request
    )

    assert first.events == again.events == (Committed(Seat(0)), Committed(Seat(0)))
    assert again.match.line == match.line + 4


async def test_a_message_that_was_lost_is_posted_with_all_that_it_told(
    host: Host, messenger: Listener
) -> None:
    match = await begun(host)
    await sealed(host, match, BOB, Bid(2))

    await host.telling.tell_again(match.id)

    lost = messenger.of(match.id)[-1]
    assert lost.is_new
    assert Committed(Seat(1)) in lost.events


async def test_the_record_has_every_choice_as_a_line(host: Host) -> None:
    match = await begun(host)
    await sealed(host, match, ANN, Bid(2), Reopen(), Bid(0))

    record = await record_of(host, match.id)

    assert Replay(TOY, record).state.bids == (0, None, None)


async def test_for_a_person_who_is_erased_a_choice_is_sealed_before_anything_opens(
    host: Host, messenger: Listener
) -> None:
    match = await begun(host)
    await sealed(host, match, BOB, Bid(1))
    await sealed(host, match, CLEO, Bid(1))
    before = await host.cache.match(match.id)

    await host.erasing.erase(ANN.id)
    first = await record_of(host, match.id)
    await host.tick()

    assert before.acting == (0,)
    assert len(first.entries) == before.line
    state = (await host.cache.progress(match.id))[1].state
    assert state.round == 2
    assert (await host.cache.match(match.id)).chairs[0].is_former
    assert not any("Ann" in str(each.notice.facts) for each in messenger.noticed)
