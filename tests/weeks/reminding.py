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


PARTS: Final = (0.75, 0.5, 0.2)
AGES: Final = (0.5, 1.0, 3.0, 7.0)
"""All steps there are, in days without a limit."""
LATE: Final = tuple(-each for each in AGES)
"""All steps there are after time was up where a table simply waits; the later, the smaller."""


@dataclass(frozen=True)
class Wish:
    """How a player wants to be reminded, from a moment on; `match` 0: at every table."""

    at: datetime
    reminders: str
    match: int = 0


@dataclass(frozen=True)
class Chosen:
    """At `at` the owner of a seat asked to be reminded of its move at `moment`."""

    at: datetime
    match: int
    seat: int
    moment: datetime


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
    nights: Sequence[tuple[datetime, timedelta]] = ()
    """By how much its end was moved out of the night, since when."""
    kept: Sequence[tuple[datetime, timedelta]] = ()
    """What of that stays, since when, as the night is behind; it is no gift."""
    lates: Sequence[tuple[datetime, datetime | None]] = ()
    """From when to when its time was up and the table simply waited."""
    halts: Sequence[tuple[datetime, datetime]] = ()
    """The stretches among `stands` for which a player or the table is the reason, no outage."""
    had_used: timedelta = ZERO
    """What had run of it before `shown_at`, where it got another pace then."""
    before: "Asked | None" = None
    """The same wait before, where it got another pace."""
    done: set[float] = field(default_factory=set)
    """The steps that are behind, by size."""
    fed: int = 0
    """How many of the gifts were seen."""
    chosen: datetime | None = None
    """When its owner wants to be reminded of it."""
    chosen_at: datetime | None = None
    """When they said so."""

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
        return self.had_used + moment - self.shown_at - stood

    def waited(self, moment: datetime) -> timedelta:
        """Return how long it is that the table waits; without a limit what stood doesn't count."""
        return self.used(moment) if self.length is None else moment - self.asked_at

    def begin(self) -> None:
        """Take on what was done in another pace."""
        if self.before is not None:
            self.done = set(self._order[: self.before.behind()])
            self.chosen, self.chosen_at = self.before.chosen, self.before.chosen_at
            self._look_ahead(self.shown_at)

    def feed(self, moment: datetime) -> None:
        """Let steps come again that lie ahead since more time was given."""
        while self.fed < len(self.more) and self.more[self.fed][0] <= moment:
            self._look_ahead(self.more[self.fed][0])
            self.fed += 1

    def behind(self) -> int:
        """Return how many steps were sent, or left out for a later one."""
        return max((self._order.index(each) + 1 for each in self.done), default=0)

    @property
    def _order(self) -> tuple[float, ...]:
        return AGES if self.length is None else (*PARTS, *LATE)

    def _look_ahead(self, moment: datetime) -> None:
        if self.length is None:
            passed = sum(each * DAY <= self.used(moment) for each in AGES)
        else:
            left = self.due(moment) - moment  # type: ignore[operator]
            passed = sum(left <= each * self.length for each in PARTS)
        self.done = set(self._order[: min(self.behind(), passed)])

    def runs(self, moment: datetime) -> bool:
        """Say whether its clock runs."""
        number = bisect_right(self.stands, moment, key=lambda each: each[0])
        return not number or moment >= self.stands[number - 1][1]

    def choose(self, chosen: Chosen) -> None:
        """Be reminded of it at a moment that its owner chooses, instead of one before."""
        self.chosen, self.chosen_at = chosen.moment, chosen.at

    def drop_choice(self, moment: datetime) -> None:
        """Forget that moment if it came while the wait stood, or its owner wants quiet since."""
        if self.chosen is None or self.chosen_at is None:
            return
        is_muted = self.muted_at is not None and self.chosen_at < self.muted_at <= moment
        stood = any(
            begin <= self.chosen <= moment and self.chosen <= end <= moment
            for begin, end in self.halts
        )
        if is_muted or stood:
            self.chosen = None

    def late_at(self, moment: datetime) -> datetime | None:
        """Return since when its time is up and the table waits all the same."""
        for begin, end in self.lates:
            if begin <= moment and (end is None or moment < end):
                return begin
        return None

    def due(self, moment: datetime) -> datetime | None:
        """Return when time will be up if nothing more happens."""
        if self.length is None:
            return None
        given = sum((more for at, more in (*self.more, *self.kept) if at <= moment), ZERO)
        night = next((more for at, more in reversed(self.nights) if at <= moment), ZERO)
        return moment + self.length + given + night - self.used(moment)


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


def awake(zone: str, quiet: tuple[int, int], moment: datetime) -> datetime:
    """Return the first moment at which time may be up: two hours after quiet hours, or later."""
    minute = _minute(moment)
    for _ in range(121):
        if is_quiet(zone, quiet, minute):
            return max(moment, night(zone, quiet, minute)[1] + 2 * HOUR)
        minute -= MINUTE
    return moment


def mentions_of(
    waits: Sequence[Asked],
    zone: str,
    quiet: tuple[int, int] | None,
    holiday: tuple[datetime, datetime] | None,
    rests: Sequence[datetime] = (),
) -> Iterator[tuple[datetime, int]]:
    """Return when a player is pinged whom a table left alone in their quiet hours or holiday.

    `rests` are the ends of holidays that came by themselves, and ended so: they may be called in
    those, and are welcomed afterwards.
    """
    found: dict[tuple[datetime, int], None] = {}
    for wait in waits:
        shown = _minute(wait.shown_at)
        moments = [] if wait.is_own else [shown]
        if holiday is not None and shown < holiday[1]:
            # Who is back hears where it is their move, whatever they heard before.
            moments = [each for each in moments if each < holiday[0]] + [holiday[1] + MINUTE]
        moments += [end + MINUTE for end in rests if shown < end]
        for moment in moments:
            at = moment
            if quiet is not None and is_quiet(zone, quiet, at):
                at = night(zone, quiet, at)[1]
            # They may have moved, and taken it back.
            if shown < at and any(
                each.match == wait.match
                and each.shown_at < at < each.ends_at
                and _may_be_reminded(each, at)
                for each in waits
            ):
                found[at, wait.match] = None
    yield from found


def reminders_of(
    waits: Sequence[Asked],
    zone: str,
    quiet: tuple[int, int] | None,
    wishes: Sequence[Wish],
    nudges: Sequence[Nudge] = (),
    chosen: Sequence[Chosen] = (),
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
    by_them = sorted(chosen, key=lambda each: each.at)
    moment = next_minute(coming[0].shown_at)
    while coming or open_:
        if not open_:
            moment = max(moment, next_minute(coming[0].shown_at))
        # They and others press between the minutes.
        while by_them and by_them[0].at < moment:
            wished = by_them.pop(0)
            for each in [*open_, *coming]:
                is_it = (each.match, each.seat) == (wished.match, wished.seat)
                if is_it and each.shown_at <= wished.at < each.ends_at:
                    each.choose(wished)
        for each in open_:
            each.drop_choice(moment)
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
                and wait.waited(nudge.at) >= 12 * HOUR
                and _may_be_reminded(wait, nudge.at)
                and _wish(wishes, wait, nudge.at) != "off"
                and wait.chosen is None
            )
            on_nudge(nudge, allowed)
            if allowed and wait is not None:
                nudged[seat], last_soft = nudge.at, nudge.at
                _listed(wait, _wish(wishes, wait, nudge.at), zone, quiet, nudge.at, "soft")
        while coming and coming[0].shown_at <= moment:
            coming[0].begin()
            open_.append(coming.pop(0))
        for wait in open_:
            wait.feed(moment)
        open_ = [each for each in open_ if each.ends_at > moment]
        fires = []
        for wait in open_:
            is_chosen = wait.chosen is not None and wait.chosen <= moment
            if is_chosen and _is_waited_for(wait, moment):
                wait.chosen = None
                wish = _wish(wishes, wait, moment)
                for kind, length in (("soft", 20 * HOUR), ("last", HOUR)):
                    _listed(wait, wish, zone, quiet, moment, kind, length)
                yield _only(wait, moment, "wish")
            if not _may_be_reminded(wait, moment):
                continue
            steps = _steps(wait, _wish(wishes, wait, moment), zone, quiet, moment)
            now = [(size, kind) for at, size, kind in steps if at <= moment]
            if now:
                due = wait.due(moment)
                # A last one may take a soft one in.
                order = (now[-1][1] != "last", due is None, due or moment, wait.asked_at)
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
                    if wish == "off" or other.chosen is not None or other.waited(moment) < 2 * HOUR:
                        continue
                    if other.late_at(moment) is None and 0.2 in other.done:
                        # Their last one says it, more urgently.
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


def _only(wait: Asked, moment: datetime, kind: str) -> Reminded:
    only = frozenset({wait.match})
    return Reminded(moment, wait.person, wait.match, wait.seat, wait.number, kind, only)


def _may_be_reminded(wait: Asked, moment: datetime) -> bool:
    is_muted = wait.muted_at is not None and wait.muted_at <= moment
    return not is_muted and _is_waited_for(wait, moment)


def _is_waited_for(wait: Asked, moment: datetime) -> bool:
    is_played = wait.theirs_until is not None and wait.theirs_until <= moment
    return not is_played and wait.runs(moment)


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
    due, late, found = wait.due(moment), wait.late_at(moment), []
    sizes: Sequence[tuple[float, str]]
    if late is not None:
        due, sizes = None, [(-each / DAY, "soft") for each in WITHOUT[wish]]
    elif wait.length is None:
        sizes = [(each / DAY, "soft") for each in WITHOUT[wish]]
    else:
        sizes = WITH_LIMIT[wish]
    earliest = wait.asked_at + 2 * HOUR
    for size, kind in sizes:
        if size in wait.done or _is_behind(wait, size):
            continue
        if late is not None:
            at = late - size * DAY
        elif due is None or wait.length is None:
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
        if kind == "soft" and wait.chosen is not None and then < wait.chosen:
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
    wait: Asked,
    wish: str,
    zone: str,
    quiet: tuple[int, int] | None,
    moment: datetime,
    kind: str,
    length: timedelta | None = None,
) -> bool:
    """Let what would come soon be done; say whether there was anything."""
    length = length or (20 * HOUR if kind == "soft" else 12 * HOUR)
    soon = [
        size
        for at, size, its_kind in _steps(wait, wish, zone, quiet, moment)
        if its_kind == kind and at <= moment + length
    ]
    wait.done.update(soon)
    return bool(soon)


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)
