"""Which players are at a table: what votes and lateness ask of the database, and leave there.

Functions of a connection, parts of the caller's transaction.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, delete, select, update

from bot.storage.rows import READS_DIRECT
from bot.storage.schema import (
    deals,
    plans,
    players,
    presences,
    seats,
    sitters,
    tellings,
)
from bot.storage.time import waits
from bot.storage.upserts import Upsert
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match
from bot.table.match.sitters import Sitter
from bot.table.notices.notice import QueuedNotice
from bot.table.time.holidays import LONG
from bot.table.time.lateness import is_late
from bot.table.together.votes import PRESENCE, Circumstances
from engine.game import Seat

_PRESENT: Final = select(presences.c.player).where(
    presences.c.match_id == bindparam("of"), presences.c.at > bindparam("since")
)
_SITTERS: Final = select(sitters.c.player).where(
    sitters.c.match_id == bindparam("of"), sitters.c.player.is_not(None)
)


# The row of the seat's first owner stays as it is.
_PUT_SITTER: Final = Upsert(
    sitters, ["match_id", "seat", "from_line"], ["kind", "player"], where=sitters.c.from_line > 0
)
_PUT_PRESENCE: Final = Upsert(presences, ["match_id", "player"], ["at"])


def circumstances(connection: Connection, match: Match, now: datetime) -> Circumstances:
    """Return what a table's time looks like now."""
    of = {"of": match.id}
    open_waits = waits.of_matches(connection, [match.id])[match.id]
    present = connection.execute(_PRESENT, {**of, "since": now - PRESENCE})
    away = waits.away(connection, match, now)
    return Circumstances(
        late=frozenset(each.seat for each in open_waits if is_late(each, now)),
        waits={each.seat: each.id for each in open_waits},
        runs=any(each.due_at is not None for each in open_waits),
        present=frozenset(map(PlayerId, present.scalars())),
        away=frozenset(away),
        long_away=frozenset(player for player, until in away.items() if until > now + LONG),
        knowing=frozenset(map(PlayerId, connection.execute(_SITTERS, of).scalars())),
    )


def was_there(connection: Connection, match_id: MatchId, player: PlayerId, now: datetime) -> None:
    """Store that a player is at a table now."""
    values = {"match_id": match_id, "player": player, "at": now}
    _PUT_PRESENCE.execute(connection, values)


def may_be_told(connection: Connection, queued: QueuedNotice, now: datetime) -> bool:
    """Say whether a notice may be sent: a direct message only to those who want them."""
    del now
    kind, _, player = queued.notice.target.partition(":")
    if kind != "dm":
        return True
    wanted = select(players.c.id).where(players.c.id == int(player), READS_DIRECT)
    return connection.execute(wanted).scalar_one_or_none() is not None


def put_sitters(connection: Connection, match_id: MatchId, new: Sequence[Sitter]) -> None:
    """Store who plays seats from some lines on; of two about one line the first counts."""
    if new:
        once = {(each.seat, each.from_line): each for each in reversed(new)}
        values = [{"match_id": match_id, **each._asdict()} for each in once.values()]
        _PUT_SITTER.execute(connection, values)


def owned_anew(connection: Connection, match_id: MatchId, which: Sequence[Seat]) -> None:
    """Drop what the former owners of seats had planned or proposed, and used of their clocks."""
    for seat in which:
        theirs = (plans.c.match_id == match_id, plans.c.seat == seat)
        connection.execute(delete(plans).where(*theirs))
        clock = update(seats).where(seats.c.match_id == match_id, seats.c.seat == seat)
        connection.execute(clock.values(bank_s=None))
        lapse = (
            update(deals)
            .where(deals.c.match_id == match_id, deals.c.proposer == seat, ~deals.c.closed)
            .where(~deals.c.withdrawn, ~deals.c.answers.contains('"accepted"'))
            .values(withdrawn=True)
            .returning(deals.c.id)
        )
        for deal in connection.execute(lapse).scalars().all():
            connection.execute(
                update(tellings)
                .where(tellings.c.match_id == match_id, tellings.c.target == f"deal:{deal}")
                .values(want=tellings.c.want + 1)
            )
