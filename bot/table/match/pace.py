"""How long a table may be waited for: the paces on offer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class PaceKind(StrEnum):
    """How time is counted.

    NONE: there is no limit; MOVE: every wait has the whole span; BANK: a clock, which begins with
    the span, keeps what is left from wait to wait, and gets something added after each.
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


def name_of(pace: Pace) -> str | None:
    """Return the name of a pace in `PACES`; None for one that isn't on offer any more."""
    return next((name for name, each in PACES.items() if each == pace), None)
