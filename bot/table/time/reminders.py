"""When a person is reminded of a move, and when they must not be pinged: tables and arithmetic.

All moments are instants in UTC. What somebody calls "ten in the evening" is turned into one at
once, for each local date anew: two moments of one zone are never subtracted from one another.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from enum import Enum, StrEnum, auto
from functools import cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.table.errors import PreferenceRefused
from bot.table.time.waits import Wait


class Nudged(Enum):
    """What came of a nudge. SENT; LATER: quiet hours put it off; KNOWN: they want no reminders."""

    SENT = auto()
    LATER = auto()
    KNOWN = auto()


LEAST_QUIET: Final = timedelta(hours=1)
MOST_QUIET: Final = timedelta(hours=16)

AFTER_ASKING: Final = timedelta(hours=2)
"""Nobody is reminded sooner than that after they were asked."""
BEFORE_DUE: Final = timedelta(minutes=30)
"""Nor later than that before time is up."""
LAST_CALL: Final = timedelta(hours=1)
"""The last reminder comes no later than that before time is up, or before quiet hours begin."""
BEFORE_QUIET: Final = timedelta(minutes=1)

SOFT_PAUSE: Final = timedelta(hours=20)
"""One soft reminder a person and server in that time: it lists all tables there that wait."""
LAST_PAUSE: Final = timedelta(hours=12)
"""A last reminder takes in those that would come within that time."""

NUDGE_AFTER: Final = timedelta(hours=12)
"""A seat may be nudged by others when it has been waited for so long, …"""
NUDGE_PAUSE: Final = timedelta(hours=24)
"""… and again after that, whoever does it."""

_DAY: Final = timedelta(days=1)
_CLOCK: Final = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?h?(?:([ap])\.?m\.?)?")


class Reminding(StrEnum):
    """How often somebody wants to be reminded."""

    DEFAULT = "default"
    SOONER = "sooner"
    LATER = "later"
    OFF = "off"


class ReminderKind(StrEnum):
    """SOFT: the table waits; LAST: time is nearly up, so this one goes whatever went before."""

    SOFT = "soft"
    LAST = "last"


class Reminder(NamedTuple):
    """When a reminder is due; `step` is how many steps of the wait are behind with it."""

    at: datetime
    kind: ReminderKind
    step: int


class Night(NamedTuple):
    """One stretch of quiet hours, as instants."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class QuietHours:
    """When somebody isn't pinged: from and to in minutes of their day, in an IANA zone.

    Raises `PreferenceRefused` (quiet-length, zone-unknown).
    """

    begin: int
    end: int
    zone: str

    def __post_init__(self) -> None:
        length = timedelta(minutes=(self.end - self.begin) % (24 * 60))
        if not LEAST_QUIET <= length <= MOST_QUIET:
            raise PreferenceRefused("quiet-length", length=length)
        if self.zone not in zones():
            raise PreferenceRefused("zone-unknown", typed=self.zone, near=zones_near(self.zone))

    def night_of(self, moment: datetime) -> Night | None:
        """Return the quiet stretch in which a moment lies."""
        today = moment.astimezone(ZoneInfo(self.zone)).date()
        for day in (today - _DAY, today):
            night = self._beginning_on(day)
            if night.begins <= moment < night.ends:
                return night
        return None

    def next_night(self, moment: datetime) -> datetime:
        """Return when the next quiet stretch begins, after a moment."""
        today = moment.astimezone(ZoneInfo(self.zone)).date()
        begins = (self._beginning_on(today + days * _DAY).begins for days in range(3))
        return next(each for each in begins if each > moment)

    def _beginning_on(self, day: date) -> Night:
        """Of a time that comes twice, or is left out, the stretch has the longer side."""
        next_day = day + _DAY if self.end < self.begin else day
        begins, ends = self._readings(day, self.begin), self._readings(next_day, self.end)
        return Night(min(begins), max(ends))

    def _readings(self, day: date, minutes: int) -> list[datetime]:
        wall = datetime.combine(day, time(*divmod(minutes, 60)), ZoneInfo(self.zone))
        return [wall.replace(fold=fold).astimezone(UTC) for fold in (0, 1)]


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a person wants to be reminded at one table."""

    reminding: Reminding = Reminding.DEFAULT
    quiet: QuietHours | None = None


class _Step(NamedTuple):
    """`size`: what is left of the wait's length, or how long it has lasted."""

    size: float
    kind: ReminderKind
    wanted: frozenset[Reminding]


_DEFAULT: Final = frozenset({Reminding.DEFAULT, Reminding.SOONER})
_ALL: Final = _DEFAULT | {Reminding.LATER}
_SOONER: Final = frozenset({Reminding.SOONER})

_BY_LEFT: Final = (
    _Step(3 / 4, ReminderKind.SOFT, _SOONER),
    _Step(1 / 2, ReminderKind.SOFT, _DEFAULT),
    _Step(1 / 5, ReminderKind.LAST, _ALL),
)
"""With a due date, by the part of the length that is left."""
_BY_AGE: Final = (
    _Step(0.5, ReminderKind.SOFT, _SOONER),
    _Step(1, ReminderKind.SOFT, _DEFAULT),
    _Step(3, ReminderKind.SOFT, _ALL),
    _Step(7, ReminderKind.SOFT, _ALL),
)
"""Without one, by days since the seat was asked."""
LAST_STEP: Final = len(_BY_AGE)
"""After this one nobody is reminded of a move without a due date."""


def next_reminder(wait: Wait, wishes: Wishes, sent: int, now: datetime) -> Reminder | None:
    """Return what comes next, at `now` or later; None: nothing.

    `sent` steps are behind. Of several that are overdue, or come at the same moment, only the
    latest is sent.
    """
    coming = reminders(wait, wishes, sent, now)
    if not coming:
        return None
    first = min(each.at for each in coming)
    return [each for each in coming if each.at == first][-1]


def reminders(wait: Wait, wishes: Wishes, sent: int, now: datetime) -> Sequence[Reminder]:
    """Return all steps that are to come, in their order; overdue ones are due now."""
    if not wait.runs or wait.is_muted:
        return ()
    steps, due = (_BY_AGE if wait.length is None else _BY_LEFT), wait.due_at
    coming = []
    for number, step in enumerate(steps, 1):
        if number <= sent or wishes.reminding not in step.wanted:
            continue
        if wait.length is None or due is None:
            at = wait.asked_at + step.size * _DAY
        else:
            at = due - step.size * wait.length
        if at < wait.asked_at + AFTER_ASKING:
            continue
        moved = _awake(max(at, now), step.kind, wishes.quiet, due, now)
        if moved is None or moved < wait.asked_at + AFTER_ASKING:
            continue
        if due is None or moved <= due - BEFORE_DUE:
            coming.append(Reminder(moved, step.kind, number))
    return coming


def _awake(
    at: datetime, kind: ReminderKind, quiet: QuietHours | None, due: datetime | None, now: datetime
) -> datetime | None:
    """Return when a person can be reminded who should be at `at`; None: not in time."""
    night = None if quiet is None else quiet.night_of(at)
    if night is None:
        return at
    if kind is ReminderKind.SOFT or due is None or night.ends <= due - LAST_CALL:
        return night.ends
    before = max(night.begins - BEFORE_QUIET, now)
    return before if before < night.begins else None


def first_look(wait: Wait) -> datetime | None:
    """Return the earliest moment at which any wishes could want a reminder; None: not as it is.

    Whoever opens a wait, lets it go on or moves its due date puts the REMINDER timer there.
    """
    if not wait.runs:
        return None
    if wait.length is None or wait.due_at is None:
        return wait.asked_at + _BY_AGE[0].size * _DAY
    # Quiet hours bring the last one forward, once a year by an hour more.
    last = wait.due_at - _BY_LEFT[-1].size * wait.length - MOST_QUIET - LAST_CALL - BEFORE_QUIET
    first = wait.due_at - _BY_LEFT[0].size * wait.length
    return max(wait.asked_at + AFTER_ASKING, min(first, last))


@cache
def zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones())


def zone_named(typed: str) -> str:
    """Return the zone that somebody means: its name, or its city's if only one has it.

    Raises `PreferenceRefused` (zone-unknown, with the names that are `near`).

    >>> zone_named("europe/paris"), zone_named("New York")
    ('Europe/Paris', 'America/New_York')
    """
    wanted = _folded(typed)
    every = {_folded(each): each for each in sorted(zones())}
    if wanted in every:
        return every[wanted]
    cities = [each for each in _continental() if _folded(_city(each)) == wanted]
    if wanted and len(cities) == 1:
        return cities[0]
    raise PreferenceRefused("zone-unknown", typed=typed, near=zones_near(typed))


def zones_like(typed: str) -> list[str]:
    """Return zones whose city or name begins as typed, then those that contain it."""
    wanted = _folded(typed)

    def rank(zone: str) -> tuple[bool, bool, str]:
        city, name = _folded(_city(zone)), _folded(zone)
        return (not city.startswith(wanted), not name.startswith(wanted), zone)

    return sorted((each for each in _continental() if wanted in _folded(each)), key=rank)


def zones_near(typed: str, most: int = 3) -> tuple[str, ...]:
    """Return the zones whose names are most like what was typed; perhaps none."""
    by_name = {_folded(name): zone for zone in _continental() for name in (zone, _city(zone))}
    close = get_close_matches(_folded(typed)[:50], by_name, n=2 * most, cutoff=0.6)
    found = [*zones_like(typed)[:most]] if typed.strip() else []
    return tuple(dict.fromkeys([*found, *(by_name[each] for each in close)]))[:most]


@cache
def _continental() -> tuple[str, ...]:
    """Return what people would choose: cities, and UTC; not the names of old computers."""
    odd = ("Etc/", "SystemV/", "US/", "Canada/", "Mexico/", "Brazil/", "Chile/")
    places = (each for each in zones() if "/" in each and not each.startswith(odd))
    return (*sorted(places), "UTC")


def _city(zone: str) -> str:
    return zone.rpartition("/")[2]


def _folded(text: str) -> str:
    return text.strip().replace(" ", "_").casefold()


def minutes_of(typed: str) -> int:
    """Return a time of day in minutes; raise `PreferenceRefused` (quiet-time) if it is none.

    >>> minutes_of("22:30"), minutes_of("7"), minutes_of("10 pm"), minutes_of("24:00")
    (1350, 420, 1320, 0)
    """
    found = _CLOCK.fullmatch(typed.strip().casefold().replace(" ", ""))
    if found is None:
        raise PreferenceRefused("quiet-time", typed=typed)
    hour, minute, half = int(found[1]), int(found[2] or 0), found[3]
    if half is not None:
        if not 1 <= hour <= 12:
            raise PreferenceRefused("quiet-time", typed=typed)
        hour = hour % 12 + (12 if half == "p" else 0)
    minutes = 60 * hour + minute
    if minute > 59 or minutes > 24 * 60:
        raise PreferenceRefused("quiet-time", typed=typed)
    return minutes % (24 * 60)
