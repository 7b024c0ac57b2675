"""A reminder at a moment of one's own: what is offered, what is typed, what comes of it."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from bot.table.errors import NudgeRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.notices.notice import NoticeKind
from bot.table.time.chosen_moments import Offer, offers, typed
from bot.table.time.quiet_hours import QuietHours
from bot.table.time.reminders import (
    Awaited,
    Nudged,
    Reminding,
    Wishes,
    first_look,
    instead_of_sending,
    nudge,
    remind,
    wish,
)
from bot.table.time.waits import Stop, Wait, going_on, stopped
from engine.game import Seat

HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
PARIS = "Europe/Paris"
NIGHT = QuietHours(22 * 60, 8 * 60, PARIS)


def awaiting(
    length: timedelta | None = 3 * DAY, wishes: Wishes | None = None, **changes: Any
) -> Awaited:
    about: dict[str, Any] = {"length": length, "left": length, "since": START, **changes}
    wait = Wait(7, MatchId(1), Seat(0), START, player=PlayerId(5), **about)
    return Awaited(wait, "seismic", 1, 100, 1000, wishes or Wishes(), is_direct=False)


def wished(table: Awaited, at: datetime) -> Awaited:
    return replace(table, wait=replace(table.wait, wish_at=at))


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        # Paris is two hours ahead.
        ("12:00", "an-hour 13:00, three-hours 15:00, this-evening 17:00"),
        # It is three in the afternoon: the evening comes before three hours are over.
        ("14:15", "an-hour 15:15, this-evening 17:00"),
        # In an hour it would be night.
        ("19:30", ""),
        # After midnight the morning is today's.
        ("23:00", "this-morning 07:00, this-evening 17:00"),
    ],
)
def test_mornings_and_evenings_are_offered_and_no_nights(now: str, expected: str) -> None:
    moment = datetime.fromisoformat(f"2026-06-01T{now}").replace(tzinfo=UTC)

    found = offers(moment, PARIS, NIGHT, None)

    told = [f"{offer} {at:%H:%M}" for offer, at in found.items()]
    assert told[-2:] == ["tomorrow-morning 07:00", "tomorrow-evening 17:00"]
    assert ", ".join(told[:-2]) == expected
    assert all(moment < at < moment + 2 * DAY for at in found.values())


def test_on_the_day_of_summer_time_the_evening_stays_the_evening() -> None:
    saturday = datetime(2027, 3, 27, 12, tzinfo=UTC)

    found = offers(saturday, PARIS, None, None)

    assert found[Offer.THIS_EVENING] == datetime(2027, 3, 27, 18, tzinfo=UTC)
    assert found[Offer.TOMORROW_EVENING] == datetime(2027, 3, 28, 17, tzinfo=UTC)


def test_nothing_is_offered_for_which_it_would_be_too_late() -> None:
    assert [*offers(START, PARIS, None, START + 4 * HOUR)] == [Offer.AN_HOUR, Offer.THREE_HOURS]
    assert offers(START, PARIS, None, START + HOUR) == {}


def test_without_a_zone_moments_count_from_now() -> None:
    assert offers(START, None, None, None) == {
        Offer.AN_HOUR: START + HOUR,
        Offer.THREE_HOURS: START + 3 * HOUR,
        Offer.A_DAY: START + DAY,
    }


@pytest.mark.parametrize(
    ("minutes", "day", "expected"),
    [
        (20 * 60, None, "2026-06-01T18:00"),
        # It is two in the afternoon there.
        (14 * 60, None, "2026-06-02T12:00"),
        (9 * 60, date(2026, 6, 4), "2026-06-04T07:00"),
    ],
)
def test_a_time_of_day_is_the_next_one_or_that_of_a_day(
    minutes: int, day: date | None, expected: str
) -> None:
    assert typed(minutes, day, PARIS, START) == datetime.fromisoformat(f"{expected}+00:00")


@pytest.mark.parametrize(
    ("table", "after", "key"),
    [
        (None, HOUR, "not-awaited"),
        (awaiting(stops=frozenset({Stop.HOLD})), HOUR, "not-awaited"),
        (awaiting(since=None), HOUR, "not-awaited"),
        (awaiting(), timedelta(), "wish-past"),
        (awaiting(), -HOUR, "wish-past"),
        (awaiting(), 3 * DAY, "wish-late"),
        (awaiting(None), 61 * DAY, "wish-far"),
    ],
)
def test_not_every_moment_will_do(table: Awaited | None, after: timedelta, key: str) -> None:
    with pytest.raises(NudgeRefused) as refused:
        wish(table, START + after, START)

    assert refused.value.key == key


def test_a_table_that_waits_on_after_time_was_up_has_no_limit() -> None:
    late = awaiting(late_at=START + 3 * DAY)

    assert wish(late, START + 5 * DAY, START + 4 * DAY).wished == {7: START + 5 * DAY}


@pytest.mark.parametrize(
    "table",
    [
        awaiting(),
        awaiting(wishes=Wishes(Reminding.OFF)),
        awaiting(is_muted=True),
        awaiting(wishes=Wishes(quiet=NIGHT)),
        awaiting(None),
    ],
    ids=["usual", "off", "muted", "quiet hours", "no limit"],
)
def test_it_comes_once_at_its_moment_whatever_is_set(table: Awaited) -> None:
    at = START + 15 * HOUR  # at night in Paris
    asked = wish(table, at, START)
    table = wished(table, at)

    early, come = remind(7, [table], at - MINUTE), remind(7, [table], at)

    assert asked.wished == {7: at}
    looks = [each for each in (asked.looks[7], early.looks[7]) if each is not None]
    assert min(looks) <= at
    assert early.notices == ()
    (notice,) = come.notices
    assert (notice.kind, notice.wait, notice.target) == (NoticeKind.WISH, 7, "channel:100")
    assert come.wished == {7: None}
    assert instead_of_sending(notice, [table], at) is None, "quiet hours don't stop it"
    step = come.steps[7]
    again = replace(table, wait=replace(table.wait, wish_at=None, reminded=step))
    assert all(each.at >= at + 5 * HOUR for each in again.coming(at)), "not once more right after"


def test_it_is_looked_for_in_time() -> None:
    table = wished(awaiting(), START + HOUR)

    assert first_look(table.wait) == START + HOUR
    assert first_look(replace(table.wait, wish_at=START + 2 * DAY)) == first_look(awaiting().wait)


def test_until_then_nothing_soft_comes_but_the_last_one_does() -> None:
    table = wished(awaiting(), START + 60 * HOUR)

    soft, last = remind(7, [table], START + 36 * HOUR), remind(7, [table], START + 57.6 * HOUR)

    assert soft.notices == ()
    assert soft.looks == {7: START + 57.6 * HOUR}
    assert [each.facts["kind"] for each in last.notices] == ["last"]
    assert last.looks == {7: START + 60 * HOUR}
    assert nudge(table, "Bob", START + DAY)[0] is Nudged.KNOWN


def test_another_moment_takes_the_place_of_the_first_and_none_ends_it() -> None:
    table = wished(awaiting(), START + HOUR)

    later, none = wish(table, START + 5 * HOUR, START), wish(table, None, START)

    assert later.wished == {7: START + 5 * HOUR}
    assert later.looks == {7: START + 5 * HOUR}
    assert none.wished == {7: None}
    assert none.looks == {7: START + 36 * HOUR}


def test_a_list_leaves_out_what_is_to_be_reminded_of_later() -> None:
    first, other = awaiting(), wished(awaiting(), START + 2 * DAY)
    other = replace(other, wait=replace(other.wait, id=8, match=MatchId(2)))

    (notice,) = remind(7, [first, other], START + 36 * HOUR).notices

    assert [each["match"] for each in notice.facts["tables"]] == [1]


@pytest.mark.parametrize(("moment", "kept"), [(3 * HOUR, None), (9 * HOUR, START + 9 * HOUR)])
def test_a_moment_in_a_hold_is_gone_as_the_table_asks_anew(
    moment: timedelta, kept: datetime | None
) -> None:
    held = stopped(wished(awaiting(), START + moment).wait, Stop.HOLD, START + HOUR)

    assert first_look(held) is None
    assert going_on(held, Stop.HOLD, START + 5 * HOUR).wish_at == kept


def test_what_was_asked_for_is_not_sent_when_it_is_no_longer_their_move() -> None:
    table = wished(awaiting(), START + HOUR)
    (notice,) = remind(7, [table], START + HOUR).notices
    held = replace(table, wait=stopped(table.wait, Stop.HOLD, START + HOUR))

    assert instead_of_sending(notice, [], START + HOUR) is not None
    assert instead_of_sending(notice, [held], START + HOUR) is not None


def test_the_quiet_hours_of_a_channel_put_it_off_to_their_end() -> None:
    at = START + 15 * HOUR
    table = wished(awaiting(wishes=Wishes(channel=NIGHT)), at)
    (notice,) = remind(7, [table], at).notices

    instead = instead_of_sending(notice, [table], at)

    morning = START + 18 * HOUR  # eight in Paris
    assert instead is not None
    assert instead.wished == instead.looks == {7: morning}
    assert instead_of_sending(notice, [table], morning) is None
