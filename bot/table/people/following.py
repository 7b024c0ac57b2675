"""Following a table in direct messages: how, and when the message of the day comes."""

from datetime import datetime
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

from bot.table.notices.news_modes import DAY, EVENING, ZONES
from bot.table.preferences import Preferences

MOST: Final = 10
"""A person follows at most as many tables."""
SAID_AGAIN: Final = 6
"""How many days after the first one it is said a second time that there is nothing new."""


class How(StrEnum):
    """How a person follows a table: TURN: a message that is edited; DAY: once a day, with others.

    Both know what everybody may see at the table, and no more.
    """

    TURN = "turn"
    DAY = "day"


def next_day(wishes: Preferences, now: datetime) -> datetime:
    """Return when a person's message of the day comes: as their quiet hours end, else at six."""
    if (quiet := wishes.quiet) is not None:
        night = quiet.night_of(now) or quiet.night_of(quiet.next_night(now))
        assert night is not None
        return night.ends
    zone = ZoneInfo(wishes.zone or ZONES.get(wishes.language, "UTC"))
    hour, minute = divmod(EVENING, 60)
    today = now.astimezone(zone).replace(hour=hour, minute=minute, second=0, microsecond=0)
    return (today if today > now else today + DAY).astimezone(now.tzinfo)


def is_worth_saying(quiet_since: datetime | None, now: datetime) -> bool:
    """Say whether a day without news is mentioned: the first one, and the seventh."""
    return quiet_since is None or round((now - quiet_since) / DAY) == SAID_AGAIN
