"""When people are away: whole days of their time zone, within a budget.

A holiday is stored as two instants; days are counted on the calendar of the zone in which it was
planned. Days that were not begun when it is ended early come back.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bot.table.errors import PreferenceRefused
from bot.table.ids import PlayerId
from bot.table.match.match import Match
from bot.table.time.timers import Timer, TimerKind
from bot.table.time.waits import Wait
from engine.game import Seat

A_YEAR: Final = 21
"""How many days of holiday a person has in a year and server."""
IN_A_ROW: Final = 14
AHEAD: Final = timedelta(days=366)
"""A holiday begins within a year."""
SHOWN_AHEAD: Final = timedelta(days=14)
"""How long before, tables say that a player will be away."""
TOO_LATE: Final = timedelta(hours=1)
"""With less time left somewhere a holiday can't begin at once."""

_DAY: Final = timedelta(days=1)
_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?")


@dataclass(frozen=True, slots=True)
class Holiday:
    """When a person is away from the tables of a server; `guild` None: from those of none.

    `ends_at` is the midnight at which they are back. `is_computer`: a computer player moves
    meanwhile; else the tables wait.
    """

    player: PlayerId
    guild: int | None
    begins_at: datetime
    ends_at: datetime
    zone: str
    is_computer: bool = False
    id: int = 0

    @property
    def days(self) -> tuple[date, ...]:
        """The dates in its zone of which some part is in it."""
        zone = ZoneInfo(self.zone)
        first = self.begins_at.astimezone(zone).date()
        last = (self.ends_at - timedelta(microseconds=1)).astimezone(zone).date()
        return tuple(first + _DAY * number for number in range((last - first).days + 1))

    def is_on(self, now: datetime) -> bool:
        """Say whether the person is away."""
        return self.begins_at <= now < self.ends_at


class TableTimes(NamedTuple):
    """What a table shows of time: who is waited for, and who is away or will be soon."""

    waits: tuple[Wait, ...] = ()
    away: Mapping[Seat, Holiday] = MappingProxyType({})


class HolidayPlan(NamedTuple):
    """A holiday as a person asks for it: both dates are included."""

    first: date
    last: date
    zone: str
    is_computer: bool = False


def planned(
    player: PlayerId,
    guild: int | None,
    first: date,
    last: date,
    zone: str,
    known: Sequence[Holiday],
    *,
    is_computer: bool,
    now: datetime,
) -> Holiday:
    """Return a holiday of whole days, both included; one from today on begins at once.

    `known` are the person's others in this server. Raises `PreferenceRefused` (holiday-past,
    holiday-order, holiday-far, holiday-overlap, holiday-long, holiday-budget).
    """
    place = ZoneInfo(zone)
    today = now.astimezone(place).date()
    if last < first:
        raise PreferenceRefused("holiday-order")
    if first < today:
        raise PreferenceRefused("holiday-past")
    if _midnight(first, place) > now + AHEAD:
        raise PreferenceRefused("holiday-far")
    begins = max(_midnight(first, place), now)
    holiday = Holiday(player, guild, begins, _midnight(last + _DAY, place), zone, is_computer)
    if any(each.begins_at < holiday.ends_at and begins < each.ends_at for each in known):
        raise PreferenceRefused("holiday-overlap")
    if _in_a_row(holiday, known) > IN_A_ROW:
        raise PreferenceRefused("holiday-long", n=IN_A_ROW)
    for year in sorted({each.year for each in holiday.days}):
        left = days_left(known, year)
        if sum(each.year == year for each in holiday.days) > left:
            raise PreferenceRefused("holiday-budget", n=left, year=year)
    return holiday


def days_left(known: Sequence[Holiday], year: int) -> int:
    """Return how many days of holiday are left in a year."""
    return A_YEAR - sum(day.year == year for each in known for day in each.days)


def ended(holiday: Holiday, now: datetime) -> Holiday | None:
    """Return a holiday that ends now: days that had not begun come back; None: all of them."""
    return replace(holiday, ends_at=now) if holiday.begins_at < now else None


def check_left(waiting: Sequence[Wait], now: datetime) -> None:
    """Refuse a holiday that begins at once where hardly any time is left.

    `waiting` are the waits of its person in the server. Raises `PreferenceRefused` (holiday-late).
    """
    late = now + TOO_LATE
    if any(each.due_at is not None and each.due_at < late for each in waiting):
        raise PreferenceRefused("holiday-late")


class HolidayEffects(NamedTuple):
    """What the beginning or end of a holiday leads to: clocks that stop or run, and timers."""

    stands: tuple[Wait, ...] = ()
    goes_on: tuple[Wait, ...] = ()
    timers: tuple[Timer, ...] = ()


def turned(
    holiday: Holiday, known: Sequence[Holiday], waiting: Sequence[Wait], now: datetime
) -> HolidayEffects:
    """Return what a holiday leads to as it begins or ends; before that, when to look again.

    `known` are its person's holidays in the server: clocks don't go on where the next one begins at
    once. `waiting` are their waits there; where the channel shows that one is waited for, a
    computer player moves, if they want that.
    """
    if holiday.ends_at <= now:
        return HolidayEffects(
            goes_on=() if any(each.is_on(now) for each in known) else tuple(waiting)
        )
    key = str(holiday.id)
    if now < holiday.begins_at:
        return HolidayEffects(timers=(Timer(TimerKind.HOLIDAY, key, holiday.begins_at),))
    stand_ins = (
        Timer(TimerKind.AWAY, str(each.id), now, each.match, each.seat)
        for each in waiting
        if holiday.is_computer and each.since is not None
    )
    until = Timer(TimerKind.HOLIDAY, key, holiday.ends_at)
    return HolidayEffects(stands=tuple(waiting), timers=(until, *stand_ins))


def away_by_seat(match: Match, found: Sequence[Holiday]) -> Mapping[Seat, Holiday]:
    """Return who of a table is away or will be soon, each the next time: the first that is found.

    `found` are the holidays of its people, the ones that begin first in front.
    """
    first = {each.player: each for each in reversed(found)}
    return {
        Seat(seat): first[chair.player]
        for seat, chair in enumerate(match.chairs)
        if chair.agent is None and chair.player in first
    }


def date_of(typed: str, today: date) -> date:
    """Read a date such as 2027-03-28 or 28.3.; without a year it is the next such day.

    Raises `PreferenceRefused` (holiday-date).
    """
    text = typed.strip().rstrip(".")
    try:
        if found := _ISO.fullmatch(text):
            return date(*map(int, found.groups()))
        if found := _DAY_FIRST.fullmatch(text):
            day, month = int(found[1]), int(found[2])
            if found[3]:
                return date(int(found[3]), month, day)
            this_year = date(today.year, month, day)
            return this_year if this_year >= today else date(today.year + 1, month, day)
    except ValueError as error:
        raise PreferenceRefused("holiday-date", typed=typed) from error
    raise PreferenceRefused("holiday-date", typed=typed)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the first moment of a day; where clocks skip midnight, that after the gap."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _in_a_row(holiday: Holiday, known: Sequence[Holiday]) -> int:
    """Return how many days in a row a person would be away."""
    taken = {day for each in known for day in each.days} | set(holiday.days)
    first, last = holiday.days[0], holiday.days[-1]
    while first - _DAY in taken:
        first -= _DAY
    while last + _DAY in taken:
        last += _DAY
    return (last - first).days + 1
