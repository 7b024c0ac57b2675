import pytest

from bot.hosting.host import Host
from bot.hosting.match.history import History
from bot.hosting.match.match_cache import WHOLE
from bot.table.errors import NotPlaying
from engine.game import CHANCE, PUBLIC, Seat, visible
from engine.games.aftershock.actions import Keep
from engine.games.seismic import GAME
from engine.record import Record
from engine.replay import Replay
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    HERE,
    lobby_of,
    new_request,
    one_move,
    record_of,
    table_of,
)


async def test_every_line_has_its_glimpse(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    played = await one_move(host, match.id)

    history = await host.cache.history(match.id, PUBLIC)

    assert [each.line for each in history] == list(range(1, played.match.line + 1))
    assert history[-1].events == played.events[-len(history[-1].events) :]
    assert history[-1].observation() == history.at(played.match.line).observation()


async def test_a_glimpse_is_what_the_viewer_may_know(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    await one_move(host, match.id)
    match, progress = await host.cache.progress(match.id)

    for viewer in (PUBLIC, Seat(0), Seat(1)):
        history = await host.cache.history(match.id, viewer)
        shown = [event for each in history for event in each.events]
        lines = Replay(GAME, progress.record)

        assert shown == [event for line in lines for event in line.events if visible(event, viewer)]
        assert history[-1].observation() == GAME.observe(progress.state, viewer)


async def test_the_state_stays_out_of_sight(host: Host) -> None:
    match = await table_of(host, ANN, BOB)

    history = await host.cache.history(match.id, PUBLIC)

    assert "State(" not in repr(history[-1])
    assert history[-1].legal() == ()


async def test_a_seat_could_choose_what_was_legal_then(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    seat = match.acting[0]

    history = await host.cache.history(match.id, seat)

    assert history[-1].legal() == tuple(
        GAME.legal_actions((await host.cache.progress(match.id))[1].state, seat)
    )


async def test_since_my_turn_begins_after_my_own_action(host: Host) -> None:
    match = await table_of(host, ANN, BOB, CLEO)
    seat = match.acting[0]
    first = await one_move(host, match.id)
    while seat not in (last := await one_move(host, match.id)).match.acting:
        pass

    since = (await host.cache.history(match.id, seat)).since_last_action(seat)

    assert since[0].line == match.line + 2
    assert since[-1].line == last.match.line
    assert all(each.actor != seat for each in since)
    assert any(each.actor not in (CHANCE, None) for each in since)
    assert first.match.line < last.match.line


async def test_since_my_turn_is_everything_before_my_first_action(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    seat = match.acting[0]

    history = await host.cache.history(match.id, seat)

    assert len(history.since_last_action(seat)) == match.line


async def test_what_happened_since_is_measured_from_the_table_before_it(host: Host) -> None:
    match = await table_of(host, ANN, BOB, CLEO)
    seat = match.acting[0]
    await one_move(host, match.id)
    await one_move(host, match.id)

    history = await host.cache.history(match.id, seat)
    since = history.since_last_action(seat)
    before, now = history.before(since), history.before(())

    assert before.line == since[0].line - 1
    assert before.events == now.events == ()
    assert before.observation() == history.at(before.line).observation()
    assert now.observation() == history[-1].observation()


async def test_the_last_moves_are_those_that_the_viewer_could_see(host: Host) -> None:
    match = await host.lobbies.open(ANN, HERE, "aftershock", 3, new_request())
    for person in (BOB, CLEO):
        await host.lobbies.join(match.id, person, new_request())
    match = await host.lobbies.start(match.id, ANN.id)
    begun = match.line
    for player in match.people:
        match = await host.cache.match(match.id)
        await host.moves.submit(match.id, player.id, (Keep(()),), match.line, new_request())

    told = [each.line for each in (await host.cache.history(match.id, PUBLIC)).last_moves(1)]
    own = [each.line for each in (await host.cache.history(match.id, Seat(0))).last_moves(1)]

    assert told[0] == 1
    assert own == [begun + 3]


async def test_before_the_first_line_there_is_a_table(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    empty: Record[object] = Record((await record_of(host, match.id)).header)

    history = History(GAME, Replay(GAME, empty), PUBLIC)

    assert len(history) == 0
    assert history.at(0).observation() == GAME.observe(GAME.initial(match.setup), PUBLIC)


async def test_a_lobby_has_no_history(host: Host) -> None:
    match = await lobby_of(host, ANN)

    with pytest.raises(NotPlaying):
        await host.cache.history(match.id, PUBLIC)


async def test_a_match_that_many_others_were_played_after_has_its_whole_past(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    for _ in range(4):
        await one_move(host, match.id)
    before = [each.observation() for each in await host.cache.history(match.id, PUBLIC)]

    for _ in range(WHOLE):
        await lobby_of(host, CLEO)
    known = host.cache.remembered(match.id)
    after = [each.observation() for each in await host.cache.history(match.id, PUBLIC)]

    assert known is not None
    assert after == before
