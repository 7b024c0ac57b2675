"""Who wants to hear of open tables, and who is pinged for one; seats kept for people, as rows."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    Connection,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.storage import outbox
from bot.storage.database import Database
from bot.storage.schema import blocks, guilds, invitations, matches, seats, table_wishes
from bot.storage.time.mentions import quiet_until
from bot.storage.upserts import Upsert
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Status
from bot.table.notices.notice import (
    Delivered,
    Notice,
    NoticeKind,
    QueuedNotice,
    to_channel,
    to_player,
)
from bot.table.time.timers import Timer

APART: Final = timedelta(hours=1)
"""The least time between two pings of a person."""
LATEST: Final = timedelta(hours=1)
"""Nobody wants to hear of a table that long after they could have."""
_LOOKED_AT: Final = 100
_ASKED: Final = 30
"""Among at most how many people those are found who see the channel."""

_PUT: Final = Upsert(table_wishes, ["guild", "game", "player"])


class WishStore:
    """Who wants to be pinged when a table of a title opens in a server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: PlayerId, guild: int) -> frozenset[str]:
        """Return for which titles a person is pinged in a server."""
        mine = (table_wishes.c.player == player, table_wishes.c.guild == guild)
        return frozenset(await self._database.scalars(select(table_wishes.c.game).where(*mine)))

    async def wish(self, player: PlayerId, guild: int, game: str, now: datetime) -> None:
        """Ping a person from now on; one who is already stays as they are."""
        values = {"guild": guild, "game": game, "player": player, "at": now}
        await self._database.write(_PUT.execute, values)

    async def forget(
        self, player: PlayerId, guild: int | None = None, game: str | None = None
    ) -> None:
        """Ping a person no more: for a title in a server, or for anything at all."""
        gone = delete(table_wishes).where(table_wishes.c.player == player)
        if guild is not None:
            gone = gone.where(table_wishes.c.guild == guild, table_wishes.c.game == game)
        await self._database.write(lambda connection: connection.execute(gone))


def keep_seats(connection: Connection, match: Match) -> None:
    """Store the invitations of an open table, in place of those of before; others have none."""
    connection.execute(delete(invitations).where(invitations.c.match_id == match.id))
    if match.invitations and match.status is Status.LOBBY:
        values = [
            {
                "match_id": match.id,
                "player": each.player,
                "name": each.name,
                "by": each.by,
                "at": each.at,
                "until": each.until,
                "declined": each.is_declined,
            }
            for each in match.invitations
        ]
        connection.execute(insert(invitations), values)


def seek_players(connection: Connection, timer: Timer, now: datetime) -> None:
    """Let those be pinged who want to hear of a table, if it still has free seats."""
    match = timer.match
    table = None if match is None else _open_table(connection, match)
    if match is None or table is None:
        return
    people = _seekers(connection, match, table.guild, table.game, now)
    if not people:
        return
    until = now + LATEST
    if table.seeking is not None:
        where = to_channel(table.seeking)
        outbox.put(
            connection, Notice(where, NoticeKind.SEATS, str(match), match, best_before=until)
        )
        return
    outbox.put(
        connection,
        *(
            Notice(to_player(each), NoticeKind.SEATS, f"{match}:{each}", match, best_before=until)
            for each in people
        ),
    )


def seekers_of(
    connection: Connection, queued: QueuedNotice, now: datetime
) -> Mapping[str, Any] | None:
    """Return whom such a message may ping as it is handed out; None: nobody, or no seat is free."""
    notice = queued.notice
    table = None if notice.match is None else _open_table(connection, notice.match)
    if notice.match is None or table is None:
        return None
    people = _seekers(connection, notice.match, table.guild, table.game, now)
    people = [
        each for each in people if notice.target in (to_player(each), to_channel(table.seeking))
    ]
    return {"people": people} if people else None


def were_pinged(
    connection: Connection, queued: QueuedNotice, delivered: Delivered, now: datetime
) -> None:
    """Store when people were pinged for an open table."""
    del queued
    theirs = table_wishes.c.player.in_(delivered.there)
    connection.execute(update(table_wishes).where(theirs).values(pinged_at=now))


def is_unwanted(connection: Connection, queued: QueuedNotice, now: datetime) -> Mapping[str, Any]:
    """Return whether an invitation pings nobody, since its guest blocks the one who invites."""
    del now
    facts = queued.notice.facts
    blocked = (blocks.c.player == facts["player"], blocks.c.blocked == facts["by_id"])
    return {"is_silent": connection.execute(select(exists().where(*blocked))).scalar_one()}


def _open_table(connection: Connection, match: int) -> Any:
    """Return title, server and channel for pings of a table; None: it has no seat for anybody."""
    taken = select(func.count()).where(seats.c.match_id == match).scalar_subquery()
    is_kept = (invitations.c.match_id == match, invitations.c.declined.is_(False))
    kept = select(func.count()).where(*is_kept).scalar_subquery()
    is_open = (matches.c.status == Status.LOBBY.value, matches.c.lost_at.is_(None))
    found = (
        select(matches.c.guild, matches.c.game, guilds.c.seeking)
        .outerjoin(guilds, guilds.c.id == matches.c.guild)
        .where(matches.c.id == match, *is_open, matches.c.places > taken + kept)
    )
    return connection.execute(found).one_or_none()


def _seekers(
    connection: Connection, match: int, guild: int, game: str, now: datetime
) -> Sequence[PlayerId]:
    """Return who may be pinged for a table now, who has waited longest first.

    Nobody who sits there or was invited, was pinged within the hour, has quiet hours, or doesn't
    want to sit with somebody there, nor they with them.
    """
    wish, other = table_wishes, table_wishes.alias()
    seated = select(seats.c.player).where(seats.c.match_id == match, seats.c.player.is_not(None))
    asked = select(invitations.c.player).where(invitations.c.match_id == match)
    either = or_(
        and_(blocks.c.player == wish.c.player, blocks.c.blocked.in_(seated)),
        and_(blocks.c.blocked == wish.c.player, blocks.c.player.in_(seated)),
    )
    lately = (other.c.player == wish.c.player, other.c.pinged_at > now - APART)
    found = (
        select(wish.c.player)
        .where(
            wish.c.guild == guild,
            wish.c.game == game,
            wish.c.player.not_in(seated),
            wish.c.player.not_in(asked),
            ~exists().where(either),
            ~exists().where(*lately),
        )
        .order_by(func.coalesce(wish.c.pinged_at, wish.c.at), wish.c.player)
        .limit(_LOOKED_AT)
    )
    people = [PlayerId(each) for each in connection.execute(found).scalars()]
    quiet = quiet_until(connection, people, guild, now)
    return [each for each in people if each not in quiet][:_ASKED]
