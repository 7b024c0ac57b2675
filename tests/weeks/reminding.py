"""When people should have been reminded: every minute of every wait is walked, no timer is set.

Shares no code with the product. Quiet hours are what the clock on the wall says, minute by minute.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from tests.weeks.clock import MINUTE, next_minute

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
ZERO: Final = timedelta()

WITH_LIMIT: Final = {
    "sooner": ((0.75, "soft"), (0.5, "soft"), (0.2, "last")),
    "default": ((0.5, "soft"), (0.2, "last")),
    "later": ((0.2, "last"),),
    "off": (),
}
"""What is left, as a part of the length at the start."""
WITHOUT: Final = {
    "sooner": (12 * HOUR, DAY, 3 * DAY, 7 * DAY),
    "default": (DAY, 3 * DAY, 7 * DAY),
    "later": (3 * DAY, 7 * DAY),
    "off": (),
}


@dataclass(frozen=True)
class Wish:
    """How a player wants to be reminded, from a moment on; `match` 0: at every table."""

    at: datetime
    reminders: str
    match: int = 0


@dataclass
class Asked:
    """A wait, as everybody at the table would reckon it.

    `length` None: no limit. `stands` are the stretches that don't count, in order, apart from one
    another. `more` is what others gave, when. `theirs_until`: from then on the seat is played for
    them.
    """

    match: int
    seat: int
    number: int
    person: int
    asked_at: datetime
    shown_at: datetime
    ends_at: datetime
    length: timedelta | None
    stands: Sequence[tuple[datetime, datetime]] = ()
    more: Sequence[tuple[datetime, timedelta]] = ()
    muted_at: datetime | None = None
    theirs_until: datetime | None = None
    is_own: bool = False
    """Whether it began with a move of their own: then nobody pings them."""
    done: set[float] = field(default_factory=set)
    """The steps that are behind, by size."""

    def used(self, moment: datetime) -> timedelta:
        """Return how long it has run."""
        stood = sum(
            (
                max(ZERO, min(end, moment) - max(begin, self.shown_at))
                for begin, end in self.stands
                if begin < moment
            ),
            ZERO,
        )
        return moment - self.shown_at - stood

    def runs(self, moment: datetime) -> bool:
        """Say whether its clock runs."""
        number = bisect_right(self.stands, moment, key=lambda each: each[0])
        return not number or moment >= self.stands[number - 1][1]

    def due(self, moment: datetime) -> datetime | None:
        """Return when time will be up if nothing more happens."""
        if self.length is None:
            return None
        given = sum((more for at, more in self.more if at <= moment), ZERO)
        return moment + self.length + given - self.used(moment)


@dataclass(frozen=True)
class Reminded:
    """A player should have been reminded: of which tables, and for which of them."""

    at: datetime
    person: int
    match: int
    seat: int
    number: int
    kind: str
    listed: frozenset[int]


@dataclass(frozen=True)
class Nudge:
    """Another person reminded a seat."""

    at: datetime
    match: int
    seat: int


@lru_cache(maxsize=200_000)
def is_quiet(zone: str, quiet: tuple[int, int], moment: datetime) -> bool:
    """Say whether the clock on the wall shows quiet hours."""
    wall = moment.astimezone(ZoneInfo(zone))
    minutes, (begin, end) = wall.hour * 60 + wall.minute, quiet
    return begin <= minutes < end if begin < end else minutes >= begin or minutes < end


@lru_cache(maxsize=50_000)
def night(zone: str, quiet: tuple[int, int], minute: datetime) -> tuple[datetime, datetime]:
    """Return the quiet stretch around a minute."""
    begin = end = minute
    while is_quiet(zone, quiet, begin - MINUTE):
        begin -= MINUTE
    while is_quiet(zone, quiet, end):
        end += MINUTE
    return begin, end


def mentions_of(
    waits: Sequence[Asked], zone: str, quiet: tuple[int, int]
) -> Iterator[tuple[datetime, int]]:
    """Return when a player is pinged whom a table left alone in their quiet hours."""
    for wait in waits:
        shown = _minute(wait.shown_at)
        if wait.is_own or not is_quiet(zone, quiet, shown):
            continue
        at = night(zone, quiet, shown)[1]
        if at < wait.ends_at and _may_be_reminded(wait, at):
            yield at, wait.match


def reminders_of(
    waits: Sequence[Asked],
    zone: str,
    quiet: tuple[int, int] | None,
    wishes: Sequence[Wish],
    nudges: Sequence[Nudge] = (),
    on_nudge: Callable[[Nudge, bool], None] = lambda _nudge, _allowed: None,
) -> Iterator[Reminded]:
    """Walk all waits of a person through all their minutes."""
    if not waits:
        return
    coming = sorted(waits, key=lambda each: each.shown_at)
    open_: list[Asked] = []
    last_soft: datetime | None = None
    nudged: dict[tuple[int, int], datetime] = {}
    by_others = sorted(nudges, key=lambda each: each.at)
    moment = next_minute(coming[0].shown_at)
    while coming or open_:
        if not open_:
            moment = max(moment, next_minute(coming[0].shown_at))
        # Others press between the minutes.
        while by_others and by_others[0].at < moment:
            nudge = by_others.pop(0)
            seat = (nudge.match, nudge.seat)
            wait = next((each for each in open_ if (each.match, each.seat) == seat), None)
            is_first = last_soft is None or nudge.at >= last_soft + 20 * HOUR
            is_once = seat not in nudged or nudge.at >= nudged[seat] + DAY
            allowed = (
                wait is not None
                and is_first
                and is_once
                and nudge.at >= wait.asked_at + 12 * HOUR
                and _may_be_reminded(wait, nudge.at)
                and _wish(wishes, wait, nudge.at) != "off"
            )
            on_nudge(nudge, allowed)
            if allowed and wait is not None:
                nudged[seat], last_soft = nudge.at, nudge.at
                _listed(wait, _wish(wishes, wait, nudge.at), zone, quiet, nudge.at, "soft")
        while coming and coming[0].shown_at <= moment:
            open_.append(coming.pop(0))
        open_ = [each for each in open_ if each.ends_at > moment]
        fires = []
        for wait in open_:
            if not _may_be_reminded(wait, moment):
                continue
            steps = _steps(wait, _wish(wishes, wait, moment), zone, quiet, moment)
            now = [(size, kind) for at, size, kind in steps if at <= moment]
            if now:
                due = wait.due(moment)
                order = (due is None, due or moment, wait.asked_at)
                fires.append((order, wait, now))
        for _, wait, found in sorted(fires, key=lambda each: each[0]):
            # Only the latest, which is the one with the least left.
            # One before it may have taken it in.
            now = [
                each for each in found if each[0] not in wait.done and not _is_behind(wait, each[0])
            ]
            if not now:
                continue
            kind = now[-1][1]
            if kind == "soft" and last_soft is not None and moment < last_soft + 20 * HOUR:
                continue
            wait.done.update(each[0] for each in now)
            listed = {wait.match}
            for other in open_:
                if not _may_be_reminded(other, moment) or other is wait:
                    continue
                wish = _wish(wishes, other, moment)
                if kind == "soft":
                    if wish == "off" or moment < other.asked_at + 2 * HOUR:
                        continue
                    _listed(other, wish, zone, quiet, moment, "soft")
                    listed.add(other.match)
                elif _listed(other, wish, zone, quiet, moment, "last"):
                    listed.add(other.match)
            _listed(wait, _wish(wishes, wait, moment), zone, quiet, moment, kind)
            if kind == "soft":
                last_soft = moment
            yield Reminded(
                moment, wait.person, wait.match, wait.seat, wait.number, kind, frozenset(listed)
            )
        moment += MINUTE


def _may_be_reminded(wait: Asked, moment: datetime) -> bool:
    is_muted = wait.muted_at is not None and wait.muted_at <= moment
    is_played = wait.theirs_until is not None and wait.theirs_until <= moment
    return not is_muted and not is_played and wait.runs(moment)


def _wish(wishes: Sequence[Wish], wait: Asked, moment: datetime) -> str:
    """Return the newest wish for this table, else for all."""
    here = [each for each in wishes if each.match == wait.match and each.at <= moment]
    every = [each for each in wishes if each.match == 0 and each.at <= moment]
    found = [*every, *here]
    return found[-1].reminders if found else "default"


def _steps(
    wait: Asked, wish: str, zone: str, quiet: tuple[int, int] | None, moment: datetime
) -> list[tuple[datetime, float, str]]:
    """Return what is to come, at this moment or later: when, which step, of what kind."""
    due, found = wait.due(moment), []
    sizes: Sequence[tuple[float, str]]
    if wait.length is None:
        sizes = [(each / DAY, "soft") for each in WITHOUT[wish]]
    else:
        sizes = WITH_LIMIT[wish]
    earliest = wait.asked_at + 2 * HOUR
    for size, kind in sizes:
        if size in wait.done or _is_behind(wait, size):
            continue
        if due is None or wait.length is None:
            at = moment + size * DAY - wait.used(moment)
        else:
            at = due - size * wait.length
            if at < earliest:
                continue
        if at > moment + 40 * HOUR:
            continue
        then = max(at, moment)
        if quiet is not None and is_quiet(zone, quiet, _minute(then)):
            begin, end = night(zone, quiet, _minute(then))
            if kind == "soft" or due is None or end <= due - HOUR:
                then = end
            else:
                then = max(begin - MINUTE, moment)
                if then >= begin:
                    continue
        if due is not None and (then < earliest or then > due - 30 * MINUTE):
            continue
        found.append((then, size, kind))
    return found


def _is_behind(wait: Asked, size: float) -> bool:
    """Say whether a later step was sent: then this one counts as sent."""
    if wait.length is None:
        return any(each > size for each in wait.done)
    return any(each < size for each in wait.done)


def _listed(
    wait: Asked, wish: str, zone: str, quiet: tuple[int, int] | None, moment: datetime, kind: str
) -> bool:
    """Let what would come soon be done; say whether there was anything."""
    length = 20 * HOUR if kind == "soft" else 12 * HOUR
    soon = [
        size
        for at, size, its_kind in _steps(wait, wish, zone, quiet, moment)
        if its_kind == kind and at <= moment + length
    ]
    wait.done.update(soon)
    return bool(soon)


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)
