"""Deletes, once a day, what nobody will ask about any more."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete

from bot.hosting.timers import Timer
from bot.storage import timers
from bot.storage.schema import outages, outbox

EVERY: Final = timedelta(days=1)
SENT: Final = timedelta(days=7)
DEAD: Final = timedelta(days=30)
OUTAGES: Final = timedelta(days=365)


def keep_house(connection: Connection, timer: Timer, now: datetime) -> None:
    """Delete what was sent a week ago, what could not be sent a month ago, outages of last year."""
    for states, age in ((("sent", "gone"), SENT), (("dead",), DEAD)):
        old = (outbox.c.state.in_(states), outbox.c.sent_at < now - age)
        connection.execute(delete(outbox).where(*old))
    connection.execute(delete(outages).where(outages.c.ended_at < now - OUTAGES))
    timers.put(connection, Timer(timer.kind, timer.key, now + EVERY))
