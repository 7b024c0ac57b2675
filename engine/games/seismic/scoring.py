"""Points and places (rules 8)."""

from collections.abc import Iterable

from engine.games.seismic.state import Section
from engine.node import Outcome


def points(sections: Iterable[Section], seats: int) -> tuple[int, ...]:
    """Return what each seat has: every complete section counts in full for all its owners."""
    scores = [0] * seats
    for section in sections:
        if section.complete:
            for seat in section.owners:
                scores[seat] += section.points
    return tuple(scores)


def outcome(scores: tuple[int, ...], reason: str) -> Outcome:
    """Return the outcome; whoever has equally many points shares the place."""
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Outcome(scores, ranks, reason)
