"""What becomes of the open waits of a match when it changes: decided from their rows, no database.

Every function takes the waits as they are stored and returns what is to be stored; nothing else
decides when a seat's clock starts, stops, runs again or ends.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.table.errors import VoteRefused
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Status
from bot.table.match.pace import PaceKind
from bot.table.time import waits
from bot.table.time.decision import TimeDecision
from bot.table.time.reminders import first_look
from bot.table.time.timers import Timer, TimerKey, TimerKind
from bot.table.time.waits import MoreTime, Spent, Stop, Wait
from engine.game import Seat

_ZERO: Final = timedelta()


class TakenBack(NamedTuple):
    """What `seat` played from line `line` on stands no more."""

    seat: Seat
    line: int


class NewLines(NamedTuple):
    """What new lines do to those who must act.

    `movers` are their seats. Those that `may_return` are not awaited any more, but may still change
    what they chose; `asked_anew` are those that are awaited as before, but for something else.
    """

    movers: Collection[Seat]
    may_return: Collection[Seat] = ()
    asked_anew: Collection[Seat] = ()
    undone: TakenBack | None = None


@dataclass(frozen=True, slots=True)
class Clocks:
    """What is stored of a match's time besides its open waits, and who of its people is away.

    `spent` are the waits that ended; they are needed only to take something back.
    """

    banks: Mapping[Seat, timedelta] = field(default_factory=dict)
    spent: Sequence[Spent] = ()
    away: frozenset[PlayerId] = frozenset()


def follow(
    match: Match, rows: Sequence[Wait], clocks: Clocks, at: datetime, played: NewLines | None = None
) -> TimeDecision:
    """Return what brings the waits in line with a match that has begun, as it is now.

    It opens waits for people who must act, and ends those of others and of those who are asked
    anew. The waits of seats that may come back to what they sealed stand still until all choices
    are opened; then everybody is asked anew. `played` None: there are no new lines.
    The waits also follow if the match is on hold or lost, has another pace, or a seat has another
    owner. Those of a match that is over are deleted.
    """
    if match.status is not Status.PLAYING:
        return TimeDecision(ended=tuple(rows), is_over=True)
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
    kept: dict[Seat, Wait] = {}
    ended: list[Wait] = []
    for row in rows:
        seat = row.seat
        # A seat that takes back what it played before this wait has the time that it had then.
        is_undone = undone is not None and row.line > undone.line
        if is_opened or is_undone or seat in asked_anew:
            ended.append(row)
        elif asked.get(seat) == row.player:
            kept[seat] = _following(waits.going_on(row, Stop.SEALED, at), match, at)
        elif seat in may_return and match.chairs[seat].player == row.player:
            kept[seat] = _following(waits.stopped(row, Stop.SEALED, at), match, at)
        else:
            ended.append(row)
    settled = _settled(match, kept, ended, clocks, at, undone)
    # The table shows already that these seats must act: a person sat down there, or came back.
    is_seen = played is None and not match.table.is_behind
    opened = tuple(
        _opened(match, seat, player, settled.lengths, clocks.away, at, is_seen=is_seen)
        for seat, player in asked.items()
        if seat not in kept
    )
    return replace(
        changes(rows, kept.values(), at),
        spent=settled.spent,
        forgotten=settled.forgotten,
        banks=settled.banks,
        ended=tuple(ended),
        opened=opened,
    )


def _following(wait: Wait, match: Match, at: datetime) -> Wait:
    if wait.span != match.pace.span:
        wait = waits.with_pace(wait, match.pace, at)
    held = waits.stopped if match.held_until is not None else waits.going_on
    wait = held(wait, Stop.HOLD, at)
    if match.lost_at is not None:
        wait = waits.stopped(wait, Stop.TROUBLE, at)
    return replace(wait, span=match.pace.span)


def _opened(
    match: Match,
    seat: Seat,
    player: PlayerId,
    lengths: Mapping[Seat, timedelta],
    away: Collection[PlayerId],
    at: datetime,
    *,
    is_seen: bool,
) -> Wait:
    span = match.pace.span
    length = min(lengths.get(seat, span), span)
    # Clocks are stored in whole seconds.
    whole = timedelta(seconds=round(length.total_seconds()))
    wait = waits.asked(match.id, seat, at, match.pace, whole)
    if match.held_until is not None:
        wait = waits.stopped(wait, Stop.HOLD, at)
    if player in away:
        wait = waits.stopped(wait, Stop.HOLIDAY, at)
    if is_seen:
        wait = waits.started(wait, at, at)
    return replace(wait, player=player, line=match.line, span=span)


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
) -> _Settled:
    """Return what ended waits used, and what clocks stand at."""
    if match.pace.kind is PaceKind.NONE:
        return _Settled()
    # Not those in which nothing was played: another wait of the seat begins at the same line.
    past = tuple(
        waits.spent(row, row.line, match.line, at)
        for row in ended
        if row.length and row.line < match.line
    )
    # The seat has another owner: a new clock.
    gone = [row.seat for row in ended if match.chairs[row.seat].player != row.player]
    left: Mapping[Seat, timedelta]
    if undone is not None and undone.seat not in kept:
        every = [*clocks.spent, *past]
        left = waits.after_take_back(every, undone.seat, undone.line)
        forgotten = waits.beginning(every, undone.seat, undone.line)
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


def changes(before: Sequence[Wait], after: Collection[Wait], now: datetime) -> TimeDecision:
    """Return what stores waits that have become others, and the timers that follow from it."""
    known = {wait.id: wait for wait in before}
    new = [wait for wait in map(_counted_anew(now), after) if wait != known[wait.id]]
    due: list[Timer] = []
    dropped: list[TimerKey] = []
    for wait in new:
        moments = zip(_MOMENTS, _moments(known[wait.id]), _moments(wait), strict=True)
        for kind, was, at in moments:
            if at is None and was is not None:
                dropped.append(TimerKey(kind, str(wait.id)))
            elif at is not None and at != was:
                due.append(wait_timer(kind, wait, at))
    away = [
        wait_timer(TimerKind.AWAY, wait, wait.since)
        for wait in new
        if wait.since is not None and wait.stops == {Stop.HOLIDAY} and _was_kept(known[wait.id])
    ]
    return TimeDecision(changed=tuple(new), timers=(*due, *away), dropped=tuple(dropped))


def timers_of(wait: Wait) -> tuple[Timer, ...]:
    """Return the timers of a wait that has just been opened, and has its id by now."""
    unseen = replace(wait, since=None)
    return changes([unseen], [wait], wait.asked_at).timers if wait != unseen else ()


def _counted_anew(now: datetime) -> Callable[[Wait], Wait]:
    """Let it be noticed again when time is up, of those that have some."""
    return lambda wait: (
        replace(wait, late_at=None) if (wait.left_at(now) or _ZERO) > _ZERO else wait
    )


def _was_kept(wait: Wait) -> bool:
    """Say whether nobody could move for its owner: nobody saw it, or the whole table stood."""
    return wait.since is None or bool(wait.stops & {Stop.HOLD, Stop.TROUBLE})


_MOMENTS: Final = (TimerKind.REMINDER, TimerKind.TIME_UP)


def _moments(wait: Wait) -> tuple[datetime | None, datetime | None]:
    """Return when to think of a reminder, and when time is up, if nobody has noticed yet."""
    return first_look(wait), None if wait.late_at is not None else wait.due_at


def wait_timer(kind: TimerKind, wait: Wait, at: datetime) -> Timer:
    """Return a timer about a wait."""
    return Timer(kind, str(wait.id), at, wait.match, wait.seat)


def given(rows: Sequence[Wait], gift: MoreTime) -> list[Wait]:
    """Return the waits that get more time: those that are meant, where there is a limit.

    Raises `VoteRefused` (time-given) if the same person gave some to the same wait before.
    """
    after = []
    for wait in rows:
        if wait.left is None or gift.seat not in (None, wait.seat):
            continue
        if gift.by is not None and gift.by in wait.givers:
            raise VoteRefused("time-given", match=wait.match, seat=wait.seat)
        givers = wait.givers if gift.by is None else (*wait.givers, gift.by)
        after.append(replace(waits.with_more(wait, gift.more), givers=givers))
    return after
