import asyncio
from dataclasses import replace

import pytest

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.stores import stores_in
from bot.table.errors import NO_ANSWER, CannotPost, LobbyRefused, NotSeated
from bot.table.ids import PlayerId
from bot.table.match.lobby import MOST_TABLES, terms
from bot.table.match.match import Aids, Person, Status
from engine.draws import commitment
from engine.errors import BadSetup, UnknownAgent, UnknownGame
from engine.game import Setup
from engine.registry import games
from tests.bot.fakes import FIRST_THREAD, KnownEntropy, Listener, StandingClock
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    DAN,
    HERE,
    SMALL,
    THREADED,
    lobby_of,
    new_request,
    record_of,
    table_of,
)

CROWD = [Person(PlayerId(100 + n), f"Guest {n}") for n in range(20)]


async def test_who_opens_a_table_is_host_and_sits_first(host: Host, messenger: Listener) -> None:
    match = await host.lobbies.open(ANN, HERE, "seismic", 3, "open-1")

    assert match.status == Status.LOBBY
    assert match.host == ANN.id
    assert match.people == (ANN,)
    assert match.setup == Setup(3)
    assert match.cover.message is not None
    assert not match.is_behind
    assert [each.id for each in messenger.lobbies] == [match.id]


async def test_the_seed_is_sealed_when_the_table_opens(host: Host, matches: MatchStore) -> None:
    match = await lobby_of(host, ANN)

    assert match.commitment == commitment(await matches.seed(match.id))
    assert (await matches.seed(match.id)).hex() not in repr(match)


async def test_a_teaching_table_begins_at_once_against_beginners(
    host: Host, matches: MatchStore
) -> None:
    match = await host.lobbies.open_to_learn(
        ANN, HERE, "aftershock", ("One", "Two", "Three"), 7, "open-1"
    )
    again = await host.lobbies.open_to_learn(
        ANN, HERE, "aftershock", ("One", "Two", "Three"), 7, "open-1"
    )
    await host.scheduler.now(match.id)

    assert again.id == match.id
    assert match.status is Status.PLAYING
    assert match.teaching
    assert [(each.name, each.agent) for each in match.chairs] == [
        *((ANN.name, None), ("One", "beginner"), ("Two", "beginner")),
    ]
    assert match.setup.options == {"first_player": "1"}
    told = (await matches.get(match.id)).match
    assert told.teaching
    assert not told.is_behind


async def test_who_learns_may_skip_the_explanations_and_have_them_again(
    host: Host, matches: MatchStore
) -> None:
    match = await host.lobbies.open_to_learn(ANN, HERE, "seismic", ("One",), 7, "open-1")
    with pytest.raises(NotSeated):
        await host.lobbies.explain(match.id, BOB.id, is_on=False)

    skipped = await host.lobbies.explain(match.id, ANN.id, is_on=False)
    stored = (await matches.get(match.id)).match
    again = await host.lobbies.explain(match.id, ANN.id, is_on=True)

    assert (skipped.teaching, stored.teaching, again.teaching) == (False, False, True)
    assert not again.is_behind


async def test_where_others_would_have_to_read_it_nothing_is_explained(host: Host) -> None:
    match = await table_of(host, ANN, BOB)

    with pytest.raises(LobbyRefused, match="teaching-not-alone"):
        await host.lobbies.explain(match.id, ANN.id, is_on=True)


async def test_a_rematch_of_a_teaching_table_explains_nothing(host: Host) -> None:
    match = await host.lobbies.open_to_learn(ANN, HERE, "seismic", ("One",), 7, "open-1")
    await host.lobbies.end(match.id, ANN)

    again = await host.lobbies.rematch(match.id, ANN, "again")

    assert not again.teaching
    assert [each.agent for each in again.chairs] == [None, "beginner"]


async def test_opening_twice_by_one_interaction_opens_one_table(
    host: Host, messenger: Listener
) -> None:
    first = await host.lobbies.open(ANN, HERE, "seismic", 3, "open-1")
    again = await host.lobbies.open(ANN, HERE, "seismic", 3, "open-1")

    assert again == first
    assert len(messenger.lobbies) == 1


async def test_a_game_nobody_knows_cannot_be_opened(host: Host) -> None:
    with pytest.raises(UnknownGame):
        await host.lobbies.open(ANN, HERE, "chess", 2, new_request())


async def test_a_table_for_nine_cannot_be_opened(host: Host, matches: MatchStore) -> None:
    with pytest.raises(BadSetup):
        await host.lobbies.open(ANN, HERE, "seismic", 9, new_request())

    assert await matches.of_player(ANN.id) == []


async def test_a_table_in_a_closed_channel_is_not_left_open(
    host: Host, matches: MatchStore, messenger: Listener
) -> None:
    messenger.closed.add(HERE.channel)

    with pytest.raises(CannotPost):
        await lobby_of(host, ANN)
    await host.tick()

    assert await matches.of_player(ANN.id) == []
    assert messenger.attempts == 1


async def test_a_table_whose_message_may_be_there_stays_open(
    host: Host, matches: MatchStore, messenger: Listener
) -> None:
    messenger.breaks = lambda _: CannotPost(NO_ANSWER)

    with pytest.raises(CannotPost):
        await lobby_of(host, ANN)
    messenger.breaks = lambda _: None
    (match,) = await matches.of_player(ANN.id)
    await host.telling.tell(match.id)

    assert (await host.cache.match(match.id)).cover.message is not None
    assert [each.status for each in messenger.lobbies] == [Status.LOBBY]


async def test_nobody_sits_at_more_than_twenty_tables(host: Host) -> None:
    for _ in range(MOST_TABLES):
        await lobby_of(host, ANN)
    match = await lobby_of(host, BOB)

    with pytest.raises(LobbyRefused, match="too-many-tables"):
        await lobby_of(host, ANN)
    with pytest.raises(LobbyRefused, match="too-many-tables"):
        await host.lobbies.join(match.id, ANN, new_request())


async def test_joining_fills_the_next_seat(host: Host) -> None:
    match = await lobby_of(host, ANN, BOB, places=3)

    assert match.people == (ANN, BOB)
    assert match.seat_of(BOB.id) == 1


async def test_one_press_of_join_counts_once(host: Host) -> None:
    match = await lobby_of(host, ANN, places=3)

    first = await host.lobbies.join(match.id, BOB, "press")
    again = await host.lobbies.join(match.id, BOB, "press")

    assert again == first


async def test_who_left_does_not_come_back_by_an_old_press(host: Host) -> None:
    match = await lobby_of(host, ANN, places=3)
    await host.lobbies.join(match.id, BOB, "press")
    await host.lobbies.leave(match.id, BOB.id)

    match = await host.lobbies.join(match.id, BOB, "press")

    assert match.people == (ANN,)


async def test_who_sits_already_cannot_join(host: Host) -> None:
    match = await lobby_of(host, ANN, places=3)

    with pytest.raises(LobbyRefused, match="lobby-already-in"):
        await host.lobbies.join(match.id, ANN, new_request())


async def test_a_full_table_cannot_be_joined(host: Host) -> None:
    match = await lobby_of(host, ANN, BOB)

    with pytest.raises(LobbyRefused, match="lobby-full"):
        await host.lobbies.join(match.id, CLEO, new_request())


async def test_a_running_table_cannot_be_joined(host: Host) -> None:
    match = await table_of(host, ANN, BOB)

    with pytest.raises(LobbyRefused, match="lobby-closed"):
        await host.lobbies.join(match.id, CLEO, new_request())


async def test_two_at_once_do_not_both_take_the_last_chair(host: Host) -> None:
    match = await lobby_of(host, ANN, places=4)
    joins = (host.lobbies.join(match.id, person, new_request()) for person in CROWD)

    answers = await asyncio.gather(*joins, return_exceptions=True)

    assert sum(not isinstance(each, Exception) for each in answers) == 3
    assert sum(isinstance(each, LobbyRefused) for each in answers) == 17
    assert len((await host.cache.match(match.id)).chairs) == 4


async def test_two_processes_do_not_both_fill_the_last_chair(
    database_url: str, host: Host, clock: StandingClock
) -> None:
    match = await lobby_of(host, ANN, places=4)
    others = [Database(database_url) for _ in range(3)]
    hosts = [Host(stores_in(each, games()), Listener(), clock, KnownEntropy()) for each in others]
    everywhere = [host, *hosts]
    joins = (
        everywhere[n % 4].lobbies.join(match.id, person, new_request())
        for n, person in enumerate(CROWD[:8])
    )

    answers = await asyncio.gather(*joins, return_exceptions=True)

    assert sum(not isinstance(each, Exception) for each in answers) == 3
    assert sum(isinstance(each, LobbyRefused) for each in answers) == 5
    seen = {(await each.cache.match(match.id)).chairs for each in everywhere}
    assert len(seen) == 1
    assert len(seen.pop()) == 4
    for each in others:
        await each.close()


async def test_the_next_person_becomes_host(host: Host) -> None:
    match = await lobby_of(host, ANN, BOB, CLEO, places=4)

    match = await host.lobbies.leave(match.id, ANN.id)

    assert match.people == (BOB, CLEO)
    assert match.host == BOB.id


async def test_the_last_to_leave_closes_the_table(host: Host, messenger: Listener) -> None:
    match = await lobby_of(host, ANN, places=4)
    await host.lobbies.add_agent(match.id, ANN.id, "uniform", "Robo", new_request())

    match = await host.lobbies.leave(match.id, ANN.id)

    assert match.status == Status.CLOSED
    assert messenger.lobbies[-1].status == Status.CLOSED


async def test_who_does_not_sit_cannot_leave(host: Host) -> None:
    match = await lobby_of(host, ANN)

    with pytest.raises(LobbyRefused, match="lobby-not-in"):
        await host.lobbies.leave(match.id, BOB.id)


async def test_only_the_host_seats_computer_players(host: Host) -> None:
    match = await lobby_of(host, ANN, BOB, places=3)

    with pytest.raises(LobbyRefused, match="lobby-not-host") as refused:
        await host.lobbies.add_agent(match.id, BOB.id, "uniform", "Robo", new_request())

    assert refused.value.data["host"] == "Ann"


async def test_an_unknown_computer_player_is_refused(host: Host) -> None:
    match = await lobby_of(host, ANN)

    with pytest.raises(UnknownAgent):
        await host.lobbies.add_agent(match.id, ANN.id, "deep thought", "Robo", new_request())


async def test_the_host_changes_places_and_options(host: Host) -> None:
    match = await lobby_of(host, ANN, BOB)

    match = await host.lobbies.change(
        match.id, ANN.id, replace(terms(match), setup=replace(SMALL, seats=4), aids=Aids.PURE)
    )

    assert match.places == 4
    assert match.aids is Aids.PURE
    assert match.setup == Setup(4, options={"table_radius": 5})


async def test_a_setup_that_cannot_be_played_is_refused(host: Host) -> None:
    match = await lobby_of(host, ANN)

    with pytest.raises(BadSetup):
        await host.lobbies.change(
            match.id, ANN.id, replace(terms(match), setup=Setup(2, options={"table_radius": 99}))
        )

    assert await host.cache.match(match.id) == match


async def test_no_places_are_taken_from_under_people(host: Host) -> None:
    match = await lobby_of(host, ANN, BOB, CLEO)

    with pytest.raises(LobbyRefused, match="lobby-too-few-places"):
        await host.lobbies.change(match.id, ANN.id, replace(terms(match), setup=SMALL))


async def test_the_host_starts_with_whoever_is_there(host: Host, messenger: Listener) -> None:
    match = await lobby_of(host, ANN, BOB, places=4, venue=THREADED)

    match = await host.lobbies.start(match.id, ANN.id)

    assert match.status == Status.PLAYING
    assert match.setup.seats == 2
    assert [chair.letter for chair in match.chairs] == ["A", "B"]
    assert (await record_of(host, match.id)).header.joins == tuple(
        chair.join for chair in match.chairs
    )
    assert match.table.place == FIRST_THREAD + match.id
    assert match.expires_at is None
    assert len(messenger.of(match.id)) == 1


async def test_starting_twice_begins_once(host: Host, messenger: Listener) -> None:
    match = await lobby_of(host, ANN, BOB)

    first, again = await asyncio.gather(
        host.lobbies.start(match.id, ANN.id), host.lobbies.start(match.id, ANN.id)
    )

    assert first == again
    assert len(messenger.of(match.id)) == 1


async def test_nobody_starts_alone(host: Host) -> None:
    match = await lobby_of(host, ANN)

    with pytest.raises(LobbyRefused, match="lobby-alone"):
        await host.lobbies.start(match.id, ANN.id)


async def test_a_guest_does_not_start(host: Host) -> None:
    match = await lobby_of(host, ANN, BOB)

    with pytest.raises(LobbyRefused, match="lobby-not-host"):
        await host.lobbies.start(match.id, BOB.id)


async def test_a_full_table_starts_after_a_minute(host: Host, clock: StandingClock) -> None:
    match = await lobby_of(host, ANN, BOB)

    clock.pass_by(seconds=59)
    await host.tick()
    early = await host.cache.match(match.id)
    clock.pass_by(seconds=1)
    await host.tick()

    assert early.status == Status.LOBBY
    assert (await host.cache.match(match.id)).status == Status.PLAYING


async def test_a_table_that_is_not_full_any_more_waits(host: Host, clock: StandingClock) -> None:
    match = await lobby_of(host, ANN, BOB)
    await host.lobbies.leave(match.id, BOB.id)

    clock.pass_by(minutes=2)
    await host.tick()

    assert (await host.cache.match(match.id)).status == Status.LOBBY


async def test_a_table_to_which_nobody_comes_is_cleared_after_two_days(
    host: Host, matches: MatchStore, clock: StandingClock, messenger: Listener
) -> None:
    match = await lobby_of(host, ANN)

    clock.pass_by(hours=47, minutes=59)
    await host.tick()
    early = await host.cache.match(match.id)
    clock.pass_by(minutes=1)
    await host.tick()

    assert early.status == Status.LOBBY
    assert (await host.cache.match(match.id)).status == Status.CLOSED
    assert messenger.lobbies[-1].status == Status.CLOSED
    assert await matches.in_channel(HERE.channel) == []


async def test_a_cleared_table_is_opened_again_by_anybody(host: Host, clock: StandingClock) -> None:
    before = await lobby_of(host, ANN, places=2)
    clock.pass_by(hours=48)
    await host.tick()

    match = await host.lobbies.reopen(before.id, CLEO, new_request())
    again = await host.lobbies.reopen(before.id, DAN, new_request())

    assert match.status == Status.LOBBY
    assert match.host == CLEO.id
    assert match.setup == before.setup
    assert match.commitment != before.commitment
    assert again.id == match.id


async def test_an_open_table_cannot_be_opened_again(host: Host) -> None:
    match = await lobby_of(host, ANN)

    with pytest.raises(LobbyRefused, match="lobby-not-closed"):
        await host.lobbies.reopen(match.id, BOB, new_request())


async def test_tables_of_a_channel_come_newest_first(host: Host, matches: MatchStore) -> None:
    first = await table_of(host, ANN, BOB)
    second = await lobby_of(host, CLEO)

    tables = await matches.in_channel(HERE.channel)

    assert [each.id for each in tables] == [second.id, first.id]


async def test_a_thread_knows_its_table(host: Host, matches: MatchStore) -> None:
    match = await table_of(host, ANN, BOB, venue=THREADED)
    assert match.table.place is not None

    tables = await matches.in_channel(match.table.place)

    assert tables == [await host.cache.match(match.id)]


async def test_tables_that_wait_for_a_person_come_first(host: Host, matches: MatchStore) -> None:
    tables = [await table_of(host, ANN, BOB) for _ in range(6)]
    waiting = {each.id for each in tables if each.acting == (0,)}

    listed = await matches.of_player(ANN.id)

    assert {each.id for each in listed[: len(waiting)]} == waiting
    assert len(listed) == 6


async def test_who_was_never_there_has_no_seat_to_give_up(host: Host) -> None:
    match = await table_of(host, ANN, BOB)

    with pytest.raises(NotSeated):
        await host.lobbies.leave(match.id, CLEO.id)
