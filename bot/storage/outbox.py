"""Messages to be sent, as rows. These functions are parts of the caller's transaction."""

from collections.abc import Mapping
from datetime import UTC, datetime
from json import dumps
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, bindparam, text, update

from bot.storage.processes.buckets import BUCKET
from bot.storage.schema import lanes, outbox
from bot.storage.upserts import Upsert
from bot.table.ids import MatchId
from bot.table.notices.notice import DIRECT, Notice, NoticeKind

AT_ONCE: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""When a target that had nothing pending is looked at next."""
_STANDS: Final = text("outbox.state IN ('pending', 'sent')")
_PUT: Final = Upsert(
    outbox,
    ["kind", "key"],
    ["facts", "best_before"],
    changes={"state": "pending", "version": outbox.c.version + 1},
    where=_STANDS,
    computed={"bucket": BUCKET},
)
_PUT_ONCE: Final = Upsert(outbox, ["kind", "key"], computed={"bucket": BUCKET})
_WAKE: Final = Upsert(
    lanes,
    ["target"],
    ["next_at", "bucket"],
    where=lanes.c.next_at.is_(None),
    computed={"bucket": BUCKET},
)


def _changed(state: str, *which: ColumnElement[bool]) -> Any:
    changed = {"state": state, "version": outbox.c.version + 1}
    return (
        update(outbox)
        .where(_STANDS, *which)
        .values(changed)
        .returning(outbox.c.target, outbox.c.match_id)
    )


_OUTDATED: Final = _changed(
    "pending",
    outbox.c.match_id == bindparam("about"),
    outbox.c.kind == bindparam("of_kind"),
    outbox.c.message.is_not(None),
)
_RETRACT_ABOUT: Final = _changed("retract", outbox.c.wait_id == bindparam("about"))


def put(connection: Connection, *new: Notice) -> None:
    """Store messages to be sent; one that is there already is edited, or sent as it is now.

    One that was deleted, or that nobody could get, stays so.
    """
    if new:
        _PUT.execute(connection, [_values(each) for each in new])
        wake(connection, {each.target: each.match for each in new})


def put_once(connection: Connection, *new: Notice) -> None:
    """Store messages to be sent; one that is there already stays as it is."""
    put = [each for each in new if _PUT_ONCE.execute(connection, _values(each))]
    wake(connection, {each.target: each.match for each in put})


def _values(notice: Notice) -> dict[str, Any]:
    return {
        "target": notice.target,
        "kind": notice.kind.value,
        "key": notice.key,
        "match_id": notice.match,
        "about": _about(notice.target, notice.match),
        "wait_id": notice.wait,
        "facts": dumps(dict(notice.facts)),
        "best_before": notice.best_before,
    }


def outdated(connection: Connection, match_id: MatchId, kind: NoticeKind) -> None:
    """Let the messages of a kind about a match be edited that were sent in the last days."""
    about = {"about": match_id, "of_kind": kind.value}
    wake(connection, {row.target: row.match_id for row in connection.execute(_OUTDATED, about)})


def retract_about(connection: Connection, wait: int) -> None:
    """Let all messages about a wait be deleted, or never be sent: it is over."""
    about = {"about": wait}
    wake(
        connection, {row.target: row.match_id for row in connection.execute(_RETRACT_ABOUT, about)}
    )


def wake(connection: Connection, targets: Mapping[str, int | None]) -> None:
    """Let targets be looked at that had nothing pending; one that rests still rests.

    Each comes with a match of which it is to hear, if there is one: the match says in which bucket
    the target is.
    """
    # In one order: else two transactions that wake the same targets could deadlock.
    values = [
        {"target": target, "next_at": AT_ONCE, "about": _about(target, match)}
        for target, match in sorted(targets.items())
    ]
    if values:
        _WAKE.execute(connection, values)


def _about(target: str, match: int | None) -> int | None:
    """Return the match whose bucket a target is in; direct messages are all in the first one."""
    return None if target.startswith(DIRECT) else match
