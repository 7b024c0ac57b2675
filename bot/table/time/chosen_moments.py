"""At which moments a person is offered to be reminded of a move, and which they may type.

The day of a person has a morning and an evening; both are offered in their zone, and none of what
is offered lies in their quiet hours. What they type themselves may.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

from bot.table.errors import NudgeRefused
from bot.table.time.quiet_hours import QuietHours
from bot.table.time.waits import Wait

MORNING: Final = time(9)
EVENING: Final = time(19)
APART: Final = timedelta(minutes=45)
"""Moments that are offered are not nearer to one another, nor to now."""
BEFORE_DUE: Final = timedelta(minutes=30)
"""How near to the end of the time nothing is offered: it would be too late to play."""
LONGEST: Final = timedelta(days=60)
"""How far ahead a person may ask for a reminder."""

_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)


class Offer(StrEnum):
    """A moment as a person would call it."""

    AN_HOUR = "an-hour"
    THREE_HOURS = "three-hours"
    THIS_MORNING = "this-morning"
    THIS_EVENING = "this-evening"
    A_DAY = "a-day"
    TOMORROW_MORNING = "tomorrow-morning"
    TOMORROW_EVENING = "tomorrow-evening"


def offers(
    now: datetime, zone: str | None, quiet: QuietHours | None, due: datetime | None
) -> Mapping[Offer, datetime]:
    """Return the moments that are offered, the next one first; perhaps none before `due`.

    Where the person's zone is unknown they are given from now on.
    """
    every = {Offer.AN_HOUR: now + _HOUR, Offer.THREE_HOURS: now + 3 * _HOUR}
    if zone is None:
        every[Offer.A_DAY] = now + _DAY
    else:
        here = ZoneInfo(zone)
        today = now.astimezone(here).date()
        tomorrow = today + _DAY
        every |= {
            Offer.THIS_MORNING: _at(today, MORNING, here),
            Offer.THIS_EVENING: _at(today, EVENING, here),
            Offer.TOMORROW_MORNING: _at(tomorrow, MORNING, here),
            Offer.TOMORROW_EVENING: _at(tomorrow, EVENING, here),
        }
    offered: dict[Offer, datetime] = {}
    last = now
    for offer, moment in sorted(every.items(), key=lambda each: each[1]):
        is_quiet = quiet is not None and quiet.night_of(moment) is not None
        is_too_late = due is not None and moment > due - BEFORE_DUE
        if moment >= last + APART and not is_quiet and not is_too_late:
            offered[offer], last = moment, moment
    return offered


def typed(minutes: int, day: date | None, zone: str, now: datetime) -> datetime:
    """Return the moment that a person means by a time of day; without a day it is the next one."""
    here = ZoneInfo(zone)
    wall, today = time(*divmod(minutes, 60)), now.astimezone(here).date()
    if day is not None:
        return _at(day, wall, here)
    moments = (_at(today + n * _DAY, wall, here) for n in range(3))
    return next(each for each in moments if each > now)


def check(wait: Wait, at: datetime, now: datetime) -> None:
    """Raise `NudgeRefused` (wish-past, wish-far, wish-late) if nobody can be reminded then."""
    if at <= now:
        raise NudgeRefused("wish-past")
    if at > now + LONGEST:
        raise NudgeRefused("wish-far", n=LONGEST.days)
    if wait.late_at is None and wait.due_at is not None and at >= wait.due_at:
        raise NudgeRefused("wish-late", until=wait.due_at)


def _at(day: date, wall: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, wall, zone).astimezone(UTC)
