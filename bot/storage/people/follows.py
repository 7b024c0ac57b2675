"""Who follows which table in direct messages.

What a follower gets depends on nothing but what the table's channel was told: `tell` is part of the
transaction that stores that.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    delete,
    func,
    literal,
    select,
    update,
)

from bot.storage import outbox, timers
from bot.storage.database import Database
from bot.storage.rows import preferences_of
from bot.storage.schema import follows, matches, players, tellings
from bot.storage.schema import outbox as notices
from bot.storage.upserts import Upsert
from bot.table.errors import LobbyRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Status, Target
from bot.table.notices.notice import (
    Delivered,
    Notice,
    NoticeKind,
    NoticeState,
    QueuedNotice,
    to_player,
)
from bot.table.people.following import MOST, How, is_worth_saying, next_day
from bot.table.preferences import Preferences
from bot.table.time.timers import Timer, TimerKind

_PUT: Final = Upsert(follows, ["match_id", "player"], ["how", "at", "told", "quiet_since"])
_NEWS: Final = (
    update(follows)
    .where(
        follows.c.match_id == bindparam("of"),
        follows.c.how == How.TURN.value,
        follows.c.told < bindparam("upto"),
    )
    .values(told=bindparam("upto"))
    .returning(follows.c.player)
)
_IS_TABLE: Final = and_(
    tellings.c.match_id == follows.c.match_id, tellings.c.target == Target.TABLE.value
)
# Locked, so that it doesn't end meanwhile.
_UPTO: Final = (
    select(tellings.c.upto)
    .join(matches, matches.c.id == tellings.c.match_id)
    .where(
        matches.c.id == bindparam("of"),
        matches.c.status == Status.PLAYING.value,
        tellings.c.target == Target.TABLE.value,
    )
    .with_for_update(of=matches)
)
_PLAYER: Final = select(players).where(players.c.id == bindparam("of"))


class FollowStore:
    """Tables that people follow."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def how(self, match_id: MatchId, player: PlayerId) -> How | None:
        """Return how a person follows a table; None: they don't."""
        found = await self._database.scalar(
            select(follows.c.how).where(*_one(match_id, player)),
        )
        return None if found is None else How(found)

    async def follow(
        self, match_id: MatchId, player: PlayerId, how: How, now: datetime
    ) -> QueuedNotice | None:
        """Let a person follow a table; return what says so, if no message of theirs does yet.

        Raises `LobbyRefused` (follow-most, lobby-closed).
        """

        def follow(connection: Connection) -> QueuedNotice | None:
            told = connection.execute(_UPTO, {"of": match_id}).scalar_one_or_none()
            if told is None:
                raise LobbyRefused("lobby-closed")
            mine = select(func.count()).select_from(follows).where(follows.c.player == player)
            others = connection.execute(mine.where(follows.c.match_id != match_id)).scalar_one()
            if others >= MOST:
                raise LobbyRefused("follow-most", n=MOST)
            is_known = select(literal(1)).where(*_one(match_id, player))
            if connection.execute(is_known).first() is None:
                # A message of an earlier time stays as it is.
                _forget(connection, match_id, [player])
            key = {"match_id": match_id, "player": player}
            values = {"how": how.value, "at": now, "told": told, "quiet_since": None}
            _PUT.execute(connection, key | values)
            if how is How.DAY:
                _set_timer(connection, player, _wishes(connection, player), now)
            notice = _notice(match_id, player, how=how.value)
            outbox.put(connection, notice)
            row = connection.execute(
                select(notices.c.id, notices.c.version, notices.c.message).where(
                    notices.c.kind == notice.kind.value, notices.c.key == notice.key
                )
            ).one()
            if row.message is not None:
                return None
            return QueuedNotice(row.id, notice, NoticeState.PENDING, row.version)

        return await self._database.write(follow)

    async def note_said(self, queued: QueuedNotice, delivered: Delivered, now: datetime) -> None:
        """Store that a person was told, at once, that they follow a table."""
        told = {"state": "sent", "place": delivered.place, "message": delivered.message}
        row = (notices.c.id == queued.id, notices.c.version == queued.version)
        changed = update(notices).where(*row).values(**told, sent_at=now)
        await self._database.write(lambda connection: connection.execute(changed).rowcount)

    async def stop(self, match_id: MatchId, player: PlayerId) -> None:
        """Let a person no longer follow a table; their message stays as it is."""
        await self._database.write(stop, match_id, player)


def stop(connection: Connection, match_id: MatchId, player: PlayerId) -> None:
    """Let a person no longer follow a table; their message stays as it is."""
    if connection.execute(delete(follows).where(*_one(match_id, player))).rowcount:
        _forget(connection, match_id, [player])


def tell(connection: Connection, match_id: MatchId, upto: int) -> None:
    """Tell those who follow a table each turn that its channel has been told up to a line."""
    found = connection.execute(_NEWS, {"of": match_id, "upto": upto}).scalars().all()
    told = [_notice(match_id, PlayerId(each), how=How.TURN.value) for each in sorted(found)]
    outbox.put(connection, *told)


def end(connection: Connection, match_id: MatchId) -> None:
    """Tell all who follow a table, for the last time, that it is over."""
    gone = delete(follows).where(follows.c.match_id == match_id)
    rows = connection.execute(gone.returning(follows.c.player, follows.c.how)).all()
    # What once said that they follow it daily is far up: nobody would see it change.
    _forget(connection, match_id, [row.player for row in rows if row.how == How.DAY.value])
    outbox.put(connection, *(_notice(match_id, PlayerId(row.player)) for row in rows))


def tell_daily(connection: Connection, timer: Timer, now: datetime) -> None:
    """Tell a person of all tables that they follow once a day, and come again tomorrow."""
    player = PlayerId(int(timer.key))
    wishes = _wishes(connection, player)
    if wishes.quiet is not None and wishes.quiet.night_of(now) is not None:
        _set_timer(connection, player, wishes, now)
        return
    asked = (
        select(follows.c.match_id, follows.c.told, follows.c.quiet_since, tellings.c.upto)
        .join(tellings, _IS_TABLE)
        .join(matches, matches.c.id == follows.c.match_id)
        .where(follows.c.player == player, follows.c.how == How.DAY.value)
        .where(matches.c.status.in_([Status.PLAYING.value, Status.PAUSED.value]))
        .order_by(follows.c.match_id)
    )
    since = dict[str, int | None]()
    rows = connection.execute(asked).all()
    for row in rows:
        is_new = row.upto > row.told
        if is_new or is_worth_saying(row.quiet_since, now):
            since[str(row.match_id)] = row.told if is_new else None
        quiet = None if is_new else row.quiet_since or now
        changed = update(follows).where(*_one(MatchId(row.match_id), player))
        connection.execute(changed.values(told=row.upto, quiet_since=quiet))
    if rows:
        _set_timer(connection, player, wishes, now)
    if since:
        facts = {"matches": [int(each) for each in since], "since": since}
        key = f"{player}:{now.timestamp():.0f}"
        outbox.put(connection, Notice(to_player(player), NoticeKind.FOLLOWED, key, facts=facts))


def _set_timer(
    connection: Connection, player: PlayerId, wishes: Preferences, now: datetime
) -> None:
    due = next_day(wishes, now)
    timers.put(connection, Timer(TimerKind.FOLLOW, str(player), due, player=player))


def _wishes(connection: Connection, player: PlayerId) -> Preferences:
    row = connection.execute(_PLAYER, {"of": player}).mappings().one_or_none()
    return Preferences() if row is None else preferences_of(row)


def _notice(match_id: MatchId, player: PlayerId, **facts: Any) -> Notice:
    key = f"{match_id}:{player}"
    return Notice(to_player(player), NoticeKind.FOLLOW, key, match_id, facts=facts)


def _forget(connection: Connection, match_id: MatchId, people: Iterable[int]) -> None:
    """Forget the messages of people about a table: what comes next is a new one."""
    keys = [f"{match_id}:{each}" for each in people]
    if keys:
        of_kind = notices.c.kind == NoticeKind.FOLLOW.value
        connection.execute(delete(notices).where(of_kind, notices.c.key.in_(keys)))


def _one(match_id: MatchId, player: PlayerId) -> tuple[Any, Any]:
    return follows.c.match_id == match_id, follows.c.player == player
