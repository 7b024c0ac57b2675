"""Whole worlds that look exactly like what a viewer sees: what lies face down is drawn by chance.

Nobody knows more than the others here: hidden is only which of the unseen tiles left the game
before the first turn (rules 10). The pile has no order before it is drawn.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from math import comb, lcm, perm
from typing import NamedTuple, TypeAlias

from engine.agents.heuristics import Chooser
from engine.games.seismic.actions import Flip
from engine.games.seismic.state import Observation, State, open_fields, remember
from engine.games.seismic.tiles import TILES
from engine.games.seismic.variants import Variant, variant

Counts: TypeAlias = tuple[tuple[str, int], ...]
"""Shapes of tiles with how many of each."""


def sampled(observation: Observation, rng: Chooser) -> State:
    """Return a world that looks like this, as likely as it is by the rules.

    The first turn must have begun.
    """
    if not observation.turn:
        raise ValueError(observation.phase)
    way = observation.variant
    # What comes to the pile later left its first stage before: it is in nobody's box.
    apart = dict[str, int]()
    if way.own_piles:
        apart = {code: n for code, n in observation.unseen if code in way.kept_apart}
    elif observation.pile > observation.bottom:
        apart = {code: observation.buried.count(code) for code in observation.buried}
    boxed = observation.boxed
    if observation.outcome is None:
        boxed = _boxed(observation.variants, observation.unseen, rng)
    pile = dict(observation.unseen)
    for code, n in apart.items():
        pile[code] -= n
    for code in boxed if observation.outcome is None else ():
        pile[code] -= 1
    world = State(
        **open_fields(observation),
        starters=(observation.on_turn,),
        first_stage={},
        pile={Flip(code): n for code, n in pile.items() if n},
        apart={Flip(code): n for code, n in apart.items()},
        boxed=boxed,
    )
    return remember(world, observation.board)


def _boxed(names: tuple[str, ...], unseen: Counts, rng: Chooser) -> tuple[str, ...]:
    """Draw what was set aside, given what was turned up since (rules 3.2 and 9).

    First how many quakes left, which all passed the first stage; then how many of each other shape.
    """
    stage = _stage(names, unseen)
    left = _drawn(stage.quakes_aside, rng)
    found = rng.sample([code for code, n in stage.quakes for _ in range(n)], left)
    rest = variant(names).set_aside - left
    for code, ways, others in stage.plain:
        n = _drawn([here * others.get(rest - n, 0) for n, here in enumerate(ways)], rng)
        found += [code] * n
        rest -= n
    return tuple(found)


class _Stage(NamedTuple):
    """What is known of the first stage: how many ways there are to set each number of tiles aside.

    `quakes_aside` is about quakes, `quakes` are those not seen yet. `plain` has for each other
    shape the ways for 0, 1, 2 and so on, and those in which all shapes after it make a number.
    """

    quakes_aside: Sequence[int]
    quakes: Counts
    plain: tuple[tuple[str, Sequence[int], Mapping[int, int]], ...]


@lru_cache(maxsize=256)
def _stage(names: tuple[str, ...], unseen: Counts) -> _Stage:
    way, left = variant(names), dict(unseen)
    quakes = tuple((code, left[code]) for code in way.staged() if code in left and _is_quake(code))
    after, plain = {0: 1}, list[tuple[str, Sequence[int], Mapping[int, int]]]()
    for code, staged in way.staged().items():
        if not _is_quake(code):
            total = TILES[code].count * way.boxes
            seen = total - left.get(code, 0)
            # For each number: those that were staged and left, then the order in which others came.
            ways = [comb(staged, n) * perm(total - n, seen) for n in range(staged + 1)]
            plain.insert(0, (code, ways, after))
            more: dict[int, int] = {}
            for (rest, known), (n, here) in product(after.items(), enumerate(ways)):
                more[rest + n] = more.get(rest + n, 0) + known * here
            after = more
    hidden = sum(n for _, n in quakes)
    aside = [
        Fraction(comb(hidden, n) * after.get(way.set_aside - n, 0), _openings(way, n))
        for n in range(hidden + 1)
    ]
    scale = lcm(*(each.denominator for each in aside))
    return _Stage([int(each * scale) for each in aside], quakes, tuple(plain))


def _openings(way: Variant, quakes_aside: int) -> int:
    """Count in how many ways the opening may come that avoids the quakes left in the pile."""
    if not way.opening_quakes:
        return 1
    staged = way.staged()
    quakes = sum(n for code, n in staged.items() if _is_quake(code)) - quakes_aside
    pile = sum(way.later_stage().values()) + sum(staged.values()) - way.set_aside
    return perm(pile - quakes, way.opening)


def _is_quake(code: str) -> bool:
    return TILES[code].kind == "quake"


def _drawn(weights: Sequence[int], rng: Chooser) -> int:
    """Return the index of one of the weights."""
    totals = list(accumulate(weights))
    number = int(rng.random() * totals[-1])
    return next(n for n, total in enumerate(totals) if number < total)
