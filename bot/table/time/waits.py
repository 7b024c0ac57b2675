"""One stretch in which a seat is waited for, as a value, and the arithmetic of its time.

A wait begins when a match asks a person for something, and ends when they have done it, or another
player has in their place. A turn of many small choices is one wait, and so is a sealed choice that
is opened again: else changing one's mind would buy time.

States. A wait is *unseen* (`since` None) from the line by which it began until a message stands
that shows it: a channel that can't be told costs nobody time. Then it *runs* (`due_at` is `since`
plus `left`) or *stands still* for one reason or several (`stops`). It runs again when the last
reason is gone:

    asked ---started---> runs ---stopped(reason)---> stands still
                          ^ '---------- ended ----------'  |
                          '-----going_on(last reason)------'

Invariants.
- While it runs, `left` is what was left at `since`, and neither changes as time passes: no row is
  written because a minute has gone by. What is left now is reckoned (`left_at`).
- While it stands still, `left` is what is left, and `since` is when it was stopped.
- A limit is there or not: `length` and `left` are both None or both not. Without one `asked_at`
  takes up all time that doesn't count, so that `now - asked_at` is how long the table has waited;
  with one, `left` does.
- `waited` is how long it ran before `since`: with what it has run since then, its player has taken
  as long (`taken`), whatever its limit, gifts and lateness make of it.
- `given` is part of `left`. It is taken off when the wait ends: gifts never get into a clock.
- `night` is part of `given`: what was added so that time isn't up at night (`nights.spared`).
- All moments are in UTC. A day is 86,400 seconds, whatever the clocks on the wall do.

What surprises.
- `left` may be negative: a move that comes late is a move, and more time may be given after all.
- That time is up is a fact of its own (`late_at`), which is noted when the timer has come: until
  then a move in time's last second is in time. More time takes it back.
- A message found again after a crash starts the clock at the time in its id, in the past.
- An outage moves `since`, not `left`: as if it had not passed (`given_back`).
- Time that is given counts from now if time was up, however long ago that was.
- Taking a move back gives nobody time: all have what they had when that wait began, less what was
  used since, but at least five minutes, once a turn (`after_take_back`). That is why ended waits
  are kept as `Spent`.

What isn't nice. `since` means two things. A wait and the moment at which it is looked at must
agree: `bot.table.time.clocks` sets them together, and a look that comes too early does no harm.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from bot.table.ids import MatchId, PlayerId
from bot.table.match.pace import Pace, PaceKind
from engine.game import Seat

AT_LEAST: Final = timedelta(minutes=5)
"""Minimum time for a seat that must move again after a take-back, once a turn."""
DAY_MORE: Final = timedelta(hours=24)
"""How much time other players may give, how much a match has left that ends when time is up, and
how much a player gets who comes back too late, or whose table does."""

NOBODY: Final = PlayerId(0)
"""The owner of a wait that is only calculated with; a stored wait has a person's id. And the giver
of the day that a wait goes on with after its time was up."""


class Stop(StrEnum):
    """Why a wait stands still; several may overlap.

    HOLD: the match is on hold; HOLIDAY: the owner of the seat is away; TROUBLE: the table can't
    be told; SEALED: the seat has sealed its choice and may still come back to it.
    """

    HOLD = "hold"
    HOLIDAY = "holiday"
    TROUBLE = "trouble"
    SEALED = "sealed"


@dataclass(frozen=True, slots=True)
class Wait:
    """One stretch in which a seat is waited for.

    `asked_at` is the time of the line by which it began; without a limit it moves on by whatever
    time doesn't count, so that `now - asked_at` is how long the table has waited. `length` is the
    time given at the start and `left` what was left at `since`, both None without a limit; `left`
    is negative after a move that came late. `since` is the moment from which it runs, or at which
    it was stopped; None while nobody could see that the seat is waited for. `given` is what others
    added: it never gets into a clock; `night` is the part of it by which the due date was moved out
    of the player's quiet hours, as long as that may be moved. `is_muted`: "Quiet for this move".

    `player` owns the seat. `line` is how many lines were played before it began, `givers` who gave
    a day more to it, `reminded` how many steps of its reminders are behind. `late_at`: since when
    it is known that its time is up: that is said, and counted, once. `is_stood_in`: a computer
    player was the last to move for the owner in it. `is_redone`: it began as its owner took a move
    of the same turn back. `waited` is how long it ran before `since`. `wish_at`: when its owner
    asked to be reminded of it, once. `look_at`: when it is looked at next, because a reminder may
    come or its time is up; None: not as it is.
    """

    id: int
    match: MatchId
    seat: Seat
    asked_at: datetime
    length: timedelta | None = None
    left: timedelta | None = None
    since: datetime | None = None
    stops: frozenset[Stop] = frozenset()
    is_muted: bool = False
    given: timedelta = timedelta()
    night: timedelta = timedelta()
    player: PlayerId = NOBODY
    line: int = 0
    givers: tuple[PlayerId, ...] = ()
    look_at: datetime | None = None
    reminded: int = 0
    late_at: datetime | None = None
    is_stood_in: bool = False
    is_redone: bool = False
    wish_at: datetime | None = None
    waited: timedelta = timedelta()

    @property
    def runs(self) -> bool:
        """Whether time passes: the channel could see it, and nothing stops it."""
        return self.since is not None and not self.stops

    @property
    def was_up(self) -> bool:
        """Whether its time was up before, and it went on with a day more."""
        return NOBODY in self.givers

    @property
    def due_at(self) -> datetime | None:
        """When time is up; None without a limit and while it doesn't run."""
        if self.since is None or self.stops or self.left is None:
            return None
        return self.since + self.left

    def taken(self, now: datetime) -> timedelta:
        """Return how long its player has been waited for, without all time that doesn't count."""
        if self.since is None or self.stops:
            return self.waited
        return self.waited + max(now - self.since, timedelta())

    def left_at(self, now: datetime) -> timedelta | None:
        """Return what is left, negative once time is up; None without a limit."""
        due = self.due_at
        return self.left if due is None else due - now


class MoreTime(NamedTuple):
    """Time that is added to the open waits of a match, or to that of one seat.

    `by` is the person who gives it, once a wait; None: the table or the house gives it.
    """

    more: timedelta
    seat: Seat | None = None
    by: PlayerId | None = None


def asked(match: MatchId, seat: Seat, at: datetime, pace: Pace, time: timedelta) -> Wait:
    """Return the wait for a seat that must act since `at`, which nobody could see yet.

    `time` is what it has, if the pace has a limit: what its clock stands at, or the span, or less
    after a move was taken back.
    """
    length = None if pace.kind is PaceKind.NONE else time
    return Wait(0, match, seat, at, length, length)


def started(wait: Wait, shown_at: datetime, now: datetime) -> Wait:
    """Return the wait running since the channel could see it; one that had started stays.

    Neither a clock that is ahead elsewhere nor a message found again lets it begin before the
    line was played, or later than now.
    """
    if wait.since is not None:
        return wait
    since = max(wait.asked_at, min(shown_at, now))
    return replace(wait, since=since, asked_at=since if wait.left is None else wait.asked_at)


def shown(wait: Wait, posted: datetime, now: datetime) -> Wait:
    """Return the wait after a message was posted that shows it; Discord took it at `posted`.

    Its clock runs from then on, even if the message is found again after a crash. If it stood still
    because the table could not be told, it runs again.
    """
    if wait.since is None:
        return started(wait, posted, now)
    # An older message was edited now.
    moment = min(posted, now) if posted > wait.since else now
    return going_on(wait, Stop.TROUBLE, moment)


def stopped(wait: Wait, stop: Stop, now: datetime) -> Wait:
    """Return the wait standing still, for this reason too.

    Trouble costs nothing before the channel could see that the seat is waited for.
    """
    if stop in wait.stops or (stop is Stop.TROUBLE and wait.since is None):
        return wait
    stops = wait.stops | {stop}
    if not wait.runs:
        return replace(wait, stops=stops)
    left = wait.left_at(now)
    # Of a night that has begun to be used nothing is taken back.
    night = wait.night if left is None or left > wait.night else timedelta()
    taken = wait.taken(now)
    return replace(wait, stops=stops, left=left, since=now, night=night, waited=taken)


def going_on(wait: Wait, stop: Stop, now: datetime) -> Wait:
    """Return the wait without this reason to stand still; without any it runs again from now."""
    if stop not in wait.stops:
        return wait
    again = replace(wait, stops=wait.stops - {stop})
    if again.stops or wait.since is None:
        return again
    if again.wish_at is not None and again.wish_at <= now:
        # Its owner is asked anew, as it goes on.
        again = replace(again, wish_at=None)
    if wait.left is None:
        return replace(again, since=now, asked_at=wait.asked_at + (now - wait.since))
    return replace(again, since=now)


def given_back(wait: Wait, began: datetime, ended: datetime) -> Wait:
    """Return the wait without the time of an outage, as if it had not passed.

    Where the clock of the machine was set back, `ended` is before `began`: then the time that
    seemed to have passed before is taken off again.
    """
    if wait.since is None or not wait.runs:
        return wait
    gap = ended - max(began, wait.since)
    if began <= ended and gap <= timedelta():
        return wait
    moved = replace(wait, since=wait.since + gap)
    if wait.left is None:
        return replace(moved, asked_at=wait.asked_at + gap)
    return moved


def with_more(wait: Wait, more: timedelta, now: datetime) -> Wait:
    """Return the wait with time that others gave: from now on, if its time was up."""
    if wait.left is None:
        return wait
    left = wait.left_at(now) or timedelta()
    overdue = max(-left, timedelta())
    # What was added for a night that is behind was used, like any other gift.
    night = wait.night if left > timedelta() else timedelta()
    return replace(wait, left=wait.left + overdue + more, given=wait.given + more, night=night)


def of_one_back(wait: Wait, now: datetime) -> Wait:
    """Return the wait of a player who is back: a day is left from now at least, nights not counted.

    Back is one whose time was up, in this wait or before it, and who has not been there since.
    Being there ends that, so a second press gives nothing; nor does the first one of a player who
    was not late, or who ends a holiday that they had planned. After an automatic holiday, which
    begins as time is up, a wait that goes on has a day in any case (`bot.table.time.clocks`).
    """
    left = wait.left_at(now)
    if left is None or left >= DAY_MORE:
        return wait
    plain = left - wait.night if left > timedelta() else timedelta()
    return with_more(wait, DAY_MORE - plain, now)


def with_pace(wait: Wait, pace: Pace, now: datetime) -> Wait:
    """Return the wait in another pace: what was used is counted, no promised time is lost.

    One without a limit so far has the whole span from now on; the other way the limit goes.
    """
    moment, taken = now if wait.runs else wait.since, wait.taken(now)
    if pace.kind is PaceKind.NONE:
        is_counted = moment is not None and wait.length is not None
        begun = moment - _used(wait, now) if moment and is_counted else wait.asked_at
        zero = timedelta()
        wait = replace(wait, length=None, left=None, given=zero, night=zero, asked_at=begun)
        return replace(wait, since=moment, waited=taken)
    if wait.length is None:
        return replace(wait, length=pace.span, left=pace.span, since=moment, waited=taken)
    # What it is overdue counts as little as if it had been given time.
    left = max(wait.left_at(now) or timedelta(), timedelta())
    length = max(wait.length, pace.span)
    left += length - wait.length
    return replace(wait, length=length, left=left, since=moment, waited=taken)


def bank_after(pace: Pace, wait: Wait, now: datetime, *, has_moved: bool = True) -> timedelta:
    """Return what a clock stands at after a wait that ends now.

    Time given by others is gone. Only a move by the person earns the increment, not one by a
    computer player in their place. But the next wait begins with at least the increment, or time
    would be up at once.
    """
    left = max((wait.left_at(now) or timedelta()) - wait.given, timedelta())
    add = pace.add if has_moved and not wait.is_stood_in else timedelta()
    return min(pace.span, max(left + add, pace.add))


def _used(wait: Wait, now: datetime) -> timedelta:
    if wait.length is None:
        return timedelta()
    return wait.length + wait.given - (wait.left_at(now) or timedelta())


@dataclass(frozen=True, slots=True)
class Spent:
    """What a seat used of its time in one wait: from line `line` on, to line `upto` without it.

    `is_redone`: it began as the seat took a move of the same turn back.
    """

    seat: Seat
    line: int
    upto: int
    length: timedelta
    used: timedelta
    is_redone: bool = False


def spent(wait: Wait, line: int, upto: int, now: datetime) -> Spent:
    """Return what a wait with a limit has used by now."""
    length = wait.length or timedelta()
    used = min(max(_used(wait, now), timedelta()), length)
    return Spent(wait.seat, line, upto, length, used, wait.is_redone)


class TimedAnswer(NamedTuple):
    """How long a person took to play from line `line` on, to line `upto` without it."""

    seat: Seat
    line: int
    upto: int
    taken: timedelta


class TakeBackTimes(NamedTuple):
    """What a take-back leads to: how much time seats have, and from which line on none was used."""

    left: Mapping[Seat, timedelta]
    line: int


def after_take_back(past: Collection[Spent], seat: Seat, line: int) -> TakeBackTimes:
    """Return how much time seats have after what `seat` played from `line` on was taken back.

    `past` are the waits that ended, and those that end by it. All have what they had as that wait
    of the seat began, less what they used since: a take-back gives nobody time. All have a minimum,
    the seat only the first time that it takes that turn back: else it could stay in it for ever.
    """
    turn = [each for each in past if each.seat == seat and each.upto > line]
    began = min((each.line for each in turn), default=line)
    left: dict[Seat, timedelta] = {}
    for each in sorted((each for each in past if each.upto > began), key=lambda each: each.line):
        left[each.seat] = left.get(each.seat, each.length) - each.used
    is_redone = any(each.is_redone for each in turn if each.line == began)
    least = {each: timedelta() if each == seat and is_redone else AT_LEAST for each in left}
    return TakeBackTimes({each: max(time, least[each]) for each, time in left.items()}, began)
