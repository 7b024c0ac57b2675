"""Waits follow their match: what is decided when it changes, as a table of what happens.

Hours are counted from when the match began. Whose clock shows what is asked in the end.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from bot.table.errors import VoteRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import opened
from bot.table.match.match import Chair, Match, Person, Posted, Status, Venue, WhenLate
from bot.table.match.pace import NO_LIMIT, PACES, Pace
from bot.table.time import waits
from bot.table.time.clocks import (
    Clocks,
    NewLines,
    TakenBack,
    changes,
    follow,
    given,
    timers_of,
)
from bot.table.time.decision import TimeDecision
from bot.table.time.timers import TimerKind
from bot.table.time.waits import MoreTime, Spent, Stop, Wait
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
        self.away: frozenset[PlayerId] = frozenset()
        self._movers: list[Seat] = []

    def acts(
        self,
        at: float,
        *seats: Seat,
        by: Seat = ANN,
        back: Collection[Seat] = (),
        undo: int | None = None,
    ) -> "Clockwork":
        """Store one more line, after which these seats must act, and others may come back."""
        undone = None if undo is None else TakenBack(self._movers[undo], undo)
        self._movers.append(by)
        line, table = len(self._movers), self.match.table.wanting(len(self._movers))
        self.match = replace(self.match, line=line, acting=seats, table=table)
        return self._followed(at, NewLines(() if undone else (by,), back, (), undone))

    def held(self, at: float, until: float | None) -> "Clockwork":
        return self.becomes(at, held_until=until and hour(until), held_since=until and hour(at))

    def becomes(self, at: float, **changed: Any) -> "Clockwork":
        """Store another state of the match."""
        self.match = replace(self.match, **changed)
        return self._followed(at)

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

    def gives(self, days: int, at: float, **gift: Any) -> "Clockwork":
        rows = list(self.waits.values())
        more = given(rows, MoreTime(timedelta(days=days), **gift))
        return self._stored(changes(rows, more, hour(at)))

    def is_away(self, player: int) -> "Clockwork":
        self.away = frozenset({PlayerId(player)})
        return self

    def of(self, seat: Seat) -> Wait:
        return next(each for each in self.waits.values() if each.seat == seat)

    def due(self, seat: Seat) -> float | None:
        """Return when time is up, in hours; its timer says the same."""
        wait = self.of(seat)
        if wait.late_at is None:
            assert self.timers.get((TimerKind.TIME_UP, str(wait.id))) == wait.due_at
        return None if wait.due_at is None else (wait.due_at - NOW) / timedelta(hours=1)

    def length(self, seat: Seat) -> float | None:
        length = self.of(seat).length
        return None if length is None else length / timedelta(hours=1)

    def _followed(self, at: float, played: NewLines | None = None) -> "Clockwork":
        clocks = Clocks(self.banks, self.spent, self.away)
        rows = list(self.waits.values())
        return self._stored(follow(self.match, rows, clocks, hour(at), played))

    def _changed(self, change: Callable[[Wait], Wait], at: float) -> "Clockwork":
        rows = list(self.waits.values())
        return self._stored(changes(rows, [change(each) for each in rows], hour(at)))

    def _stored(self, decision: TimeDecision) -> "Clockwork":
        self.waits |= {each.id: each for each in decision.changed}
        for each in decision.ended:
            del self.waits[each.id]
        self.timers = {key: at for key, at in self.timers.items() if int(key[1]) in self.waits}
        for key in decision.dropped:
            del self.timers[key]
        new = [replace(each, id=10 * len(self._movers) + each.seat) for each in decision.opened]
        self.waits |= {each.id: each for each in new}
        timers = [*decision.timers, *(timer for each in new for timer in timers_of(each))]
        self.timers |= {(each.kind, each.key): each.due_at for each in timers}
        if decision.forgotten is not None:
            self.spent = [each for each in self.spent if each.upto <= decision.forgotten]
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
    "an hour is left at least": (thought(DAY, 23.5).acts(24, BOB, undo=1), BOB, 1),
}  # fmt: skip


@pytest.mark.parametrize(("now", "seat", "due"), DUE.values(), ids=DUE)
def test_when_time_is_up(now: Clockwork, seat: Seat, due: float | None) -> None:
    assert now.due(seat) == due


@pytest.mark.parametrize(("now", "seat", "length"), LENGTHS.values(), ids=LENGTHS)
def test_how_much_time_the_next_wait_has(now: Clockwork, seat: Seat, length: float) -> None:
    assert now.length(seat) == length


def test_a_take_back_within_a_wait_changes_nothing() -> None:
    now = asked(CLOCK).acts(1, BOB, by=BOB)
    before = dict(now.waits)

    assert now.acts(2, BOB, undo=1).waits == before


@pytest.mark.parametrize("chair", [{"agent": "greedy"}, {"is_offered": True}, {"player": None}])
def test_nobody_waits_for_a_seat_without_a_person(chair: dict[str, Any]) -> None:
    now = asked(DAY).sits(1, **chair)

    assert (now.waits, now.timers) == ({}, {})


def test_another_turn_without_a_limit_is_one_of_reminders_only() -> None:
    assert {kind for kind, _ in asked(NO_LIMIT).timers} == {TimerKind.REMINDER}


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
    assert now.due(BOB) == 48


def test_it_is_noticed_once_that_time_is_up() -> None:
    now = asked(DAY)
    late = replace(now.of(BOB), late_at=hour(24))
    now.waits = {late.id: late}
    del now.timers[TimerKind.TIME_UP, str(late.id)]

    now.stops(Stop.HOLD, 25).goes_on(Stop.HOLD, 30)

    assert now.of(BOB).late_at == hour(24)
    assert TimerKind.TIME_UP not in {kind for kind, _ in now.timers}
