"""Snapshots of matches, a row for each at most."""

from typing import Any, Final

from sqlalchemy import Connection, delete
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage.database import Database
from bot.storage.schema import snapshots
from bot.table.ids import MatchId
from bot.table.match.stored import Snapshot

_COLUMNS: Final = ("line", "digest", "made_by", "body")


def _keep(dialect: Any) -> Any:
    statement = dialect.insert(snapshots)
    newer = {name: statement.excluded[name] for name in _COLUMNS}
    return statement.on_conflict_do_update(index_elements=["match_id"], set_=newer)


_KEEP: Final = {"sqlite": _keep(sqlite), "postgresql": _keep(postgresql)}


class SnapshotStore:
    """Where long matches stood, so that loading one does not replay it whole."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, match_id: MatchId, snapshot: Snapshot) -> None:
        """Store a snapshot in place of an older one."""
        values = {name: getattr(snapshot, name) for name in _COLUMNS}

        def keep(connection: Connection) -> None:
            connection.execute(_KEEP[connection.dialect.name], {"match_id": match_id, **values})

        await self._database.write(keep)

    async def drop(self, match_id: MatchId, snapshot: Snapshot) -> None:
        """Delete this snapshot, unless there is another one by now."""
        this = (snapshots.c.match_id == match_id, snapshots.c.digest == snapshot.digest)

        def drop(connection: Connection) -> None:
            connection.execute(delete(snapshots).where(*this))

        await self._database.write(drop)
