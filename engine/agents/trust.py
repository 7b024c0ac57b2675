"""How far a seat's word is believed, by what became of all that it has promised before."""

from collections.abc import Iterable
from typing import Final, NamedTuple

UNKNOWN: Final = 0.3
"""How likely a seat keeps a promise that costs it something, if nothing is known of it yet."""
AT_LAST: Final = 0.1
"""How likely at most in the last chapter, after which no seat can be paid back for a broken one."""
FAIR: Final = 0.9
"""How likely a seat that has broken none keeps a promise that it gains by keeping."""
MOST: Final = 0.95
"""How likely at most, however many promises it has kept."""
SURE: Final = 1.0
"""As likely as if it could not be broken."""
SPENT: Final = 0.25
"""What is left of trust after a broken promise."""
EARNED: Final = 0.25
"""Which part of what lacks to `MOST` is earned by a chapter in which every promise was kept."""


class Verdicts(NamedTuple):
    """How many of a seat's promises of one chapter were kept, and how many broken."""

    kept: int
    broken: int


def trust(chapters: Iterable[Verdicts], forgiveness: float) -> float:
    """Return how likely a seat keeps its word, by the verdicts of its chapters in their order.

    It falls with every broken promise, and rises once a chapter at most: many promises that cost
    nothing make up for none. `forgiveness` multiplies what is earned; 1 is usual. More of it leads
    back to what a stranger is believed at in fewer chapters, but beyond that only as far as usual.
    """
    likely = UNKNOWN
    for kept, broken in chapters:
        if broken:
            likely *= SPENT**broken
        elif kept:
            soon = likely + min(1.0, EARNED * forgiveness) * (MOST - likely)
            if likely < UNKNOWN and forgiveness > 1:
                usual = likely + EARNED * (MOST - likely)
                soon = max(usual, min(soon, UNKNOWN))
            likely = soon
    return likely
