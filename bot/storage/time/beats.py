"""When people could reach the bot, and what is given back to their waits when they could not."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Interval,
    Text,
    Update,
    any_,
    bindparam,
    case,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY

from bot.storage.database import Database
from bot.storage.processes.buckets import within
from bot.storage.schema import (
    Instant,
    beats,
    holidays,
    matches,
    outages,
    players,
    timers,
    waits,
)
from bot.storage.time.decisions import apply
from bot.storage.time.waits import TIMED, decisions
from bot.storage.upserts import Upsert
from bot.table.processes.buckets import Buckets
from bot.table.time import waits as rules
from bot.table.time.nights import TO_PLAY
from bot.table.time.outages import Gap, gap
from bot.table.time.timers import ABOUT_A_WAIT

ALL: Final = "all"
"""The scope of a bot that is one process; where several share the work, each bucket is one."""

# Whatever the scope: several may have shared the work before.
_LAST: Final = select(beats.c.at).order_by(beats.c.at.desc()).limit(1).with_for_update()
_OF_SOME: Final = select(beats.c.scope, beats.c.at).where(
    beats.c.scope == any_(bindparam("scopes", type_=ARRAY(Text)))
)
_RUNS: Final = (waits.c.since.is_not(None), waits.c.stops == "")
# Lock the whole table: locking single rows in an unspecified order could deadlock with other
# transactions. With any weaker lock, others could read rows for an update that must then wait.
_LOCK: Final = text("LOCK TABLE waits IN EXCLUSIVE MODE")

_Moved = Callable[[ColumnElement[Any]], ColumnElement[Any]]


def _shift(moved: _Moved) -> Update:
    """Return the statement that moves all that ran when it began, by as much."""
    asked = case((waits.c.left_s.is_(None), moved(waits.c.asked_at)), else_=waits.c.asked_at)
    return (
        update(waits)
        .where(*_RUNS, waits.c.since <= bindparam("began"))
        .values(since=moved(waits.c.since), due_at=moved(waits.c.due_at), asked_at=asked)
    )


def _shift_looks(moved: _Moved) -> Update:
    return update(waits).values(look_at=moved(waits.c.look_at))


def _shift_timers(moved: _Moved) -> Update:
    of_waits = timers.c.kind.in_(ABOUT_A_WAIT)
    return update(timers).where(of_waits).values(due_at=moved(timers.c.due_at))


def _as_text(column: ColumnElement[Any]) -> ColumnElement[Any]:
    # SQLite keeps a moment as text and reckons in milliseconds; the last digits are microseconds.
    return func.strftime("%Y-%m-%d %H:%M:%f", column, bindparam("by", type_=Text)).concat("000")


def _by_interval(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return column + bindparam("by", type_=Interval)


_SHIFT: Final = {"sqlite": _shift(_as_text), "postgresql": _shift(_by_interval)}
_SHIFT_LOOKS: Final = {
    "sqlite": _shift_looks(_as_text),
    "postgresql": _shift_looks(_by_interval),
}
_SHIFT_TIMERS: Final = {
    "sqlite": _shift_timers(_as_text),
    "postgresql": _shift_timers(_by_interval),
}
_LATER: Final = TIMED.where(*_RUNS, waits.c.since > bindparam("began"))
# Of people who may be asleep, or have just come back.
_AT_NIGHT: Final = TIMED.where(
    *_RUNS,
    waits.c.due_at > bindparam("today"),
    or_(
        players.c.quiet_from.is_not(None),
        waits.c.player.in_(
            select(holidays.c.player).where(holidays.c.ends_at > bindparam("back", type_=Instant))
        ),
    ),
)

_PUT: Final = Upsert(beats, ["scope"], ["at"])
_SCOPES: Final = select(
    func.unnest(bindparam("scopes", type_=ARRAY(Text))), bindparam("at", type_=Instant)
)
_PUT_SOME: Final = Upsert(beats, ["scope"], ["at"], source=(("scope", "at"), _SCOPES))


class BeatStore:
    """Keeps beats and outages in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, now: datetime, jump: timedelta, buckets: Buckets = None) -> Sequence[Gap]:
        """Store a beat, and give back what was lost since the one before, in one transaction.

        `jump` is how far the clock went ahead of true time since then. Where processes share the
        work, each bucket has beats of its own, and time is given back to its matches alone.
        Raises `LeaseLost` if a bucket is another process's by now.
        """

        def beat(connection: Connection) -> Sequence[Gap]:
            lost = gap(connection.execute(_LAST).scalar_one_or_none(), now, jump)
            _PUT.execute(connection, {"scope": ALL, "at": now})
            if lost is None:
                return ()
            give_back(connection, lost)
            return (lost,)

        def beat_some(connection: Connection) -> Sequence[Gap]:
            scopes = [str(each) for each in sorted(buckets or ())]
            found = connection.execute(_OF_SOME, {"scopes": [*scopes, ALL]})
            last: dict[str, datetime] = {row.scope: row.at for row in found}
            lost: dict[Gap, list[int]] = {}
            for scope in scopes:
                # The bot was one process before, where a bucket has none yet.
                known = [last[each] for each in (scope, ALL) if each in last]
                if (missed := gap(max(known, default=None), now, jump)) is not None:
                    lost.setdefault(missed, []).append(int(scope))
            _PUT_SOME.execute(connection, {"scopes": scopes, "at": now})
            for missed, where in lost.items():
                give_back(connection, missed, frozenset(where))
            return tuple(lost)

        return await self._database.write(beat if buckets is None else beat_some)


def give_back(connection: Connection, lost: Gap, buckets: Buckets = None) -> None:
    """Note an outage, and give time back to all waits that run, or to those of some buckets.

    One statement moves nearly all; the rules those that began within the gap, and those whose time
    would be up at night by now. Timers, and the moments at which waits are looked at, stay where
    they are: one that comes too early does no harm. But they are moved to be earlier if time is
    taken off.
    """
    length, now = lost.ended - lost.began, lost.ended
    is_sqlite = connection.dialect.name == "sqlite"
    here = within(matches.c.bucket, buckets)
    scope = ",".join(map(str, sorted(buckets))) if buckets and here else ALL
    values = {"scope": scope, "began_at": lost.began, "ended_at": lost.ended}
    connection.execute(insert(outages), values)
    theirs = [waits.c.match_id.in_(select(matches.c.id).where(*here))] if here else []
    if not is_sqlite:
        connection.execute(_LOCK)
    # Before the others are moved there.
    later = decisions(
        connection,
        _LATER.where(*here),
        {"began": lost.began},
        lambda wait: rules.given_back(wait, *lost),
        now,
    )
    by = f"{length.total_seconds():+.3f} seconds" if is_sqlite else length
    shift = _SHIFT[connection.dialect.name].where(*theirs)
    connection.execute(shift, {"began": lost.began, "by": by})
    if length < timedelta():
        connection.execute(_SHIFT_LOOKS[connection.dialect.name].where(*theirs), {"by": by})
        shift_timers = _SHIFT_TIMERS[connection.dialect.name]
        connection.execute(shift_timers.where(*within(timers.c.bucket, buckets)), {"by": by})
    for each in later:
        apply(connection, each, now)
    back = {"back": now - TO_PLAY}
    for each in decisions(connection, _AT_NIGHT.where(*here), back, lambda wait: wait, now):
        apply(connection, each, now)
