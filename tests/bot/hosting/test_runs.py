"""How many messages a table makes: one for a run of computer players, one for a whole quake."""

from datetime import timedelta
from itertools import pairwise
from random import Random
from threading import Event
from typing import Any

import pytest

from bot.hosting.host import Host
from bot.hosting.match.updates import Rhythm
from bot.storage.stores import Stores
from bot.table.match.match import LoadedMatch, Match, Posted, Status
from engine.agents import uniform
from engine.game import CHANCE, Setup
from engine.record import Record
from engine.registry import games
from engine.replay import Replay
from tests.bot.fakes import KnownEntropy, Listener, StandingClock, Told
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    HERE,
    SMALL,
    new_request,
    one_move,
    play_and_tell,
    player_in,
    record_of,
)


async def begun(
    host: Host, agents: int, title: str = "seismic", setup: Setup | None = SMALL
) -> Match:
    match = await host.lobbies.open(ANN, HERE, title, 1 + agents, new_request(), setup)
    for number in range(agents):
        await host.lobbies.add_agent(match.id, ANN.id, "uniform", f"Robo {number}", new_request())
    return await host.lobbies.start(match.id, ANN.id)


async def moved(host: Host, match: Match, chance: Random) -> Match:
    """Let a player who is asked choose at random."""
    match, progress = await host.cache.progress(match.id)
    seats = [seat for seat in match.acting if match.chairs[seat].agent is None]
    seat = chance.choice(seats)
    action = chance.choice(list(games()[match.game].legal_actions(progress.state, seat)))
    request = new_request()
    return (
        await play_and_tell(host, match.id, player_in(match, seat), action, match.line, request)
    ).match


def ann_of(match: Match) -> int:
    """Return the seat of the only person."""
    return next(seat for seat, chair in enumerate(match.chairs) if chair.agent is None)


def movers(record: Record[Any], told: Told) -> list[int | str]:
    """Return who made the moves that a message tells of."""
    moves = [entry.move for entry in record.entries[told.since : told.line]]
    return [move.actor for move in moves if move is not None and move.actor != CHANCE]


@pytest.mark.parametrize("title", sorted(games()))
async def test_a_run_of_computer_players_is_one_message(
    host: Host, messenger: Listener, title: str
) -> None:
    match, chance = await begun(host, 2, title, None), Random(5)
    await host.tick()
    while (match := await host.cache.match(match.id)).acting and match.line < 120:
        await moved(host, match, chance)
        await host.tick()

    own = [each for each in messenger.of(match.id) if each.is_new]

    assert not match.agent_acts
    # Each new message calls the person, who has moved since the one before.
    ann, record = ann_of(match), await record_of(host, match.id)
    assert all(ann in movers(record, each) for each in own[1:])
    assert any({*movers(record, each)} - {ann} for each in own[1:])
    # It tells all that has happened since. What stands in an earlier one alone was told with the
    # question for a secret choice, which computer players leave people the time to deal about.
    missed = [(before, each.missed) for before, each in pairwise(own) if each.missed]
    assert not missed or title == "aftershock"
    assert all({*seats} <= {*movers(record, before)} for before, seats in missed)
    assert own[0].missed == ()
    assert sum(len(movers(record, each)) for each in own) > 2 * len(own)


async def test_a_run_that_ends_the_match_is_told_by_the_result(
    host: Host, messenger: Listener
) -> None:
    match = await begun(host, 3)
    while match.acting:
        await host.tick()
        match = await host.cache.match(match.id)
        if match.acting:
            match = (await one_move(host, match.id)).match
            assert match.is_behind is match.agent_acts

    last = messenger.of(match.id)[-1]

    assert last.status is Status.FINISHED
    assert last.line == match.line
    assert len([each for each in messenger.of(match.id) if each.status is Status.FINISHED]) == 1


async def test_a_crash_in_a_run_is_told_once_after_the_restart(
    stores: Stores, messenger: Listener, clock: StandingClock, host: Host
) -> None:
    match = await begun(host, 3)
    await host.tick()
    if not (await host.cache.match(match.id)).acting:
        pytest.fail("the match is over")
    told = len(messenger.told)
    after = (await one_move(host, match.id)).match
    before = len(messenger.told)

    # The process ends before its computer players have moved.
    await Host(stores, messenger, clock, KnownEntropy()).tick()

    (message,) = messenger.told[told:]
    assert before == told
    assert after.agent_acts
    assert message.since == messenger.told[told - 1].line
    assert len(movers(await record_of(host, match.id), message)) == 4


async def test_whoever_is_asked_is_told_who_moved_in_earlier_messages(
    host: Host, messenger: Listener
) -> None:
    match, chance = await table_of_three(host, "seismic"), Random(1)
    while match.acting and match.line < 80:
        match = await moved(host, match, chance)

    told = [each for each in messenger.of(match.id) if each.is_new]
    record = await record_of(host, match.id)
    asked = [movers(record, after)[0] for after in told[1:]]

    found = 0
    for number, seat in enumerate(asked):
        lines = [movers(record, each) for each in told[: number + 1]]
        own = [place for place, each in enumerate(lines) if seat in each]
        between = [mover for each in lines[own[-1] + 1 : -1] for mover in each] if own else []
        assert list(told[number].missed) == list(dict.fromkeys(between))
        found += bool(between)
    assert found > 10


class Patient(Listener):
    """A channel that lets a computer player think on once it has been told."""

    told_meanwhile = Event()

    async def extend_table(self, loaded: LoadedMatch, since: int) -> Posted:
        self.told_meanwhile.set()
        return await Listener.extend_table(self, loaded, since)


async def test_what_takes_long_is_told_so_far(
    stores: Stores, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = Patient()
    rhythm = Rhythm(patience=timedelta(milliseconds=1), noticed=timedelta())
    host = Host(stores, channel, clock, KnownEntropy(), rhythm=rhythm)
    choose = type(uniform.AGENT).choose

    def thinking(agent: Any, *args: Any) -> Any:
        assert channel.told_meanwhile.wait(20)
        return choose(agent, *args)

    monkeypatch.setattr(type(uniform.AGENT), "choose", thinking)
    channel.told_meanwhile.set()
    match = await begun(host, 3)
    await host.tick()
    match = await host.cache.match(match.id)
    before = len(channel.of(match.id))
    while not match.agent_acts:
        channel.told_meanwhile.clear()
        match = (await one_move(host, match.id)).match
    await host.tick()

    first, *_, last = channel.of(match.id)[before:]
    # What she did stands there, in the message that asked her, before anybody else has moved.
    assert (first.is_new, first.line) == (False, match.line)
    assert match.id in channel.typed
    # In the end one message tells all of it.
    assert [each.is_new for each in channel.of(match.id)[before:]].count(True) == 1
    assert last.is_new
    assert last.since < match.line < last.line


async def test_a_channel_that_cannot_be_told_gets_no_endless_run(
    messenger: Listener, clock: StandingClock, host: Host
) -> None:
    match = await begun(host, 3)
    await host.tick()
    messenger.closed.add(HERE.channel)
    moved_ = await host.cache.match(match.id)
    while not moved_.agent_acts:
        moved_ = (await one_move(host, match.id)).match

    for _ in range(5):
        await host.tick()
        clock.pass_by(hours=7)
    stopped = await host.cache.match(match.id)

    record = await record_of(host, match.id)
    run = movers(record, Told(match.id, moved_.line, stopped.line, stopped.status, ()))
    assert {*run} == {*range(4)} - {ann_of(stopped)}
    assert not stopped.agent_acts


@pytest.mark.parametrize("title", ["san_andreas", "seismic"])
async def test_whoever_goes_on_does_so_in_one_message_and_the_next_tells_all_of_it(
    host: Host, messenger: Listener, title: str
) -> None:
    chance, extended = Random(2), 0
    while extended < 4:
        match = await table_of_three(host, title)
        asked_at = match.line
        while match.acting:
            before, told = match.acting, len(messenger.told)
            match = await moved(host, match, chance)
            newest = messenger.told[-1]
            if len(before) == 1 and match.acting == before:
                assert not any(each.is_new for each in messenger.told[told:])
                assert newest.line == match.line
                extended += 1
                continue
            if len(before) == 1:
                assert newest.is_new
                assert newest.since == asked_at
            asked_at = match.line
        replay = (await host.cache.of(match.id)).begun
        assert all(_is_whole(replay, each) for each in messenger.of(match.id))
        assert messenger.told[-1].line == match.line


async def table_of_three(host: Host, title: str) -> Match:
    match = await host.lobbies.open(ANN, HERE, title, 3, new_request())
    for person in (BOB, CLEO):
        await host.lobbies.join(match.id, person, new_request())
    return await host.lobbies.start(match.id, ANN.id)


def _is_whole(replay: Replay[Any, Any], told: Told) -> bool:
    """Say whether a message tells all that happened in its lines."""
    lines = replay.events[told.since : told.line]
    return told.events == tuple(event for events in lines for event in events)
