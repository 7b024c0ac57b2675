"""When people are away: whole days of their time zone, within a budget.

A holiday is stored as two instants; days are counted on the calendar of the zone in which it was
planned. Days that were not begun when it is ended early come back. One for all servers counts in
each of them; where it overlaps with one for a server, a day counts once.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import chain
from types import MappingProxyType
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bot.table.errors import PreferenceRefused
from bot.table.ids import PlayerId
from bot.table.match.match import Chair, Match
from bot.table.time.timers import Timer, TimerKind
from bot.table.time.waits import Wait
from engine.game import Seat

A_YEAR: Final = 21
"""How many days of holiday a person has in a year and server."""
IN_A_ROW: Final = 14
LONG: Final = timedelta(days=3)
"""With more than that to go others may let a computer player move in a holiday."""
AHEAD: Final = timedelta(days=366)
"""A holiday begins within a year."""
SHOWN_AHEAD: Final = timedelta(days=14)
"""How long before, tables say that a player will be away."""
DEFAULT_ZONE: Final = "UTC"
"""In it days are counted of those who have not named one."""
TOO_LATE: Final = timedelta(hours=1)
"""With less time left somewhere a holiday can't begin at once."""

_DAY: Final = timedelta(days=1)
_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?")


@dataclass(frozen=True, slots=True)
class Holiday:
    """When a person is away from the tables of a server; `guild` None: from those of none.

    `ends_at` is the midnight at which they are back. `is_computer`: a computer player moves
    meanwhile; else the tables wait. `is_everywhere`: they are away from all servers.
    `is_automatic`: it was taken for them as their time was up.
    """

    player: PlayerId
    guild: int | None
    begins_at: datetime
    ends_at: datetime
    zone: str
    is_computer: bool = False
    id: int = 0
    is_everywhere: bool = False
    is_automatic: bool = False

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

    def has_agreed(self, chair: Chair) -> bool:
        """Say whether a table agreed in it that a computer player moves for its person."""
        agreed = chair.stand_in_agreed_at
        return agreed is not None and self.begins_at <= agreed

    def counts_in(self, guild: int | None) -> bool:
        """Say whether the person is away from the tables of a server."""
        return self.is_everywhere or self.guild == guild


class TableTimes(NamedTuple):
    """What a table shows of time: who is waited for, and who is away or will be soon.

    The `waits` are as they run if the table shows them now.
    """

    waits: tuple[Wait, ...] = ()
    away: Mapping[Seat, Holiday] = MappingProxyType({})


NO_TIMES: Final = TableTimes()


class HolidayPlan(NamedTuple):
    """A holiday as a person asks for it: both dates are included."""

    first: date
    last: date
    zone: str
    is_computer: bool = False
    is_everywhere: bool = False


class PlannedHoliday(NamedTuple):
    """A holiday that was stored, and at how many tables its person's clock stands still now."""

    holiday: Holiday
    standing: int


class TakenHoliday(NamedTuple):
    """A holiday that is taken for the person of a wait, as its time is up."""

    wait: int
    holiday: Holiday


def planned(
    player: PlayerId,
    guild: int | None,
    plan: HolidayPlan,
    known: Sequence[Holiday],
    now: datetime,
) -> Holiday:
    """Return a holiday of whole days, both included; one from today on begins at once.

    `known` are all of the person's others. One for all servers may begin within one for a server.
    Raises `PreferenceRefused` (holiday-past, holiday-order, holiday-far, holiday-overlap,
    holiday-long, holiday-budget).
    """
    place = ZoneInfo(plan.zone)
    today = now.astimezone(place).date()
    if plan.last < plan.first:
        raise PreferenceRefused("holiday-order")
    if plan.first < today:
        raise PreferenceRefused("holiday-past")
    if _midnight(plan.first, place) > now + AHEAD:
        raise PreferenceRefused("holiday-far")
    holiday = Holiday(
        player,
        guild,
        max(_midnight(plan.first, place), now),
        _midnight(plan.last + _DAY, place),
        plan.zone,
        plan.is_computer,
        is_everywhere=plan.is_everywhere,
    )
    check_budget(holiday, known)
    return holiday


def check_budget(holiday: Holiday, known: Sequence[Holiday]) -> None:
    """Refuse more days than a person has, in each server that a holiday is for.

    Raises `PreferenceRefused` (holiday-overlap, holiday-long, holiday-budget).
    """
    servers = {holiday.guild, *(each.guild for each in known if holiday.is_everywhere)}
    for guild in servers:
        there = [each for each in known if each.counts_in(guild)]
        if any(
            each.begins_at < holiday.ends_at
            and holiday.begins_at < each.ends_at
            and each.is_everywhere >= holiday.is_everywhere
            for each in there
        ):
            raise PreferenceRefused("holiday-overlap")
        if _in_a_row(holiday, there) > IN_A_ROW:
            raise PreferenceRefused("holiday-long", n=IN_A_ROW)
        for year in sorted({each.year for each in holiday.days}):
            if days_left((*there, holiday), year) < 0:
                raise PreferenceRefused("holiday-budget", n=days_left(there, year), year=year)


def automatic(
    wait: Wait, guild: int | None, zone: str, known: Sequence[Holiday], now: datetime
) -> Holiday | None:
    """Return the holiday that is taken for the person of a wait whose time is up; None: none is.

    It lasts until the end of the next day in their zone. They need days that are left, and while
    they are asked the same there is only one: nobody lets a table stand still for weeks. `known`
    are all of their others.
    """
    here = [each for each in known if each.counts_in(guild)]
    if any(each.is_automatic and wait.asked_at <= each.begins_at for each in here):
        return None
    place = ZoneInfo(zone)
    today = now.astimezone(place).date()
    begins = [each.begins_at for each in here if now < each.begins_at]
    for days in (2, 1):
        ends = min([_midnight(today + days * _DAY, place), *begins])
        holiday = Holiday(wait.player, guild, now, ends, zone, is_automatic=True)
        with suppress(PreferenceRefused):
            check_budget(holiday, known)
            return holiday
    return None


def days_left(known: Sequence[Holiday], year: int) -> int:
    """Return how many days of holiday are left in a year, in the server where `known` count."""
    return A_YEAR - sum(day.year == year for day in {day for each in known for day in each.days})


def ended(holiday: Holiday, now: datetime) -> Holiday | None:
    """Return a holiday that ends now: days that had not begun come back; None: all of them."""
    return replace(holiday, ends_at=now) if holiday.begins_at <= now else None


def check_left(waiting: Mapping[int | None, Sequence[Wait]], now: datetime) -> None:
    """Refuse a holiday that begins at once where hardly any time is left.

    `waiting` are the waits of its person, by server. Raises `PreferenceRefused` (holiday-late).
    """
    late = now + TOO_LATE
    waits = chain.from_iterable(waiting.values())
    if any(each.due_at is not None and each.due_at < late for each in waits):
        raise PreferenceRefused("holiday-late")


class HolidayEffects(NamedTuple):
    """What the beginning or end of a holiday leads to: clocks that stop or run, and timers."""

    stands: tuple[Wait, ...] = ()
    goes_on: tuple[Wait, ...] = ()
    timers: tuple[Timer, ...] = ()


def turned(
    holiday: Holiday,
    known: Sequence[Holiday],
    waiting: Mapping[int | None, Sequence[Wait]],
    now: datetime,
) -> HolidayEffects:
    """Return what a holiday leads to as it begins or ends; before that, when to look again.

    `known` are all of its person's holidays: clocks don't go on where another one is on. `waiting`
    are their waits where it counts, by server; where the channel shows that one is waited for, a
    computer player moves, if they want that, or the channel shows that they are away. One that
    begins as time is up has been told.
    """
    if holiday.ends_at <= now:
        on = [each for each in known if each.is_on(now)]
        back = (
            waits
            for guild, waits in waiting.items()
            if not any(each.counts_in(guild) for each in on)
        )
        return HolidayEffects(goes_on=tuple(chain.from_iterable(back)))
    key = str(holiday.id)
    if now < holiday.begins_at:
        return HolidayEffects(timers=(Timer(TimerKind.HOLIDAY, key, holiday.begins_at),))
    waits = tuple(chain.from_iterable(waiting.values()))
    away = (
        Timer(TimerKind.AWAY, str(each.id), now, each.match, each.seat)
        for each in waits
        if each.since is not None and not holiday.is_automatic
    )
    until = Timer(TimerKind.HOLIDAY, key, holiday.ends_at)
    return HolidayEffects(stands=waits, timers=(until, *away))


def away_by_seat(match: Match, found: Sequence[Holiday]) -> Mapping[Seat, Holiday]:
    """Return who of a table is away or will be soon, each the next time.

    `found` are the holidays of its people that count there; those that touch or overlap are one.
    """
    rests = dict[PlayerId, Holiday]()
    for each in sorted(found, key=lambda each: each.begins_at):
        rest = rests.setdefault(each.player, each)
        if rest.begins_at <= each.begins_at <= rest.ends_at < each.ends_at:
            rests[each.player] = replace(rest, ends_at=each.ends_at)
    return {
        Seat(seat): rests[chair.player]
        for seat, chair in enumerate(match.chairs)
        if chair.agent is None and chair.player in rests
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
