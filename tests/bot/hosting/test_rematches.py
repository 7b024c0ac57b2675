import asyncio

import pytest

from bot.hosting.host import Host
from bot.table.errors import LobbyRefused, NotSeated
from bot.table.match.match import Match, Person, Status
from engine.game import CHANCE
from tests.bot.fakes import StandingClock
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    DAN,
    lobby_of,
    new_request,
    played_out,
    record_of,
    table_of,
)


async def finished(host: Host, *people: Person) -> Match:
    return await played_out(host, (await table_of(host, *people)).id)


async def first_person(host: Host, match: Match) -> str:
    moves = [entry.move for entry in (await record_of(host, match.id)).entries if entry.move]
    seat = next(move.actor for move in moves if move.actor != CHANCE)
    return match.chairs[seat].name


async def test_the_first_to_press_opens_a_lobby_with_the_same_settings(host: Host) -> None:
    before = await finished(host, ANN, BOB)

    match = await host.lobbies.rematch(before.id, BOB, new_request())

    assert match.status == Status.LOBBY
    assert match.people == (BOB,)
    assert match.host == BOB.id
    assert match.setup == before.setup
    assert match.follows == before.id
    assert (await host.cache.match(before.id)).rematch == match.id


@pytest.mark.parametrize("comes", ["master", "expert"])
async def test_a_master_comes_along_where_there_still_are_masters(host: Host, comes: str) -> None:
    host.lobbies.has_masters = True
    before = await lobby_of(host, ANN, BOB, places=3)
    await host.lobbies.add_agent(before.id, ANN.id, "master", "Robo", new_request())
    await host.lobbies.start(before.id, ANN.id)
    ended = await host.lobbies.end(before.id, ANN)
    host.lobbies.has_masters = comes == "master"

    match = await host.lobbies.rematch(before.id, BOB, new_request())

    assert "master" in {each.agent for each in ended.chairs}
    assert [each.agent for each in match.chairs] == [None, comes]


async def test_the_others_get_the_same_lobby(host: Host) -> None:
    before = await finished(host, ANN, BOB)

    first, second = await asyncio.gather(
        host.lobbies.rematch(before.id, BOB, new_request()),
        host.lobbies.rematch(before.id, ANN, new_request()),
    )

    assert first.id == second.id
    assert len(first.chairs) == 1


async def test_whoever_sat_after_the_first_player_begins_the_rematch(host: Host) -> None:
    before = await finished(host, ANN, BOB, CLEO)
    order = [chair.name for chair in before.chairs]
    expected = order[(order.index(await first_person(host, before)) + 1) % 3]

    match = await host.lobbies.rematch(before.id, CLEO, new_request())
    await host.lobbies.join(match.id, BOB, new_request())
    await host.lobbies.join(match.id, ANN, new_request())
    match = await played_out(host, (await host.lobbies.start(match.id, CLEO.id)).id)

    assert await first_person(host, match) == expected


async def test_who_does_not_come_again_is_passed_over(host: Host) -> None:
    before = await finished(host, ANN, BOB, CLEO)
    order = [chair.name for chair in before.chairs]
    absent = order[(order.index(await first_person(host, before)) + 1) % 3]
    there = [each for each in (ANN, BOB, CLEO) if each.name != absent]

    match = await host.lobbies.rematch(before.id, there[0], new_request())
    await host.lobbies.join(match.id, there[1], new_request())
    await host.lobbies.join(match.id, DAN, new_request())
    match = await played_out(host, (await host.lobbies.start(match.id, there[0].id)).id)

    assert await first_person(host, match) == order[(order.index(absent) + 1) % 3]


async def test_a_rematch_of_a_rematch_moves_on_by_one(host: Host) -> None:
    match = await finished(host, ANN, BOB)
    beginners = [await first_person(host, match)]
    for _ in range(2):
        match = await host.lobbies.rematch(match.id, ANN, new_request())
        await host.lobbies.join(match.id, BOB, new_request())
        match = await played_out(host, (await host.lobbies.start(match.id, ANN.id)).id)
        beginners.append(await first_person(host, match))

    assert beginners[0] != beginners[1]
    assert beginners[0] == beginners[2]


async def test_computer_players_come_along(host: Host) -> None:
    match = await host.lobbies.open(ANN, (await finished(host, ANN, BOB)).venue, "seismic", 2, "o")
    await host.lobbies.add_agent(match.id, ANN.id, "uniform", "Robo", new_request())
    await host.lobbies.start(match.id, ANN.id)
    match = await host.lobbies.leave(match.id, ANN.id)

    again = await host.lobbies.rematch(match.id, ANN, new_request())

    assert [chair.name for chair in again.chairs] == ["Ann", "Robo"]
    assert len({chair.join for chair in again.chairs}) == 2


async def test_a_lobby_nobody_came_to_is_not_the_rematch_for_ever(
    host: Host, clock: StandingClock
) -> None:
    before = await finished(host, ANN, BOB)
    first = await host.lobbies.rematch(before.id, ANN, new_request())
    clock.pass_by(hours=48)
    await host.tick()

    second = await host.lobbies.rematch(before.id, BOB, new_request())

    assert second.id != first.id
    assert (await host.cache.match(before.id)).rematch == second.id


async def test_a_rematch_that_is_over_is_not_the_rematch_for_ever(host: Host) -> None:
    before = await finished(host, ANN, BOB)
    first = await host.lobbies.rematch(before.id, ANN, new_request())
    await host.lobbies.join(first.id, BOB, new_request())
    await played_out(host, (await host.lobbies.start(first.id, ANN.id)).id)

    second = await host.lobbies.rematch(before.id, BOB, new_request())

    assert second.status == Status.LOBBY
    assert second.follows == before.id


async def test_a_running_match_has_no_rematch(host: Host) -> None:
    match = await table_of(host, ANN, BOB)

    with pytest.raises(LobbyRefused, match="rematch-not-over"):
        await host.lobbies.rematch(match.id, ANN, new_request())


async def test_a_watcher_asks_for_no_rematch(host: Host) -> None:
    before = await finished(host, ANN, BOB)

    with pytest.raises(NotSeated):
        await host.lobbies.rematch(before.id, DAN, new_request())
