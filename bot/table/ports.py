"""What hosting needs of the world. Storage and the Discord shell implement it, tests fake it."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    nullcontext,
)
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import Enum, IntEnum, StrEnum, auto
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from bot.table.buckets import BUCKETS
from bot.table.holidays import Holiday
from bot.table.ids import MatchId, PlayerId
from bot.table.match import LoadedMatch, Match, NewsMode, Posted, Venue
from bot.table.outbox import Delivered, Notice, NoticeKind, QueuedNotice
from bot.table.pace import Wait
from bot.table.reminders import QuietHours, Reminding, zones
from bot.table.timers import Timer, TimerKey
from engine.game import Outcome, Seat
from engine.record import Record

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Clock(Protocol):
    """Says what time it is, with a time zone (UTC)."""

    def now(self) -> datetime:
        """Return this moment."""


class Entropy(Protocol):
    """Gives secret seeds."""

    def seed(self) -> bytes:
        """Return 32 fresh secret bytes."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person set; None: as the chat says.

    `quiet_from` and `quiet_to` are minutes of the day in `zone`, an IANA name. `direct`: they are
    reminded in direct messages.
    """

    language: str | None = None
    lists: bool = False
    confirm_twice: bool = False
    height_cm: int | None = None
    zone: str | None = None
    quiet_from: int | None = None
    quiet_to: int | None = None
    reminding: Reminding = Reminding.DEFAULT
    direct: bool = False

    @property
    def quiet(self) -> QuietHours | None:
        """When this person isn't pinged; never, in a zone that is known no more."""
        if self.zone is None or self.quiet_from is None or self.quiet_to is None:
            return None
        if self.zone not in zones():
            return None
        return QuietHours(self.quiet_from, self.quiet_to, self.zone)


@dataclass(frozen=True, slots=True)
class GuildPreferences:
    """What a server's admins set; None: as the chat says, anywhere."""

    language: str | None = None
    channels: tuple[int, ...] = ()
    threads: bool = True
    news: NewsMode | None = None


class Freshness(NamedTuple):
    """What of a match may have changed since it was read: cheap to ask."""

    revision: int
    posts: int
    """How often something was told: the sum of the versions of `tellings`."""


class MatchLocation(NamedTuple):
    """Where a match is, and whether its channel or server was found to be gone."""

    match: MatchId
    venue: Venue
    is_lost: bool


class Arrival(NamedTuple):
    """Somebody who takes a seat, and how many open or running tables they may then have."""

    player: PlayerId
    most: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where a match stood before the line with seq `line` (`bot.hosting.snapshots`).

    `body` has what each seat had seen by then, the public last, and in the next line the state.
    `digest` is made of the record's digest at that line and of the body; `made_by` is the
    fingerprint of the rules that led to it.
    """

    line: int
    digest: str
    made_by: str
    body: str = field(repr=False)  # it holds secrets


class Stored(NamedTuple):
    """A match with its record: None until it begins, and while it is paused.

    `planned` are the lines with which turns began that were planned ahead. A `snapshot` is there
    if the digests of the record were checked.
    """

    match: Match
    record: Record[Any] | None
    planned: frozenset[int] = frozenset()
    snapshot: Snapshot | None = None


REQUEST: Final = "plan."
"""Begins what stands for the interaction that caused lines, where a plan did."""


class KeptPlan(NamedTuple):
    """A plan as it is kept for its owner: `body` is its text (`engine.plans`).

    `line` is how many lines there were when it was made. It `stands` if the owner's own moves don't
    end it. One that `failed` was dropped; its owner is to hear of it.
    """

    seat: Seat
    player: PlayerId
    line: int
    body: str
    stands: bool = False
    failed: bool = False


class UsedPlan(NamedTuple):
    """A plan by which a turn is played: what it was, and what is left of it, if anything is."""

    seat: Seat
    body: str
    left: str | None = None


class SitterKind(StrEnum):
    """Who plays a seat: its owner, a computer player in their place for a while, or for good."""

    PERSON = "person"
    STAND_IN = "stand-in"
    COMPUTER = "computer"


class Sitter(NamedTuple):
    """Who plays a seat from a line on; `player` is whose seat it is then."""

    seat: Seat
    from_line: int
    kind: SitterKind
    player: PlayerId | None = None


class MoreTime(NamedTuple):
    """Time that is added to the open waits of a match, or to that of one seat.

    `by` is the person who gives it, once a wait; None: the table or the house gives it.
    """

    more: timedelta
    seat: Seat | None = None
    by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Effects:
    """What is stored with a change of a match, in its transaction.

    `fired` is the timer that the change is made for: if it is gone, so is the reason, and storing
    raises `Stale`. `timers` are set, `dropped` deleted. `may_return`: seats that are not awaited
    any more, but may still change what they chose: their clocks stand, and go on if they do.
    `tells_table`: the table's message has something new, though nobody moved.
    `asked_anew` are seats that are awaited as before, but for something else.
    `new_owners` are seats that somebody else has taken over: their plans and proposals lapse, and
    their clocks begin anew. Messages about the match of the `outdated` kinds are edited.
    `more_time` is given to those who are awaited, also after their time was up; storing raises
    `VoteRefused` if the same person gave some to the same wait before.
    `used` is the plan by which lines are played; if it has changed, storing raises `Stale`.
    `standing` is how a match stands that its table ends as it stands. `is_to_be_reviewed`: it is
    over, and looked back on when there is time.
    """

    fired: Timer | None = None
    timers: tuple[Timer, ...] = ()
    dropped: tuple[TimerKey, ...] = ()
    notices: tuple[Notice, ...] = ()
    sitters: tuple[Sitter, ...] = ()
    may_return: frozenset[Seat] = frozenset()
    tells_table: bool = False
    asked_anew: frozenset[Seat] = frozenset()
    more_time: tuple[MoreTime, ...] = ()
    used: UsedPlan | None = None
    new_owners: tuple[Seat, ...] = ()
    outdated: frozenset[NoticeKind] = frozenset()
    standing: Outcome | None = None
    is_to_be_reviewed: bool = False

    def joined(self, other: "Effects") -> "Effects":
        """Return what is stored if both are."""
        return Effects(
            fired=self.fired or other.fired,
            tells_table=self.tells_table or other.tells_table,
            timers=self.timers + other.timers,
            dropped=self.dropped + other.dropped,
            notices=self.notices + other.notices,
            sitters=self.sitters + other.sitters,
            may_return=self.may_return | other.may_return,
            asked_anew=self.asked_anew | other.asked_anew,
            more_time=self.more_time + other.more_time,
            new_owners=self.new_owners + other.new_owners,
            outdated=self.outdated | other.outdated,
            standing=self.standing or other.standing,
            used=self.used or other.used,
            is_to_be_reviewed=self.is_to_be_reviewed or other.is_to_be_reviewed,
        )


NO_EFFECTS: Final = Effects()


class Pending(NamedTuple):
    """Where a match lives that has something to do: its channel, and its server's bucket."""

    channel: int
    bucket: int


Buckets = frozenset[int] | None
"""Buckets to which a look is kept; None: it finds what there is anywhere."""


class ReviewWanted(NamedTuple):
    """A match that is to be reviewed."""

    match: MatchId
    bucket: int


class Gap(NamedTuple):
    """Time that counts for nobody; `ended` is before `began` where a clock was set back."""

    began: datetime
    ended: datetime


class BeatStore(Protocol):
    """When people could last reach the bot."""

    async def beat(self, now: datetime, jump: timedelta, buckets: Buckets = None) -> Sequence[Gap]:
        """Store a beat, and give back what was lost since the one before, in one transaction.

        `jump` is how far the clock went ahead of true time since then. Where processes share the
        work, each bucket has beats of its own, and time is given back to its matches alone.
        Raises `LeaseLost` if a bucket is another process's by now.
        """


class TableTimes(NamedTuple):
    """What a table shows of time: who is waited for, and who is away or will be soon."""

    waits: tuple[Wait, ...] = ()
    away: Mapping[Seat, Holiday] = MappingProxyType({})


class HolidayPlan(NamedTuple):
    """A holiday as somebody asks for it: both dates are included."""

    first: date
    last: date
    zone: str
    is_computer: bool = False


class KeptPuzzle(NamedTuple):
    """The puzzle of a day, in UTC: a title's key, and the puzzle's text."""

    day: date
    game: str
    body: str


NAMES_KEPT: Final = timedelta(days=30)
"""So long a server may ask who found a puzzle; later only streaks know, by day and person."""


class PuzzleAnswer(NamedTuple):
    """What somebody answered, once, for good; `guild` is where, if it was in a server.

    Else nobody is told of it: then it has no `name`, and neither has one of a month ago.
    """

    day: date
    player: PlayerId
    name: str
    guild: int | None
    option: int
    is_right: bool


class Nudged(Enum):
    """What came of a nudge. SENT; LATER: quiet hours put it off; KNOWN: they want no reminders."""

    SENT = auto()
    LATER = auto()
    KNOWN = auto()


class Messenger(Protocol):
    """Brings one target up to date and returns what it was told: place, message, no counters.

    All methods may be repeated without harm and raise `CannotPost`. A table of its own thread gets
    `cover` after each `table`; one in the channel itself only when its status changes. A message
    that is None was never posted, or they have it deleted: post anew.
    """

    async def cover(self, loaded: LoadedMatch) -> Posted:
        """Post or edit the lobby message, or the cover of a table that has begun."""

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        """Post one new table message for all that happened after line `since`.

        `missed` are those of whose moves earlier messages told, since whoever is asked moved last.

        Opens the table's thread before the first one. A repeat for the same line shows nothing
        twice (the message's nonce is made of what all have seen happen).
        """

    async def extend_table(self, loaded: LoadedMatch, since: int) -> Posted:
        """Let the newest table message tell all that happened after line `since`; ping nobody.

        If it is gone, a new one is posted, without pings.
        """

    async def type_in(self, loaded: LoadedMatch) -> None:
        """Be seen typing where the table is, for some seconds; raises nothing if that fails."""

    async def deals(self, loaded: LoadedMatch) -> None:
        """Bring the messages of the match's proposals up to date, which it stores itself."""

    async def notice(self, queued: QueuedNotice, loaded: LoadedMatch | None) -> Delivered:
        """Send a notice, or edit its message; say where it is. `loaded`: what it is about.

        One that may have been sent before (`tried_at`) isn't sent twice.
        """

    async def unsaid(self, queued: QueuedNotice) -> None:
        """Delete a notice's message, if it is there."""


class Ownership(Protocol):
    """Says which matches only this process changes: what it keeps of them needs no asking."""

    def owns(self, match_id: MatchId) -> bool:
        """Say whether nobody else changes this match."""

    def telling(self, match_id: MatchId) -> AbstractAsyncContextManager[bool]:
        """Be the only one who tells channels of this match; False: somebody else is at it."""


@dataclass(frozen=True, slots=True)
class OwnsEveryMatch:
    """Keeps the port `Ownership` for all matches at once."""

    is_mine: bool

    def owns(self, match_id: MatchId) -> bool:
        del match_id
        return self.is_mine

    @asynccontextmanager
    async def telling(self, match_id: MatchId) -> AsyncIterator[bool]:
        """Let everybody tell: nonces and versions keep the channel in order."""
        del match_id
        yield True


SHARED: Final = OwnsEveryMatch(is_mine=False)
SOLE: Final = OwnsEveryMatch(is_mine=True)


class Leases(Protocol):
    """Says which chores are this process's: those of the buckets that it holds.

    Chores are what nobody clicks for: timers, notices, computer players, lobbies that expire, news
    that are still untold, plans.
    """

    def held(self) -> Buckets:
        """Return the buckets whose chores are ours; None: all, of a process that is alone."""

    def chore(self, *buckets: int) -> AbstractContextManager[None]:
        """Do what is asked of buckets; within, nothing is stored once one is another process's.

        Raises `LeaseLost` if one isn't ours, and so does whatever stores something within.
        """


class OnlyProcess:
    """Keeps the port `Leases` for a process that shares its database with none."""

    def held(self) -> Buckets:
        return None

    def chore(self, *buckets: int) -> AbstractContextManager[None]:
        del buckets
        return nullcontext()


ALONE: Final = OnlyProcess()


class Urgency(IntEnum):
    """What computer players think about first."""

    MOVE = 0
    HINT = 1
    REVIEW = 2
    PUZZLE = 3


class Job(Protocol[R_co]):
    """Something to think about, as a value that can be packed: observations, never a state."""

    def done(self) -> R_co:
        """Think, and return what came of it; the same every time."""


class Thinkers(Protocol):
    """Thinks beside the event loop: processes do it, or threads in tests."""

    async def thought(self, urgency: Urgency, job: Job[R]) -> R:
        """Return what comes of a job when its turn has come.

        Raises `ThinkingFailed`: it took too long or too much memory, its process ended over it
        twice, or too much waits already. What the job itself raises is raised here.
        """


class ThinksAtOnce:
    """Keeps the port `Thinkers` without a process: in a thread."""

    async def thought(self, urgency: Urgency, job: Job[R]) -> R:
        del urgency
        return await asyncio.to_thread(job.done)


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of a process: `ids` of `count` in all."""

    count: int
    ids: frozenset[int]

    @property
    def buckets(self) -> frozenset[int]:
        """The buckets of their servers."""
        return frozenset(each for each in range(BUCKETS) if each % self.count in self.ids)


@dataclass(frozen=True, slots=True)
class Process:
    """A running bot. `began_at` is by the database's clock; None: it is only beginning."""

    id: str
    version: str
    shards: Shards
    began_at: datetime | None = None
    is_ready: bool = False
    is_draining: bool = False


class Kept(NamedTuple):
    """What a process knows after a heartbeat: when it began, and the epochs of its leases.

    `newer` are the shards of processes that are ready, not about to end, and began later.
    """

    began_at: datetime
    leases: Mapping[int, int]
    newer: Sequence[Shards]


class NullMessenger:
    """Tells nobody and says it has: for tables without a channel."""

    async def cover(self, loaded: LoadedMatch) -> Posted:
        return loaded.match.cover

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        del since, missed
        return loaded.match.table

    extend_table = table

    async def type_in(self, loaded: LoadedMatch) -> None:
        del loaded

    async def deals(self, loaded: LoadedMatch) -> None:
        del loaded

    async def notice(self, queued: QueuedNotice, loaded: LoadedMatch | None) -> Delivered:
        del loaded
        return Delivered(0, queued.id)

    async def unsaid(self, queued: QueuedNotice) -> None:
        del queued
