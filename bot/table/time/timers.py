"""What is to be done at a moment, in which order, and what happens if something goes wrong."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

from bot.table.ids import MatchId
from engine.game import Seat


class TimerKind(StrEnum):
    """What is to be done.

    REMINDER and TIME_UP are about one wait (the key is its id), MENTION about a ping that waited
    for quiet hours to end, AWAY about one for whose owner a computer player moves in their holiday;
    VOTE lapses a vote; HOLD ends; HOLIDAY begins or ends (the key is its id); ALL_AWAY: everybody
    at a table is late or away; DIGEST: the daily message of a table; HOUSEKEEPING: what is old is
    deleted.
    """

    REMINDER = "reminder"
    TIME_UP = "time-up"
    MENTION = "mention"
    AWAY = "away"
    VOTE = "vote"
    HOLD = "hold"
    HOLIDAY = "holiday"
    ALL_AWAY = "all-away"
    DIGEST = "digest"
    HOUSEKEEPING = "housekeeping"


ABOUT_A_WAIT: Final = (TimerKind.REMINDER, TimerKind.TIME_UP, TimerKind.MENTION, TimerKind.AWAY)
"""Their key is the id of a wait: they go with it."""


class TimerKey(NamedTuple):
    """Which timer: there is one of each."""

    kind: TimerKind
    key: str


@dataclass(frozen=True, slots=True)
class Timer:
    """Something to do at a moment; there is one of a kind and key.

    The writer of a timer gives the first five; `id`, `rev` and `bucket` are those of the row that
    was read. A timer that was set anew meanwhile has another `rev`, and a process that read it
    before does nothing. The bucket is that of its match; 0 without one.
    """

    kind: TimerKind
    key: str
    due_at: datetime
    match: MatchId | None = None
    seat: Seat | None = None
    rev: int = 0
    id: int = 0
    bucket: int = 0
