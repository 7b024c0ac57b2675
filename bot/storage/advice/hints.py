"""Hints that were taken, a row for each decision."""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, insert, select

from bot.storage import outbox
from bot.storage.database import Database
from bot.storage.schema import hints, matches
from bot.table.errors import HintRefused, UnknownMatch
from bot.table.ids import MatchId
from bot.table.notices.notice import Notice
from engine.game import Seat

_TAKEN: Final = select(hints.c.line).where(
    hints.c.match_id == bindparam("of"), hints.c.seat == bindparam("where")
)
_LOCKED: Final = select(matches.c.id).where(matches.c.id == bindparam("of")).with_for_update()


class HintStore:
    """Which hints were given in a match."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_taken(self, match_id: MatchId, seat: Seat) -> frozenset[int]:
        """Return the decisions of a seat at which it took a hint."""
        return frozenset(await self._database.scalars(_TAKEN, {"of": match_id, "where": seat}))

    async def take(
        self,
        match_id: MatchId,
        seat: Seat,
        decision: int,
        most: int,
        now: datetime,
        notice: Notice | None = None,
    ) -> int:
        """Count a hint, and let the table hear of it, unless both was done; return how many now.

        Raises `HintRefused` (hint-spent) if the seat has had `most` at other decisions.
        """

        def take(connection: Connection) -> int:
            # A transaction that asks at the same moment waits.
            if connection.execute(_LOCKED, {"of": match_id}).scalar_one_or_none() is None:
                raise UnknownMatch("unknown-match", match=match_id)
            found = connection.execute(_TAKEN, {"of": match_id, "where": seat})
            taken = frozenset(found.scalars())
            if decision in taken:
                return len(taken)
            if len(taken) >= most:
                raise HintRefused("hint-spent", n=most)
            values = {"match_id": match_id, "seat": seat, "line": decision, "at": now}
            connection.execute(insert(hints), values)
            if notice is not None:
                outbox.put(connection, notice)
            return len(taken) + 1

        return await self._database.write(take)
