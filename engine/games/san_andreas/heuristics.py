"""What computer players like: own cities on a shore that holds, other ones on loose ground.

Odds are reckoned one quake ahead (`evaluation.py`). A coin whose value is unknown counts as the
average one. An expert goes by its chance to win (`chances.py`), and by lines on to its next turn.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from heapq import nlargest
from math import inf, tanh
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

from engine.agents.heuristics import EVEN, Character, Chooser, Heuristics, Imagination, Unit
from engine.boards.squares import Space
from engine.game import Seat
from engine.games.san_andreas.actions import Action, Epicenter, Found, Pass, Resolve, Swap
from engine.games.san_andreas.chances import POINTS, chance, in_points, result
from engine.games.san_andreas.evaluation import (
    FREE_PAWNS,
    MEAN,
    prospect,
    shaken_tiles,
    taken,
    value,
)
from engine.games.san_andreas.legal import swaps, unresolved
from engine.games.san_andreas.manners import manners
from engine.games.san_andreas.match import die_acts, islands_sink, running, turn_taken
from engine.games.san_andreas.rules import GAME
from engine.games.san_andreas.state import Observation, State, Table
from engine.games.san_andreas.tiles import COINS, PAWNS, Pawn, Spot, Tile
from engine.games.san_andreas.worlds import sampled


class Weights(NamedTuple):
    """How much what a turn promises counts, in points unless it is said otherwise.

    `quakes`: how often a city that holds is scored until the match ends.
    `attacks`: how many times likelier a free pawn comes to a tile with a city than to any other;
    `shown` is added for each point that a rival would suspect there.
    `harm`: how often a pawn does what it may do, besides the quake that it starts.
    `turn`: what a turn is worth that goes into a pawn, since a city could stand already.
    `end` and `shaken`: what it is worth to end a match that is as good as won, by the last coin and
    by the last pawn; a lead of `close` points is no narrow one.
    `null`: what a null on the board is worth while nothing is lost that it could bring back.
    `back`: the part of a lost coin that it is worth then.
    `keep`: what it is worth to keep the 5 rather than the average coin.
    `near`: what a space is worth in itself that is one from the ocean; `spread`: one on a tile
    without a city of one's own.
    """

    quakes: float = 2.0
    attacks: float = FREE_PAWNS
    shown: float = 0.0
    harm: float = 2.0
    turn: float = 1.0
    end: float = 6.0
    shaken: float = 6.0
    close: float = 6.0
    null: float = 2.0
    back: float = 0.8
    keep: float = 0.0
    near: float = 0.0
    spread: float = 0.0


PLAYER: Final = Weights()

EXPERT: Final = Weights(
    quakes=2.42,
    attacks=2.49,
    shown=-0.66,
    harm=1.4,
    turn=1.7,
    end=6.3,
    shaken=2.9,
    close=6.6,
    null=3.8,
    back=0.77,
    keep=0.3,
    near=0.35,
    spread=1.0,
)
"""Fitted by regression over some 60,000 matches against `PLAYER`.

They say: a seat that is early at the shore, where its rivals want to be, too, gains more there than
it loses; and turns are dear.
"""

GREAT: Final = max(COINS)
"""A null is founded where one would like this coin, which it may bring back there."""

LIKELY: Final = 6
"""At most how many spaces for a coin are judged by the chance to win: the best by `EXPERT`."""

PAWNS_LOOKED_AT: Final = 3
"""At most how many tiles for a pawn are compared at the end of a line."""

STEADY: Final = 0.75
"""How much it counts, where one coin goes, what `EXPERT` sees in the space.

The chance to win is fitted over whole matches and tells spaces apart less well: with that alone an
expert won 0.56 of its matches at three seats, with both 0.62.
"""

HOPELESS: Final = -0.9
"""A seat whose `Turn.sure` is less is some ten points behind: no action promises it much."""

PATIENCE: Final = 2.0
"""Points that it counts then not to end the match, which is all that others could still spoil."""


def values(observation: Observation, legal: Sequence[Action], character: Character) -> list[float]:
    """Return what each action promises to the seat that acts; there are at least two."""
    return _worths(observation, legal, character, PLAYER)


def expert_values(
    observation: Observation, legal: Sequence[Action], character: Character
) -> list[float]:
    """Return what each action promises by the chance to win after it (`chances.py`)."""
    if observation.phase != "playing":
        return _worths(observation, legal, character, EXPERT)
    seat, visible = observation.seat, observation.ground.visible
    turn = Turn(observation, character, EXPERT)

    def promise(action: Found | Epicenter) -> float:
        return in_points(chance(turn_taken(observation, action)[0], seat), observation.seats)

    is_hopeless = turn.sure < HOPELESS
    by_coin, by_tile = dict[int, list[Found]](), dict[Tile, float]()
    for action in legal:
        if isinstance(action, Found):
            by_coin.setdefault(action.coin, []).append(action)
    found = dict[Action, float]()
    for coin, actions in by_coin.items():
        looks = {
            each: turn.city(coin or GREAT, each.space, visible[each.space]) for each in actions
        }
        ranked = sorted(actions, key=looks.__getitem__, reverse=True)
        best, promised = looks[ranked[0]], 0.0
        patience = PATIENCE if is_hopeless and turn.is_last_coin else 0.0
        for place, each in enumerate(ranked):
            promised = promise(each) if place < LIKELY else promised
            found[each] = promised + STEADY * (looks[each] - best) - patience
    is_last_pawn = turn.is_last_quake and turn.free == 1
    patience = PATIENCE if is_hopeless and is_last_pawn else 0.0
    for action in legal:
        if isinstance(action, Epicenter):
            tile = visible[action.space][0]
            if tile not in by_tile:
                by_tile[tile] = promise(action)
            found[action] = by_tile[tile] - patience
    return [found.get(action, 0.0) for action in legal]


def _worths(
    observation: Observation, legal: Sequence[Action], character: Character, weights: Weights
) -> list[float]:
    worth = _WORTH[observation.phase](observation, character, weights)
    return [worth(action) for action in legal]


class Turn:
    """What cities and pawns promise to the seat on turn, as far as it knows.

    `stakes` are the points at each spot that a quake may take, those of others above 0; `lead` is
    what one will gain more than others if the quake comes now.
    """

    def __init__(self, on: Table, character: Character = EVEN, weights: Weights = PLAYER) -> None:
        self.ground, self.tiles, self.free = prospect(on.ground), shaken_tiles(on), len(on.pool)
        self.character, self.weights, seat = character, weights, on.seat
        share = character.rivalry / (on.seats - 1)
        totals, self.stakes, self.lead = list[float](on.points), list[tuple[Spot, float]](), 0.0
        for city in on.cities:
            if points := self.ground.points(city, value(city, seat)):
                spot = (city.tile, city.quarter)
                points *= self.ground.holds(spot, self.tiles, 0)
                totals[city.seat] += points
                points *= -1 if city.seat == seat else share
                self.lead -= points
                self.stakes.append((spot, points))
        ahead = totals.pop(seat) - max(totals)
        # A seat that is nearly beaten had better not end the match.
        self.sure = tanh(ahead / weights.close)
        self.is_last_coin, self.is_last_quake = len(on.hand) == 1, not all(on.hands)
        lost = max((coin.value or 0 for coin in on.lost[seat]), default=0)
        self.mine = {city.tile for city in on.cities if city.seat == seat}
        self.null = max(weights.null, weights.back * lost)

    def city(self, coin: int, space: Space, spot: Spot) -> float:
        """Return what a city promises: points while it holds, a null those that it may bring."""
        weights, distance = self.weights, self.ground.distance(space)
        points = (coin or self.null) - distance
        found = weights.end * self.sure if self.is_last_coin else 0.0
        found -= weights.keep * (coin - MEAN) / MEAN
        if distance == 1:
            found += weights.near
        if spot[0] not in self.mine:
            found += weights.spread
        if points > 0:
            attacks = weights.attacks + weights.shown * max(0.0, MEAN - distance)
            holds = self.ground.holds(spot, self.tiles, self.free, attacks)
            found += weights.quakes * points * holds ** (1 / self.character.boldness)
        return found

    def pawn(self, tile: Tile) -> float:
        """Return what a pawn on a tile promises: the points that it takes from others, a quake."""
        weights, falls = self.weights, self.ground.falls(tile)
        harm = sum([falls.get(spot, 0.0) * stake for spot, stake in self.stakes])
        if self.free > 1:
            return weights.harm * harm - weights.turn
        end = weights.shaken * self.sure if self.is_last_quake else 0.0
        return weights.harm * harm - weights.turn + self.lead + harm + end


def _turns(on: Observation, character: Character, weights: Weights) -> Callable[[Any], float]:
    """Judge cities by points that hold, pawns by the points that they take from others."""
    turn, visible = Turn(on, character, weights), on.ground.visible
    pawns = {tile: turn.pawn(tile) for tile in on.ground.coastal}

    def worth(action: Found | Epicenter) -> float:
        spot = visible[action.space]
        if isinstance(action, Epicenter):
            return pawns[spot[0]]
        return turn.city(action.coin, action.space, spot)

    return worth


def _orders(
    observation: Observation, character: Character, _: Weights
) -> Callable[[Resolve], float]:
    """Judge a die by the best order that begins with it."""
    share = character.rivalry / (observation.seats - 1)

    def after(table: Observation, die: Pawn) -> float:
        table, _ = die_acts(table, die, None)
        left = unresolved(table)
        if left:
            return max(after(table, each) for each in left)
        # What the own cities would score now, less that share of what the others' would.
        table, _ = islands_sink(table)
        ground, me = prospect(table.ground), observation.seat
        return sum(
            ground.points(city, value(city, me)) * (1 if city.seat == me else -share)
            for city in table.cities
        )

    worth = {die: after(observation, die) for die in unresolved(observation)}
    return lambda resolve: worth[resolve.die]


def _swaps(_: Observation, __: Character, ___: Weights) -> Callable[[Swap], float]:
    """Judge a swap by the value that it brings."""
    return lambda swap: swap.coin or 0


_WORTH: Final[Mapping[str, Callable[[Observation, Character, Weights], Callable[[Any], float]]]] = (
    MappingProxyType({"playing": _turns, "ordering": _orders, "swapping": _swaps})
)
"""What tells how much an action promises, for actions of one moment, by phase."""


def reply(state: State, seat: Seat, rng: Chooser) -> Action:
    """Return what a seat would probably do: what looks best, without a look at all there is."""
    if state.phase == "swapping":
        return max(swaps(state, seat), key=lambda swap: swap.coin or 0)
    turn = Turn(state)
    if state.phase == "ordering":
        stakes, dice = dict(turn.stakes), running(state).dice

        def harm(die: Pawn) -> float:
            """Return what the shift of a die alone takes from others, less what from oneself."""
            place = PAWNS.index(die)
            (tile, _), face = cast("Spot", state.pawns[place]), dice[place].face
            return sum(stakes.get(spot, 0.0) for spot in taken(state.ground, tile, face))

        return Resolve(max(unresolved(state), key=harm))
    best, action = -inf, cast("Action", Pass())
    foundable, hand = state.foundable, state.hand
    if hand and foundable:
        # The best coin, or the null: any other one is worth less on every space.
        coins = {max(hand), 0} if 0 in hand and turn.null > max(hand) else {max(hand)}
        at_least = PLAYER.end * turn.sure if turn.is_last_coin else 0.0
        best, action = at_least, Found(max(hand), rng.choice(list(foundable)))
        for coin in sorted(coins):
            places = turn.ground.places(coin or turn.null, turn.free)
            for promise, space, spot in places:
                if PLAYER.quakes * promise + at_least <= best:
                    break
                if space in foundable and (worth := turn.city(coin, space, spot)) > best:
                    best, action = worth, Found(coin, space)
    if turn.free:
        for tile, space in {tile: space for space, (tile, _) in state.settable.items()}.items():
            if (worth := turn.pawn(tile)) > best:
                best, action = worth, Epicenter(state.pool[0], space)
    return action


def is_far(start: State, now: State) -> bool:
    """Say that the seat on turn is on turn again, or that the quake is over."""
    if now.phase != "playing":
        return False
    return start.phase != "playing" or (now.seat == start.seat and now.turn > start.turn)


def ahead(state: State, seat: Seat) -> float:
    """Return how many points a seat will probably end ahead, by its chance to win.

    If the seat is on turn, it takes the best of a few actions: the best space for each coin, and
    the pawns that harm others most.
    """
    if state.outcome is not None:
        return in_points(result(state.points, seat), state.seats)
    if state.phase != "playing" or state.seat != seat:
        return in_points(chance(state, seat), state.seats)
    turn, room, pawns = Turn(state, weights=EXPERT), state.foundable, state.settable
    looks = [(turn.city(GREAT, space, spot), space, spot) for space, spot in room.items()]
    likely = [each[1:] for each in nlargest(LIKELY, looks)]
    actions: list[Found | Epicenter] = [
        Found(coin, max([(turn.city(coin or GREAT, *each), each[0]) for each in likely])[1])
        for coin in (state.hand if likely else ())
    ]
    if state.pool:
        tiles = {tile: space for space, (tile, _) in pawns.items()}
        worst = nlargest(PAWNS_LOOKED_AT, tiles, key=turn.pawn)
        actions += [Epicenter(state.pool[0], tiles[tile]) for tile in worst]
    after = [turn_taken(state, action)[0] for action in actions] or [state]
    return in_points(max(chance(each, seat) for each in after), state.seats)


def is_open(_: State, now: State) -> bool:
    """Say whether dice lie there that have not moved the ground yet."""
    return now.phase != "playing"


def alike(observation: Observation, action: Action) -> Hashable:
    """Return what of an action makes a difference."""
    if isinstance(action, Epicenter):
        return observation.ground.visible[action.space][0]
    if isinstance(action, Found):
        return action.coin, prospect(observation.ground).distance(action.space)
    return action


def differs(observation: Observation, one: Sequence[Action], other: Sequence[Action]) -> bool:
    """Say whether two actions are at other places, and not the same coin as far from the ocean."""
    a, b = one[0], other[0]
    if isinstance(a, Found) and isinstance(b, Found) and a.space == b.space:
        return False
    return alike(observation, a) != alike(observation, b)


def trust(observation: Observation) -> float:
    """Return how many lines the promises count.

    Lines on to the next turn have seen what others do until then. In a quake the promises have seen
    every order of the dice.
    """
    return 5.0 if observation.phase == "playing" else 1000.0


EFFORT: Final = 2.0
"""How many times as many lines an expert plays."""
BREADTH: Final = 1.5
"""How many times as many candidates it looks at."""

HEURISTICS: Final[Heuristics[State, Action, Observation]] = Heuristics(
    values,
    Imagination(
        GAME,
        sampled,
        reply,
        is_far,
        ahead,
        width=8,
        playouts=128,
        alike=alike,
        is_open=is_open,
        trust=trust,
        # In a quake promises are points of one scoring, or of a coin.
        is_measured=lambda observation: observation.phase == "playing",
        effort=lambda _: EFFORT,
        breadth=lambda _: BREADTH,
        values=expert_values,
        unit=Unit("wins", 100 / POINTS),
        differs=differs,
    ),
    manners=manners,
)
