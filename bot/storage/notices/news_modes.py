"""Quiet tables: those who are asked get a line of their own, and news wait for the daily message.

All are functions of a connection, parts of the transaction that stores a move or what was told.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import BigInteger, Connection, bindparam, select

from bot.storage import outbox, timers
from bot.storage.rows import WANT
from bot.storage.schema import guilds, tellings
from bot.storage.time import waits
from bot.table.ids import MatchId
from bot.table.match.match import Match, NewsMode, Target
from bot.table.notices.news_modes import digest_due
from bot.table.time.reminders import ping_lines
from bot.table.time.timers import Timer, TimerKind

_TOLD: Final = (
    select(
        tellings.c.message,
        select(guilds.c.news)
        .where(guilds.c.id == bindparam("guild", type_=BigInteger))
        .scalar_subquery()
        .label("news"),
    )
    .where(tellings.c.match_id == bindparam("of"), tellings.c.target == Target.TABLE.value)
    .with_for_update(of=tellings)
)


def want(
    connection: Connection, match: Match, revision: int, targets: Collection[Target], now: datetime
) -> Collection[Target]:
    """Note that there is something to tell; return the targets that are told of it at once.

    The table of a daily digest hears of it when the day is over.
    """
    told = set(targets)
    for target in sorted(targets):
        if target is Target.TABLE and (due := _digest_due(connection, match, now)) is not None:
            told.remove(target)
            timers.put(connection, Timer(TimerKind.DIGEST, str(match.id), due, match.id))
        else:
            connection.execute(WANT, {"of": match.id, "to": target.value, "upon": revision})
    return told


def _digest_due(connection: Connection, match: Match, now: datetime) -> datetime | None:
    row = connection.execute(_TOLD, {"of": match.id, "guild": match.venue.guild}).one()
    servers = None if row.news is None else NewsMode(row.news)
    return digest_due(match, servers, row.message, now)


def ask(connection: Connection, match_id: MatchId) -> None:
    """Let those who have not been asked yet be pinged in a line of their own."""
    open_waits = waits.of_matches(connection, [match_id])[match_id]
    outbox.put_once(connection, *ping_lines(match_id, open_waits))
