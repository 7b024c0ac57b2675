"""A tie for the first place goes to the tallest, in games whose rules say so."""

from collections.abc import Mapping

from engine.game import Outcome, Seat


def tallest(outcome: Outcome, heights: Mapping[Seat, int]) -> Seat | None:
    """Return to whom a shared first place goes; None if it stays shared.

    All who share it must have stated a height (cm), and one of them a greater one than the others.
    """
    tied = [Seat(seat) for seat, rank in enumerate(outcome.ranks) if rank == 1]
    if len(tied) < 2 or any(seat not in heights for seat in tied):
        return None
    first, second = sorted(tied, key=lambda seat: heights[seat], reverse=True)[:2]
    return first if heights[first] > heights[second] else None
