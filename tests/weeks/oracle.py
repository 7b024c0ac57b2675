"""What should have happened, worked out anew from what the driver saw: no code of the product.

Only the rules of the games are taken as given (who must act after a line). Everything about time is
walked minute by minute.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from engine.game import CHANCE, AnyGame, Decision
from engine.record import Record
from engine.replay import Replay
from tests.weeks.clock import MINUTE, next_minute
from tests.weeks.reminding import Asked

ZERO: Final = timedelta()


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


@dataclass(frozen=True)
class Pace:
    """How much time there is: `kind` is "none", "move" or "bank"."""

    kind: str = "none"
    span: timedelta = ZERO
    add: timedelta = ZERO


@dataclass(frozen=True)
class Fact:
    """Something that happened at a table, or to it, besides its lines.

    "shown": the channel knows of line `line`; "trouble": it could not be told; "down", "up": an
    outage; "hold", "go-on"; "more": `seat` (-1: all) got `amount`; "back": its owner is there;
    "stand-in", "offer", "for-good": what becomes of a seat; "substitute": `person` has it now;
    "away", "home": a holiday of `person`.
    """

    at: datetime
    what: str
    seat: int = -1
    line: int = 0
    person: int = 0
    amount: timedelta = ZERO
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
    stops: set[str] = field(default_factory=set)
    stands: list[tuple[datetime, datetime]] = field(default_factory=list)
    stood_at: datetime | None = None
    is_late: bool = False
    theirs_until: datetime | None = None
    is_own: bool = False

    def left(self) -> timedelta | None:
        """Return what is left."""
        return None if self.length is None else self.length + self.given - self.used


@dataclass(frozen=True)
class _Over:
    """A wait that is over: what its seat had, and used, from line `first` to line `upto`."""

    seat: int
    first: int
    upto: int
    length: timedelta
    used: timedelta


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
    closed_at: datetime | None = None
    """When the match ended because time was up."""


class Walk:
    """Goes through a match minute by minute, with all its clocks side by side."""

    def __init__(
        self, match: int, owners: Sequence[int], pace: Pace, when_late: str, until: datetime
    ) -> None:
        self._match = match
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
        self._computers: set[int] = set()
        self._stops: set[str] = set()
        self._every: frozenset[int] = frozenset()
        self._is_sealed = False
        self._away: set[int] = set()
        """People on holiday."""
        self._is_deserted = False
        self._is_over = False
        self._at = datetime.min.replace(tzinfo=until.tzinfo)
        self.found = Walked()

    def through(
        self, lines: Sequence[Batch], facts: Sequence[Fact], samples: Sequence[Sample]
    ) -> Walked:
        """Walk through all that happened."""
        moments = {each.at for each in lines}
        events: list[tuple[datetime, int, Batch | Fact | Sample]] = [
            *((each.at, 0, each) for each in lines),
            *((each.at, 1, each) for each in facts),
            # At the moment of a line nobody knows which came first.
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
                    self._tick(at)
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

    def _tick(self, tick: datetime) -> None:
        """Let the clock look at each wait."""
        self._advance(tick)
        for each in sorted(self._open.values(), key=lambda each: each.left() or ZERO):
            left = each.left()
            if left is None or left > ZERO or each.stops or self._stops or each.is_late:
                continue
            if each.shown_at is None or self._is_over:
                continue
            each.is_late = True
            if self._when_late == "end" and self._lapses[each.seat]:
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
                self._more(each, timedelta(hours=24), tick)
            elif self._when_late == "computer":
                each.theirs_until = tick
                if self._lapses[each.seat] >= 3:
                    self._offered.add(each.seat)
                people = [n for n in range(len(self._owners)) if n not in self._computers]
                if all(
                    self._lapses[n] or n in self._offered or self._owners[n] in self._away
                    for n in people
                ):
                    self._is_deserted = True
                    self._stop("deserted", tick)

    def _more(self, wait: _Open, amount: timedelta, at: datetime) -> None:
        if wait.length is None:
            return
        wait.given += amount
        wait.more.append((at, amount))
        if (wait.left() or ZERO) > ZERO:
            wait.is_late = False

    def _stop(self, why: str, at: datetime) -> None:
        self._stops.add(why)
        for each in self._open.values():
            self._stand(each, at)

    def _go_on(self, why: str, at: datetime) -> None:
        self._stops.discard(why)
        for each in self._open.values():
            self._stand(each, at)

    def _stand(self, wait: _Open, at: datetime) -> None:
        """Note when a clock begins or ends to stand."""
        stands = bool(wait.stops or self._stops)
        if stands and wait.stood_at is None:
            wait.stood_at = at
        elif not stands and wait.stood_at is not None:
            wait.stands.append((wait.stood_at, at))
            wait.stood_at = None

    def _close(self, wait: _Open, at: datetime) -> None:
        self._open.pop(wait.seat, None)
        if wait.stood_at is not None:
            wait.stands.append((wait.stood_at, at))
        if wait.shown_at is None:
            return
        self.found.waits.append(
            Asked(
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
            )
        )

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
            own = [o.first for o in self._overs if o.seat == batch.seat and o.upto > undo_to]
            began, had = min(own, default=undo_to), dict[int, timedelta]()
            for over in (each for each in self._overs if each.upto > began):
                had[over.seat] = had.get(over.seat, over.length) - over.used
            had = {seat: max(left, timedelta(hours=1)) for seat, left in had.items()}
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
                self._open[seat].is_own = seat == batch.seat

    def _line(self, batch: Batch) -> None:
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

    def _unseal(self, wait: _Open, at: datetime) -> None:
        wait.stops.discard("sealed")
        self._stand(wait, at)

    def _end(self, wait: _Open, at: datetime, upto: int) -> None:
        """Settle the clock of a wait that is over."""
        if wait.length is not None:
            used = min(wait.length, wait.used)
            self._overs.append(_Over(wait.seat, wait.line, upto, wait.length, used))
        if self._pace.kind == "bank" and wait.length is not None:
            left = max(ZERO, wait.length - wait.used)
            added = max(left + self._pace.add, self._pace.add)
            self._banks[wait.seat] = min(self._pace.span, added)
        self._close(wait, at)

    def _is_by_computer(self, batch: Batch) -> bool:
        return batch.by_computer

    def _there(self, seat: int, at: datetime) -> None:
        """The owner of a seat has shown that they are there."""
        self._lapses[seat] = 0
        self._offered.discard(seat)
        if seat in self._open:
            self._open[seat].theirs_until = None
        if self._is_deserted:
            self._is_deserted = False
            self._go_on("deserted", at)

    def _fact(self, fact: Fact) -> None:
        at = fact.at
        match fact.what:
            case "shown":
                made = fact.stands_since or at
                for each in self._open.values():
                    if each.shown_at is None and each.line <= fact.line:
                        each.shown_at = max(made, each.asked_at)
                        self._catch_up(each, each.shown_at, at)
                    elif "trouble" in each.stops:
                        stopped = each.stood_at or at
                        moment = made if made > stopped else at
                        each.stops.discard("trouble")
                        self._catch_up(each, moment, at)
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
            case "away":
                self._away.add(fact.person)
                for each in self._open.values():
                    if each.person == fact.person:
                        each.stops.add("holiday")
                        self._stand(each, at)
            case "home":
                self._away.discard(fact.person)
                for each in self._open.values():
                    each.stops -= {"holiday"} if each.person == fact.person else set()
                    self._stand(each, at)
            case "back":
                wait = self._open.get(fact.seat)
                left = None if wait is None else wait.left()
                if wait is not None and left is not None and left <= ZERO:
                    # A player who is back too late has a day.
                    self._more(wait, timedelta(hours=24), at)
                self._there(fact.seat, at)
            case _:
                raise ValueError(fact.what)

    def _catch_up(self, wait: _Open, since: datetime, now: datetime) -> None:
        """Let a wait run since a moment that is known only now."""
        if wait.stood_at is not None:
            wait.stood_at = max(wait.stood_at, since)
        if not wait.stops and not self._stops:
            wait.used += now - since
        self._stand(wait, since)

    def _compare(self, sample: Sample) -> None:
        wait = self._open.get(sample.seat)
        if wait is None:
            self.found.wrong.append(f"match {self._match}: nobody waits for {sample}")
            return
        lengths = (wait.length or ZERO, sample.length or ZERO)
        if abs(lengths[0] - lengths[1]) > timedelta(seconds=1):
            self.found.wrong.append(
                f"match {self._match}, seat {wait.seat}, wait {wait.number}: {sample.length} at"
                f" the start, not {wait.length}"
            )
        left = wait.left()
        if sample.due_at is None or left is None or wait.shown_at is None:
            return
        due = sample.at + left
        if abs(due - sample.due_at) > timedelta(seconds=2):
            self.found.wrong.append(
                f"match {self._match}, seat {wait.seat}, wait {wait.number}: due at"
                f" {sample.due_at}, not {due} (asked at {sample.at})"
            )


def batches(
    game: AnyGame, record: Record[Any], times: Sequence[datetime], by_people: Collection[int]
) -> list[Batch]:
    """Return the lines of a match as they were stored, with who must act after each.

    `by_people` are the lines that a person's request caused.
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
            )
        )
    return found
