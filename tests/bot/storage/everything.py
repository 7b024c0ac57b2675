"""Rows of every kind for a database: what the tables allow, not what the rules do."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Date,
    Double,
    Integer,
    LargeBinary,
    Table,
    Text,
    insert,
    update,
)

from bot.storage.schema import Instant, matches
from bot.storage.transfer import TABLES

FIRST = 1001
"""The first of the numbers that rows get."""
ROWS = 3
_BEGAN = datetime(2026, 3, 29, 1, 59, 59, 123456, tzinfo=UTC)


def fill(connection: Connection) -> None:
    """Put rows into every table: large numbers, strange letters, moments, nothing at all."""
    for table in TABLES:
        connection.execute(insert(table), [_row(table, number) for number in range(ROWS)])
    # A table refers to one that was opened later.
    later = update(matches).where(matches.c.id == FIRST).values(rematch=FIRST + 2)
    connection.execute(later)


def _row(table: Table, number: int) -> dict[str, Any]:
    return {each.name: _value(each, number) for each in table.columns}


def _value(column: Column[Any], number: int) -> Any:
    if column.nullable and number == ROWS - 1:
        return None
    if isinstance(column.type, Date):
        return (_BEGAN + timedelta(days=number)).date()
    if column.foreign_keys:
        return None if column.table is matches else FIRST + number
    match column.type:
        case Boolean():
            return number % 2 == 0
        case Instant():
            return _BEGAN + timedelta(days=number, microseconds=number)
        case BigInteger():
            return FIRST + number if column.name == "id" else 2**60 + number
        case Integer():
            return FIRST + number
        case LargeBinary():
            return bytes(range(number, 256))
        case Double():
            return number + 1 / 3
        case Text():
            return f"{column.name} {number}: “ça” 🌋 'quoted' \\ \t\n %s"
        case _:
            raise TypeError(column.type)
