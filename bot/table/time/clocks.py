"""What becomes of the open waits of a match when it changes: decided from their rows, no database.

Every function takes the waits as they are stored and returns what is to be stored; nothing else
decides when a seat's clock starts, stops, runs again or ends.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.table.errors import VoteRefused
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Status, WhenLate
from bot.table.match.pace import PaceKind
from bot.table.match.plans import GRACE
from bot.table.time import waits
from bot.table.time.decision import TimeDecision
from bot.table.time.nights import ALWAYS_THERE, OffHours, spared
from bot.table.time.reminders import first_look, steps_behind
from bot.table.time.timers import Timer, TimerKind
from bot.table.time.waits import DAY_MORE, NOBODY, MoreTime, Spent, Stop, TimedAnswer, Wait
from engine.game import Seat

_ZERO: Final = timedelta()


class TakenBack(NamedTuple):
    """What `seat` played from line `line` on stands no more."""

    seat: Seat
    line: int


class NewLines(NamedTuple):
    """What new lines do to those who must act.

    `movers` are their seats; for those of them `by_computer` a computer player moved. Those that
    `may_return` are not awaited any more, but may still change what they chose; `asked_anew` are
    those that are awaited as before, but for something else. `planned` had planned its move.
    """

    movers: Collection[Seat]
    may_return: Collection[Seat] = ()
    asked_anew: Collection[Seat] = ()
    undone: TakenBack | None = None
    by_computer: Collection[Seat] = ()
    planned: Seat | None = None


class MatchChange(NamedTuple):
    """What has changed of a match besides its lines.

    `has_new_pace`: clocks begin anew. `new_owners` are seats that another person has, `back` those
    whose player was late and is there now.
    """

    has_new_pace: bool = False
    new_owners: Collection[Seat] = ()
    back: Collection[Seat] = ()


NO_CHANGE: Final = MatchChange()


@dataclass(frozen=True, slots=True)
class Clocks:
    """What is stored of a match's time besides its open waits, and when its people aren't there.

    `spent` are the waits that ended, `answers` those of people; they are needed only to take
    something back.
    """

    banks: Mapping[Seat, timedelta] = field(default_factory=dict)
    spent: Sequence[Spent] = ()
    off: Mapping[PlayerId, OffHours] = field(default_factory=dict)
    answers: Sequence[TimedAnswer] = ()


def follow(
    match: Match,
    rows: Sequence[Wait],
    clocks: Clocks,
    at: datetime,
    played: NewLines | None = None,
    gifts: Sequence[MoreTime] = (),
    change: MatchChange = NO_CHANGE,
) -> TimeDecision:
    """Return what brings the waits in line with a match that has begun, as it is now.

    It opens waits for people who must act, and ends those of others and of those who are asked
    anew. The waits of seats that may come back to what they sealed stand still until all choices
    are opened; then everybody is asked anew. `played` None: there are no new lines.
    The waits also follow if the match is on hold or lost, has another pace, or a seat has another
    owner. Those of a match that is over are deleted. `gifts` come first; a player who is back has
    at least a day (`waits.of_one_back`). Raises `VoteRefused` (time-given) if the same person gave
    some to the same wait before.
    """
    moved = rows if played is None else [_moved(row, played, at) for row in rows]
    if match.status is not Status.PLAYING:
        answers = _answers(match, moved, played, at)
        return TimeDecision(ended=tuple(rows), answers=answers, is_over=True)
    asked = {
        seat: chair.player
        for seat in match.acting
        if (chair := match.chairs[seat]).agent is None and chair.player and not chair.is_offered
    }
    sealed = {row.seat for row in rows if Stop.SEALED in row.stops}
    may_return = sealed if played is None else played.may_return
    is_opened = played is not None and not sealed <= {*may_return, *played.movers}
    asked_anew = () if played is None else played.asked_anew
    undone = None if played is None else played.undone
    before = rows
    for gift in gifts:
        rows = given(rows, gift, at)
    if played is not None:
        rows = [_moved(row, played, at) for row in rows]
    kept: dict[Seat, Wait] = {}
    ended: list[Wait] = []
    for row in rows:
        seat = row.seat
        # A seat that takes back what it played before this wait has the time that it had then.
        is_undone = undone is not None and row.line > undone.line
        if is_opened or is_undone or seat in asked_anew:
            ended.append(row)
        elif asked.get(seat) == row.player:
            kept[seat] = waits.going_on(row, Stop.SEALED, at)
        elif seat in may_return and match.chairs[seat].player == row.player:
            kept[seat] = waits.stopped(row, Stop.SEALED, at)
        else:
            ended.append(row)
    if change.has_new_pace:
        kept = {seat: waits.with_pace(row, match.pace, at) for seat, row in kept.items()}
        # What clocks stood at, and what was used of them, was of the pace before.
        clocks = replace(clocks, banks={}, spent=())
    kept |= {seat: waits.of_one_back(kept[seat], at) for seat in change.back if seat in kept}
    kept = {seat: _following(row, match, at) for seat, row in kept.items()}
    settled = _settled(match, kept, ended, clocks, at, undone, change.new_owners)
    # The table shows already that these seats must act: a person sat down there, or came back.
    is_seen = played is None and not match.table.is_behind
    # After a move in time a clock has what it has.
    returned = change.back if played is None else ()
    opened = tuple(
        replace(
            _opened(
                match,
                seat,
                player,
                settled.lengths,
                clocks.off,
                at,
                is_seen=is_seen,
                is_back=seat in returned,
            ),
            is_redone=undone is not None and undone.seat == seat,
            waited=_taken_before(clocks.answers, seat, undone),
        )
        for seat, player in asked.items()
        if seat not in kept
    )
    nothing = dict.fromkeys(map(Seat, range(len(match.chairs))) if change.has_new_pace else ())
    return replace(
        changes(before, kept.values(), clocks.off, at),
        spent=settled.spent,
        answers=_answers(match, ended, played, at),
        taken_back=None if undone is None else undone.line,
        forgotten=0 if change.has_new_pace else settled.forgotten,
        banks={**nothing, **settled.banks},
        ended=tuple(ended),
        opened=opened,
    )


def _answers(
    match: Match, ended: Sequence[Wait], played: NewLines | None, at: datetime
) -> tuple[TimedAnswer, ...]:
    """Return how long people took in waits that ended as they had moved themselves."""
    if played is None:
        return ()
    return tuple(
        TimedAnswer(row.seat, row.line, match.line, row.taken(at))
        for row in ended
        if (Stop.SEALED in row.stops or row.seat in played.movers) and not row.is_stood_in
    )


def _taken_before(
    answers: Sequence[TimedAnswer], seat: Seat, undone: TakenBack | None
) -> timedelta:
    """Return how long a seat had thought about what it has just taken back."""
    if undone is None or undone.seat != seat:
        return _ZERO
    found = (each for each in answers if each.seat == seat and each.line <= undone.line < each.upto)
    return next((each.taken for each in found), _ZERO)


def _moved(wait: Wait, played: NewLines, at: datetime) -> Wait:
    """Note who was the last to move in a wait."""
    if wait.seat not in played.movers:
        return wait
    if wait.seat == played.planned and wait.since is not None:
        # Its plan waited for the player who had moved before, not for its own.
        wait = replace(wait, since=min(at, wait.since + GRACE))
    return replace(wait, is_stood_in=wait.seat in played.by_computer)


def _following(wait: Wait, match: Match, at: datetime) -> Wait:
    held = waits.stopped if match.held_until is not None else waits.going_on
    wait = held(wait, Stop.HOLD, at)
    if match.lost_at is not None:
        wait = waits.stopped(wait, Stop.TROUBLE, at)
    chair = match.chairs[wait.seat]
    is_simply_awaited = match.when_late is WhenLate.WAIT and chair.lapses > 0
    if not wait.runs or chair.has_stand_in or is_simply_awaited:
        return wait
    # That its time was up is over: its player came back, or the table did. Now it gets some more.
    return replace(wait, late_at=None)


def _opened(
    match: Match,
    seat: Seat,
    player: PlayerId,
    lengths: Mapping[Seat, timedelta],
    off: Mapping[PlayerId, OffHours],
    at: datetime,
    *,
    is_seen: bool,
    is_back: bool,
) -> Wait:
    span = match.pace.span
    length = min(lengths.get(seat, span), span)
    wait = waits.asked(match.id, seat, at, match.pace, length)
    if is_back:
        wait = waits.of_one_back(wait, at)
    if match.held_until is not None:
        wait = waits.stopped(wait, Stop.HOLD, at)
    hours = off.get(player, ALWAYS_THERE)
    if hours.is_away(at):
        wait = waits.stopped(wait, Stop.HOLIDAY, at)
    if is_seen:
        wait = spared(waits.started(wait, at, at), hours, at)
        wait = replace(wait, look_at=first_look(wait))
    return replace(wait, player=player, line=match.line)


class _Settled(NamedTuple):
    """How long new waits are, those that are not named the whole span; and what is noted."""

    lengths: Mapping[Seat, timedelta] = MappingProxyType({})
    spent: tuple[Spent, ...] = ()
    forgotten: int | None = None
    banks: Mapping[Seat, timedelta | None] = MappingProxyType({})


def _settled(
    match: Match,
    kept: Mapping[Seat, Wait],
    ended: Sequence[Wait],
    clocks: Clocks,
    at: datetime,
    undone: TakenBack | None,
    new_owners: Collection[Seat],
) -> _Settled:
    """Return what ended waits used, and what clocks stand at."""
    if match.pace.kind is PaceKind.NONE:
        return _Settled()
    # Not those in which nothing was played: another wait of the seat begins at the same line.
    past = tuple(
        waits.spent(row, row.line, match.line, at)
        for row in ended
        if row.length is not None and row.line < match.line
    )
    # The seat has another owner, perhaps some time after it was offered: a new clock.
    gone = {
        *new_owners,
        *(row.seat for row in ended if match.chairs[row.seat].player != row.player),
    }
    left: Mapping[Seat, timedelta]
    if undone is not None and undone.seat not in kept:
        every = [*clocks.spent, *past]
        left, forgotten = waits.after_take_back(every, undone.seat, undone.line)
        settled = _Settled(left, forgotten=forgotten)
    else:
        left = {
            row.seat: waits.bank_after(match.pace, row, at, has_moved=row.line < match.line)
            for row in ended
            if row.length is not None and row.seat not in gone
        }
        settled = _Settled(spent=past)
    if match.pace.kind is not PaceKind.BANK:
        return settled
    banks: dict[Seat, timedelta | None] = {**dict.fromkeys(gone), **left}
    stand = {**clocks.banks, **banks}
    lengths = {seat: time for seat, time in stand.items() if time is not None}
    return settled._replace(lengths=lengths, banks=banks)


def changes(
    before: Sequence[Wait],
    after: Collection[Wait],
    off: Mapping[PlayerId, OffHours],
    now: datetime,
) -> TimeDecision:
    """Return what stores waits that have become others, and the timers that follow from it.

    `off` says when their players aren't there, as far as anything is known.
    """
    new: list[Wait] = []
    timers: list[Timer] = []
    known = {wait.id: wait for wait in before}
    for each in after:
        was = known[each.id]
        counted = _counted_anew(was, each, off.get(each.player, ALWAYS_THERE), now)
        wait = _looked_at(was, counted)
        if wait == was:
            continue
        new.append(wait)
        if _was_kept(was):
            timers += timers_of(wait)
    return TimeDecision(changed=tuple(new), timers=tuple(timers))


def _looked_at(was: Wait, wait: Wait) -> Wait:
    """Let a wait be looked at anew if what may come of it comes at another moment.

    Or if nobody would notice that its time is up: they looked while a computer player was about to
    move, which then didn't.
    """
    before, now = ((first_look(each), each.due_at, each.late_at) for each in (was, wait))
    is_noticed = wait.look_at is not None or wait.due_at is None or wait.late_at is not None
    return wait if before == now and is_noticed else replace(wait, look_at=first_look(wait))


def late(wait: Wait, now: datetime) -> Wait:
    """Return a wait of which it is known by now that its time is up; if it isn't, as it was."""
    if wait.due_at is None or wait.due_at > now:
        return wait
    return _looked_at(wait, replace(wait, late_at=now))


def timers_of(wait: Wait) -> Sequence[Timer]:
    """Return what lets a computer player move for a player on holiday, from when that begins."""
    if wait.since is None or wait.stops != {Stop.HOLIDAY}:
        return ()
    return (Timer(TimerKind.AWAY, str(wait.id), wait.since, wait.match, wait.seat),)


def _counted_anew(was: Wait, wait: Wait, off: OffHours, now: datetime) -> Wait:
    """Give a day to a wait that runs again too late; let it be noticed again when time is up.

    Of its reminders some may be due again, and its time must not be up at night.
    """
    stood_too_late = not was.runs and was.since is not None and (was.left or _ZERO) <= _ZERO
    is_up = wait.left is not None and (wait.left_at(now) or _ZERO) <= _ZERO
    was_late = was.late_at is not None
    if is_up and wait.runs and wait.late_at is None and (stood_too_late or was_late):
        givers = (*wait.givers, NOBODY) if was_late and not wait.was_up else wait.givers
        wait = replace(waits.with_more(wait, DAY_MORE, now), givers=givers)
    elif not is_up:
        wait = replace(wait, late_at=None)
    has_more = (wait.length, wait.given - wait.night) != (was.length, was.given - was.night)
    wait = spared(wait, off, now)
    if not has_more:
        return wait
    return replace(wait, reminded=min(wait.reminded, steps_behind(wait, now)))


def _was_kept(wait: Wait) -> bool:
    """Say whether nobody could move for its owner: nobody saw it, or the whole table stood."""
    return wait.since is None or bool(wait.stops & {Stop.HOLD, Stop.TROUBLE})


def seen(wait: Wait, off: OffHours, now: datetime) -> Wait:
    """Return a wait as it runs if its table shows it now."""
    return spared(waits.going_on(waits.started(wait, now, now), Stop.TROUBLE, now), off, now)


def given(rows: Sequence[Wait], gift: MoreTime, now: datetime) -> list[Wait]:
    """Return the waits after those that are meant got more time, if they have a limit.

    Raises `VoteRefused` (time-given) if the same person gave some to the same wait before.
    """
    after = []
    for wait in rows:
        if wait.left is None or gift.seat not in (None, wait.seat):
            after.append(wait)
            continue
        if gift.by is not None and gift.by in wait.givers:
            raise VoteRefused("time-given", match=wait.match, seat=wait.seat)
        givers = wait.givers if gift.by is None else (*wait.givers, gift.by)
        after.append(replace(waits.with_more(wait, gift.more, now), givers=givers))
    return after
