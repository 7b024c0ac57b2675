"""A match of people: who sits where, in which channel, what that was told, how it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from bot.table.errors import NotPlaying
from bot.table.ids import MatchId, PlayerId
from bot.table.match.pace import NO_LIMIT, Pace
from engine.agents.heuristics import Teaching
from engine.draws import SealedDraws
from engine.game import PUBLIC, Seat, Setup, Viewer, visible
from engine.record import standing
from engine.referee import Progress
from engine.replay import Replay


class Unpinged(NamedTuple):
    """A person whom a message didn't ping, and when their quiet hours end."""

    player: PlayerId
    until: datetime


COMPUTER_PLAYER: Final = "greedy"
"""The agent that sits in for people: as good as the game's heuristics, at random without any."""

BEGINNER: Final = "beginner"
"""The agent that plays against people who learn a game."""

EXPERT: Final = "expert"
"""The strongest agent that every table may have."""

MASTER: Final = "master"
"""The agent that thinks longest: seated only where the operator allows it."""


class Status(StrEnum):
    """Where a match stands.

    LOBBY: seats are open; PLAYING; FINISHED: the record has its outcome and seed; CLOSED: nobody
    came or everybody left; PAUSED: its record doesn't replay, an operator must look.
    """

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"
    PAUSED = "paused"


class Aids(StrEnum):
    """What the house works out for players besides the board, agreed on in the lobby.

    PURE: what a table without a computer would not tell; the board in words is for everybody.
    """

    ALL = "all"
    PURE = "pure"


class Hints(StrEnum):
    """Whether a table gives hints, agreed on in the lobby.

    NONE: nobody gets any; PRIVATE: only the player who asks knows; NOTED: the table is told who
    took one.
    """

    NONE = "none"
    PRIVATE = "private"
    NOTED = "noted"


class WhenLate(StrEnum):
    """What happens when a player's time is up, agreed on in the lobby.

    COMPUTER: a computer player moves this once; WAIT: nothing, but the table may act; END: after a
    day more the match ends without result.
    """

    COMPUTER = "computer"
    WAIT = "wait"
    END = "end"


class NewsMode(StrEnum):
    """How a channel is told of turns.

    EACH: a message for each; ONE: one message that is edited, and a line that pings; DIGEST: the
    same without the line, and once a day a new message, which pings.
    """

    EACH = "each"
    ONE = "one"
    DIGEST = "digest"


@dataclass(frozen=True, slots=True)
class Person:
    """A person in the chat, with the name shown there."""

    id: PlayerId
    name: str


class StandIn(StrEnum):
    """Why a computer player moves in a person's place.

    TIME_UP: the person's time was up; HOLIDAY: they are away and wanted it; VOTE: their table did;
    MODERATORS: those of the server did; OFFERED: their seat is free for others; FOR_GOOD: they have
    left it to the computer player.
    """

    TIME_UP = "time-up"
    HOLIDAY = "holiday"
    VOTE = "vote"
    MODERATORS = "moderators"
    OFFERED = "offered"
    FOR_GOOD = "for-good"


@dataclass(frozen=True, slots=True)
class Chair:
    """A taken seat. `agent` names the computer player that moves for it, or is None.

    `player` is None for a computer player that was never a person; a person who left during the
    match keeps `player` and gets a stand-in as `agent`. `is_former`: it was a person's who was
    erased since, so nobody knows whose. `join` is the interaction id by which
    the seat was taken; `letter` is fixed when the match begins ("" before). `lapses`: how often in
    a row the person's time was up. `stand_in`: why a computer player plays for them as long as they
    are awaited now, if it does. `is_offered`: anybody may take the seat over; a computer player
    plays at once. `stand_in_agreed_at`: when the table agreed that a computer player moves for them
    during the holiday that they had then.
    """

    name: str
    join: str
    player: PlayerId | None = None
    agent: str | None = None
    letter: str = ""
    lapses: int = 0
    stand_in: StandIn | None = None
    is_offered: bool = False
    stand_in_agreed_at: datetime | None = None
    is_former: bool = False

    @property
    def had_person(self) -> bool:
        """Whether a person has or had the seat."""
        return self.player is not None or self.is_former

    @property
    def mover(self) -> str | None:
        """The computer player that moves now, for whatever reason; None: the person does."""
        return COMPUTER_PLAYER if self.agent is None and self.has_stand_in else self.agent

    @property
    def has_stand_in(self) -> bool:
        """Whether a computer player moves now for a person who still owns the seat."""
        return self.agent is None and self.stands_in is not None

    @property
    def stands_in(self) -> StandIn | None:
        """Why a computer player moves now in the place of the person who has or had the seat."""
        if self.agent is not None:
            return StandIn.FOR_GOOD if self.had_person else None
        return self.stand_in or (StandIn.OFFERED if self.is_offered else None)


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a match lives: `channel` has its cover, and its table unless that has a thread."""

    guild: int | None
    channel: int
    threaded: bool = True
    """Whether the table wants a thread of its own."""


class Target(StrEnum):
    """What is told of a match.

    COVER: the lobby message, later the table's cover; TABLE: turns; PING: those who must act, where
    the table's message is only edited.
    """

    COVER = "cover"
    TABLE = "table"
    PING = "ping"


@dataclass(frozen=True, slots=True)
class Posted:
    """What one target has been told of a match: replaced whole, stored as a row of `tellings`.

    `want` is the newest revision that has something for this target; the transaction that stores
    the change sets it. Only the process that tells the target writes the rest. `told` is the
    revision that the target knows. `message` is the newest message there, which tells of the lines
    after `since` up to `upto`. `place` is the thread (None: the venue's channel). `version` counts
    these writes: of two processes that tell at once, the second writes nothing. `unpinged` are the
    people whom the message that was just sent didn't ping; they are pinged later. `asks`: whether
    it asks those who must act, so that their clocks run.

    Of the target PING `message` is the line that names those who were asked, if one stands, with
    what happened after line `since` of the record; up to `upto` they have been asked, be it by that
    or by a digest.
    """

    want: int = 0
    told: int = 0
    since: int = 0
    upto: int = 0
    place: int | None = None
    message: int | None = None
    version: int = 0
    unpinged: tuple[Unpinged, ...] = field(default=(), compare=False)
    asks: bool = field(default=True, compare=False)

    @property
    def is_behind(self) -> bool:
        """Whether there is something to tell."""
        return self.told < self.want

    def wanting(self, revision: int) -> "Posted":
        """Return this with something to tell."""
        return replace(self, want=revision)

    def newest(self, other: "Posted") -> "Posted":
        """Return what is known by this and another look at the same target."""
        later = self if self.version >= other.version else other
        return replace(later, want=max(self.want, other.want))

    def done(self, **changes: Any) -> "Posted":
        """Return this with all told that is wanted."""
        return replace(self, told=self.want, **changes)


class Ending(StrEnum):
    """How a match ended that its rules didn't end.

    AGREED: its table closed it, without result; AS_IT_STANDS: its table let the points count that
    everybody had; TIME_UP: a player's time was up, and that was to end it; DESERTED: no player had
    been there for long; LEFT: all players have left it; HOST, ADMIN: its host closed it, or an
    admin of its server. EXPIRED: it never began, since nobody joined.
    """

    AGREED = "agreed"
    AS_IT_STANDS = "as-it-stands"
    TIME_UP = "time-up"
    DESERTED = "deserted"
    LEFT = "left"
    HOST = "host"
    ADMIN = "admin"
    EXPIRED = "expired"


class VoteKind(StrEnum):
    """What a table can agree on; `bot.table.together.votes.VOTES` says what each takes and does."""

    HOLD = "hold"
    GO_ON = "go-on"
    EXTEND = "extend"
    PACE = "pace"
    COMPUTER_ONCE = "computer-once"
    COMPUTER_MEANWHILE = "computer-meanwhile"
    COMPUTER_FOR_GOOD = "computer-for-good"
    OFFER_SEAT = "offer-seat"
    END = "end"
    END_AS_IT_STANDS = "end-as-it-stands"
    TAKE_BACK = "take-back"


ABOUT_A_SEAT: Final = frozenset(
    {
        VoteKind.COMPUTER_ONCE,
        VoteKind.COMPUTER_MEANWHILE,
        VoteKind.COMPUTER_FOR_GOOD,
        VoteKind.OFFER_SEAT,
    }
)
"""Votes about one seat, whose owner has no ballot."""


class VoteResult(StrEnum):
    """How a vote ended. REFUSED: by ballots; LAPSED: too few in time; DROPPED: without cause now.

    A vote is dropped if the person it is about acts, or if nobody is left who may vote.
    """

    PASSED = "passed"
    REFUSED = "refused"
    LAPSED = "lapsed"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Ballot:
    """What one seat said in a vote, and who sat there when they said it."""

    seat: Seat
    player: PlayerId
    is_yes: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class Vote:
    """Something that the people of a table decide together; open while `result` is None.

    `id` counts the match's votes from 1. `arg`, by kind: PACE: the pace as text; kinds about one
    seat: its number; TAKE_BACK: the line. `by` is the seat that asked, `wait` the wait that it is
    about, if it is about one. `ballots` has at most one of each seat.
    """

    id: int
    kind: VoteKind
    arg: str
    by: Seat
    opened_at: datetime
    lapses_at: datetime
    wait: int | None = None
    closed_at: datetime | None = None
    result: VoteResult | None = None
    ballots: tuple[Ballot, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it is still to be decided."""
        return self.result is None

    @property
    def about(self) -> Seat | None:
        """The seat that it is about, whose owner has no ballot; None: it is about the table."""
        return Seat(int(self.arg)) if self.kind in ABOUT_A_SEAT else None


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat of an open table that is kept for a person until they answer, but not for ever.

    `by` invited them. One that was declined keeps no seat; it stays until the match begins.
    """

    player: PlayerId
    name: str
    by: PlayerId
    at: datetime
    until: datetime
    is_declined: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """One playing of a game by people: all of it but its record.

    `places` is the number of seats on offer while in the lobby. `line` is the number of lines
    played so far, 0 while it is PAUSED at line `paused_at`. `acting` are those that must act now.
    `expires_at`: when an idle lobby closes, or a full one starts by itself. `follows` and `rematch`
    link the tables of the same people. `revision` counts changes (each save names the one it builds
    on). `cover`, `table` and `ping` are what the channel has been told. `tallest` is the seat to
    which a tie for the first place went, if heights broke one. `lost_at`: since when its channel or
    server is gone; then it counts for nobody and nobody is told. `seen` is how much each seat has
    seen happen, the public last; nothing while the record isn't replayed. `held_until`: until
    when it is on hold, and `held_since`; `held_s`: how many seconds its table held it before.
    `is_deserted`: it is on hold because nobody is there, until a player comes back. `extensions`:
    how often a vote added time. `news`: how the channel is told, None: as its server says;
    `digest_at`: at which minute of the day it gets a digest, None: at the usual one. `votes` are
    all of the match in the order of their ids. `ending`: how it ended if its rules didn't;
    `closed_by`: what the host or admin is called who closed it.
    `teaching`: what is new is explained to the only person at the table. `is_friendly`: its table
    agreed, before it began, that it is not rated. `invitations` are those of an open table.
    """

    id: MatchId
    game: str
    status: Status
    host: PlayerId
    venue: Venue
    places: int
    setup: Setup
    commitment: str
    chairs: tuple[Chair, ...]
    opened_at: datetime
    changed_at: datetime
    expires_at: datetime | None = None
    has_begun: bool = False
    line: int = 0
    cover: Posted = Posted()
    table: Posted = Posted()
    ping: Posted = Posted()
    rematch: MatchId | None = None
    follows: MatchId | None = None
    acting: tuple[Seat, ...] = ()
    paused_at: int | None = None
    revision: int = 0
    aids: Aids = Aids.ALL
    hints: Hints = Hints.PRIVATE
    tallest: Seat | None = None
    lost_at: datetime | None = None
    pace: Pace = NO_LIMIT
    when_late: WhenLate = WhenLate.COMPUTER
    held_until: datetime | None = None
    held_since: datetime | None = None
    is_deserted: bool = False
    held_s: int = 0
    extensions: int = 0
    news: NewsMode | None = None
    digest_at: int | None = None
    votes: tuple[Vote, ...] = ()
    ending: Ending | None = None
    closed_by: str | None = None
    teaching: bool = False
    is_friendly: bool = False
    invitations: tuple[Invitation, ...] = ()
    seen: tuple[int, ...] = field(default=(), compare=False)
    plan_is_due: bool = field(default=False, compare=False)
    """Whether storing this brought the turn of a player who has planned it."""

    def seen_by(self, viewer: Viewer) -> int:
        """Return how many things `viewer` has seen happen; what they may not know isn't counted."""
        return self.seen[viewer if isinstance(viewer, int) else -1] if self.seen else 0

    @property
    def is_full(self) -> bool:
        """Whether every place is taken."""
        return len(self.chairs) >= self.places

    @property
    def kept(self) -> tuple[Invitation, ...]:
        """The invitations that were not answered yet: each keeps a seat."""
        return tuple(each for each in self.invitations if not each.is_declined)

    @property
    def free(self) -> int:
        """How many seats anybody may take; below 1 there are none."""
        return self.places - len(self.chairs) - len(self.kept)

    @property
    def has_aids(self) -> bool:
        """Whether the house helps: at a pure table not before the match is over."""
        return self.aids is Aids.ALL or self.status != Status.PLAYING

    @property
    def is_behind(self) -> bool:
        """Whether the channel has not seen everything yet."""
        return any(self.posted(each).is_behind for each in Target)

    @property
    def told_line(self) -> int:
        """Up to which line there is nothing more to tell the table."""
        return self.table.upto if self.table.is_behind else self.line

    @property
    def place(self) -> int:
        """The channel or thread that table messages go to."""
        return self.table.place or self.venue.channel

    def posted(self, target: Target) -> Posted:
        """Return what a target was told."""
        return {Target.COVER: self.cover, Target.TABLE: self.table, Target.PING: self.ping}[target]

    def with_posts(self, posts: Mapping[Target, Posted]) -> "Match":
        """Return the match with what targets were told."""
        cover, table = posts.get(Target.COVER, self.cover), posts.get(Target.TABLE, self.table)
        return replace(self, cover=cover, table=table, ping=posts.get(Target.PING, self.ping))

    def wanting(self, *targets: Target) -> "Match":
        """Return the match with something to tell to these targets, as of its revision."""
        return self.with_posts({each: self.posted(each).wanting(self.revision) for each in targets})

    @property
    def agent_acts(self) -> bool:
        """Whether the match waits for a computer player; on hold it waits for nobody."""
        is_on = self.status == Status.PLAYING and self.lost_at is None and self.held_until is None
        return is_on and any(self.chairs[seat].mover for seat in self.acting)

    @property
    def people(self) -> tuple[Person, ...]:
        """Those at the table who move for themselves, in the order of their seats."""
        seated = (each for each in self.chairs if each.agent is None)
        return tuple(Person(each.player, each.name) for each in seated if each.player is not None)

    @property
    def host_name(self) -> str:
        """The name of the host; "" if the host has no seat any more."""
        return next((each.name for each in self.chairs if each.player == self.host), "")

    @property
    def is_for_one(self) -> bool:
        """Whether only one person moves here, against computer players: nobody else is asked."""
        return len(self.people) == 1

    @property
    def learner(self) -> Seat | None:
        """Who learns at a teaching table: its only person."""
        if not self.teaching or not self.is_for_one:
            return None
        return self.seat_of(self.people[0].id)

    def seat_of(self, player: PlayerId) -> Seat | None:
        """Return the seat that `player` moves for, or None for a watcher or one who left."""
        for number, chair in enumerate(self.chairs):
            if chair.player == player and chair.agent is None:
                return Seat(number)
        return None


def not_playing(match: Match) -> NotPlaying:
    """Return why nothing can be played: `status`, `line` of a paused match, who closed it."""
    return NotPlaying(
        "not-playing",
        match=match.id,
        status=match.status,
        line=match.paused_at,
        ending=match.ending,
        closed_by=match.closed_by,
    )


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match with its record replayed, once it has begun and can be read.

    `draws` are there while it is played; `planned` are the lines with which turns began that were
    planned ahead, `stood_in` those of computer players in people's places, with the reason.
    `spares` is who isn't pinged although they are asked: their plan is about to be
    played, unless this process ends before. Nothing of this is ever shown: it holds secrets.
    """

    match: Match
    replay: Replay[Any, Any] | None = None
    draws: SealedDraws | None = None
    planned: frozenset[int] = frozenset()
    stood_in: Mapping[int, StandIn] = field(default_factory=dict)
    spares: PlayerId | None = None

    @property
    def begun(self) -> Replay[Any, Any]:
        """The lines of a match that has begun and can be read; else raises `NotPlaying`."""
        if self.replay is None:
            raise not_playing(self.match)
        return self.replay

    @property
    def progress(self) -> Progress[Any, Any] | None:
        """Where a match stands that has begun and can be read."""
        return None if self.replay is None else self.since(len(self.replay))

    def since(self, line: int) -> Progress[Any, Any]:
        """Return where it stands, with all that happened after a line and was not taken back."""
        replay = self.begun
        lines = range(line, len(replay))
        kept = standing(replay.record.entries) if lines else ()
        events = tuple(event for each in kept if each in lines for event in replay.happened(each))
        return Progress(replay.record, replay.state, replay.drawn[-1], events)

    def has_moved(self, seat: Seat) -> bool:
        """Say whether a move of a seat is in the record, whoever made it."""
        moves = () if self.replay is None else (each.move for each in self.replay.record.entries)
        return any(each is not None and each.actor == seat for each in moves)

    @property
    def teaching(self) -> Teaching | None:
        """What the opponents of a lesson know of it; None at other tables."""
        learner = self.match.learner
        if learner is None or self.replay is None:
            return None
        return Teaching(learner, tuple(e for e in self.since(0).events if visible(e, PUBLIC)))

    @property
    def playing(self) -> tuple[Progress[Any, Any], SealedDraws]:
        """The progress and draws of a match that is being played; else raises `NotPlaying`."""
        if self.match.status != Status.PLAYING or self.draws is None:
            raise not_playing(self.match)
        return self.since(len(self.begun)), self.draws
