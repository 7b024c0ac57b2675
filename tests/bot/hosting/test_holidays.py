"""Holidays: whole local days, a budget, and what is refused."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

import pytest

from bot.table.errors import PreferenceRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Chair
from bot.table.time import holidays
from bot.table.time.holidays import Holiday, HolidayPlan
from bot.table.time.waits import Wait
from engine.game import Seat

ANN: Final = PlayerId(1)
PARIS: Final = "Europe/Paris"
NOW: Final = datetime(2027, 3, 20, 9, 30, tzinfo=UTC)
MARCH: Final = date(2027, 3, 1)
DAY: Final = timedelta(days=1)
ASKED: Final = Wait(1, MatchId(1), Seat(0), NOW - DAY, DAY, DAY, NOW - DAY, player=ANN)


def day(number: int) -> date:
    """Return a day counted from the first of March."""
    return MARCH + timedelta(days=number - 1)


def away(first: int, last: int, zone: str = PARIS, known: tuple[Holiday, ...] = ()) -> Holiday:
    return holidays.planned(ANN, 7, HolidayPlan(day(first), day(last), zone), known, NOW)


def test_whole_days_are_those_of_the_zone_also_when_its_clocks_change() -> None:
    holiday = away(27, 29)

    assert holiday.begins_at == datetime(2027, 3, 26, 23, tzinfo=UTC)
    assert holiday.ends_at == datetime(2027, 3, 29, 22, tzinfo=UTC)
    assert holiday.days == (day(27), day(28), day(29))
    assert away(27, 27, "Asia/Kathmandu").begins_at == datetime(2027, 3, 26, 18, 15, tzinfo=UTC)


def test_one_from_today_on_begins_at_once() -> None:
    holiday = away(20, 21)

    assert holiday.begins_at == NOW
    assert holiday.days == (day(20), day(21))
    assert holiday.is_on(NOW)
    assert not holiday.is_on(holiday.ends_at)


@pytest.mark.parametrize(
    ("first", "last", "key"),
    [
        (25, 24, "holiday-order"),
        (19, 24, "holiday-past"),
        (500, 501, "holiday-far"),
        (25, 39, "holiday-long"),
    ],
)
def test_what_cannot_be_planned(first: int, last: int, key: str) -> None:
    with pytest.raises(PreferenceRefused, match=key):
        away(first, last)


def test_days_that_touch_make_one_row() -> None:
    known = (away(22, 28), away(36, 40))

    assert len(away(29, 34, known=known).days) == 6
    with pytest.raises(PreferenceRefused, match="holiday-long"):
        away(29, 35, known=known)
    with pytest.raises(PreferenceRefused, match="holiday-overlap"):
        away(28, 30, known=known)


def test_the_budget_is_that_of_the_year_in_which_a_day_lies() -> None:
    known = (away(22, 35), away(40, 45))
    assert holidays.days_left(known, 2027) == 1
    assert len(away(50, 50, known=known).days) == 1
    with pytest.raises(PreferenceRefused, match="holiday-budget") as refused:
        away(50, 51, known=known)
    assert refused.value.data == {"n": 1, "year": 2027}

    # From 31 December on: one day of this year, nine of the next.
    assert len(away(306, 315, known=known).days) == 10


def test_days_that_were_not_begun_come_back() -> None:
    holiday = away(20, 29)
    back = NOW + timedelta(days=3)

    ended = holidays.ended(holiday, back)

    assert ended is not None
    assert ended.days == (day(20), day(21), day(22), day(23))
    assert holidays.days_left((ended,), 2027) == 17
    assert holidays.ended(away(25, 26), NOW) is None


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("2027-03-28", day(28)),
        (" 2027-3-5 ", day(5)),
        ("28.3.2027", day(28)),
        ("28.3.", day(28)),
        ("28/3", day(28)),
        ("20.3", day(20)),
        ("19.3.", date(2028, 3, 19)),
    ],
)
def test_dates_are_read_as_people_type_them(typed: str, read: date) -> None:
    assert holidays.date_of(typed, day(20)) == read


@pytest.mark.parametrize("typed", ["", "tomorrow", "31.4.", "2027-13-01", "28", "29.2.2027"])
def test_what_is_no_date_is_refused(typed: str) -> None:
    with pytest.raises(PreferenceRefused, match="holiday-date"):
        holidays.date_of(typed, day(20))


@pytest.mark.parametrize(
    ("known", "days"),
    [
        ((), (day(20), day(21))),
        # Until the next one begins.
        ((away(21, 25),), (day(20),)),
        # One day is left, or none.
        ((away(23, 36), away(40, 45)), (day(20),)),
        ((away(23, 36), away(40, 46)), None),
        # Fourteen days in a row, with those that follow.
        ((away(21, 34),), None),
    ],
)
def test_days_that_are_taken_as_time_is_up(
    known: tuple[Holiday, ...], days: tuple[date, ...] | None
) -> None:
    taken = holidays.automatic(ASKED, 7, PARIS, known, NOW)

    assert (taken and taken.days) == days
    assert taken is None or (taken.is_automatic and taken.is_on(NOW) and not taken.is_computer)


@pytest.mark.parametrize(
    ("began", "guild", "is_everywhere", "is_taken"),
    [
        (NOW - DAY, 7, False, False),
        (NOW - DAY / 2, 7, False, False),
        # For what was asked before.
        (NOW - 2 * DAY, 7, False, True),
        # In another server.
        (NOW - DAY / 2, 8, False, True),
        (NOW - DAY / 2, 8, True, False),
    ],
)
def test_there_is_one_as_long_as_the_same_is_asked(
    began: datetime, guild: int, *, is_everywhere: bool, is_taken: bool
) -> None:
    one = Holiday(
        ANN, guild, began, began + DAY / 4, PARIS, is_everywhere=is_everywhere, is_automatic=True
    )

    assert (holidays.automatic(ASKED, 7, PARIS, [one], NOW) is not None) is is_taken
    # One that was planned is no reason.
    planned = replace(one, is_automatic=False)
    assert holidays.automatic(ASKED, 7, PARIS, [planned], NOW) is not None


@pytest.mark.parametrize(
    ("agreed", "moves"), [(None, False), (NOW - DAY, False), (NOW, True), (NOW + DAY, True)]
)
def test_what_a_table_agreed_on_counts_in_that_holiday(
    agreed: datetime | None, *, moves: bool
) -> None:
    chair = Chair("Ann", "a", ANN, stand_in_agreed_at=agreed)

    assert away(20, 29).has_agreed(chair) is moves
