"""People drawn by seed: where they live, how they are reminded, and when they get round to it.

All that a player does follows from the seed and from when they were asked, on a grid of ten
minutes: a process that is killed and comes back a second later changes nothing about it.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

from tests.weeks.clock import FIRST_DAY

ZONES: Final = ("Europe/Paris", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe")
GRID: Final = timedelta(minutes=10)
OFFSET: Final = timedelta(minutes=3, seconds=20)
"""Nobody presses on a full minute: then it is the clock's turn."""
DAY: Final = timedelta(days=1)


class Habit(StrEnum):
    """How a person plays."""

    PROMPT = "prompt"
    EVENINGS = "evenings"
    LATE = "late"
    HOLIDAY = "holiday"
    VANISHING = "vanishing"
    BACK_AFTER_A_WEEK = "back"


_HABITS: Final = (
    *(Habit.PROMPT,) * 4,
    *(Habit.EVENINGS,) * 5,
    *(Habit.LATE,) * 7,
    *(Habit.HOLIDAY,) * 3,
    *(Habit.VANISHING,) * 2,
    *(Habit.BACK_AFTER_A_WEEK,) * 2,
)
LEAVERS: Final = 0.15
"""How many of them leave the server within the month."""
RESTERS: Final = 0.25
"""How many of them have an automatic holiday."""
_QUIET: Final = (
    None,
    None,
    (22 * 60, 8 * 60),
    (23 * 60, 7 * 60),
    (21 * 60 + 30, 6 * 60 + 30),
    (9 * 60, 17 * 60),
    (0, 9 * 60),
)
REMINDERS: Final = ("default", "default", "default", "default", "sooner", "later", "off")


@dataclass(frozen=True)
class Player:
    """A player, for good: nothing of this depends on what happens."""

    id: int
    name: str
    zone: str
    habit: Habit
    quiet: tuple[int, int] | None
    reminders: str
    direct: bool
    gone: tuple[datetime, datetime] | None
    """When they are away without a word."""
    holiday: tuple[datetime, datetime] | None
    """When they are away and said so: whole days of their zone."""
    holiday_computer: bool
    left: datetime | None = None
    """When they leave the server for good."""
    rests: bool = False
    """Whether a holiday begins by itself when their time is up."""

    @classmethod
    def drawn(cls, seed: int, number: int, zone: str | None = None) -> "Player":
        """Return the person of this number."""
        rng = Random(f"{seed} person {number}")
        anywhere, habit = rng.choice(ZONES), rng.choice(_HABITS)
        zone = zone or anywhere
        from_ = FIRST_DAY + timedelta(days=rng.randrange(3, 30), minutes=rng.randrange(0, 1440, 10))
        gone = holiday = None
        if habit is Habit.VANISHING:
            gone = (from_, FIRST_DAY + timedelta(days=4000))
        if habit is Habit.BACK_AFTER_A_WEEK:
            gone = (from_, from_ + timedelta(days=rng.uniform(6, 9)))
        if habit is Habit.HOLIDAY:
            day = from_.astimezone(ZoneInfo(zone)).date()
            length = timedelta(days=rng.randrange(2, 13))
            holiday = (_midnight(day, zone), _midnight(day + length, zone))
        leaving, left = Random(f"{seed} leaving {number}"), None
        if leaving.random() < LEAVERS:
            left = FIRST_DAY + timedelta(days=leaving.uniform(4, 30))
        return cls(
            1000 + number,
            f"P{number}",
            zone,
            habit,
            rng.choice(_QUIET),
            rng.choice(REMINDERS),
            rng.random() < 0.15,
            gone,
            holiday,
            rng.random() < 0.4,
            left,
            Random(f"{seed} resting {number}").random() < RESTERS,
        )

    def answers_at(self, rng: Random, asked: datetime, span: timedelta | None) -> datetime | None:
        """Return when they get round to what was asked; None: never."""
        match self.habit:
            case Habit.EVENINGS:
                moment = self._evening(rng, asked)
            case Habit.LATE:
                length = span or timedelta(days=4)
                moment = asked + length * rng.uniform(0.3, 1.5)
            case _:
                moment = asked + timedelta(minutes=rng.uniform(5, 400))
        for away in (self.gone, self.holiday):
            if away is not None and away[0] <= moment < away[1]:
                moment = away[1] + timedelta(minutes=rng.uniform(10, 600))
        if self.left is not None and self.left <= moment:
            return None
        return None if moment > FIRST_DAY + timedelta(days=3000) else on_grid(moment)

    def _evening(self, rng: Random, asked: datetime) -> datetime:
        here = asked.astimezone(ZoneInfo(self.zone))
        at = time(rng.randrange(18, 23), rng.randrange(60))
        for days in range(4):
            day = here.date() + timedelta(days=days)
            moment = datetime.combine(day, at, ZoneInfo(self.zone)).astimezone(UTC)
            if moment > asked + timedelta(minutes=5) and rng.random() < 0.8:
                return moment
        return asked + timedelta(days=3)


def _midnight(day: "datetime | object", zone: str) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)  # type: ignore[arg-type]


def on_grid(moment: datetime) -> datetime:
    """Return the next moment at which people press."""
    steps = (moment - FIRST_DAY) // GRID + 1
    return FIRST_DAY + steps * GRID + OFFSET


def floor(moment: datetime) -> datetime:
    """Return a moment without what a kill may add to it."""
    return FIRST_DAY + (moment - FIRST_DAY) // GRID * GRID
