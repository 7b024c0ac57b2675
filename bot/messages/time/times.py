"""Time in words: paces, what happens when time is up, when a move is due. Moments are Discord's."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from discord.utils import format_dt

from bot.games.names import escaped_name, escaped_text
from bot.locale.localisation import Words, mark
from bot.storage.time.holidays import HolidayStore
from bot.table.ids import PlayerId
from bot.table.match import pace
from bot.table.match.match import Match, Status, WhenLate
from bot.table.match.pace import Pace, PaceKind
from bot.table.time.holidays import TableTimes
from bot.table.world import Clock

PACE_NAMES: Final[Mapping[str, str]] = {
    "none": mark("no limit"),
    "day": mark("1 day per move"),
    "three-days": mark("3 days per move"),
    "week": mark("1 week per move"),
    "day-clock": mark("clock: 1 day + 12 h per turn"),
    "three-days-clock": mark("clock: 3 days + 24 h per turn"),
    "week-clock": mark("clock: 1 week + 36 h per turn"),
}
"""The paces on offer, by their names in `bot.table.match.pace.PACES`."""

_CITIES: Final[Mapping[str, str]] = {"America/Mexico_City": mark("Mexico City")}
"""Cities of guessed zones (`ZONES_BY_LOCALE`) that are called otherwise where they are."""

WHEN_LATE: Final[Mapping[WhenLate, str]] = {
    WhenLate.COMPUTER: mark("A computer player makes that move"),
    WhenLate.WAIT: mark("The table waits"),
    WhenLate.END: mark("The match ends a day later, with no result"),
}


class TableClock:
    """The clock, and what tables show of time."""

    def __init__(self, holidays: HolidayStore, clock: Clock) -> None:
        self._holidays = holidays
        self.now = clock.now

    async def times(self, match: Match) -> TableTimes:
        """Return what a table shows of time now."""
        return (await self._holidays.times([match], self.now()))[match.id]


def pace_name(of: Pace, words: Words) -> str:
    """Return what a pace is called; of one that isn't on offer, how many days it gives."""
    name = pace.name_of(of)
    if name is None:
        return words.count("{n} day per move", "{n} days per move", max(1, of.span.days))
    said = words.say(PACE_NAMES[name])
    return said[:1].upper() + said[1:]


def city(zone: str, words: Words) -> str:
    """Return the place after which a time zone is called."""
    if zone in _CITIES:
        return words.say(_CITIES[zone])
    return escaped_text(zone.rpartition("/")[2].replace("_", " "))


def agreed(match: Match, words: Words) -> list[str]:
    """Return what was agreed on about time, for the lobby and the cover."""
    lines = [f"**{words.say('Pace')}** {pace_name(match.pace, words)}"]
    if match.pace.kind is not PaceKind.NONE:
        late = words.say(WHEN_LATE[match.when_late])
        lines.append(f"**{words.say('When time is up')}** {late}")
    return lines


def due(match: Match, times: TableTimes, words: Words, now: datetime) -> str:
    """Return when the first of those who must act is due, who is away; "" if nothing is to say."""
    if match.status is not Status.PLAYING:
        return ""
    if match.is_deserted:
        return words.say("the table is waiting")
    if match.held_until is not None:
        return words.say("on hold until {t}", t=format_dt(match.held_until, "f"))
    parts = []
    waits = [each for each in times.waits if each.seat in match.acting]
    moments = [each.due_at for each in waits if each.due_at is not None]
    if moments:
        # Short: it stands above the board on a phone.
        parts.append(words.say("due {t}", t=format_dt(min(moments), "R")))
    elif waits and match.pace.kind is not PaceKind.NONE:
        parts.append(words.say("the clock is stopped"))
    parts += [
        words.say(
            "{name} is away until {t}",
            name=escaped_name(match.chairs[seat].name),
            t=format_dt(holiday.ends_at, "f"),
        )
        for seat, holiday in sorted(times.away.items())
        if seat in match.acting and holiday.begins_at <= now
    ]
    return " · ".join(parts)


def moved(times: TableTimes, player: PlayerId, words: Words) -> str:
    """Return that the time of a player's own move was made longer; "" if it wasn't."""
    if not any(each.night for each in times.waits if each.player == player):
        return ""
    return words.say("Later than usual because of your quiet hours or your holiday.")


def absences(match: Match, times: TableTimes, words: Words) -> list[str]:
    """Return a line for each person at the table who is away, or will be soon."""
    return [
        words.say(
            "**{name}** is away from {begin} to {end}.",
            name=escaped_name(match.chairs[seat].name),
            begin=format_dt(holiday.begins_at, "f"),
            end=format_dt(holiday.ends_at, "f"),
        )
        for seat, holiday in sorted(times.away.items())
    ]
