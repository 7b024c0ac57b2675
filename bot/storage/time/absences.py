"""Players who have left a server: their tables there are told once that a seat can be taken over.

That a table was told is known by the row of its message, which stays as long as the match is played
(`bot.storage.housekeeping`). It goes when its player is seen in the server, so the table is told
again if they leave again.

These functions are parts of the caller's transaction.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, and_, bindparam, delete, select

from bot.storage import outbox
from bot.storage.schema import matches, seats
from bot.storage.schema import outbox as outbox_rows
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Status
from bot.table.notices.notice import Notice, NoticeKind, NoticeState, QueuedNotice, to_table

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


_TOLD: Final = (
    outbox_rows.c.kind == NoticeKind.LEFT.value,
    outbox_rows.c.key.endswith(bindparam("of_player")),
    outbox_rows.c.match_id.in_(select(matches.c.id).where(matches.c.guild == _THERE)),
)
_FORGET: Final = delete(outbox_rows).where(*_TOLD)
# Nobody has read those.
_FORGET_DEAD: Final = _FORGET.where(outbox_rows.c.state == NoticeState.DEAD.value)


def tell(connection: Connection, match: MatchId | None, gone: Collection[PlayerId]) -> None:
    """Tell the tables of players that they have left the server in which this match is played."""
    for player in sorted(gone):
        connection.execute(_FORGET_DEAD, {"of": match, "of_player": f":{player}"})
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


def forget(connection: Connection, match: MatchId | None, there: Collection[PlayerId]) -> None:
    """Forget what tables were told of players who are in the server of this match."""
    for player in sorted(there):
        connection.execute(_FORGET, {"of": match, "of_player": f":{player}"})


def still_have_left(connection: Connection, queued: QueuedNotice, now: datetime) -> bool:
    """Say whether a player who has left still has the seat that is spoken of."""
    del now
    notice = queued.notice
    seat = {"whom": notice.facts["player"], "in_seat": notice.facts["seat"]}
    return connection.execute(_STILL, {"of": notice.match, **seat}).first() is not None
