"""Buckets in questions and rows: whose chores something is."""

from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Integer, any_, bindparam, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY

from bot.storage.schema import matches
from bot.table.processes.buckets import BUCKETS, Buckets


def within(column: ColumnElement[int], buckets: Buckets) -> tuple[ColumnElement[bool], ...]:
    """Return the condition that keeps a look to some buckets; none, if it is for all."""
    if buckets is None or len(buckets) == BUCKETS:
        return ()
    return (column == any_(literal(sorted(buckets), ARRAY(Integer))),)


def _of(match: ColumnElement[Any]) -> ColumnElement[int]:
    found = select(matches.c.bucket).where(matches.c.id == match).scalar_subquery()
    return func.coalesce(found, 0)


BUCKET: Final = _of(bindparam("about", type_=BigInteger))
"""The bucket of the match `about`; 0, if it is about none."""
