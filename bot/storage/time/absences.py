"""Players who have left a server: their tables there are told once that a seat can be taken over.

These functions are parts of the caller's transaction.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, and_, bindparam, select

from bot.storage import outbox
from bot.storage.schema import matches, seats
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Status
from bot.table.notices.notice import Notice, NoticeKind, QueuedNotice, to_table

_THERE: Final = select(matches.c.guild).where(matches.c.id == bindparam("of")).scalar_subquery()
# A seat on offer can be taken over anyway.
_THEIRS: Final = (
    select(seats.c.match_id, seats.c.seat)
    .join(matches, matches.c.id == seats.c.match_id)
    .where(
        seats.c.player == bindparam("whom"),
        seats.c.agent.is_(None),
        seats.c.offered.is_(False),
        matches.c.status == Status.PLAYING.value,
        matches.c.lost_at.is_(None),
    )
    .order_by(seats.c.match_id)
)
_THEIRS_THERE: Final = _THEIRS.where(matches.c.guild == _THERE)
_STILL: Final = _THEIRS.where(
    and_(seats.c.match_id == bindparam("of"), seats.c.seat == bindparam("in_seat"))
)


def tell(connection: Connection, match: MatchId | None, gone: Collection[PlayerId]) -> None:
    """Tell the tables of players that they have left the server in which this match is played."""
    for player in sorted(gone):
        rows = connection.execute(_THEIRS_THERE, {"of": match, "whom": player})
        notices = [
            Notice(
                to_table(row.match_id),
                NoticeKind.LEFT,
                f"{row.match_id}:{row.seat}:{player}",
                MatchId(row.match_id),
                facts={"seat": row.seat, "player": player},
            )
            for row in rows
        ]
        outbox.put_once(connection, *notices)


def still_have_left(connection: Connection, queued: QueuedNotice, now: datetime) -> bool:
    """Say whether a player who has left still has the seat that is spoken of."""
    del now
    notice = queued.notice
    seat = {"whom": notice.facts["player"], "in_seat": notice.facts["seat"]}
    return connection.execute(_STILL, {"of": notice.match, **seat}).first() is not None
