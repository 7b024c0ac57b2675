"""What a greedy player likes: own cities on a shore that holds, other ones on loose ground.

Odds are reckoned one quake ahead: each pawn on a tile has a die, and each free one stands on any
coastal tile with the same chance. A coin whose value is unknown counts as the average one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any, Final

from engine.agents import Chooser
from engine.boards.squares import Space
from engine.game import Seat
from engine.games.san_andreas.actions import Action, Epicenter, Found, Resolve, Swap
from engine.games.san_andreas.ground import Ground
from engine.games.san_andreas.layouts import scene
from engine.games.san_andreas.pieces import City
from engine.games.san_andreas.placing import pool
from engine.games.san_andreas.plates import Slide, slid
from engine.games.san_andreas.preview import unresolved
from engine.games.san_andreas.quakes import drowned, face_of, shaken
from engine.games.san_andreas.scoring import way
from engine.games.san_andreas.state import Observation, Scene
from engine.games.san_andreas.tiles import COINS, FACES, SHIFTS, Pawn, Quarter, Spot, Tile

STAYING: Final = 2.0
"""How often a city is scored while the ground holds."""

_AVERAGE: Final = sum(COINS) / len(COINS)


def choose(observation: Observation, legal: Sequence[Action], rng: Chooser) -> Action:
    """Return the action that promises most to the seat that acts; there are at least two."""
    worth = _worth(observation, legal[0])
    values = [worth(action) for action in legal]
    best = max(values)
    return rng.choice([each for each, value in zip(legal, values, strict=True) if value == best])


HEURISTICS: Final = choose


def _worth(observation: Observation, kind: Action) -> Callable[[Any], float]:
    """Return what tells how much an action promises, for actions of one moment."""
    match kind:
        case Resolve():
            return _orders(observation)
        case Swap():
            return _swapped
        case _:
            return _turns(observation)


def _swapped(swap: Swap) -> float:
    return swap.coin or 0


def _orders(observation: Observation) -> Callable[[Resolve], float]:
    """Judge a die by the best order that begins with it."""
    on, me = _scene(observation), observation.seat
    best: dict[Pawn, float] = defaultdict(lambda: float("-inf"))
    for order in permutations(unresolved(observation)):
        best[order[0]] = max(best[order[0]], _lead(_after(observation, on, order), me))
    return lambda resolve: best[resolve.die]


def _after(observation: Observation, on: Scene, order: Iterable[Pawn]) -> Scene:
    quake = observation.quake
    assert quake is not None
    for die in order:
        on = shaken(on, die, face_of(quake, die))[0].scene
    return drowned(on)[0].scene


def _turns(observation: Observation) -> Callable[[Found | Epicenter], float]:
    """Judge cities by points that hold, pawns by the points that they take from others."""
    on, me = _scene(observation), observation.seat
    slides = {tile: [slid(on.ground, tile, face) for face in SHIFTS] for tile in _shakeable(on)}
    holds = _holds(on, slides)
    harm = {tile: _harm(on, slides[tile], me) for tile in on.ground.coastal}
    last = _lead(on, me) if len(pool(on.pawns)) == 1 else 0

    def worth(action: Found | Epicenter) -> float:
        if isinstance(action, Found):
            points = _points(on.ground, action.space, action.coin)
            return STAYING * points * holds[on.ground.visible[action.space]]
        return harm[on.ground.visible[action.space][0]] + last

    return worth


def _shakeable(on: Scene) -> set[Tile]:
    return {*on.ground.coastal, *(standing[0] for standing in on.pawns if standing)}


def _holds(on: Scene, slides: Mapping[Tile, Sequence[Slide]]) -> Mapping[Spot, float]:
    """Return the chance of every visible space to come through the next quake."""
    dice: dict[Tile, float] = defaultdict(float)
    for standing in on.pawns:
        if standing:
            dice[standing[0]] += 1
    coastal = on.ground.coastal
    for tile in coastal:
        dice[tile] += len(pool(on.pawns)) / len(coastal)
    holds = dict.fromkeys(on.ground.visible.values(), 1.0)
    for tile, count in dice.items():
        for slide in slides[tile]:
            for spot in holds:
                if not _stands(slide, *spot):
                    holds[spot] *= max(0.0, 1 - count / len(FACES))
    return holds


def _stands(slide: Slide, tile: Tile, quarter: Quarter) -> bool:
    """Say whether a city there comes through a shift."""
    if tile in slide.leans:
        return False
    return slide.ground.plates(slide.ground.space(tile, quarter))[-1] == tile


def _harm(on: Scene, slides: Iterable[Slide], me: Seat) -> float:
    """Return what a pawn on a tile is expected to take from the others, less what from oneself."""
    harm = 0.0
    for slide in slides:
        fallen = [city for city in on.cities if not _stands(slide, city.tile, city.quarter)]
        harm += sum(
            _worth_of(on.ground, city) * (-1 if city.seat == me else 0.5) for city in fallen
        )
    return harm / len(FACES)


def _lead(on: Scene, me: Seat) -> float:
    """Return what the own cities would score now, less the average of another seat."""
    own = sum(_worth_of(on.ground, city) for city in on.cities if city.seat == me)
    others = [city for city in on.cities if city.seat != me]
    seats = {city.seat for city in others}
    return own - sum(_worth_of(on.ground, city) for city in others) / max(1, len(seats))


def _worth_of(ground: Ground, city: City) -> float:
    return _points(ground, city.space, _AVERAGE if city.value is None else city.value)


def _points(ground: Ground, space: Space, value: float) -> float:
    found = way(ground, space)
    return 0 if found is None else max(0, value - found.distance)


def _scene(observation: Observation) -> Scene:
    lakes = dict(observation.options)["lakes_are_ocean"] == "yes"
    return scene(observation.layout, lakes_are_ocean=lakes)
