"""When a match stands still: because the table agreed to it, or because nobody is there.

While a match is on hold no clock runs and no computer player moves; people may move if they like.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.table.match.match import Match

LONGEST: Final = timedelta(days=14)
MOST: Final = timedelta(days=28)
"""How long a table may hold a match in all."""
DESERTED: Final = timedelta(days=30)
"""How long after the last player was there the table is told that it will be closed."""
NOTICE: Final = timedelta(days=7)
"""How long after that message it is closed."""


def left(match: Match) -> timedelta:
    """Return for how long the table may still hold the match."""
    return MOST - timedelta(seconds=match.held_s)


def is_agreed(match: Match) -> bool:
    """Say whether the table agreed to the hold; where nobody is there, any vote ends it."""
    return match.held_until is not None and not match.is_deserted


def held(match: Match, *, now: datetime) -> Match:
    """Return the match on hold as its table agreed."""
    until = now + min(LONGEST, left(match))
    return replace(match, held_since=now, held_until=until, is_deserted=False)


def deserted(match: Match, *, now: datetime) -> Match:
    """Return the match on hold because everybody is late or away: anybody's press ends that."""
    if match.is_deserted:
        return match
    match = gone_on(match, now=now)
    until = now + DESERTED + NOTICE
    return replace(match, held_since=now, held_until=until, is_deserted=True)


def gone_on(match: Match, *, now: datetime) -> Match:
    """Return the match going on; what nobody agreed to isn't counted as a hold of the table."""
    if match.held_since is None:
        return match
    held_s = match.held_s
    if not match.is_deserted:
        held_s += round((now - match.held_since).total_seconds())
    return replace(
        match, held_since=None, held_until=None, held_s=held_s, is_deserted=False, changed_at=now
    )
