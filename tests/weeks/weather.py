"""What goes wrong by itself, drawn by seed: channels that refuse or hang, outages of everything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final

from tests.weeks.chat import Fault
from tests.weeks.clock import FIRST_DAY, next_minute

LONGEST: Final[Mapping[Fault, timedelta]] = {
    Fault.REFUSED: timedelta(hours=40),
    Fault.BROKEN: timedelta(hours=5),
    Fault.HANGS: timedelta(minutes=50),
}
LOST_IN: Final = 80
"""About one answer in how many is lost."""


@dataclass(frozen=True)
class Window:
    """From one moment to another."""

    begins: datetime
    ends: datetime

    def has(self, moment: datetime) -> bool:
        """Say whether a moment lies in it."""
        return self.begins <= moment < self.ends


@dataclass(frozen=True)
class Outage(Window):
    """Nobody can press anything, and nothing is sent.

    `is_ours`: the process is not there; else it runs, but Discord isn't there.
    """

    is_ours: bool

    @property
    def over_at(self) -> datetime:
        """The minute in which the process notes that it is over."""
        return next_minute(self.ends)


class Weather:
    """What is wrong at a moment, in a channel or everywhere."""

    def __init__(self, seed: int, *, outages: int, faults: bool) -> None:
        self._seed = seed
        self._faults = faults
        self._windows: dict[int, list[tuple[Window, Fault]]] = {}
        self._answers = Random(f"{seed} answers")
        rng = Random(f"{seed} outages")
        # Apart from one another by more than the longest lasts.
        moments = sorted(rng.sample(range(4, 40), outages))
        self.outages: Sequence[Outage] = [
            _outage(rng, FIRST_DAY + timedelta(days=at), is_ours=bool(number % 2))
            for number, at in enumerate(moments)
        ]

    @property
    def is_bad(self) -> bool:
        """Whether anything goes wrong at all."""
        return self._faults or bool(self.outages)

    def outage(self, moment: datetime) -> Outage | None:
        """Return the outage in which a moment lies."""
        return next((each for each in self.outages if each.has(moment)), None)

    def begins_at(self, place: int, moment: datetime) -> None:
        """Draw what will be wrong in a channel where a match has begun."""
        if not self._faults or place in self._windows:
            return
        rng, found = Random(f"{self._seed} weather {place}"), []
        for fault, longest in LONGEST.items():
            if rng.random() < 0.12:
                begins = moment + timedelta(hours=rng.uniform(1, 300))
                length = timedelta(minutes=10) + longest * rng.random()
                found.append((Window(begins, begins + length), fault))
        self._windows[place] = found

    def fault(self, place: int, moment: datetime) -> Fault | None:
        """Return what is wrong with a request."""
        if self.outage(moment) is not None:
            return Fault.BROKEN
        if not self._faults:
            return None
        for window, fault in self._windows.get(place, ()):
            if window.has(moment):
                return fault
        is_known = place in self._windows
        return Fault.LOST if is_known and self._answers.randrange(LOST_IN) == 0 else None


def _outage(rng: Random, begins: datetime, *, is_ours: bool) -> Outage:
    begins = begins.replace(second=30, microsecond=0)
    length = timedelta(minutes=rng.choice((20, 90, 200, 500)))
    return Outage(begins, begins + length, is_ours)
