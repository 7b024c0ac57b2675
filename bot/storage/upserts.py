"""Rows that are stored whether or not there is one with their key, in the words of either database.

SQLAlchemy has an `insert` with `ON CONFLICT` for each dialect, and none for both.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, Table, TextClause
from sqlalchemy.dialects import postgresql, sqlite

_DIALECTS: Final[Mapping[str, Any]] = {"sqlite": sqlite, "postgresql": postgresql}


class Upsert:
    """Stores rows; one that is there with the same `key` takes the `newer` columns from the new.

    `changes` says what else becomes of the row that is there, and `where` which ones change at all;
    with neither `newer` nor `changes` it stays. `computed` holds expressions that go with each new
    row. `source` names the columns that a query fills, instead of values.
    """

    def __init__(
        self,
        table: Table,
        key: Collection[str] = (),
        newer: Collection[str] = (),
        *,
        changes: Mapping[str, Any] | None = None,
        where: ColumnElement[bool] | TextClause | None = None,
        computed: Mapping[str, Any] | None = None,
        source: tuple[Sequence[str], Select[Any]] | None = None,
    ) -> None:
        self._of_dialect = {}
        for name, dialect in _DIALECTS.items():
            put = dialect.insert(table)
            put = put.values(computed) if computed else put
            put = put.from_select(*source) if source else put
            changed = {each: put.excluded[each] for each in newer} | dict(changes or {})
            self._of_dialect[name] = (
                put.on_conflict_do_update(index_elements=key, set_=changed, where=where)
                if changed
                else put.on_conflict_do_nothing()
            )

    def execute(
        self, connection: Connection, values: Mapping[str, Any] | Sequence[Mapping[str, Any]]
    ) -> int:
        """Store one row or several; return how many were stored."""
        return connection.execute(self._of_dialect[connection.dialect.name], values).rowcount
