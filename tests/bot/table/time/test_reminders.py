from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.table.errors import PreferenceRefused
from bot.table.ids import MatchId
from bot.table.time.quiet_hours import QuietHours, minutes_of, zone_named, zones, zones_like
from bot.table.time.reminders import (
    LAST_STEP,
    Reminder,
    ReminderKind,
    Reminding,
    Wishes,
    first_look,
    next_reminder,
)
from bot.table.time.waits import Stop, Wait
from engine.game import Seat

SOFT, LAST = ReminderKind.SOFT, ReminderKind.LAST
HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
AT_NIGHT = (22 * 60, 8 * 60)


def waiting(length: timedelta | None = 3 * DAY, asked_at: datetime = START, **changes: Any) -> Wait:
    about: dict[str, Any] = {"length": length, "left": length, "since": asked_at, **changes}
    return Wait(1, MatchId(1), Seat(0), asked_at, **about)


def every(wait: Wait, wishes: Wishes) -> list[tuple[timedelta, ReminderKind]]:
    """Return all reminders of a wait, each sent when it is due: hours after asking, and kind."""
    found, sent, now = [], 0, wait.asked_at
    while (coming := next_reminder(wait, wishes, sent, now)) is not None:
        found.append((coming.at - wait.asked_at, coming.kind))
        now, sent = coming.at, coming.step
    return found


@pytest.mark.parametrize(
    ("reminding", "length", "expected"),
    [
        (Reminding.DEFAULT, 3 * DAY, [(36, SOFT), (57.6, LAST)]),
        (Reminding.SOONER, 3 * DAY, [(18, SOFT), (36, SOFT), (57.6, LAST)]),
        (Reminding.LATER, 3 * DAY, [(57.6, LAST)]),
        (Reminding.OFF, 3 * DAY, []),
        (Reminding.DEFAULT, DAY, [(12, SOFT), (19.2, LAST)]),
        (Reminding.DEFAULT, None, [(24, SOFT), (72, SOFT), (168, SOFT)]),
        (Reminding.SOONER, None, [(12, SOFT), (24, SOFT), (72, SOFT), (168, SOFT)]),
        (Reminding.LATER, None, [(72, SOFT), (168, SOFT)]),
        (Reminding.OFF, None, []),
        # Too near: not under 2 hours after asking, nor under 30 minutes before time is up.
        (Reminding.SOONER, 8 * HOUR, [(2, SOFT), (4, SOFT), (6.4, LAST)]),
        (Reminding.SOONER, 7 * HOUR, [(3.5, SOFT), (5.6, LAST)]),
        (Reminding.DEFAULT, 150 * MINUTE, [(2, LAST)]),
        (Reminding.DEFAULT, 149 * MINUTE, []),
        (Reminding.DEFAULT, 2 * HOUR, []),
    ],
)
def test_the_table_of_reminders(
    reminding: Reminding, length: timedelta | None, expected: list[tuple[float, ReminderKind]]
) -> None:
    found = every(waiting(length), Wishes(reminding))

    assert found == [(timedelta(hours=hours), kind) for hours, kind in expected]


def test_of_several_that_are_overdue_only_the_latest_is_sent() -> None:
    wait = waiting()

    late = next_reminder(wait, Wishes(), 0, START + 60 * HOUR)
    long_ago = next_reminder(waiting(None), Wishes(), 0, START + 30 * DAY)

    assert late == Reminder(START + 60 * HOUR, LAST, 3)
    assert next_reminder(wait, Wishes(), 3, START + 60 * HOUR) is None
    assert long_ago == Reminder(START + 30 * DAY, SOFT, LAST_STEP)


def test_what_is_too_near_is_not_sent_late() -> None:
    short = waiting(3 * HOUR)

    assert next_reminder(waiting(), Wishes(), 0, START + 3 * DAY - 29 * MINUTE) is None
    # Half of it came 90 minutes after asking, which was too near.
    assert next_reminder(short, Wishes(), 0, START + 121 * MINUTE) == Reminder(
        START + 144 * MINUTE, LAST, 3
    )


def test_muted_stopped_and_unseen_waits_have_none() -> None:
    for changes in (
        {"is_muted": True},
        {"stops": frozenset({Stop.HOLD})},
        {"since": None},
    ):
        wait = waiting(**changes)
        assert next_reminder(wait, Wishes(), 0, START + DAY) is None


def test_the_last_one_comes_before_a_night_that_ends_too_late() -> None:
    # Paris in summer: due at 07:00, quiet from 22 to 08, a fifth left at 02:12.
    due = datetime(2026, 6, 3, 5, tzinfo=UTC)
    quiet = Wishes(quiet=QuietHours(*AT_NIGHT, "Europe/Paris"))
    wait = waiting(DAY, due - DAY)
    evening = datetime(2026, 6, 2, 19, 59, tzinfo=UTC)

    assert next_reminder(wait, quiet, 2, due - 20 * HOUR) == Reminder(evening, LAST, 3)
    # A little late is still before the night; in the night it is past.
    tick = evening + timedelta(seconds=40)
    assert next_reminder(wait, quiet, 2, tick) == Reminder(tick, LAST, 3)
    assert next_reminder(wait, quiet, 2, evening + 2 * MINUTE) is None


def test_quiet_hours_put_off_until_they_end() -> None:
    quiet = Wishes(quiet=QuietHours(*AT_NIGHT, "Etc/UTC"))
    evening = datetime(2026, 6, 1, 11, tzinfo=UTC)
    # Half of 24 hours is over at 23:00; the last one, at 06:12, would come at 08:00, too.
    soft_and_last = waiting(DAY, evening)
    only_soft = waiting(2 * DAY, evening - 12 * HOUR)
    # The night ends 25 minutes before time is up: nothing for the soft one.
    late = waiting(10 * HOUR, datetime(2026, 6, 1, 22, 25, tzinfo=UTC))

    morning = datetime(2026, 6, 2, 8, tzinfo=UTC)
    assert next_reminder(soft_and_last, quiet, 0, evening) == Reminder(morning, LAST, 3)
    assert next_reminder(only_soft, quiet, 0, evening) == Reminder(morning, SOFT, 2)
    assert next_reminder(late, quiet, 0, late.asked_at) is None


@pytest.mark.parametrize(
    ("zone", "day", "begins", "ends"),
    [
        # To summer time in Paris: nine hours; back again: eleven.
        ("Europe/Paris", "2027-03-28T01:30", "2027-03-27T21:00", "2027-03-28T06:00"),
        ("Europe/Paris", "2026-10-25T01:30", "2026-10-24T20:00", "2026-10-25T07:00"),
        # Half an hour of summer time.
        ("Australia/Lord_Howe", "2026-10-03T15:45", "2026-10-03T11:30", "2026-10-03T21:00"),
        ("Australia/Lord_Howe", "2027-04-03T15:45", "2027-04-03T11:00", "2027-04-03T21:30"),
        ("Asia/Kathmandu", "2026-06-01T17:00", "2026-06-01T16:15", "2026-06-02T02:15"),
        ("America/New_York", "2026-06-02T03:00", "2026-06-02T02:00", "2026-06-02T12:00"),
    ],
)
def test_a_night_is_made_of_wall_times_for_each_date(
    zone: str, day: str, begins: str, ends: str
) -> None:
    quiet = QuietHours(*AT_NIGHT, zone)
    moments = [datetime.fromisoformat(each).replace(tzinfo=UTC) for each in (day, begins, ends)]

    assert quiet.night_of(moments[0]) == (moments[1], moments[2])
    assert quiet.night_of(moments[1]) == (moments[1], moments[2])
    assert quiet.night_of(moments[2]) is None
    assert quiet.night_of(moments[1] - timedelta(seconds=1)) is None


@pytest.mark.parametrize("zone", ["Europe/Paris", "Australia/Lord_Howe", "Asia/Kathmandu"])
@pytest.mark.parametrize("hours", [(22, 8), (1.5, 2.75), (2.25, 9), (13, 5), (0, 7)])
def test_no_moment_that_the_clock_on_the_wall_calls_quiet_is_loud(
    zone: str, hours: tuple[float, float]
) -> None:
    begin, end = (int(60 * each) for each in hours)
    quiet = QuietHours(begin, end, zone)
    moment = datetime(2027, 3, 20, tzinfo=UTC)
    while moment < datetime(2027, 4, 6, tzinfo=UTC):
        wall = moment.astimezone(ZoneInfo(zone))
        minute = 60 * wall.hour + wall.minute
        is_quiet = begin <= minute < end if begin < end else minute >= begin or minute < end
        assert not is_quiet or quiet.night_of(moment) is not None, moment
        moment += 15 * MINUTE


@pytest.mark.parametrize(("begin", "end"), [(0, 0), (600, 600), (0, 59), (0, 961), (480, 479)])
def test_quiet_hours_last_from_one_hour_to_sixteen(begin: int, end: int) -> None:
    with pytest.raises(PreferenceRefused, match="quiet-length"):
        QuietHours(begin, end, "Europe/Paris")
    QuietHours(0, 60, "Europe/Paris")
    QuietHours(960, 480, "Europe/Paris")


@pytest.mark.parametrize("length", [None, 3 * HOUR, DAY, 3 * DAY, 7 * DAY])
@pytest.mark.parametrize("begin", range(0, 24 * 60, 90))
def test_no_wishes_want_a_reminder_before_the_first_look(
    length: timedelta | None, begin: int
) -> None:
    wait = waiting(length, datetime(2026, 10, 24, 3, 20, tzinfo=UTC))
    look = first_look(wait)
    assert look is not None
    for hours in (1, 8, 16):
        quiet = QuietHours(begin, (begin + 60 * hours) % 1440, "Europe/Paris")
        for reminding in Reminding:
            found = next_reminder(wait, Wishes(reminding, quiet), 0, wait.asked_at)
            assert found is None or look <= found.at


def test_a_stopped_wait_is_not_looked_at() -> None:
    assert first_look(waiting(stops=frozenset({Stop.HOLD}))) is None
    assert first_look(waiting(None)) == START + 12 * HOUR


def test_zones_are_found_by_name_and_by_city() -> None:
    assert zone_named(" europe/PARIS ") == "Europe/Paris"
    assert zone_named("Kathmandu") == "Asia/Kathmandu"
    assert zone_named("lord howe") == "Australia/Lord_Howe"
    assert zone_named("utc") == "UTC"
    assert set(zones_like("par")) <= zones()
    assert zones_like("par")[:2] == ["America/Paramaribo", "Europe/Paris"]
    assert zones_like("Xyzzy") == []


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("Europe/Pariss", "Europe/Paris"),
        ("Londn", "Europe/London"),
        ("America/NewYork", "America/New_York"),
        ("../../etc/passwd", None),
        ("", None),
        ("a" * 4000, None),
        ("\0", None),
    ],
)
def test_an_unknown_zone_is_refused_with_the_nearest(typed: str, near: str | None) -> None:
    with pytest.raises(PreferenceRefused) as refused:
        zone_named(typed)

    names = refused.value.data["near"]
    assert refused.value.key == "zone-unknown"
    assert near in names if near else not names
    assert len(names) <= 3


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [("0", 0), ("22", 1320), ("22:30", 1350), ("22h30", 1350), ("7.05", 425), ("22h", 1320),
     ("12 am", 0), ("12pm", 720), ("9:15 p.m.", 1275), ("24:00", 0)],
)  # fmt: skip
def test_times_of_day_are_read(typed: str, minutes: int) -> None:
    assert minutes_of(typed) == minutes


@pytest.mark.parametrize("typed", ["", "noon", "25", "24:01", "7:60", "-1", "13 pm", "0 am", "²"])
def test_what_is_no_time_of_day_is_refused(typed: str) -> None:
    with pytest.raises(PreferenceRefused, match="quiet-time"):
        minutes_of(typed)
