from contextlib import suppress

import pytest

from bot.hosting.host import Host
from bot.storage.match.matches import MatchStore
from bot.table.errors import CannotPost, NotPlaying, NotSeated
from bot.table.match.match import Match, Status
from tests.bot.fakes import Listener
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    HERE,
    SMALL,
    lobby_of,
    new_request,
    one_move,
    play_and_tell,
    played_out,
    player_in,
    table_of,
)


async def with_agents(host: Host, agents: int) -> Match:
    match = await host.lobbies.open(ANN, HERE, "seismic", 1 + agents, new_request(), SMALL)
    for number in range(agents):
        await host.lobbies.add_agent(match.id, ANN.id, "uniform", f"Robo {number}", new_request())
    return await host.lobbies.start(match.id, ANN.id)


async def test_computer_players_move_when_it_is_their_turn(host: Host, messenger: Listener) -> None:
    match = await with_agents(host, 2)

    while match.acting:
        await host.tick()
        match = await host.cache.match(match.id)
        assert not match.agent_acts
        if match.acting:
            match = (await one_move(host, match.id)).match

    assert match.status == Status.FINISHED
    told = [each for each in messenger.of(match.id) if each.is_new]
    assert [each.since for each in told[1:]] == [each.line for each in told[:-1]]


async def test_a_computer_player_moves_for_whoever_leaves(host: Host) -> None:
    match = await table_of(host, ANN, BOB, CLEO)
    leaver = player_in(match, match.acting[0])

    left = await host.lobbies.leave(match.id, leaver)
    await host.tick()
    after = await host.cache.match(match.id)

    assert left.agent_acts
    assert left.seat_of(leaver) is None
    assert left.chairs[match.acting[0]].player == leaver
    assert after.line > match.line
    assert after.acting != match.acting


async def test_who_left_neither_plays_nor_leaves_again(host: Host, matches: MatchStore) -> None:
    match = await table_of(host, ANN, BOB)
    await host.lobbies.leave(match.id, ANN.id)

    with pytest.raises(NotSeated):
        await host.lobbies.leave(match.id, ANN.id)
    with pytest.raises(NotSeated):
        await play_and_tell(host, match.id, ANN.id, None, match.line, new_request())

    assert await matches.of_player(ANN.id) == []


async def test_the_next_person_hosts_a_match_that_its_host_left(host: Host) -> None:
    match = await table_of(host, ANN, BOB)

    match = await host.lobbies.leave(match.id, ANN.id)

    assert match.host == BOB.id


async def test_a_match_that_everybody_left_is_closed_and_says_so(
    host: Host, messenger: Listener
) -> None:
    match = await table_of(host, ANN, BOB)
    await host.lobbies.leave(match.id, ANN.id)
    told = len(messenger.told)
    match = await host.lobbies.leave(match.id, BOB.id)

    await host.tick()

    assert match.status == Status.CLOSED
    assert match.acting == ()
    assert [each.status for each in messenger.told[told:]] == [Status.CLOSED]
    assert messenger.lobbies[-1].status is Status.CLOSED
    assert not (await host.cache.match(match.id)).is_behind


async def test_a_table_that_nobody_has_seen_is_closed_in_silence(
    host: Host, messenger: Listener
) -> None:
    match = await lobby_of(host, ANN, BOB)
    messenger.closed.add(HERE.channel)
    for step in (
        host.lobbies.start(match.id, ANN.id),
        host.lobbies.leave(match.id, ANN.id),
        host.lobbies.leave(match.id, BOB.id),
    ):
        with suppress(CannotPost):
            await step

    messenger.closed.clear()
    await host.lobbies.resume(match.id)

    assert messenger.told == []
    assert messenger.lobbies[-1].status is Status.CLOSED
    assert not (await host.cache.match(match.id)).is_behind


async def test_a_finished_match_cannot_be_left(host: Host) -> None:
    match = await played_out(host, (await table_of(host, ANN, BOB)).id)

    with pytest.raises(NotPlaying):
        await host.lobbies.leave(match.id, ANN.id)
