"""Open waits as rows: read by one reader, locked, and stored as the rules of time decide.

These functions are parts of a transaction that the caller has begun. What is decided stands
in `bot.table.time.clocks`, in which order rows are locked in `bot.storage.time.decisions`.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import (
    BigInteger,
    Connection,
    RowMapping,
    bindparam,
    select,
    update,
)

from bot.storage.schema import banks, holidays, spent, waits
from bot.storage.time.decisions import apply
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Status
from bot.table.match.pace import PaceKind
from bot.table.notices.news_modes import moment_of
from bot.table.notices.notice import Delivered, QueuedNotice
from bot.table.time import clocks
from bot.table.time import waits as rules
from bot.table.time.clocks import Clocks, NewLines
from bot.table.time.waits import MoreTime, Spent, Stop, Wait
from engine.game import Seat

_LOCK: Final = (
    select(waits).where(waits.c.match_id == bindparam("of")).order_by(waits.c.id).with_for_update()
)
_OPEN_OF: Final = (
    select(waits)
    .where(waits.c.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(waits.c.match_id, waits.c.seat)
)
_LATE: Final = (
    update(waits)
    .where(waits.c.id == bindparam("of_id"), waits.c.due_at <= bindparam("today"))
    .values(late_at=bindparam("today"))
)
_BANKS: Final = select(banks.c.seat, banks.c.left_s).where(banks.c.match_id == bindparam("of"))
_SPENT: Final = select(spent).where(spent.c.match_id == bindparam("of"))
_AWAY: Final = select(holidays.c.player).where(
    holidays.c.player.in_(bindparam("ids", expanding=True)),
    holidays.c.guild.is_not_distinct_from(bindparam("there", type_=BigInteger)),
    holidays.c.begins_at <= bindparam("today"),
    holidays.c.ends_at > bindparam("today"),
)


def follow(
    connection: Connection, match: Match, at: datetime, played: NewLines | None = None
) -> None:
    """Let the waits be those of the match as it is stored now, as `clocks.follow` says."""
    if not match.has_begun or match.status is Status.PAUSED:
        return
    rows = locked(connection, match.id)
    stored = _clocks(connection, match, at, with_spent=bool(played and played.undone))
    apply(connection, clocks.follow(match, rows, stored, at, played), at, match.id)


def _clocks(connection: Connection, match: Match, at: datetime, *, with_spent: bool) -> Clocks:
    if match.status is not Status.PLAYING:
        return Clocks()
    of, left, past = {"of": match.id}, {}, []
    if match.pace.kind is PaceKind.BANK:
        stand = connection.execute(_BANKS, of)
        left = {Seat(each.seat): timedelta(seconds=each.left_s) for each in stand}
    if with_spent:
        past = [_spent_of(row) for row in connection.execute(_SPENT, of).mappings()]
    return Clocks(left, past, away(connection, match, at))


def shown(connection: Connection, match_id: MatchId, message: int, now: datetime) -> None:
    """Let the waits of a match run since this message stands, which shows who is waited for.

    They go on if they stood because the table could not be told. Its time is that in its id, also
    if it is found again after a crash.
    """
    posted = moment_of(message)
    changed(connection, match_id, lambda wait: rules.shown(wait, posted, now), now)


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
    """Let the waits of a match stand still for this reason, or that of one seat."""

    def stands(wait: Wait) -> Wait:
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
    before = locked(connection, match_id)
    apply(connection, clocks.changes(before, clocks.given(before, gift), now), now)


def late(connection: Connection, wait: int, now: datetime) -> None:
    """Store that the time of a wait is up, if it is."""
    connection.execute(_LATE, {"of_id": wait, "today": now})


def changed(
    connection: Connection, match_id: MatchId, change: Callable[[Wait], Wait], now: datetime
) -> None:
    """Store what a pure function makes of each open wait of a match, with its timers."""
    before = locked(connection, match_id)
    apply(connection, clocks.changes(before, [change(each) for each in before], now), now)


def locked(connection: Connection, match_id: MatchId) -> list[Wait]:
    """Read the open waits of a match, which nobody else changes until the transaction ends."""
    return [wait_of(row) for row in connection.execute(_LOCK, {"of": match_id}).mappings()]


def of_matches(connection: Connection, ids: Collection[MatchId]) -> Mapping[MatchId, list[Wait]]:
    """Return the open waits of matches, in the order of their seats."""
    found: dict[MatchId, list[Wait]] = {each: [] for each in ids}
    for row in connection.execute(_OPEN_OF, {"ids": list(ids)}).mappings():
        wait = wait_of(row)
        found[wait.match].append(wait)
    return found


def away(connection: Connection, match: Match, now: datetime) -> frozenset[PlayerId]:
    """Return who of a table's people is on holiday."""
    people = [each.id for each in match.people]
    values = {"ids": people, "there": match.venue.guild, "today": now}
    return frozenset(map(PlayerId, connection.execute(_AWAY, values).scalars()))


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
        player=PlayerId(row["player"]),
        line=row["line"],
        span=timedelta(seconds=row["span_s"]),
        givers=tuple(PlayerId(int(each)) for each in row["given_by"].split(",") if each),
        reminded=row["reminded"],
        late_at=row["late_at"],
    )


def _spent_of(row: RowMapping) -> Spent:
    length, used = timedelta(seconds=row["length_s"]), timedelta(seconds=row["used_s"])
    return Spent(Seat(row["seat"]), row["line"], row["upto"], length, used)


def _span(seconds: int | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)
