"""Waits follow their match: what is decided when it changes, as a table of what happens.

Hours are counted from when the match began. Whose clock shows what is asked in the end.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from bot.table.errors import VoteRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import opened
from bot.table.match.match import Chair, Match, Person, Posted, StandIn, Status, Venue, WhenLate
from bot.table.match.pace import NO_LIMIT, PACES, Pace, PaceKind
from bot.table.time import waits
from bot.table.time.clocks import (
    Clocks,
    MatchChange,
    NewLines,
    TakenBack,
    changes,
    follow,
    late,
    timers_of,
)
from bot.table.time.decision import TimeDecision
from bot.table.time.nights import ALWAYS_THERE, OffHours
from bot.table.time.quiet_hours import QuietHours
from bot.table.time.timers import TimerKind
from bot.table.time.waits import MoreTime, Spent, Stop, TimedAnswer, Wait
from engine.game import Seat, Setup
from engine.games.seismic import GAME

NOW: Final = datetime(2027, 3, 26, 18, tzinfo=UTC)
ANN, BOB = Seat(0), Seat(1)
CLEO: Final = PlayerId(3)
CLOCK, DAY = PACES["three-days-clock"], PACES["day"]


def hour(at: float) -> datetime:
    return NOW + timedelta(hours=at)


class Clockwork:
    """A match of Ann and Bob, its waits and timers; each step is stored as it was decided."""

    def __init__(self, pace: Pace) -> None:
        lobby = opened(Person(PlayerId(1), "Ann"), Venue(7, 100), GAME, Setup(2), "open", now=NOW)
        chairs = (*lobby.chairs, Chair("Bob", "join", PlayerId(2)))
        began = replace(lobby, id=MatchId(1), status=Status.PLAYING, has_begun=True, chairs=chairs)
        self.match: Match = replace(began, pace=pace)
        self.waits: dict[int, Wait] = {}
        self.timers: dict[tuple[TimerKind, str], datetime] = {}
        self.banks: dict[Seat, timedelta] = {}
        self.spent: list[Spent] = []
        self.answers: list[TimedAnswer] = []
        self.off: dict[PlayerId, OffHours] = {}
        self._movers: list[Seat] = []

    def acts(
        self,
        at: float,
        *seats: Seat,
        by: Seat = ANN,
        back: Collection[Seat] = (),
        undo: int | None = None,
        is_computer: bool = False,
    ) -> "Clockwork":
        """Store one more line, after which these seats must act, and others may come back.

        A person who moves has been there.
        """
        undone = None if undo is None else TakenBack(self._movers[undo], undo)
        self._movers.append(by)
        line, table = len(self._movers), self.match.table.wanting(len(self._movers))
        chairs = list(self.match.chairs)
        was_late = [by] if chairs[by].lapses and not (undone or is_computer) else []
        for seat in was_late:
            chairs[seat] = replace(chairs[seat], lapses=0)
        changed = replace(self.match, line=line, acting=seats, table=table)
        self.match = replace(changed, chairs=tuple(chairs))
        movers = () if undone else (by,)
        by_computer = movers if is_computer else ()
        return self._followed(
            at, NewLines(movers, back, (), undone, by_computer), change=MatchChange(back=was_late)
        )

    def held(self, at: float, until: float | None) -> "Clockwork":
        return self.becomes(at, held_until=until and hour(until), held_since=until and hour(at))

    def becomes(self, at: float, **changed: Any) -> "Clockwork":
        """Store another state of the match."""
        before, self.match = self.match, replace(self.match, **changed)
        chairs = zip(before.chairs, self.match.chairs, strict=True)
        new, back = list[Seat](), list[Seat]()
        for number, (was, chair) in enumerate(chairs):
            if was.player != chair.player:
                new.append(Seat(number))
            elif was.lapses and not chair.lapses:
                back.append(Seat(number))
        is_paced = before.pace != self.match.pace
        return self._followed(at, change=MatchChange(is_paced, new, back))

    def votes(self, at: float, pace: str) -> "Clockwork":
        """Store that the table has another pace from now on."""
        return self.becomes(at, pace=PACES[pace])

    def time_is_up(
        self, at: float, seat: Seat = BOB, changed: Mapping[str, Any] | None = None, **chair: Any
    ) -> "Clockwork":
        """Store that the time of a seat is up, and what becomes of its chair and match."""
        noted = late(self.of(seat), hour(at))
        assert noted.late_at == hour(at)
        self.waits[noted.id] = noted
        chairs = list(self.match.chairs)
        chairs[seat] = replace(chairs[seat], lapses=1, **chair)
        return self.becomes(at, chairs=tuple(chairs), **(changed or {}))

    def sent(self, steps: int, seat: Seat = BOB) -> "Clockwork":
        """Store how many of a wait's reminders are behind."""
        wait = self.of(seat)
        self.waits[wait.id] = replace(wait, reminded=steps)
        return self

    def sits(self, at: float, **bob: Any) -> "Clockwork":
        """Store something else of Bob's chair."""
        ann, chair = self.match.chairs
        return self.becomes(at, chairs=(ann, replace(chair, **bob)))

    def shown(self, at: float, found: float | None = None) -> "Clockwork":
        """Store that a message stands since then; it was `found` again later."""
        self.match = replace(self.match, table=Posted())
        now = at if found is None else found
        return self._changed(lambda wait: waits.shown(wait, hour(at), hour(now)), now)

    def stops(self, reason: Stop, at: float) -> "Clockwork":
        return self._changed(lambda wait: waits.stopped(wait, reason, hour(at)), at)

    def goes_on(self, reason: Stop, at: float) -> "Clockwork":
        return self._changed(lambda wait: waits.going_on(wait, reason, hour(at)), at)

    def is_down(self, began: float, ended: float) -> "Clockwork":
        return self._changed(lambda wait: waits.given_back(wait, hour(began), hour(ended)), ended)

    def ends(self, at: float, by: Seat = BOB) -> "Clockwork":
        """Store the last line of the match."""
        self.match = replace(self.match, line=self.match.line + 1, status=Status.FINISHED)
        return self._followed(at, NewLines((by,)))

    def gives(self, days: int, at: float, **gift: Any) -> "Clockwork":
        return self._followed(at, gifts=[MoreTime(timedelta(days=days), **gift)])

    def is_away(self, player: int, until: float = 999) -> "Clockwork":
        self.off[PlayerId(player)] = OffHours(back_at=hour(until))
        return self

    def sleeps(self, begin: int, end: int, player: int = 2, zone: str = "UTC") -> "Clockwork":
        """Store quiet hours of a player; their open waits follow."""
        before = self.off.get(PlayerId(player), ALWAYS_THERE)
        quiet = QuietHours(60 * begin, 60 * end, zone)
        self.off[PlayerId(player)] = replace(before, quiet=quiet)
        return self

    def hours_changed(self, at: float) -> "Clockwork":
        return self._changed(lambda wait: wait, at)

    def of(self, seat: Seat) -> Wait:
        return next(each for each in self.waits.values() if each.seat == seat)

    def due(self, seat: Seat) -> float | None:
        """Return when time is up, in hours; the wait is looked at by then."""
        wait = self.of(seat)
        if wait.late_at is None and wait.due_at is not None:
            assert wait.look_at is not None
            assert wait.look_at <= wait.due_at
        return None if wait.due_at is None else (wait.due_at - NOW) / timedelta(hours=1)

    def length(self, seat: Seat) -> float | None:
        length = self.of(seat).length
        return None if length is None else length / timedelta(hours=1)

    def _followed(self, at: float, played: NewLines | None = None, **besides: Any) -> "Clockwork":
        clocks = Clocks(self.banks, self.spent, self.off, self.answers)
        rows = list(self.waits.values())
        return self._stored(follow(self.match, rows, clocks, hour(at), played, **besides))

    def _changed(self, change: Callable[[Wait], Wait], at: float) -> "Clockwork":
        rows = list(self.waits.values())
        return self._stored(changes(rows, [change(each) for each in rows], self.off, hour(at)))

    def _stored(self, decision: TimeDecision) -> "Clockwork":
        self.waits |= {each.id: each for each in decision.changed}
        for each in decision.ended:
            del self.waits[each.id]
        self.timers = {key: at for key, at in self.timers.items() if int(key[1]) in self.waits}
        new = [replace(each, id=10 * len(self._movers) + each.seat) for each in decision.opened]
        self.waits |= {each.id: each for each in new}
        timers = [*decision.timers, *(timer for each in new for timer in timers_of(each))]
        self.timers |= {(each.kind, each.key): each.due_at for each in timers}
        if decision.forgotten is not None:
            self.spent = [each for each in self.spent if each.upto <= decision.forgotten]
        if decision.taken_back is not None:
            self.answers = [each for each in self.answers if each.upto <= decision.taken_back]
        self.answers += decision.answers
        self.spent = [] if decision.is_over else [*self.spent, *decision.spent]
        banks = {**self.banks, **decision.banks}
        self.banks = {seat: left for seat, left in banks.items() if left is not None}
        return self


def asked(pace: Pace, *seats: Seat) -> Clockwork:
    """Return a match in which seats are asked from the beginning, and everybody sees it."""
    return Clockwork(pace).acts(0, *(seats or (BOB,))).shown(0)


def sealed(pace: Pace) -> Clockwork:
    """Return a match in which Ann has sealed a choice to which she may come back."""
    return asked(pace, ANN, BOB).acts(2, BOB, back={ANN})


def thought(pace: Pace, hours: float) -> Clockwork:
    """Return a match in which Bob has thought for so long, and then Ann was asked."""
    return asked(pace).acts(hours, ANN, by=BOB).shown(hours)


DUE: Final = {
    "nobody could see it yet": (Clockwork(DAY).acts(0, BOB), BOB, None),
    "it runs from the message on": (Clockwork(DAY).acts(0, BOB).shown(1), BOB, 25),
    "no limit": (asked(NO_LIMIT), BOB, None),
    "many choices are one wait": (asked(DAY).acts(1, BOB, by=BOB).shown(1), BOB, 24),
    "the next has its own": (asked(CLOCK).acts(30, ANN, by=BOB).shown(30), ANN, 102),
    "sealed": (sealed(CLOCK), ANN, None),
    "reopening buys no time": (sealed(CLOCK).acts(10, ANN, BOB), ANN, 80),
    "other changes leave sealed choices alone": (
        sealed(CLOCK).becomes(3, when_late=WhenLate.WAIT).acts(10, ANN, BOB), ANN, 80
    ),
    "all are asked anew when all is opened": (
        sealed(DAY).acts(20, ANN, BOB, by=BOB).shown(20), ANN, 44
    ),
    "on hold": (asked(DAY).held(2, 50), BOB, None),
    "asked while on hold": (asked(DAY).held(2, 50).acts(3, ANN, by=BOB).shown(3), ANN, None),
    "it goes on after that": (
        asked(DAY).held(2, 50).acts(3, ANN, by=BOB).shown(3).held(50, None), ANN, 74
    ),
    "the table can't be told": (asked(DAY).stops(Stop.TROUBLE, 4).shown(10), BOB, 30),
    "told again, which is found later": (
        asked(DAY).stops(Stop.TROUBLE, 4).shown(10, found=12), BOB, 30
    ),
    "an older message is edited": (
        asked(DAY).stops(Stop.TROUBLE, 4).shown(3, found=10), BOB, 30
    ),
    "trouble said twice": (
        asked(DAY).stops(Stop.TROUBLE, 4).stops(Stop.TROUBLE, 5).shown(10), BOB, 30
    ),
    "a message found a day later counts from its own time": (
        Clockwork(DAY).acts(0, BOB).stops(Stop.TROUBLE, 0).shown(1, found=20), BOB, 25
    ),
    "the channel is lost": (asked(DAY).becomes(1, lost_at=hour(1)), BOB, None),
    "the channel is found": (
        asked(DAY).becomes(1, lost_at=hour(1)).becomes(5, lost_at=None).shown(6), BOB, 29
    ),
    "another owner has a clock of their own, as the table shows the seat": (
        asked(CLOCK).acts(60, ANN, by=BOB).acts(61, BOB).shown(61).sits(62, player=CLEO), BOB, 134
    ),
    "so they have if the seat was on offer for a while": (
        asked(CLOCK).sits(60, is_offered=True).sits(62, player=CLEO, is_offered=False), BOB, 134
    ),
    "before the table shows it they have not been asked": (
        Clockwork(CLOCK).acts(0, BOB).sits(1, player=CLEO), BOB, None
    ),
    "then they are": (Clockwork(CLOCK).acts(0, BOB).sits(1, player=CLEO).shown(2), BOB, 74),
    "another pace": (asked(NO_LIMIT).becomes(100, pace=PACES["week-clock"]), BOB, 268),
    "and none again": (
        asked(NO_LIMIT).becomes(9, pace=DAY).becomes(12, pace=NO_LIMIT), BOB, None
    ),
    "a day more": (asked(DAY).gives(1, at=1, seat=BOB, by=1), BOB, 48),
    "a day more for another seat": (asked(DAY).gives(1, at=1, seat=ANN), BOB, 24),
    "a day more without a limit": (asked(NO_LIMIT).gives(1, at=1), BOB, None),
    "the table gives more than once": (asked(DAY).gives(2, at=1).gives(2, at=2), BOB, 120),
    "on holiday": (Clockwork(DAY).is_away(2).acts(0, BOB).shown(0), BOB, None),
    "another player's holiday": (Clockwork(DAY).is_away(1).acts(0, BOB).shown(0), BOB, 24),
}  # fmt: skip
LENGTHS: Final = {
    "what is left, and a day": (asked(CLOCK).acts(30, ANN, by=BOB).acts(40, BOB), BOB, 66),
    "little is left": (asked(CLOCK).acts(60, ANN, by=BOB).acts(61, BOB), BOB, 36),
    "no more than the clock began with": (
        sealed(CLOCK).acts(10, ANN, BOB).acts(11, BOB, back={ANN}).acts(20, by=BOB).acts(21, ANN),
        ANN,
        72,
    ),
    "nothing was played, so nothing is added": (
        asked(CLOCK).sits(1, is_offered=True).sits(2, is_offered=False), BOB, 71
    ),
    "a take-back gives nobody time": (thought(CLOCK, 30).acts(40, BOB, undo=1), BOB, 42),
    "what others thought meanwhile counts": (
        thought(CLOCK, 30).acts(40, BOB, undo=1).shown(40).acts(41, ANN, by=BOB), ANN, 62
    ),
    "nor where each move has its own": (thought(DAY, 20).acts(21, BOB, undo=1), BOB, 4),
    "the next one has all of it": (
        thought(DAY, 20).acts(21, BOB, undo=1).shown(21).acts(22, ANN, by=BOB), ANN, 24
    ),
    "a take-back of an earlier wait": (
        thought(CLOCK, 30).acts(40, BOB).shown(40).acts(45, BOB, undo=1), BOB, 37
    ),
    "five minutes are left at least": (thought(DAY, 24).acts(24, BOB, undo=1), BOB, 1 / 12),
    "but once a turn": (
        thought(DAY, 23.95)
        .acts(24, BOB, undo=1)
        .shown(24)
        .acts(24.05, ANN, by=BOB)
        .acts(30, BOB, undo=3),
        BOB,
        1 / 12 - 0.05,
    ),
    "and where nothing was left, nothing is left the next time": (
        thought(DAY, 24)
        .acts(24, BOB, undo=1)
        .shown(24)
        .acts(24 + 1 / 12, ANN, by=BOB)
        .acts(25, BOB, undo=3)
        .shown(25)
        .acts(25, ANN, by=BOB)
        .acts(26, BOB, undo=5),
        BOB,
        0,
    ),
    "another turn has five minutes again": (
        thought(DAY, 24)
        .acts(24, BOB, undo=1)
        .acts(24, ANN, by=BOB)
        .acts(25, BOB)
        .shown(25)
        .acts(49, ANN, by=BOB)
        .acts(49, BOB, undo=5),
        BOB,
        1 / 12,
    ),
    "a vote for a longer clock": (
        thought(PACES["day-clock"], 20).votes(21, "week-clock").acts(22, BOB), BOB, 168
    ),
    "a vote for a shorter clock": (
        thought(CLOCK, 20).votes(21, "day-clock").acts(22, BOB), BOB, 24
    ),
    "a vote for no clock and another for one": (
        thought(PACES["day-clock"], 20)
        .votes(21, "day")
        .votes(22, "three-days-clock")
        .acts(22, BOB),
        BOB,
        72,
    ),
    "a vote while nobody is asked": (
        thought(CLOCK, 60).acts(61).votes(62, "week-clock").acts(63, BOB), BOB, 168
    ),
    "a clock of as many days": (thought(DAY, 20).votes(21, "day-clock").acts(22, BOB), BOB, 24),
    "a take-back across a vote": (
        thought(DAY, 20).votes(21, "week").acts(22, BOB, undo=1), BOB, 168
    ),
    "a take-back across a vote for a clock": (
        thought(PACES["day-clock"], 20).votes(21, "week-clock").acts(22, BOB, undo=1), BOB, 168
    ),
    "sealed by hand before a holiday": (
        sealed(CLOCK).stops(Stop.HOLIDAY, 3).acts(20, by=BOB).acts(30, ANN), ANN, 72
    ),
    "moved by hand in a holiday": (
        asked(CLOCK).stops(Stop.HOLIDAY, 40).acts(50, ANN, by=BOB).acts(60, BOB), BOB, 56
    ),
    "moved by a computer player in a holiday": (
        asked(CLOCK)
        .stops(Stop.HOLIDAY, 40)
        .acts(50, ANN, by=BOB, is_computer=True)
        .acts(60, BOB),
        BOB,
        32,
    ),
    "sealed by a computer player": (
        asked(CLOCK, ANN, BOB)
        .stops(Stop.HOLIDAY, 40)
        .acts(50, BOB, back={ANN}, is_computer=True)
        .acts(60, by=BOB)
        .acts(70, ANN),
        ANN,
        32,
    ),
    "sealed by a computer player, and by hand after that": (
        asked(CLOCK, ANN, BOB)
        .stops(Stop.HOLIDAY, 40)
        .acts(50, BOB, back={ANN}, is_computer=True)
        .acts(51, BOB, back={ANN})
        .acts(60, by=BOB)
        .acts(70, ANN),
        ANN,
        56,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("now", "seat", "due"), DUE.values(), ids=DUE)
def test_when_time_is_up(now: Clockwork, seat: Seat, due: float | None) -> None:
    assert now.due(seat) == due


@pytest.mark.parametrize(("now", "seat", "length"), LENGTHS.values(), ids=LENGTHS)
def test_how_much_time_the_next_wait_has(now: Clockwork, seat: Seat, length: float) -> None:
    assert now.length(seat) == pytest.approx(length)


def test_a_take_back_within_a_wait_changes_nothing() -> None:
    now = asked(CLOCK).acts(1, BOB, by=BOB)
    before = dict(now.waits)

    assert now.acts(2, BOB, undo=1).waits == before


@pytest.mark.parametrize("chair", [{"agent": "greedy"}, {"is_offered": True}, {"player": None}])
def test_nobody_waits_for_a_seat_without_a_person(chair: dict[str, Any]) -> None:
    now = asked(DAY).sits(1, **chair)

    assert (now.waits, now.timers) == ({}, {})


def test_another_turn_without_a_limit_is_one_of_reminders_only() -> None:
    now = asked(NO_LIMIT)

    assert now.due(BOB) is None
    assert now.of(BOB).look_at == hour(12)


def test_what_was_used_is_noted_once() -> None:
    now = asked(CLOCK).sits(1, is_offered=True).sits(2, is_offered=False)

    now.acts(3, ANN, by=BOB)

    hour_long = timedelta(hours=1)
    assert now.spent == [Spent(BOB, 1, 2, timedelta(hours=71), hour_long)]


def test_the_end_leaves_nothing_behind() -> None:
    now = asked(CLOCK).acts(1, ANN, by=BOB).shown(1)

    now.becomes(2, status=Status.CLOSED, acting=())

    assert (now.waits, now.timers, now.spent) == ({}, {}, [])


def test_the_same_person_gives_a_day_once_a_wait() -> None:
    now = asked(DAY).gives(1, at=1, seat=BOB, by=1)

    with pytest.raises(VoteRefused, match="time-given"):
        now.gives(1, at=2, seat=BOB, by=1)
    assert now.gives(1, at=2, seat=BOB, by=2).due(BOB) == 72


def came_back(now: Clockwork, at: float = 100) -> Clockwork:
    """Return the match after Bob came back."""
    return now.sits(at, lapses=0, stand_in=None, is_offered=False)


def was_late(pace: Pace = DAY) -> Clockwork:
    """Return a match that waits for Bob, whose time was up in the turn before."""
    return asked(pace).sits(0, lapses=1)


# The match begins at 18:00. Bob sleeps from 22:00 to 8:00: hours 4 to 14, 28 to 38, 52 to 62 …
def tired(pace: Pace = DAY) -> Clockwork:
    """Return a match that waits for Bob, who has quiet hours."""
    return Clockwork(pace).sleeps(22, 8).acts(0, BOB).shown(0)


HALF: Final = Pace(PaceKind.MOVE, timedelta(hours=12))
NIGHTS: Final = {
    "in the evening": (tired(), 24),
    "at night": (tired(HALF), 16),
    "right after the night": (Clockwork(HALF).sleeps(22, 8).acts(3, BOB).shown(3), 16),
    "later in the morning": (Clockwork(HALF).sleeps(22, 8).acts(4.5, BOB).shown(4.5), 16.5),
    "nobody has seen it yet": (Clockwork(HALF).sleeps(22, 8).acts(0, BOB), None),
    "after a hold": (tired().held(2, 12).held(12, None), 40),
    "a hold that ends in the night": (tired().held(2, 30).held(30, None), 64),
    "given a day": (tired(HALF).gives(1, 2, by=1), 40),
    "a longer pace": (tired(HALF).votes(2, "day"), 24),
    "the same as often as it is reckoned": (
        tired(HALF).hours_changed(1).held(2, 3).held(3, 4).held(4, None).hours_changed(5), 16
    ),
    "no quiet hours any more": (tired(HALF).sleeps(2, 3).hours_changed(1), 12),
    "other quiet hours": (tired(HALF).sleeps(23, 11).hours_changed(1), 19),
    "another zone": (tired(HALF).sleeps(22, 8, zone="America/New_York").hours_changed(1), 20),
    "quiet hours from now on": (asked(HALF).sleeps(22, 8).hours_changed(1), 16),
    "too late to change them": (tired(HALF).sleeps(23, 11).hours_changed(13), 16),
    "stopped too late to be moved again": (tired(HALF).held(13, 14).held(14, None), 17),
    "stopped too late, but the night comes again": (
        tired(HALF).held(13, 27).held(27, None), 40
    ),
    "given a day in its night": (tired(HALF).gives(1, 13, by=1), 40),
    "given a day late": (
        tired(HALF).time_is_up(16, stand_in=StandIn.TIME_UP).gives(1, 17, by=1), 41
    ),
    "back at night": (came_back(tired().time_is_up(24, stand_in=StandIn.TIME_UP), 29), 64),
    "the first hours after a holiday": (
        asked(DAY).is_away(2, 50).stops(Stop.HOLIDAY, 23).goes_on(Stop.HOLIDAY, 50), 52
    ),
    "more than the first hours after a holiday": (
        asked(DAY).is_away(2, 50).stops(Stop.HOLIDAY, 20).goes_on(Stop.HOLIDAY, 50), 54
    ),
    "a holiday that ends at night": (
        tired().is_away(2, 54).sleeps(22, 8).stops(Stop.HOLIDAY, 20).goes_on(Stop.HOLIDAY, 54), 64
    ),
    "a long night": (Clockwork(HALF).sleeps(16, 8).acts(20, BOB).shown(20), 40),
    "an hour that is quiet": (Clockwork(HALF).sleeps(5, 6).acts(1, BOB).shown(1), 14),
    "a person sits down": (
        Clockwork(HALF).sleeps(22, 8, player=3).acts(0, BOB).shown(0).sits(1, player=CLEO), 16
    ),
    "another player's night": (Clockwork(HALF).sleeps(22, 8, player=1).acts(0, BOB).shown(0), 12),
    "no limit": (tired(NO_LIMIT), None),
}  # fmt: skip
SHORT: Final = PACES["day-clock"]
BACK: Final = {
    "seconds before time is up": (came_back(was_late(), 23.999), 47.999),
    "with a day left": (came_back(was_late(PACES["week"]), 100), 168),
    "with less of a week left": (came_back(was_late(PACES["week"]), 150), 174),
    "never late": (came_back(asked(DAY), 23), 24),
    "pressed again": (came_back(came_back(was_late(), 23), 40), 47),
    "late again": (came_back(came_back(was_late(), 23).sits(46, lapses=1), 46.5), 70.5),
    "given a day after that": (
        came_back(asked(DAY).time_is_up(24).becomes(24, when_late=WhenLate.WAIT)
        .gives(1, 30, by=1), 53), 77
    ),
    "a first choice of several": (was_late().acts(23, BOB, by=BOB), 47),
    "what is asked next after a move in time": (
        asked(SHORT).sits(0, lapses=1).acts(23, ANN, by=BOB).acts(23, BOB).shown(23), 36
    ),
    "it is asked at once": (
        asked(SHORT, ANN, BOB).acts(1, BOB, back={ANN}).sits(2, lapses=1)
        .acts(23, BOB, by=BOB).shown(23), 36
    ),
    "on hold": (came_back(was_late().held(2, 99), 10).held(20, None), 44),
    "a table that stood still goes on": (
        came_back(was_late().held(23, 99), 90).held(90, None), 114
    ),
    "no limit": (came_back(was_late(NO_LIMIT), 23), None),
    "at night": (came_back(tired().sits(0, lapses=1), 8), 40),
    "when only the night was left": (came_back(tired(HALF).sits(0, lapses=1), 13), 40),
    "a seat on offer": (
        came_back(thought(SHORT, 24).acts(30, BOB).shown(30)
        .sits(35, lapses=3, is_offered=True), 40), 64
    ),
    "another player takes the seat": (
        thought(SHORT, 24).acts(30, BOB).shown(30)
        .sits(35, lapses=3, is_offered=True).sits(40, player=CLEO, lapses=0, is_offered=False), 64
    ),
}  # fmt: skip


@pytest.mark.parametrize(("now", "due"), BACK.values(), ids=BACK)
def test_one_who_is_back_has_a_day_at_least(now: Clockwork, due: float | None) -> None:
    assert now.due(BOB) == (None if due is None else pytest.approx(due, abs=1e-3))


def test_the_day_of_one_who_is_back_never_gets_into_a_clock() -> None:
    now = came_back(thought(SHORT, 24).acts(30, BOB).shown(30).sits(30, lapses=1), 40)

    now.acts(41, ANN, by=BOB)

    # It had two hours when it came back, and one was used after that.
    assert (now.length(ANN), now.banks[BOB]) == (24, timedelta(hours=13))


@pytest.mark.parametrize(("now", "due"), NIGHTS.values(), ids=NIGHTS)
def test_time_is_never_up_at_night(now: Clockwork, due: float | None) -> None:
    assert now.due(BOB) == due


NIGHT_CLOCK: Final = Pace(PaceKind.BANK, timedelta(hours=12), timedelta(hours=1))


@pytest.mark.parametrize(("moved", "bank"), [(2, 11), (10, 3), (13, 1), (15.9, 1), (17, 1)])
def test_the_night_never_gets_into_a_clock(moved: float, bank: float) -> None:
    now = tired(NIGHT_CLOCK)
    assert now.due(BOB) == 16

    now.acts(moved, ANN, by=BOB)

    assert now.banks[BOB] == timedelta(hours=bank)


def test_a_take_back_gives_no_night_twice() -> None:
    now = tired(NIGHT_CLOCK).acts(10, ANN, by=BOB).acts(11, BOB, undo=1)

    assert now.length(BOB) == 2
    assert now.shown(11).due(BOB) == 16


def away_timers(of: Clockwork) -> list[TimerKind]:
    return [kind for kind, _ in of.timers if kind is TimerKind.AWAY]


def test_a_computer_player_may_move_in_a_holiday_once_the_wait_is_seen() -> None:
    now = Clockwork(DAY).is_away(2).acts(0, BOB)

    assert away_timers(now) == []
    assert away_timers(now.shown(0)) == [TimerKind.AWAY]


def test_a_holiday_that_begins_says_for_itself_whether_a_computer_player_moves() -> None:
    assert away_timers(asked(DAY).stops(Stop.HOLIDAY, 2)) == []


def test_after_a_hold_a_computer_player_may_move_in_a_holiday() -> None:
    now = asked(DAY).stops(Stop.HOLD, 1).stops(Stop.HOLIDAY, 2)

    assert away_timers(now) == []
    assert away_timers(now.goes_on(Stop.HOLD, 3)) == [TimerKind.AWAY]


def test_more_time_lets_it_be_noticed_again_that_time_is_up() -> None:
    now = asked(DAY)
    late = replace(now.of(BOB), late_at=hour(24))
    now.waits = {late.id: late}

    assert now.gives(1, at=25, seat=BOB, by=1).of(BOB).late_at is None
    assert now.due(BOB) == 49


STANDS_STILL: Final = {"held_until": hour(99), "held_since": hour(24), "is_deserted": True}
STANDS_NO_MORE: Final = {"held_until": None, "held_since": None, "is_deserted": False}


def deserted(pace: Pace = DAY) -> Clockwork:
    """Return a match that stands still since Bob's time was up."""
    return asked(pace).time_is_up(24, changed=STANDS_STILL)


WOKEN: Final = {
    "the table goes on": (deserted().becomes(100, **STANDS_NO_MORE), 124),
    "he is back, and so is the table": (
        deserted().sits(100, lapses=0).becomes(100, **STANDS_NO_MORE), 124
    ),
    "he is back before a computer player has moved": (
        came_back(asked(DAY).time_is_up(24, stand_in=StandIn.TIME_UP)), 124
    ),
    "his table waits, and he is back": (
        came_back(asked(DAY).becomes(1, when_late=WhenLate.WAIT).time_is_up(24)), 124
    ),
    "it waits, and another player gives him a day": (
        asked(DAY).becomes(1, when_late=WhenLate.WAIT).time_is_up(24).gives(1, 100, by=1), 124
    ),
    "another player gives him a day before a computer player has moved": (
        asked(DAY).time_is_up(24, stand_in=StandIn.TIME_UP).gives(1, 100, by=1), 124
    ),
    "it waits, and has another pace": (
        asked(DAY).becomes(1, when_late=WhenLate.WAIT).time_is_up(24).votes(100, "three-days"), 148
    ),
    "the match ends when time is up once more": (
        asked(DAY).becomes(1, when_late=WhenLate.END).time_is_up(24), 48
    ),
    "it stood still in the second in which time was up": (
        asked(DAY).held(24, 90).held(90, None), 114
    ),
    "his holiday began then": (
        asked(DAY).stops(Stop.HOLIDAY, 24).goes_on(Stop.HOLIDAY, 90), 114
    ),
    "his holiday began then, in a hold": (
        asked(DAY)
        .stops(Stop.HOLIDAY, 24)
        .stops(Stop.HOLD, 24)
        .goes_on(Stop.HOLD, 80)
        .goes_on(Stop.HOLIDAY, 90),
        114,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("now", "due"), WOKEN.values(), ids=WOKEN)
def test_who_is_late_and_waited_for_again_has_a_day_from_then_on(
    now: Clockwork, due: float
) -> None:
    assert now.due(BOB) == due
    assert now.of(BOB).late_at is None
    look_at = now.of(BOB).look_at
    assert look_at is not None
    assert look_at <= hour(due)


NOT_WOKEN: Final = {
    "a computer player is about to move": asked(DAY).time_is_up(24, stand_in=StandIn.TIME_UP),
    "it moves for those who are late when the table goes on": (
        deserted().sits(100, stand_in=StandIn.TIME_UP).becomes(100, **STANDS_NO_MORE)
    ),
    "the table waits": asked(DAY).becomes(1, when_late=WhenLate.WAIT).time_is_up(24),
    "it waits after a hold": (
        asked(DAY).becomes(1, when_late=WhenLate.WAIT).time_is_up(24).held(30, 40).held(40, None)
    ),
    "it waits after a holiday": (
        asked(DAY)
        .becomes(1, when_late=WhenLate.WAIT)
        .time_is_up(24)
        .stops(Stop.HOLIDAY, 30)
        .goes_on(Stop.HOLIDAY, 40)
    ),
    "nobody has noticed yet": asked(DAY).becomes(25, news=None),
}


@pytest.mark.parametrize("now", NOT_WOKEN.values(), ids=NOT_WOKEN)
def test_nothing_but_a_return_gives_time_to_who_is_late(now: Clockwork) -> None:
    assert (now.of(BOB).left_at(hour(200)) or timedelta()) < timedelta()
    assert now.of(BOB).given == timedelta()


REMINDED: Final = {
    "nothing is sent again": (asked(DAY).sent(3).becomes(20, news=None), 3),
    "nor after a hold": (asked(DAY).sent(3).held(20, 30).held(30, None), 3),
    "a day more": (asked(DAY).sent(3).gives(1, 20, by=1), 0),
    "two days more, late": (asked(CLOCK).sent(3).gives(2, 73), 1),
    "a day more after half of it": (asked(CLOCK).sent(2).gives(1, 44, by=1), 1),
    "back too late": (came_back(asked(DAY).sent(3).time_is_up(24, stand_in=StandIn.TIME_UP)), 0),
    "another pace": (asked(DAY).sent(3).votes(20, "week"), 0),
    "no limit any more": (asked(DAY).sent(3).votes(20, "none"), 1),
    "a limit after days without": (asked(NO_LIMIT).sent(3).votes(90, "day"), 0),
}


@pytest.mark.parametrize(("now", "steps"), REMINDED.values(), ids=REMINDED)
def test_more_time_brings_reminders_again(now: Clockwork, steps: int) -> None:
    assert now.of(BOB).reminded == steps


def test_it_is_noticed_once_that_time_is_up() -> None:
    now = asked(DAY)
    noted = late(now.of(BOB), hour(24))
    now.waits = {noted.id: noted}

    now.stops(Stop.HOLD, 25).goes_on(Stop.HOLD, 30)

    assert now.of(BOB).late_at == hour(24)
    assert now.of(BOB).look_at == hour(24 + 12)


def test_it_is_noticed_though_a_computer_player_was_about_to_move_then() -> None:
    now = asked(DAY)
    looked_at = replace(now.of(BOB), look_at=None)
    now.waits = {looked_at.id: looked_at}

    now.becomes(25, news=None)

    assert now.of(BOB).look_at is not None


def test_it_is_not_noticed_before_that_time_is_up() -> None:
    wait = asked(DAY).of(BOB)

    assert late(wait, hour(23)) == wait


TAKEN: Final[Mapping[str, tuple[Callable[[Pace], Clockwork], Mapping[str, list[float]]]]] = {
    "from the message on": (
        lambda of: Clockwork(of).acts(0, BOB).shown(1).acts(5, ANN, by=BOB), {"5": [1, 5]}
    ),
    "many choices are one answer": (
        lambda of: asked(of).acts(1, BOB, by=BOB).shown(1).acts(3, ANN, by=BOB), {"3": [0, 3]}
    ),
    "a hold": (
        lambda of: asked(of).held(2, 50).held(50, None).acts(51, ANN, by=BOB),
        {"51": [0, 2, 50, 51]},
    ),
    "a holiday in a hold": (
        lambda of: asked(of).stops(Stop.HOLIDAY, 1).held(2, 9).goes_on(Stop.HOLIDAY, 4)
        .held(9, None).acts(11, ANN, by=BOB),
        {"11": [0, 1, 9, 11]},
    ),
    "asked in a holiday": (
        lambda of: Clockwork(of).is_away(2, 30).acts(0, BOB).shown(0).goes_on(Stop.HOLIDAY, 30)
        .acts(32, ANN, by=BOB),
        {"32": [30, 32]},
    ),
    "back before the holiday ends": (
        lambda of: asked(of).stops(Stop.HOLIDAY, 3).acts(7, ANN, by=BOB), {"7": [0, 3]}
    ),
    "the table can't be told": (
        lambda of: asked(of).stops(Stop.TROUBLE, 4).shown(10).acts(12, ANN, by=BOB),
        {"12": [0, 4, 10, 12]},
    ),
    "the bot is down": (
        lambda of: asked(of).is_down(2, 6).acts(7, ANN, by=BOB), {"7": [0, 2, 6, 7]}
    ),
    "the bot is down in a hold": (
        lambda of: asked(of).held(2, 8).is_down(3, 6).held(8, None).acts(9, ANN, by=BOB),
        {"9": [0, 2, 8, 9]},
    ),
    "sealed until all is opened": (
        lambda of: sealed(of).acts(20, ANN, BOB, by=BOB), {"20": [0, 2], "20 of Bob": [0, 20]}
    ),
    "what is sealed is chosen anew": (
        lambda of: sealed(of).acts(10, ANN, BOB).acts(13, BOB, back={ANN})
        .acts(15, ANN, BOB, by=BOB),
        {"13": [0, 2, 10, 13], "15": [0, 15]},
    ),
    "too late, and more time": (
        lambda of: asked(of).acts(80, ANN, by=BOB), {"80": [0, 80]}
    ),
    "a day more after it was up": (
        lambda of: asked(of).gives(1, 75).acts(80, ANN, by=BOB), {"80": [0, 80]}
    ),
    "another pace": (
        lambda of: asked(of).votes(4, "week").votes(6, "none").acts(9, ANN, by=BOB),
        {"9": [0, 9]},
    ),
    "another pace in a hold": (
        lambda of: asked(of).held(2, 8).votes(4, "week").held(8, None).acts(9, ANN, by=BOB),
        {"9": [0, 2, 8, 9]},
    ),
    "an answer before another pace": (
        lambda of: thought(of, 3).votes(4, "week").acts(5, BOB, by=ANN),
        {"3 of Bob": [0, 3], "5": [3, 5]},
    ),
    "a computer player moved": (
        lambda of: asked(of).acts(3, ANN, by=BOB, is_computer=True), {}
    ),
    "a computer player had begun": (
        lambda of: asked(of).acts(3, BOB, by=BOB, is_computer=True).acts(4, ANN, by=BOB),
        {"4": [0, 4]},
    ),
    "a computer player took the rest": (
        lambda of: asked(of).acts(3, BOB, by=BOB).acts(4, ANN, by=BOB, is_computer=True), {}
    ),
    "the seat got another owner": (
        lambda of: asked(of).sits(3, player=CLEO), {}
    ),
    "nobody moved as it ended": (
        lambda of: asked(of).becomes(3, status=Status.CLOSED), {}
    ),
    "the last move": (
        lambda of: asked(of).ends(3), {"3": [0, 3]}
    ),
    "taken back": (
        lambda of: thought(of, 5).acts(6, BOB, undo=1), {}
    ),
    "taken back and played anew": (
        lambda of: thought(of, 5).acts(6, BOB, undo=1).shown(6).acts(7, ANN, by=BOB),
        {"7": [0, 5, 6, 7]},
    ),
    "taken back with an answer to it": (
        lambda of: thought(of, 5).acts(8, BOB, by=ANN).shown(8).acts(9, BOB, undo=1).shown(9)
        .acts(11, ANN, by=BOB).shown(11).acts(12, BOB, by=ANN),
        {"11": [0, 5, 9, 11], "12": [11, 12]},
    ),
    "taken back within an answer": (
        lambda of: asked(of).acts(1, BOB, by=BOB).acts(2, BOB, undo=1).acts(3, ANN, by=BOB),
        {"3": [0, 3]},
    ),
}  # fmt: skip
"""What happens; and for each answer, by when it came, the hours between which it was awaited."""


@pytest.mark.parametrize("pace", [NO_LIMIT, DAY, CLOCK], ids=["no limit", "a day", "a clock"])
@pytest.mark.parametrize(("plays", "between"), TAKEN.values(), ids=TAKEN)
def test_how_long_an_answer_took_whatever_its_limit(
    pace: Pace, plays: Callable[[Pace], Clockwork], between: Mapping[str, list[float]]
) -> None:
    expected = [
        sum(end - begin for begin, end in zip(times[::2], times[1::2], strict=True))
        for times in between.values()
    ]

    now = plays(pace)

    taken = [each.taken / timedelta(hours=1) for each in now.answers]
    assert sorted(taken) == pytest.approx(sorted(expected))


def test_who_answered_from_which_line_on() -> None:
    now = thought(NO_LIMIT, 3).acts(5, BOB, by=ANN)

    assert now.answers == [
        TimedAnswer(BOB, 1, 2, timedelta(hours=3)),
        TimedAnswer(ANN, 2, 3, timedelta(hours=2)),
    ]
