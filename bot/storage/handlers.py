"""What the database does by itself: which function handles a timer, and says if a notice holds.

All are functions of a connection, parts of one transaction with the row that they are about.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

from sqlalchemy import Connection

from bot.storage.housekeeping import keep_house
from bot.storage.match import plans
from bot.storage.time import attendance, holidays, reminders, waits
from bot.table.notices.notice import Delivered, NoticeKind, QueuedNotice
from bot.table.time.timers import Timer, TimerKind

TimerHandler = Callable[[Connection, Timer, datetime], None]
"""Does what a timer asks for, which is deleted by now: asks again whether it is still so."""

StillHolds = Callable[[Connection, QueuedNotice, datetime], bool]
"""Says, just before a notice is sent, whether to send it; it may set a timer for later instead."""

TIMER_HANDLERS: Final[Mapping[TimerKind, TimerHandler]] = MappingProxyType(
    {
        TimerKind.HOUSEKEEPING: keep_house,
        TimerKind.HOLIDAY: holidays.turn,
        TimerKind.MENTION: reminders.mention,
        TimerKind.REMINDER: reminders.remind,
    }
)

STILL_HOLDS: Final[Mapping[NoticeKind, StillHolds]] = MappingProxyType(
    {
        NoticeKind.MENTION: reminders.still_pings,
        NoticeKind.NUDGE: reminders.still_pings,
        NoticeKind.PLAN_DROPPED: plans.is_untold,
        NoticeKind.REMINDER: reminders.still_pings,
        NoticeKind.TIME_UP: attendance.may_be_told,
    }
)
"""Kinds that are not here are sent whatever has happened since."""

NoticeSent = Callable[[Connection, QueuedNotice, Delivered, datetime], None]
"""Stores what follows from it that a notice was sent, in the transaction that notes it."""

NOTICE_SENT: Final[Mapping[NoticeKind, NoticeSent]] = MappingProxyType(
    {NoticeKind.PING_LINE: waits.pinged, NoticeKind.PLAN_DROPPED: plans.told}
)
