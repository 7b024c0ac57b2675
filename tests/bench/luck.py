"""Whether the luck of reviews is fair: nought over the seats, and nought over many matches."""

from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Final

from engine.agents.heuristics import heuristics_of
from engine.agents.review import luck, played, tasks
from engine.game import Seat
from engine.registry import game, games
from tests.bench.reviews import mapped, match_of

MATCHES: Final = 2
POSITIONS: Final = 2
"""About how many positions are judged for what was to be expected: the mean stays the same, and
only spreads more, but a review of 48 takes too long for many matches."""
Z: Final = 1.96
"""Of a confidence interval of 95 %."""


def measure(matches: int = MATCHES, jobs: int = 1) -> dict[str, float | str]:
    """Return for each title the luck of the first seat in the mean of `matches` matches.

    With the ends of its interval of 95 %, how far it spreads from match to match, and the most that
    the luck of all seats differs from nought in any match.
    """
    figures: dict[str, float | str] = {}
    for title in sorted(games()):
        found = list(mapped(luck_of, title, matches, jobs))
        first = [each[0] for each in found]
        mean, spread = fmean(first), pstdev(first)
        error = Z * spread / sqrt(len(first))
        figures |= {
            f"{title}_luck": f"{mean:.2f}",
            f"{title}_luck_95": f"{mean - error:.2f} to {mean + error:.2f}",
            f"{title}_luck_spread": round(spread, 1),
            f"{title}_luck_of_all": f"{max(abs(sum(each)) for each in found):.9f}",
        }
    return figures


def luck_of(title: str, number: int) -> tuple[float, ...]:
    """Return the luck of each seat in the match of this number."""
    known, rules = heuristics_of(title), game(title)
    assert known is not None
    assert known.imagination is not None
    record, rng = match_of(title, number), Random(number)
    seats, totals = record.header.setup.seats, [0.0] * record.header.setup.seats
    for each in tasks(rules, record, frozenset[Seat]()):
        state = played(rules, rules.initial(each.setup, each.rules_version), each.before)
        drawn = [move.action for move in each.moves]
        points = luck(known.imagination, state, drawn, seats, rng, POSITIONS)
        totals = [one + more for one, more in zip(totals, points, strict=True)]
    return tuple(totals)
