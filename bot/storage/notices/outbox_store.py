"""Hands notices out to be delivered: a target to one process at a time, its notices in order.

A notice is a row of `outbox`, written in the transaction of what causes it: if that is stored, so
is the notice, and nothing is sent that was not. A target (a channel, a table, a person) is a row of
`lanes`; `next_at` says when it is looked at next, and None that nothing waits there.

States of a notice:

    pending ---> sent ---> pending (edited: its `version` is higher)
       |           |
       |           '-----> retract ---> gone     its wait is over: the message is deleted,
       |                      '-------> pending  or edited, if it was about others, too
       '---> dead                                too late, no longer so, refused, nobody there

A lane is free or leased, by `owner` until `until`. Each lease raises its `epoch`, and nothing is
written under an older one: a process that was held up finds out by that.

Invariants.
- One process delivers to a target, and its oldest waiting notice first. Rows are not leased singly:
  the second would overtake a first that hangs.
- Discord is asked between transactions, never within one. `next` and `settle` renew the lease in
  the transaction in which they look what is next, and do nothing at all if it is lost.
- What became of a notice is stored as of the `version` that was delivered. If it was put again
  meanwhile it stays pending, and is edited.
- Whether a notice still holds is asked in the transaction that hands it out, of rows alone.
- What puts a notice wakes its lane in the same transaction; what gives a lane back locks it before
  it looks whether anything is left. So nothing is left behind in a lane that sleeps.
- Rows are locked in the order of `bot.storage.time.decisions`: waits, timers, outbox, lanes.

What surprises.
- A process that is killed between sending and storing leaves a message that is not noted. The next
  one sees that the lease was never given back (`left_at`) and, of a notice that was tried before,
  since when (`tried_at`). Within two minutes Discord knows the nonce; later the message is looked
  for by its button; where that can't be done, `NOTICES` says whether the notice is dropped.
- `sent_at` of a pending row without a message is the moment of an unsure try, not of success.
- A lane rests after a burst, and longer after each failure; putting a notice does not wake one that
  rests. But a clock that was set back must not make a lease or a rest longer (`_ASTRAY`).
- A notice of a table with untold news waits for those (`untold`): the board comes first.

What isn't nice. A check that puts a reminder off changes waits and timers after `settle` has
changed a row of the outbox: two processes may wait for each other there. The server then lets one
of them go on, and the other transaction is done once more (`Database.write`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from json import dumps, loads
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Connection,
    RowMapping,
    Update,
    and_,
    bindparam,
    case,
    exists,
    func,
    not_,
    or_,
    select,
    text,
    update,
)

from bot.storage.database import Database
from bot.storage.outbox import wake
from bot.storage.processes.buckets import BUCKET, within
from bot.storage.rows import OPEN, READS_DIRECT, here
from bot.storage.schema import lanes, matches, outbox, players, tellings
from bot.storage.time import absences, mentions, waits
from bot.table.ids import MatchId
from bot.table.match.match import Target
from bot.table.notices.notice import (
    DIRECT,
    Delivered,
    Lane,
    Notice,
    NoticeKind,
    NoticeState,
    QueuedNotice,
    Settled,
    fallen_back,
)
from bot.table.processes.buckets import Buckets
from bot.table.processes.pauses import LONGEST_PAUSE, pause_after
from bot.table.time.turns import NextUp
from bot.table.time.waits import Stop

LEASE: Final = timedelta(seconds=60)
REST: Final = timedelta(seconds=5)
"""How long a target rests after some messages: five in five seconds is what Discord allows."""

_UNTOLD: Final = exists().where(
    tellings.c.match_id == outbox.c.match_id,
    tellings.c.target == Target.TABLE.value,
    tellings.c.told < tellings.c.want,
)
# In the words of the index, which SQLite uses only then.
_WAITS: Final = text("outbox.state IN ('pending', 'retract')")
_WAITING: Final = (
    select(outbox, _UNTOLD.label("untold"))
    .where(outbox.c.target == bindparam("to"), _WAITS)
    .order_by(outbox.c.id)
)
FIRST: Final = _WAITING.limit(1)
_UNSENT: Final = _WAITING.where(outbox.c.message.is_(None))
# A clock that was set back must not make a lease or a rest any longer.
_IS_FREE: Final = or_(
    lanes.c.until.is_(None),
    lanes.c.until <= bindparam("now"),
    lanes.c.until > bindparam("lease_end"),
)
_DUE: Final = and_(lanes.c.next_at <= bindparam("now"), _IS_FREE)
_ASTRAY: Final = and_(lanes.c.next_at > bindparam("at_most"), _IS_FREE)
_IS_NEW_PERSON: Final = and_(lanes.c.epoch == 0, lanes.c.target.startswith(DIRECT))
_LANE: Final = (
    lanes.c.target,
    lanes.c.bucket,
    lanes.c.epoch,
    lanes.c.owner,
    lanes.c.until,
    lanes.c.failures,
)
_PICK: Final = select(*_LANE).order_by(lanes.c.next_at).with_for_update(skip_locked=True)
_HELD: Final = (
    lanes.c.target == bindparam("of"),
    lanes.c.owner == bindparam("by"),
    lanes.c.epoch == bindparam("as_of"),
)
_RENEW: Final = update(lanes).where(*_HELD).values(until=bindparam("lease_end"))


class _LeaseLost(Exception):
    """Another process delivers to this target by now."""


class NoticeQuestions(NamedTuple):
    """What the database is asked about one kind of notice, in the transaction that hands it out.

    `still_holds` says, just before it is sent, whether to send it; it may set a timer for later
    instead. `facts` reads what its words need besides, and may say the same by None. `sent` stores
    what follows from it that it was sent; `unsent`, that it certainly was not: its channel was out
    of reach, or another thing that it says is over. `left_of` says what it becomes that was sent
    and is no longer so; without it, or None: it is deleted.
    """

    still_holds: Callable[[Connection, QueuedNotice, datetime], bool] | None = None
    facts: Callable[[Connection, QueuedNotice, datetime], Mapping[str, Any] | None] | None = None
    sent: Callable[[Connection, QueuedNotice, Delivered, datetime], None] | None = None
    left_of: Callable[[Connection, QueuedNotice], Notice | None] | None = None
    unsent: Callable[[Connection, QueuedNotice, datetime], None] | None = None


class OutboxStore:
    """The queue of notices, in a database that several processes may share.

    A kind of notice that isn't in `questions` is sent whatever has happened since.
    """

    def __init__(self, database: Database, questions: Mapping[NoticeKind, NoticeQuestions]) -> None:
        self._database = database
        self._questions = questions

    async def lease(
        self, owner: str, now: datetime, most: int, *, new_people: bool, buckets: Buckets = None
    ) -> Sequence[Lane]:
        """Lease at most `most` targets that have something pending and no other owner.

        Among them is one person who was never written to, if there is one and `new_people`.
        """
        here = within(lanes.c.bucket, buckets)
        # Not as one condition: SQLite would read all targets.
        is_any = select(or_(exists().where(_DUE, *here), exists().where(_ASTRAY, *here)))
        times = {"now": now, "at_most": now + LONGEST_PAUSE, "lease_end": now + LEASE}
        # Mostly there is nothing to do, and nothing to lock for it.
        if not await self._database.scalar(is_any, times):
            return ()

        def lease(connection: Connection) -> Sequence[Lane]:
            known = _PICK.where(not_(_IS_NEW_PERSON), *here).limit(most)
            found = [
                *connection.execute(known.where(_DUE), times),
                *connection.execute(known.where(_ASTRAY), times),
            ]
            if new_people:
                new = _PICK.where(_IS_NEW_PERSON, _DUE, *here).limit(1)
                found += connection.execute(new, times)
            if found:
                values = {"owner": owner, "epoch": lanes.c.epoch + 1, "until": now + LEASE}
                taken = lanes.c.target.in_([row.target for row in found])
                connection.execute(update(lanes).where(taken).values(values))
            return [
                Lane(
                    row.target,
                    owner,
                    row.epoch + 1,
                    row.failures,
                    None if row.owner is None else min(row.until - LEASE, now),
                    row.bucket,
                )
                for row in found
            ]

        return await self._database.write(lease)

    async def next(self, lane: Lane, now: datetime) -> QueuedNotice | None:
        """Renew the lease and return the oldest notice; None: there is none, or the lease ended.

        What is too late or not so any more is settled on the way.
        """
        return await self._work_if_held(lane, now)

    async def settle(
        self, lane: Lane, queued: QueuedNotice, settled: Settled, now: datetime
    ) -> QueuedNotice | None:
        """Store what became of a notice, then do what `next` does."""

        def settle(connection: Connection) -> None:
            sent = self._asked_of(queued.notice.kind).sent
            if settled.delivered is not None and queued.message is None and sent is not None:
                sent(connection, queued, settled.delivered, now)
            if settled.delivered is not None:
                mentions.unpinged_by(connection, queued, settled.delivered.unpinged, now)
            connection.execute(_settled(queued, settled, now))
            absences.tell(connection, queued.notice.match, settled.gone)
            if settled.delivered is not None:
                absences.forget(connection, queued.notice.match, settled.delivered.there)

        return await self._work_if_held(lane, now, settle)

    async def fall_back(
        self, lane: Lane, queued: QueuedNotice, now: datetime
    ) -> QueuedNotice | None:
        """Let a direct message go to its match's channel instead, then do what `next` does."""

        def fall_back(connection: Connection) -> None:
            player = players.c.id == int(queued.notice.target.removeprefix(DIRECT))
            wish = select(READS_DIRECT).where(player).with_for_update()
            # Said once: a person who wants direct messages again sets it again.
            is_first = bool(connection.execute(wish).scalar_one_or_none())
            place = _place_of(connection, queued.notice.match)
            notice = fallen_back(queued.notice, place, is_first=is_first)
            if notice is None:
                dead = Settled(NoticeState.DEAD, error="direct-closed")
                connection.execute(_settled(queued, dead, now))
                return
            connection.execute(update(players).where(player).values(_in_channel(queued.notice)))
            there = update(outbox).where(outbox.c.id == queued.id)
            moved: dict[str, Any] = {
                "target": notice.target,
                "kind": notice.kind.value,
                "key": notice.key,
                "wait_id": notice.wait,
                "best_before": notice.best_before,
                "facts": dumps(dict(notice.facts)),
                "bucket": BUCKET,
                "error": None,
                "sent_at": None,
            }
            connection.execute(there.values(moved), {"about": notice.match})
            wake(connection, {notice.target: notice.match})

        return await self._work_if_held(lane, now, fall_back)

    async def release(self, lane: Lane, now: datetime, *, has_sent: bool) -> None:
        """Give a lease back; a target that was sent something rests for some seconds."""

        def release(connection: Connection) -> None:
            # Locked first, and asked after that: a transaction that puts something here meanwhile
            # waits, and then sees that it must wake the target.
            if connection.execute(_lock(lane)).first() is None:
                return
            is_left = exists().where(outbox.c.target == lane.target, _WAITS)
            more = connection.execute(select(is_left)).scalar_one()
            values = {
                "owner": None,
                "until": now + REST if has_sent else None,
                "next_at": now if more else None,
                "failures": 0,
            }
            connection.execute(_of(lane).values(values))

        await self._database.write(release)

    async def rest(
        self,
        lane: Lane,
        queued: QueuedNotice,
        now: datetime,
        error: str,
        *,
        unsure: bool,
        until: datetime | None = None,
    ) -> None:
        """Give a lease back after trouble; `unsure`: it may have been sent.

        Nobody takes it again before `until`; None: before a while that is longer each time.
        """

        def rest(connection: Connection) -> None:
            tried = {"error": error}
            if unsure and queued.message is None:
                tried["sent_at"] = queued.tried_at or now  # type: ignore[assignment]
            connection.execute(update(outbox).where(outbox.c.id == queued.id).values(tried))
            values = {
                "owner": None,
                "until": None,
                "next_at": until or now + pause_after(lane.failures + 1),
                "failures": lane.failures + (until is None),
            }
            connection.execute(_of(lane).values(values))

        await self._database.write(rest)

    async def mark_gone(self, lane: Lane, now: datetime) -> None:
        """Store that a target is gone, and nobody gets what was for it; clocks stand for it."""

        def gone(connection: Connection) -> None:
            kind, _, number = lane.target.partition(":")
            if kind != "dm":
                there = here(int(number)) if kind == "channel" else matches.c.id == int(number)
                tables = select(matches.c.id).where(OPEN, there).order_by(matches.c.id)
                for match in connection.execute(tables).scalars().all():
                    waits.stop(connection, MatchId(match), Stop.TROUBLE, now)
            for row in connection.execute(_UNSENT, {"to": lane.target}).mappings().all():
                self._note_unsent(connection, _queued(row, lane), now)
            dead = {"state": "dead", "error": "channel-gone", "sent_at": now}
            left = update(outbox).where(outbox.c.target == lane.target, _WAITS)
            connection.execute(left.values(dead))
            connection.execute(_of(lane).values(owner=None, until=None, next_at=None))

        await self._database.write(gone)

    def _asked_of(self, kind: NoticeKind) -> NoticeQuestions:
        return self._questions.get(kind, NoticeQuestions())

    async def _work_if_held(
        self, lane: Lane, now: datetime, work: Callable[[Connection], None] | None = None
    ) -> QueuedNotice | None:
        """Do `work`, renew the lease and return what is next; do nothing if the lease is lost."""

        def held(connection: Connection) -> QueuedNotice | None:
            if work is not None:
                work(connection)
            queued = self._first(connection, lane, now)
            held_by = {"of": lane.target, "by": lane.owner, "as_of": lane.epoch}
            renewed = connection.execute(_RENEW, {**held_by, "lease_end": now + LEASE})
            if renewed.rowcount != 1:
                raise _LeaseLost
            return queued

        try:
            return await self._database.write(held)
        except _LeaseLost:
            return None

    def _first(self, connection: Connection, lane: Lane, now: datetime) -> QueuedNotice | None:
        """Return what is first in a lane and still so; what isn't is settled on the way."""
        while True:
            row = connection.execute(FIRST, {"to": lane.target}).mappings().one_or_none()
            if row is None:
                return None
            queued = self._as_left(connection, _queued(row, lane))
            end = self._end_unsent(connection, queued, now)
            if end in (_LATE, _NEVER_SENT):
                self._note_unsent(connection, queued, now)
            if end is None:
                found = self._with_facts(connection, queued, now)
                if found is not None:
                    return found
                end = _NO_LONGER_SO
            connection.execute(_settled(queued, end, now))

    def _note_unsent(self, connection: Connection, queued: QueuedNotice, now: datetime) -> None:
        note = self._asked_of(queued.notice.kind).unsent
        # Of one that was tried nobody knows.
        if note is not None and queued.message is None and queued.tried_at is None:
            note(connection, queued, now)

    def _as_left(self, connection: Connection, queued: QueuedNotice) -> QueuedNotice:
        """Return a notice to be deleted as one to be edited, if something of it is still so."""
        read = self._asked_of(queued.notice.kind).left_of
        if read is None or queued.state is not NoticeState.RETRACT or queued.message is None:
            return queued
        left = read(connection, queued)
        if left is None:
            return queued
        values = {"state": "pending", "wait_id": left.wait, "facts": dumps(dict(left.facts))}
        connection.execute(update(outbox).where(outbox.c.id == queued.id).values(values))
        # It is said, however late: an edit pings nobody.
        return replace(queued, notice=replace(left, best_before=None), state=NoticeState.PENDING)

    def _with_facts(
        self, connection: Connection, queued: QueuedNotice, now: datetime
    ) -> QueuedNotice | None:
        """Return a notice with what its words need of today; None: nothing is so any more."""
        read = self._asked_of(queued.notice.kind).facts
        if read is None or queued.state is NoticeState.RETRACT or queued.message is not None:
            return queued
        facts = read(connection, queued, now)
        if facts is None:
            return None
        notice = queued.notice
        return replace(queued, notice=replace(notice, facts={**notice.facts, **facts}))

    def _end_unsent(
        self, connection: Connection, queued: QueuedNotice, now: datetime
    ) -> Settled | None:
        """Say what becomes of a notice without asking Discord; None: it is to be delivered."""
        notice, was_sent = queued.notice, queued.message is not None
        if queued.state is NoticeState.RETRACT:
            never_sent = not was_sent and queued.tried_at is None
            return _NEVER_SENT if never_sent else None
        if notice.best_before is not None and notice.best_before < now:
            return replace(_LATE, state=NoticeState.SENT) if was_sent else _LATE
        check = self._asked_of(notice.kind).still_holds
        if check is not None and not was_sent and not check(connection, queued, now):
            return _NO_LONGER_SO
        return None


_LATE: Final = Settled(NoticeState.DEAD, error="late")
_NEVER_SENT: Final = Settled(NoticeState.GONE)
_NO_LONGER_SO: Final = Settled(NoticeState.DEAD, error="no-longer-so")


def _in_channel(notice: Notice) -> Mapping[str, Any]:
    """Return the wishes from now on of a player who takes no direct messages.

    If the message was that they are next, the first one that asks them finds that out, and says it.
    """
    is_direct = players.c.next_up == NextUp.DIRECT.value
    next_up = {"next_up": case((is_direct, NextUp.LINE.value), else_=players.c.next_up)}
    if notice.kind is NoticeKind.NEXT_UP:
        return next_up
    return {"direct": False, "turns_direct": False, **next_up}


def _settled(queued: QueuedNotice, settled: Settled, now: datetime) -> Update:
    """Return the change of a row by what became of it; what was asked meanwhile stays asked."""
    is_newest = outbox.c.version == queued.version
    values: dict[str, Any] = {
        "state": case((is_newest, settled.state.value), else_=outbox.c.state),
        "error": settled.error,
        "sent_at": now,
    }
    if settled.delivered is not None:
        values |= {"place": settled.delivered.place, "message": settled.delivered.message}
    return update(outbox).where(outbox.c.id == queued.id).values(values)


def _of(lane: Lane) -> Update:
    held = (lanes.c.target == lane.target, lanes.c.owner == lane.owner, lanes.c.epoch == lane.epoch)
    return update(lanes).where(*held)


def _lock(lane: Lane) -> Any:
    held = (lanes.c.target == lane.target, lanes.c.owner == lane.owner, lanes.c.epoch == lane.epoch)
    return select(lanes.c.target).where(*held).with_for_update()


def _place_of(connection: Connection, match: MatchId | None) -> int | None:
    """Return the channel or thread of a match's table."""
    is_table = and_(tellings.c.match_id == matches.c.id, tellings.c.target == Target.TABLE.value)
    place = select(func.coalesce(tellings.c.place, matches.c.channel)).join_from(
        matches, tellings, is_table
    )
    found: int | None = connection.execute(place.where(matches.c.id == match)).scalar_one_or_none()
    return found


def _queued(row: RowMapping, lane: Lane) -> QueuedNotice:
    tried_at = row["sent_at"] if row["message"] is None else None
    return QueuedNotice(
        id=row["id"],
        notice=Notice(
            target=row["target"],
            kind=NoticeKind(row["kind"]),
            key=row["key"],
            match=None if row["match_id"] is None else MatchId(row["match_id"]),
            wait=row["wait_id"],
            facts=loads(row["facts"]),
            best_before=row["best_before"],
        ),
        state=NoticeState(row["state"]),
        version=row["version"],
        place=row["place"],
        message=row["message"],
        tried_at=tried_at or lane.left_at,
        is_untold=bool(row["untold"]),
    )
