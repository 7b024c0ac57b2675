"""Messages to channels and people: stored with what causes them, delivered once, in order."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Unpinged


class NoticeKind(StrEnum):
    """What is said.

    REMINDER, NUDGE (by others), WISH (a reminder at a moment that a player chose) and TIME_UP are
    about a wait and are deleted when it is over; VOTE and TAKE_BACK are edited with every ballot;
    SEAT_OFFERED: anybody may take a seat over; STANDSTILL: a table stops, or continues; SAID: a
    sentence said once; MENTION: a ping that waited for quiet hours to end; PLAN_DROPPED: a plan was
    dropped without its owner's own act;
    ASK_TIME: a player asks the others for more time; DIRECT: the first direct message, which says
    that reminders come there; RESTORED: the database was brought back from a backup; TURN: a player
    is asked by direct message, with the board; NEXT_UP: the seat before a player's is asked;
    AUTO_HOLIDAY: a player's time was up, and a holiday began that they had allowed; LEFT: a player
    isn't in the server any more, so their seat can be taken over; OPPONENTS: people who looked for
    opponents are called to a table; MODERATED: what moderators did at a table, and why; BANNED: a
    person may not open or join tables of a server, or may again; BLOCKED: a person on a player's
    block list has sat down at their table; FOLLOW: the newest of a table that a person follows,
    edited; FOLLOWED: once a day, all tables that they follow; INVITATION: a seat of an open
    table is kept for a person, edited when they answer; SEATS: an open table has free seats, to
    people who want to hear of it.
    """

    REMINDER = "reminder"
    NUDGE = "nudge"
    WISH = "wish"
    TIME_UP = "time-up"
    VOTE = "vote"
    TAKE_BACK = "take-back"
    SEAT_OFFERED = "seat-offered"
    SAID = "said"
    MENTION = "mention"
    STANDSTILL = "standstill"
    PLAN_DROPPED = "plan-dropped"
    ASK_TIME = "ask-time"
    DIRECT = "direct"
    RESTORED = "restored"
    TURN = "turn"
    NEXT_UP = "next-up"
    AUTO_HOLIDAY = "auto-holiday"
    LEFT = "left"
    OPPONENTS = "opponents"
    MODERATED = "moderated"
    BANNED = "banned"
    BLOCKED = "blocked"
    FOLLOW = "follow"
    FOLLOWED = "followed"
    INVITATION = "invitation"
    SEATS = "seats"


class NoticeRow(NamedTuple):
    """What one kind of notice needs, and what becomes of it when something goes wrong.

    `needs_record`: its words are made with the record at hand; the others need only seats and whose
    turn it is. `is_once`: where nobody can tell whether it was sent, it is dropped; others are
    rather sent twice. `is_of_vote`: it asks something only of people who have not voted yet.
    `falls_back`: as a direct message that a person doesn't take it goes to the channel instead, or
    the sentence `said_instead` does, for what from now on stands in the table's message.
    `gathers`: one of its facts is a list; put again it says what was said before, too, and if that
    was sent it takes its place, since an edit pings nobody. `shows_times`: it says who is due when.
    `has_board`: its words come with a picture, so they are made where pictures are drawn.
    `is_wished`: the person who is pinged asked for it at this moment, quiet hours or not.
    `asks_who_left`: before it pings a person, Discord is asked whether they are still in the
    server; if nobody is left to ping it isn't sent, unless it `tells_others`. `reminds` of moves:
    its fact "tables" has their waits, and a newer one of these takes its place. `is_watched`: only
    who may see the channel of its match gets it, or of the matches in its fact "matches".
    `asks_who_sees`: of the people in its fact "people" it pings only those who see the channel of
    its match, at most ten, and in that channel if not all see it who would read of it; for nobody
    it isn't sent.

    When a kind still holds, and what follows from its being sent, is a row of `bot.storage.stores`;
    its words are one of `bot.messages.notice_posts`. Without the first it is sent whatever has
    happened since.
    """

    needs_record: bool = False
    is_once: bool = False
    is_of_vote: bool = False
    falls_back: bool = True
    said_instead: str | None = None
    gathers: str | None = None
    shows_times: bool = False
    has_board: bool = False
    is_wished: bool = False
    asks_who_left: bool = False
    tells_others: bool = False
    reminds: bool = False
    is_watched: bool = False
    asks_who_sees: bool = False


NOTICES: Final[Mapping[NoticeKind, NoticeRow]] = MappingProxyType(
    {
        NoticeKind.REMINDER: NoticeRow(is_once=True, asks_who_left=True, reminds=True),
        NoticeKind.NUDGE: NoticeRow(is_once=True, asks_who_left=True, reminds=True),
        NoticeKind.WISH: NoticeRow(is_once=True, is_wished=True, asks_who_left=True, reminds=True),
        NoticeKind.TIME_UP: NoticeRow(
            gathers="late", shows_times=True, asks_who_left=True, tells_others=True
        ),
        NoticeKind.VOTE: NoticeRow(is_of_vote=True),
        NoticeKind.TAKE_BACK: NoticeRow(needs_record=True, is_of_vote=True),
        NoticeKind.SEAT_OFFERED: NoticeRow(),
        NoticeKind.SAID: NoticeRow(),
        NoticeKind.MENTION: NoticeRow(is_once=True, asks_who_left=True),
        NoticeKind.STANDSTILL: NoticeRow(shows_times=True),
        # A channel would tell everybody of a plan; its owner hears of it at the next press.
        NoticeKind.PLAN_DROPPED: NoticeRow(needs_record=True, falls_back=False),
        NoticeKind.ASK_TIME: NoticeRow(shows_times=True),
        NoticeKind.DIRECT: NoticeRow(),
        NoticeKind.RESTORED: NoticeRow(),
        NoticeKind.TURN: NoticeRow(needs_record=True, has_board=True, shows_times=True),
        NoticeKind.NEXT_UP: NoticeRow(said_instead="next-up"),
        # The channel hears of it anyway.
        NoticeKind.AUTO_HOLIDAY: NoticeRow(falls_back=False, shows_times=True),
        NoticeKind.LEFT: NoticeRow(),
        NoticeKind.OPPONENTS: NoticeRow(),
        NoticeKind.MODERATED: NoticeRow(),
        # Nobody else's business: who takes no direct messages hears of it as a table refuses them.
        NoticeKind.BANNED: NoticeRow(falls_back=False),
        # Nobody else may learn of the first; the others were asked for in private.
        NoticeKind.BLOCKED: NoticeRow(needs_record=True, falls_back=False),
        NoticeKind.FOLLOW: NoticeRow(needs_record=True, falls_back=False, is_watched=True),
        NoticeKind.FOLLOWED: NoticeRow(falls_back=False, is_watched=True),
        NoticeKind.INVITATION: NoticeRow(),
        # Whom it pings is asked just before: nobody has quiet hours then.
        NoticeKind.SEATS: NoticeRow(
            is_once=True, falls_back=False, is_wished=True, asks_who_sees=True
        ),
    }
)

REMINDERS: Final = tuple(kind for kind, row in NOTICES.items() if row.reminds)
"""The kinds that remind a person of moves."""

REFUSED: Final = "refused"
"""The key of `CannotPost` if Discord will never take this message."""
DIRECT_CLOSED: Final = "direct-closed"
"""The key of `CannotPost` if a person takes no direct messages."""
LEFT_SERVER: Final = "left-server"
"""The key of `CannotPost` if a person isn't in the server any more where they are waited for."""
OUT_OF_SIGHT: Final = "out-of-sight"
"""The key of `CannotPost` if a person doesn't see the channel any more that it is about."""
NOBODY: Final = "nobody"
"""The key of `CannotPost` if nobody is left to ping."""
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
    """Where a notice's message is, and which people it didn't ping: they are pinged later.

    But never those who are `gone` from the server; of those it pings, `there` are in it.
    """

    place: int
    message: int
    unpinged: tuple[Unpinged, ...] = ()
    gone: tuple[PlayerId, ...] = ()
    there: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a notice: a message, none any more (`GONE`), or nothing at all (`DEAD`).

    `gone`: of those it was to ping these have left the server.
    """

    state: NoticeState
    delivered: Delivered | None = None
    error: str | None = None
    gone: tuple[PlayerId, ...] = ()


def fallen_back(notice: Notice, channel: int | None, *, is_first: bool) -> Notice | None:
    """Return a direct message as it goes to the channel of its match instead; None: it doesn't.

    `channel` is where its match is, if it is about one. `is_first`: the person asked for direct
    messages until now: that they get none is said once.
    """
    there = notice.facts.get("channel") or channel
    if there is None or not NOTICES[notice.kind].falls_back:
        return None
    if (says := NOTICES[notice.kind].said_instead) is not None:
        facts = {"says": says, "who": notice.facts["name"]}
        key = f"{says} {notice.key}"
        return Notice(to_channel(there), NoticeKind.SAID, key, notice.match, facts=facts)
    player = int(notice.target.removeprefix(DIRECT))
    facts = {**notice.facts, "player": player, **({"fell_back": True} if is_first else {})}
    if tables := notice.facts.get("tables"):
        # It goes to the channel of the first; other servers' tables are nobody's business.
        server = tables[0]["guild"]
        facts["tables"] = [each for each in tables if each["guild"] == server]
    return replace(notice, target=to_channel(there), facts=facts)
