"""Whose roads they are: the colours beside them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from engine.boards.hexes import Cell, neighbour, opposite
from engine.game import Seat
from engine.games.seismic.pieces import Laid, Section
from engine.games.seismic.tiles import fragments
from render.games.seismic.tiles import Edges
from render.theme import SEATS

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
    pieces = (*section.fragments, *section.stubs)
    return {(piece.cell, edge): colours for piece in pieces for edge in (piece.a, piece.b)}


def edge_colours(laid: Laid, claimed: Claims) -> Edges:
    """Return the colours beside each fragment of a tile."""
    pairs = fragments(laid.tile, laid.turn)
    return tuple(claimed.get((laid.cell, a), ()) for a, _ in pairs)


def claims_of(tiles: Iterable[Laid]) -> dict[tuple[Cell, int], tuple[str, ...]]:
    """Return whose roads they would be if these tiles lay there, by following every road."""
    ways = _ways(tiles)
    crews = _crews(tiles)
    found: dict[tuple[Cell, int], tuple[str, ...]] = {}
    for start in ways:
        if start not in found:
            road = _road(start, ways)
            owners = _owners([crews[place] for place in road if place in crews])
            found |= dict.fromkeys(road, owners)
    return found


def _ways(tiles: Iterable[Laid]) -> dict[tuple[Cell, int], int]:
    """Return for each edge with a road the edge where it leaves the tile."""
    ways = {}
    for laid in tiles:
        for a, b in fragments(laid.tile, laid.turn):
            ways[laid.cell, a], ways[laid.cell, b] = b, a
    return ways


def _crews(tiles: Iterable[Laid]) -> dict[tuple[Cell, int], Seat]:
    return {(laid.cell, crew.edge): crew.seat for laid in tiles for crew in laid.crews}


def _road(start: tuple[Cell, int], ways: Mapping[tuple[Cell, int], int]) -> list[tuple[Cell, int]]:
    found, ahead = [], [start]
    while ahead:
        cell, edge = ahead.pop()
        if (cell, edge) in ways and (cell, edge) not in found:
            found.append((cell, edge))
            ahead.append((cell, ways[cell, edge]))
            ahead.append((neighbour(cell, edge), opposite(edge)))
    return found


def _owners(crews: list[Seat]) -> tuple[str, ...]:
    counts = Counter(crews)
    most = max(counts.values(), default=0)
    return tuple(SEATS[seat] for seat in sorted(counts) if counts[seat] == most)
