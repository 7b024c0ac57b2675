"""The rows from which reminders, nudges and pings that waited are decided.

These functions are parts of the caller's transaction. They read rows alone: no match is loaded
and no record replayed. What is decided of them stands in `bot.table.time.reminders`; the words are
made when a notice is sent.
"""

from collections.abc import Collection
from datetime import datetime
from json import loads
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, Select, and_, bindparam, case, func, select, update
from sqlalchemy import alias as aliased_table

from bot.storage import outbox, timers
from bot.storage.rows import preferences_of
from bot.storage.schema import (
    ballots,
    deals,
    matches,
    nudges,
    players,
    reminded,
    seats,
    table_preferences,
    tellings,
    votes,
    waits,
)
from bot.storage.schema import outbox as notices
from bot.storage.time.decisions import apply
from bot.storage.time.waits import of_matches, wait_of
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Status, Target, Unpinged
from bot.table.notices.notice import NOTICES, NoticeKind, QueuedNotice, to_channel
from bot.table.time import reminders as rules
from bot.table.time.reminders import BY_MESSAGE, Asking, Awaited, Nudged, Reminding, Wishes
from bot.table.time.timers import Timer, TimerKind
from bot.table.together.deals import Reply
from engine.game import Seat

_SEAT_IS_THEIRS: Final = and_(
    seats.c.match_id == waits.c.match_id,
    seats.c.seat == waits.c.seat,
    seats.c.player == waits.c.player,
    seats.c.agent.is_(None),
    seats.c.stand_in.is_(False),
    seats.c.offered.is_(False),
)
_SCOPE: Final = case(
    (players.c.direct, BY_MESSAGE), else_=func.coalesce(matches.c.guild, BY_MESSAGE)
)
_WAITING: Final = (
    select(
        waits,
        matches.c.game,
        matches.c.guild,
        matches.c.channel,
        tellings.c.place,
        tellings.c.message,
        table_preferences.c.reminders.label("here"),
        reminded.c.at.label("reminded_at"),
        nudges.c.at.label("nudged_at"),
        *(column for column in players.c if column is not players.c.id),
    )
    .join(matches, matches.c.id == waits.c.match_id)
    .join(seats, _SEAT_IS_THEIRS)
    .outerjoin(players, players.c.id == waits.c.player)
    .outerjoin(
        table_preferences,
        and_(
            table_preferences.c.player == waits.c.player,
            table_preferences.c.match_id == waits.c.match_id,
        ),
    )
    .outerjoin(
        tellings,
        and_(tellings.c.match_id == waits.c.match_id, tellings.c.target == Target.TABLE.value),
    )
    .outerjoin(reminded, and_(reminded.c.player == waits.c.player, reminded.c.guild == _SCOPE))
    .outerjoin(nudges, and_(nudges.c.match_id == waits.c.match_id, nudges.c.seat == waits.c.seat))
    .where(matches.c.status == Status.PLAYING.value, matches.c.lost_at.is_(None))
    .order_by(waits.c.due_at, waits.c.id)
)
_WITH_IT: Final = _WAITING.where(
    waits.c.player == select(waits.c.player).where(waits.c.id == bindparam("of")).scalar_subquery()
)
"""All tables that wait for the person of this wait."""
_AT: Final = _WAITING.where(
    waits.c.match_id == bindparam("of_match"), waits.c.seat == bindparam("of_seat")
)
_OF: Final = _WAITING.where(
    waits.c.match_id == bindparam("of_match"), waits.c.player == bindparam("whom")
)


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
    found = _found(connection, _OF, {"of_match": match_id, "whom": player})
    outbox.put(connection, rules.ask_time(next(iter(found), None), name))


def mute(connection: Connection, player: PlayerId, match_id: MatchId) -> bool:
    """Remind a person no more of the move that a match waits for; False: it doesn't."""
    of = and_(waits.c.match_id == match_id, waits.c.player == player)
    return connection.execute(update(waits).where(of).values(muted=True)).rowcount > 0


def look_anew(connection: Connection, player: PlayerId, now: datetime) -> None:
    """Ask for all tables that wait for a person when they are to be reminded."""
    found = connection.execute(select(waits).where(waits.c.player == player)).mappings()
    timers.put(connection, *(rules.reminder_timer(wait_of(row), now) for row in found))


def mention_turn(connection: Connection, match_id: MatchId, unpinged: Collection[Unpinged]) -> None:
    """Ping those whom a table's message left alone, if it is still their turn by then."""
    if unpinged:
        open_waits = of_matches(connection, [match_id])[match_id]
        timers.put(connection, *rules.unpinged_turns(open_waits, unpinged))


def mention_later(
    connection: Connection,
    match_id: MatchId | None,
    about: str,
    unpinged: Collection[Unpinged],
) -> None:
    """Ping those whom a message left alone, if it still asks something of them by then.

    It is about a notice ("kind:key"), a proposal ("deal:7") or an open table ("invitation:42").
    """
    kind = TimerKind.MENTION
    timers.put(
        connection,
        *(Timer(kind, f"{about}:{each.player}", each.until, match_id) for each in unpinged),
    )


def mention(connection: Connection, timer: Timer, now: datetime) -> None:
    """Ping a person after their quiet hours, if what it is about is still so."""
    if timer.key.isdecimal():
        every = _waiting(connection, int(timer.key))
        # Those of other servers may be another process's, which may have locked them already.
        guilds = {each.guild for each in every if str(each.wait.id) == timer.key}
        keys = [str(each.wait.id) for each in every if each.guild in guilds]
        came = map(int, timers.locked(connection, TimerKind.MENTION, keys, now))
        decision = rules.mention_turn(timer, every, frozenset(came), now)
    else:
        said, _, whom = timer.key.rpartition(":")
        player = PlayerId(int(whom))
        asking, wishes = _asking(connection, said, player), _wishes(connection, player)
        decision = rules.mention_message(timer, player, asking, wishes, now)
    apply(connection, decision, now)


def still_pings(connection: Connection, queued: QueuedNotice, now: datetime) -> bool:
    """Say whether a person still wants to be pinged by a notice that is about to be sent."""
    notice = queued.notice
    number = notice.key.partition(":")[0]
    every = _waiting(connection, int(number)) if number.isdecimal() else []
    wishes = _wishes(connection, PlayerId(int(notice.facts["player"])))
    instead = rules.instead_of_ping(notice, every, wishes, now)
    if instead is not None:
        apply(connection, instead, now)
    return instead is None


def _wishes(connection: Connection, player: PlayerId) -> Wishes:
    found = connection.execute(select(players).where(players.c.id == player))
    row = found.mappings().one_or_none()
    prefers = None if row is None else preferences_of(row)
    return Wishes() if prefers is None else Wishes(prefers.reminding, prefers.quiet)


def _asking(connection: Connection, said: str, player: PlayerId) -> Asking | None:
    """Return the message that was said, if it still asks something of a person."""
    about, _, key = said.partition(":")
    match about:
        case "deal":
            return _deal_asks(connection, said, player)
        case "invitation":
            return _invitation_asks(connection, MatchId(int(key)), player)
        case _:
            return _notice_asks(connection, about, key, player)


def _notice_asks(connection: Connection, about: str, key: str, player: PlayerId) -> Asking | None:
    of = and_(notices.c.kind == about, notices.c.key == key)
    notice = connection.execute(select(notices).where(of)).one_or_none()
    if notice is None or notice.state not in ("sent", "pending"):
        return None
    found = Asking(about, notice.target, notice.place, notice.message, notice.wait_id)
    if not NOTICES[NoticeKind(about)].is_of_vote:
        return found
    number = loads(notice.facts)["vote"]
    of = and_(votes.c.match_id == notice.match_id, votes.c.number == number)
    its = and_(ballots.c.match_id == notice.match_id, ballots.c.number == number)
    is_open = connection.execute(select(votes.c.number).where(of, votes.c.result.is_(None))).first()
    said_so = connection.execute(select(ballots.c.seat).where(its, ballots.c.player == player))
    return found if is_open is not None and said_so.first() is None else None


def _deal_asks(connection: Connection, said: str, player: PlayerId) -> Asking | None:
    """Return the message of a proposal that a person has not answered."""
    row = connection.execute(_DEAL, {"of": int(said.partition(":")[2]), "telling": said}).first()
    if row is None:
        return None
    whose = and_(seats.c.match_id == row.match_id, seats.c.player == player)
    seat = connection.execute(select(seats.c.seat).where(whose, seats.c.agent.is_(None))).scalar()
    asked = [each["seat"] for each in loads(row.answers) if each["reply"] == Reply.WAITED_FOR.value]
    place = row.place or row.channel
    return Asking("deal", to_channel(place), place, row.message) if seat in asked else None


def _invitation_asks(connection: Connection, match_id: MatchId, player: PlayerId) -> Asking | None:
    """Return the message of an open table to which a person was invited, and has not come."""
    row = connection.execute(_LOBBY, {"of": match_id}).first()
    mine = and_(seats.c.match_id == match_id, seats.c.player == player)
    if row is None or connection.execute(select(seats.c.seat).where(mine)).first() is not None:
        return None
    return Asking("invitation", to_channel(row.channel), row.channel, row.message)


_TABLE: Final = aliased_table(tellings, "of_table")
_DEAL: Final = (
    select(deals.c.match_id, deals.c.answers, matches.c.channel, _TABLE.c.place, tellings.c.message)
    .join(matches, and_(matches.c.id == deals.c.match_id))
    .join(
        tellings,
        and_(tellings.c.match_id == matches.c.id, tellings.c.target == bindparam("telling")),
    )
    .join(_TABLE, and_(_TABLE.c.match_id == matches.c.id, _TABLE.c.target == Target.TABLE.value))
    .where(
        deals.c.id == bindparam("of"),
        deals.c.withdrawn.is_(False),
        deals.c.closed.is_(False),
        matches.c.status == Status.PLAYING.value,
    )
)
_LOBBY: Final = (
    select(matches.c.channel, tellings.c.message)
    .join(
        tellings,
        and_(tellings.c.match_id == matches.c.id, tellings.c.target == Target.COVER.value),
    )
    .where(matches.c.id == bindparam("of"), matches.c.status == Status.LOBBY.value)
)


def _waiting(connection: Connection, wait: int) -> list[Awaited]:
    return _found(connection, _WITH_IT, {"of": wait})


def _found(connection: Connection, which: Select[Any], values: dict[str, Any]) -> list[Awaited]:
    return [_awaited(row) for row in connection.execute(which, values).mappings()]


def _awaited(row: RowMapping) -> Awaited:
    prefers = preferences_of(row)
    here = prefers.reminding if row["here"] is None else Reminding(row["here"])
    return Awaited(
        wait=wait_of(row),
        game=row["game"],
        guild=row["guild"],
        place=row["place"] or row["channel"],
        message=row["message"],
        wishes=Wishes(here, prefers.quiet),
        is_direct=prefers.direct,
        reminded_at=row["reminded_at"],
        nudged_at=row["nudged_at"],
    )
