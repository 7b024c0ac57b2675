"""What is to be done at a moment, in which order, and what happens if something goes wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.table.ids import MatchId, PlayerId
from engine.game import Seat


class TimerKind(StrEnum):
    """What is to be done.

    REMINDER and TIME_UP look at one wait (the key is its id), TURN asks for one by a direct message
    that waits for quiet hours to end, AWAY is about one whose owner's holiday has begun: a computer
    player moves, if they want that; MENTION: a ping that waited for quiet hours, or a holiday, to
    end; VOTE lapses a vote; HOLD ends; HOLIDAY begins or ends (the key is its id); RETURN: a player
    of a table that waits for them, or stands still, is back from a holiday (the key ends with
    them); ALL_AWAY: everybody at a table is late or away; DIGEST: the daily message of a table;
    FOLLOW: that of a person about the tables that they follow (the key is theirs);
    INVITATION: a seat is no longer kept for a person (the key ends with them); SEATS: a table has
    been open for some minutes, and people want to hear of it; OPPONENT: a person has looked for
    opponents for long; HOUSEKEEPING: what is old is deleted;
    SERVER_GONE: all of a server that removed the bot is erased (the key is its id); ERASE: a person
    is erased (the key is their number, as long as it takes); REDRAW: what channels were told of a
    match is edited, since a person is gone.
    """

    REMINDER = "reminder"
    TIME_UP = "time-up"
    MENTION = "mention"
    TURN = "turn"
    AWAY = "away"
    VOTE = "vote"
    HOLD = "hold"
    HOLIDAY = "holiday"
    RETURN = "return"
    ALL_AWAY = "all-away"
    DIGEST = "digest"
    OPPONENT = "opponent"
    FOLLOW = "follow"
    INVITATION = "invitation"
    SEATS = "seats"
    HOUSEKEEPING = "housekeeping"
    SERVER_GONE = "server-gone"
    ERASE = "erase"
    REDRAW = "redraw"


class TimerRow(NamedTuple):
    """What one kind of timer is about, and who does what it asks for.

    `is_about_wait`: its key is the id of a wait; if that has ended by then, nothing is done.
    `is_look`: so it is, but it has no row: it is the `look_at` of the wait. `changes_match`: a
    service does it, for which a match is read and changed (a row in `bot.hosting.host`); the others
    are done within the database (a row in `bot.storage.stores`). `outlives_match`: it stays when
    its match ends.
    """

    is_about_wait: bool = False
    is_look: bool = False
    changes_match: bool = False
    outlives_match: bool = False


TIMERS: Final[Mapping[TimerKind, TimerRow]] = MappingProxyType(
    {
        TimerKind.REMINDER: TimerRow(is_look=True),
        TimerKind.TIME_UP: TimerRow(is_look=True, changes_match=True),
        TimerKind.MENTION: TimerRow(),
        TimerKind.TURN: TimerRow(is_about_wait=True),
        TimerKind.AWAY: TimerRow(is_about_wait=True, changes_match=True),
        TimerKind.VOTE: TimerRow(changes_match=True),
        TimerKind.HOLD: TimerRow(changes_match=True),
        TimerKind.HOLIDAY: TimerRow(),
        TimerKind.RETURN: TimerRow(changes_match=True),
        TimerKind.ALL_AWAY: TimerRow(changes_match=True),
        TimerKind.DIGEST: TimerRow(changes_match=True),
        TimerKind.OPPONENT: TimerRow(outlives_match=True),
        TimerKind.FOLLOW: TimerRow(),
        TimerKind.INVITATION: TimerRow(changes_match=True),
        TimerKind.SEATS: TimerRow(),
        TimerKind.HOUSEKEEPING: TimerRow(),
        TimerKind.SERVER_GONE: TimerRow(),
        TimerKind.ERASE: TimerRow(changes_match=True),
        TimerKind.REDRAW: TimerRow(changes_match=True, outlives_match=True),
    }
)
ABOUT_A_WAIT: Final = tuple(kind for kind, row in TIMERS.items() if row.is_about_wait)
LOOKS: Final = frozenset(kind for kind, row in TIMERS.items() if row.is_look)


class TimerKey(NamedTuple):
    """Which timer: there is one of each."""

    kind: TimerKind
    key: str


@dataclass(frozen=True, slots=True)
class Timer:
    """Something to do at a moment; there is one of a kind and key.

    The writer of a timer gives the first five, and `player` if it concerns nobody else; `id`, `rev`
    and `bucket` are those of the row that was read. A timer that was set anew meanwhile has another
    `rev`, and a process that read it before does nothing; so it is with a look at a wait that is to
    come at another moment. The bucket is that of its match; 0 without one.
    """

    kind: TimerKind
    key: str
    due_at: datetime
    match: MatchId | None = None
    seat: Seat | None = None
    rev: int = 0
    id: int = 0
    bucket: int = 0
    player: PlayerId | None = None
