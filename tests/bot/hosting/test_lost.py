"""Tables whose channel or server is gone: they lock nobody out, and go on when it is back."""

from collections.abc import Awaitable

import pytest

from bot.hosting.host import Host
from bot.storage.match.matches import MatchStore
from bot.table.errors import CHANNEL_GONE, CannotPost, LobbyRefused, NotPlaying
from bot.table.ids import PlayerId
from bot.table.match.lobby import MOST_TABLES
from bot.table.match.match import Match, Person, Status, Venue
from bot.table.people.moderation import Act, Deed
from engine.game import Seat
from tests.bot.fakes import Listener, StandingClock
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    DAN,
    HERE,
    THREADED,
    lobby_of,
    new_request,
    one_move,
    player_in,
    table_of,
)

ELSEWHERE = Venue(guild=2, channel=200, threaded=False)


async def gone(host: Host, *guilds: int) -> None:
    await host.venues.check(
        lambda venue: venue.guild not in guilds, await host.venues.find_gone(guilds.__contains__)
    )


async def test_a_lost_table_rests_and_goes_on_when_its_server_is_back(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    other = await table_of(host, ANN, BOB, venue=ELSEWHERE)
    told = len(messenger.of(match.id))

    await gone(host, 1)
    clock.pass_by(hours=1)
    lost, attempts = await host.cache.match(match.id), messenger.attempts
    await host.tick()
    rested = messenger.attempts - attempts
    await gone(host)
    await one_move(host, match.id)

    assert lost.status is Status.PLAYING
    assert lost.lost_at is not None
    assert rested == 0
    assert (await host.cache.match(other.id)).lost_at is None
    found = await host.cache.match(match.id)
    assert found.lost_at is None
    assert not found.is_behind
    # The board comes again, and then the move.
    assert len(messenger.of(match.id)) == told + 2


async def test_what_is_not_known_stays_as_it_is(host: Host) -> None:
    match = await table_of(host, ANN, BOB)

    await host.venues.check(lambda _: None, [1])
    here = await host.cache.match(match.id)
    await gone(host, 1)
    await host.venues.check(lambda _: None, [1])

    assert here.lost_at is None
    assert (await host.cache.match(match.id)).lost_at is not None


async def test_lost_tables_count_against_no_limit(host: Host, matches: MatchStore) -> None:
    for _ in range(MOST_TABLES):
        await table_of(host, ANN, BOB)
    with pytest.raises(LobbyRefused, match="too-many-tables"):
        await lobby_of(host, ANN, venue=ELSEWHERE)

    await gone(host, 1)

    assert (await lobby_of(host, ANN, venue=ELSEWHERE)).status is Status.LOBBY
    assert len(await matches.of_player(ANN.id)) == MOST_TABLES + 1


async def test_an_open_table_that_is_lost_is_closed(host: Host, messenger: Listener) -> None:
    match = await lobby_of(host, ANN, places=3)

    await gone(host, 1)
    closed, attempts = await host.cache.match(match.id), messenger.attempts
    await host.tick()
    resting = messenger.attempts - attempts
    await gone(host)

    assert closed.status is Status.CLOSED
    assert resting == 0
    assert messenger.lobbies[-1].status is Status.CLOSED


async def test_a_lost_table_can_be_left_and_closed(host: Host, matches: MatchStore) -> None:
    match, other = await table_of(host, ANN, BOB), await table_of(host, ANN, BOB)
    await gone(host, 1)

    with pytest.raises(CannotPost):
        await host.lobbies.leave(match.id, ANN.id)
    with pytest.raises(CannotPost):
        await host.lobbies.end(other.id, ANN)

    assert await matches.of_player(ANN.id) == []
    assert [each.id for each in await matches.of_player(BOB.id)] == [match.id]
    assert (await host.cache.match(other.id)).status is Status.CLOSED


async def test_computer_players_rest_with_their_table(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    await gone(host, 1)
    with pytest.raises(CannotPost):
        await host.lobbies.leave(match.id, (await on_turn(host, match)))
    line = (await host.cache.match(match.id)).line

    await host.tick()
    resting = (await host.cache.match(match.id)).line
    await gone(host)
    await host.tick()

    assert resting == line
    assert (await host.cache.match(match.id)).line > line


async def on_turn(host: Host, match: Match) -> PlayerId:
    now = await host.cache.match(match.id)
    return player_in(now, now.acting[0])


async def test_a_channel_that_turns_out_to_be_gone_loses_its_table(
    host: Host, messenger: Listener
) -> None:
    match = await table_of(host, ANN, BOB)
    messenger.breaks = lambda _: CannotPost(CHANNEL_GONE)

    played = await one_move(host, match.id)

    now = await host.cache.match(match.id)
    assert played.trouble is not None
    assert now.line > match.line
    assert now.lost_at is not None


async def test_a_deleted_channel_loses_its_tables_and_a_thread_gives_them_back(
    host: Host, messenger: Listener
) -> None:
    match, threaded = await table_of(host, ANN, BOB), await table_of(host, ANN, BOB, venue=THREADED)
    elsewhere = await table_of(host, ANN, BOB, venue=ELSEWHERE)
    told = len(messenger.of(threaded.id))

    await host.venues.channel_gone(threaded.place)
    back = len(messenger.of(threaded.id)) - told
    await host.venues.channel_gone(HERE.channel)

    assert back == 1
    lost = [(await host.cache.match(each.id)).lost_at for each in (match, threaded, elsewhere)]
    assert [each is not None for each in lost] == [True, True, False]


async def test_the_host_or_a_moderator_closes_a_table(host: Host) -> None:
    match, lobby = await table_of(host, ANN, BOB), await lobby_of(host, ANN, CLEO)

    for table in (match, lobby):
        with pytest.raises(LobbyRefused, match="lobby-not-host"):
            await host.lobbies.end(table.id, BOB)
    closed = await host.moderation.do(match.id, Deed(Act.CLOSE, DAN, "over", new_request()), 1)
    open_ = await host.lobbies.end(lobby.id, ANN)

    assert closed.status is open_.status is Status.CLOSED
    assert open_.chairs == ()
    with pytest.raises(NotPlaying):
        await host.lobbies.end(match.id, ANN)


async def test_somebody_else_takes_the_seat_of_who_is_gone(host: Host, matches: MatchStore) -> None:
    match = await table_of(host, ANN, BOB)
    seat = match.seat_of(ANN.id)

    assert seat is not None

    def taken_by(person: Person) -> Awaitable[Match]:
        return host.agreements.take_seat(match.id, seat, person, new_request(), gone=ANN.id)

    with pytest.raises(LobbyRefused, match="lobby-already-in"):
        await taken_by(BOB)
    taken = await taken_by(DAN)
    while (await host.cache.match(match.id)).acting != (seat,):
        await one_move(host, match.id)
    played = await one_move(host, match.id)

    assert taken.seat_of(DAN.id) == seat
    assert taken.seat_of(ANN.id) is None
    assert taken.host in (BOB.id, DAN.id)
    assert played.match.line > taken.line
    assert [each.id for each in await matches.of_player(DAN.id)] == [match.id]
    with pytest.raises(LobbyRefused, match="player-replaced"):
        await taken_by(CLEO)


async def test_a_substitute_has_room_for_another_table(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    for _ in range(MOST_TABLES):
        await lobby_of(host, DAN)

    with pytest.raises(LobbyRefused, match="too-many-tables"):
        await host.agreements.take_seat(match.id, Seat(0), DAN, new_request(), gone=ANN.id)


async def test_the_servers_of_a_shard_are_those_with_open_tables(
    host: Host, matches: MatchStore
) -> None:
    servers = [number << 22 for number in range(1, 9)]
    for server in servers:
        await lobby_of(host, ANN, places=2, venue=Venue(server, 100, threaded=False))
        await lobby_of(host, BOB, places=2, venue=Venue(server, 101, threaded=False))
    for each in await matches.in_guild(servers[0]):
        await host.lobbies.end(each.id, each.people[0])
    await lobby_of(host, CLEO, places=2, venue=Venue(None, 102, threaded=False))

    shards = [sorted(await matches.guilds(shard, 4)) for shard in range(4)]

    assert shards == [[servers[3], servers[7]], [servers[4]], servers[1::4], servers[2::4]]
    assert sorted(await matches.guilds()) == servers[1:]
