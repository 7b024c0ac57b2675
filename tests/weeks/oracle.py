"""What should have happened, worked out anew from what the driver saw: no code of the product.

Only the rules of the games are taken as given (who must act after a line). Everything about time is
walked minute by minute.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from engine.game import CHANCE, AnyGame, Decision
from engine.record import Record
from engine.replay import Replay
from tests.weeks.clock import MINUTE, next_minute
from tests.weeks.reminding import Asked, awake
from tests.weeks.resting import Rest, Rester

ZERO: Final = timedelta()
SECOND: Final = timedelta(seconds=1)
LEAST: Final = timedelta(minutes=5)
"""What a seat has after a take-back at least."""
GRACE: Final = timedelta(minutes=1)
"""How long a plan waits for the player who moved before it; that costs its owner nothing."""
IDLE: Final = timedelta(days=60)
"""How long nothing may happen at a table before it stands still."""
PLANNED: Final = "plan."
"""How the requests begin for which plans stand."""
AGREED: Final = "forgive"
"""How the requests begin by which others let a player take a move back."""
WHOLE: Final = timedelta(seconds=2)
"""How far a clock may be off because what is left is stored in whole seconds."""


@dataclass(frozen=True)
class Batch:
    """What was stored as one: a seat's line, and those of chance after it."""

    at: datetime
    first: int
    upto: int
    seat: int | None
    acting: frozenset[int]
    may_return: frozenset[int]
    """Seats that chose already, and may still change what they chose."""
    is_over: bool
    by_computer: bool = False
    every: frozenset[int] = frozenset()
    """All who take part in the decision, whether they have chosen or not."""
    is_sealed: bool = False
    undo_to: int | None = None
    """The first line that `seat` takes back; None: it moves."""
    is_agreed: bool = False
    """Whether others had to agree to that: the last of them pressed, not the owner of `seat`."""
    is_planned: bool = False
    """Whether the owner of `seat` had planned it."""


@dataclass(frozen=True)
class Pace:
    """How much time there is: `kind` is "none", "move" or "bank"."""

    kind: str = "none"
    span: timedelta = ZERO
    add: timedelta = ZERO


@dataclass(frozen=True)
class Fact:
    """Something that happened at a table, or to it, besides its lines.

    "shown": the channel knows whose move it is after line `line`; "told": it was told something,
    but nobody is asked by that; "trouble": it could not be told; "down", "up": an
    outage; "hold", "go-on"; "more": `seat` (-1: all) got `amount`; "back": its owner is there;
    "press": its owner pressed a button of a vote; "plan": its owner planned a move;
    "once", "for-good", "offer": what becomes of a seat; "substitute": `person` has it now; "pace":
    it has another one; "deserted", "woken": nobody was there, and a player is; "over": it ended;
    "away", "home": a holiday of `person`; "rested": one that began since their time was up, here
    or at another table.
    """

    at: datetime
    what: str
    seat: int = -1
    line: int = 0
    person: int = 0
    amount: timedelta = ZERO
    pace: Pace | None = None
    stands_since: datetime | None = None
    """When the message was made that shows it."""


@dataclass
class _Open:
    """A wait while the walk goes through it."""

    seat: int
    number: int
    person: int
    asked_at: datetime
    line: int
    length: timedelta | None
    shown_at: datetime | None = None
    used: timedelta = ZERO
    given: timedelta = ZERO
    more: list[tuple[datetime, timedelta]] = field(default_factory=list)
    night: timedelta = ZERO
    """By how much its end is moved out of the night."""
    nights: list[tuple[datetime, timedelta]] = field(default_factory=list)
    kept: list[tuple[datetime, timedelta]] = field(default_factory=list)
    stops: set[str] = field(default_factory=set)
    stands: list[tuple[datetime, datetime]] = field(default_factory=list)
    stood_at: datetime | None = None
    halts: list[tuple[datetime, datetime]] = field(default_factory=list)
    halted_at: datetime | None = None
    is_late: bool = False
    was_up: bool = False
    """Whether its time was up before, at a table that is to end a day later."""
    theirs_until: datetime | None = None
    is_own: bool = False
    is_by_hand: bool = True
    """Whether its owner moved, not a computer player."""
    is_redone: bool = False
    """Whether it began as its owner took a move back."""
    before: Asked | None = None
    """What it was in another pace."""
    had_used: timedelta = ZERO
    """What was used of it before it got another pace."""
    lates: list[tuple[datetime, datetime | None]] = field(default_factory=list)
    """From when to when its time was up and the table simply waited."""
    is_close: bool = False
    """Whether its time was up so close to a full minute that nobody knows in which it was seen."""
    is_told: bool = False
    """Whether it was complained that it is due at another time: once is enough."""

    def left(self) -> timedelta | None:
        """Return what is left."""
        return None if self.length is None else self.length + self.given + self.night - self.used


@dataclass(frozen=True)
class _Over:
    """A wait that is over: what its seat had, and used, from line `first` to line `upto`."""

    seat: int
    first: int
    upto: int
    length: timedelta
    used: timedelta
    is_redone: bool = False


@dataclass(frozen=True)
class TimeUp:
    """A player's time was up."""

    at: datetime
    match: int
    seat: int
    person: int
    number: int
    lapses: int = 0
    """How often in a row."""


@dataclass(frozen=True)
class Sample:
    """What storage says of a running clock, to be compared to the second."""

    at: datetime
    match: int
    seat: int
    due_at: datetime | None
    length: timedelta | None


@dataclass
class Walked:
    """What a walk through a match found."""

    waits: list[Asked] = field(default_factory=list)
    ups: list[TimeUp] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    rests: list[Rest] = field(default_factory=list)
    """The holidays that should have begun by themselves."""
    closed_at: datetime | None = None
    """When the match ended because time was up."""


class Walk:
    """Goes through a match minute by minute, with all its clocks side by side."""

    def __init__(
        self,
        match: int,
        owners: Sequence[int],
        pace: Pace,
        when_late: str,
        until: datetime,
        quiet: Mapping[int, tuple[str, tuple[int, int]]],
        resters: Mapping[int, Rester],
    ) -> None:
        self._resters = resters
        """Those for whom a holiday begins when their time is up."""
        self._match = match
        self._quiet = quiet
        """Where people live, and their quiet hours: those that have some."""
        self._back: dict[int, datetime] = {}
        """When a holiday of this seat's player ended last."""
        self._owners = list(owners)
        self._pace = pace
        self._when_late = when_late
        self._until = until
        self._open: dict[int, _Open] = {}
        self._numbers: dict[int, int] = defaultdict(int)
        self._banks: dict[int, timedelta] = {}
        self._overs: list[_Over] = []
        self._lapses: dict[int, int] = defaultdict(int)
        self._offered: set[int] = set()
        self._planned: set[int] = set()
        self._acting: frozenset[int] = frozenset()
        self._upto = 0
        self._told_upto = 0
        self._strangers: set[tuple[int, int]] = set()
        self._computers: set[int] = set()
        self._stops: set[str] = set()
        self._every: frozenset[int] = frozenset()
        self._is_sealed = False
        self._away: set[int] = set()
        """People on holiday."""
        self._is_deserted = False
        self._is_over = False
        self._active_at = until
        """When anything happened in the match last."""
        self._at = datetime.min.replace(tzinfo=until.tzinfo)
        self.found = Walked()

    def through(
        self, lines: Sequence[Batch], facts: Sequence[Fact], samples: Sequence[Sample]
    ) -> Walked:
        """Walk through all that happened."""
        moments = {each.at for each in lines} | {each.at for each in facts}
        events: list[tuple[datetime, int, Batch | Fact | Sample]] = [
            *((each.at, 0, each) for each in lines),
            *((each.at, 1, each) for each in facts),
            # At the moment of something else nobody knows which came first.
            *((each.at, 2, each) for each in samples if each.at not in moments),
        ]
        events.sort(key=lambda each: each[:2])
        tick = next_minute(lines[0].at)
        for at, _, event in events:
            while tick <= at and not self._is_over:
                self._tick(tick)
                tick += MINUTE
            self._advance(at)
            if isinstance(event, Batch):
                if event.by_computer:
                    # A process that begins anew looks at once, not on the minute.
                    self._tick(at, WHOLE)
                self._line(event)
            elif isinstance(event, Fact):
                self._fact(event)
            else:
                self._compare(event)
        while not self._is_over and tick < self._until and self._open:
            self._tick(tick)
            tick += MINUTE
        for each in list(self._open.values()):
            self._close(each, self._until)
        return self.found

    def _advance(self, moment: datetime) -> None:
        for each in self._open.values():
            if each.shown_at is not None and not each.stops and not self._stops:
                each.used += max(ZERO, moment - max(self._at, each.shown_at))
        self._at = max(self._at, moment)

    def _tick(self, tick: datetime, slack: timedelta = ZERO) -> None:
        """Let the clock look at each wait."""
        self._advance(tick)
        is_one_more_late = False
        for each in sorted(self._open.values(), key=lambda each: each.left() or ZERO):
            left = each.left()
            # What is stored is off by half a second: it may be noticed a minute later.
            each.is_close = each.is_close or (left is not None and abs(left) <= SECOND)
            if left is None or left > slack or each.stops or self._stops or each.is_late:
                continue
            if each.shown_at is None or self._is_over:
                continue
            if self._rest(each, tick):
                continue
            each.is_late = True
            if self._when_late == "end" and each.was_up:
                self.found.closed_at = tick
                self._is_over = True
                for other in list(self._open.values()):
                    self._close(other, tick)
                return
            self._lapses[each.seat] += 1
            self.found.ups.append(
                TimeUp(
                    tick,
                    self._match,
                    each.seat,
                    each.person,
                    each.number,
                    self._lapses[each.seat],
                )
            )
            if self._when_late == "end":
                each.was_up = True
                self._more(each, timedelta(hours=24), tick)
            elif self._when_late == "wait":
                each.lates.append((tick, None))
            elif self._when_late == "computer":
                each.theirs_until = tick
                if self._lapses[each.seat] >= 3:
                    self._offered.add(each.seat)
                is_one_more_late = True
        # All whose time is up by then are late together.
        if is_one_more_late and self._is_nobody_there():
            self._is_deserted = True
            self._stop("deserted", tick)

        if self._active_at + IDLE + 2 * MINUTE <= tick and not self._stops:
            self.found.wrong.append(
                f"match {self._match}: goes on at {tick}, where nothing happens"
            )
            self._active_at = tick

    def _rest(self, wait: _Open, tick: datetime) -> bool:
        """Let a holiday begin for a player whose time is up; say whether one does."""
        rester = self._resters.get(wait.person)
        ends = None if rester is None else rester.ends(tick, wait.asked_at)
        if ends is None:
            return False
        self.found.rests.append(Rest(tick, wait.person, ends))
        self._away.add(wait.person)
        wait.stops.add("holiday")
        self._stand(wait, tick)
        return True

    def _is_nobody_there(self) -> bool:
        """Say whether all people are late or away, or have their seats on offer."""
        return all(
            self._lapses[n] or n in self._offered or self._owners[n] in self._away
            for n in range(len(self._owners))
            if n not in self._computers
        )

    def _more(self, wait: _Open, amount: timedelta, at: datetime) -> None:
        left = wait.left()
        if left is None:
            return
        if left <= ZERO and wait.night:
            self._keep_night(wait)
        # It counts from now if time was up.
        amount -= min(left, ZERO)
        wait.given += amount
        wait.more.append((at, amount))
        self._spare(wait, at)
        if (wait.left() or ZERO) > ZERO:
            self._in_time(wait, at)

    def _in_time(self, wait: _Open, at: datetime) -> None:
        """Forget that time was up: there is more."""
        wait.is_late = False
        if wait.lates and wait.lates[-1][1] is None:
            wait.lates[-1] = (wait.lates[-1][0], at)

    def _spare(self, wait: _Open, at: datetime) -> None:
        """Let time not be up at night, nor right after a night or a holiday."""
        left = wait.left()
        if left is None or wait.shown_at is None or wait.stops or self._stops:
            return
        plain = at + left - wait.night
        if plain <= at:
            return
        due = plain
        if wait.person in self._back and self._back[wait.person] <= plain:
            due = max(due, self._back[wait.person] + timedelta(hours=2))
        if wait.person in self._quiet:
            due = awake(*self._quiet[wait.person], due)
        wait.night = due - plain
        wait.nights.append((at, wait.night))

    def _keep_night(self, wait: _Open) -> None:
        """Let nothing move what was added for a night any more."""
        wait.given += wait.night
        wait.night = ZERO
        wait.kept.append((self._at, wait.nights[-1][1] if wait.nights else ZERO))
        wait.nights.append((self._at, ZERO))

    def _stop(self, why: str, at: datetime) -> None:
        self._stops.add(why)
        for each in self._open.values():
            self._stand(each, at)

    def _go_on(self, why: str, at: datetime) -> None:
        self._stops.discard(why)
        # In an outage nobody could see how long it was.
        latest = at if why != "outage" else max(self._active_at, at - IDLE)
        self._active_at = max(self._active_at, latest)
        for each in self._open.values():
            self._stand(each, at)

    def _stand(self, wait: _Open, at: datetime) -> None:
        """Note when a clock begins or ends to stand."""
        halts = bool(wait.stops or self._stops - {"outage"})
        if halts and wait.halted_at is None:
            wait.halted_at = at
        elif not halts and wait.halted_at is not None:
            wait.halts.append((wait.halted_at, at))
            wait.halted_at = None
        stands = bool(wait.stops or self._stops)
        if stands and wait.stood_at is None:
            wait.stood_at = at
            left = wait.left()
            if wait.night and left is not None and left <= wait.night:
                self._keep_night(wait)
        elif not stands and wait.stood_at is not None:
            wait.stands.append((wait.stood_at, at))
            wait.stood_at = None
            left = wait.left()
            if left is None or left > ZERO or wait.theirs_until is not None:
                self._spare(wait, at)
                return
            if self._when_late != "wait" or not wait.is_late:
                # What wakes a player whose time is up gives them a day, or they would never hear.
                self._more(wait, timedelta(hours=24), at)

    def _close(self, wait: _Open, at: datetime) -> None:
        self._open.pop(wait.seat, None)
        if wait.stood_at is not None:
            wait.stands.append((wait.stood_at, at))
        if wait.halted_at is not None:
            wait.halts.append((wait.halted_at, at))
        if wait.shown_at is None:
            return
        wait.before = Asked(
            self._match,
            wait.seat,
            wait.number,
            wait.person,
            wait.asked_at,
            wait.shown_at,
            at,
            wait.length,
            wait.stands,
            wait.more,
            theirs_until=wait.theirs_until,
            is_own=wait.is_own,
            nights=wait.nights,
            kept=wait.kept,
            lates=wait.lates,
            halts=wait.halts,
            had_used=wait.had_used,
            before=wait.before,
        )
        self.found.waits.append(wait.before)

    def _undo(self, batch: Batch, undo_to: int) -> None:
        """Let everybody have what they had as the wait began in which the line was played."""
        kept = {
            seat
            for seat, wait in self._open.items()
            if seat in batch.acting and wait.line < undo_to
        }
        for seat in set(self._open) - kept:
            self._end(self._open[seat], batch.at, batch.upto)
        assert batch.seat is not None
        if batch.seat not in kept:
            own = [o for o in self._overs if o.seat == batch.seat and o.upto > undo_to]
            began = min((each.first for each in own), default=undo_to)
            had = dict[int, timedelta]()
            is_redone = any(each.is_redone for each in own if each.first == began)
            for over in (each for each in self._overs if each.upto > began):
                had[over.seat] = had.get(over.seat, over.length) - over.used
            # A player who takes one turn back again and again doesn't get the minutes again.
            had = {
                seat: max(left, ZERO if seat == batch.seat and is_redone else LEAST)
                for seat, left in had.items()
            }
            self._overs = [each for each in self._overs if each.upto <= began]
            if self._pace.kind == "bank":
                self._banks.update(had)
        else:
            had = {}
        self._every, self._is_sealed = batch.every, batch.is_sealed
        self._there(batch.seat, batch.at)
        for seat in sorted(batch.acting - set(self._open)):
            if seat not in self._computers and seat not in self._offered:
                self._ask(seat, batch.at, batch.upto, had.get(seat))
                self._open[seat].is_own = seat == batch.seat and not batch.is_agreed
                self._open[seat].is_redone = seat == batch.seat

    def _line(self, batch: Batch) -> None:
        self._acting, self._upto, self._active_at = batch.acting, batch.upto, batch.at
        self._judge(batch)
        if batch.undo_to is not None:
            self._undo(batch, batch.undo_to)
            return
        # A seat that chose with others, or does so now, is asked something else if that changed.
        is_shared = len(batch.every) > 1 or len(self._every) > 1
        asked = (batch.every, batch.is_sealed)
        is_else = asked != (self._every, self._is_sealed) or batch.upto - batch.first > 1
        if batch.seat in self._open and batch.seat in batch.acting and is_shared and is_else:
            self._end(self._open[batch.seat], batch.at, batch.upto)
        self._every, self._is_sealed = asked
        sealed = {seat for seat, wait in self._open.items() if "sealed" in wait.stops}
        # All is opened: the seats that are asked now are asked anew.
        is_opened = bool(sealed - batch.may_return - {batch.seat})
        for seat, wait in list(self._open.items()):
            if is_opened:
                self._end(wait, batch.at, batch.upto)
            elif seat in batch.acting:
                self._unseal(wait, batch.at)
            elif seat in batch.may_return:
                wait.stops.add("sealed")
                self._stand(wait, batch.at)
            else:
                self._end(wait, batch.at, batch.upto)
        if batch.seat is not None and not self._is_by_computer(batch):
            self._there(batch.seat, batch.at)
        for seat in sorted(batch.acting - set(self._open)):
            if seat in self._computers or seat in self._offered:
                continue
            self._ask(seat, batch.at, batch.upto)
            # That a computer player moved for them another message says.
            self._open[seat].is_own = seat == batch.seat
        if batch.is_over:
            self._is_over = True
            for wait in list(self._open.values()):
                self._close(wait, batch.at)

    def _judge(self, batch: Batch) -> None:
        """Let no computer player move for a person who has time, nor a plan that is none."""
        seat = batch.seat
        if seat is None or seat in self._computers | self._offered:
            return
        wait = self._open.get(seat)
        if batch.is_planned:
            if seat not in self._planned:
                self.found.wrong.append(f"match {self._match}: seat {seat} planned no move")
            if wait is not None:
                wait.used -= min(wait.used, GRACE)
        if wait is None or not batch.by_computer:
            return
        if wait.theirs_until is None and self._owners[seat] not in self._away:
            self.found.wrong.append(
                f"match {self._match}: a computer player moved for seat {seat} at {batch.at},"
                f" which has {wait.left()}"
            )
        wait.is_by_hand = False

    def _ask(self, seat: int, at: datetime, line: int, had: timedelta | None = None) -> None:
        self._numbers[seat] += 1
        length: timedelta | None = None
        if self._pace.kind == "move":
            length = self._pace.span if had is None else min(had, self._pace.span)
        elif self._pace.kind == "bank":
            length = self._banks.get(seat, self._pace.span)
        wait = _Open(seat, self._numbers[seat], self._owners[seat], at, line, length)
        if wait.person in self._away:
            wait.stops.add("holiday")
        self._open[seat] = wait
        self._stand(wait, at)

    def _ask_now(self, seat: int, at: datetime, *, is_own: bool) -> None:
        """Let a seat be waited for again; the channel has seen that already, if it was told."""
        if seat not in self._acting or seat in self._open or self._is_over:
            return
        if seat in self._computers or seat in self._offered:
            return
        self._ask(seat, at, self._upto)
        wait = self._open[seat]
        wait.is_own = is_own
        if self._told_upto >= self._upto:
            wait.shown_at = at
            self._spare(wait, at)

    def _unseal(self, wait: _Open, at: datetime) -> None:
        wait.stops.discard("sealed")
        self._stand(wait, at)

    def _end(self, wait: _Open, at: datetime, upto: int) -> None:
        """Settle the clock of a wait that is over."""
        if wait.length is not None:
            used = min(wait.length, wait.used)
            self._overs.append(_Over(wait.seat, wait.line, upto, wait.length, used, wait.is_redone))
        if self._pace.kind == "bank" and wait.length is not None:
            left = max(ZERO, wait.length - wait.used)
            added = max(left + (self._pace.add if wait.is_by_hand else ZERO), self._pace.add)
            self._banks[wait.seat] = min(self._pace.span, added)
        self._close(wait, at)

    def _is_by_computer(self, batch: Batch) -> bool:
        return batch.by_computer

    def _there(self, seat: int, at: datetime) -> None:
        """The owner of a seat has shown that they are there."""
        was_late = self._lapses[seat] > 0
        self._lapses[seat] = 0
        self._offered.discard(seat)
        if seat in self._open:
            self._open[seat].theirs_until = None
            if was_late:
                self._day_at_least(self._open[seat], at)
        if self._is_deserted:
            self._wake(at)

    def _day_at_least(self, wait: _Open, at: datetime) -> None:
        """Let a player who was late, and is back, have a day: nights come on top of it."""
        day, left = timedelta(hours=24), wait.left()
        if left is not None and left < day:
            self._more(wait, day - (left - wait.night if left > ZERO else ZERO), at)

    def _wake(self, at: datetime) -> None:
        self._is_deserted = False
        for other, wait in self._open.items():
            is_up = (wait.left() or MINUTE) <= ZERO
            if self._when_late == "computer" and self._lapses[other] and is_up:
                # It is played for them at once, whether anybody noticed the end or not.
                wait.is_late, wait.theirs_until = True, at
        self._go_on("deserted", at)

    def _drop(self, seat: int, at: datetime) -> None:
        """Wait for a seat no more, in which nothing was played."""
        wait = self._open.get(seat)
        # Who has sealed a choice owns it until all are opened.
        if wait is None or ("sealed" in wait.stops and wait.person == self._owners[seat]):
            return
        wait.is_by_hand = False
        self._end(wait, at, self._upto)
        self._overs = [each for each in self._overs if each.first < each.upto]

    def _fact(self, fact: Fact) -> None:
        at = fact.at
        match fact.what:
            case "shown":
                self._told_upto = max(self._told_upto, fact.line)
                made = fact.stands_since or at
                for each in self._open.values():
                    if each.shown_at is None and each.line <= fact.line:
                        # Who moved last isn't pinged; by a daily message others may have been.
                        each.is_own = each.is_own and fact.line <= each.line
                        each.shown_at = max(made, each.asked_at)
                        if each.stood_at is not None:
                            # Where it stood before anybody could see it, it lost nothing.
                            each.stood_at = max(each.stood_at, each.shown_at)
                        self._catch_up(each, each.shown_at, at)
                        self._spare(each, at)
                    elif "trouble" in each.stops:
                        stopped = each.stood_at or at
                        self._told_again(each, made if made > stopped else at, at)
            case "told":
                # An edit asks nobody, but who sits down then sees that it is their move.
                self._told_upto = max(self._told_upto, fact.line)
                for each in self._open.values():
                    if "trouble" in each.stops:
                        self._told_again(each, at, at)
            case "trouble":
                for each in self._open.values():
                    if each.shown_at is not None:
                        each.stops.add("trouble")
                        self._stand(each, at)
            case "down":
                self._stop("outage", at)
            case "up":
                self._go_on("outage", at)
            case "hold":
                self._stop("hold", at)
            case "go-on":
                self._go_on("hold", at)
            case "more":
                for each in list(self._open.values()):
                    if fact.seat in (-1, each.seat):
                        self._more(each, fact.amount, at)
            case "away" | "rested":
                if fact.what == "rested":
                    # A process that begins anew looks at once, not on the minute.
                    self._tick(at, WHOLE)
                self._away.add(fact.person)
                for each in self._open.values():
                    if each.person == fact.person:
                        each.stops.add("holiday")
                        self._stand(each, at)
            case "home":
                self._away.discard(fact.person)
                self._back[fact.person] = at
                for each in self._open.values():
                    each.stops -= {"holiday"} if each.person == fact.person else set()
                    self._stand(each, at)
                if self._is_deserted and fact.person in self._owners:
                    # Who is back is there, where the table stood still because nobody was.
                    seat = self._owners.index(fact.person)
                    if seat not in self._offered | self._computers:
                        self._there(seat, at)
            case "plan":
                self._planned.add(fact.seat)
            case "once":
                wait = self._open.get(fact.seat)
                if wait is not None:
                    wait.theirs_until = at
            case "offer":
                self._offered.add(fact.seat)
                self._drop(fact.seat, at)
            case "for-good":
                self._computers.add(fact.seat)
                self._offered.discard(fact.seat)
                self._drop(fact.seat, at)
            case "substitute":
                self._owners[fact.seat], self._active_at = fact.person, at
                self._drop(fact.seat, at)
                self._banks.pop(fact.seat, None)
                self._planned.discard(fact.seat)
                self._there(fact.seat, at)
                self._ask_now(fact.seat, at, is_own=True)
            case "pace":
                assert fact.pace is not None
                self._repace(fact.pace, at)
            case "deserted":
                if not self._is_deserted and not self._is_over:
                    is_idle = self._active_at + IDLE <= at
                    if not is_idle and not self._is_nobody_there():
                        self.found.wrong.append(
                            f"match {self._match}: stands still at {at}, but somebody is there"
                        )
                    self._is_deserted = True
                    self._stop("deserted", at)
            case "woken":
                if self._is_deserted:
                    self._wake(at)
            case "over":
                self._is_over = True
                for wait in list(self._open.values()):
                    self._close(wait, at)
            case "press":
                # A press on a vote wakes a table that stands still because nobody was there.
                if self._is_deserted:
                    self._fact(Fact(at, "back", fact.seat))
            case "back":
                wait = self._open.get(fact.seat)
                left = None if wait is None else wait.left()
                if wait is not None and left is not None and left <= ZERO:
                    # A player who is back too late has a day.
                    self._more(wait, timedelta(hours=24), at)
                was_late = self._lapses[fact.seat] > 0
                self._there(fact.seat, at)
                self._ask_now(fact.seat, at, is_own=True)
                if was_late and fact.seat in self._open:
                    self._day_at_least(self._open[fact.seat], at)
            case _:
                raise ValueError(fact.what)

    def _repace(self, pace: Pace, at: datetime) -> None:
        """Let a table have another pace: a new start for clocks, and nobody loses promised time."""
        was, self._pace = self._pace, pace
        self._banks.clear()
        self._overs.clear()
        for wait in list(self._open.values()):
            number = wait.number
            self._close(wait, at)
            wait.number, wait.is_own = number, wait.is_own or wait.shown_at is not None
            wait.more, wait.stands, wait.lates = [], [], wait.lates[-1:]
            wait.nights, wait.kept = [], []
            wait.halts = []
            if wait.stood_at is not None:
                wait.stood_at = at
            if wait.halted_at is not None:
                wait.halted_at = at
            # What it is overdue is forgotten.
            wait.used += min(wait.left() or ZERO, ZERO)
            if was.kind == "none" and pace.kind != "none":
                wait.length, wait.used = pace.span, ZERO
            elif pace.kind == "none":
                wait.length = None
            else:
                wait.length = max(wait.length or ZERO, pace.span)
            if wait.shown_at is not None:
                given = ZERO if pace.kind == "none" else wait.given
                wait.had_used, wait.shown_at = wait.used - given, at
            if wait.length is None or (wait.left() or ZERO) > ZERO:
                self._in_time(wait, at)
            self._open[wait.seat] = wait
            self._spare(wait, at)

    def _told_again(self, wait: _Open, since: datetime, now: datetime) -> None:
        """Let a wait run again whose channel could not be told, since a moment."""
        wait.stops.discard("trouble")
        self._catch_up(wait, since, now)

    def _catch_up(self, wait: _Open, since: datetime, now: datetime) -> None:
        """Let a wait run since a moment that is known only now."""
        if not wait.stops and not self._stops:
            wait.used += now - since
        self._stand(wait, since)

    def _compare(self, sample: Sample) -> None:
        wait = self._open.get(sample.seat)
        if wait is None:
            told = (sample.seat, self._upto)
            if told not in self._strangers:
                self._strangers.add(told)
                self.found.wrong.append(f"match {self._match}: nobody waits for {sample}")
            return
        lengths = (wait.length or ZERO, sample.length or ZERO)
        # Each wait of a clock may be off by half a second, and they add up.
        if abs(lengths[0] - lengths[1]) > timedelta(seconds=1 + wait.number / 2):
            self.found.wrong.append(
                f"match {self._match}, seat {wait.seat}, wait {wait.number}: {sample.length} at"
                f" the start, not {wait.length}"
            )
        left = wait.left()
        if sample.due_at is None or left is None or wait.shown_at is None:
            return
        due, off = sample.at + left, timedelta(seconds=2 + wait.number / 2)
        off += MINUTE if wait.is_close else ZERO
        if not wait.is_told and abs(due - sample.due_at) > off:
            wait.is_told = True
            self.found.wrong.append(
                f"match {self._match}, seat {wait.seat}, wait {wait.number}: due at"
                f" {sample.due_at}, not {due} (asked at {sample.at})"
            )


def batches(
    game: AnyGame, record: Record[Any], times: Sequence[datetime], by_people: Mapping[int, str]
) -> list[Batch]:
    """Return the lines of a match as they were stored, with who must act after each.

    `by_people` are the lines that a person's request caused, each with its name.
    """
    replay: Replay[Any, Any] = Replay(game, record)
    found: list[Batch] = []
    starts = [
        number
        for number, entry in enumerate(record.entries)
        if number == 0 or entry.move is None or entry.move.actor != CHANCE
    ]
    for first, after in zip(starts, [*starts[1:], len(record.entries)], strict=True):
        node, move = game.node(replay.before(after)), record.entries[first].move
        is_choice = isinstance(node, Decision)
        acting = frozenset(map(int, node.seats)) if isinstance(node, Decision) else frozenset()
        every = frozenset(map(int, node.all)) if isinstance(node, Decision) else frozenset()
        undo_to = record.entries[first].undo_to
        if undo_to is not None:
            # The seat that played the first of the lines has taken them back.
            move = record.entries[undo_to].move
        seat = None if move is None or move.actor == CHANCE else int(move.actor)
        at = times[first]
        found.append(
            Batch(
                at,
                first,
                after,
                seat,
                acting,
                every - acting,
                not is_choice,
                undo_to is None and first not in by_people,
                every,
                isinstance(node, Decision) and node.is_sealed,
                undo_to,
                by_people.get(first, "").startswith(AGREED),
                by_people.get(first, "").startswith(PLANNED),
            )
        )
    return found
