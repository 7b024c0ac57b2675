"""Messages to be sent, as rows. These functions are parts of somebody else's transaction."""

from json import dumps
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from bot.hosting.outbox import Notice
from bot.storage.schema import outbox


def _put(dialect: Any) -> Any:
    statement = dialect.insert(outbox)
    again = {
        "facts": statement.excluded.facts,
        "best_before": statement.excluded.best_before,
        "state": "pending",
    }
    return statement.on_conflict_do_update(index_elements=["kind", "key"], set_=again)


_PUT: Final = {"sqlite": _put(sqlite), "postgresql": _put(postgresql)}


def put(connection: Connection, *new: Notice) -> None:
    """Store messages to be sent; one that is there already is to be edited."""
    values = [
        {
            "target": each.target,
            "kind": each.kind.value,
            "key": each.key,
            "match_id": each.match,
            "wait_id": each.wait,
            "facts": dumps(dict(each.facts)),
            "best_before": each.best_before,
        }
        for each in new
    ]
    if values:
        connection.execute(_PUT[connection.dialect.name], values)
