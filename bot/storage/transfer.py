"""Copies all rows of one database into another, of whatever system, and compares them."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, Row, Table, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database
from bot.storage.notices.restores import last_number, number_from, numbered
from bot.storage.schema import bucket_leases, claims, deployment, metadata, processes
from bot.storage.schema_version import WRITERS_FROM

BATCH: Final = 5000
"""How many rows are copied at a time."""
# Which processes run just now is not copied.
TABLES: Final = tuple(
    each for each in metadata.sorted_tables if each not in (bucket_leases, claims, processes)
)

Progress = Callable[[int], None]
"""Is told how many more rows are done."""


class Content(NamedTuple):
    """How many rows a table has, and the sum of their digests, whatever their order."""

    rows: int = 0
    digest: int = 0

    def plus(self, rows: Sequence[Row[Any]]) -> "Content":
        """Return the content with more rows."""
        digests = (
            int.from_bytes(blake2b(repr(tuple(row)).encode(), digest_size=16).digest(), "big")
            for row in rows
        )
        return Content(self.rows + len(rows), (self.digest + sum(digests)) % (1 << 128))


class NotTheSame(Exception):
    """What arrived is not what was sent; the text says where."""


async def rows_of(database: Database) -> Mapping[str, int]:
    """Return how many rows each table has, but for what its migrations noted."""
    async with database.reading() as connection:
        counted = {each.name: select(func.count()).select_from(each) for each in TABLES}
        name = deployment.name
        counted[name] = counted[name].where(deployment.c.key != WRITERS_FROM)
        return {
            name: (await connection.execute(query)).scalar_one() for name, query in counted.items()
        }


async def transfer(source: Database, target: Database, progress: Progress) -> None:
    """Copy every row into a database whose tables are empty, in one transaction.

    Compares them before that is committed, and raises `NotTheSame` if a row differs. Numbers that
    the source has given once, the target doesn't give again.
    """
    async with target.writing() as writing:
        # Its migrations noted there what those of the source have noted here.
        await writing.execute(delete(deployment))
        # Closed before all is read again: a server ends a transaction in which nothing happens.
        async with source.reading() as reading:
            sent = {
                each.name: await _copy_table(reading, writing, each, progress) for each in TABLES
            }
            for table in numbered():
                if table in TABLES:
                    last = await reading.run_sync(last_number, table)
                    await writing.run_sync(number_from, table, last)
        for table in TABLES:
            arrived = Content()
            async for rows in _batches(writing, table):
                arrived = arrived.plus(rows)
                progress(len(rows))
            if arrived != sent[table.name]:
                raise NotTheSame(
                    f"{table.name}: {arrived.rows} rows arrived of {sent[table.name].rows}, or"
                    " some are not the same"
                )


async def _copy_table(
    reading: AsyncConnection, writing: AsyncConnection, table: Table, progress: Progress
) -> Content:
    """Copy a table and return what was sent."""
    content, later = Content(), list[dict[str, Any]]()
    # Rows that refer to later ones of the same table: those references follow at the end.
    own = [each for each in table.columns if _refers_to(each, table)]
    names = [each.name for each in table.columns]
    key = [each.name for each in table.primary_key.columns]
    async for rows in _batches(reading, table):
        content = content.plus(rows)
        values = [dict(zip(names, row, strict=True)) for row in rows]
        for each in values:
            if own and any(each[column.name] is not None for column in own):
                later.append({f"_{name}": each[name] for name in (*key, *(c.name for c in own))})
                each.update(dict.fromkeys((column.name for column in own), None))
        await _put(writing, table, names, values)
        progress(len(rows))
    if later:
        change = update(table).where(*(table.c[name] == bindparam(f"_{name}") for name in key))
        references: dict[str, Any] = {column.name: bindparam(f"_{column.name}") for column in own}
        await writing.execute(change.values(references), later)
    return content


async def _put(
    writing: AsyncConnection, table: Table, names: list[str], values: list[dict[str, Any]]
) -> None:
    if writing.dialect.name != "postgresql":
        await writing.execute(insert(table), values)
        return
    # Faster than INSERT by far. SQLAlchemy begins its transaction with the first question.
    await writing.execute(select(1))
    driver: Any = (await writing.get_raw_connection()).driver_connection
    records = [tuple(each.values()) for each in values]
    await driver.copy_records_to_table(table.name, records=records, columns=names)


async def _batches(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[Row[Any]]]:
    wanted = select(table).order_by(*table.primary_key.columns)
    async with connection.stream(wanted.execution_options(yield_per=BATCH)) as found:
        async for rows in found.partitions():
            yield rows


def _refers_to(column: Column[Any], table: Table) -> bool:
    return any(each.column.table is table for each in column.foreign_keys)
