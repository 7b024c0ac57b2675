"""What follows from it that a person sat down: those warned who have them on their block list.

Functions of a connection, parts of the caller's transaction.
"""

from datetime import datetime

from sqlalchemy import Connection, exists, func, select

from bot.storage import outbox
from bot.storage.people import follows
from bot.storage.schema import blocks, seats
from bot.table.ids import PlayerId
from bot.table.match.match import Match
from bot.table.notices.notice import Notice, NoticeKind, QueuedNotice, to_player


def sat_down(connection: Connection, match: Match, player: PlayerId) -> None:
    """Warn those at a table on whose block list the person is who has just sat down there.

    That person doesn't follow it any more: they are asked at the table.
    """
    seat = match.seat_of(player)
    if seat is None:
        return
    follows.stop(connection, match.id, player)
    others = [each.id for each in match.people if each.id != player]
    blockers = select(blocks.c.player).where(
        blocks.c.blocked == player, blocks.c.player.in_(others)
    )
    facts = {"who": player, "name": match.chairs[seat].name}
    warned = [
        Notice(
            to_player(each),
            NoticeKind.BLOCKED,
            f"{match.id}:{each}:{player}:{match.revision}",
            match.id,
            facts={**facts, "player": each},
        )
        for each in connection.execute(blockers).scalars().all()
    ]
    outbox.put(connection, *warned)


def still_warns(connection: Connection, queued: QueuedNotice, now: datetime) -> bool:
    """Say whether both still sit there, and one still has the other on their block list."""
    del now
    player, who = (int(queued.notice.facts[each]) for each in ("player", "who"))
    listed = exists().where(blocks.c.player == player, blocks.c.blocked == who)
    there = select(func.count()).where(
        seats.c.match_id == queued.notice.match,
        seats.c.player.in_([player, who]),
        seats.c.agent.is_(None),
        listed,
    )
    return bool(connection.execute(there).scalar_one() == 2)
