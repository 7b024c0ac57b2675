"""When a holiday begins by itself because a player's time is up, reckoned by the calendar alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

DAY: Final = timedelta(days=1)
SAME: Final = timedelta(minutes=2, seconds=30)
"""How near to one another two moments are the same one: one was seen, the other reckoned."""
A_YEAR: Final = 21
IN_A_ROW: Final = 14

Stretch = tuple[datetime, datetime]


@dataclass(frozen=True)
class Rest:
    """A holiday should have begun by itself, and ended at `ends` at the latest."""

    at: datetime
    person: int
    ends: datetime


@dataclass(frozen=True)
class Rester:
    """A player who allows it, with all their holidays: those planned, those that came by itself."""

    zone: str
    planned: Sequence[Stretch]
    taken: Sequence[Stretch]

    def ends(self, now: datetime, asked_at: datetime) -> datetime | None:
        """Return when the holiday ends that begins now, of a player asked since `asked_at`."""
        before = [each for each in self.taken if each[0] < now - SAME]
        if any(asked_at <= begins for begins, _ in before):
            # Once for each move.
            return None
        known = [*self.planned, *before]
        today = now.astimezone(ZoneInfo(self.zone)).date()
        for days in (2, 1):
            midnight = datetime.combine(today + days * DAY, time(), ZoneInfo(self.zone))
            later = [begins for begins, _ in known if begins > now]
            end = min([midnight.astimezone(UTC), *later])
            if self._is_allowed((now, end), known):
                return end
        return None

    def _is_allowed(self, new: Stretch, known: Sequence[Stretch]) -> bool:
        if any(begins < new[1] and new[0] < ends for begins, ends in known):
            return False
        dates = self._dates(new)
        every = set(dates).union(*map(self._dates, known))
        run = 1
        while dates[0] - DAY * run in every:
            run += 1
        row = run + len(dates) - 1
        while dates[0] + DAY * (row - run + 1) in every:
            row += 1
        in_year = [sum(each.year == year for each in every) for year in {d.year for d in dates}]
        return row <= IN_A_ROW and max(in_year) <= A_YEAR

    def _dates(self, stretch: Stretch) -> list[date]:
        """Return the dates of which some part is in it."""
        here = ZoneInfo(self.zone)
        day = stretch[0].astimezone(here).date()
        found = [day]
        while datetime.combine(day + DAY, time(), here).astimezone(UTC) < stretch[1]:
            day += DAY
            found.append(day)
        return found
