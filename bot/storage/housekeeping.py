"""Deletes, once a day, what nobody will ask about any more."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, and_, delete, exists

from bot.storage import timers
from bot.storage.advice.puzzles import forget_names
from bot.storage.people import moderation
from bot.storage.schema import claims, lanes, matches, outages, outbox, processes, waits
from bot.table.advice.puzzles import NAMES_KEPT
from bot.table.match.match import Status
from bot.table.notices.notice import NoticeKind, to_player
from bot.table.time.timers import Timer

EVERY: Final = timedelta(days=1)
SENT: Final = timedelta(days=7)
DEAD: Final = timedelta(days=30)
OUTAGES: Final = timedelta(days=365)
CLAIMS: Final = timedelta(hours=1)
"""Discord takes an interaction back that nobody answers for 15 minutes."""
PROCESSES: Final = timedelta(days=1)

_IS_OF_OPEN_WAIT: Final = exists().where(waits.c.id == outbox.c.wait_id)
_SAYS_WHO_LEFT: Final = and_(
    outbox.c.kind == NoticeKind.LEFT.value,
    exists().where(matches.c.id == outbox.c.match_id, matches.c.status == Status.PLAYING.value),
)
"""By this a table isn't told again."""


def keep_house(connection: Connection, timer: Timer, now: datetime) -> None:
    """Delete what was sent a week ago, what could not be sent a month ago, outages of last year.

    And claims of interactions that are over, processes that were killed a day ago, and targets for
    which there is nothing: threads come and go. People stay, so that nobody counts as written to
    for the first time twice. What is about a wait that is open stays: it is edited, and deleted as
    the wait ends; so does what a table that goes on was told of players who left. Of puzzles a
    month ago only streaks stay, not who answered where. Of what moderators did, and of bans, what
    `bot.storage.people.moderation.forget_old` says.
    """
    for states, age in ((("sent", "gone"), SENT), (("dead",), DEAD)):
        old = (outbox.c.state.in_(states), outbox.c.sent_at < now - age)
        connection.execute(delete(outbox).where(*old, ~_IS_OF_OPEN_WAIT, ~_SAYS_WHO_LEFT))
    is_idle = (lanes.c.next_at.is_(None), lanes.c.owner.is_(None))
    connection.execute(delete(lanes).where(*is_idle, ~lanes.c.target.startswith(to_player(""))))
    connection.execute(delete(outages).where(outages.c.ended_at < now - OUTAGES))
    connection.execute(delete(claims).where(claims.c.at < now - CLAIMS))
    connection.execute(delete(processes).where(processes.c.seen_at < now - PROCESSES))
    moderation.forget_old(connection, now)
    # A day more, so that nobody asks for what is just being forgotten.
    forget_names(connection, (now - NAMES_KEPT - EVERY).date())
    timers.put(connection, Timer(timer.kind, timer.key, now + EVERY))
