"""Carries out what the rules of time have decided, in one order of locks.

Transactions about time lock rows in this order, so that no two wait for each other:

1. the row of the match (by its revision), or the holidays of a person (an advisory lock)
2. tellings
3. nudges, reminded
4. the waits of a match by their ids (`waits.locked`), spent, answers, the clocks of seats
5. timers
6. outbox, then lanes

Four things don't keep to it. A timer that fires is deleted first, with the pings that come with it.
That of a daily message is set with its telling. A holiday does 4 and 5 for one match after the
other. What is put off as it is handed out (`reminders.still_sends`) changes 4 and 5 after 6. If two
transactions wait for each other there, the server ends one, and it is done once more
(`Database.write`).
"""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, Final

from sqlalchemy import Connection, and_, bindparam, case, delete, func, insert, update

from bot.storage import outbox, timers
from bot.storage.schema import Instant, nudges, reminded, seats, spent, waits
from bot.storage.time import answers
from bot.storage.upserts import Upsert
from bot.table.ids import MatchId
from bot.table.notices.notice import NoticeKind
from bot.table.time.clocks import timers_of
from bot.table.time.decision import TimeDecision
from bot.table.time.waits import Spent, Wait

_SET: Final = update(waits).where(waits.c.id == bindparam("of_id"))
_DELETE: Final = delete(waits).where(waits.c.id == bindparam("of_id"))
_OPEN: Final = insert(waits).returning(waits.c.id)
_STEP: Final = (
    update(waits).where(waits.c.id == bindparam("of_id")).values(reminded=bindparam("step"))
)
_WISH: Final = (
    update(waits).where(waits.c.id == bindparam("of_id")).values(wish_at=bindparam("moment"))
)
_NEXT: Final = bindparam("moment", type_=Instant)
_LOOK: Final = (
    update(waits)
    .where(waits.c.id == bindparam("of_id"))
    .values(
        # As the row is now, whatever another transaction has made of it since it was read.
        look_at=case(
            (
                and_(
                    waits.c.late_at.is_(None),
                    waits.c.due_at <= func.coalesce(_NEXT, waits.c.due_at),
                ),
                waits.c.due_at,
            ),
            else_=_NEXT,
        )
    )
)
_SET_BANK: Final = (
    update(seats)
    .where(seats.c.match_id == bindparam("of"), seats.c.seat == bindparam("in_seat"))
    .values(bank_s=bindparam("left"))
)
_NO_SPENT: Final = delete(spent).where(spent.c.match_id == bindparam("of"))
_FORGET: Final = _NO_SPENT.where(spent.c.upto > bindparam("begun"))

_PUT_NUDGED: Final = Upsert(nudges, ["match_id", "seat"], ["at"])
_PUT_REMINDED: Final = Upsert(reminded, ["player", "guild"], ["at"])
_NOT_REMINDED: Final = delete(reminded).where(
    reminded.c.player == bindparam("whom"), reminded.c.guild == bindparam("there")
)


def apply(
    connection: Connection, decision: TimeDecision, now: datetime, match: MatchId | None = None
) -> list[Wait]:
    """Store what was decided now, and return the waits that were opened, with their ids.

    `match` is the one whose clocks it is about, if there is one.
    """
    if decision.nudged is not None:
        _PUT_NUDGED.execute(connection, {**decision.nudged._asdict(), "at": now})
    if decision.reminded is not None:
        _PUT_REMINDED.execute(connection, {**decision.reminded._asdict(), "at": now})
    if decision.unreminded is not None:
        player, guild = decision.unreminded
        connection.execute(_NOT_REMINDED, {"whom": player, "there": guild})
    for wait in decision.changed:
        connection.execute(_SET, {"of_id": wait.id, **_changing_values(wait)})
    for wait_id, step in sorted(decision.steps.items()):
        connection.execute(_STEP, {"of_id": wait_id, "step": step})
    for wait_id, wish_at in sorted(decision.wished.items()):
        connection.execute(_WISH, {"of_id": wait_id, "moment": wish_at})
    for wait_id, look_at in sorted(decision.looks.items()):
        connection.execute(_LOOK, {"of_id": wait_id, "moment": look_at})
    for wait in decision.ended:
        connection.execute(_DELETE, {"of_id": wait.id})
    opened = [
        replace(wait, id=connection.execute(_OPEN, _values(wait)).scalar_one())
        for wait in decision.opened
    ]
    if match is not None:
        _put_clocks(connection, decision, match)
    timers.put(connection, *decision.timers, *chain.from_iterable(map(timers_of, opened)))
    for wait in decision.ended:
        outbox.retract_about(connection, wait.id)
    # What was said as time was up says when it will be up again.
    for about in sorted({wait.match for wait in decision.changed if wait.was_up}):
        outbox.outdated(connection, about, NoticeKind.TIME_UP)
    outbox.put(connection, *decision.notices)
    outbox.put_once(connection, *decision.asks)
    for wait_id in decision.outdated:
        outbox.outdated_about(connection, wait_id, NoticeKind.TURN)
    return opened


def _put_clocks(connection: Connection, decision: TimeDecision, match: MatchId) -> None:
    if decision.taken_back is not None:
        answers.take_back(connection, match, decision.taken_back)
    if decision.answers:
        answers.note(connection, match, decision.answers)
    if decision.is_over:
        answers.settle(connection, match)
        connection.execute(_NO_SPENT, {"of": match})
    if decision.forgotten is not None:
        connection.execute(_FORGET, {"of": match, "begun": decision.forgotten})
    if decision.spent:
        connection.execute(insert(spent), [_spent_values(match, each) for each in decision.spent])
    banks = [
        {"of": match, "in_seat": seat, "left": None if left is None else _seconds(left)}
        for seat, left in sorted(decision.banks.items())
    ]
    if banks:
        connection.execute(_SET_BANK, banks)


def _values(wait: Wait) -> dict[str, Any]:
    whose = {"match_id": wait.match, "seat": wait.seat, "player": wait.player, "line": wait.line}
    return {**whose, **_changing_values(wait)}


def _changing_values(wait: Wait) -> dict[str, Any]:
    return {
        "asked_at": wait.asked_at,
        "length_s": None if wait.length is None else _seconds(wait.length),
        "left_s": None if wait.left is None else _seconds(wait.left),
        "since": wait.since,
        "due_at": wait.due_at,
        "stops": ",".join(sorted(wait.stops)),
        "given_s": _seconds(wait.given),
        "night_s": _seconds(wait.night),
        "look_at": wait.look_at,
        "reminded": wait.reminded,
        "given_by": ",".join(map(str, wait.givers)),
        "late_at": wait.late_at,
        "stood_in": wait.is_stood_in,
        "redone": wait.is_redone,
        "wish_at": wait.wish_at,
        "waited_s": _seconds(wait.waited),
    }


def _spent_values(match: MatchId, of: Spent) -> dict[str, Any]:
    where = {"match_id": match, "seat": of.seat, "line": of.line, "upto": of.upto}
    return {
        **where,
        "length_s": _seconds(of.length),
        "used_s": _seconds(of.used),
        "redone": of.is_redone,
    }


def _seconds(length: timedelta) -> int:
    return round(length.total_seconds())
