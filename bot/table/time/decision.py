"""What follows from a rule of time: a value, which storage carries out in one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from bot.table.ids import MatchId, PlayerId
from bot.table.notices.notice import Notice
from bot.table.time.timers import Timer
from bot.table.time.waits import Spent, TimedAnswer, Wait
from engine.game import Seat


class Scope(NamedTuple):
    """Where a person is reminded softly once in a while: a server, or `guild` 0: by messages."""

    player: PlayerId
    guild: int


class NudgedSeat(NamedTuple):
    """A seat that other players have nudged."""

    match_id: MatchId
    seat: Seat


@dataclass(frozen=True, slots=True)
class TimeDecision:
    """What is to be stored.

    `changed` waits are stored as they are here. `ended` ones are deleted, with the messages that
    were sent because of them; `opened` ones have no ids yet, and get the timers that go with them.
    What ended waits have `spent` is noted, and what was noted of lines after
    `forgotten` is deleted. So are `answers`, and those of lines after `taken_back`. The `banks` of
    clocks are set; None: deleted. `is_over`: nothing of a match's time is left.

    `steps` says how many steps of a wait's reminders are behind, `wished` when its owner asked to
    be reminded of it; None: not any more. `looks` says when a reminder of a wait may come next;
    None: no more of them; it is looked at as its time is up in any case. `reminded` is where a
    player has just been reminded softly, `unreminded` where they were not after all, `nudged` the
    seat that was nudged; `timers` are set, `notices` are queued, and `asks` where they weren't
    before. The boards of `outdated` waits, where players have them in direct messages, are edited.
    """

    changed: tuple[Wait, ...] = ()
    ended: tuple[Wait, ...] = ()
    opened: tuple[Wait, ...] = ()
    spent: tuple[Spent, ...] = ()
    forgotten: int | None = None
    answers: tuple[TimedAnswer, ...] = ()
    taken_back: int | None = None
    banks: Mapping[Seat, timedelta | None] = field(default_factory=dict)
    is_over: bool = False
    steps: Mapping[int, int] = field(default_factory=dict)
    wished: Mapping[int, datetime | None] = field(default_factory=dict)
    looks: Mapping[int, datetime | None] = field(default_factory=dict)
    reminded: Scope | None = None
    unreminded: Scope | None = None
    nudged: NudgedSeat | None = None
    timers: tuple[Timer, ...] = ()
    notices: tuple[Notice, ...] = ()
    asks: tuple[Notice, ...] = ()
    outdated: tuple[int, ...] = ()


NOTHING: Final = TimeDecision()
"""All stays as it is."""
