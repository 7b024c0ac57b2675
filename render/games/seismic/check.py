"""Refuses observations that no table can show, before a nonsensical picture comes of them."""

from engine.boards.hexes import Cell, neighbour, opposite
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES, edges
from render.games.seismic.captions import Captions

_SEATS = 4


class Undrawable(ValueError):
    """The observation or its captions contradict themselves; says where."""


def check(observation: Observation, captions: Captions) -> None:
    """Raise `Undrawable` if an observation or its captions are incomplete or impossible."""
    seats, towns = observation.seats, observation.towns
    if not 1 <= seats <= _SEATS:
        raise Undrawable(f"{seats} seats")
    for values, names in (
        (observation, ("crews", "points")),
        (captions, ("names", "letters", "seat_notes")),
    ):
        for name in names:
            if len(getattr(values, name)) != seats:
                raise Undrawable(f"{seats} seats, but {name}={getattr(values, name)}")
    if not towns:
        raise Undrawable("no town")
    cells = observation.grid.cells
    roads: dict[Cell, int] = {}
    for laid in observation.tiles:
        if laid.tile not in TILES or TILES[laid.tile].kind == "quake":
            raise Undrawable(f"{laid.tile!r} cannot lie on {laid.cell}")
        if laid.cell not in cells or laid.cell in roads:
            raise Undrawable(f"{laid.cell} is off the table or holds two tiles")
        roads[laid.cell] = edges(laid.tile, laid.turn)
        for crew in laid.crews:
            if not 0 <= crew.seat < seats:
                raise Undrawable(f"a crew of seat {crew.seat} on {laid.cell}")
            if not roads[laid.cell] >> crew.edge & 1:
                raise Undrawable(f"a crew off the road on {laid.cell}, edge {crew.edge}")
    for town in towns:
        if town not in roads:
            raise Undrawable(f"no tile on the town's cell {town}")
    for cell, ends in roads.items():
        for edge in range(3):
            other = roads.get(neighbour(cell, edge))
            if other is not None and ends >> edge & 1 != other >> opposite(edge) & 1:
                raise Undrawable(f"roads do not meet at edge {edge} of {cell}")
    for code in observation.display:
        if code not in TILES:
            raise Undrawable(f"{code!r} is no tile")
    if observation.drawn is not None and observation.display[-1:] != (observation.drawn,):
        raise Undrawable(f"{observation.drawn!r} was drawn, but lies not on the display")
    for quake in observation.quakes:
        if not 0 <= quake.town < len(towns):
            raise Undrawable(f"a quake at town {quake.town} of {len(towns)}")
    if len(observation.piles) not in {0, seats}:
        raise Undrawable(f"{seats} seats, but {len(observation.piles)} own piles")
