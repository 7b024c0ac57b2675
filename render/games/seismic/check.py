"""Refuses observations that no table can show, before a nonsensical picture comes of them."""

from engine.boards.hexes import neighbour, opposite
from engine.games.seismic.pieces import Laid
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES, edges
from render.games.seismic.captions import Captions
from render.games.seismic.ground import table_of

_SEATS = 4


class Undrawable(ValueError):
    """The observation or its captions contradict themselves; says where."""


def checked(observation: Observation, captions: Captions) -> Observation:
    """Return the observation; raise `Undrawable` if it is incomplete or impossible."""
    _check_seats(observation, captions)
    _check_towns(observation)
    _check_tiles(observation)
    _check_roads(observation)
    _check_variants(observation)
    return observation


def _check_seats(observation: Observation, captions: Captions) -> None:
    seats = observation.seats
    if not 1 <= seats <= _SEATS:
        raise Undrawable(f"{seats} seats")
    for name in ("crews", "points"):
        if len(getattr(observation, name)) != seats:
            raise Undrawable(f"{seats} seats, but {name}={getattr(observation, name)}")
    for name in ("names", "letters", "seat_notes"):
        if len(getattr(captions, name)) != seats:
            raise Undrawable(f"{seats} seats, but captions.{name}={getattr(captions, name)}")


def _check_towns(observation: Observation) -> None:
    if not observation.towns:
        raise Undrawable("no town")
    built = {laid.cell for laid in observation.tiles}
    missing = [str(town) for town in observation.towns if town not in built]
    if missing:
        raise Undrawable(f"no tile on the town's cell {missing[0]}")


def _check_tiles(observation: Observation) -> None:
    cells = table_of(observation.towns, observation.radius).cells
    seen = set()
    for laid in observation.tiles:
        if laid.tile not in TILES or TILES[laid.tile].kind == "quake":
            raise Undrawable(f"{laid.tile!r} cannot lie on {laid.cell}")
        if laid.cell not in cells or laid.cell in seen:
            raise Undrawable(f"{laid.cell} is off the table or holds two tiles")
        seen.add(laid.cell)
        _check_crews(observation, laid)
    for code in observation.display:
        if code not in TILES:
            raise Undrawable(f"{code!r} is no tile")


def _check_crews(observation: Observation, laid: Laid) -> None:
    for crew in laid.crews:
        if not 0 <= crew.seat < observation.seats:
            raise Undrawable(f"a crew of seat {crew.seat} on {laid.cell}")
        if not edges(laid.tile, laid.turn) >> crew.edge & 1:
            raise Undrawable(f"a crew off the road on {laid.cell}, edge {crew.edge}")


def _check_roads(observation: Observation) -> None:
    masks = {laid.cell: edges(laid.tile, laid.turn) for laid in observation.tiles}
    for cell, mask in masks.items():
        for edge in range(3):
            other = masks.get(neighbour(cell, edge))
            if other is not None and mask >> edge & 1 != other >> opposite(edge) & 1:
                raise Undrawable(f"roads do not meet at edge {edge} of {cell}")


def _check_variants(observation: Observation) -> None:
    towns, seats = len(observation.towns), observation.seats
    for quake in observation.quakes:
        if not 0 <= quake.town < towns:
            raise Undrawable(f"a quake at town {quake.town} of {towns}")
    if len(observation.piles) not in {0, seats}:
        raise Undrawable(f"{seats} seats, but {len(observation.piles)} own piles")
    if observation.drawn is not None and observation.display[-1:] != (observation.drawn,):
        raise Undrawable(f"{observation.drawn!r} was drawn, but lies not on the display")
