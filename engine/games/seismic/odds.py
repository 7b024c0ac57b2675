"""How likely quakes are, from what everybody has seen (rules 3.2, 9 and 10).

Which tiles of the first stage left unseen is hidden, but not every guess is equally likely: the
more tiles of other shapes were turned up, the more quakes are missing. Everything is exact.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb, perm
from typing import NamedTuple, TypeAlias

from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import BOX, TILES
from engine.games.seismic.variants import Variant

Ways: TypeAlias = dict[tuple[int, int], int]
"""How many ways there are for so many tiles set aside, so many of them quakes."""


class QuakeOdds(NamedTuple):
    """For a quake: how many have not come up, how many come on average, whether any comes."""

    unseen: int
    expected: Fraction
    any: Fraction


class _Stage(NamedTuple):
    """A shape of the first stage: how many in all, in the first stage, and turned up by now."""

    total: int
    staged: int
    seen: int

    def ways(self, aside: int) -> int:
        """Count the ways in which so many were set aside and the seen ones were turned up."""
        return comb(self.staged, aside) * perm(self.total - aside, self.seen)


def quake_odds(observation: Observation) -> Mapping[str, QuakeOdds]:
    """Return the odds of each quake that may still come, weakest first; none after the end."""
    if observation.outcome is not None:
        return {}
    way, unseen = observation.variant, dict(observation.unseen)
    sure = dict.fromkeys(observation.buried, observation.buried.count)
    found = {code: _sure(count(code)) for code, count in sure.items()}
    for code, stage in _stages(way, unseen).items():
        if TILES[code].kind == "quake" and code in unseen:
            found[code] = _odds(way, unseen, code, stage)
    return {code: odds for code, odds in sorted(found.items()) if odds.expected}


def next_is_quake(observation: Observation) -> Fraction:
    """Return the chance that the next tile turned up is a quake.

    In Balance it is about the pile of the seat on turn.
    """
    odds = quake_odds(observation)
    come = sum((each.expected for each in odds.values()), Fraction())
    plain = observation.pile - sum(own.intersections for own in observation.piles)
    if not plain or not odds:
        return Fraction()
    if observation.piles:
        own = observation.piles[observation.on_turn]
        share = Fraction(own.tiles - own.intersections, own.tiles) if own.tiles else Fraction()
        return share * come / plain
    buried = len(observation.buried)
    is_bottom = observation.pile <= observation.bottom
    return come / plain if is_bottom else (come - buried) / (plain - buried)


def _sure(count: int) -> QuakeOdds:
    return QuakeOdds(count, Fraction(count), Fraction(1))


def _stages(way: Variant, unseen: Mapping[str, int]) -> dict[str, _Stage]:
    totals = {tile.code: tile.count * way.boxes for tile in BOX}
    return {
        code: _Stage(totals[code], staged, totals[code] - unseen.get(code, 0))
        for code, staged in way.staged().items()
    }


def _odds(way: Variant, unseen: Mapping[str, int], code: str, stage: _Stage) -> QuakeOdds:
    """Weigh each number of these quakes that may have been set aside."""
    others = {each: found for each, found in _stages(way, unseen).items() if each != code}
    rest = _combined(others)
    weights = {
        aside: sum(
            (
                stage.ways(aside) * ways * _opening(way, quakes + aside)
                for (n, quakes), ways in rest.items()
                if n + aside == way.set_aside
            ),
            Fraction(),
        )
        for aside in range(unseen[code] + 1)
    }
    total = sum(weights.values(), Fraction())
    shares = (weight * (unseen[code] - aside) for aside, weight in weights.items())
    expected = sum(shares, Fraction())
    none = weights[unseen[code]]
    return QuakeOdds(unseen[code], expected / total, 1 - none / total)


def _combined(stages: Mapping[str, _Stage]) -> Ways:
    """Count the ways for all these shapes together."""
    ways: Ways = {(0, 0): 1}
    for code, stage in stages.items():
        is_quake = TILES[code].kind == "quake"
        more: Ways = {}
        for (n, quakes), known in ways.items():
            for aside, new in _each(stage):
                key = n + aside, quakes + is_quake * aside
                more[key] = more.get(key, 0) + known * new
        ways = more
    return ways


def _each(stage: _Stage) -> Iterator[tuple[int, int]]:
    return ((aside, stage.ways(aside)) for aside in range(stage.staged + 1))


def _opening(way: Variant, quakes_aside: int) -> Fraction:
    """Weigh the opening: if it avoids quakes, the fewer lie in the pile, the less it says."""
    if not way.opening_quakes:
        return Fraction(1)
    quakes = sum(n for code, n in way.staged().items() if TILES[code].kind == "quake")
    pile = sum(way.later_stage().values()) + sum(way.staged().values()) - way.set_aside
    return Fraction(1, perm(pile - quakes + quakes_aside, way.opening))
