"""How long a table may be waited for: the paces on offer, and one wait as a value.

A wait is one stretch in which a seat must act; a turn of many small choices is one wait. All
arithmetic is with instants in UTC: a day is 86,400 seconds, whatever the clocks on the wall do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.game import Seat

if TYPE_CHECKING:
    from bot.hosting.match import MatchId


class PaceKind(StrEnum):
    """How time is counted.

    NONE: there is no limit; MOVE: every wait has the whole span; BANK: a clock, which begins with
    the span, goes on where it stood in the wait before, and gets something added after each.
    """

    NONE = "none"
    MOVE = "move"
    BANK = "bank"


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time the players of a match have.

    `span`: for a move, or what a clock begins with and never exceeds; `add`: what a clock gets
    after a wait that its owner ended by moving.
    """

    kind: PaceKind = PaceKind.NONE
    span: timedelta = timedelta()
    add: timedelta = timedelta()


def _move(days: int) -> Pace:
    return Pace(PaceKind.MOVE, timedelta(days=days))


def _clock(days: int, add: int) -> Pace:
    return Pace(PaceKind.BANK, timedelta(days=days), timedelta(hours=add))


NO_LIMIT: Final = Pace()

PACES: Final[Mapping[str, Pace]] = MappingProxyType(
    {
        "none": NO_LIMIT,
        "day": _move(1),
        "three-days": _move(3),
        "week": _move(7),
        "day-clock": _clock(1, 12),
        "three-days-clock": _clock(3, 24),
        "week-clock": _clock(7, 36),
    }
)
"""The paces on offer by the names that ids and typed options have."""


class Stop(StrEnum):
    """Why a wait stands still; several may overlap.

    HOLD: the match is on hold; HOLIDAY: the owner of the seat is away; TROUBLE: the table can't
    be told; SEALED: the seat has sealed its choice and may still come back to it.
    """

    HOLD = "hold"
    HOLIDAY = "holiday"
    TROUBLE = "trouble"
    SEALED = "sealed"


@dataclass(frozen=True, slots=True)
class Wait:
    """One stretch in which a seat is waited for.

    `asked_at` is the time of the line by which it began; without a limit it moves on by whatever
    time doesn't count, so that `now - asked_at` is how long the table has waited. `length` is the
    time given at the start and `left` what was left at `since`, both None without a limit; `left`
    is negative after a move that came late. `since` is the moment from which it runs, or at which
    it was stopped; None while nobody could see that the seat is waited for. `given` is what others
    added: it never gets into a clock. `is_muted`: "Quiet for this move".
    """

    id: int
    match: "MatchId"
    seat: Seat
    asked_at: datetime
    length: timedelta | None = None
    left: timedelta | None = None
    since: datetime | None = None
    stops: frozenset[Stop] = frozenset()
    is_muted: bool = False
    given: timedelta = timedelta()

    @property
    def runs(self) -> bool:
        """Whether time passes: somebody could see it, and nothing stops it."""
        return self.since is not None and not self.stops

    @property
    def due_at(self) -> datetime | None:
        """When time is up; None without a limit and while it doesn't run."""
        if self.since is None or self.stops or self.left is None:
            return None
        return self.since + self.left

    def left_at(self, now: datetime) -> timedelta | None:
        """Return what is left, negative once time is up; None without a limit."""
        due = self.due_at
        return self.left if due is None else due - now
