"""The chance of a seat to win from a position, as a small network that was fitted to matches.

It reads what the seat knows: `features` are the same for a state and for what the seat observes of
it. The weights are in `weights.py`, which says how they were found.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, tanh
from types import MappingProxyType
from typing import Final

from engine.agents.network import Network, units
from engine.game import Seat
from engine.games.san_andreas.evaluation import FREE_PAWNS, MEAN, prospect, shaken_tiles
from engine.games.san_andreas.state import Table
from engine.games.san_andreas.tiles import COINS, PAWNS
from engine.games.san_andreas.weights import WEIGHTS

FOUNDED_BEFORE: Final = (5, 4, 3, 2, 0, 1)
"""The coins in the order in which one mostly founds them."""

INPUTS: Final[Mapping[int, int]] = MappingProxyType({seats: 47 + 7 * seats for seats in (3, 4)})
"""The number of `features`, by seats."""


@cache
def network(seats: int) -> Network:
    """Return the network for this number of seats; what comes out is the logit of the chance."""
    inputs, numbers = INPUTS[seats], [int(each) / 1000 for each in WEIGHTS[seats].split()]
    return Network(numbers[0], tuple(numbers[1 : inputs + 1]), units(numbers[inputs + 1 :], inputs))


def chance(table: Table, seat: Seat) -> float:
    """Return the chance of a seat to win after its action, when the next one is to act."""
    return 1.0 / (1.0 + exp(-network(table.seats).output(features(table, seat))))


POINTS: Final = 25.0
"""How many points of a lead a certain win is worth, compared with no chance at all."""


def in_points(chance: float, seats: int) -> float:
    """Return how many points ahead such a chance is worth."""
    return POINTS * (chance - 1 / seats)


def result(points: Sequence[int], seat: Seat) -> float:
    """Return what counts as the chance of a seat when the match is over: what was fitted.

    Seven parts of ten are its share of the first place, the rest how far it is ahead, which tells
    more of how well it stood.
    """
    best = max(points)
    won = (points[seat] == best) / points.count(best)
    lead = points[seat] - max(each for other, each in enumerate(points) if other != seat)
    return 0.7 * won + 0.3 / (1.0 + exp(-lead / 6))


def guessed(table: Table, seat: int) -> list[float]:
    """Return the values that a seat's cities have, in their order, as others may guess them.

    Those that lie face down were probably founded the best first; some of the coins that are gone
    unseen lay between them.
    """
    cities = [city for city in table.cities if city.seat == seat]
    known = {city.value for city in cities if city.is_shown}
    known |= {coin.value for coin in table.lost[seat] if coin.is_shown}
    pool = [value for value in FOUNDED_BEFORE if value not in known]
    hidden = sum(not city.is_shown for city in cities)
    gone = len(pool) - hidden - len(table.hands[seat])
    values, place = list[float](), 0
    for city in cities:
        if city.is_shown:
            values.append(city.value or 0)
            continue
        rank = place + gone * (place + 1) / (hidden + 1)
        first = min(int(rank), len(pool) - 1)
        after = min(first + 1, len(pool) - 1)
        part = rank - first
        values.append(pool[first] * (1.0 - part) + pool[after] * part)
        place += 1
    return values


class Stake:
    """What a seat has on the board: gains of the next scoring, in points, by how sure they are."""

    def __init__(self) -> None:
        self.now = self.standing = self.safe = self.lasting = self.shown = 0.0


def features(table: Table, me: Seat) -> list[float]:
    """Return what matters of a position to a seat, each about 0 to 1."""
    ground, seats, free = prospect(table.ground), table.seats, len(table.pool)
    tiles = tuple(shaken_tiles(table))
    standing = [ground.falls(tile) for tile in tiles]
    coastal = [ground.falls(tile) for tile in table.ground.coastal]
    values = {seat: iter(guessed(table, seat)) for seat in range(seats) if seat != me}
    stakes = [Stake() for _ in range(seats)]
    # What a pawn on each coastal tile would take: of what others see there, of what there is.
    seen = [[0.0] * seats for _ in coastal]
    real = [[0.0] * seats for _ in coastal]
    null, by_tile = 0.0, dict[str, float]()
    for city in table.cities:
        owner, spot = city.seat, (city.tile, city.quarter)
        distance = ground.distance(city.space)
        value = float(city.value or 0) if owner == me else next(values[owner])
        holds = 1.0
        for falls in standing:
            holds *= 1.0 - falls.get(spot, 0.0)
        safe = holds * max(0.0, 1.0 - FREE_PAWNS * ground.exposure.get(spot, 0.0)) ** free
        points = max(0.0, value - distance)
        looks = max(0.0, (float(city.value or 0) if city.is_shown else MEAN) - distance) * holds
        stake = stakes[owner]
        stake.now += points
        stake.standing += points * holds
        stake.safe += points * safe
        stake.lasting += value * safe
        stake.shown += looks
        if owner == me:
            by_tile[city.tile] = by_tile.get(city.tile, 0.0) + points * safe
            if city.value == 0:
                null += holds
        if points or looks:
            sure = points * holds
            for n, falls in enumerate(coastal):
                if lost := falls.get(spot):
                    seen[n][owner] += lost * looks
                    real[n][owner] += lost * sure

    hands, points_ = [len(hand) for hand in table.hands], table.points
    order = [(me + n) % seats for n in range(seats)]
    found = list[float]()
    for seat in order:
        stake = stakes[seat]
        found += (
            points_[seat] / 20,
            stake.now / 10,
            stake.standing / 10,
            stake.safe / 10,
            hands[seat] / 6,
            stake.lasting / 10,
            stake.shown / 10,
        )
    hand = table.hands[me]
    lost = max((coin.value or 0 for coin in table.lost[me]), default=0) / 5
    found += [float(coin in hand) for coin in COINS]
    found += lost, null, null * lost, (0 in hand) * lost
    found += [float(free == n) for n in range(len(PAWNS) + 1)]
    fewest = min(hands[seat] for seat in order[1:])
    found += [float(fewest == n) for n in range(3)] + [float(hands[me] == n) for n in range(3)]

    points_now = [points_[seat] + stakes[seat].standing for seat in range(seats)]
    others = sorted((points_now[seat] for seat in order[1:]), reverse=True)
    best = max(points_[seat] for seat in order[1:])
    best_safe = max(points_[seat] + stakes[seat].safe for seat in order[1:])
    lead = points_now[me] - others[0]
    lead_safe = points_[me] + stakes[me].safe - best_safe
    is_last = min(hands) == 0
    found += (
        tanh((points_[me] - best) / 10),
        tanh(lead / 4),
        tanh(lead / 15),
        tanh(lead_safe / 4),
        tanh(lead_safe / 15),
        tanh((points_now[me] - others[1]) / 6),
        is_last * tanh(lead / 4),
        is_last * tanh(lead_safe / 4),
        (is_last and free == 0) * tanh(lead / 4),
        (free == 0) * tanh(lead / 8),
        (is_last and free == 1) * tanh(lead_safe / 4),
    )

    # Where each of the others would rather set a pawn, what that takes from oneself, and how much
    # it promises to them.
    taken, promised = list[float](), list[float]()
    for seat in order[1:]:
        most, loss = -9.0, 0.0
        for n in range(len(coastal)):
            others_ = (sum(seen[n]) - seen[n][seat]) / (seats - 1)
            if (harm := others_ - real[n][seat]) > most + 1e-4:
                most, loss = harm, real[n][me]
        taken.append(loss)
        promised.append(most if coastal else 0.0)
    found += (
        taken[0] / 3,
        sum(taken) / (seats - 1) / 3,
        promised[0],
        sum(promised) / (seats - 1),
    )
    mine = [row[me] for row in real]
    gaps = [(sum(row) - row[me]) / (seats - 1) - row[me] for row in real]
    found += (
        max(mine, default=0.0) / 4,
        sum(mine) / max(1, len(mine)) / 2,
        max(gaps, default=0.0) / 4,
        -min(gaps, default=0.0) / 4,
    )

    # The room that is left on the shore.
    top = max((coin or 0 for coin in hand), default=0)
    first = second = first_of_five = 0.0
    firm, room = 0, table.foundable
    for space, distance, holds in ground.shore(tiles, free):
        if space in room:
            promise = (top - distance) * holds
            if promise > first:
                first, second = promise, first
            elif promise > second:
                second = promise
            first_of_five = max(first_of_five, (5 - distance) * holds)
            firm += distance == 0 and holds > 0.6
    found += first / 5, second / 5, first_of_five / 5, firm / 10, len(coastal) / 12
    found += len(by_tile) / 6, max(by_tile.values(), default=0.0) / 5
    return found
