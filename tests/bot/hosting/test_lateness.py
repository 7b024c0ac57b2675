"""Time that is up, who comes back, substitutes, tables that stand still: on real databases."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.players import PlayerStore
from bot.storage.schema import outbox, plans, presences, results, sitters, timers, waits
from bot.storage.stores import stores_in
from bot.storage.together.deals import DealStore
from bot.table.errors import LobbyRefused, NotPlaying, NotSeated, VoteRefused
from bot.table.ids import MatchId
from bot.table.match.match import (
    Ending,
    Match,
    Person,
    StandIn,
    Status,
    VoteKind,
    VoteResult,
    WhenLate,
)
from bot.table.match.pace import NO_LIMIT, PACES, Pace
from bot.table.match.plans import KeptPlan
from bot.table.notices.notice import NoticeKind
from bot.table.preferences import Preferences
from bot.table.time import lateness
from bot.table.time.timers import TimerKind
from bot.table.together import holds
from bot.table.together.deals import Answer, Deal, DealId, DealTerms, Reply
from engine.draws import verify
from engine.game import CHANCE, Seat
from engine.record import VOTE, EarlyEnd, end_digest
from engine.record_text import read_record, write_record
from engine.registry import game, games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    DAN,
    lobby_of,
    new_request,
    one_move,
    play_and_tell,
    player_in,
    record_of,
)

DAY = PACES["day"]


@pytest.fixture
def at(host: Host, matches: MatchStore, clock: StandingClock, database: Database) -> "Evening":
    return Evening(host, matches, clock, database)


class Evening:
    """A table whose time passes."""

    def __init__(
        self, host: Host, matches: MatchStore, clock: StandingClock, database: Database
    ) -> None:
        self.host = host
        self.matches = matches
        self.clock = clock
        self.database = database
        self.id = MatchId(0)

    async def begins(
        self,
        *people: Person,
        pace: Pace = DAY,
        when_late: WhenLate = WhenLate.COMPUTER,
        computers: int = 0,
    ) -> Match:
        lobby = await lobby_of(self.host, *people, places=len(people) + computers)
        for number in range(computers):
            lobby = await self.host.lobbies.add_agent(
                lobby.id, people[0].id, "uniform", f"Robo {number}", new_request()
            )
        agreed = replace(lobby, pace=pace, when_late=when_late)
        await self.matches.save(agreed, self.clock.now())
        self.id = lobby.id
        await self.host.lobbies.start(lobby.id, people[0].id)
        await self.host.tick()
        return await self.now()

    async def now(self) -> Match:
        return await self.host.cache.match(self.id)

    async def passes(self, **length: float) -> Match:
        self.clock.pass_by(**length)
        await self.host.tick()
        return await self.now()

    async def moves(self) -> Match:
        await one_move(self.host, self.id)
        await self.host.tick()
        return await self.now()

    async def rows(self, table: Any, *columns: str) -> Sequence[Any]:
        named = [table.c[each] for each in columns]
        wanted = select(*named).where(table.c.match_id == self.id).order_by(*named)
        async with self.database.asking() as connection:
            return [tuple(row) for row in (await connection.execute(wanted)).all()]

    async def stood_in(self) -> Mapping[int, StandIn]:
        """Return by which lines computer players moved for people, as it is read anew, and why."""
        known = (await self.host.cache.of(self.id)).stood_in
        self.host.cache.forget(self.id)
        loaded = await self.host.cache.of(self.id)
        moved = [loaded.begun.record.entries[each].move for each in loaded.stood_in]
        assert loaded.stood_in == known
        assert all(each is not None and each.actor != CHANCE for each in moved)
        return loaded.stood_in

    async def told(self, kind: NoticeKind) -> list[str]:
        every = await self.rows(outbox, "kind", "target", "state")
        return [state for which, _, state in every if which == kind]


def late(match: Match) -> tuple[Seat, Person]:
    """Return who is waited for."""
    (seat,) = match.acting
    chair = match.chairs[seat]
    assert chair.player is not None
    return seat, Person(chair.player, chair.name)


async def test_a_computer_player_moves_once_when_time_is_up(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    seat, _ = late(match)

    waiting = await at.passes(hours=23)
    after = await at.passes(hours=2)

    assert waiting.line == match.line
    assert after.line > match.line
    assert after.acting != match.acting
    assert after.chairs[seat].agent is None
    assert (after.chairs[seat].lapses, after.chairs[seat].stand_in) == (1, None)
    assert await at.told(NoticeKind.TIME_UP) == ["sent"]
    kinds = [(row[0], row[2]) for row in await at.rows(sitters, "seat", "from_line", "kind")]
    assert kinds == [(seat, "stand-in"), (seat, "person")]
    assert await at.stood_in() == {match.line: StandIn.TIME_UP}


async def test_a_line_says_why_a_computer_player_moved(at: Evening) -> None:
    """Of all reasons but a holiday; and not after a move by hand."""
    match = await at.begins(ANN, BOB, CLEO, pace=NO_LIMIT)
    by_hand = await at.moves()
    _, person = late(by_hand)
    await at.host.agreements.hand_on(match.id, person.id, new_request())
    await at.host.tick()
    offered = await at.now()
    _, leaver = late(offered)
    await at.host.lobbies.leave(match.id, leaver.id)
    await at.host.tick()
    left = await at.now()
    seat, _ = late(left)
    asked = replace(left.chairs[seat], stand_in=StandIn.VOTE)

    def voted(match: Match, _: datetime) -> Match:
        chairs = [*match.chairs]
        chairs[seat] = asked
        return replace(match, chairs=tuple(chairs))

    await at.host.tables.change(match.id, voted)
    await at.host.tick()

    reasons = {line: why for line, why in (await at.stood_in()).items() if line < left.line + 1}
    assert reasons == {
        by_hand.line: StandIn.OFFERED,
        offered.line: StandIn.FOR_GOOD,
        left.line: StandIn.VOTE,
    }


async def test_whoever_moves_in_time_is_never_late(at: Evening) -> None:
    match = await at.begins(ANN, BOB)

    for _ in range(4):
        at.clock.pass_by(hours=23)
        match = await at.moves()

    assert all(each.lapses == 0 for each in match.chairs)
    assert await at.told(NoticeKind.TIME_UP) == []
    assert await at.rows(sitters, "seat") == []


async def test_the_third_time_in_a_row_the_seat_is_offered(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    seat, gone = late(match)
    while not match.chairs[seat].is_offered:
        match = await (at.passes(hours=25) if match.acting == (seat,) else at.moves())
    line = match.line

    while match.line < line + 6:
        match = await at.moves()

    assert match.chairs[seat].lapses == lateness.OFFERED_AFTER
    assert match.chairs[seat].player == gone.id
    assert match.acting != (seat,)
    assert await at.told(NoticeKind.SEAT_OFFERED) == ["sent"]
    # The second time a private word, too, for whoever takes direct messages.
    assert sorted(await at.told(NoticeKind.TIME_UP)) == ["dead", "sent", "sent"]


async def offered(at: Evening, *people: Person) -> tuple[Match, Seat, Person]:
    match = await at.begins(*people)
    seat, gone = late(match)
    while not match.chairs[seat].is_offered:
        match = await (at.passes(hours=25) if match.acting == (seat,) else at.moves())
    return match, seat, gone


async def test_the_first_owner_comes_back_until_somebody_sits(at: Evening) -> None:
    match, seat, gone = await offered(at, ANN, BOB, CLEO)

    back = await at.host.agreements.back(match.id, gone.id, new_request())
    again = await at.host.agreements.back(match.id, gone.id, new_request())
    with pytest.raises(LobbyRefused, match="player-replaced"):
        await at.host.agreements.take_seat(match.id, seat, DAN, new_request())

    assert (back.chairs[seat].lapses, back.chairs[seat].is_offered) == (0, False)
    assert again.chairs == back.chairs
    assert await at.told(NoticeKind.SEAT_OFFERED) == ["pending"]  # to be edited
    while (await at.now()).acting != (seat,):
        await at.moves()
    assert [row[1] for row in await at.rows(waits, "seat", "player")] == [gone.id]


async def test_a_substitute_goes_on_with_what_the_seat_knows(at: Evening) -> None:
    match, seat, gone = await offered(at, ANN, BOB, CLEO)

    taken = await at.host.agreements.take_seat(match.id, seat, DAN, new_request())

    assert taken.seat_of(DAN.id) == seat
    assert taken.seat_of(gone.id) is None
    assert (taken.chairs[seat].lapses, taken.chairs[seat].is_offered) == (0, False)
    assert taken.chairs[seat].join == match.chairs[seat].join
    assert (await record_of(at.host, match.id)).header.joins == tuple(
        each.join for each in match.chairs
    )
    rows = await at.rows(sitters, "seat", "from_line", "kind", "player")
    assert rows[0] == (seat, 0, "person", gone.id)
    assert rows[-1] == (seat, taken.line, "person", DAN.id)
    with pytest.raises(NotSeated):
        await at.host.agreements.back(match.id, gone.id, new_request())


async def test_what_the_owner_had_prepared_and_proposed_lapses(
    at: Evening, database: Database
) -> None:
    match, seat, gone = await offered(at, ANN, BOB, CLEO)
    proposals = DealStore(database)
    open_, agreed = [
        await proposals.add(
            Deal(DealId(0), match.id, 1, seat, DealTerms("1", "x", "y"), (answer,)),
            new_request(),
            lambda _: None,
        )
        for answer in (Answer(Seat(0)), Answer(Seat(0), Reply.ACCEPTED))
    ]
    await at.host.plans._store.keep_plan(match.id, KeptPlan(seat, gone.id, match.line, "{}"))

    await at.host.agreements.take_seat(match.id, seat, DAN, new_request())

    assert [each.is_withdrawn for each in await proposals.of(match.id)] == [True, False]
    assert (await proposals.get(open_.id)).post.is_behind
    assert agreed.id == open_.id + 1
    assert await at.rows(plans, "seat") == []


async def test_whoever_had_a_seat_here_takes_no_other(at: Evening) -> None:
    match, seat, gone = await offered(at, ANN, BOB, CLEO)
    other = next(each for each in match.people if each.id != gone.id)

    with pytest.raises(LobbyRefused, match="lobby-already-in"):
        await at.host.agreements.take_seat(match.id, seat, other, new_request())
    await at.host.agreements.take_seat(match.id, seat, DAN, new_request())
    now = await at.host.lobbies.leave(match.id, other.id)
    free = now.seat_of(DAN.id)
    assert free is not None
    for person in (gone, other):
        with pytest.raises(LobbyRefused, match="seat-known"):
            await at.host.agreements.take_seat(match.id, free, person, new_request(), gone=DAN.id)


async def test_time_is_up_once_whatever_stops_the_clock_later(at: Evening) -> None:
    match = await at.begins(ANN, BOB, when_late=WhenLate.WAIT)
    seat, _ = late(match)
    match = await at.passes(hours=25)

    await at.matches.save(holds.held(match, now=at.clock.now()), at.clock.now())
    held = await at.passes(hours=5)
    await at.matches.save(holds.gone_on(held, now=at.clock.now()), at.clock.now())
    after = await at.passes(hours=5)
    assert after.chairs[seat].lapses == 1
    assert await at.told(NoticeKind.TIME_UP) == ["sent"]

    # Who is given more has time once more.
    other = next(each for each in (ANN, BOB) if match.seat_of(each.id) != seat)
    await at.host.agreements.give_a_day(at.id, other.id, seat, new_request())
    given = await at.passes(hours=23)
    again = await at.passes(hours=2)
    assert (given.chairs[seat].lapses, again.chairs[seat].lapses) == (1, 2)


async def test_a_late_click_counts_if_it_is_stored_first(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    seat, _ = late(match)
    at.clock.pass_by(hours=25)
    await at.host.timers.tick()
    overdue = await at.now()

    await one_move(at.host, match.id)
    moved = await at.now()

    assert overdue.chairs[seat].stand_in
    assert overdue.line == match.line
    assert (moved.chairs[seat].lapses, moved.chairs[seat].stand_in) == (0, None)


async def test_somebody_is_back_before_the_stand_in_has_moved(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    seat, gone = late(match)
    at.clock.pass_by(hours=25)
    await at.host.timers.tick()

    await at.host.agreements.back(match.id, gone.id, new_request())
    now = await at.passes(hours=1)
    later = await at.passes(hours=24)

    assert (now.line, now.acting) == (match.line, (seat,))
    assert later.chairs[seat].lapses == 1
    assert later.line > match.line


async def test_a_day_more_is_given_after_time_was_up(at: Evening) -> None:
    match = await at.begins(ANN, BOB, when_late=WhenLate.WAIT)
    seat, slow = late(match)
    other = next(each for each in match.people if each.id != slow.id)
    await at.passes(hours=25)

    given = await at.host.agreements.give_a_day(match.id, other.id, seat, new_request())

    assert given.line == match.line
    assert await at.rows(timers, "kind") == [("all-away",)]
    ((look_at, due_at),) = await at.rows(waits, "look_at", "due_at")
    assert look_at is not None
    assert look_at <= due_at


async def due_at(at: Evening) -> datetime:
    ((due,),) = await at.rows(waits, "due_at")
    assert isinstance(due, datetime)
    return due


async def test_one_who_is_back_seconds_before_time_is_up_has_a_day(at: Evening) -> None:
    match = await at.begins(ANN, BOB, when_late=WhenLate.WAIT)
    seat, slow = late(match)
    other = next(each for each in match.people if each.id != slow.id)
    await at.passes(hours=25)
    await at.host.agreements.give_a_day(match.id, other.id, seat, new_request())
    await at.passes(hours=23, minutes=59)

    await at.host.agreements.back(match.id, slow.id, new_request())
    began = at.clock.now()
    once = await due_at(at)
    waiting = await at.passes(hours=23)
    await at.host.agreements.back(match.id, slow.id, new_request())
    twice = await due_at(at)

    assert waiting.chairs[seat].lapses == 0
    assert once == twice == began + timedelta(days=1)


async def test_the_first_press_of_one_who_was_not_late_gives_nothing(at: Evening) -> None:
    match = await at.begins(ANN, BOB)
    _, person = late(match)
    due = await due_at(at)
    await at.passes(hours=23)

    await at.host.agreements.back(match.id, person.id, new_request())

    assert await due_at(at) == due


async def test_a_computer_player_has_moved_and_the_next_wait_is_short(at: Evening) -> None:
    """The clock began with a day, of which half a day is back."""
    match = await at.begins(ANN, BOB, pace=PACES["day-clock"])
    seat, slow = late(match)
    after = await at.passes(hours=25)
    while after.acting != (seat,):
        after = await at.moves()
    assert await due_at(at) == at.clock.now() + timedelta(hours=12)
    at.clock.pass_by(hours=11)

    await at.host.agreements.back(match.id, slow.id, new_request())

    assert await due_at(at) == at.clock.now() + timedelta(days=1)


async def test_a_vote_of_one_whose_table_stood_still_gives_a_day_too(at: Evening) -> None:
    match = await at.begins(ANN, BOB, pace=PACES["day-clock"])
    seat, slow = late(match)
    after = await at.passes(hours=25)
    while after.acting != (seat,):
        after = await at.moves()
    at.clock.pass_by(hours=11)
    await at.host.agreements.hand_on(
        match.id, next(each.id for each in match.people if each.id != slow.id), new_request()
    )
    assert (await at.now()).is_deserted
    await at.passes(days=3)

    await at.host.agreements.ask(match.id, slow.id, VoteKind.PACE, "week", new_request())

    assert await due_at(at) == at.clock.now() + timedelta(days=1)


async def test_nothing_happens_but_a_word_where_the_table_waits(at: Evening) -> None:
    match = await at.begins(ANN, BOB, when_late=WhenLate.WAIT)
    seat, _ = late(match)

    overdue = await at.passes(days=9)
    told = await at.told(NoticeKind.TIME_UP)
    moved = await at.moves()
    await at.passes(minutes=1)

    assert (overdue.line, overdue.chairs[seat].lapses) == (match.line, 1)
    assert told == ["sent"]
    assert moved.line > match.line
    assert await at.told(NoticeKind.TIME_UP) == ["gone"]


async def test_a_match_ends_a_day_after_time_was_up_where_that_was_agreed(
    at: Evening, messenger: Listener
) -> None:
    match = await at.begins(ANN, BOB, when_late=WhenLate.END)

    overdue = await at.passes(hours=25)
    warned = await at.passes(hours=22)
    ended = await at.passes(hours=3)

    assert overdue.status is warned.status is Status.PLAYING
    assert (ended.status, ended.ending) == (Status.CLOSED, Ending.TIME_UP)
    assert ended.line == match.line
    assert messenger.told[-1].status is Status.CLOSED
    assert await at.rows(timers, "kind") == []


async def test_i_am_back_postpones_that_end_once(at: Evening) -> None:
    match = await at.begins(ANN, BOB, when_late=WhenLate.END)
    _, slow = late(match)
    await at.passes(hours=25)
    await at.passes(hours=22)

    await at.host.agreements.back(match.id, slow.id, new_request())
    postponed = at.clock.now() + timedelta(days=1)
    first = await due_at(at)
    waiting = await at.passes(hours=23)
    await at.host.agreements.back(match.id, slow.id, new_request())
    second = await due_at(at)
    ended = await at.passes(hours=2)

    assert first == second == postponed
    assert waiting.status is Status.PLAYING
    assert (ended.status, ended.ending) == (Status.CLOSED, Ending.TIME_UP)


async def test_each_move_has_its_own_day_before_that_end(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO, when_late=WhenLate.END)
    seat, slow = late(match)
    others = [each.id for each in match.people if each.id != slow.id]
    await at.passes(hours=25)
    await at.host.agreements.ask(
        match.id, others[0], VoteKind.COMPUTER_ONCE, str(seat), new_request()
    )
    await at.host.agreements.vote(match.id, others[1], 1, new_request(), is_yes=True)
    await at.host.tick()
    after = await at.now()
    assert after.line > match.line
    while after.acting != (seat,):
        after = await at.moves()

    overdue = await at.passes(hours=25)
    ended = await at.passes(hours=25)

    assert (overdue.status, overdue.chairs[seat].lapses) == (Status.PLAYING, 2)
    assert ended.status is Status.CLOSED


async def test_computers_do_not_play_on_among_themselves(at: Evening) -> None:
    match = await at.begins(ANN, BOB)
    first, _ = late(match)

    once = await at.passes(hours=25)
    still = await at.passes(hours=25)
    told = await at.told(NoticeKind.STANDSTILL)
    much_later = await at.passes(days=20)

    assert once.chairs[first].lapses == 1
    assert still.is_deserted
    assert all(each.lapses for each in still.chairs)
    assert much_later.line == still.line
    assert told == ["sent"]


async def test_a_press_sets_a_table_going_that_stood_still(at: Evening) -> None:
    await at.begins(ANN, BOB)
    await at.passes(hours=25)
    still = await at.passes(days=5)
    seat, gone = late(still)
    other = next(each for each in still.people if each.id != gone.id)

    woken = await at.host.agreements.back(still.id, other.id, new_request())
    await at.host.tick()
    after = await at.now()

    assert still.is_deserted
    assert not woken.is_deserted
    assert woken.held_s == 0
    assert after.line > still.line
    assert after.acting == (still.seat_of(other.id),)
    assert after.chairs[seat].lapses == 1


async def test_a_ballot_sets_it_going_too(at: Evening) -> None:
    await at.begins(ANN, BOB)
    await at.passes(hours=25)
    still = await at.passes(days=5)

    woken = await at.host.agreements.ask(still.id, ANN.id, VoteKind.END, "", new_request())

    assert still.is_deserted
    assert not woken.is_deserted
    assert woken.votes[0].is_open


async def test_whoever_is_waited_for_sets_it_going_by_a_move(at: Evening) -> None:
    await at.begins(ANN, BOB)
    await at.passes(hours=25)
    still = await at.passes(days=5)

    moved = await at.moves()

    assert still.is_deserted
    assert not moved.is_deserted
    assert moved.line > still.line
    assert await at.passes(hours=1) == moved


async def test_a_table_to_which_nobody_comes_back_is_closed_after_a_warning(at: Evening) -> None:
    await at.begins(ANN, BOB)
    await at.passes(hours=25)
    still = await at.passes(hours=25)

    warned = await at.passes(days=holds.DESERTED.days, hours=1)
    told = await at.told(NoticeKind.STANDSTILL)  # the first one is swept by now
    closed = await at.passes(days=holds.NOTICE.days)

    assert still.is_deserted
    assert warned.status is Status.PLAYING
    assert told == ["sent"]
    assert (closed.status, closed.ending) == (Status.CLOSED, Ending.DESERTED)
    assert await at.rows(timers, "kind") == []


@pytest.mark.parametrize(
    ("pace", "when_late"), [(NO_LIMIT, WhenLate.COMPUTER), (DAY, WhenLate.WAIT)]
)
async def test_without_a_limit_that_begins_sixty_days_after_the_last_move(
    at: Evening, pace: Pace, when_late: WhenLate
) -> None:
    match = await at.begins(ANN, BOB, pace=pace, when_late=when_late)
    await at.passes(days=50)
    match = await at.moves()

    waiting = await at.passes(days=59)
    still = await at.passes(days=2)
    await at.passes(days=31)
    closed = await at.passes(days=8)

    assert not waiting.is_deserted
    assert still.is_deserted
    assert still.line == match.line
    assert closed.ending is Ending.DESERTED


async def test_timers_of_a_match_that_ended_are_gone(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    await at.host.agreements.ask(match.id, ANN.id, VoteKind.HOLD, "", new_request())

    ended = await at.host.lobbies.end(match.id, ANN)
    await at.passes(days=100)

    assert ended.votes[0].result is VoteResult.DROPPED
    assert await at.rows(timers, "kind") == []
    assert (await at.now()).revision == ended.revision
    for call in (
        at.host.agreements.back(match.id, ANN.id, new_request()),
        at.host.agreements.vote(match.id, BOB.id, 1, new_request(), is_yes=True),
        at.host.agreements.give_a_day(match.id, BOB.id, Seat(0), new_request()),
    ):
        with pytest.raises(NotPlaying):
            await call


async def test_a_vote_lapses_and_those_who_were_there_decide(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO, pace=PACES["week"])
    for person in (ANN, BOB, BOB, DAN):
        await at.host.agreements.note_presence(match, person.id)
    await at.host.agreements.ask(match.id, ANN.id, VoteKind.PACE, "day", new_request())
    await at.host.agreements.vote(match.id, BOB.id, 1, new_request(), is_yes=True)

    open_ = await at.passes(hours=71)
    decided = await at.passes(hours=2)

    assert open_.votes[0].is_open
    assert decided.votes[0].result is VoteResult.PASSED
    assert decided.pace == DAY
    assert len(await at.rows(presences, "player")) == 2


async def test_a_hold_stops_time_and_ends_by_itself(at: Evening) -> None:
    match = await at.begins(ANN, BOB)
    seat, _ = late(match)
    await at.passes(hours=10)
    for person in (ANN, BOB):
        if person is ANN:
            await at.host.agreements.ask(match.id, ANN.id, VoteKind.HOLD, "", new_request())
        else:
            await at.host.agreements.vote(match.id, BOB.id, 1, new_request(), is_yes=True)

    held = await at.passes(days=13)
    going_on = await at.passes(days=1, hours=1)
    waiting = await at.passes(hours=12)
    overdue = await at.passes(hours=2)

    assert held.held_until is not None
    assert going_on.held_until is None
    assert going_on.held_s >= timedelta(days=14).total_seconds()
    assert waiting.line == match.line
    assert overdue.chairs[seat].lapses == 1
    assert await at.told(NoticeKind.STANDSTILL) == ["sent"]


async def test_two_days_more_are_for_all_who_are_awaited(at: Evening) -> None:
    match = await at.begins(ANN, BOB)
    await at.host.agreements.ask(match.id, ANN.id, VoteKind.EXTEND, "", new_request())
    await at.host.agreements.vote(match.id, BOB.id, 1, new_request(), is_yes=True)

    waiting = await at.passes(hours=71)
    overdue = await at.passes(hours=2)

    assert waiting.line == match.line
    assert waiting.extensions == 1
    assert overdue.line > match.line


async def test_a_ballot_that_is_delivered_twice_counts_once(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO, DAN)
    request = new_request()
    await at.host.agreements.ask(match.id, ANN.id, VoteKind.HOLD, "", request)
    again = await at.host.agreements.ask(match.id, ANN.id, VoteKind.HOLD, "", request)

    assert len(again.votes) == 1
    assert len(again.votes[0].ballots) == 1


async def test_two_last_ballots_at_once_in_two_processes_decide_once(
    at: Evening, database: Database
) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    await at.host.agreements.ask(match.id, ANN.id, VoteKind.HOLD, "", new_request())
    beside = Host(stores_in(database, games()), Listener(), at.clock, KnownEntropy())

    done = await asyncio.gather(
        at.host.agreements.vote(match.id, BOB.id, 1, new_request(), is_yes=True),
        beside.agreements.vote(match.id, CLEO.id, 1, new_request(), is_yes=True),
        return_exceptions=True,
    )

    refused = [each for each in done if isinstance(each, VoteRefused)]
    (held,) = [each for each in done if isinstance(each, Match)]
    assert [each.key for each in refused] == ["vote-over"]
    assert held.held_until == at.clock.now() + holds.LONGEST
    assert held.votes[0].result is VoteResult.PASSED
    assert len(held.votes[0].ballots) == 2
    stored = (await at.matches.get(match.id)).match
    assert stored.votes == held.votes
    assert await at.rows(timers, "kind") == [("all-away",), ("hold",), ("seats",)]


async def test_who_is_back_as_the_stand_in_moves_gets_a_seat_either_way(
    at: Evening, database: Database
) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    seat, gone = late(match)
    at.clock.pass_by(hours=25)
    await at.host.timers.tick()
    beside = Host(stores_in(database, games()), Listener(), at.clock, KnownEntropy())

    await asyncio.gather(
        beside.scheduler.now(match.id),
        at.host.agreements.back(match.id, gone.id, new_request()),
    )

    now = (await at.matches.get(match.id)).match
    assert (now.chairs[seat].lapses, now.chairs[seat].stand_in) == (0, None)
    assert now.seat_of(gone.id) == seat


async def test_a_match_ends_as_it_stands_with_its_seed_open(
    at: Evening, messenger: Listener
) -> None:
    match = await at.begins(ANN, BOB)
    for _ in range(6):
        match = await at.moves()
    await at.host.agreements.ask(match.id, ANN.id, VoteKind.END_AS_IT_STANDS, "", new_request())

    ended = await at.host.agreements.vote(match.id, BOB.id, 1, new_request(), is_yes=True)

    record = await record_of(at.host, match.id)
    assert (ended.status, ended.ending) == (Status.FINISHED, Ending.AS_IT_STANDS)
    ending = EarlyEnd(VOTE, end_digest(record, VOTE))
    assert (record.outcome, record.ended, len(record.entries)) == (None, ending, match.line)
    assert verify(game("seismic"), record) > 0
    assert messenger.told[-1].status is Status.FINISHED
    state = (await at.host.cache.of(match.id)).begun.state
    points = game("seismic").observe(state, "public").points
    assert [row[1] for row in await at.rows(results, "seat", "score")] == list(points)
    # And read back from the database, as from a file.
    stored = await at.matches.get(match.id)
    assert stored.record == record
    assert stored.match.ending is Ending.AS_IT_STANDS
    assert read_record(games(), write_record(game("seismic"), record)) == record
    with pytest.raises(NotPlaying):
        await play_and_tell(
            at.host, match.id, player_in(match, match.acting[0]), None, 0, new_request()
        )


async def test_a_tie_goes_to_the_tallest_also_by_vote(at: Evening, players: PlayerStore) -> None:
    for person, height in ((ANN, 160), (BOB, 190)):
        await players.prefer(person.id, Preferences(height_cm=height))
    match = await at.begins(ANN, BOB)
    await at.host.agreements.ask(match.id, ANN.id, VoteKind.END_AS_IT_STANDS, "", new_request())

    ended = await at.host.agreements.vote(match.id, BOB.id, 1, new_request(), is_yes=True)

    assert await at.rows(results, "score", "rank") == [(0, 1), (0, 1)]
    assert ended.tallest == ended.seat_of(BOB.id)
    assert (await at.matches.get(match.id)).match.tallest == ended.tallest


async def test_a_match_that_was_ended_by_vote_is_over_after_a_repair(at: Evening) -> None:
    match = await at.begins(ANN, computers=1)
    await at.host.agreements.ask(match.id, ANN.id, VoteKind.END_AS_IT_STANDS, "", new_request())
    await at.matches.pause(match.id, 3, at.clock.now())

    await at.matches.unpause(match.id, at.clock.now())

    assert (await at.matches.get(match.id)).match.status is Status.FINISHED


async def test_a_vote_about_somebody_is_dropped_when_they_act(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO, when_late=WhenLate.WAIT)
    seat, slow = late(match)
    other = next(each for each in match.people if each.id != slow.id)
    with pytest.raises(VoteRefused, match="vote-not-late"):
        await at.host.agreements.ask(
            match.id, other.id, VoteKind.OFFER_SEAT, str(seat), new_request()
        )
    await at.passes(hours=25)
    await at.host.agreements.ask(match.id, other.id, VoteKind.OFFER_SEAT, str(seat), new_request())

    moved = await at.moves()

    assert moved.votes[0].result is VoteResult.DROPPED
    assert [row for row in await at.rows(timers, "kind") if row == (TimerKind.VOTE,)] == []
