"""Quiet tables: asked players get a line of their own, and news wait for the daily message.

All are functions of a connection, parts of the transaction that stores a move or what was told.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Text,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal,
    not_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage import outbox as notices
from bot.storage import timers
from bot.storage.rows import WANT
from bot.storage.schema import guilds, matches, outbox, tellings, waits
from bot.table.ids import MatchId
from bot.table.match.match import Match, NewsMode, Status, Target
from bot.table.match.pace import PaceKind
from bot.table.notices.news_modes import DAY, SLOW, first_message, moment_of
from bot.table.notices.notice import NoticeKind, to_table
from bot.table.time.timers import Timer, TimerKind

_IS_FAST: Final = and_(
    matches.c.pace != PaceKind.NONE.value, matches.c.span_s < int(SLOW.total_seconds())
)
_NAMED: Final[Any] = func.coalesce(
    matches.c.news,
    select(guilds.c.news).where(guilds.c.id == matches.c.guild).scalar_subquery(),
    NewsMode.EACH.value,
)
MODE: Final[Any] = case(
    (and_(NewsMode.DIGEST.value == _NAMED, _IS_FAST), NewsMode.ONE.value), else_=_NAMED
)
"""How the channel of a row of `matches` is told, as `news_mode` says."""

# The newest message is not a day old: what has happened since waits for the next one.
_WAITS_FOR_DIGEST: Final = and_(
    tellings.c.message >= bindparam("a_day_ago"),
    exists().where(
        matches.c.id == tellings.c.match_id,
        matches.c.status == Status.PLAYING.value,
        NewsMode.DIGEST.value == MODE,
    ),
)
_WANT_TABLE: Final = (
    update(tellings)
    .where(
        tellings.c.match_id == bindparam("of"),
        tellings.c.target == Target.TABLE.value,
        not_(func.coalesce(_WAITS_FOR_DIGEST, literal(value=False))),
    )
    .values(want=bindparam("upon"))
)
_MESSAGE: Final = select(tellings.c.message).where(
    tellings.c.match_id == bindparam("of"), tellings.c.target == Target.TABLE.value
)


def want(
    connection: Connection, match: Match, revision: int, targets: Collection[Target], now: datetime
) -> Collection[Target]:
    """Note that there is something to tell; return the targets that are told of it at once.

    The table of a daily digest hears of it when the day is over.
    """
    told = set(targets)
    for target in sorted(targets):
        if target is not Target.TABLE:
            key = {"of": match.id, "to": target.value, "upon": revision}
            connection.execute(WANT, key)
            continue
        a_day_ago = first_message(now - DAY)
        wanted = {"of": match.id, "upon": revision, "a_day_ago": a_day_ago}
        if not connection.execute(_WANT_TABLE, wanted).rowcount:
            told.remove(target)
            message = connection.execute(_MESSAGE, {"of": match.id}).scalar_one()
            due = moment_of(message) + DAY
            timers.put(connection, Timer(TimerKind.DIGEST, str(match.id), due, match.id))
    return told


def _ask(dialect: Any) -> Any:
    asked = select(
        literal(to_table("")) + cast(waits.c.match_id, Text),
        literal(NoticeKind.PING_LINE.value),
        cast(waits.c.id, Text),
        waits.c.match_id,
        waits.c.id,
        literal('{"seat": ') + cast(waits.c.seat, Text) + literal("}"),
        select(matches.c.bucket).where(matches.c.id == bindparam("of")).scalar_subquery(),
    )
    unseen = (waits.c.match_id == bindparam("of"), waits.c.since.is_(None))
    columns = ("target", "kind", "key", "match_id", "wait_id", "facts", "bucket")
    lines = dialect.insert(outbox).from_select(columns, asked.where(*unseen))
    return lines.on_conflict_do_nothing()


_ASK: Final = {"sqlite": _ask(sqlite), "postgresql": _ask(postgresql)}


def ask(connection: Connection, match_id: MatchId) -> None:
    """Let those who have not been asked yet be pinged in a line of their own.

    The table's message was edited: nobody is pinged by that.
    """
    if connection.execute(_ASK[connection.dialect.name], {"of": match_id}).rowcount > 0:
        notices.wake(connection, {to_table(match_id): match_id})
