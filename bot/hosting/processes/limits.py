"""Rate limits: an allowance for each person, channel, server and invited guest.

It is the algorithm known as "token bucket". The numbers stand in one table, far above what playing
needs. What is left of allowances is kept in memory alone: a restart fills them.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.table.errors import Limited
from bot.table.world import Clock


class LimitedAction(StrEnum):
    """What is limited.

    OPEN: a table is opened; LOBBY: a person joins, leaves or changes an open table; INVITE: one
    guest is pinged; PICTURE: a control is used whose answer may be a picture; FILM: an animation is
    drawn; SHOW: an earlier position is shown to a channel; UNDO: a move is taken back, or the
    others are asked: each adds a line to the record; DEAL: a player proposes a deal: a message
    more, to which computer players answer at once; SUGGEST: suggestions while a player types;
    RECORDS: all records of a server are collected.
    """

    OPEN = "open"
    LOBBY = "lobby"
    INVITE = "invite"
    PICTURE = "picture"
    FILM = "film"
    SHOW = "show"
    UNDO = "undo"
    DEAL = "deal"
    SUGGEST = "suggest"
    RECORDS = "records"


class AllowanceOwner(StrEnum):
    """Whose allowance it is. GUEST: of a person who is pinged, by any inviters together."""

    PERSON = "person"
    CHANNEL = "channel"
    SERVER = "server"
    GUEST = "guest"


@dataclass(frozen=True, slots=True)
class Allowance:
    """At most `burst` at once, and one more each time `every` has passed."""

    burst: int
    every: timedelta


ALLOWANCES: Final[Mapping[tuple[LimitedAction, AllowanceOwner], Allowance]] = {
    (LimitedAction.OPEN, AllowanceOwner.PERSON): Allowance(10, timedelta(minutes=1)),
    (LimitedAction.OPEN, AllowanceOwner.CHANNEL): Allowance(25, timedelta(seconds=20)),
    (LimitedAction.OPEN, AllowanceOwner.SERVER): Allowance(40, timedelta(seconds=15)),
    (LimitedAction.LOBBY, AllowanceOwner.PERSON): Allowance(25, timedelta(seconds=5)),
    (LimitedAction.LOBBY, AllowanceOwner.SERVER): Allowance(200, timedelta(seconds=1)),
    (LimitedAction.INVITE, AllowanceOwner.PERSON): Allowance(12, timedelta(minutes=5)),
    (LimitedAction.INVITE, AllowanceOwner.SERVER): Allowance(60, timedelta(minutes=1)),
    (LimitedAction.INVITE, AllowanceOwner.GUEST): Allowance(3, timedelta(hours=1)),
    (LimitedAction.PICTURE, AllowanceOwner.PERSON): Allowance(400, timedelta(seconds=0.5)),
    (LimitedAction.PICTURE, AllowanceOwner.CHANNEL): Allowance(800, timedelta(seconds=0.2)),
    (LimitedAction.PICTURE, AllowanceOwner.SERVER): Allowance(2000, timedelta(seconds=0.05)),
    (LimitedAction.FILM, AllowanceOwner.PERSON): Allowance(8, timedelta(seconds=20)),
    (LimitedAction.FILM, AllowanceOwner.CHANNEL): Allowance(20, timedelta(seconds=10)),
    (LimitedAction.FILM, AllowanceOwner.SERVER): Allowance(40, timedelta(seconds=5)),
    (LimitedAction.SHOW, AllowanceOwner.PERSON): Allowance(5, timedelta(minutes=1)),
    (LimitedAction.SHOW, AllowanceOwner.CHANNEL): Allowance(15, timedelta(seconds=20)),
    (LimitedAction.SHOW, AllowanceOwner.SERVER): Allowance(30, timedelta(seconds=10)),
    (LimitedAction.UNDO, AllowanceOwner.PERSON): Allowance(40, timedelta(minutes=1)),
    (LimitedAction.UNDO, AllowanceOwner.SERVER): Allowance(400, timedelta(seconds=5)),
    (LimitedAction.DEAL, AllowanceOwner.PERSON): Allowance(20, timedelta(minutes=1)),
    (LimitedAction.DEAL, AllowanceOwner.SERVER): Allowance(200, timedelta(seconds=5)),
    (LimitedAction.RECORDS, AllowanceOwner.PERSON): Allowance(3, timedelta(minutes=10)),
    (LimitedAction.RECORDS, AllowanceOwner.SERVER): Allowance(6, timedelta(minutes=5)),
    (LimitedAction.SUGGEST, AllowanceOwner.PERSON): Allowance(60, timedelta(seconds=0.2)),
    (LimitedAction.SUGGEST, AllowanceOwner.CHANNEL): Allowance(300, timedelta(seconds=0.04)),
    (LimitedAction.SUGGEST, AllowanceOwner.SERVER): Allowance(600, timedelta(seconds=0.02)),
}

ROUNDING: Final = 1e-6
"""What sums of fractions may fall short by."""
MOST_KEPT: Final = 10_000
"""How many allowances are remembered before those that are full again are thrown away."""


@dataclass(frozen=True, slots=True)
class Remainder:
    """How much of an allowance was left at a moment."""

    left: float
    at: datetime


class Limits:
    """Counts what was done, and refuses what is too much."""

    def __init__(
        self,
        clock: Clock,
        allowances: Mapping[tuple[LimitedAction, AllowanceOwner], Allowance] = ALLOWANCES,
        most_kept: int = MOST_KEPT,
    ) -> None:
        self._clock = clock
        self._allowances = allowances
        self._most_kept = most_kept
        self._remembered: dict[tuple[LimitedAction, AllowanceOwner, Hashable], Remainder] = {}

    def spend(self, action: LimitedAction, *whose: tuple[AllowanceOwner, Hashable]) -> None:
        """Take one from each allowance, two from one that is named twice; or none at all.

        Raises `Limited`, with the moment (`until`) from which there is enough.
        """
        now = self._clock.now()
        wanted: dict[tuple[LimitedAction, AllowanceOwner, Hashable], int] = {}
        for kind, who in whose:
            if (action, kind) in self._allowances:
                wanted[action, kind, who] = wanted.get((action, kind, who), 0) + 1
        left = {key: self._left(key, now) - count for key, count in wanted.items()}
        waits = [-n * self._allowances[key[:2]].every for key, n in left.items() if n < -ROUNDING]
        if waits:
            raise Limited(f"limit-{action}", until=now + max(waits))
        self._remembered.update({key: Remainder(each, now) for key, each in left.items()})
        if len(self._remembered) > self._most_kept:
            self._remembered = {
                key: each
                for key, each in self._remembered.items()
                if self._left(key, now) < self._allowances[key[:2]].burst
            }

    def _left(self, key: tuple[LimitedAction, AllowanceOwner, Hashable], now: datetime) -> float:
        allowance, last = self._allowances[key[:2]], self._remembered.get(key)
        if last is None:
            return allowance.burst
        # A clock that was set back gives nothing and takes nothing.
        passed = max(now - last.at, timedelta())
        return min(allowance.burst, last.left + passed / allowance.every)
