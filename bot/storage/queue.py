"""Which matches have something to do: partial indexes answer, however many matches there are."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import and_, or_, select

from bot.hosting.match import MatchId, Status, Target
from bot.storage.database import Database
from bot.storage.schema import matches, tellings
from bot.storage.statements import ids_of


class SqlQueue:
    """Asks a database what there is to do."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def untold(self) -> Sequence[MatchId]:
        """Return matches whose channel has not seen everything."""
        # In the words of the index, which SQLite uses only then.
        behind = select(tellings.c.match_id).where(tellings.c.told < tellings.c.want)
        there = matches.c.lost_at.is_(None)
        begun = matches.c.status.in_((Status.PLAYING.value, Status.FINISHED.value))
        is_table = tellings.c.target == Target.TABLE.value
        can_be_told = or_(
            tellings.c.target == Target.COVER.value,
            and_(is_table, matches.c.status != Status.PAUSED.value),
            # Proposals.
            begun,
        )
        wanted = behind.join(matches, matches.c.id == tellings.c.match_id).where(can_be_told, there)
        ordered = wanted.distinct().order_by(tellings.c.match_id)
        async with self._database.asking() as connection:
            return [MatchId(each) for each in (await connection.execute(ordered)).scalars()]

    async def due(self, now: datetime) -> Sequence[MatchId]:
        """Return lobbies whose time has come."""
        return await ids_of(
            self._database, matches.c.expires_at.is_not(None), matches.c.expires_at <= now
        )

    async def for_agents(self) -> Sequence[MatchId]:
        """Return matches that wait for a computer player."""
        return await ids_of(self._database, matches.c.agent_acts)
