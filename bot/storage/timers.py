"""Timers as rows. These functions are parts of a transaction that the caller has begun."""

from typing import Final

from sqlalchemy import Connection, bindparam, delete, literal_column

from bot.storage.processes.buckets import BUCKET
from bot.storage.schema import timers
from bot.storage.upserts import Upsert
from bot.table.ids import MatchId
from bot.table.time.timers import ABOUT_A_WAIT, Timer, TimerKey

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
_DROP_ABOUT: Final = delete(timers).where(
    timers.c.kind.in_([literal_column(f"'{each}'") for each in ABOUT_A_WAIT]),
    timers.c.key == bindparam("named"),
)
_DROP_ALL: Final = delete(timers).where(timers.c.match_id == bindparam("of"))
_TAKE: Final = delete(timers).where(
    timers.c.id == bindparam("of"), timers.c.rev == bindparam("as_of")
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


def drop_about(connection: Connection, wait: int) -> None:
    """Delete the timers that are about a wait."""
    connection.execute(_DROP_ABOUT, {"named": str(wait)})


def drop_all(connection: Connection, match_id: MatchId) -> None:
    """Delete all timers of a match."""
    connection.execute(_DROP_ALL, {"of": match_id})


def taken(connection: Connection, timer: Timer) -> bool:
    """Delete a timer that has come; False: another process did, or it was moved meanwhile."""
    done = connection.execute(_TAKE, {"of": timer.id, "as_of": timer.rev})
    return done.rowcount == 1
