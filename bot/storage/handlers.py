"""What the database does by itself: which function handles a timer, and says if a notice holds.

All are functions of a connection, parts of one transaction with the row that they are about.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.storage.housekeeping import keep_house
from bot.storage.match import plans
from bot.storage.notices.outbox_store import NoticeSent, StillHolds
from bot.storage.time import attendance, holidays, reminders, waits
from bot.storage.time.timer_store import TimerHandler
from bot.table.notices.notice import NoticeKind
from bot.table.time.timers import TimerKind

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

NOTICE_SENT: Final[Mapping[NoticeKind, NoticeSent]] = MappingProxyType(
    {NoticeKind.PING_LINE: waits.pinged, NoticeKind.PLAN_DROPPED: plans.told}
)
