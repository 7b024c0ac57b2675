"""A match of people: who sits where, in which channel, and its record."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NewType

from engine.record import Record, Setup
from engine.seat import Seat, Viewer

MatchId = NewType("MatchId", int)
PlayerId = NewType("PlayerId", int)
"""A person's id in the chat."""


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


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the chat, with the name shown there."""

    id: PlayerId
    name: str


@dataclass(frozen=True, slots=True)
class Chair:
    """A taken seat. `agent` names the computer player that moves for it, or is None.

    `player` is None for a computer player that was never a person; a person who left during the
    match keeps `player` and gets a stand-in as `agent`. `join` is the interaction id by which
    the seat was taken; `letter` is fixed when the match begins ("" before).
    """

    name: str
    join: str
    player: PlayerId | None = None
    agent: str | None = None
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a match lives: `channel` has the lobby message, `thread` the table, if it has one."""

    guild: int | None
    channel: int
    thread: int | None = None
    threaded: bool = True
    """Whether the table wants a thread of its own."""

    @property
    def table(self) -> int:
        """The channel or thread that table messages go to."""
        return self.thread or self.channel


@dataclass(frozen=True, slots=True)
class Match:
    """One playing of a game by people.

    `places` is the number of seats on offer while in the lobby. `record` is None until the match
    begins, and while it is PAUSED at line `paused_at`. `acting` are the seats that must act now.
    `table_message` is the newest table message; it tells of the lines after `told_from` up to
    `told_to`. In those from there up to `told` is nothing for the channel; later ones wait for an
    edit, or until a turn is through. `expires_at`: when an idle lobby closes, or a full one starts
    by itself. `follows` and `rematch` link the tables of the same people. `revision` counts changes
    (each save names the one it builds on), `shown` is the one that the channel has seen. `tallest`
    is the seat to which a tie for the first place went, if heights broke one. `seen` is how much
    each seat has seen happen, the public last; nothing while the record isn't replayed.
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
    record: Record[Any] | None = None
    told: int = 0
    told_from: int = 0
    told_to: int = 0
    lobby_message: int | None = None
    table_message: int | None = None
    rematch: MatchId | None = None
    follows: MatchId | None = None
    acting: tuple[Seat, ...] = ()
    paused_at: int | None = None
    revision: int = 0
    shown: int = 0
    aids: Aids = Aids.ALL
    tallest: Seat | None = None
    seen: tuple[int, ...] = field(default=(), compare=False)

    @property
    def line(self) -> int:
        """The number of lines played so far."""
        return len(self.record.entries) if self.record else 0

    def seen_by(self, viewer: Viewer) -> int:
        """Return how much `viewer` has seen happen; whatever they can't know leaves it as it is."""
        return self.seen[viewer if isinstance(viewer, int) else -1] if self.seen else 0

    @property
    def is_full(self) -> bool:
        """Whether every place is taken."""
        return len(self.chairs) >= self.places

    @property
    def has_aids(self) -> bool:
        """Whether the house helps: at a pure table not before the match is over."""
        return self.aids is Aids.ALL or self.status != Status.PLAYING

    @property
    def is_behind(self) -> bool:
        """Whether the channel has not seen everything yet."""
        return self.told < self.line or self.shown < self.revision

    @property
    def agent_acts(self) -> bool:
        """Whether the match waits for a computer player."""
        return self.status == Status.PLAYING and any(
            self.chairs[seat].agent for seat in self.acting
        )

    @property
    def people(self) -> tuple[Person, ...]:
        """Those at the table who move for themselves, in the order of their seats."""
        seated = (each for each in self.chairs if each.agent is None)
        return tuple(Person(each.player, each.name) for each in seated if each.player is not None)

    def seat_of(self, player: PlayerId) -> Seat | None:
        """Return the seat that `player` moves for, or None for a watcher or one who left."""
        for number, chair in enumerate(self.chairs):
            if chair.player == player and chair.agent is None:
                return Seat(number)
        return None
