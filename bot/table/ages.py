"""How long each thing is kept: the only place where that stands. `/privacy` says it in days.

What isn't here stays: matches, their results, what people set. The bot writes no files of logs.
"""

from datetime import timedelta
from typing import Final

CLAIMS: Final = timedelta(hours=1)
"""Which process answers an interaction. Discord takes it back after 15 minutes."""
PROCESSES: Final = timedelta(days=1)
"""Processes that were killed."""
UNANSWERED: Final = timedelta(hours=48)
"""Lobbies that nobody joined, wishes for an opponent, invitations."""
SENT: Final = timedelta(days=7)
"""Messages that were sent, and ids of interactions that caused no lines."""
UNDELIVERED: Final = timedelta(days=30)
"""Messages that nobody could get."""
PUZZLE_NAMES: Final = timedelta(days=30)
"""Who answered a puzzle where and when; which days they answered stays, for streaks."""
LEFT_SERVERS: Final = timedelta(days=30)
"""All of a server that removed the bot."""
TRACES: Final = timedelta(days=60)
"""After the end of a match: when somebody was there, was reminded or nudged, took a hint."""
MODERATION: Final = timedelta(days=90)
"""What moderators did, and why. A ban stays until it ends."""
OUTAGES: Final = timedelta(days=365)
