"""What is counted of a finished match of San Andreas: quakes that paid, and cities that fell."""

from collections.abc import Sequence
from typing import Final

from engine.counters import Counters
from engine.game import Event
from engine.games.san_andreas.events import (
    CitiesScored,
    IslandsSank,
    MatchBegun,
    TileShifted,
)
from engine.games.san_andreas.state import Observation


def count(events: Sequence[Event], table: Observation) -> tuple[tuple[int, ...], ...]:
    """Return for each seat the points of its best quake, cities lost, and cities toppled.

    Toppled are other players' cities, by dice whose order the seat chose.
    """
    best, lost, toppled = ([0] * table.seats for _ in range(3))
    for each in events:
        match each:
            case CitiesScored(gained=gained):
                best = list(map(max, best, gained))
            case TileShifted(shift=shift, by=by):
                for ruin in shift.ruins:
                    lost[ruin.seat] += 1
                    if by is not None and by != ruin.seat:
                        toppled[by] += 1
            case IslandsSank(drowned=drowned):
                for ruin in drowned:
                    lost[ruin.seat] += 1
            case _:
                pass
    return tuple(zip(best, lost, toppled, strict=True))


COUNTERS: Final = Counters(MatchBegun, {"quake": "best", "cities": "sum", "toppled": "sum"}, count)
