"""When a person must not be pinged: hours of their day, as instants.

All moments are instants in UTC. What a person calls "ten in the evening" is turned into one at
once, for each local date anew: two moments of one zone are never subtracted from one another.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.table.errors import PreferenceRefused

LEAST_QUIET: Final = timedelta(hours=1)
MOST_QUIET: Final = timedelta(hours=16)

_DAY: Final = timedelta(days=1)
_CLOCK: Final = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?h?(?:([ap])\.?m\.?)?")


class Hours(NamedTuple):
    """From when to when, in minutes of the day."""

    begin: int
    end: int


NIGHT: Final = Hours(22 * 60, 8 * 60)
"""The quiet hours that are proposed to everybody once."""

ZONES_BY_LOCALE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bg": "Europe/Sofia",
        "cs": "Europe/Prague",
        "da": "Europe/Copenhagen",
        "de": "Europe/Berlin",
        "el": "Europe/Athens",
        "en-GB": "Europe/London",
        "en-US": "America/New_York",
        "es-419": "America/Mexico_City",
        "es-ES": "Europe/Madrid",
        "fi": "Europe/Helsinki",
        "fr": "Europe/Paris",
        "hi": "Asia/Kolkata",
        "hr": "Europe/Zagreb",
        "hu": "Europe/Budapest",
        "id": "Asia/Jakarta",
        "it": "Europe/Rome",
        "ja": "Asia/Tokyo",
        "ko": "Asia/Seoul",
        "lt": "Europe/Vilnius",
        "nl": "Europe/Amsterdam",
        "no": "Europe/Oslo",
        "pl": "Europe/Warsaw",
        "pt-BR": "America/Sao_Paulo",
        "ro": "Europe/Bucharest",
        "ru": "Europe/Moscow",
        "sv-SE": "Europe/Stockholm",
        "th": "Asia/Bangkok",
        "tr": "Europe/Istanbul",
        "uk": "Europe/Kyiv",
        "vi": "Asia/Ho_Chi_Minh",
        "zh-CN": "Asia/Shanghai",
        "zh-TW": "Asia/Taipei",
    }
)
"""Where most people live who use Discord in a language: a guess, which they are asked about."""


class Night(NamedTuple):
    """One stretch of quiet hours, as instants."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class QuietHours:
    """When a person isn't pinged: from and to in minutes of their day, in an IANA zone.

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

    def last_night(self, moment: datetime) -> Night:
        """Return the quiet stretch that began last, by a moment; it may not be over."""
        today = moment.astimezone(ZoneInfo(self.zone)).date()
        nights = (self._beginning_on(today - days * _DAY) for days in range(3))
        return next(each for each in nights if each.begins <= moment)

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


def night_of_any(hours: Collection[QuietHours], moment: datetime) -> Night | None:
    """Return the stretch in which a moment lies that is quiet by one of these after the other."""
    found = [night for each in hours if (night := each.night_of(moment))]
    if not found:
        return None
    begins, ends = min(each.begins for each in found), max(each.ends for each in found)
    # Two that take turns all day long have no end: a day is enough to wait.
    while ends < moment + _DAY and (more := [n for each in hours if (n := each.night_of(ends))]):
        ends = max(each.ends for each in more)
    return Night(begins, ends)


@cache
def zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones())


def zone_named(typed: str) -> str:
    """Return the zone that a person means: its name, or its city's if only one has it.

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
