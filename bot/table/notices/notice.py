"""Messages to channels and people: stored with what causes them, delivered once, in order."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from bot.table.ids import MatchId
from bot.table.match.match import Unpinged


class NoticeKind(StrEnum):
    """What is said.

    REMINDER, NUDGE (by others) and TIME_UP are about a wait and are deleted when it is over; VOTE
    and TAKE_BACK are edited with every ballot; SEAT_OFFERED: anybody may take a seat over;
    STANDSTILL: a table stops, or continues; SAID: a sentence said once; MENTION: a ping that
    waited for quiet hours to end; PING_LINE: who is asked, where the table's message is edited;
    PLAN_DROPPED: a prepared move could not be played; ASK_TIME: a player
    asks the others for more time; DIRECT: the first direct message, which says that reminders come
    there; RESTORED: the database was brought back from a backup.
    """

    REMINDER = "reminder"
    NUDGE = "nudge"
    TIME_UP = "time-up"
    VOTE = "vote"
    TAKE_BACK = "take-back"
    SEAT_OFFERED = "seat-offered"
    SAID = "said"
    MENTION = "mention"
    PING_LINE = "ping-line"
    STANDSTILL = "standstill"
    PLAN_DROPPED = "plan-dropped"
    ASK_TIME = "ask-time"
    DIRECT = "direct"
    RESTORED = "restored"


NEEDS_RECORD: Final = frozenset({NoticeKind.TAKE_BACK, NoticeKind.PING_LINE})
"""What is told with the record at hand; the others need only seats and whose turn it is."""

REFUSED: Final = "refused"
"""The key of `CannotPost` if Discord will never take this message."""
DIRECT_CLOSED: Final = "direct-closed"
"""The key of `CannotPost` if a person takes no direct messages."""
UNSURE: Final = "unsure"
"""The key of `CannotPost` if nobody can know whether it was sent, and once is enough."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One message to a channel or a person; there is one of a kind and key.

    `target` is "channel:<id>", "table:<match>" (wherever its table is) or "dm:<player>". `wait` is
    the wait that it is about: when that is over, the message is deleted. `facts` is JSON: what the
    words need and can't be read from the newest match. After `best_before` nobody wants to hear it.
    """

    target: str
    kind: NoticeKind
    key: str
    match: MatchId | None = None
    wait: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    best_before: datetime | None = None


DIRECT: Final = "dm:"
"""Begins the targets of direct messages."""


def to_channel(channel: int) -> str:
    """Return the target of a channel or thread."""
    return f"channel:{channel}"


def to_table(match: int | str) -> str:
    """Return the target of a match's table, wherever that is."""
    return f"table:{match}"


def to_player(player: int | str) -> str:
    """Return the target of a person's direct messages."""
    return f"{DIRECT}{player}"


class NoticeState(StrEnum):
    """Where a notice stands.

    PENDING: to be sent, or edited if it has a message; SENT; RETRACT: its message, if it has one,
    is to be deleted; GONE: it was; DEAD: nobody gets it.
    """

    PENDING = "pending"
    SENT = "sent"
    RETRACT = "retract"
    GONE = "gone"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class QueuedNotice:
    """A notice as it waits to be delivered.

    `message` is there, and `place`, the channel that has it, if it was sent before: it is edited.
    `version` counts what was asked of it. `tried_at`: since when it may be there all the same,
    since nobody knows how a try ended. `is_untold`: the table of its match has news, which go
    first.
    """

    id: int
    notice: Notice
    state: NoticeState
    version: int = 0
    place: int | None = None
    message: int | None = None
    tried_at: datetime | None = None
    is_untold: bool = False


@dataclass(frozen=True, slots=True)
class Lane:
    """A target that this process may deliver to, until its lease ends.

    `epoch` is that of the lease, `failures` how often in a row delivering failed. `left_at`: the
    process that had the lease before never gave it back; since then its first notice may be there.
    `bucket` is that of its server.
    """

    target: str
    owner: str
    epoch: int
    failures: int = 0
    left_at: datetime | None = None
    bucket: int = 0

    @property
    def is_direct(self) -> bool:
        """Whether it leads to a person."""
        return self.target.startswith(DIRECT)

    @property
    def is_new_person(self) -> bool:
        """Whether it leads to a person who was never written to before."""
        return self.is_direct and self.epoch == 1


@dataclass(frozen=True, slots=True)
class Delivered:
    """Where a notice's message is, and which people it didn't ping: they are pinged later."""

    place: int
    message: int
    unpinged: tuple[Unpinged, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a notice: a message, none any more (`GONE`), or nothing at all (`DEAD`)."""

    state: NoticeState
    delivered: Delivered | None = None
    error: str | None = None
