"""Judges a position by the points that sections will probably bring.

An open end counts with the chance that an intersection will close it, or that a highway will join
it to a section that arrives at the same cell. A tile on a line out of a town counts with the chance
that no quake takes it. The constants were fitted to the outcomes of 25,000 sections from matches
between greedy players.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from math import sqrt
from typing import Final, TypeAlias

from engine.agents.heuristics import EVEN, Character
from engine.game import Seat
from engine.games.seismic.board import Board
from engine.games.seismic.fits import fits, takes
from engine.games.seismic.match import line_lengths
from engine.games.seismic.state import Observation, Table
from engine.games.seismic.tiles import BOX, TILES, shape, turns

SLOWNESS: Final = 1.3
"""With SLOWNESS**2 own turns left, an open end is closed half of the time."""
FEW: Final = 2.45
"""With this many intersections left that fit at an end, the end is closed half as often as with
any number of them."""
EXTENDED: Final = 0.24
"""What an intersection counts that does not fit there: a highway may lead on to where it does."""
JOINED: Final = 0.69
"""How often a highway joins two ends that wait for it, and nothing else happens there."""
FEW_JOINS: Final = 1.6
"""With this many highways left that join an end to another, it is joined half as often as with any
number of them."""
TWO_ENDS: Final = 0.565
"""The chance that both ends of a section are closed, as a part of what it would be if they were
independent."""
ON_THE_WAY: Final = 0.3
"""How many fragments more an open end brings."""
SECOND_TILES: Final = 0.5
"""How many of the turns bring a second tile, where one is allowed."""
NEAR: Final = 0.5
"""How much less a line is in danger for each tile that it is shorter than the longest."""
HARM: Final = 0.25
"""How much of a section is lost with a tile: it may be mended, and lines grow."""
ON_THE_LEADER: Final = 0.5
"""Which part of a character's rivalry is aimed at the leaders only; the rest is shared equally."""

_MAGNITUDES: Final = 6
_INTERSECTIONS: Final = tuple(tile.code for tile in BOX if tile.kind == "intersection")
_HIGHWAYS: Final = tuple(tile.code for tile in BOX if tile.kind == "highway")

Stakes: TypeAlias = tuple[float, ...]
"""What a point of each seat is worth to the seat that acts."""


class Odds:
    """What is likely from a moment on, as long as hardly anything has changed.

    `turns` are those that each seat probably has, the present one among them; `staying` has for
    the cells on lines, by number, the chance that a tile there is not lost to quakes; `towns` are
    numbers, too.
    """

    __slots__ = ("_closing", "_joining", "_left", "_speed", "boldness", "staying", "towns", "turns")

    def __init__(
        self, table: Table, pile: int, unseen: Mapping[str, int], character: Character = EVEN
    ) -> None:
        self.turns = turns_left(table, pile)
        self.staying = _staying(table.board, pile, unseen)
        self.towns = tuple(table.board.ground.numbers[town] for town in table.towns)
        self._speed = sqrt(self.turns) / (sqrt(self.turns) + SLOWNESS)
        self.boldness = character.boldness
        self._left = dict(unseen)
        for code in table.display:
            self._left[code] = self._left.get(code, 0) + 1
        self._closing: dict[int, tuple[float, float]] = {}
        self._joining: dict[tuple[int, int, int], float] = {}

    def closing(self, demands: int) -> tuple[float, float]:
        """Return the chance that an intersection ends what arrives at a cell, and its points.

        There, by the demands of the cell, or further on.
        """
        known = self._closing.get(demands)
        if known is None:
            count = value = 0.0
            fitting, leads_on = _closers(demands), any(map(self._left.get, _leading(demands)))
            for code in _INTERSECTIONS:
                if n := self._left.get(code, 0):
                    weight = n * (1.0 if code in fitting else EXTENDED * leads_on)
                    count += weight
                    value += weight * TILES[code].value
            chance = self._speed * count / (count + FEW)
            known = chance, ON_THE_WAY + value / count if count else 0.0
            self._closing[demands] = known
        return known

    def joining(self, demands: int, one: int, other: int) -> float:
        """Return the chance that a highway joins two edges of a cell with these demands."""
        key = demands, one, other
        known = self._joining.get(key)
        if known is None:
            count = sum(self._left.get(code, 0) for code in _joiners(demands, one, other))
            chance = self._speed * count / (count + FEW_JOINS)
            known = self._joining[key] = JOINED * chance
        return known

    def points(self, chance: float, points: float) -> float:
        """Return what points are worth that come with a chance."""
        return points * (chance if self.boldness == 1 else chance ** (1 / self.boldness))


@cache
def _leading(demands: int) -> tuple[str, ...]:
    """Return the highways that fit on a cell with these demands."""
    return tuple(code for code in _HIGHWAYS if fits(code).takes(demands))


@cache
def _closers(demands: int) -> tuple[str, ...]:
    """Return the intersections that fit on a cell with these demands."""
    return tuple(code for code in _INTERSECTIONS if fits(code).takes(demands))


@cache
def _joiners(demands: int, one: int, other: int) -> tuple[str, ...]:
    """Return the highways that fit there with a fragment between these two edges."""
    return tuple(
        code
        for code in _HIGHWAYS
        if any(
            shape(code, turn).across[one] == other and takes(demands, shape(code, turn))
            for turn in turns(code)
        )
    )


def seen_odds(observation: Observation, character: Character = EVEN) -> Odds:
    """Return what is likely, as far as the viewer of this observation can know."""
    return Odds(observation, observation.pile, dict(observation.unseen), character)


def turns_left(table: Table, pile: int) -> float:
    """Return how many turns each seat probably has, the present one among them."""
    tiles_a_turn = 1 + SECOND_TILES * table.variant.second_tile
    return (pile + len(table.display)) / table.seats / tiles_a_turn


def _staying(board: Board, pile: int, unseen: Mapping[str, int]) -> dict[int, float]:
    quakes = sum(n for code, n in unseen.items() if TILES[code].kind == "quake")
    coming = quakes * pile / max(1, sum(unseen.values()))
    staying: dict[int, float] = {}
    if not coming:
        return staying
    for town, rays in enumerate(board.ground.rays):
        counts = line_lengths(board, town)
        dangers = [NEAR ** (max(counts) - count) for count in counts]
        for ray, danger in zip(rays, dangers, strict=True):
            rank = 0  # how many tiles would fall before
            for number in ray:
                built = board.built.get(number)
                if built is None or built[0].tile != "SA":
                    lost = HARM * danger / sum(dangers) * (1 - rank / _MAGNITUDES)
                    staying[number] = staying.get(number, 1.0) * (1 - lost) ** coming
                    rank += built is not None
                if rank == _MAGNITUDES:
                    break
    return staying


def stakes(totals: Iterable[float], seat: Seat, character: Character = EVEN) -> Stakes:
    """Return 1 for a seat, and for each other what its points take from that.

    For a character of usual rivalry those of the others sum to -1: one half is shared equally, the
    other half among the seats that will probably lead.
    """
    others = dict(enumerate(totals))
    others.pop(seat)
    leading = [each for each, total in others.items() if total == max(others.values())]
    share, more = (1 - ON_THE_LEADER) / len(others), ON_THE_LEADER / len(leading)
    against = {each: -share - more * (each in leading) for each in others}
    return tuple(
        character.rivalry * against[each] if each in against else 1.0
        for each in range(len(others) + 1)
    )
