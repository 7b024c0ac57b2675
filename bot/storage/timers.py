"""Timers as rows: of their own, or the moments at which waits are looked at.

These functions are parts of a transaction that the caller has begun.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, and_, bindparam, case, delete, update

from bot.storage.processes.buckets import BUCKET
from bot.storage.schema import Instant, timers, waits
from bot.storage.upserts import Upsert
from bot.table.ids import MatchId
from bot.table.time.timers import LOOKS, TIMERS, Timer, TimerKey

_PUT: Final = Upsert(
    timers,
    ["kind", "key"],
    ["due_at", "match_id", "seat", "player"],
    changes={"rev": timers.c.rev + 1},
    computed={"bucket": BUCKET},
)
_DROP: Final = delete(timers).where(
    timers.c.kind == bindparam("of_kind"), timers.c.key == bindparam("named")
)
_DROP_ALL: Final = delete(timers).where(
    timers.c.match_id == bindparam("of"),
    timers.c.kind.not_in([kind.value for kind, row in TIMERS.items() if row.outlives_match]),
)
_TAKE: Final = delete(timers).where(
    timers.c.id == bindparam("of"), timers.c.rev == bindparam("as_of")
)
# One that has been taken is looked at later, or never.
_STILL_DUE: Final = and_(
    waits.c.id == bindparam("of"), waits.c.look_at <= bindparam("seen", type_=Instant)
)
_TAKE_LOOK: Final = (
    update(waits)
    .where(_STILL_DUE)
    .values(
        look_at=case(
            (
                and_(waits.c.late_at.is_(None), waits.c.due_at > bindparam("today", type_=Instant)),
                waits.c.due_at,
            )
        )
    )
)
_PUT_OFF: Final = (
    update(timers)
    .where(timers.c.id == bindparam("of"), timers.c.rev == bindparam("as_of"))
    .values(due_at=bindparam("later"))
)
_PUT_OFF_LOOK: Final = (
    update(waits).where(_STILL_DUE).values(look_at=bindparam("later", type_=Instant))
)


def put(connection: Connection, *new: Timer) -> None:
    """Store timers; one that is there already is moved to the new moment."""
    values = [
        {
            "kind": each.kind.value,
            "key": each.key,
            "match_id": each.match,
            "about": each.match,
            "seat": each.seat,
            "player": each.player,
            "due_at": each.due_at,
        }
        for each in new
    ]
    if values:
        _PUT.execute(connection, values)


def drop(connection: Connection, *keys: TimerKey) -> None:
    """Delete timers, if they are there."""
    if keys:
        values = [{"of_kind": each.kind.value, "named": each.key} for each in keys]
        connection.execute(_DROP, values)


def drop_all(connection: Connection, match_id: MatchId) -> None:
    """Delete the timers of a match, but for those that outlive it."""
    connection.execute(_DROP_ALL, {"of": match_id})


def taken(connection: Connection, timer: Timer, now: datetime) -> bool:
    """Delete a timer that has come; False: another process did, or it was moved meanwhile.

    After a look a wait is looked at again as its time is up, if that is to come. On PostgreSQL it
    is locked from now on.
    """
    if timer.kind in LOOKS:
        values = {"of": timer.id, "seen": timer.due_at, "today": now}
        return connection.execute(_TAKE_LOOK, values).rowcount == 1
    return connection.execute(_TAKE, {"of": timer.id, "as_of": timer.rev}).rowcount == 1


def put_off(connection: Connection, timer: Timer, until: datetime) -> bool:
    """Let a timer come later; False: another process did what it asks for, or set it anew."""
    if timer.kind in LOOKS:
        values = {"of": timer.id, "seen": timer.due_at, "later": until}
        return connection.execute(_PUT_OFF_LOOK, values).rowcount == 1
    values = {"of": timer.id, "as_of": timer.rev, "later": until}
    return connection.execute(_PUT_OFF, values).rowcount == 1
