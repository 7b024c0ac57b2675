"""How many points ahead a seat will end, fitted to how matches ended.

It goes by what an `Outlook` says of the sections. How far that comes true was learned, for each
number of seats and for the turns that are left, from lines that begin in the same position. The
weights are in `weights.py`, which says how they were found.
"""

from collections.abc import Sequence
from functools import cache
from math import tanh
from operator import mul
from typing import Final

from engine.game import Seat
from engine.games.seismic.outlook import COMPLETE, OPEN
from engine.games.seismic.section_value import lateness
from engine.games.seismic.weights import WEIGHTS

UNIT: Final = 20.0
"""Points in 1 of a feature: so all of them are about 0 to 3."""
CLOSE: Final = 5.0
CLEAR: Final = 15.0
"""How many points ahead it makes a difference who leads: with several rivals, these turn on it."""


def forecast(
    sums: Sequence[Sequence[float]], crews: Sequence[int], seat: Seat, turns: float
) -> float:
    """Return how many points ahead of its best rival a seat will probably end.

    `sums` are what an outlook on the position has `learned`, `turns` those that each seat has left.
    Only differences between positions that follow from the same one say something.
    """
    early, late = _weights(len(crews))
    found = features(sums, crews, seat)
    points: float = sum(map(mul, early, found)) + lateness(turns) * sum(map(mul, late, found))
    return points


def features(sums: Sequence[Sequence[float]], crews: Sequence[int], seat: Seat) -> list[float]:
    """Return what matters to a seat: sections and crews, its own, its best rival's, the others'."""
    totals = [each[COMPLETE] + each[OPEN] for each in sums]
    rivals = [each for each in range(len(sums)) if each != seat]
    best = max(rivals, key=lambda each: totals[each])
    rivals.remove(best)
    found = list[float]()
    for group in ((seat,), (best,), rivals):
        if group:
            found.append(sum([sums[each][COMPLETE] for each in group]) / UNIT)
            found.append(sum([sums[each][OPEN] for each in group]) / UNIT)
            found.append(sum([crews[each] for each in group]) / UNIT)
    lead = totals[seat] - totals[best]
    found += tanh(lead / CLOSE), tanh(lead / CLEAR)
    return found


def size(seats: int) -> int:
    """Return how many `features` there are."""
    return 3 * min(seats, 3) + 2


@cache
def _weights(seats: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return what features count, and what they count more the fewer turns are left."""
    numbers = [int(each) / 100 for each in WEIGHTS[seats].split()]
    return tuple(numbers[: size(seats)]), tuple(numbers[size(seats) :])
