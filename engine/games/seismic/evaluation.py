"""Judges a position by the points that sections will probably bring.

An open end counts with the chance that an intersection will close it, a tile on a line out of a
town with the chance that no quake takes it.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from engine.boards.hexes import Cell
from engine.game import Seat
from engine.games.seismic.board import Board, edge_demands
from engine.games.seismic.fits import HIGHWAY_EDGE, fits
from engine.games.seismic.grid import numbered
from engine.games.seismic.match import line_lengths
from engine.games.seismic.pieces import Section
from engine.games.seismic.prospects import Prospect
from engine.games.seismic.rules import GAME
from engine.games.seismic.sections import TOWN_TO_TOWN, crewed_sections, owners
from engine.games.seismic.state import Observation, State
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

Expected: TypeAlias = Callable[[Section | Prospect], float]
"""Tells how many points a section will probably bring."""
Stakes: TypeAlias = tuple[float, ...]
"""What a point of each seat is worth to the seat that acts."""


class Judge(NamedTuple):
    """A board with what judges the sections on it."""

    board: Board
    expected: Expected
    stakes: Stakes

    def total(self, found: Iterable[Section | Prospect]) -> float:
        """Return what sections will bring the seat that acts, less what they bring the others."""
        return sum(
            sum([self.stakes[seat] for seat in owners(each.seats)]) * self.expected(each)
            for each in found
            if each.seats
        )


def expected_points(observation: Observation) -> Expected:
    """Return what judges sections of this table."""
    board, turns = observation.board, turns_left(observation)
    numbers, staying = board.ground.numbers, _staying(observation, board)
    codes = [*observation.display, *(code for code, n in observation.unseen for _ in range(n))]
    left = [TILES[code] for code in codes if TILES[code].kind == "intersection"]
    towns = set(observation.towns)

    @cache
    def shows(number: int) -> int:
        return edge_demands(board, number)

    @cache
    def closing(constraints: int) -> tuple[float, float]:
        """Return the chance that an open end is closed for good, and its value then."""
        values = [tile.value for tile in left if fits(tile.code).takes(constraints)]
        chance = turns / (turns + TURNS_TO_CLOSE) * len(values) / (len(values) + FEW)
        return chance, ON_THE_WAY + sum(values) / max(1, len(values))

    def expected(section: Section | Prospect) -> float:
        chance, points = float(bool(section.ends)), float(section.length)
        for end in section.ends:
            if end.kind == "open":
                odds, value = closing(shows(numbers[end.cell]) | HIGHWAY_EDGE[end.edge])
                chance *= odds
                points += value
            else:
                chance *= end.kind == "tile"
                points += end.value
        if len(towns) > 1 and towns == {end.cell for end in section.ends}:
            points += TOWN_TO_TOWN
        for cell in section.cells:
            chance *= staying.get(cell, 1.0)
        return chance * points

    return expected


def turns_left(observation: Observation) -> float:
    """Return how many turns each seat probably has, the present one among them."""
    tiles_a_turn = 1 + SECOND_TILES * observation.variant.second_tile
    return (observation.pile + len(observation.display)) / observation.seats / tiles_a_turn


def _staying(observation: Observation, board: Board) -> Mapping[Cell, float]:
    """Return for cells on the lines the chance that a tile there is not lost to quakes."""
    unseen = dict(observation.unseen)
    quakes = sum(n for code, n in unseen.items() if TILES[code].kind == "quake")
    coming = quakes * observation.pile / max(1, sum(unseen.values()))
    staying: dict[Cell, float] = {}
    for town, rays in enumerate(board.ground.rays):
        counts = line_lengths(board, town)
        dangers = [NEAR ** (max(counts) - count) for count in counts]
        for ray, danger in zip(rays, dangers, strict=True):
            rank = 0  # how many tiles would fall before
            for number in ray:
                built = board.built.get(number)
                if built is None or built[0].tile != "SA":
                    cell = numbered(number)
                    lost = HARM * danger / sum(dangers) * (1 - rank / _MAGNITUDES)
                    staying[cell] = staying.get(cell, 1.0) * (1 - lost) ** coming
                    rank += built is not None
                if rank == _MAGNITUDES:
                    break
    return staying


def stakes(observation: Observation, expected: Expected, found: Iterable[Section]) -> Stakes:
    """Return 1 for the seat that acts, and for each other what its points take from that.

    These are -1 in all: one half is shared, the other is about those who will probably lead.
    """
    totals = dict.fromkeys(range(observation.seats), 0.0)
    for section in found:
        for seat in section.owners:
            totals[seat] += expected(section)
    totals.pop(observation.to_act or 0)
    leading = [seat for seat, total in totals.items() if total == max(totals.values())]
    share, more = (1 - ON_THE_LEADER) / len(totals), ON_THE_LEADER / len(leading)
    against = {seat: -share - more * (seat in leading) for seat in totals}
    return tuple(against.get(seat, 1.0) for seat in range(observation.seats))


def worth(state: State, seat: Seat) -> float:
    """Return how many points a seat will probably end ahead of its best rival."""
    if state.outcome is not None:
        totals = [float(score) for score in state.outcome.scores]
    else:
        expected, totals = expected_points(GAME.observe(state, seat)), [0.0] * state.seats
        for section in crewed_sections(state.board):
            for owner in section.owners:
                totals[owner] += expected(section)
    own = totals.pop(seat)
    return own - max(totals)
