import asyncio

import pytest

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.stores import Stores, stores_in
from bot.table.errors import NotPlaying, NotSeated, Stale, UnknownMatch
from bot.table.ids import MatchId
from bot.table.match.match import Status
from engine.draws import commitment, verify
from engine.errors import IllegalAction, NotYourTurn
from engine.games.seismic.actions import Place
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    legal,
    new_request,
    one_move,
    play_and_tell,
    played_out,
    player_in,
    record_of,
    table_of,
)


async def test_a_match_is_played_to_its_end(host: Host, messenger: Listener) -> None:
    match = await table_of(host, ANN, BOB)

    match = await played_out(host, match.id)

    assert match.status == Status.FINISHED
    record = await record_of(host, match.id)
    assert record.outcome is not None
    assert record.seed is not None
    assert commitment(bytes.fromhex(record.seed)) == match.commitment
    assert verify(games()["seismic"], record) > 0
    assert messenger.told[-1].status == Status.FINISHED
    assert match.told_line == match.line


async def test_each_move_is_told_once_with_all_that_happened(
    host: Host, messenger: Listener
) -> None:
    match = await table_of(host, ANN, BOB)

    first = await one_move(host, match.id)
    second = await one_move(host, match.id)

    begun, *moves = messenger.of(match.id)
    assert (begun.since, begun.line) == (0, match.line)
    assert [told.events for told in moves] == [first.events, second.events]
    assert [told.since for told in moves] == [match.line, first.match.line]


async def test_the_same_interaction_twice_moves_once(host: Host, messenger: Listener) -> None:
    match = await table_of(host, ANN, BOB)
    seat, actions = await legal(host, match.id)
    player, request = player_in(match, seat), new_request()

    first = await play_and_tell(host, match.id, player, actions[0], match.line, request)
    again = await play_and_tell(host, match.id, player, actions[0], match.line, request)

    assert again.match.line == first.match.line
    assert again.events == first.events
    assert len(messenger.of(match.id)) == 2


async def test_the_last_interaction_twice_is_not_refused(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    while match.acting:
        seen, (seat, actions) = match.line, await legal(host, match.id)
        action, player = actions[len(actions) // 2], player_in(match, seat)
        played = await play_and_tell(host, match.id, player, action, seen, f"at {seen}")
        match = played.match

    again = await play_and_tell(host, match.id, player, action, seen, f"at {seen}")

    assert again.match.status == Status.FINISHED
    assert again.events == played.events


async def test_of_twenty_at_once_one_wins(host: Host, messenger: Listener) -> None:
    match = await table_of(host, ANN, BOB)
    seat, actions = await legal(host, match.id)
    player = player_in(match, seat)
    moves = (
        play_and_tell(host, match.id, player, actions[0], match.line, f"r{n}") for n in range(20)
    )

    answers = await asyncio.gather(*moves, return_exceptions=True)

    assert sum(not isinstance(each, Exception) for each in answers) == 1
    assert sum(isinstance(each, Stale) for each in answers) == 19
    assert len(messenger.of(match.id)) == 2


async def test_of_two_processes_at_once_one_wins(
    database_url: str, host: Host, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    seat, actions = await legal(host, match.id)
    player = player_in(match, seat)
    others = [Database(database_url) for _ in range(3)]
    hosts = [Host(stores_in(other, games()), Listener(), clock, KnownEntropy()) for other in others]
    for each in hosts:
        await each.cache.progress(match.id)

    moves = (
        play_and_tell(each, match.id, player, actions[0], match.line, f"r{n}")
        for n, each in enumerate([host, *hosts])
    )
    answers = await asyncio.gather(*moves, return_exceptions=True)

    assert sum(isinstance(each, Stale) for each in answers) == 3
    lines = {(await each.cache.match(match.id)).line for each in [host, *hosts]}
    assert len(lines) == 1
    for other in others:
        await other.close()


async def test_what_another_process_stored_is_seen(
    database_url: str, host: Host, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    other = Database(database_url)
    second = Host(stores_in(other, games()), Listener(), clock, KnownEntropy())

    there = await one_move(second, match.id)
    here = await one_move(host, match.id)
    await host.lobbies.leave(match.id, ANN.id)

    assert here.match.line > there.match.line
    assert (await second.cache.match(match.id)).chairs[0].agent == "greedy"
    with pytest.raises(NotSeated):
        await play_and_tell(second, match.id, ANN.id, None, here.match.line, new_request())
    await other.close()


async def test_a_button_of_an_older_board_is_stale(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    played = await one_move(host, match.id)
    seat, actions = await legal(host, match.id)

    with pytest.raises(Stale):
        await play_and_tell(
            host, match.id, player_in(played.match, seat), actions[0], match.line, new_request()
        )

    assert (await host.cache.match(match.id)).line == played.match.line


async def test_a_watcher_cannot_play(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    _, actions = await legal(host, match.id)

    with pytest.raises(NotSeated):
        await play_and_tell(host, match.id, CLEO.id, actions[0], match.line, new_request())


async def test_who_is_not_to_move_cannot_play(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    seat, actions = await legal(host, match.id)
    other = ANN if seat == 1 else BOB

    with pytest.raises(NotYourTurn):
        await play_and_tell(host, match.id, other.id, actions[0], match.line, new_request())

    assert (await host.cache.match(match.id)).line == match.line


async def test_an_illegal_action_changes_nothing(host: Host, messenger: Listener) -> None:
    match = await table_of(host, ANN, BOB)
    seat, actions = await legal(host, match.id)
    place = next(each for each in actions if isinstance(each, Place))
    bad = Place("no such tile", place.cell, 0)

    with pytest.raises(IllegalAction):
        await play_and_tell(host, match.id, player_in(match, seat), bad, match.line, new_request())

    assert await host.cache.match(match.id) == match
    assert len(messenger.of(match.id)) == 1


async def test_nothing_is_played_in_a_lobby_or_after_the_end(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    match = await played_out(host, match.id)

    with pytest.raises(NotPlaying) as refused:
        await play_and_tell(host, match.id, ANN.id, None, match.line, new_request())

    assert refused.value.data["status"] == Status.FINISHED


async def test_an_unknown_match_is_refused(host: Host) -> None:
    with pytest.raises(UnknownMatch):
        await host.cache.match(MatchId(404))


async def test_a_match_without_a_kept_standing_goes_on(
    stores: Stores, messenger: Listener, clock: StandingClock, host: Host
) -> None:
    match = await table_of(host, ANN, BOB)
    for _ in range(10):
        fresh = Host(stores, messenger, clock, KnownEntropy())
        match = (await one_move(fresh, match.id)).match

    assert await host.cache.match(match.id) == match
    assert match.told_line == match.line
