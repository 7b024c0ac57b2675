"""Deletes, once a day, what nobody will ask about any more."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete

from bot.hosting.outbox import to_player
from bot.hosting.timers import Timer
from bot.storage import timers
from bot.storage.schema import lanes, outages, outbox

EVERY: Final = timedelta(days=1)
SENT: Final = timedelta(days=7)
DEAD: Final = timedelta(days=30)
OUTAGES: Final = timedelta(days=365)


def keep_house(connection: Connection, timer: Timer, now: datetime) -> None:
    """Delete what was sent a week ago, what could not be sent a month ago, outages of last year.

    And targets for which there is nothing: threads come and go. People stay, so that nobody counts
    as written to for the first time twice.
    """
    for states, age in ((("sent", "gone"), SENT), (("dead",), DEAD)):
        old = (outbox.c.state.in_(states), outbox.c.sent_at < now - age)
        connection.execute(delete(outbox).where(*old))
    is_idle = (lanes.c.next_at.is_(None), lanes.c.owner.is_(None))
    connection.execute(delete(lanes).where(*is_idle, ~lanes.c.target.startswith(to_player(""))))
    connection.execute(delete(outages).where(outages.c.ended_at < now - OUTAGES))
    timers.put(connection, Timer(timer.kind, timer.key, now + EVERY))
