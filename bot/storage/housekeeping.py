"""Deletes, once a day, what nobody will ask about any more: how old it may be says `ages`."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, and_, delete, exists, or_, select, update

from bot.storage import timers
from bot.storage.advice.puzzles import forget_names
from bot.storage.people import moderation
from bot.storage.schema import (
    claims,
    follows,
    hints,
    invitations,
    lanes,
    matches,
    nudges,
    opponent_wishes,
    outages,
    outbox,
    plans,
    presences,
    processes,
    puzzle_answers,
    reminded,
    requests,
    spent,
    table_preferences,
    waits,
)
from bot.table import ages
from bot.table.match.match import Status
from bot.table.notices.notice import NoticeKind, to_player
from bot.table.time.timers import Timer

EVERY: Final = timedelta(days=1)

_IS_OF_OPEN_WAIT: Final = exists().where(waits.c.id == outbox.c.wait_id)
_SAYS_WHO_LEFT: Final = and_(
    outbox.c.kind == NoticeKind.LEFT.value,
    exists().where(matches.c.id == outbox.c.match_id, matches.c.status == Status.PLAYING.value),
)
"""By this a table isn't told again."""
_OVER: Final = (Status.FINISHED.value, Status.CLOSED.value)
_OF_A_MATCH: Final = (presences, nudges, spent, table_preferences, follows, plans)
"""Of use while a match is played."""


def keep_house(connection: Connection, timer: Timer, now: datetime) -> None:
    """Delete what is older than it may be.

    And targets for which there is nothing: threads come and go. People stay, so that nobody counts
    as written to for the first time twice. What is about a wait that is open stays: it is edited,
    and deleted as the wait ends; so does what a table that goes on was told of players who left.
    """
    for states, age in ((("sent", "gone"), ages.SENT), (("dead",), ages.UNDELIVERED)):
        old = (outbox.c.state.in_(states), outbox.c.sent_at < now - age)
        connection.execute(delete(outbox).where(*old, ~_IS_OF_OPEN_WAIT, ~_SAYS_WHO_LEFT))
    is_idle = (lanes.c.next_at.is_(None), lanes.c.owner.is_(None))
    connection.execute(delete(lanes).where(*is_idle, ~lanes.c.target.startswith(to_player(""))))
    connection.execute(delete(outages).where(outages.c.ended_at < now - ages.OUTAGES))
    connection.execute(delete(claims).where(claims.c.at < now - ages.CLAIMS))
    connection.execute(delete(processes).where(processes.c.seen_at < now - ages.PROCESSES))
    # Those without a moment were stored by a program of before: a week ago or not, nobody knows.
    told_once = or_(requests.c.at < now - ages.SENT, requests.c.at.is_(None))
    connection.execute(delete(requests).where(told_once))
    moderation.forget_old(connection, now)
    # A day more, so that nobody asks for what is just being forgotten.
    before = (now - ages.PUZZLE_NAMES - EVERY).date()
    forget_names(connection, puzzle_answers.c.day < before)
    _forget_matches(connection, now)
    connection.execute(delete(reminded).where(reminded.c.at < now - ages.TRACES))
    # Here, too: their end is told by then.
    for table in (opponent_wishes, invitations):
        connection.execute(delete(table).where(table.c.until < now - EVERY))
    timers.put(connection, Timer(timer.kind, timer.key, now + EVERY))


def _forget_matches(connection: Connection, now: datetime) -> None:
    """Of matches that ended long ago, forget who was there when; hints stay, their moments go."""
    old = (matches.c.status.in_(_OVER), matches.c.changed_at < now - ages.TRACES)
    for table in _OF_A_MATCH:
        connection.execute(
            delete(table).where(exists().where(matches.c.id == table.c.match_id, *old))
        )
    its_end = select(matches.c.changed_at).where(matches.c.id == hints.c.match_id)
    unforgotten = exists().where(
        matches.c.id == hints.c.match_id, *old, matches.c.changed_at != hints.c.at
    )
    connection.execute(update(hints).where(unforgotten).values(at=its_end.scalar_subquery()))
