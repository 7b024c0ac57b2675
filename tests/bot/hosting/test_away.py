"""Tables of people on holiday: they wait, or a computer player moves for those who want that."""

from dataclasses import replace
from datetime import timedelta
from typing import Final

import pytest

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.time.holidays import HolidayStore
from bot.table.errors import VoteRefused
from bot.table.match.match import Match, Person, StandIn, VoteKind, VoteResult
from bot.table.match.pace import NO_LIMIT
from bot.table.time.holidays import HolidayPlan
from tests.bot.fakes import StandingClock
from tests.bot.hosting.test_lateness import Evening, late
from tests.bot.tables import ANN, BOB, CLEO, DAN, new_request

MEANWHILE: Final = VoteKind.COMPUTER_MEANWHILE


@pytest.fixture
def at(host: Host, matches: MatchStore, clock: StandingClock, database: Database) -> Evening:
    return Evening(host, matches, clock, database)


async def leaves(at: Evening, person: Person, *, computer: bool, days: int = 5) -> None:
    """Let a player go on holiday at once."""
    today = at.clock.now().date()
    plan = HolidayPlan(today, today + timedelta(days=days - 1), "UTC", is_computer=computer)
    await HolidayStore(at.database).plan(person.id, 1, plan, at.clock.now())
    await at.host.tick()


async def test_a_table_waits_for_whoever_is_away(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    _, person = late(match)
    await leaves(at, person, computer=False)

    after = await at.passes(days=4)

    assert (after.line, after.acting) == (match.line, match.acting)
    # Back at midnight: the day that they had goes on.
    assert (await at.passes(hours=15)).line == match.line
    assert (await at.passes(hours=23)).line == match.line
    assert (await at.passes(hours=1)).line > match.line


@pytest.mark.parametrize("limit", [True, False])
async def test_a_computer_player_moves_each_time_until_they_are_back(
    at: Evening, *, limit: bool
) -> None:
    match = (
        await at.begins(ANN, BOB, CLEO) if limit else await at.begins(ANN, BOB, CLEO, pace=NO_LIMIT)
    )
    seat, person = late(match)
    await leaves(at, person, computer=True)
    assert (await at.now()).acting != (seat,)

    # Until it comes round to them again, and is passed on at once.
    for _ in range(2):
        while len((await at.moves()).acting) != 1:
            pass
    after = await at.now()
    assert seat not in after.acting
    assert (after.chairs[seat].stand_in, after.chairs[seat].lapses) == (None, 0)
    assert {*(await at.stood_in()).values()} == {StandIn.HOLIDAY}

    await at.passes(days=6)
    back = await round_to(at, seat)
    assert back.acting == (seat,)


async def round_to(at: Evening, seat: int) -> Match:
    """Let the others move until it is the turn of a seat, at most once round."""
    match = await at.now()
    for _ in match.chairs:
        if match.acting == (seat,):
            break
        match = await at.moves()
    return match


async def test_after_a_hold_the_computer_player_of_a_holiday_moves(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    seat, person = late(match)
    held = replace(match, held_since=at.clock.now(), held_until=at.clock.now() + timedelta(days=1))
    await at.matches.save(held, at.clock.now())
    await leaves(at, person, computer=True)
    assert (await at.now()).acting == (seat,)

    going_on = replace(await at.now(), held_since=None, held_until=None)
    await at.matches.save(going_on, at.clock.now())
    await at.host.tick()

    assert (await at.now()).acting != (seat,)


async def test_a_holiday_is_for_the_tables_of_its_server(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    seat, person = late(match)
    today = at.clock.now().date()
    for guild, is_away in ((None, False), (1, True)):
        plan = HolidayPlan(today, today, "UTC")
        await HolidayStore(at.database).plan(person.id, guild, plan, at.clock.now())
        times = await HolidayStore(at.database).times([match], at.clock.now())
        known = await at.host.agreements.circumstances(match.id)
        assert (seat in times[match.id].away) is is_away
        assert (person.id in known.away) is is_away


async def test_whoever_is_away_may_move_nevertheless(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    _, person = late(match)
    await leaves(at, person, computer=False)

    after = await at.moves()

    assert after.acting != match.acting


async def asks(at: Evening, of: Person, *yes: Person) -> Match:
    """Let those others ask for a computer player and agree."""
    match = await at.now()
    by, *others = yes
    match = await at.host.agreements.ask(
        at.id, by.id, MEANWHILE, str(match.seat_of(of.id)), new_request()
    )
    for each in others:
        vote = match.votes[-1].id
        match = await at.host.agreements.vote(at.id, each.id, vote, new_request(), is_yes=True)
    await at.host.tick()
    return await at.now()


def others(match: Match, away: Person) -> list[Person]:
    return [each for each in match.people if each.id != away.id]


async def test_others_let_a_computer_player_move_until_the_holiday_is_over(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    seat, person = late(match)
    await leaves(at, person, computer=False)

    after = await asks(at, person, *others(match, person))
    assert after.votes[0].result is VoteResult.PASSED
    assert after.acting != (seat,)
    assert after.line > match.line

    # Also when it comes round to them again.
    for _ in range(2):
        while len((await at.moves()).acting) != 1:
            pass
    assert seat not in (await at.now()).acting
    assert (await at.now()).chairs[seat].lapses == 0

    await at.passes(days=6)
    assert (await round_to(at, seat)).acting == (seat,)
    # In the next one the table waits.
    await leaves(at, person, computer=False)
    await at.passes(days=1)
    assert (await at.now()).acting == (seat,)


async def test_who_moves_in_a_holiday_is_waited_for_again(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    seat, person = late(match)
    await leaves(at, person, computer=False)
    await asks(at, person, *others(match, person))

    await at.host.agreements.back(at.id, person.id, new_request())

    assert (await round_to(at, seat)).acting == (seat,)
    await at.passes(hours=1)
    assert (await at.now()).acting == (seat,)


@pytest.mark.parametrize(("days", "hours"), [(3, 0), (4, 24)])
async def test_a_holiday_of_three_days_or_less_is_waited_for(
    at: Evening, days: int, hours: int
) -> None:
    match = await at.begins(ANN, BOB, CLEO)
    _, person = late(match)
    await leaves(at, person, computer=False, days=days)
    await at.passes(hours=hours)

    with pytest.raises(VoteRefused, match="vote-not-away"):
        await asks(at, person, *others(match, person))


@pytest.mark.parametrize("ends", ["by the owner", "by a move", "by coming back here"])
async def test_a_vote_on_a_holiday_lapses_with_its_reason(at: Evening, ends: str) -> None:
    match = await at.begins(ANN, BOB, CLEO, DAN)
    _, person = late(match)
    await leaves(at, person, computer=False)
    asked = await asks(at, person, others(match, person)[0])
    assert asked.votes[0].is_open

    at.clock.pass_by(hours=1)
    if ends == "by the owner":
        store = HolidayStore(at.database)
        (holiday,) = await store.of(person.id, 1)
        await store.end(person.id, holiday.id, at.clock.now())
        # A ballot that comes before the table has heard of it has no effect.
        with pytest.raises(VoteRefused, match="vote-over"):
            await at.host.agreements.vote(
                at.id, others(match, person)[1].id, 1, new_request(), is_yes=True
            )
        await at.host.tick()
    elif ends == "by a move":
        await at.moves()
    else:
        await at.host.agreements.back(at.id, person.id, new_request())

    after = await at.now()
    assert after.votes[0].result is VoteResult.DROPPED
    assert not any(each.stand_in_agreed_at for each in after.chairs)


async def test_those_who_are_there_decide_on_a_holiday_after_three_days(at: Evening) -> None:
    match = await at.begins(ANN, BOB, CLEO, DAN)
    seat, person = late(match)
    await leaves(at, person, computer=False, days=9)
    await asks(at, person, others(match, person)[0])

    after = await at.passes(days=3, minutes=1)

    assert after.votes[0].result is VoteResult.PASSED
    assert seat not in after.acting
