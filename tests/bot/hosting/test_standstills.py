"""Tables that stand still: who is told, what was said before, and what sets them going again."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from json import loads
from typing import Any, Final

import pytest
from sqlalchemy import select

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.schema import outbox
from bot.storage.time.holidays import HolidayStore
from bot.table.match.match import Match, Person, WhenLate
from bot.table.match.pace import PACES
from bot.table.notices.notice import NoticeKind
from bot.table.time import lateness
from bot.table.time.holidays import HolidayPlan
from bot.table.together import holds
from engine.game import Seat, Setup
from tests.bot.fakes import Listener, StandingClock
from tests.bot.hosting.test_lateness import Evening, late
from tests.bot.tables import ANN, BOB, CLEO, HERE, new_request

TITLES: Final = ("seismic", "san_andreas", "aftershock")


@pytest.fixture
def at(host: Host, matches: MatchStore, clock: StandingClock, database: Database) -> Evening:
    return Evening(host, matches, clock, database)


async def begins(
    at: Evening,
    title: str,
    *people: Person,
    when_late: WhenLate = WhenLate.COMPUTER,
    computers: int = 0,
) -> Match:
    """Begin a table of a title with a day for each move."""
    host, size = at.host, len(people) + computers
    lobby = await host.lobbies.open(people[0], HERE, title, size, new_request(), Setup(size))
    for person in people[1:]:
        lobby = await host.lobbies.join(lobby.id, person, new_request())
    for number in range(computers):
        lobby = await host.lobbies.add_agent(
            lobby.id, people[0].id, "uniform", f"Robo {number}", new_request()
        )
    agreed = replace(lobby, pace=PACES["day"], when_late=when_late)
    await at.matches.save(agreed, at.clock.now())
    at.id = lobby.id
    await host.lobbies.start(lobby.id, people[0].id)
    await host.tick()
    return await at.now()


async def said(at: Evening, kind: NoticeKind, *states: str) -> list[dict[str, Any]]:
    """Return the facts of the match's notices of a kind, the oldest first."""
    columns = (outbox.c.state, outbox.c.facts)
    of = (outbox.c.match_id == at.id, outbox.c.kind == kind.value)
    async with at.database.asking() as connection:
        rows = (await connection.execute(select(*columns).where(*of).order_by(outbox.c.id))).all()
    return [loads(row.facts) for row in rows if not states or row.state in states]


async def all_late(at: Evening, match: Match) -> Match:
    """Let everybody's time be up until the table stands still."""
    for _ in range(len(match.chairs) + 1):
        if not (match := await at.passes(hours=25)).is_deserted:
            continue
        return match
    raise AssertionError(match)


async def leaves(at: Evening, person: Person, until: date, *, computer: bool = True) -> None:
    plan = HolidayPlan(at.clock.now().date(), until, "UTC", is_computer=computer)
    await HolidayStore(at.database).plan(person.id, 1, plan, at.clock.now())
    await at.host.tick()


def players(match: Match, seats: Sequence[Seat]) -> set[int | None]:
    return {match.chairs[each].player for each in seats}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("people", "computers"), [((ANN, BOB, CLEO), 0), ((ANN,), 2)])
async def test_all_who_are_awaited_are_called_when_nobody_is_there(
    at: Evening, title: str, people: tuple[Person, ...], computers: int
) -> None:
    match = await begins(at, title, *people, computers=computers)

    still = await all_late(at, match)

    (told,) = await said(at, NoticeKind.STANDSTILL)
    awaited = players(still, still.acting) - {None}
    assert (set(told["pings"]), told["says"]) == (awaited, "deserted")
    assert awaited
    # The last one's time was up just now.
    assert set(told["late"]) <= {each.name for each in still.chairs}
    assert told["late"]
    assert all(each.lapses for each in still.chairs if each.agent is None)


async def test_all_of_a_sealed_phase_who_are_late_at_once_are_told_once(at: Evening) -> None:
    match = await begins(at, "aftershock", ANN, BOB, CLEO)
    while len(match.acting) < 3:
        match = await at.moves()

    still = await at.passes(hours=25)

    assert still.is_deserted
    assert [each.lapses for each in still.chairs] == [1, 1, 1]
    assert await said(at, NoticeKind.TIME_UP) == []
    (told,) = await said(at, NoticeKind.STANDSTILL)
    assert set(told["pings"]) == {ANN.id, BOB.id, CLEO.id}
    assert set(told["late"]) == {each.name for each in still.chairs}


async def test_before_it_is_closed_all_its_people_are_called_once(at: Evening) -> None:
    await all_late(at, await begins(at, "seismic", ANN, BOB))

    await at.passes(days=holds.DESERTED.days, hours=1)

    told = [each for each in await said(at, NoticeKind.STANDSTILL) if each["says"] == "closing"]
    assert [set(each["pings"]) for each in told] == [{ANN.id, BOB.id}]


async def test_one_who_hands_their_own_seat_on_is_not_called_for_it(at: Evening) -> None:
    match = await begins(at, "seismic", ANN, computers=1)

    still = await at.host.agreements.hand_on(match.id, ANN.id, new_request())

    assert still.is_deserted
    assert [each["pings"] for each in await said(at, NoticeKind.STANDSTILL)] == [[]]


@pytest.mark.parametrize("first_days", [3, 7])
async def test_a_table_of_which_all_are_away_goes_on_when_a_holiday_is_over(
    at: Evening, first_days: int
) -> None:
    match = await begins(at, "seismic", ANN, BOB)
    today = at.clock.now().date()
    days = dict(zip((ANN, BOB), (first_days, 10 - first_days), strict=True))
    for person, number in days.items():
        await leaves(at, person, today + timedelta(days=number - 1))
    still = await at.now()
    assert still.is_deserted
    assert (await said(at, NoticeKind.STANDSTILL))[0]["pings"]

    before = await at.passes(days=2)
    await at.passes(days=1)
    after = await at.passes(minutes=1)

    first = min(days, key=lambda each: days[each])
    assert before.is_deserted
    assert not after.is_deserted
    # The other one's moves are made by a computer player, so it waits for the one who is back.
    assert players(after, after.acting) == {first.id}
    (wait,) = (await HolidayStore(at.database).times([after], at.clock.now()))[match.id].waits
    assert wait.due_at is not None
    assert wait.due_at > at.clock.now() + timedelta(hours=1)


async def test_no_computer_player_moves_for_one_who_was_late_before_and_has_time_now(
    at: Evening,
) -> None:
    match = await begins(at, "seismic", ANN, BOB)
    seat, gone = late(match)
    other = next(each for each in (ANN, BOB) if each.id != gone.id)
    after = await at.passes(hours=25)
    while after.acting != (seat,):
        after = await at.moves()
    assert after.chairs[seat].lapses == 1
    await at.passes(hours=2)
    still = await at.host.agreements.hand_on(match.id, other.id, new_request())
    assert still.is_deserted
    await at.passes(hours=3)

    await at.host.agreements.back(match.id, other.id, new_request())
    waiting = await at.passes(hours=21)
    overdue = await at.passes(hours=2)

    assert (waiting.is_deserted, waiting.acting, waiting.line) == (False, (seat,), after.line)
    # Now their time is up again.
    assert overdue.line > after.line


async def test_a_holiday_and_one_miss_too(at: Evening) -> None:
    match = await begins(at, "seismic", ANN, BOB)
    _, gone = late(match)
    other = next(each for each in (ANN, BOB) if each.id != gone.id)
    await at.passes(hours=25)  # one is late, ...
    await leaves(at, other, at.clock.now().date() + timedelta(days=2))  # ... the other one away
    still = await at.now()
    assert still.is_deserted

    await at.passes(days=3)
    after = await at.passes(minutes=1)

    assert not after.is_deserted
    assert players(after, after.acting) == {other.id}


async def test_the_end_of_a_holiday_takes_no_seat_back_that_is_on_offer(at: Evening) -> None:
    match = await begins(at, "seismic", ANN, BOB)
    await leaves(at, ANN, at.clock.now().date() + timedelta(days=2))
    await at.host.agreements.hand_on(match.id, ANN.id, new_request())
    await at.host.agreements.hand_on(match.id, BOB.id, new_request())
    assert (await at.now()).is_deserted

    await at.passes(days=4)
    after = await at.passes(minutes=1)

    assert after.is_deserted
    assert all(each.is_offered for each in after.chairs)


async def test_what_said_that_a_seat_is_on_offer_is_edited_when_the_table_stops(
    at: Evening, messenger: Listener
) -> None:
    match = await begins(at, "seismic", ANN, BOB, CLEO)
    seat, gone = late(match)
    await at.host.agreements.hand_on(match.id, gone.id, new_request())
    await at.host.tick()
    sent = len(await said(at, NoticeKind.SEAT_OFFERED, "sent"))
    before = len(messenger.noticed)

    still = await all_late(at, await at.now())

    assert still.is_deserted
    assert sent == 1
    assert NoticeKind.SEAT_OFFERED in [each.notice.kind for each in messenger.noticed[before:]]
    assert still.chairs[seat].is_offered


async def test_who_is_late_later_in_the_same_phase_is_told_of_in_one_message(at: Evening) -> None:
    match = await begins(at, "aftershock", ANN, BOB, CLEO, when_late=WhenLate.WAIT)
    while len(match.acting) < 3:
        match = await at.moves()
    # The second one has an hour more.
    await at.host.agreements.give_a_day(match.id, ANN.id, Seat(1), new_request())
    await at.host.agreements.give_a_day(match.id, ANN.id, Seat(2), new_request())
    await at.passes(hours=25)
    first = await said(at, NoticeKind.TIME_UP, "sent")

    await at.passes(hours=24)

    assert [[each["seat"] for each in facts["late"]] for facts in first] == [[0]]
    (now,) = await said(at, NoticeKind.TIME_UP, "sent")
    assert [(each["seat"], bool(each.get("told"))) for each in now["late"]] == [
        (0, True),
        (1, False),
        (2, False),
    ]
    assert len(await said(at, NoticeKind.TIME_UP, "gone")) == 1


async def test_time_up_is_counted_by_the_third_time_at_a_table_that_goes_on(at: Evening) -> None:
    match = await begins(at, "seismic", ANN, BOB, CLEO)
    seat, gone = late(match)
    while not match.chairs[seat].is_offered:
        match = await (at.passes(hours=25) if match.acting == (seat,) else at.moves())

    assert match.chairs[seat].lapses == lateness.OFFERED_AFTER
    assert match.chairs[seat].player == gone.id
    assert not match.is_deserted


async def test_who_sets_the_table_going_by_a_press_is_not_told_twice(at: Evening) -> None:
    still = await all_late(at, await begins(at, "seismic", ANN, BOB))
    _, awaited = late(still)

    await at.host.agreements.back(at.id, awaited.id, new_request())
    await at.passes(minutes=1)

    # That message says now that the table goes on.
    assert [each["says"] for each in await said(at, NoticeKind.STANDSTILL)] == ["deserted"]
