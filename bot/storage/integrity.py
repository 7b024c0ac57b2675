"""Looks for damage below the records: what only the database itself can see."""

from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database

# PostgreSQL finds damaged pages as it reads them, if it was made with checksums; what it was
# restored with half may leave indexes and constraints that it doesn't trust itself.
_POSTGRESQL: Final = {
    "the index {} is not valid: REINDEX it": """
        SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid
    """,
    "the constraint {} is not valid: VALIDATE it": """
        SELECT conname FROM pg_constraint WHERE NOT convalidated
    """,
    "{} pages did not fit their checksums": """
        SELECT checksum_failures FROM pg_stat_database
        WHERE datname = current_database() AND checksum_failures > 0
    """,
}


async def damages(database: Database) -> list[str]:
    """Return what is damaged, a line each."""
    async with database.reading() as connection:
        if connection.dialect.name == "sqlite":
            return await _of_file(connection)
        found = []
        for line, question in _POSTGRESQL.items():
            rows = (await connection.execute(text(question))).scalars()
            found += [line.format(each) for each in rows]
        return found


async def _of_file(connection: AsyncConnection) -> list[str]:
    pages = (await connection.execute(text("PRAGMA integrity_check"))).scalars().all()
    lost = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
    broken = [each for each in pages if each != "ok"]
    # Without the number of the row: not every table numbers its rows.
    return [
        *broken,
        *(f"a row of {each[0]} refers to a row of {each[2]} that is lost" for each in lost),
    ]
