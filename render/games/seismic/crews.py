"""Where crews stand on their roads, and whose roads they make: the colours beside them."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from engine.boards.hexes import Cell, neighbour, opposite
from engine.game import Seat
from engine.games.seismic.pieces import Crew, Laid, Section
from engine.games.seismic.tiles import fragments
from render.games.seismic.ground import neighbours
from render.games.seismic.roads import Path, crossing
from render.games.seismic.tiles import Edges
from render.layout import LETTERS_FROM, SMALLEST, Viewport
from render.theme import SEATS

_ALONG: Final = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
# In its middle a crew would hide a tight curve entirely.
_ALONG_TIGHT: Final = (0.68, 0.32, 0.5, 0.78, 0.22)
_ALONG_STUB: Final = (0.92, 1.0, 0.84)
_CLEAR: Final = 0.42
"""Sides between a crew and a bridge."""


@dataclass(frozen=True, slots=True)
class PlacedCrew:
    """A crew and its place in pixels."""

    cell: Cell
    seat: Seat
    x: int
    y: int


def crew_size(side: int) -> int:
    """Return the nominal width of a crew in pixels: even, 0.8 of a side, more on small tiles."""
    if side < SMALLEST:
        return 2 * round(0.55 * side)
    return min(72, max(20, 2 * round((0.45 if side < LETTERS_FROM else 0.4) * side)))


def path_at(laid: Laid, edge: int) -> Path:
    """Return the road of a tile that reaches this edge."""
    return _path(laid.tile, laid.turn, edge)


def _path(tile: str, turn: int, edge: int) -> Path:
    return next(Path(*pair) for pair in fragments(tile, turn) if edge in pair)


def placed_crews(tiles: Iterable[Laid], view: Viewport) -> list[PlacedCrew]:
    """Return where every crew of these tiles stands."""
    found: list[PlacedCrew] = []
    # A crew can be too near only to those on the same tile or on one beside it.
    near: defaultdict[Cell, list[tuple[int, int]]] = defaultdict(list)
    for laid in tiles:
        for crew in laid.crews:
            spot = _spot(laid, crew, view, near[laid.cell])
            for cell in (laid.cell, *neighbours(laid.cell)):
                near[cell].append(spot)
            found.append(PlacedCrew(laid.cell, crew.seat, *spot))
    return found


def _spot(laid: Laid, crew: Crew, view: Viewport, near: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the first place that is free of bridges and crews, or the freest."""
    x, y = view.point(laid.cell)
    down = view.cell_height / math.sqrt(3)
    reach = 1.05 * crew_size(view.side)
    best, most = (x, y), -1.0
    for (px, py), free in _candidates(laid.tile, laid.turn, crew.edge):
        point = (round(x + px * view.side), round(y + py * down))
        room = min([free, *(math.dist(point, other) / reach for other in near)])
        if room > most + 0.02:
            best, most = point, room
        if room >= 1:
            break
    return best


@cache
def _candidates(tile: str, turn: int, edge: int) -> tuple[tuple[tuple[float, float], float], ...]:
    """Return places on a road in sides, best first, and how free each is of bridges, up to 1."""
    path = _path(tile, turn, edge)
    paths = [Path(*pair) for pair in fragments(tile, turn)]
    met = [crossing(path, other) for other in paths if other != path]
    bridges = [meeting.point for meeting in met if meeting]
    spots = [path.at(t) for t in (_ALONG_STUB, _ALONG_TIGHT, _ALONG, _ALONG)[path.bend]]
    return tuple(
        (spot, min([1.0, *(math.dist(spot, bridge) / _CLEAR for bridge in bridges)]))
        for spot in spots
    )


def pixel(view: Viewport, cell: Cell, path: Path, t: float, aside: float = 0) -> tuple[int, int]:
    """Return the pixel of a point of a road on a cell, `aside` sides to its right."""
    x, y = view.point(cell)
    across, down = path.at(t, aside)
    return round(x + across * view.side), round(y + down * view.cell_height / math.sqrt(3))


Claims: TypeAlias = Mapping[tuple[Cell, int], tuple[str, ...]]
"""The colours beside the road that reaches an edge of a cell; roads of nobody are left out."""


def claims(sections: Iterable[Section]) -> dict[tuple[Cell, int], tuple[str, ...]]:
    """Return the colours of those who would score each road."""
    found: dict[tuple[Cell, int], tuple[str, ...]] = {}
    for section in sections:
        if section.owners:
            found |= painted(section, tuple(SEATS[seat] for seat in section.owners))
    return found


def painted(section: Section, colours: tuple[str, ...]) -> dict[tuple[Cell, int], tuple[str, ...]]:
    """Return these colours for every road of a section."""
    pieces = section.pieces
    return {(piece.cell, edge): colours for piece in pieces for edge in (piece.a, piece.b)}


def edge_colours(laid: Laid, claimed: Claims) -> Edges:
    """Return the colours beside each fragment of a tile."""
    pairs = fragments(laid.tile, laid.turn)
    return tuple(claimed.get((laid.cell, a), ()) for a, _ in pairs)


def claims_of(tiles: Iterable[Laid]) -> dict[tuple[Cell, int], tuple[str, ...]]:
    """Return whose roads they would be if these tiles lay there, by following every road."""
    across: dict[tuple[Cell, int], int] = {}
    crews: dict[tuple[Cell, int], Seat] = {}
    for laid in tiles:
        for a, b in fragments(laid.tile, laid.turn):
            across[laid.cell, a], across[laid.cell, b] = b, a
        crews |= {(laid.cell, crew.edge): crew.seat for crew in laid.crews}
    found: dict[tuple[Cell, int], tuple[str, ...]] = {}
    for start in across:
        if start in found:
            continue
        road, ahead = dict[tuple[Cell, int], None](), [start]
        while ahead:
            cell, edge = ahead.pop()
            if (cell, edge) in across and (cell, edge) not in road:
                road[cell, edge] = None
                ahead.append((cell, across[cell, edge]))
                ahead.append((neighbour(cell, edge), opposite(edge)))
        counts = Counter(crews[place] for place in road if place in crews)
        most = max(counts.values(), default=0)
        owners = tuple(SEATS[seat] for seat in sorted(counts) if counts[seat] == most)
        found |= dict.fromkeys(road, owners)
    return found
