"""The arithmetic of paces: what is left, when it is due, what a clock gets."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from bot.table.ids import MatchId
from bot.table.match import pace
from bot.table.match.pace import NO_LIMIT, PACES, Pace, PaceKind
from bot.table.time import waits
from bot.table.time.waits import DAY_MORE, Spent, Stop, Wait
from engine.game import Seat

PARIS: Final = ZoneInfo("Europe/Paris")
"""Its summer time of 2027 begins on Sunday 28 March at 01:00 UTC."""
BOB: Final = Seat(1)
CLOCK: Final = PACES["three-days-clock"]
FRIDAY: Final = datetime(2027, 3, 26, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)


def on(day: int, clock: str) -> datetime:
    """Return a moment of that week: 26 is Friday, 29 Monday."""
    hours, minutes = clock.split(":")
    return FRIDAY + timedelta(days=day - 26, hours=int(hours), minutes=int(minutes))


def spelled(left: timedelta | None) -> str:
    """Return a span as hours and minutes."""
    assert left is not None
    minutes = round(left.total_seconds() / 60)
    return f"{minutes // 60:02}:{minutes % 60:02}"


def asked(of: Pace, at: datetime, bank: timedelta | None = None) -> Wait:
    return waits.asked(MatchId(1), BOB, at, of, of.span if bank is None else bank)


def shown(of: Pace, at: datetime, bank: timedelta | None = None) -> Wait:
    return waits.started(asked(of, at, bank), at, at)


def test_a_clock_over_the_weekend_of_summer_time() -> None:
    # Fri 18:00: the line is stored, and the channel refuses the message until 18:40.
    wait = asked(CLOCK, on(26, "18:00"))
    wait = waits.stopped(wait, Stop.TROUBLE, on(26, "18:00"))
    assert wait.due_at is None
    wait = waits.started(wait, on(26, "18:40"), on(26, "18:41"))
    wait = waits.going_on(wait, Stop.TROUBLE, on(26, "18:40"))
    assert (spelled(wait.left_at(on(26, "18:40"))), wait.due_at) == ("72:00", on(29, "18:40"))

    # Sat 02:00-05:30: the bot is down.
    assert spelled(wait.left_at(on(27, "02:00"))) == "64:40"
    wait = waits.given_back(wait, on(27, "02:00"), on(27, "05:30"))
    assert (spelled(wait.left_at(on(27, "05:30"))), wait.due_at) == ("64:40", on(29, "22:10"))

    # Sun 10:10, which is 12:10 in Paris by now: half of it is left.
    assert spelled(wait.left_at(on(28, "10:10"))) == "36:00"
    assert f"{on(28, '10:10').astimezone(PARIS):%H:%M}" == "12:10"

    # Sun 12:00-Mon 12:00: on hold.
    wait = waits.stopped(wait, Stop.HOLD, on(28, "12:00"))
    assert wait.due_at is None
    wait = waits.going_on(wait, Stop.HOLD, on(29, "12:00"))
    assert (spelled(wait.left_at(on(29, "12:00"))), wait.due_at) == ("34:10", on(30, "22:10"))

    # Tue 07:46: a fifth is left.
    assert spelled(wait.left_at(on(30, "07:46"))) == "14:24"
    assert f"{on(30, '07:46').astimezone(PARIS):%H:%M}" == "09:46"

    # Tue 09:10: Bob moves.
    assert spelled(wait.left_at(on(30, "09:10"))) == "13:00"
    assert spelled(waits.bank_after(CLOCK, wait, on(30, "09:10"))) == "37:00"


def test_a_day_is_24_hours_where_a_night_is_an_hour_short() -> None:
    wait = shown(PACES["day"], datetime(2027, 3, 27, 20, tzinfo=PARIS).astimezone(UTC))

    assert wait.due_at == datetime(2027, 3, 28, 21, tzinfo=PARIS)


@pytest.mark.parametrize(("used", "after"), [(30, 66), (10, 72), (24, 72), (72, 24), (80, 24)])
def test_a_clock_gets_its_increment_and_never_exceeds_its_start(used: int, after: int) -> None:
    wait = shown(CLOCK, on(26, "18:00"))

    assert waits.bank_after(CLOCK, wait, on(26, "18:00") + used * HOUR) == after * HOUR


def test_the_paces_on_offer() -> None:
    offered = [(name, each.kind.value, each.span, each.add) for name, each in PACES.items()]

    day = timedelta(days=1)
    assert offered == [
        ("none", "none", 0 * day, 0 * day),
        ("day", "move", day, 0 * day),
        ("three-days", "move", 3 * day, 0 * day),
        ("week", "move", 7 * day, 0 * day),
        ("day-clock", "bank", day, 12 * HOUR),
        ("three-days-clock", "bank", 3 * day, 24 * HOUR),
        ("week-clock", "bank", 7 * day, 36 * HOUR),
    ]
    assert [pace.name_of(each) for each in PACES.values()] == list(PACES)
    assert pace.name_of(Pace(PaceKind.MOVE, 5 * day)) is None


@pytest.mark.parametrize(
    ("message", "begins"), [("18:40", "18:40"), ("17:59", "18:00"), ("19:30", "19:00")]
)
def test_a_wait_begins_when_the_channel_could_see_it(message: str, begins: str) -> None:
    wait = asked(PACES["day"], on(26, "18:00"))

    started = waits.started(wait, on(26, message), on(26, "19:00"))

    assert started.since == on(26, begins)
    assert started.due_at == on(27, begins)
    assert waits.started(started, on(26, "20:00"), on(26, "20:00")) == started


def test_without_a_limit_it_counts_how_long_the_table_could_act() -> None:
    wait = waits.started(asked(NO_LIMIT, on(26, "18:00")), on(26, "18:40"), on(26, "19:00"))
    assert (wait.asked_at, wait.due_at) == (on(26, "18:40"), None)

    wait = waits.going_on(
        waits.stopped(wait, Stop.HOLD, on(27, "10:00")), Stop.HOLD, on(27, "12:00")
    )
    assert wait.asked_at == on(26, "20:40")
    assert waits.given_back(wait, on(27, "13:00"), on(27, "14:00")).asked_at == on(26, "21:40")


def test_reasons_to_stand_still_overlap() -> None:
    wait = shown(PACES["day"], on(26, "12:00"))
    wait = waits.stopped(wait, Stop.HOLD, on(26, "14:00"))
    wait = waits.stopped(wait, Stop.HOLIDAY, on(26, "15:00"))
    assert waits.stopped(wait, Stop.HOLD, on(26, "15:30")) == wait

    wait = waits.going_on(wait, Stop.HOLD, on(26, "16:00"))
    assert (wait.runs, wait.left_at(on(26, "20:00"))) == (False, 22 * HOUR)
    assert waits.given_back(wait, on(26, "16:00"), on(26, "17:00")) == wait

    wait = waits.going_on(wait, Stop.HOLIDAY, on(27, "20:00"))
    assert wait.due_at == on(28, "18:00")
    assert waits.going_on(wait, Stop.HOLD, on(27, "21:00")) == wait


def test_a_wait_stopped_before_anybody_saw_it_has_all_its_time_later() -> None:
    wait = waits.stopped(asked(PACES["day"], on(26, "12:00")), Stop.HOLD, on(26, "12:00"))
    wait = waits.started(wait, on(26, "12:05"), on(26, "12:05"))
    assert wait.due_at is None

    wait = waits.going_on(wait, Stop.HOLD, on(28, "12:00"))
    assert wait.due_at == on(29, "12:00")


@pytest.mark.parametrize(
    ("since", "due"),
    [
        ("10:00", "13:00"),  # ran all the outage long
        ("13:00", "14:00"),  # began within it
        ("15:00", "15:00"),  # began after it
    ],
)
def test_an_outage_is_given_back_as_far_as_the_wait_ran(since: str, due: str) -> None:
    wait = shown(PACES["day"], on(26, since))

    back = waits.given_back(wait, on(26, "11:00"), on(26, "14:00"))

    assert back.due_at == on(27, due)


def test_a_clock_that_was_set_wrong_and_right_again_costs_nobody_time() -> None:
    year = timedelta(days=365)
    before = shown(PACES["day"], on(26, "10:00"))

    ahead = waits.given_back(before, on(26, "12:00"), on(26, "12:00") + year)
    assert ahead.left_at(on(26, "12:00") + year) == 22 * HOUR
    meanwhile = shown(PACES["day"], on(26, "13:00") + year)

    again = [
        waits.given_back(each, on(26, "14:00") + year, on(26, "14:00"))
        for each in (ahead, meanwhile)
    ]
    assert [each.due_at for each in again] == [on(27, "10:00"), on(27, "13:00")]


def test_a_day_more_helps_this_wait_alone() -> None:
    wait = shown(CLOCK, on(26, "18:00"), bank=20 * HOUR)
    late = waits.with_more(wait, DAY_MORE, on(26, "18:00"))

    assert late.due_at == on(28, "14:00")
    # 14 hours are left, ten more than were given; 24 are added.
    assert waits.bank_after(CLOCK, late, on(27, "04:00")) == 34 * HOUR
    # Only what was given is left.
    assert waits.bank_after(CLOCK, late, on(27, "20:00")) == 24 * HOUR


@pytest.mark.parametrize(
    ("given", "due"),
    [(on(26, "20:00"), on(28, "18:00")), (on(27, "18:00"), on(28, "18:00"))]
    + [(on(day, "19:00"), on(day + 1, "19:00")) for day in (27, 29, 36)],
)
@pytest.mark.parametrize("pace", [PACES["day"], PACES["day-clock"]])
def test_a_day_more_counts_from_now_on_after_time_was_up(
    pace: Pace, given: datetime, due: datetime
) -> None:
    more = waits.with_more(shown(pace, on(26, "18:00")), DAY_MORE, given)

    assert more.due_at == due
    # It never gets into a clock.
    if pace.kind is PaceKind.BANK:
        kept = waits.bank_after(pace, more, given, has_moved=False)
        assert kept == max(on(27, "18:00") - given, pace.add)


def test_a_day_more_for_a_wait_that_stands_too_late_counts_from_when_it_runs() -> None:
    stood = waits.stopped(shown(PACES["day"], on(26, "18:00")), Stop.HOLD, on(28, "18:00"))

    more = waits.with_more(stood, DAY_MORE, on(29, "18:00"))

    assert more.left == 24 * HOUR
    assert waits.going_on(more, Stop.HOLD, on(30, "18:00")).due_at == on(31, "18:00")


@pytest.mark.parametrize(
    ("given", "night"), [("07:59", 2 * HOUR), ("08:00", 0 * HOUR), ("09:00", 0 * HOUR)]
)
def test_a_night_that_is_behind_as_a_day_more_is_given_was_used(
    given: str, night: timedelta
) -> None:
    moved = replace(
        shown(PACES["day"], on(26, "06:00")), left=26 * HOUR, given=2 * HOUR, night=2 * HOUR
    )
    assert moved.due_at == on(27, "08:00")

    more = waits.with_more(moved, DAY_MORE, on(27, given))

    # Else an outage that follows would not be given back: the night would be taken off again.
    assert more.night == night


def test_without_a_limit_nobody_can_be_given_time() -> None:
    unlimited = shown(NO_LIMIT, on(26, "18:00"))

    assert waits.with_more(unlimited, DAY_MORE, on(26, "19:00")) == unlimited


def test_a_computer_player_earns_nothing_but_a_clock_is_never_empty() -> None:
    away = waits.stopped(shown(CLOCK, on(26, "18:00")), Stop.HOLIDAY, on(28, "18:00"))
    assert waits.bank_after(CLOCK, replace(away, is_stood_in=True), on(30, "18:00")) == 24 * HOUR

    away = waits.stopped(shown(CLOCK, on(26, "18:00")), Stop.HOLIDAY, on(27, "19:00"))
    assert waits.bank_after(CLOCK, replace(away, is_stood_in=True), on(30, "18:00")) == 47 * HOUR
    # They moved by hand in their holiday.
    assert waits.bank_after(CLOCK, away, on(30, "18:00")) == 71 * HOUR


def test_another_pace_takes_no_promised_time_away() -> None:
    wait = shown(PACES["three-days"], on(26, "12:00"))

    shorter = waits.with_pace(wait, PACES["day"], on(26, "18:00"))
    longer = waits.with_pace(wait, PACES["week"], on(26, "18:00"))

    assert shorter.due_at == on(29, "12:00")
    assert longer.due_at == on(33, "12:00")


def test_another_pace_counts_the_time_it_stood_still() -> None:
    wait = shown(PACES["day"], on(26, "12:00"))
    wait = waits.stopped(wait, Stop.HOLD, on(26, "18:00"))
    held = waits.with_pace(wait, PACES["three-days"], on(27, "18:00"))
    again = waits.going_on(held, Stop.HOLD, on(28, "18:00"))

    assert held.due_at is None
    assert again.due_at == on(26, "12:00") + 72 * HOUR + 48 * HOUR


def test_another_pace_forgives_what_a_wait_is_overdue() -> None:
    wait = shown(PACES["day"], on(26, "12:00"))

    assert waits.with_pace(wait, PACES["three-days"], on(31, "12:00")).due_at == on(33, "12:00")


def test_a_limit_that_comes_later_counts_from_now_on_and_may_go_again() -> None:
    wait = shown(NO_LIMIT, on(26, "12:00"))

    limited = waits.with_pace(wait, PACES["day"], on(30, "12:00"))
    assert limited.due_at == on(31, "12:00")

    free = waits.with_pace(limited, NO_LIMIT, on(30, "18:00"))
    assert (free.due_at, free.left_at(on(30, "18:00"))) == (None, None)
    assert free.asked_at == on(30, "12:00")


def test_a_take_back_gives_nobody_time() -> None:
    ann, cleo = Seat(0), Seat(2)
    past = [
        Spent(ann, 5, 8, 72 * HOUR, 10 * HOUR),
        Spent(BOB, 8, 12, 30 * HOUR, 5 * HOUR),
        Spent(cleo, 12, 13, 72 * HOUR, 10 * HOUR),
    ]

    left = {BOB: 25 * HOUR, cleo: 62 * HOUR}
    assert waits.after_take_back(past, BOB, 10) == (left, 8)
    assert waits.after_take_back(past, ann, 6) == ({ann: 62 * HOUR, **left}, 5)


def test_who_moves_again_has_five_minutes_at_least_once_a_turn() -> None:
    late = shown(PACES["day"], on(26, "12:00"))
    used = waits.spent(late, 3, 4, on(27, "18:00"))

    assert used == Spent(BOB, 3, 4, 24 * HOUR, 24 * HOUR)
    assert waits.after_take_back([used], BOB, 3).left == {BOB: HOUR / 12}
    again = replace(used, is_redone=True)
    assert waits.after_take_back([again], BOB, 3).left == {BOB: timedelta()}
    # Another seat took that turn back.
    assert waits.after_take_back([again], Seat(0), 3).left == {BOB: HOUR / 12}
