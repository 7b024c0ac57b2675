"""Reviews of matches that are over, a row for each line that was judged."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, select, update

from bot.storage.database import Database
from bot.storage.processes.buckets import within
from bot.storage.schema import matches, reviewed_lines, reviews
from bot.storage.upserts import Upsert
from bot.table.ids import MatchId
from bot.table.processes.buckets import Buckets

_SOME: Final = 20


_ASK: Final = Upsert(reviews, ["match_id"], ["asked_at"], where=reviews.c.done_at.is_(None))
_KEEP: Final = Upsert(reviewed_lines)
_FINISH: Final = (
    update(reviews).where(reviews.c.match_id == bindparam("of")).values(done_at=bindparam("now"))
)
_REOPEN: Final = (
    update(reviews)
    .where(reviews.c.match_id == bindparam("of"))
    .values(done_at=None, asked_at=bindparam("now"))
)
_FINDINGS: Final = select(reviewed_lines.c.line, reviewed_lines.c.body).where(
    reviewed_lines.c.match_id == bindparam("of")
)


class ReviewWanted(NamedTuple):
    """A match that is to be reviewed."""

    match: MatchId
    bucket: int


class ReviewStore:
    """Reviews of finished matches: what is asked for, what is judged so far."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ask(self, match_id: MatchId, now: datetime) -> None:
        """Let a match be reviewed before those that were asked for earlier; not one that is."""
        await self._database.write(ask, match_id, now)

    async def find_wanted(
        self, buckets: Buckets = None, but: Collection[MatchId] = ()
    ) -> Sequence[ReviewWanted]:
        """Return some matches that are to be reviewed, those asked for last first, `but` these."""
        open_ones = (
            select(matches.c.id, matches.c.bucket)
            .join_from(reviews, matches)
            .where(
                reviews.c.done_at.is_(None),
                reviews.c.match_id.not_in(but),
                *within(matches.c.bucket, buckets),
            )
            .order_by(reviews.c.asked_at.desc(), matches.c.id.desc())
            .limit(_SOME)
        )
        rows = await self._database.rows(open_ones)
        return [ReviewWanted(MatchId(row.id), row.bucket) for row in rows]

    async def is_done(self, match_id: MatchId) -> bool | None:
        """Say whether a match is reviewed; None: nobody has asked for it."""
        wanted = select(reviews.c.done_at).where(reviews.c.match_id == match_id)
        row = await self._database.row(wanted)
        return None if row is None else row.done_at is not None

    async def findings(self, match_id: MatchId) -> Mapping[int, str]:
        """Return what was found so far, by line."""
        rows = await self._database.rows(_FINDINGS, {"of": match_id})
        return {row.line: row.body for row in rows}

    async def keep(self, match_id: MatchId, line: int, finding: str) -> None:
        """Store what was found in a line, unless it is there."""
        values = {"match_id": match_id, "line": line, "body": finding}
        await self._database.write(_KEEP.execute, values)

    async def finish(self, match_id: MatchId, now: datetime) -> None:
        """Store that all lines are there that can be judged."""
        await self._database.execute(_FINISH, {"of": match_id, "now": now})

    async def reopen(self, match_id: MatchId, now: datetime) -> None:
        """Let what is lacking in a review be judged, before all others."""
        await self._database.execute(_REOPEN, {"of": match_id, "now": now})


def ask(connection: Connection, match_id: MatchId, now: datetime) -> None:
    """Let a match be reviewed, as a part of the caller's transaction."""
    _ASK.execute(connection, {"match_id": match_id, "asked_at": now})
