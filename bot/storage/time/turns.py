"""Turns by direct message as rows: asked for later than as their waits begin, or put off.

Functions of a connection, parts of the caller's transaction. What is decided of the rows stands in
`bot.table.time.turns`; a wait that begins is looked at by `bot.storage.time.waits`.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    exists,
    select,
    update,
)

from bot.storage import outbox, timers
from bot.storage.rows import preferences_of
from bot.storage.schema import matches, plans, players
from bot.storage.schema import outbox as notices
from bot.storage.schema import timers as rows
from bot.storage.schema import waits as _waits
from bot.storage.time import waits
from bot.storage.time.waits import BY_OWNERS, wait_of
from bot.table.ids import PlayerId
from bot.table.match.match import Match
from bot.table.notices.news_modes import moment_of
from bot.table.notices.notice import Delivered, Notice, NoticeKind, QueuedNotice, to_player
from bot.table.time import waits as rules
from bot.table.time.timers import Timer, TimerKind
from bot.table.time.turns import PLAYED_BY_THEN, NextUp, is_asked, later, turn
from bot.table.time.waits import Wait

_HAS_PLAN: Final = exists().where(
    plans.c.match_id == _waits.c.match_id, plans.c.seat == _waits.c.seat, plans.c.due
)
_ASKED: Final = BY_OWNERS.add_columns(matches.c.changed_at, _HAS_PLAN.label("has_plan")).order_by(
    _waits.c.id
)
_LOOK: Final = (
    update(rows)
    .where(
        rows.c.kind == TimerKind.TURN.value,
        rows.c.key.in_(select(cast(_waits.c.id, Text)).where(_waits.c.player == bindparam("whom"))),
    )
    .values(due_at=bindparam("now"), rev=rows.c.rev + 1)
)
_FORGET: Final = delete(notices).where(notices.c.id == bindparam("of"))
_PLAYER: Final = select(players).where(players.c.id == bindparam("of"))


def ask(connection: Connection, which: Collection[int], now: datetime) -> None:
    """Ask the players of these waits by direct message who want that and weren't asked yet."""
    _ask(connection, and_(_waits.c.id.in_(which), players.c.turns_direct), now)


def ask_unseen(connection: Connection, player: PlayerId, now: datetime) -> None:
    """Ask a player where no message has asked them yet: by now it wouldn't ping them."""
    theirs = and_(_waits.c.player == player, _waits.c.since.is_(None))
    _ask(connection, and_(theirs, players.c.turns_direct), now)


def look_anew(connection: Connection, player: PlayerId, now: datetime) -> None:
    """Ask for all turns of a player that wait for a later moment whether they may come now."""
    connection.execute(_LOOK, {"whom": player, "now": now})


def come(connection: Connection, timer: Timer, now: datetime) -> None:
    """Ask a player whose quiet hours are over, if it is still their turn.

    Also one who wants no such messages any more: the table's message didn't ping them.
    """
    _ask(connection, _waits.c.id == int(timer.key), now)


def _ask(connection: Connection, which: ColumnElement[bool], now: datetime) -> None:
    asking = connection.execute(_ASKED.where(which)).mappings().all()
    found = [(wait_of(row), preferences_of(row).quiet) for row in asking]
    asked = [turn(wait, quiet, now) for wait, quiet in found if is_asked(wait)]
    timers.put(connection, *(each for each in asked if isinstance(each, Timer)))
    outbox.put_once(connection, *(each for each in asked if isinstance(each, Notice)))


def may_be_asked(connection: Connection, queued: QueuedNotice, now: datetime) -> bool:
    """Say whether a turn may be asked for now.

    In quiet hours it is put off to their end, while a plan is about to be played until it was, on
    hold and in a holiday until the wait goes on: the same is stored anew then. One that may have
    been sent is looked for, whatever the hour. A player who wants no such messages any more gets
    this one: the table's message didn't ping them.
    """
    row = connection.execute(_ASKED.where(_waits.c.id == queued.notice.wait)).mappings().first()
    if row is None:
        return False
    # Until its table was told, nobody has judged a plan; this is asked again after that.
    if queued.tried_at is not None or queued.is_untold:
        return True
    wait, played = wait_of(row), row["changed_at"] + PLAYED_BY_THEN
    if row["has_plan"] and now < played:
        timers.put(connection, later(wait, played))
    elif isinstance(put_off := turn(wait, preferences_of(row).quiet, now), Timer):
        timers.put(connection, put_off)
    elif is_asked(wait):
        return True
    connection.execute(_FORGET, {"of": queued.id})
    return False


def asked(
    connection: Connection, queued: QueuedNotice, delivered: Delivered, now: datetime
) -> None:
    """Let a wait run since its player was asked, if no message of the table did that before."""
    notice, posted = queued.notice, moment_of(delivered.message)

    def seen(wait: Wait) -> Wait:
        return rules.shown(wait, posted, now) if wait.id == notice.wait else wait

    if notice.match is not None:
        waits.changed(connection, notice.match, seen, now)


def leave(connection: Connection, match: Match) -> None:
    """Take back that a player is next where a computer player, or another person, moves by now."""
    people = [to_player(each.player) for each in match.chairs if each.player and not each.mover]
    outbox.retract_from_others(connection, match.id, NoticeKind.NEXT_UP, people)


def is_next(connection: Connection, queued: QueuedNotice, now: datetime) -> bool:
    """Say whether a player may hear now that they are next: not in quiet hours."""
    player = int(queued.notice.facts["player"])
    row = connection.execute(_PLAYER, {"of": player}).mappings().one_or_none()
    if row is None or row["next_up"] != NextUp.DIRECT.value:
        return False
    quiet = preferences_of(row).turns.quiet
    return quiet is None or quiet.night_of(now) is None
