"""Time is never up at night: due dates are moved out of a player's quiet hours.

What is added is part of what a wait was given, and never gets into a clock. It is reckoned from the
due date without it (the plain one), anew each time the wait starts, goes on, gets more time or
another pace, and when its player changes their quiet hours or zone. Once the plain date is behind,
nothing moves the due date any more: else it could be pushed for ever.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.table.time.quiet_hours import QuietHours
from bot.table.time.waits import Wait

TO_PLAY: Final = timedelta(hours=2)
"""How long after the end of quiet hours, or of a holiday, time is not up yet."""
_SECOND: Final = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class OffHours:
    """When a player's time must not be up: in their quiet hours, and right after their holiday.

    `back_at`: when the holiday ends, or ended, in which they are, or were last.
    """

    quiet: QuietHours | None = None
    back_at: datetime | None = None

    def is_away(self, now: datetime) -> bool:
        """Say whether they are on holiday."""
        return self.back_at is not None and now < self.back_at

    def due_after(self, plain: datetime) -> datetime:
        """Return when time is up that would be up at a moment."""
        due = plain
        if self.back_at is not None and self.back_at <= plain:
            due = max(due, self.back_at + TO_PLAY)
        if self.quiet is not None:
            due = max(due, self.quiet.last_night(due).ends + TO_PLAY)
        return due


ALWAYS_THERE: Final = OffHours()


def spared(wait: Wait, off: OffHours, now: datetime) -> Wait:
    """Return a wait whose time is not up at night, nor right after; the plain due date stays."""
    if wait.due_at is None or (plain := wait.due_at - wait.night) <= now:
        return wait
    # It is stored in whole seconds: the rest of one would be missed whenever the table changes.
    night = -((plain - off.due_after(plain)) // _SECOND) * _SECOND
    more = night - wait.night
    assert wait.left is not None
    return replace(wait, left=wait.left + more, given=wait.given + more, night=night)
