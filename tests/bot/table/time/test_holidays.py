"""What a holiday does to the waits of its person as it begins and ends."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from bot.table.errors import PreferenceRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.time.holidays import Holiday, HolidayEffects, check_left, turned
from bot.table.time.timers import Timer, TimerKind
from bot.table.time.waits import Wait
from engine.game import Seat

NOW: Final = datetime(2027, 3, 26, 18, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
SEEN: Final = Wait(1, MatchId(1), Seat(0), NOW, DAY, DAY, NOW)
UNSEEN: Final = Wait(2, MatchId(2), Seat(1), NOW, DAY, DAY)
BOTH: Final = (SEEN, UNSEEN)
BACK: Final = NOW + 5 * DAY
AWAY: Final = Holiday(PlayerId(1), 7, NOW, BACK, "UTC", id=3)


def another(begins: datetime) -> Holiday:
    return replace(AWAY, begins_at=begins, ends_at=begins + DAY, id=4)


def looks(at: datetime) -> Timer:
    return Timer(TimerKind.HOLIDAY, "3", at)


def away(at: datetime) -> Timer:
    """Return what asks whether a computer player moves, and lets the channel say who is away."""
    return Timer(TimerKind.AWAY, "1", at, MatchId(1), Seat(0))


@pytest.mark.parametrize(
    ("holiday", "others", "now", "turn"),
    [
        (AWAY, (), NOW - HOUR, HolidayEffects(timers=(looks(NOW),))),
        (AWAY, (), NOW, HolidayEffects(stands=BOTH, timers=(looks(BACK), away(NOW)))),
        # A computer player moves where the channel shows that the seat is waited for.
        (
            replace(AWAY, is_computer=True),
            (),
            NOW + HOUR,
            HolidayEffects(stands=BOTH, timers=(looks(BACK), away(NOW + HOUR))),
        ),
        # As time is up the channel is told anyway.
        (
            replace(AWAY, is_automatic=True),
            (),
            NOW,
            HolidayEffects(stands=BOTH, timers=(looks(BACK),)),
        ),
        (AWAY, (), BACK, HolidayEffects(goes_on=BOTH)),
        # The next one begins at once, or it doesn't.
        (AWAY, (another(BACK),), BACK, HolidayEffects()),
        (AWAY, (another(BACK + DAY),), BACK, HolidayEffects(goes_on=BOTH)),
    ],
)
def test_what_a_holiday_does(
    holiday: Holiday, others: tuple[Holiday, ...], now: datetime, turn: HolidayEffects
) -> None:
    assert turned(holiday, (holiday, *others), {7: BOTH}, now) == turn


def test_a_holiday_begins_at_once_only_where_an_hour_is_left() -> None:
    check_left({7: BOTH}, NOW + 23 * HOUR)

    with pytest.raises(PreferenceRefused, match="holiday-late"):
        check_left({7: BOTH}, NOW + 23.5 * HOUR)
