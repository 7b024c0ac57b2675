"""Moves taken back: at once, by agreement, never; nothing acts that was chosen before."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.schema import waits
from bot.storage.stores import Stores
from bot.table.errors import NotPlaying, NotSeated, Stale, TakeBackRefused, VoteRefused
from bot.table.ids import MatchId
from bot.table.match.match import Match, Person, VoteKind, VoteResult
from bot.table.match.pace import PACES
from bot.table.notices.notice import NoticeKind
from engine.game import CHANCE, PUBLIC, Move, Seat, Setup, Viewer
from engine.games.aftershock.actions import Keep
from engine.games.san_andreas.actions import Found
from engine.games.seismic.actions import Place
from engine.record import standing
from engine.registry import games
from engine.takebacks import TakeBackKind
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    DAN,
    HERE,
    SMALL,
    legal,
    new_request,
    one_move,
    play_and_tell,
    player_in,
    record_of,
    table_of,
)

PEOPLE = {each.id: each for each in (ANN, BOB, CLEO, DAN)}


async def begun(host: Host, title: str, *people: Person) -> Match:
    setup = SMALL if title == "seismic" else Setup(len(people))
    match = await host.lobbies.open(people[0], HERE, title, len(people), new_request(), setup)
    for person in people[1:]:
        await host.lobbies.join(match.id, person, new_request())
    return await host.lobbies.start(match.id, people[0].id)


async def moved(host: Host, match_id: MatchId, wanted: type = object) -> Person:
    """Let the seat that must act play a choice of this kind, and return who that was."""
    match = await host.cache.match(match_id)
    seat, actions = await legal(host, match_id)
    action = next(each for each in actions if isinstance(each, wanted))
    player = player_in(match, seat)
    await play_and_tell(host, match_id, player, action, match.line, new_request())
    return PEOPLE[player]


async def look(host: Host, match_id: MatchId, person: Person) -> Any:
    return (await host.take_backs.look(match_id, person.id)).take_back


async def asked(host: Host, match_id: MatchId, person: Person) -> int:
    """Ask to take the last move back, and return the number of the vote."""
    line = (await look(host, match_id, person)).line
    await host.take_backs.ask(match_id, person.id, line, new_request())
    return (await host.cache.match(match_id)).votes[-1].id


async def said(
    host: Host, match_id: MatchId, person: Person, vote: int, *, is_yes: bool = True
) -> None:
    await host.take_backs.answer(match_id, person.id, vote, new_request(), is_yes=is_yes)


def others(match: Match, person: Person) -> list[Person]:
    return [each for each in match.people if each.id != person.id]


async def state_of(host: Host, match_id: MatchId) -> Any:
    return (await host.cache.of(match_id)).begun.state


async def test_a_free_move_goes_back_at_once(host: Host) -> None:
    match = await begun(host, "san_andreas", ANN, BOB, CLEO)
    before = await state_of(host, match.id)
    mover = await moved(host, match.id, Found)
    played = await host.cache.match(match.id)

    free = await look(host, match.id, mover)
    await host.take_backs.take_back(match.id, mover.id, free.line, new_request())

    after, record = await host.cache.match(match.id), await record_of(host, match.id)
    assert free.kind is TakeBackKind.FREE
    assert record.entries[-1].undo_to == free.line
    assert after.line == played.line + 1
    assert after.acting == match.acting
    assert await state_of(host, match.id) == before
    assert [after.seen_by(Seat(seat)) for seat in range(3)] == [
        played.seen_by(Seat(seat)) + 1 for seat in range(3)
    ]
    assert after.seen_by(PUBLIC) == played.seen_by(PUBLIC) + 1


async def test_it_is_told_in_a_message_of_its_own(host: Host, messenger: Listener) -> None:
    match = await begun(host, "san_andreas", ANN, BOB, CLEO)
    mover = await moved(host, match.id, Found)
    free = await look(host, match.id, mover)

    await host.take_backs.take_back(match.id, mover.id, free.line, new_request())
    await host.telling.tell(match.id)

    told = messenger.of(match.id)[-1]
    assert told.is_new
    assert told.events == ()


async def test_what_is_untold_and_was_taken_back_never_happened(
    host: Host, messenger: Listener
) -> None:
    match = await begun(host, "san_andreas", ANN, BOB, CLEO)
    messenger.closed.add(HERE.channel)
    mover = await moved(host, match.id, Found)
    free = await look(host, match.id, mover)
    await host.take_backs.take_back(match.id, mover.id, free.line, new_request())
    messenger.closed.clear()

    await host.telling.tell(match.id)

    assert messenger.of(match.id)[-1].events == ()


async def test_one_press_goes_back_as_one(host: Host) -> None:
    setup = replace(SMALL, variants=("road_crews_dilemma",))
    match = await host.lobbies.open(ANN, HERE, "seismic", 2, new_request(), setup)
    await host.lobbies.join(match.id, BOB, new_request())
    match = await host.lobbies.start(match.id, ANN.id)
    mover = PEOPLE[player_in(match, match.acting[0])]
    _, actions = await legal(host, match.id)
    first = next(each for each in actions if isinstance(each, Place))
    state = (await host.cache.of(match.id)).begun.state
    after = games()["seismic"].apply(state, Move(match.acting[0], first)).state
    second = next(
        each
        for each in games()["seismic"].legal_actions(after, match.acting[0])
        if isinstance(each, Place)
    )

    await host.moves.submit(match.id, mover.id, (first, second), match.line, new_request())

    assert (await look(host, match.id, mover)).line == match.line


async def test_across_a_draw_all_others_agree_and_the_same_tile_comes_again(host: Host) -> None:
    match = await table_of(host, ANN, BOB, CLEO)
    mover = PEOPLE[player_in(match, match.acting[0])]
    before = await state_of(host, match.id)
    seat, actions = await legal(host, match.id)
    await play_and_tell(host, match.id, mover.id, actions[0], match.line, new_request())
    drawn = (await record_of(host, match.id)).entries[match.line + 1].move
    consent = await look(host, match.id, mover)
    first, second = others(match, mover)

    vote = await asked(host, match.id, mover)
    await said(host, match.id, first, vote)
    waiting = await host.cache.match(match.id)
    await said(host, match.id, second, vote)
    granted = await host.cache.match(match.id)
    back = await state_of(host, match.id)
    _, again = await legal(host, match.id)
    await play_and_tell(host, match.id, mover.id, again[-1], granted.line, new_request())
    entries = (await record_of(host, match.id)).entries

    assert consent.kind is TakeBackKind.CONSENT
    assert waiting.votes[-1].is_open
    assert granted.votes[-1].result is VoteResult.PASSED
    assert back == before
    assert again[-1] != actions[0]
    assert drawn is not None
    assert drawn.actor == CHANCE
    assert entries[granted.line + 1].move == drawn
    assert granted.acting == (seat,)


async def test_one_who_would_keep_it_ends_it(host: Host) -> None:
    match = await table_of(host, ANN, BOB, CLEO)
    mover = PEOPLE[player_in(match, match.acting[0])]
    await one_move(host, match.id)
    line = (await host.cache.match(match.id)).line
    first, second = others(match, mover)
    vote = await asked(host, match.id, mover)

    await said(host, match.id, first, vote, is_yes=False)
    refused = await host.cache.match(match.id)
    with pytest.raises(VoteRefused, match="vote-over"):
        await said(host, match.id, second, vote)
    with pytest.raises(VoteRefused, match="vote-refused-lately"):
        await asked(host, match.id, mover)

    assert refused.votes[-1].result is VoteResult.REFUSED
    assert refused.line == line


async def test_who_asks_has_no_ballot(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    mover = PEOPLE[player_in(match, match.acting[0])]
    await one_move(host, match.id)
    vote = await asked(host, match.id, mover)

    with pytest.raises(VoteRefused, match="vote-not-yours"):
        await said(host, match.id, mover, vote)
    with pytest.raises(NotSeated):
        await said(host, match.id, DAN, vote)


async def test_the_next_move_ends_the_request(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    mover = PEOPLE[player_in(match, match.acting[0])]
    await one_move(host, match.id)
    vote = await asked(host, match.id, mover)

    await one_move(host, match.id)

    (other,) = others(match, mover)
    assert (await host.cache.match(match.id)).votes[-1].result is VoteResult.DROPPED
    with pytest.raises(VoteRefused, match="vote-over"):
        await said(host, match.id, other, vote)


async def test_computer_players_agree(host: Host) -> None:
    match = await host.lobbies.open(ANN, HERE, "seismic", 2, new_request(), SMALL)
    await host.lobbies.add_agent(match.id, ANN.id, "uniform", "Robo", new_request())
    match = await host.lobbies.start(match.id, ANN.id)
    await host.tick()
    match = await host.cache.match(match.id)
    before = await state_of(host, match.id)
    await one_move(host, match.id)
    line = (await look(host, match.id, ANN)).line

    await host.take_backs.ask(match.id, ANN.id, line, new_request())

    assert await state_of(host, match.id) == before


async def test_across_dice_nothing_goes_back(host: Host) -> None:
    match = await begun(host, "san_andreas", ANN, BOB, CLEO)
    for _ in range(200):
        mover = await moved(host, match.id)
        last = (await record_of(host, match.id)).entries[-1].move
        if last is not None and last.actor == CHANCE:
            break

    with pytest.raises(TakeBackRefused, match="take-back-draws-stand"):
        await host.take_backs.ask(match.id, mover.id, 0, new_request())


async def test_what_is_sealed_stays_and_says_the_same_for_all(host: Host) -> None:
    match = await begun(host, "aftershock", ANN, BOB, CLEO)
    reasons = []
    for _ in range(2):
        seat, actions = await legal(host, match.id)
        keep = next(each for each in actions if isinstance(each, Keep))
        now = await host.cache.match(match.id)
        await play_and_tell(host, match.id, player_in(now, seat), keep, now.line, new_request())
        reasons.append((await look(host, match.id, PEOPLE[player_in(now, seat)])).reason)

    assert reasons == ["take-back-sealed"] * 2


async def test_nobody_takes_back_what_is_not_theirs(host: Host) -> None:
    match = await begun(host, "san_andreas", ANN, BOB, CLEO)
    mover = await moved(host, match.id, Found)
    line = (await look(host, match.id, mover)).line
    first, _ = others(match, mover)

    with pytest.raises(TakeBackRefused, match="take-back-nothing"):
        await host.take_backs.take_back(match.id, first.id, line, new_request())
    with pytest.raises(NotSeated):
        await host.take_backs.take_back(match.id, DAN.id, line, new_request())
    with pytest.raises(Stale):
        await host.take_backs.take_back(match.id, mover.id, line - 1, new_request())

    assert (await record_of(host, match.id)).entries[-1].undo_to is None


async def test_twice_at_once_it_goes_back_once(host: Host) -> None:
    match = await begun(host, "san_andreas", ANN, BOB, CLEO)
    mover = await moved(host, match.id, Found)
    line, request = (await look(host, match.id, mover)).line, new_request()
    take_back = host.take_backs.take_back

    await asyncio.gather(*(take_back(match.id, mover.id, line, request) for _ in range(3)))
    with pytest.raises((Stale, TakeBackRefused)):
        await take_back(match.id, mover.id, line, new_request())
    entries = (await record_of(host, match.id)).entries

    assert [each.undo_to for each in entries if each.undo_to is not None] == [line]


async def test_two_processes_take_it_back_once(
    host: Host, stores: Stores, clock: StandingClock, entropy: KnownEntropy
) -> None:
    match = await begun(host, "san_andreas", ANN, BOB, CLEO)
    other = Host(stores, Listener(), clock, entropy)
    mover = await moved(host, match.id, Found)
    line = (await look(other, match.id, mover)).line

    results = await asyncio.gather(
        *(
            each.take_backs.take_back(match.id, mover.id, line, new_request())
            for each in (host, other)
        ),
        return_exceptions=True,
    )
    entries = (await record_of(host, match.id)).entries

    assert results.count(None) == 1
    assert [each.undo_to for each in entries if each.undo_to is not None] == [line]


async def test_the_last_ballot_takes_it_back_once_however_many_come(host: Host) -> None:
    match = await table_of(host, ANN, BOB, CLEO)
    mover = PEOPLE[player_in(match, match.acting[0])]
    await one_move(host, match.id)
    vote = await asked(host, match.id, mover)

    await asyncio.gather(*(said(host, match.id, each, vote) for each in others(match, mover)))

    entries = (await record_of(host, match.id)).entries
    assert sum(each.undo_to is not None for each in entries) == 1


async def test_what_was_chosen_before_does_not_act_after(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    mover = PEOPLE[player_in(match, match.acting[0])]
    (other,) = others(match, mover)
    await one_move(host, match.id)
    played = await host.cache.match(match.id)
    seat, actions = await legal(host, match.id)
    vote = await asked(host, match.id, mover)
    await said(host, match.id, other, vote)
    after = await host.cache.match(match.id)

    with pytest.raises(Stale):
        await play_and_tell(host, match.id, other.id, actions[0], played.line, new_request())
    viewers: tuple[Viewer, ...] = (seat, PUBLIC)
    for viewer in viewers:
        seen = played.seen_by(viewer)
        assert not await host.turns.still_valid(match.id, seat, seen, viewer)
    viewers = (after.acting[0], PUBLIC)
    for viewer in viewers:
        seen = match.seen_by(viewer)
        assert not await host.turns.still_valid(match.id, after.acting[0], seen, viewer)


async def test_twice_goes_further_back(host: Host) -> None:
    match = await begun(host, "san_andreas", ANN, BOB, CLEO)
    lines = []
    first = await moved(host, match.id, Found)
    for _ in range(2):
        await moved(host, match.id, Found)
    again = await moved(host, match.id, Found)

    assert again == first
    for _ in range(2):
        now = await look(host, match.id, first)
        lines.append(now.line)
        if now.kind is TakeBackKind.FREE:
            await host.take_backs.take_back(match.id, first.id, now.line, new_request())
            continue
        vote = await asked(host, match.id, first)
        for each in others(match, first):
            await said(host, match.id, each, vote)

    assert lines[1] < lines[0]
    assert standing((await record_of(host, match.id)).entries)[-1] < lines[1]
    assert (await host.cache.match(match.id)).acting == match.acting


async def test_where_nothing_is_played_nothing_goes_back(host: Host) -> None:
    lobby = await host.lobbies.open(ANN, HERE, "seismic", 2, new_request(), SMALL)
    with pytest.raises(NotPlaying):
        await look(host, lobby.id, ANN)

    match = await begun(host, "san_andreas", ANN, BOB, CLEO)
    mover = await moved(host, match.id, Found)
    line = (await look(host, match.id, mover)).line
    await host.lobbies.end(match.id, ANN)
    with pytest.raises(NotPlaying):
        await host.take_backs.take_back(match.id, mover.id, line, new_request())


async def test_a_paused_match_takes_nothing_back(
    host: Host, matches: MatchStore, clock: StandingClock
) -> None:
    match = await begun(host, "san_andreas", ANN, BOB, CLEO)
    mover = await moved(host, match.id, Found)
    await matches.pause(match.id, 3, clock.now())

    with pytest.raises(NotPlaying):
        await look(host, match.id, mover)


async def test_a_ballot_of_another_kind_decides_no_request(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    mover = PEOPLE[player_in(match, match.acting[0])]
    (other,) = others(match, mover)
    await one_move(host, match.id)
    vote = await asked(host, match.id, mover)
    await host.agreements.ask(match.id, mover.id, VoteKind.HOLD, "", new_request())
    hold = (await host.cache.match(match.id)).votes[-1].id

    with pytest.raises(VoteRefused, match="vote-over"):
        await host.agreements.vote(match.id, other.id, vote, new_request(), is_yes=True)
    with pytest.raises(VoteRefused, match="vote-over"):
        await said(host, match.id, other, hold)

    assert all(each.is_open for each in (await host.cache.match(match.id)).votes)


async def test_what_was_kept_is_not_asked_again_but_another_move_is(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    mover = PEOPLE[player_in(match, match.acting[0])]
    (other,) = others(match, mover)
    await one_move(host, match.id)
    await said(host, match.id, other, await asked(host, match.id, mover), is_yes=False)
    await one_move(host, match.id)

    vote = await asked(host, match.id, other)

    assert (await host.cache.match(match.id)).votes[vote - 1].is_open


async def test_who_leaves_takes_their_request_along(host: Host) -> None:
    match = await table_of(host, ANN, BOB, CLEO)
    mover = PEOPLE[player_in(match, match.acting[0])]
    await one_move(host, match.id)
    vote = await asked(host, match.id, mover)

    await host.lobbies.leave(match.id, mover.id)

    assert (await host.cache.match(match.id)).votes[vote - 1].result is VoteResult.DROPPED


async def test_on_hold_a_move_goes_back_all_the_same(host: Host) -> None:
    match = await begun(host, "san_andreas", ANN, BOB, CLEO)
    mover = await moved(host, match.id, Found)
    await host.agreements.ask(match.id, ANN.id, VoteKind.HOLD, "", new_request())
    vote = (await host.cache.match(match.id)).votes[-1].id
    await host.agreements.vote(match.id, BOB.id, vote, new_request(), is_yes=True)
    line = (await look(host, match.id, mover)).line

    await host.take_backs.take_back(match.id, mover.id, line, new_request())

    assert (await host.cache.match(match.id)).held_until is not None
    assert (await record_of(host, match.id)).entries[-1].undo_to == line


async def test_a_request_is_a_message_that_is_edited(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB, CLEO)
    mover = PEOPLE[player_in(match, match.acting[0])]
    first, _ = others(match, mover)
    await one_move(host, match.id)
    vote = await asked(host, match.id, mover)
    await host.tick()
    await said(host, match.id, first, vote, is_yes=False)
    clock.pass_by(seconds=10)
    await host.tick()

    sent = [each for each in messenger.noticed if each.notice.kind is NoticeKind.TAKE_BACK]
    assert [each.message is None for each in sent] == [True, False]


async def test_time_goes_back_with_the_move(
    host: Host, clock: StandingClock, database: Database
) -> None:
    match = await host.lobbies.open(ANN, HERE, "san_andreas", 3, new_request(), Setup(3))
    for person in (BOB, CLEO):
        await host.lobbies.join(match.id, person, new_request())
    pace = PACES["three-days-clock"]
    await host.tables.change(match.id, lambda each, _: replace(each, pace=pace))
    match = await host.lobbies.start(match.id, ANN.id)
    clock.pass_by(hours=10)
    mover = await moved(host, match.id, Found)
    clock.pass_by(hours=5)
    line = (await look(host, match.id, mover)).line

    await host.take_backs.take_back(match.id, mover.id, line, new_request())
    async with database.asking() as connection:
        left = (await connection.execute(select(waits.c.seat, waits.c.left_s))).all()

    # Ten hours of three days are gone, and the increment for the move is not there either.
    assert left == [(match.acting[0], 62 * 3600)]
