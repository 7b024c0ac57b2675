"""What is counted of a finished match of Aftershock: bridges, their tolls, and who was saved."""

from collections.abc import Sequence
from typing import Final

from engine.counters import Counters
from engine.game import Event
from engine.games.aftershock.events import (
    BridgeBuilt,
    MatchBegun,
    MeepleMoved,
    MeepleTakenBack,
)
from engine.games.aftershock.state import Observation


def count(events: Sequence[Event], table: Observation) -> tuple[tuple[int, ...], ...]:
    """Return for each seat tolls earned, pieces built, meeples saved, and meeples shocked.

    Tolls are millions that other players paid. A meeple is saved if it went to another area.
    """
    tolls, built, saved, shocked = ([0] * table.seats for _ in range(4))
    for each in events:
        match each:
            case BridgeBuilt(seat=seat, sections=sections):
                built[seat] += sections
            case MeepleMoved(seat=seat, paid=paid):
                saved[seat] += 1
                shocked[seat] += 1
                for owner in paid:
                    tolls[owner] += owner != seat
            case MeepleTakenBack(seat=seat):
                shocked[seat] += 1
            case _:
                pass
    return tuple(zip(tolls, built, saved, shocked, strict=True))


COUNTERS: Final = Counters(
    MatchBegun, {"tolls": "sum", "pieces": "sum", "saved": "sum", "shocked": "sum"}, count
)
