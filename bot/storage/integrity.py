"""Looks for damage below the records: what only the database itself can see."""

from typing import Final

from sqlalchemy import text

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
            pages = (await connection.execute(text("PRAGMA integrity_check"))).scalars().all()
            lost = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
            # Without the number of the row: not every table numbers its rows.
            return [
                *(each for each in pages if each != "ok"),
                *(f"a row of {each[0]} refers to a row of {each[2]} that is lost" for each in lost),
            ]
        found = []
        for line, question in _POSTGRESQL.items():
            rows = (await connection.execute(text(question))).scalars()
            found += [line.format(each) for each in rows]
        return found
