"""Runs migrations on the connection that the bot passes, or on DATABASE_URL from a terminal."""

import asyncio
from os import environ

from alembic import context
from sqlalchemy import Connection

from bot.storage.database import Database
from bot.storage.schema import metadata


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        # SQLite changes a table by copying it.
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_alone() -> None:
    database = Database(environ.get("DATABASE_URL", "sqlite:///faultline.sqlite3"))
    async with database.migrating() as connection:
        await connection.run_sync(run)
    await database.close()


if (given := context.config.attributes.get("connection")) is not None:
    run(given)
else:
    asyncio.run(run_alone())
