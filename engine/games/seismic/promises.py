"""What sections promise: the points they will probably bring, and to whom that matters (rules 8).

An open end counts with the chance that an intersection will close it, a tile on a line out of a
town with the chance that no quake takes it. The dials were found by letting players with different
ones play against each other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Final, TypeAlias

from engine.games.seismic.board import Board, shown
from engine.games.seismic.fits import HIGHWAY_EDGE, fits
from engine.games.seismic.match import lengths
from engine.games.seismic.sections import TOWN_TO_TOWN, Chain, Tip, owners
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES

TURNS_TO_CLOSE: Final = 4.0
"""With so many own turns left, an end is closed in every second case."""
FEW: Final = 3.0
"""With so few intersections left that fit at an end, it is closed half as often."""
ON_THE_WAY: Final = 0.3
"""How many fragments more an open end brings."""
SECOND_TILES: Final = 0.5
"""How many of the turns bring a second tile, where one is allowed."""
NEAR: Final = 0.5
"""How much less a line is in danger for each tile that it is shorter than the longest."""
HARM: Final = 0.25
"""How much of a section is lost with a tile: it may be mended, and lines grow."""
ON_THE_LEADER: Final = 0.5
"""How much of what one grudges the others goes by who leads."""

_MAGNITUDES: Final = 6

Promise: TypeAlias = Callable[[Chain], float]
"""Tells how many points a section will probably bring."""
Stakes: TypeAlias = tuple[float, ...]
"""What a point of each seat is worth to the seat that acts."""


def promise(observation: Observation) -> Promise:
    """Return what judges sections of this table."""
    closing = _closing(observation, observation.board)
    staying = _staying(observation, observation.board)
    towns = {observation.board.ground.numbers[town] for town in observation.towns}

    def promised(chain: Chain) -> float:
        chance, points = float(bool(chain.tips)), float(chain.length)
        for tip in chain.tips:
            odds, value = closing(tip)
            chance *= odds
            points += value
        if len(towns) > 1 and towns == {tip.number for tip in chain.tips}:
            points += TOWN_TO_TOWN
        for cell in chain.cells:
            chance *= staying.get(cell, 1.0)
        return chance * points

    return promised


def _closing(observation: Observation, board: Board) -> Callable[[Tip], tuple[float, float]]:
    """Return what tells the chance that a section ends at a tip for good, and its value then."""
    codes = [*observation.display, *(code for code, n in observation.unseen for _ in range(n))]
    left = [TILES[code] for code in codes if TILES[code].kind == "intersection"]
    turns, shows = turns_left(observation), cache(partial(shown, board))

    @cache
    def odds(constraints: int) -> tuple[float, float]:
        values = [tile.value for tile in left if fits(tile.code).takes(constraints)]
        chance = turns / (turns + TURNS_TO_CLOSE) * len(values) / (len(values) + FEW)
        return chance, ON_THE_WAY + sum(values) / max(1, len(values))

    def closing(tip: Tip) -> tuple[float, float]:
        if tip.kind == "open":
            return odds(shows(tip.number) | HIGHWAY_EDGE[tip.edge])
        return float(tip.kind == "tile"), float(tip.value)

    return closing


def turns_left(observation: Observation) -> float:
    """Return how many turns each seat probably has, the present one among them."""
    is_double = observation.variant.second_tile
    tiles_a_turn = 1 + SECOND_TILES * is_double
    return (observation.pile + len(observation.display)) / observation.seats / tiles_a_turn


def _staying(observation: Observation, board: Board) -> Mapping[int, float]:
    """Return for cells on the lines the chance that a tile there is not lost to quakes."""
    unseen = dict(observation.unseen)
    quakes = sum(n for code, n in unseen.items() if TILES[code].kind == "quake")
    coming = quakes * observation.pile / max(1, sum(unseen.values()))
    staying: dict[int, float] = {}
    for town in range(len(observation.towns)):
        counts = lengths(board, town)
        dangers = [NEAR ** (max(counts) - count) for count in counts]
        for line, danger in enumerate(dangers):
            for rank, cell in _first(board, town, line):
                lost = HARM * danger / sum(dangers) * (1 - rank / _MAGNITUDES)
                staying[cell] = staying.get(cell, 1.0) * (1 - lost) ** coming
    return staying


def _first(board: Board, town: int, line: int) -> Iterator[tuple[int, int]]:
    """Yield the cells of a line that a quake can reach, by how many tiles would fall before."""
    rank = 0
    for cell in board.ground.rays[town][line]:
        built = board.built.get(cell)
        if built is None or built[0].tile != "SA":
            yield rank, cell
            rank += built is not None
        if rank == _MAGNITUDES:
            return


def stakes(observation: Observation, promised: Promise, chains: Iterable[Chain]) -> Stakes:
    """Return 1 for the seat that acts, and for each other what its points take from that.

    These are -1 in all: one half is shared, the other is about those who will probably lead.
    """
    totals = dict.fromkeys(range(observation.seats), 0.0)
    for chain in chains:
        for seat in owners(chain.crews):
            totals[seat] += promised(chain)
    totals.pop(observation.to_act or 0)
    leading = [seat for seat, total in totals.items() if total == max(totals.values())]
    share, more = (1 - ON_THE_LEADER) / len(totals), ON_THE_LEADER / len(leading)
    against = {seat: -share - more * (seat in leading) for seat in totals}
    return tuple(against.get(seat, 1.0) for seat in range(observation.seats))
