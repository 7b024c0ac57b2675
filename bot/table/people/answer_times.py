"""How long people take to answer, in classes: medians can't be added, counts of classes can.

Each class is √2 times as long as the one before it, from a minute to about three months. So a
median is right within a fifth.
"""

from bisect import bisect_right
from collections.abc import Mapping
from datetime import timedelta
from itertools import accumulate
from typing import Final

CLASSES: Final = 34
_BOUNDS: Final = tuple(60 * 2 ** (number / 2) for number in range(CLASSES - 1))
"""In seconds: class 0 is what is shorter than the first, class n what is shorter than the next."""


def class_of(taken: timedelta) -> int:
    """Return the class of an answer that took as long."""
    return bisect_right(_BOUNDS, taken.total_seconds())


def median(counts: Mapping[int, int]) -> timedelta | None:
    """Return the median of answers, the middle of its class; None: there are none.

    `counts` are the answers of each class.
    """
    total = sum(counts.values())
    if not total:
        return None
    classes = sorted(counts)
    sums = accumulate(counts[each] for each in classes)
    found = next(each for each, upto in zip(classes, sums, strict=True) if 2 * upto >= total)
    # The geometric middle.
    return timedelta(seconds=60 * 2 ** ((found - 0.5) / 2))
