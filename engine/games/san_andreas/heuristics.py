"""What a greedy player likes: own cities on a shore that holds, other ones on loose ground.

Odds are reckoned one quake ahead: each pawn on a tile has a die, and each free one stands on any
coastal tile with the same chance. A coin whose value is unknown counts as the average one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from engine.agents.heuristics import Character, Heuristics
from engine.game import Seat
from engine.games.san_andreas.actions import Action, Epicenter, Found, Resolve, Swap
from engine.games.san_andreas.ground import Ground, PathToOcean, Slide, slid
from engine.games.san_andreas.legal import unresolved
from engine.games.san_andreas.match import die_acts, islands_sink
from engine.games.san_andreas.pieces import City
from engine.games.san_andreas.state import Observation, State, Table
from engine.games.san_andreas.tiles import COINS, FACES, SHIFTS, Pawn, Spot, Tile

STAYING: Final = 2.0
"""How often a city is scored while the ground holds."""

_AVERAGE: Final = sum(COINS) / len(COINS)


def values(
    observation: Observation,
    legal: Sequence[Action],
    character: Character,  # noqa: ARG001
) -> list[float]:
    """Return what each action promises to the seat that acts; there are at least two."""
    worth = _WORTH[observation.phase](observation)
    return [worth(action) for action in legal]


HEURISTICS: Final[Heuristics[State, Action, Observation]] = Heuristics(values)


def _orders(observation: Observation) -> Callable[[Resolve], float]:
    """Judge a die by the best order that begins with it."""

    def after(table: Observation, die: Pawn) -> float:
        table, _ = die_acts(table, die, None)
        left = unresolved(table)
        if left:
            return max(after(table, each) for each in left)
        return _lead(islands_sink(table)[0], observation.seat)

    worth = {die: after(observation, die) for die in unresolved(observation)}
    return lambda resolve: worth[resolve.die]


def _turns(on: Observation) -> Callable[[Found | Epicenter], float]:
    """Judge cities by points that hold, pawns by the points that they take from others."""
    ground = on.ground
    shakeable = {*ground.coastal, *(standing[0] for standing in on.pawns if standing)}
    come_through = {
        tile: [_standing(slid(ground, tile, face)) for face in SHIFTS] for tile in shakeable
    }
    holds = _holds(on, come_through)
    harm = {tile: _harm(on, come_through[tile]) for tile in ground.coastal}
    last, way = _lead(on, on.seat) if len(on.pool) == 1 else 0, cache(ground.path_to_ocean)

    def worth(action: Found | Epicenter) -> float:
        tile, quarter = ground.visible[action.space]
        if isinstance(action, Epicenter):
            return harm[tile] + last
        return STAYING * _points(way(action.space), action.coin) * holds[tile, quarter]

    return worth


def _standing(slide: Slide) -> frozenset[Spot]:
    """Return the spots on which a city comes through a shift."""
    visible = slide.ground.visible.values()
    return frozenset(spot for spot in visible if spot[0] not in slide.leans)


def _holds(on: Table, come_through: Mapping[Tile, Sequence[Set[Spot]]]) -> Mapping[Spot, float]:
    """Return the chance of every visible space to come through the next quake."""
    dice: dict[Tile, float] = defaultdict(float)
    for standing in on.pawns:
        if standing:
            dice[standing[0]] += 1
    coastal = on.ground.coastal
    for tile in coastal:
        dice[tile] += len(on.pool) / len(coastal)
    holds = dict.fromkeys(on.ground.visible.values(), 1.0)
    for tile, count in dice.items():
        for spots in come_through[tile]:
            for spot in holds.keys() - spots:
                holds[spot] *= max(0.0, 1 - count / len(FACES))
    return holds


def _harm(on: Observation, come_through: Iterable[Set[Spot]]) -> float:
    """Return what a pawn on a tile is expected to take from the others, less what from oneself."""
    harm = 0.0
    for spots in come_through:
        fallen = [city for city in on.cities if (city.tile, city.quarter) not in spots]
        harm += sum(
            _worth_of(on.ground, city) * (-1 if city.seat == on.seat else 0.5) for city in fallen
        )
    return harm / len(FACES)


def _lead(on: Table, me: Seat) -> float:
    """Return what the own cities would score now, less the average of another seat."""
    own = sum(_worth_of(on.ground, city) for city in on.cities if city.seat == me)
    others = [city for city in on.cities if city.seat != me]
    seats = {city.seat for city in others}
    return own - sum(_worth_of(on.ground, city) for city in others) / max(1, len(seats))


def _worth_of(ground: Ground, city: City) -> float:
    return _points(ground.path_to_ocean(city.space), _AVERAGE if city.value is None else city.value)


def _points(way: PathToOcean | None, value: float) -> float:
    return 0 if way is None else max(0, value - way.distance)


def _swaps(_: Observation) -> Callable[[Swap], float]:
    """Judge a swap by the value that it brings."""
    return lambda swap: swap.coin or 0


_WORTH: Final[Mapping[str, Callable[[Observation], Callable[[Any], float]]]] = MappingProxyType(
    {"playing": _turns, "ordering": _orders, "swapping": _swaps}
)
"""What tells how much an action promises, for actions of one moment, by phase."""
