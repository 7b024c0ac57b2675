"""What hosting needs of the world. Storage and the Discord shell implement it, tests fake it."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
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

from bot.hosting.buckets import BUCKETS
from bot.hosting.deals import Deals
from bot.hosting.holidays import Holiday
from bot.hosting.ids import MatchId, PlayerId
from bot.hosting.match import LoadedMatch, Match, NewsMode, Posted, Target, Venue
from bot.hosting.outbox import Delivered, Lane, Notice, NoticeKind, QueuedNotice, Settled
from bot.hosting.pace import Wait
from bot.hosting.reminders import QuietHours, Reminding, Unpinged, zones
from bot.hosting.restores import Restores
from bot.hosting.timers import Timer, TimerKey
from bot.hosting.votes import Circumstances
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


class MatchStore(Protocol):
    """What was played and who sits where. Every method is one transaction.

    `add`, `save` and `append` raise `Stale` and change nothing if the match isn't any more at the
    revision that they are given, or if `request` (an interaction id) was carried out before;
    they return the match with its new revision. `tell` are the targets that it has something
    for. What these were told is stored by `posted` alone.
    """

    async def add(
        self,
        match: Match,
        seed: bytes,
        request: str,
        after: Match | None = None,
        arrival: Arrival | None = None,
    ) -> Match:
        """Store a new match in its lobby and return it with its id; `after` gets it as rematch.

        Raises `LobbyRefused` (too-many-tables) if whoever arrives has too many by then.
        """

    async def get(self, match_id: MatchId) -> Stored:
        """Return a match and its record: nothing else reads one.

        Raises `UnknownMatch`, `NewerRules`, `CorruptRecord`.
        """

    async def fresh(self, match_id: MatchId) -> Freshness:
        """Return the newest of what changes often; raise `UnknownMatch`."""

    async def posts(self, match_id: MatchId) -> Mapping[Target, Posted]:
        """Return what each target was told."""

    async def heights(self, match_id: MatchId) -> Mapping[Seat, int]:
        """Return the heights in cm of those at the table who stated theirs and still play."""

    async def seed(self, match_id: MatchId) -> bytes:
        """Return the secret seed; never logged, never shown before the end."""

    async def save(
        self,
        match: Match,
        at: datetime,
        request: str | None = None,
        tell: Collection[Target] = (Target.COVER,),
        arrival: Arrival | None = None,
        effects: Effects = NO_EFFECTS,
    ) -> Match:
        """Store all but lines and tellings: status, chairs, votes, set-up, times.

        `at` is when that changed: clocks stand still or go on from there. Raises
        `LobbyRefused` (too-many-tables) if whoever arrives has too many by then.
        """

    async def append(
        self,
        match: Match,
        record: Record[Any],
        since: int,
        request: str | None,
        at: datetime,
        tell: Collection[Target] = (Target.TABLE,),
        effects: Effects = NO_EFFECTS,
        *,
        whole: bool = False,
    ) -> Match:
        """Store the lines of a record after so many, and the match; the first ones fix the chairs.

        `whole`: seats, votes or settings have changed, too; else only what a move changes is
        stored.
        `at` is when they were played, which nobody may learn who can't see them: `changed_at` of
        the match is what is public. Raises `Stale` also if a line of that number exists.
        """

    async def circumstances(self, match: Match, now: datetime) -> Circumstances:
        """Return what lies outside of a match and changes by itself, as it is now."""

    async def was_there(self, match_id: MatchId, player: PlayerId, now: datetime) -> None:
        """Store that somebody was at a table."""

    async def posted(self, match_id: MatchId, told: Mapping[Target, Posted], at: datetime) -> bool:
        """Store what targets were told, all in one; False if somebody else was faster.

        Clocks run from the moment the table's message stands.
        """

    async def untellable(self, match_id: MatchId, at: datetime) -> None:
        """Let the clocks of a match stand until its table is told of something again."""

    async def pressed(self, match_id: MatchId, first: int, last: int) -> frozenset[int]:
        """Return at which of these lines something began that a person pressed or typed."""

    async def pause(self, match_id: MatchId, line: int, at: datetime) -> None:
        """Store that the record doesn't replay from this line on; clocks stand."""

    async def unpause(self, match_id: MatchId, at: datetime) -> None:
        """Store that a paused match is as it was before; it may be paused again at once."""

    async def answered(self, request: str) -> MatchId | None:
        """Return the match in which this interaction was already carried out."""


class Listings(Protocol):
    """Which matches there are. A listed match has no record: nothing of it is read or replayed."""

    async def listed(self, match_id: MatchId) -> Match:
        """Return a match without its record; raise `UnknownMatch`."""

    async def in_channel(self, channel: int) -> Sequence[Match]:
        """Return matches of a channel or thread that are in the lobby or playing, newest first."""

    async def finished_in(self, channel: int) -> MatchId | None:
        """Return the newest finished match of a channel or thread."""

    async def of_player(self, player: PlayerId) -> Sequence[Match]:
        """Return matches of a person that are in the lobby or playing, newest first."""

    async def in_guild(self, guild: int) -> Sequence[Match]:
        """Return matches of a server that are in the lobby or playing, newest first."""

    async def guilds(self, shard: int = 0, shards: int = 1) -> Sequence[int]:
        """Return the servers of a shard, of so many, that have open matches."""

    async def locations(self, guilds: Sequence[int]) -> Sequence[MatchLocation]:
        """Return the open matches of these servers, and all that are lost."""

    async def every(self) -> Sequence[MatchId]:
        """Return the ids of all matches, for whoever checks them."""


class Pending(NamedTuple):
    """Where a match lives that has something to do: its channel, and its server's bucket."""

    channel: int
    bucket: int


Buckets = frozenset[int] | None
"""Buckets to which a look is kept; None: it finds what there is anywhere."""


class Queue(Protocol):
    """Which matches have something to do."""

    async def untold(self, buckets: Buckets = None) -> Mapping[MatchId, Pending]:
        """Return matches whose channel has not seen everything."""

    async def due(self, now: datetime, buckets: Buckets = None) -> Mapping[MatchId, Pending]:
        """Return lobbies whose `expires_at` has come."""

    async def for_agents(self, buckets: Buckets = None) -> Mapping[MatchId, Pending]:
        """Return matches that wait for a computer player."""


class PlanStore(Protocol):
    """What seats have planned ahead, each for its owner alone; one plan a seat.

    Nothing else shows that there is one: no revision, no message, no log.
    """

    async def plan(self, match_id: MatchId, player: PlayerId) -> KeptPlan | None:
        """Return what a person has planned in a match."""

    async def keep_plan(self, match_id: MatchId, plan: KeptPlan) -> None:
        """Store a plan in place of the one that there was; raise `NotSeated`."""

    async def drop_plan(self, match_id: MatchId, player: PlayerId) -> None:
        """Delete a person's plan, if there is one."""

    async def due_plan(self, match_id: MatchId) -> KeptPlan | None:
        """Return the plan of the seat that alone is awaited, unless it was judged already."""

    async def judged_plan(self, match_id: MatchId, plan: KeptPlan, *, failed: bool) -> None:
        """Store that a plan waits for another decision of its owner, or that it `failed`."""

    async def for_plans(self, buckets: Buckets = None) -> Mapping[MatchId, Pending]:
        """Return matches that wait for what somebody has planned."""


class TimerStore(Protocol):
    """What is to be done at a moment. Every method is one transaction."""

    async def due(self, now: datetime, most: int, buckets: Buckets = None) -> Sequence[Timer]:
        """Return timers whose moment has come, the longest overdue first."""

    async def fire(self, timer: Timer, now: datetime) -> None:
        """Do what a timer asks for of the database alone, unless its row has changed."""

    async def put_off(self, timer: Timer, until: datetime) -> bool:
        """Let a timer come later; False: somebody did what was to be done, or set it anew."""

    async def keep_house(self, now: datetime) -> None:
        """Set the timer that deletes what is old, unless it is set."""


class SnapshotStore(Protocol):
    """Where matches stood: one snapshot of each at most, which `MatchStore.get` returns."""

    async def keep(self, match_id: MatchId, snapshot: Snapshot) -> None:
        """Store a snapshot in place of an older one."""

    async def drop(self, match_id: MatchId, snapshot: Snapshot) -> None:
        """Delete this snapshot, unless there is another one by now."""


class HintStore(Protocol):
    """Which hints were given. A decision is named by how many lines led to it (`HintGiver`)."""

    async def taken(self, match_id: MatchId, seat: Seat) -> frozenset[int]:
        """Return the decisions of a seat at which it took a hint."""

    async def take(
        self,
        match_id: MatchId,
        seat: Seat,
        decision: int,
        most: int,
        now: datetime,
        notice: Notice | None = None,
    ) -> int:
        """Count a hint, and let the table hear of it, unless both was done; return how many now.

        Raises `HintRefused` (hint-spent) if the seat has had `most` at other decisions.
        """


class ReviewWanted(NamedTuple):
    """A match that is to be reviewed."""

    match: MatchId
    bucket: int


class ReviewStore(Protocol):
    """Reviews of matches that are over, line by line, as text. Every method is one transaction."""

    async def ask(self, match_id: MatchId, now: datetime) -> None:
        """Let a match be reviewed before those that were asked for earlier; not one that is."""

    async def wanted(
        self, buckets: Buckets = None, but: Collection[MatchId] = ()
    ) -> Sequence[ReviewWanted]:
        """Return some matches that are to be reviewed, those asked for last first, `but` these."""

    async def is_done(self, match_id: MatchId) -> bool | None:
        """Say whether a match is reviewed; None: nobody has asked for it."""

    async def findings(self, match_id: MatchId) -> Mapping[int, str]:
        """Return what was found so far, by line."""

    async def keep(self, match_id: MatchId, line: int, finding: str) -> None:
        """Store what was found in a line, unless it is there."""

    async def finish(self, match_id: MatchId, now: datetime) -> None:
        """Store that all lines are there that can be judged."""

    async def reopen(self, match_id: MatchId, now: datetime) -> None:
        """Let what is lacking in a review be judged, before all others."""


class OutboxStore(Protocol):
    """What is to be said. Every method is one transaction.

    Whoever has the lease of a target (`Lane`) delivers to it. What is done by one that has ended
    changes nothing.
    """

    async def lease(
        self, owner: str, now: datetime, most: int, *, new_people: bool, buckets: Buckets = None
    ) -> Sequence[Lane]:
        """Take so many targets that have something pending and nobody else is at.

        Among them one person who was never written to, if there is one and `new_people`.
        """

    async def next(self, lane: Lane, now: datetime) -> QueuedNotice | None:
        """Renew the lease and return the oldest notice; None: there is none, or the lease ended.

        What is too late or not so any more is settled on the way.
        """

    async def settle(
        self, lane: Lane, queued: QueuedNotice, settled: Settled, now: datetime
    ) -> QueuedNotice | None:
        """Store what became of a notice, then do what `next` does."""

    async def fall_back(
        self, lane: Lane, queued: QueuedNotice, now: datetime
    ) -> QueuedNotice | None:
        """Let a direct message go to its match's channel instead, then do what `next` does."""

    async def release(self, lane: Lane, now: datetime, *, has_sent: bool) -> None:
        """Give a lease back; a target that was sent something rests for some seconds."""

    async def rest(
        self,
        lane: Lane,
        queued: QueuedNotice,
        now: datetime,
        error: str,
        *,
        unsure: bool,
        until: datetime | None = None,
    ) -> None:
        """Give a lease back after trouble; `unsure`: it may have been sent.

        Nobody takes it again before `until`; None: before a while that is longer each time.
        """

    async def gone(self, lane: Lane, now: datetime) -> None:
        """Store that a target is gone, and nobody gets what was for it; clocks stand for it."""


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


class HolidayStore(Protocol):
    """When people are away from the tables of a server."""

    async def of(self, player: PlayerId, guild: int | None) -> Sequence[Holiday]:
        """Return a person's holidays in a server, past ones too, in their order."""

    async def plan(
        self, player: PlayerId, guild: int | None, plan: HolidayPlan, now: datetime
    ) -> Holiday:
        """Store a holiday, and let clocks stand if it begins at once.

        Raises `PreferenceRefused`: what `holidays.planned` does, or holiday-late.
        """

    async def end(self, player: PlayerId, guild: int | None, holiday: int, now: datetime) -> None:
        """End a holiday early, or take one back; raises `PreferenceRefused` (holiday-over)."""

    async def times(self, tables: Collection[Match], now: datetime) -> Mapping[MatchId, TableTimes]:
        """Return what these tables show of time."""

    async def has_stand_in(self, match: Match, seat: Seat, now: datetime) -> bool:
        """Say whether a computer player is to move for a seat whose owner is away."""


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


class PuzzleStore(Protocol):
    """The puzzles of the days, the same for everybody, and what people answered."""

    async def puzzle(self, day: date) -> KeptPuzzle | None:
        """Return the puzzle of a day."""

    async def keep(self, puzzle: KeptPuzzle) -> bool:
        """Store the puzzle of a day; False: there is one already, which stays."""

    async def lacking(self, days: Sequence[date]) -> Sequence[date]:
        """Return those of the days that have no puzzle."""

    async def answered(self, day: date, player: PlayerId) -> PuzzleAnswer | None:
        """Return what somebody answered."""

    async def answer(self, answer: PuzzleAnswer, at: datetime) -> PuzzleAnswer:
        """Store an answer to a puzzle that is there, and return the one that counts: the first."""

    async def answers(self, day: date, guild: int) -> Sequence[PuzzleAnswer]:
        """Return what was answered in a server, the first answer first."""

    async def found(self, player: PlayerId, before: date) -> Sequence[bool]:
        """Return for every day with a puzzle whether somebody found it, the newest first."""


class Matches(MatchStore, Listings, Queue, Protocol):
    """All that storage knows of matches."""

    @property
    def puzzles(self) -> PuzzleStore:
        """The puzzles of the days, which are about none of them."""

    @property
    def restores(self) -> Restores:
        """When they were brought back from a copy."""

    @property
    def timers(self) -> TimerStore:
        """What is to be done in them at a moment."""

    @property
    def snapshots(self) -> SnapshotStore:
        """Where matches stood."""

    @property
    def deals(self) -> Deals:
        """What was proposed in them."""

    @property
    def hints(self) -> HintStore:
        """Which hints were given in them."""

    @property
    def reviews(self) -> ReviewStore:
        """How those that are over look to an expert."""

    @property
    def plans(self) -> PlanStore:
        """What is planned ahead in them."""

    @property
    def outbox(self) -> OutboxStore:
        """What is to be said of them."""

    @property
    def holidays(self) -> HolidayStore:
        """When people are away from them."""

    @property
    def beats(self) -> BeatStore:
        """When people could last play them."""

    @property
    def leases(self) -> "Leases":
        """Which of their chores are this process's."""


class Nudged(Enum):
    """What came of a nudge. SENT; LATER: quiet hours put it off; KNOWN: they want no reminders."""

    SENT = auto()
    LATER = auto()
    KNOWN = auto()


class Players(Protocol):
    """What people and servers prefer."""

    async def preferences(self, player: PlayerId) -> Preferences:
        """Return what a person set; the defaults if nothing."""

    def remembered(self, player: PlayerId) -> Preferences | None:
        """Return what was read or stored last; None: nothing lately. Asks nobody."""

    async def prefer(
        self, player: PlayerId, preferences: Preferences, now: datetime | None = None
    ) -> None:
        """Store what a person set; with `now`, reminders that are to come follow it."""

    async def reminding_at(self, player: PlayerId, match_id: MatchId) -> Reminding | None:
        """Return how a person wants to be reminded at one table; None: as everywhere."""

    async def remind_at(
        self, player: PlayerId, match_id: MatchId, reminding: Reminding | None, now: datetime
    ) -> None:
        """Store that; reminders that are to come follow it."""

    async def mute(self, player: PlayerId, match_id: MatchId) -> bool:
        """Remind a person no more of the move that a match waits for; False: it doesn't."""

    async def nudge(self, match_id: MatchId, seat: Seat, by: str, now: datetime) -> Nudged:
        """Let whoever is named `by` remind the owner of a seat.

        Raises `NudgeRefused`.
        """

    async def mention_later(
        self, match_id: MatchId, about: str, unpinged: Sequence[Unpinged]
    ) -> None:
        """Ping those whom a message left alone when their quiet hours end, if it is still so.

        It is about an open table: "invitation:42".
        """

    async def ask_time(self, player: PlayerId, match_id: MatchId, name: str) -> None:
        """Ask the others at a table for more time, for whoever is called `name`.

        Raises `NudgeRefused` (not-awaited, no-limit).
        """

    async def receipt(self, player: PlayerId, channel: int, request: str) -> None:
        """Send a first direct message; if they are closed, it goes to the channel."""

    async def guild(self, guild: int) -> GuildPreferences:
        """Return what a server's admins set; the defaults if nothing."""

    async def set_guild(self, guild: int, preferences: GuildPreferences) -> None:
        """Store what a server's admins set."""


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


class LeaseStore(Protocol):
    """Who does the chores of which buckets, all times by the database's clock."""

    async def keep(self, process: Process) -> Kept:
        """Note that a process lives, and renew its leases.

        One that is ready and not about to end takes those of its shards that nobody has.
        """

    async def leave(self, process: str) -> None:
        """Note that a process ends: others may take its leases at once."""


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
