"""The rows from which reminders, nudges and pings that waited are decided.

These functions are parts of the caller's transaction. They read rows alone: no match is loaded
and no record replayed. What is decided of them stands in `bot.table.time.reminders`; the words are
made when a notice is sent.
"""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Connection,
    RowMapping,
    Select,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
    update,
)

from bot.storage import outbox
from bot.storage.rows import preferences_of
from bot.storage.schema import (
    guilds,
    matches,
    nudges,
    players,
    reminded,
    seats,
    tellings,
    waits,
)
from bot.storage.time.decisions import apply
from bot.storage.time.waits import BY_OWNERS, hours_changed, wait_of
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Status, Target
from bot.table.notices.notice import Notice, QueuedNotice
from bot.table.preferences import quiet_hours
from bot.table.time import reminders as rules
from bot.table.time.reminders import BY_MESSAGE, Awaited, Nudged, Reminding, Wishes
from bot.table.time.timers import Timer
from engine.game import Seat

_SCOPE: Final = case(
    (or_(players.c.direct, players.c.turns_direct), BY_MESSAGE),
    else_=func.coalesce(matches.c.guild, BY_MESSAGE),
)
_WAITING: Final = (
    BY_OWNERS.add_columns(
        matches.c.game,
        matches.c.guild,
        matches.c.channel,
        tellings.c.place,
        tellings.c.message,
        reminded.c.at.label("reminded_at"),
        nudges.c.at.label("nudged_at"),
        guilds.c.zone.label("there_zone"),
        guilds.c.quiet_from.label("there_from"),
        guilds.c.quiet_to.label("there_to"),
    )
    .outerjoin(guilds, guilds.c.id == matches.c.guild)
    .outerjoin(
        tellings,
        and_(tellings.c.match_id == waits.c.match_id, tellings.c.target == Target.TABLE.value),
    )
    .outerjoin(reminded, and_(reminded.c.player == waits.c.player, reminded.c.guild == _SCOPE))
    .outerjoin(nudges, and_(nudges.c.match_id == waits.c.match_id, nudges.c.seat == waits.c.seat))
    .where(seats.c.player == waits.c.player)
    .order_by(waits.c.due_at, waits.c.id)
)
_WITH_IT: Final = _WAITING.where(
    waits.c.player == select(waits.c.player).where(waits.c.id == bindparam("of")).scalar_subquery()
)
"""All tables that wait for the person of this wait."""
_BY_ID: Final = (
    select(waits).where(waits.c.id.in_(bindparam("ids", expanding=True))).order_by(waits.c.id)
)
_AT: Final = _WAITING.where(
    waits.c.match_id == bindparam("of_match"), waits.c.seat == bindparam("of_seat")
)
_OF_PLAYER: Final = _WAITING.where(waits.c.player == bindparam("whom"))
_OF: Final = _OF_PLAYER.where(waits.c.match_id == bindparam("of_match"))


def remind(connection: Connection, timer: Timer, now: datetime) -> None:
    """Remind a person of a wait, if it is still so; else look again when it may be."""
    wait = int(timer.key)
    apply(connection, rules.remind(wait, _waiting(connection, wait), now), now)


def nudge(connection: Connection, match_id: MatchId, seat: Seat, by: str, now: datetime) -> Nudged:
    """Remind a seat's owner because another player asks for it; it is the soft reminder then.

    Raises `NudgeRefused`.
    """
    found = _found(connection, _AT, {"of_match": match_id, "of_seat": seat})
    nudged, decision = rules.nudge(next(iter(found), None), by, now)
    apply(connection, decision, now)
    return nudged


def ask_time(connection: Connection, player: PlayerId, match_id: MatchId, name: str) -> None:
    """Ask the others at a table for more time; a player who asks again asks in the same message.

    Raises `NudgeRefused` (not-awaited, no-limit).
    """
    outbox.put(connection, rules.ask_time(awaited(connection, player, match_id), name))


def awaited(connection: Connection, player: PlayerId, match_id: MatchId) -> Awaited | None:
    """Return a table as it waits for a person, if it does."""
    return next(iter(_found(connection, _OF, {"of_match": match_id, "whom": player})), None)


def wish(
    connection: Connection,
    player: PlayerId,
    match_id: MatchId,
    at: datetime | None,
    now: datetime,
) -> None:
    """Remind a person of the move that a match waits for at a moment they chose; None: don't.

    Raises `NudgeRefused` (not-awaited, wish-past, wish-far, wish-late).
    """
    apply(connection, rules.wish(awaited(connection, player, match_id), at, now), now)


def mute(connection: Connection, player: PlayerId, match_id: MatchId) -> bool:
    """Remind a person no more of the move that a match waits for; False: it doesn't."""
    of = and_(waits.c.match_id == match_id, waits.c.player == player)
    quiet = {"muted": True, "wish_at": None}
    return connection.execute(update(waits).where(of).values(quiet)).rowcount > 0


def look_anew(connection: Connection, player: PlayerId, now: datetime) -> None:
    """Ask for all tables that wait for a person when they are to be reminded, and time is up."""
    hours_changed(connection, player, now)
    theirs = (waits.c.player == player, waits.c.since.is_not(None), waits.c.stops == "")
    connection.execute(update(waits).where(*theirs).values(look_at=now))


def look_anew_in(connection: Connection, guild: int, now: datetime) -> None:
    """Ask for all tables of a server when the people they wait for are to be reminded."""
    there = waits.c.match_id.in_(
        select(matches.c.id).where(
            matches.c.guild == guild, matches.c.status == Status.PLAYING.value
        )
    )
    runs = (waits.c.since.is_not(None), waits.c.stops == "")
    connection.execute(update(waits).where(there, *runs).values(look_at=now))


def still_sends(connection: Connection, queued: QueuedNotice, now: datetime) -> bool:
    """Say whether a person still wants the reminder or nudge that is about to be sent."""
    wait = int(queued.notice.key.partition(":")[0])
    instead = rules.instead_of_sending(queued.notice, _waiting(connection, wait), now)
    if instead is not None:
        apply(connection, instead, now)
    return instead is None


def unsent(connection: Connection, queued: QueuedNotice, now: datetime) -> None:
    """Let a reminder that nobody will get not count, and think of its tables anew."""
    ids = [each["wait"] for each in queued.notice.facts["tables"]]
    rows = connection.execute(_BY_ID, {"ids": ids}).mappings().all()
    apply(connection, rules.unsent(queued.notice, [wait_of(row) for row in rows], now), now)


def left_of(connection: Connection, queued: QueuedNotice) -> Notice | None:
    """Return what a reminder says from now on, of which a move was made; None: nothing."""
    player = {"whom": queued.notice.facts["player"]}
    return rules.left_of(queued.notice, _found(connection, _OF_PLAYER, player))


def _waiting(connection: Connection, wait: int) -> list[Awaited]:
    return _found(connection, _WITH_IT, {"of": wait})


def _found(connection: Connection, which: Select[Any], values: dict[str, Any]) -> list[Awaited]:
    return [_awaited(row) for row in connection.execute(which, values).mappings()]


def _awaited(row: RowMapping) -> Awaited:
    prefers = preferences_of(row)
    here = prefers.reminding if row["here"] is None else Reminding(row["here"])
    is_direct = prefers.direct or prefers.turns_direct
    there = quiet_hours(row["there_zone"], row["there_from"], row["there_to"])
    return Awaited(
        wait=wait_of(row),
        game=row["game"],
        guild=row["guild"],
        place=row["place"] or row["channel"],
        message=row["message"],
        wishes=Wishes(here, prefers.quiet, None if is_direct else there),
        is_direct=is_direct,
        reminded_at=row["reminded_at"],
        nudged_at=row["nudged_at"],
    )
