"""Open waits as rows: they follow what is stored of their match, in the same transaction.

These functions are parts of a transaction: whoever calls them has begun it. Of one match they lock
the waits in the order of their ids.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Connection,
    RowMapping,
    Select,
    Text,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage import outbox, timers
from bot.storage.schema import banks, holidays, spent, waits
from bot.table.effects import NO_EFFECTS, Effects, MoreTime
from bot.table.errors import VoteRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Status
from bot.table.match.pace import PaceKind
from bot.table.notices.news_modes import moment_of
from bot.table.notices.notice import Delivered, QueuedNotice
from bot.table.time import waits as rules
from bot.table.time.reminders import first_look
from bot.table.time.timers import Timer, TimerKey, TimerKind
from bot.table.time.waits import Spent, Stop, Wait
from engine.game import Seat

_ZERO: Final = timedelta()


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What `seat` played from line `line` on stands no more."""

    seat: Seat
    line: int


@dataclass(frozen=True, slots=True)
class _Row:
    """An open wait with what else its row says."""

    wait: Wait
    player: int
    line: int
    span: timedelta
    givers: tuple[int, ...] = ()
    late_at: datetime | None = None
    """Since when it is known that its time is up: that is said, and counted, once."""

    @property
    def time_up_at(self) -> datetime | None:
        """When time is up, if nobody has noticed yet."""
        return None if self.late_at is not None else self.wait.due_at


def follow(
    connection: Connection,
    match: Match,
    at: datetime,
    effects: Effects = NO_EFFECTS,
    movers: Collection[Seat] | None = None,
    undone: TakenBack | None = None,
) -> None:
    """Let the waits be those of the match as it is stored now.

    Opens them for people who must act, ends those of others and of whom `effects` say that they are
    asked anew, and lets those stand that may come back to what they sealed: until all is opened,
    then everybody is asked anew. `movers` are the seats of the new lines; None: there are none.
    The match on hold, lost, in another pace, with somebody else in a seat: its waits follow. Those
    of a match that is over are deleted.
    """
    if not match.has_begun or match.status is Status.PAUSED:
        return
    rows = _locked(connection, match.id)
    if match.status is not Status.PLAYING:
        _end(connection, rows)
        connection.execute(_NO_BANKS, {"of": match.id})
        connection.execute(_NO_SPENT, {"of": match.id})
        return
    asked = {
        seat: chair.player
        for seat in match.acting
        if (chair := match.chairs[seat]).agent is None and chair.player and not chair.is_offered
    }
    sealed = {row.wait.seat for row in rows if Stop.SEALED in row.wait.stops}
    may_return = sealed if movers is None else effects.may_return
    is_opened = movers is not None and not sealed <= {*may_return, *movers}
    kept: dict[Seat, _Row] = {}
    ended: list[_Row] = []
    for row in rows:
        seat = row.wait.seat
        # Whoever takes back what they played before it has what they had then.
        is_undone = undone is not None and row.line > undone.line
        if is_opened or is_undone or seat in effects.asked_anew:
            ended.append(row)
        elif asked.get(seat) == row.player:
            kept[seat] = _following(row, match, rules.going_on(row.wait, Stop.SEALED, at), at)
        elif seat in may_return and match.chairs[seat].player == row.player:
            kept[seat] = _following(row, match, rules.stopped(row.wait, Stop.SEALED, at), at)
        else:
            ended.append(row)
    _change(connection, rows, kept.values(), at)
    lengths = _settled(connection, match, kept, ended, at, undone)
    _end(connection, ended)
    new = {seat: player for seat, player in asked.items() if seat not in kept}
    if new:
        _open(connection, match, new, lengths, at)
    if new and movers is None and not match.table.is_behind:
        # The table shows already that these seats must act: somebody sat down in one, or came back.

        def begins(wait: Wait) -> Wait:
            return rules.started(wait, at, at) if wait.seat in new else wait

        changed(connection, match.id, begins, at)


def shown(connection: Connection, match_id: MatchId, message: int, now: datetime) -> None:
    """Let the waits of a match run since this message stands, which shows who is waited for.

    They go on if they stood because the table could not be told. Its time is that in its id, also
    if it is found again after a crash.
    """
    posted = moment_of(message)

    def runs(wait: Wait) -> Wait:
        if wait.since is None:
            return rules.started(wait, posted, now)
        # An older message was edited now.
        moment = min(posted, now) if posted > wait.since else now
        return rules.going_on(wait, Stop.TROUBLE, moment)

    changed(connection, match_id, runs, now)


def pinged(
    connection: Connection, queued: QueuedNotice, delivered: Delivered, now: datetime
) -> None:
    """Let the waits of a match run since a line of its own pinged those who are waited for."""
    if queued.notice.match is not None:
        shown(connection, queued.notice.match, delivered.message, now)


def stop(
    connection: Connection,
    match_id: MatchId,
    reason: Stop,
    now: datetime,
    seat: Seat | None = None,
) -> None:
    """Let the waits of a match stand still for this reason, or that of one seat.

    Trouble costs nothing before somebody could see that a seat is waited for.
    """

    def stands(wait: Wait) -> Wait:
        if reason is Stop.TROUBLE and wait.since is None:
            return wait
        return rules.stopped(wait, reason, now) if seat in (None, wait.seat) else wait

    changed(connection, match_id, stands, now)


def go_on(
    connection: Connection,
    match_id: MatchId,
    reason: Stop,
    now: datetime,
    seat: Seat | None = None,
) -> None:
    """Let waits go on that stood still for this reason; another one may still stop them."""

    def goes_on(wait: Wait) -> Wait:
        return rules.going_on(wait, reason, now) if seat in (None, wait.seat) else wait

    changed(connection, match_id, goes_on, now)


def give(connection: Connection, match_id: MatchId, gift: MoreTime, now: datetime) -> None:
    """Give time to those who are waited for, where there is a limit.

    Raises `VoteRefused` (time-given) if the same person gave some to the same wait before.
    """
    before = _locked(connection, match_id)
    after = []
    for row in before:
        if row.wait.left is None or gift.seat not in (None, row.wait.seat):
            continue
        if gift.by is not None and gift.by in row.givers:
            raise VoteRefused("time-given", match=match_id, seat=row.wait.seat)
        givers = row.givers if gift.by is None else (*row.givers, gift.by)
        after.append(replace(row, wait=rules.with_more(row.wait, gift.more), givers=givers))
    _change(connection, before, after, now)


def late(connection: Connection, wait: int, now: datetime) -> None:
    """Store that the time of a wait is up, if it is."""
    connection.execute(_LATE, {"of_id": wait, "today": now})


def changed(
    connection: Connection, match_id: MatchId, change: Callable[[Wait], Wait], now: datetime
) -> None:
    """Store what a pure function makes of each open wait of a match, with its timers."""
    rows = _locked(connection, match_id)
    _change(connection, rows, [replace(row, wait=change(row.wait)) for row in rows], now)


def of_matches(connection: Connection, ids: Collection[MatchId]) -> Mapping[MatchId, list[Wait]]:
    """Return the open waits of matches, in the order of their seats."""
    found: dict[MatchId, list[Wait]] = {each: [] for each in ids}
    for row in connection.execute(_OPEN_OF, {"ids": list(ids)}).mappings():
        wait = wait_of(row)
        found[wait.match].append(wait)
    return found


def wait_of(row: RowMapping) -> Wait:
    """Read a row of `waits`."""
    return Wait(
        id=row["id"],
        match=MatchId(row["match_id"]),
        seat=Seat(row["seat"]),
        asked_at=row["asked_at"],
        length=_span(row["length_s"]),
        left=_span(row["left_s"]),
        since=row["since"],
        stops=frozenset(Stop(each) for each in row["stops"].split(",") if each),
        is_muted=row["muted"],
        given=timedelta(seconds=row["given_s"]),
    )


def _following(row: _Row, match: Match, wait: Wait, at: datetime) -> _Row:
    if row.span != match.pace.span:
        wait = rules.with_pace(wait, match.pace, at)
    held = rules.stopped if match.held_until is not None else rules.going_on
    wait = held(wait, Stop.HOLD, at)
    if match.lost_at is not None and wait.since is not None:
        wait = rules.stopped(wait, Stop.TROUBLE, at)
    return replace(row, wait=wait, span=match.pace.span)


def _settled(
    connection: Connection,
    match: Match,
    kept: Mapping[Seat, _Row],
    ended: Sequence[_Row],
    at: datetime,
    undone: TakenBack | None,
) -> Mapping[Seat, timedelta]:
    """Store what ended waits used, and what clocks stand at; return how long new waits are.

    Those that are not named have the whole span.
    """
    if match.pace.kind is PaceKind.NONE:
        return {}
    # Not those in which nothing was played: another wait of the seat begins at the same line.
    past = [
        rules.spent(row.wait, row.line, match.line, at)
        for row in ended
        if row.wait.length and row.line < match.line
    ]
    # Somebody else's seat: a new clock.
    gone = [row.wait.seat for row in ended if match.chairs[row.wait.seat].player != row.player]
    left: Mapping[Seat, timedelta]
    if undone is not None and undone.seat not in kept:
        stored = connection.execute(_SPENT, {"of": match.id}).mappings()
        past = [*(_spent(row) for row in stored), *past]
        left = rules.after_take_back(past, undone.seat, undone.line)
        begun = rules.beginning(past, undone.seat, undone.line)
        connection.execute(_FORGET, {"of": match.id, "begun": begun})
        lengths = left
    else:
        if past:
            connection.execute(insert(spent), [_spent_values(match.id, each) for each in past])
        left = {
            row.wait.seat: rules.bank_after(
                match.pace, row.wait, at, has_moved=row.line < match.line
            )
            for row in ended
            if row.wait.length is not None and row.wait.seat not in gone
        }
        lengths = {}
    if match.pace.kind is not PaceKind.BANK:
        return lengths
    if gone:
        connection.execute(_NO_BANK, [{"of": match.id, "in_seat": seat} for seat in gone])
    if left:
        put = _PUT_BANK[connection.dialect.name]
        values = [
            {"match_id": match.id, "seat": seat, "left_s": _seconds(each)}
            for seat, each in left.items()
        ]
        connection.execute(put, values)
    if set(match.acting) <= set(kept):
        return lengths
    stands = connection.execute(_BANKS, {"of": match.id}).all()
    return {Seat(row.seat): timedelta(seconds=row.left_s) for row in stands}


def _open(
    connection: Connection,
    match: Match,
    new: Mapping[Seat, PlayerId],
    lengths: Mapping[Seat, timedelta],
    at: datetime,
) -> None:
    values = []
    for seat, player in new.items():
        length = min(lengths.get(seat, match.pace.span), match.pace.span)
        wait = rules.asked(match.id, seat, at, match.pace, length)
        if match.held_until is not None:
            wait = rules.stopped(wait, Stop.HOLD, at)
        row = _Row(wait, player, match.line, match.pace.span)
        stood = _values(row)
        stood["standing"] = stood.pop("stops")
        values.append({**stood, "who": player, "there": match.venue.guild, "today": at})
    connection.execute(_ASK, values)


def _change(
    connection: Connection, before: Iterable[_Row], after: Iterable[_Row], now: datetime
) -> None:
    """Store waits that have changed, and set their timers."""
    known = {row.wait.id: row for row in before}
    after = [
        replace(row, late_at=None) if (row.wait.left_at(now) or _ZERO) > _ZERO else row
        for row in after
    ]
    new = [row for row in after if row != known[row.wait.id]]
    if not new:
        return
    for row in new:
        connection.execute(_SET, {"of_id": row.wait.id, **_changing_values(row)})
    due: list[Timer] = []
    dropped: list[TimerKey] = []
    for row in new:
        moments = zip(_MOMENTS, _moments(known[row.wait.id]), _moments(row), strict=True)
        for kind, was, at in moments:
            if at is None and was is not None:
                dropped.append(TimerKey(kind, str(row.wait.id)))
            elif at is not None and at != was:
                due.append(_timer(kind, row.wait, at))
    away = [
        _timer(TimerKind.AWAY, row.wait, row.wait.since)
        for row in new
        if row.wait.since is not None
        and row.wait.stops == {Stop.HOLIDAY}
        and _was_kept(known[row.wait.id].wait)
    ]
    timers.drop(connection, *dropped)
    timers.put(connection, *due, *away)


def _was_kept(wait: Wait) -> bool:
    """Say whether nobody could move for its owner: nobody saw it, or the whole table stood."""
    return wait.since is None or bool(wait.stops & {Stop.HOLD, Stop.TROUBLE})


_MOMENTS: Final = (TimerKind.REMINDER, TimerKind.TIME_UP)


def _moments(row: _Row) -> tuple[datetime | None, datetime | None]:
    """Return when to think of a reminder, and when time is up."""
    return first_look(row.wait), row.time_up_at


def _timer(kind: TimerKind, wait: Wait, at: datetime) -> Timer:
    return Timer(kind, str(wait.id), at, wait.match, wait.seat)


def _end(connection: Connection, ended: Sequence[_Row]) -> None:
    """Delete waits that are over, with their timers; what was said because of them goes, too."""
    if not ended:
        return
    for row in ended:
        connection.execute(_DELETE, {"of_id": row.wait.id})
        timers.drop_about(connection, row.wait.id)
        outbox.retract_about(connection, row.wait.id)


def _locked(connection: Connection, match_id: MatchId) -> list[_Row]:
    """Read the open waits of a match, which nobody else changes until the transaction ends."""
    return [
        _Row(
            wait=wait_of(row),
            player=row["player"],
            line=row["line"],
            span=timedelta(seconds=row["span_s"]),
            givers=tuple(int(each) for each in row["given_by"].split(",") if each),
            late_at=row["late_at"],
        )
        for row in connection.execute(_OPEN, {"of": match_id}).mappings()
    ]


def _values(row: _Row) -> dict[str, Any]:
    wait = row.wait
    return {
        "match_id": wait.match,
        "seat": wait.seat,
        "player": row.player,
        "line": row.line,
        **_changing_values(row),
    }


def _changing_values(row: _Row) -> dict[str, Any]:
    wait = row.wait
    return {
        "span_s": _seconds(row.span),
        "asked_at": wait.asked_at,
        "length_s": None if wait.length is None else _seconds(wait.length),
        "left_s": None if wait.left is None else _seconds(wait.left),
        "since": wait.since,
        "due_at": wait.due_at,
        "stops": ",".join(sorted(wait.stops)),
        "given_s": _seconds(wait.given),
        "given_by": ",".join(map(str, row.givers)),
        "late_at": row.late_at,
    }


def _spent(row: RowMapping) -> Spent:
    length, used = timedelta(seconds=row["length_s"]), timedelta(seconds=row["used_s"])
    return Spent(Seat(row["seat"]), row["line"], row["upto"], length, used)


def _spent_values(match_id: MatchId, of: Spent) -> dict[str, Any]:
    length, used = _seconds(of.length), _seconds(of.used)
    where = {"match_id": match_id, "seat": of.seat, "line": of.line, "upto": of.upto}
    return {**where, "length_s": length, "used_s": used}


def _seconds(length: timedelta) -> int:
    return round(length.total_seconds())


def _span(seconds: int | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)


_OPEN: Final = (
    select(waits).where(waits.c.match_id == bindparam("of")).order_by(waits.c.id).with_for_update()
)
_OPEN_OF: Final = (
    select(waits)
    .where(waits.c.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(waits.c.match_id, waits.c.seat)
)
_IS_AWAY: Final[Select[tuple[str]]] = select(literal_column("',holiday'")).where(
    holidays.c.player == bindparam("who"),
    holidays.c.guild.is_not_distinct_from(bindparam("there", type_=BigInteger)),
    holidays.c.begins_at <= bindparam("today"),
    holidays.c.ends_at > bindparam("today"),
)
_ASK: Final = insert(waits).values(
    stops=bindparam("standing", type_=Text).concat(
        func.coalesce(_IS_AWAY.limit(1).scalar_subquery(), "")
    )
)
_SET: Final = update(waits).where(waits.c.id == bindparam("of_id"))
_LATE: Final = (
    update(waits)
    .where(waits.c.id == bindparam("of_id"), waits.c.due_at <= bindparam("today"))
    .values(late_at=bindparam("today"))
)
_DELETE: Final = delete(waits).where(waits.c.id == bindparam("of_id"))

_BANKS: Final = select(banks.c.seat, banks.c.left_s).where(banks.c.match_id == bindparam("of"))
_NO_BANKS: Final = delete(banks).where(banks.c.match_id == bindparam("of"))
_NO_BANK: Final = delete(banks).where(
    banks.c.match_id == bindparam("of"), banks.c.seat == bindparam("in_seat")
)
_SPENT: Final = select(spent).where(spent.c.match_id == bindparam("of"))
_NO_SPENT: Final = delete(spent).where(spent.c.match_id == bindparam("of"))
_FORGET: Final = _NO_SPENT.where(spent.c.upto > bindparam("begun"))


def _put_bank(dialect: Any) -> Any:
    put = dialect.insert(banks)
    return put.on_conflict_do_update(
        index_elements=["match_id", "seat"], set_={"left_s": put.excluded.left_s}
    )


_PUT_BANK: Final = {"sqlite": _put_bank(sqlite), "postgresql": _put_bank(postgresql)}
