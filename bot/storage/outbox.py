"""Messages to be sent, as rows. These functions are parts of the caller's transaction."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from json import dumps, loads
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, bindparam, select, text, update

from bot.storage.processes.buckets import BUCKET
from bot.storage.schema import lanes, outbox
from bot.storage.upserts import Upsert
from bot.table.ids import MatchId
from bot.table.notices.notice import DIRECT, NOTICES, REMINDERS, Notice, NoticeKind

AT_ONCE: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""When a target that had nothing pending is looked at next."""
_STANDS: Final = text("outbox.state IN ('pending', 'sent')")
_PUT: Final = Upsert(
    outbox,
    ["kind", "key"],
    ["facts", "best_before", "wait_id"],
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
_OUTDATED_ABOUT: Final = _changed(
    "pending",
    outbox.c.wait_id == bindparam("about"),
    outbox.c.kind == bindparam("of_kind"),
)
_RETRACT: Final = _changed(
    "retract", outbox.c.kind == bindparam("of_kind"), outbox.c.key == bindparam("named")
)
_RETRACT_ABOUT: Final = _changed("retract", outbox.c.wait_id == bindparam("about"))
_RETRACT_FROM_OTHERS: Final = _changed(
    "retract",
    outbox.c.match_id == bindparam("about"),
    outbox.c.kind == bindparam("of_kind"),
    outbox.c.target.not_in(bindparam("targets", expanding=True)),
)
_OLDER: Final = select(outbox.c.id, outbox.c.target, outbox.c.match_id, outbox.c.facts).where(
    outbox.c.wait_id.in_(bindparam("of_waits", expanding=True)),
    outbox.c.kind.in_([kind.value for kind in REMINDERS]),
    _STANDS,
)
_SHORTEN: Final = (
    update(outbox)
    .where(outbox.c.id == bindparam("old"))
    .values(state="retract", version=outbox.c.version + 1, facts=bindparam("now_facts"))
)
_SAME: Final = select(outbox.c.id, outbox.c.facts, outbox.c.message).where(
    outbox.c.kind == bindparam("of_kind"), outbox.c.key == bindparam("of_key"), _STANDS
)
_REPLACED: Final = (
    update(outbox)
    .where(outbox.c.id == bindparam("old"))
    .values(key=bindparam("old_key"), state="retract", version=outbox.c.version + 1)
)


def put(connection: Connection, *new: Notice) -> None:
    """Store messages to be sent; one that is there already is edited, or sent as it is now.

    One that was deleted, or that nobody could get, stays so.
    """
    reminded = {
        table["wait"]
        for each in new
        if NOTICES[each.kind].reminds
        for table in each.facts["tables"]
    }
    if reminded:
        supersede(connection, reminded)
    if new:
        _PUT.execute(connection, [_values(_gathered(connection, each)) for each in new])
        wake(connection, {each.target: each.match for each in new})


def supersede(connection: Connection, waits: Collection[int]) -> None:
    """Let reminders of these waits go; lists stay with what else they say, if it is so."""
    older = connection.execute(_OLDER, {"of_waits": sorted(waits)}).all()
    for row in older:
        facts = loads(row.facts)
        facts["tables"] = [each for each in facts["tables"] if each.get("wait") not in waits]
        connection.execute(_SHORTEN, {"old": row.id, "now_facts": dumps(facts)})
    wake(connection, {row.target: row.match_id for row in older})


def _gathered(connection: Connection, notice: Notice) -> Notice:
    """Return a notice that says what one of its key said before, too; that one's message goes."""
    name = NOTICES[notice.kind].gathers
    same = {"of_kind": notice.kind.value, "of_key": notice.key}
    row = None if name is None else connection.execute(_SAME, same).one_or_none()
    if name is None or row is None:
        return notice
    was_sent = row.message is not None
    if was_sent:
        connection.execute(_REPLACED, {"old": row.id, "old_key": f"{notice.key}/{row.id}"})
    before = [{**each, "told": was_sent or each.get("told")} for each in loads(row.facts)[name]]
    facts = {**notice.facts, name: [*before, *notice.facts[name]]}
    return replace(notice, facts=facts, wait=None)


def put_once(connection: Connection, *new: Notice) -> list[Notice]:
    """Store messages to be sent and return them; one that is there already stays as it is."""
    put = [each for each in new if _PUT_ONCE.execute(connection, _values(each))]
    wake(connection, {each.target: each.match for each in put})
    return put


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


def outdated_about(connection: Connection, wait: int, kind: NoticeKind) -> None:
    """Let the message of a kind about a wait be edited, if there is one or is to be one."""
    about = {"about": wait, "of_kind": kind.value}
    changed = connection.execute(_OUTDATED_ABOUT, about)
    wake(connection, {row.target: row.match_id for row in changed})


def retract(connection: Connection, kind: NoticeKind, key: str) -> None:
    """Let a message be deleted, or never be sent: another one says what it would."""
    which = {"of_kind": kind.value, "named": key}
    wake(connection, {row.target: row.match_id for row in connection.execute(_RETRACT, which)})


def retract_about(connection: Connection, wait: int) -> None:
    """Let all messages about a wait be deleted, or never be sent: it is over."""
    about = {"about": wait}
    wake(
        connection, {row.target: row.match_id for row in connection.execute(_RETRACT_ABOUT, about)}
    )


def retract_from_others(
    connection: Connection, match_id: MatchId, kind: NoticeKind, targets: Collection[str]
) -> None:
    """Let messages of a kind about a match be deleted, but for those to these targets."""
    which = {"about": match_id, "of_kind": kind.value, "targets": sorted(targets)}
    gone = connection.execute(_RETRACT_FROM_OTHERS, which)
    wake(connection, {row.target: row.match_id for row in gone})


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
