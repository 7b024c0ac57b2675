"""Where crews stand: on their road, beside bridges and beside one another."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from engine.boards.hexes import Cell
from engine.games.seismic.state import Crew, Laid
from engine.games.seismic.tiles import fragments
from engine.seat import Seat
from render.games.seismic.paths import Path, crossing
from render.layout import View

_ALONG: Final = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
# In its middle a crew would hide a tight curve entirely.
_ALONG_TIGHT: Final = (0.68, 0.32, 0.5, 0.78, 0.22)
_ALONG_STUB: Final = (0.92, 1.0, 0.84)
_CLEAR: Final = 0.42
"""Sides between a crew and a bridge."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A crew and its place in pixels."""

    cell: Cell
    seat: Seat
    x: int
    y: int


def crew_size(side: int) -> int:
    """Return the nominal width of a crew in pixels: even, 0.8 of a side."""
    return min(46, max(18, 2 * round(0.4 * side)))


def path_at(laid: Laid, edge: int) -> Path:
    """Return the road of a tile that reaches this edge."""
    return next(Path(*pair) for pair in fragments(laid.tile, laid.turn) if edge in pair)


def standings(tiles: Iterable[Laid], view: View) -> list[Standing]:
    """Return where every crew of these tiles stands."""
    found: list[Standing] = []
    for laid in tiles:
        for crew in laid.crews:
            x, y = _spot(laid, crew, view, found)
            found.append(Standing(laid.cell, crew.seat, x, y))
    return found


def _spot(laid: Laid, crew: Crew, view: View, others: list[Standing]) -> tuple[int, int]:
    path = path_at(laid, crew.edge)
    bridges = _bridges(laid, path)
    best: tuple[float, tuple[int, int]] | None = None
    for t in (_ALONG_STUB, _ALONG_TIGHT, _ALONG, _ALONG)[path.bend]:
        point = pixel(view, laid.cell, path, t)
        room = _room(path, t, bridges, point, others, view.side)
        if room >= 1:
            return point
        if best is None or room > best[0] + 0.02:
            best = room, point
    assert best is not None
    return best[1]


def _bridges(laid: Laid, path: Path) -> list[tuple[float, float]]:
    paths = [Path(*pair) for pair in fragments(laid.tile, laid.turn)]
    met = (crossing(one, other) for one, other in permutations(paths, 2) if one == path)
    return [meeting.point for meeting in met if meeting]


def _room(
    path: Path,
    t: float,
    bridges: list[tuple[float, float]],
    point: tuple[int, int],
    others: list[Standing],
    side: int,
) -> float:
    """Return how free a place is; 1 is free enough."""
    spot = path.at(t)
    free = min((math.dist(spot, bridge) / _CLEAR for bridge in bridges), default=1.0)
    reach = 1.05 * crew_size(side)
    near = (math.dist(point, (other.x, other.y)) / reach for other in others)
    return min(1.0, free, *near)


def pixel(view: View, cell: Cell, path: Path, t: float, aside: float = 0) -> tuple[int, int]:
    """Return the pixel of a point of a road on a cell, `aside` sides to its right."""
    x, y = view.point(cell)
    across, down = path.at(t, aside)
    return round(x + across * view.side), round(y + down * view.cell_height / math.sqrt(3))
