"""Snapshots of matches, a row for each at most."""

from typing import Final

from sqlalchemy import delete

from bot.storage.database import Database
from bot.storage.schema import snapshots
from bot.storage.upserts import Upsert
from bot.table.ids import MatchId
from bot.table.match.stored import Snapshot

_COLUMNS: Final = ("line", "digest", "made_by", "body")


_KEEP: Final = Upsert(snapshots, ["match_id"], _COLUMNS)


class SnapshotStore:
    """Where long matches stood, so that loading one does not replay it whole."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, match_id: MatchId, snapshot: Snapshot) -> None:
        """Store a snapshot in place of an older one."""
        values = {name: getattr(snapshot, name) for name in _COLUMNS}
        await self._database.write(_KEEP.execute, {"match_id": match_id, **values})

    async def drop(self, match_id: MatchId, snapshot: Snapshot) -> None:
        """Delete this snapshot, unless there is another one by now."""
        this = (snapshots.c.match_id == match_id, snapshots.c.digest == snapshot.digest)
        await self._database.execute(delete(snapshots).where(*this))
