"""What is counted of a finished match of Seismic: roads, and what quakes did to whom."""

from collections.abc import Sequence
from typing import Final

from engine.counters import Counters
from engine.game import Event, Seat
from engine.games.seismic.events import (
    MatchBegun,
    NothingPlaced,
    QuakeFlipped,
    QuakeRose,
    QuakeStruck,
    TileFlipped,
    TilePlaced,
)
from engine.games.seismic.state import Observation


def count(events: Sequence[Event], table: Observation) -> tuple[tuple[int, ...], ...]:
    """Return for each seat its longest road that scores, quakes drawn, and crews lost to quakes.

    The length of a road is that in fragments. A quake is drawn by the seat that built last; with
    own piles (rules 9, Balance) by the seat whose pile it came from, which has its turn then.
    """
    longest, drawn, lost = ([0] * table.seats for _ in range(3))
    for section in table.sections:
        for seat in section.owners if section.complete else ():
            longest[seat] = max(longest[seat], section.length)
    for seat in _drawers(events, has_own_piles=table.variant.own_piles):
        drawn[seat] += 1
    for each in events:
        if isinstance(each, QuakeStruck):
            for crew in (crew for laid in each.fallen for crew in laid.crews):
                lost[crew.seat] += 1
    return tuple(zip(longest, drawn, lost, strict=True))


def _drawers(events: Sequence[Event], *, has_own_piles: bool) -> Sequence[Seat]:
    """Return who drew each quake, in their order; those before the first turn have nobody."""
    drawers = list[Seat]()
    waiting, last = 0, None
    tile, towns = "", set[int]()
    for each in events:
        match each:
            case TileFlipped():
                tile = ""
            case TilePlaced(seat=seat) | NothingPlaced(seat=seat):
                drawers += [seat] * waiting
                waiting, last, tile = 0, seat, ""
            case QuakeRose() | QuakeFlipped():
                # A quake that strikes several towns rises once, then comes to each of them.
                town = each.town if isinstance(each, QuakeFlipped) else None
                if each.tile != tile or town is None or town in towns:
                    tile, towns = each.tile, set()
                    if has_own_piles:
                        waiting += 1
                    elif last is not None:
                        drawers.append(last)
                towns |= set() if town is None else {town}
            case _:
                pass
    return drawers


COUNTERS: Final = Counters(MatchBegun, {"road": "best", "quakes": "sum", "crews": "sum"}, count)
