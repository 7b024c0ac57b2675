"""4B: what a space brings (rules 2)."""

from engine.game import Seat
from engine.games.aftershock.board import MOST_BRIDGES, Board, Space
from engine.games.aftershock.state import Marks, SpaceScore


def places(points: tuple[int, ...], counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the points of each seat for these counts.

    Tied seats share the places they fill, each rounded down; places beyond the table are worth
    nothing, and so is a count of 0.

    >>> places((7, 5, 4, 3), (4, 2, 2, 1, 0))
    (7, 4, 4, 3, 0)
    """
    return tuple(_share(points, counts, count) for count in counts)


def _share(points: tuple[int, ...], counts: tuple[int, ...], count: int) -> int:
    if not count:
        return 0
    above, tied = sum(other > count for other in counts), counts.count(count)
    return sum(points[above : above + tied]) // tied


def leaders(counts: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return who has most, if anybody has anything."""
    most = max(counts)
    return tuple(Seat(seat) for seat, count in enumerate(counts) if most and count == most)


def markers_on(space: str, marks: tuple[Marks, ...]) -> tuple[int, ...]:
    """Count the markers of each seat on a space, Influence included."""
    return tuple(each.score.count(space) + each.influence.count(space) for each in marks)


def scored(space: Space, markers: tuple[int, ...], counts: tuple[int, ...]) -> SpaceScore:
    """Return what a space brings with these markers and meeples (or pieces) of each seat."""
    scores = sum(markers) >= space.markers_needed
    points = places(space.points, counts) if scores else (0,) * len(counts)
    loses = scores and space.key != MOST_BRIDGES
    lost = leaders(counts) if loses else ()
    return SpaceScore(space.key, markers, scores, counts, points, lost)


def counts_on(
    board: Board, space: str, meeples: tuple[tuple[int, ...], ...], pieces: tuple[int, ...]
) -> tuple[int, ...]:
    """Return what counts on a space: meeples, or for most bridges the pieces that aren't free."""
    if space == MOST_BRIDGES:
        return tuple(board.bridge_pieces - free for free in pieces)
    return meeples[board.index[space]]
